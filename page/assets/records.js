// Files of games: read and written by the engine, in the page's server or, for static files, in this page.

import { isStatic } from "./client.js";
import { fault } from "./tree.js";

/** The glyphs of PGN that the page shows as marks. @type {Record<number, string>} */
const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

let engine = /** @type {Promise<any> | null} */ (null);

/** Loads the engine of a static page, apart from those that search. */
async function load() {
  // The script of the workers, which says whether there are SIMD instructions.
  await import(`./engine/${"simd"}.js`);
  const module = await import(`./engine/engine${/** @type {any} */ (globalThis).hasSimd ? "-simd" : ""}.js`);
  await module.default();
  return module;
}

/**
 * Has the server handle a body; throws its error.
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {Uint8Array<ArrayBuffer>} body
 */
async function post(path, parameters, body) {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const answer = await fetch(`records/${path}?${query}`, { method: "POST", body });
  if (answer.status === 413) throw fault("tooLarge");
  if (!answer.ok) throw new Error(await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * A game of a file, see docs/records.md.
 * @typedef {{ game: string, rules: [string, string][], setup: string | null, tags: [string, string][], result: string,
 * tree: { nodes: any[] }, notes?: any[] }} Game
 */

/**
 * Returns the games of a file.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} game the game of files that name none
 * @param {Iterable<[string, unknown]>} own its rules
 * @param {number} most
 * @returns {Promise<{ games: Game[], notes: any[] }>}
 */
export async function readRecords(bytes, game, own, most) {
  const rules = [...own].map((rule) => rule.join("=")).join(";");
  const answer = isStatic
    ? (await (engine ??= load())).readRecords(bytes, game, rules, most)
    : await post("read", { game, rules, most: String(most) }, bytes);
  return JSON.parse(new TextDecoder().decode(answer));
}

/**
 * Returns the file of games.
 * @param {Game[]} games
 * @param {string} format
 * @param {string} notation
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function writeRecords(games, format, notation) {
  const bytes = new TextEncoder().encode(JSON.stringify(games));
  return isStatic
    ? (await (engine ??= load())).writeRecords(bytes, format, notation)
    : post("write", { format, notation }, bytes);
}

/** Converts the nodes of a game to those of the page: one glyph is the mark. @param {any[]} nodes */
export const fromNodes = (nodes) =>
  nodes.map(({ glyphs = [], ...node }) => {
    const at = glyphs.findIndex((/** @type {number} */ glyph) => MARKS[glyph]);
    const others = glyphs.filter((/** @type {number} */ _, /** @type {number} */ i) => i !== at);
    return { ...node, ...(at >= 0 && { mark: MARKS[glyphs[at]] }), ...(others.length > 0 && { glyphs: others }) };
  });

/** The same in the other direction. @param {any[]} nodes */
export const toNodes = (nodes) =>
  nodes.map(({ text, parent, comment, before, shapes, eval: score, clock, mark, glyphs = [] }) => {
    const own = Object.entries(MARKS).find(([, sign]) => sign === mark);
    return {
      text,
      parent,
      comment,
      before,
      shapes,
      eval: score,
      clock,
      glyphs: own ? [Number(own[0]), ...glyphs] : glyphs,
    };
  });

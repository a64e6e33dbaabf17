// Files of games of any size: counted by position, part by part, without being stored.

import { LARGEST, imported, titleOf } from "./exchange.js";
import { number, t } from "./i18n.js";
import { PLIES, SCORES, mainLine } from "./openings.js";
import { placeOf, settings } from "./record.js";
import { readRecords } from "./records.js";
import { fault } from "./tree.js";

/** The least bytes of a part that is not the last. */
const PART = 1 << 19;

const latin = new TextDecoder("latin1");

/** Cuts a file of PGN before games, at the tag that it begins with; other files are one part. @param {File} file */
async function* partsOf(file) {
  const textAt = async (/** @type {number} */ from, /** @type {number} */ size) =>
    latin.decode(await file.slice(from, from + size).arrayBuffer());
  const [, tag] = /^(?:\xef\xbb\xbf)?\s*(\[\w+ )/.exec(await textAt(0, 1 << 10)) ?? [];
  if (!tag && file.size > LARGEST) throw fault("onlyPgn");
  for (let start = 0, size = PART; start < file.size;) {
    const cut = tag && start + size < file.size ? (await textAt(start, size)).lastIndexOf(`\n${tag}`) + 1 : Infinity;
    if (cut > 0) {
      yield file.slice(start, start + cut);
      [start, size] = [start + cut, PART];
    } else if (size > LARGEST) throw fault("tooLarge");
    else size *= 2;
  }
}

/**
 * Counts the games of a file with a result, of a kind, until stopped; `isSame` tells whether rules are those wanted,
 * `open` opens a game, `step` is called with the part of the file that is read.
 * @param {File} file
 * @param {Counts} counts
 * @param {Client} client
 * @param {(rules: [string, string][]) => boolean} isSame
 * @param {(read: () => Promise<Opened>) => unknown} open
 * @param {(share: number) => void} step
 */
export async function countFile(file, counts, client, isSame, open, step) {
  const { id, rules, openings } = counts;
  let [read, leftOut] = [0, 0];
  const gamesOf = async (/** @type {Blob} */ part) =>
    (await readRecords(new Uint8Array(await part.arrayBuffer()), id, rules, 0)).games;
  for await (const part of partsOf(file)) {
    if (counts.isStopped) break;
    const games = await gamesOf(part).catch((error) => {
      if (error.key) throw error;
      return [];
    });
    const taken = games.flatMap((game, i) => {
      const { setup, tags, result, notes = [] } = game;
      const isWhole = !notes.some(({ loss }) => loss === "cut" || loss === "skipped");
      if (game.game !== id || !isWhole || !isSame(game.rules) || !SCORES.includes(result)) return [];
      const known = new Map(tags);
      const year = /\d{4}/.exec(known.get("Date") ?? "")?.[0];
      const name = [titleOf(known), year].filter(Boolean).join(" · ");
      const listed = {
        name,
        result: SCORES.indexOf(result) - 1,
        open: () => open(async () => imported((await gamesOf(part))[i])),
      };
      return [{ moves: mainLine(game).slice(0, PLIES), setup, listed }];
    });
    const places = taken.map(({ setup, moves }) => placeOf(setup, moves));
    const keys = await client.keys(settings(rules), places);
    const before = openings.games.length;
    taken.forEach(({ moves, listed }, i) => keys[i] && openings.add(keys[i], moves, listed));
    leftOut += games.length - (openings.games.length - before);
    read += part.size;
    step(read / file.size);
  }
  const words = [file.name, `${t("gamesOf")}: ${number(openings.games.length)}`];
  if (leftOut > 0) words.push(`${t("leftOut")}: ${number(leftOut)}`);
  if (counts.isStopped) words.push(t("isStopped"));
  counts.about = words.join(" · ");
}

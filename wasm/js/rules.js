// The engine's rules without a worker: loading them, and files of games.

import { compile, single } from "./crew.js";
import { BancoError } from "./objects.js";

/** The engine's module, once it is loaded. */
let engine = null;

/** Loads the rules, before the first `Board`. */
export async function loadRules() {
  const load = single === "engine" ? import("./engine.js") : import("./engine-simd.js");
  const [module, loaded] = await Promise.all([compile(single), load]);
  loaded.initSync({ module });
  engine = loaded;
}

/** Calls the engine, which throws its reasons as strings. */
export function attempt(call) {
  if (!engine) throw new BancoError("the rules are not loaded: await loadRules() first");
  try {
    return call(engine);
  } catch (reason) {
    throw typeof reason === "string" ? new BancoError(reason) : reason;
  }
}

/** The names of the games. */
export const variants = () => attempt((loaded) => loaded.variants());

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder().decode(bytes);

/** The moves of the main line: each is the first successor of the one before. */
function mainLine(nodes) {
  let here = 0;
  return nodes.filter(({ parent }, i) => parent === here && (here = i) > 0).map(({ text }) => text);
}

/** Reads a file of games in any format; `variant` is the game if the file names none. */
export function readGames(file, variant = "xiangqi") {
  const bytes = file instanceof Uint8Array ? file : encode(String(file));
  const read = attempt(({ readRecords }) => readRecords(bytes, String(variant), "", 0xffff_ffff));
  const { games, notes } = JSON.parse(decode(read));
  const texts = (list) => list.map(({ text, sentence }) => (text ? `${text}: ${sentence}` : sentence));
  const decoded = games.map(({ game, rules, setup, tags, result, tree, notes: own }) => ({
    variant: game,
    rules: Object.fromEntries(rules),
    fen: setup,
    tags: new Map(tags),
    result,
    moves: mainLine(tree.nodes),
    notes: texts(own),
  }));
  return { games: decoded, notes: texts(notes) };
}

/** A file of games in a format. */
export const writeGames = (games, format, notation) =>
  decode(attempt(({ writeRecords }) => writeRecords(encode(JSON.stringify(games)), format, notation)));

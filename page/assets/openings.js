// Openings by position, independent of the page: counts of the moves that games played, and names for Xiangqi.

import { MoveTree } from "./tree.js";

/** The results of games in PGN and as written, by that for the first team plus one. */
export const SCORES = ["0-1", "1/2-1/2", "1-0"];
export const ENDS = ["0–1", "½–½", "1–0"];

/**
 * Returns the texts of the main line of a game that is stored or read from a file.
 * @param {{ tree: { nodes: { text: string, parent: number | null }[] } }} game
 */
export function mainLine({ tree: { nodes } }) {
  const texts = /** @type {string[]} */ ([]);
  let here = 0;
  nodes.forEach(({ text, parent }, i) => {
    if (i === 0 || parent !== here) return;
    texts.push(text);
    here = i;
  });
  return texts;
}

/**
 * Returns the result of a game for the first team: 1, 0, -1, or null. An imported one counts until the game is
 * continued.
 * @param {{ result?: number | null, tags?: Iterable<[string, string]> | null, tree: MoveTree | TreeData }} game
 */
export function resultOf({ result, tags, tree }) {
  if (typeof result === "number") return result;
  const known = new Map(tags ?? []);
  const { main } = tree instanceof MoveTree ? tree : MoveTree.from(tree);
  const place = Number(known.get("PlyCount")) === main.length ? SCORES.indexOf(known.get("Result") ?? "") : -1;
  return place < 0 ? null : place - 1;
}

/** The first moves of a game of a file that count. */
export const PLIES = 50;

/** Games by their positions. Each position has a list of the moves played there, linked by their indices. */
export class Openings {
  games = /** @type {Listed[]} */ ([]);
  /** The last move of each position, by its key; for each move the one before, its game and its text. */
  last = /** @type {Map<string, number>} */ (new Map());
  before = /** @type {number[]} */ ([]);
  gameOf = /** @type {number[]} */ ([]);
  textOf = /** @type {number[]} */ ([]);
  /** The texts of moves, and their indices. */
  texts = /** @type {string[]} */ ([]);
  indices = /** @type {Map<string, number>} */ (new Map());

  /**
   * Counts a game: the keys of the positions before its moves.
   * @param {string[]} keys
   * @param {string[]} moves
   * @param {Listed} game
   */
  add(keys, moves, game) {
    this.games.push(game);
    moves.forEach((move, i) => {
      const index = this.indices.get(move) ?? this.texts.push(move) - 1;
      this.indices.set(move, index);
      this.textOf.push(index);
      this.gameOf.push(this.games.length - 1);
      this.before.push(this.last.get(keys[i]) ?? -1);
      this.last.set(keys[i], this.before.length - 1);
    });
  }

  /**
   * Returns the moves of a position that begin with a text, the most frequent first, and their games.
   * @param {string} key
   */
  at(key, start = "") {
    const counts = /** @type {Map<string, Count>} */ (new Map());
    const games = /** @type {Set<Listed>} */ (new Set());
    for (let at = this.last.get(key) ?? -1; at >= 0; at = this.before[at]) {
      const move = this.texts[this.textOf[at]];
      if (!move.startsWith(start)) continue;
      const game = this.games[this.gameOf[at]];
      const count = counts.get(move) ?? { move, games: 0, first: 0, draws: 0, second: 0 };
      counts.set(move, count);
      count.games++;
      count[game.result > 0 ? "first" : game.result < 0 ? "second" : "draws"]++;
      games.add(game);
    }
    const moves = [...counts.values()].sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1));
    return { moves, games: [...games].reverse() };
  }
}

/** Returns the sum of counts. @param {Count[]} counts @returns {Count} */
export const sum = (counts) =>
  counts.reduce(
    (all, one) => ({
      move: "",
      games: all.games + one.games,
      first: all.first + one.first,
      draws: all.draws + one.draws,
      second: all.second + one.second,
    }),
    { move: "", games: 0, first: 0, draws: 0, second: 0 },
  );

const FILES = "abcdefghi";
/** Returns the keys of the positions after moves of Xiangqi: their pieces and sides. @param {string[]} moves */
function keysOf(moves) {
  const rows = { 1: "RNBAKABNR", 3: " C     C ", 4: "P P P P P", 7: "p p p p p", 8: " c     c ", 10: "rnbakabnr" };
  const men = /** @type {Map<string, string>} */ (new Map());
  for (const [rank, row] of Object.entries(rows)) [...row].forEach((man, i) => men.set(FILES[i] + rank, man));
  return moves.map((move, i) => {
    const [, from = "", to = ""] = /^([a-i]\d+)([a-i]\d+)$/.exec(move) ?? [];
    men.set(to, men.get(from) ?? "");
    men.delete(from);
    return (
      [...men]
        .filter(([, man]) => man.trim())
        .map(([point, man]) => point + man)
        .sort()
        .join("") +
      (i % 2)
    );
  });
}

/** Names of openings by position, from lines of code, moves and names; the mirrored line has the same names. */
export class Families {
  named = /** @type {Map<string, Family>} */ (new Map());
  constructor(/** @type {Family[]} */ lines) {
    const mirrored = (/** @type {string} */ moves) => moves.replace(/[a-i]/g, (file) => FILES[8 - FILES.indexOf(file)]);
    const key = (/** @type {string} */ moves) => keysOf(moves.split(" ")).at(-1) ?? "";
    for (const line of lines) for (const moves of [mirrored(line[1]), line[1]]) this.named.set(key(moves), line);
  }

  /** Returns the line of the last named position of a game, if any. @param {string[]} moves */
  of(moves) {
    return keysOf(moves.slice(0, 24))
      .map((key) => this.named.get(key))
      .findLast(Boolean);
  }
}

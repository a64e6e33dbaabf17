// Openings by position, independent of the page: counts of the moves that games played, and names for Xiangqi.

import { MoveTree } from "./tree.js";

/** The results of games in PGN and as written, by that for the first team plus one. */
export const SCORES = ["0-1", "1/2-1/2", "1-0"];
export const ENDS = ["0–1", "½–½", "1–0"];

/** Returns the texts of the main line of a stored game. @param {Pick<Kept, "tree">} kept */
export const mainLine = ({ tree }) => MoveTree.from(tree).main.map(({ text }) => text);

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

export class Openings {
  positions = /** @type {Map<string, Map<string, Count>>} */ (new Map());

  /**
   * Counts a game: the keys of the positions before its moves, and its result for the first team.
   * @param {string[]} keys
   * @param {string[]} moves
   * @param {number} result
   */
  add(keys, moves, result) {
    moves.forEach((move, i) => {
      const key = keys[i];
      const counts = this.positions.get(key) ?? new Map();
      this.positions.set(key, counts);
      const count = counts.get(move) ?? { move, games: 0, first: 0, draws: 0, second: 0 };
      counts.set(move, count);
      count.games++;
      count[result > 0 ? "first" : result < 0 ? "second" : "draws"]++;
    });
  }

  /**
   * Returns the moves of a position that begin with a text, the most frequent first.
   * @param {string} key
   * @param {string} start
   */
  moves(key, start = "") {
    const counts = [...(this.positions.get(key)?.values() ?? [])].filter(({ move }) => move.startsWith(start));
    return counts.sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1));
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

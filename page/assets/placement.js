// Positions and moves of Xiangqi for the formats of other programs: texts of all dialects, and lists of 32 points.

import { fault } from "./tree.js";

/** Pieces of a full set in the order of XQF and DhtmlXQ. */
const SET = "RNBAKABNRCCPPPPPrnbakabnrccppppp";
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/** A move in ICCS, which no rule changes. @param {Point} from @param {Point} to */
export const moveText = (from, to) => [from, to].map(({ x, y }) => "ABCDEFGHI"[x] + y).join("-");

/** The points of a move in ICCS, or in Banco's notation with ranks from `base`. @param {string} text @param {number} base */
export function pointsOf(text, base = 1) {
  const found = /^([a-i])(\d+)(-?)([a-i])(\d+)$/i.exec(text);
  if (!found) throw fault("notWritten");
  const point = (/** @type {number} */ at) => ({ x: found[at].toLowerCase().charCodeAt(0) - 97, y: Number(found[at + 1]) - (found[3] ? 0 : base) });
  return { from: point(1), to: point(4) };
}

/** A position as text, where `man(x, y)` stands on each point; null for the start. The piece that moves first gives the side to move. @param {(point: Point) => string} man @param {TreeNode | undefined} first @param {boolean} isBlack the side without a move */
export function setupOf(man, first, isBlack = false) {
  const rows = Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 9 }, (_, x) => man({ x, y: 9 - row }) || "1").join("").replace(/1+/g, (gap) => String(gap.length)));
  const mover = first && man(pointsOf(first.text).from);
  const side = (mover ? mover === mover.toLowerCase() : isBlack) ? "b" : "w";
  const text = `${rows.join("/")} ${side} - - 0 1`;
  return text === `${START} w - - 0 1` ? null : text;
}

/** The position of a list of points in the order of the set; null for a piece off the board. @param {(Point | null)[]} points @param {TreeNode | undefined} first @param {boolean} isBlack */
export function setupFrom(points, first, isBlack) {
  const men = new Map(points.map((point, i) => [point && point.x + 9 * point.y, SET[i]]));
  return setupOf(({ x, y }) => men.get(x + 9 * y) ?? "", first, isBlack);
}

/** The points of the set and the side to move; throws if a side has more pieces. @param {string | null} setup */
export function pointsFrom(setup) {
  const [board, side] = (setup ?? `${START} w`).split(" ");
  const points = /** @type {(Point | null)[]} */ (Array(32).fill(null));
  board.split("/").forEach((row, i) => [...row.replace(/\d/g, (gap) => " ".repeat(Number(gap)))].forEach((man, x) => {
    const at = [...SET].findIndex((one, place) => one === man && points[place] === null);
    if (man !== " " && at < 0) throw fault("notWritten");
    if (man !== " ") points[at] = { x, y: 9 - i };
  }));
  return { points, isBlack: side === "b" };
}

/** Rewrites a position of Xiangqi in any dialect: letters E and H, missing fields, `+`, sides r and w, `fen` before it. Null if the text is none. @param {string} text */
export function readFen(text) {
  const [, board, side = "w", rest = ""] = /^(?:fen:?\s+)?([rnhbeakcp\d]+(?:\/[rnhbeakcp\d]+){9})(?:\s+(red|black|[wrb]))?((?:\s+[-+\d]+)*)$/i.exec(text.trim()) ?? [];
  const names = { E: "B", e: "b", H: "N", h: "n" };
  const placed = board?.replace(/[eh]/gi, (man) => names[/** @type {keyof typeof names} */ (man)]);
  if (!placed || placed.split("/").some((row) => [...row].reduce((sum, man) => sum + (Number(man) || 1), 0) !== 9)) return null;
  const [quiet = "0", number = "1"] = rest.match(/\d+/g) ?? [];
  return `${placed} ${/^b/i.test(side) ? "b" : "w"} - - ${quiet} ${number}`;
}

/**
 * Grows a tree from its moves, each before those that follow it, as binary formats store them. `next` reads a move, null at the end;
 * `point` converts its places, which are below 90.
 * @param {MoveTree} tree @param {() => Recorded | null} next @param {(place: number) => Point} point
 */
export function growTree(tree, next, point) {
  /** @type {TreeNode[]} Positions with moves to come, the next one last. */
  const open = [tree.root];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const move = next();
    if (!move) break;
    if (Math.max(move.from, move.to) >= 90) throw fault("damaged");
    const child = tree.add(parent, { text: moveText(point(move.from), point(move.to)) });
    child.comment ||= move.comment;
    if (move.hasOther) open.push(parent);
    if (move.hasNext) open.push(child);
  }
  return tree.settle();
}

/** Results by their numbers in binary formats. @type {string[]} */
export const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];

/** The comment of a move with its mark, for formats without marks. @param {TreeNode} node */
export const remark = ({ mark, comment }) => [mark, comment].filter(Boolean).join(" ");

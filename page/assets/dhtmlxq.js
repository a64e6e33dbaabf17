// Games of DHTML boards of Chinese pages: pairs of digits for points, from Black's left corner.

import { MoveTree } from "./tree.js";

export const isDhtmlXq = (text) => /\[DhtmlXQ\w*\]/.test(text);

/** Pieces of a full set in the order of `binit`. */
const MEN = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/** `binit` of the start position. */
const START = "8979695949392919097717866646260600102030405060708012720323436383";

/** Fields by their names; `[DhtmlXQ_title]...[/DhtmlXQ_title]`. */
function fields(text) {
  const found = new Map();
  for (const [, name, value] of text.matchAll(/\[DhtmlXQ_(\w+)\]([^[]*)\[\/DhtmlXQ_\1\]/g)) found.set(name, value.trim());
  return found;
}

/** Converts four digits to a move of ICCS: files from the left, ranks from below. */
function moves(digits, words) {
  if (!/^(\d{4})*$/.test(digits)) throw new Error(`${words.moveList}: ${digits.length} ${words.digits}`);
  const point = (x, y) => `${"ABCDEFGHI"[x]}${9 - y}`;
  return (digits.match(/\d{4}/g) ?? []).map(([a, b, c, d]) => `${point(a, b)}-${point(c, d)}`);
}

/** Returns the first position of a game; null for the start position. */
function setup(digits, side) {
  if (!digits || digits.length !== 64 || digits === START) return null;
  const rows = Array.from({ length: 10 }, () => Array(9).fill(""));
  [...MEN].forEach((man, i) => {
    const [x, y] = [Number(digits[2 * i]), Number(digits[2 * i + 1])];
    // Pieces off the board are on 99.
    if (x < 9 && digits.slice(2 * i, 2 * i + 2) !== "99") rows[y][x] = man;
  });
  const text = rows.map((row) => row.map((man) => man || "1").join("").replace(/1+/g, (gap) => gap.length)).join("/");
  return `${text} ${side} - - 0 1`;
}

/** Converts a result in words, Red's first: `红胜`, `黑胜`, `和局`. */
function resultOf(text) {
  if (/^(1-0|0-1|1\/2-1\/2)$/.test(text)) return text;
  if (/和/.test(text)) return "1/2-1/2";
  if (/红.*胜|黑.*负/.test(text)) return "1-0";
  return /黑.*胜|红.*负/.test(text) ? "0-1" : "*";
}

/** Parses a game. Variations are `move_LINE_PLY_ID`; comments `commentPLY` or `commentLINE_PLY`. */
export function readDhtmlXq(text, words) {
  const found = fields(text);
  const list = found.get("movelist") ?? found.get("movelist_0") ?? "";
  const tree = new MoveTree();
  const lines = new Map([["0", []]]);
  const add = (line, from, digits) => {
    for (const text of moves(digits, words)) {
      from = tree.grow(from, { text });
      line.push(from);
    }
  };
  add(lines.get("0"), tree.root, list.replace(/\s/g, ""));
  const branches = [...found].map(([name, digits]) => [/^move_(\d+)_(\d+)_(\d+)$/.exec(name), digits]).filter(([match]) => match);
  branches.sort(([a], [b]) => a[3] - b[3]);
  for (const [[, parent, ply, line], digits] of branches) {
    const before = lines.get(parent);
    if (!before) continue;
    const kept = before.slice(0, Number(ply) - 1);
    lines.set(line, kept);
    add(kept, kept.at(-1) ?? tree.root, digits.replace(/\s/g, ""));
  }
  for (const [name, comment] of found) {
    const [, line, ply] = /^comment(?:(\d+)_)?(\d+)$/.exec(name) ?? [];
    if (ply === undefined || !comment) continue;
    const node = ply === "0" ? tree.root : lines.get(line ?? "0")?.[ply - 1];
    if (node) node.comment = comment.replace(/\|\|/g, " ").trim();
  }
  if (tree.root.children.length > 0) tree.look(tree.root.children[0]);
  const isBlack = Number(found.get("fen_turn") ?? 0) === 1;
  const tags = new Map([["Event", found.get("event") ?? found.get("title") ?? ""], ["Red", found.get("red") ?? found.get("redname") ?? ""],
    ["Black", found.get("black") ?? found.get("blackname") ?? ""], ["Date", found.get("date") ?? ""], ["Format", "ICCS"], ["Result", resultOf(found.get("result") ?? "")]]);
  return { tags, tree, setup: setup(found.get("binit"), isBlack ? "b" : "w") };
}

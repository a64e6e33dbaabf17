// Games of DHTML boards of Chinese pages, as fields in brackets ("UBB"): pairs of digits for points, from Black's left corner.

import { moveText, pointsFrom, pointsOf, remark, setupFrom } from "./placement.js";
import { DEEPEST, MOST, MoveTree, fault } from "./tree.js";

export const isDhtmlXq = (/** @type {string} */ text) => /\[DhtmlXQ\w*\]/.test(text);

/** Returns the games of a text. @param {string} text */
export const gamesOf = (text) => {
  const games = text.split("[DhtmlXQ]").filter(isDhtmlXq);
  return games.length > 1 ? games : [text];
};

/** Fields by their names; `[DhtmlXQ_title]...[/DhtmlXQ_title]`. @param {string} text */
function fields(text) {
  const found = /** @type {Map<string, string>} */ (new Map());
  for (const [, name, value] of text.matchAll(/\[DhtmlXQ_(\w+)\]((?:[^[]|\[(?!\/?DhtmlXQ_))*)\[\/DhtmlXQ_\1\]/g)) found.set(name, value.trim());
  return found;
}

/** Converts four digits to a move. @param {string} digits @param {Words} words */
function moves(digits, words) {
  if (!/^(\d{4})*$/.test(digits)) throw new Error(`${words.moveList}: ${digits.length} ${words.digits}`);
  const point = (/** @type {string} */ x, /** @type {string} */ y) => ({ x: Number(x), y: 9 - Number(y) });
  return (digits.match(/\d{4}/g) ?? []).map(([a, b, c, d]) => {
    if (a === "9" || c === "9") throw fault("damaged");
    return moveText(point(a, b), point(c, d));
  });
}

/** The points of the pieces; those off the board are on 99. @param {string} digits */
const points = (digits) => (digits.match(/\d\d/g) ?? []).map(([x, y]) => (x === "9" ? null : { x: Number(x), y: 9 - Number(y) }));

/** Results in words, Red's first, by those of PGN. @type {Record<string, string>} */
const SAID = { "1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和局" };

/** Converts a result in words. @param {string} text */
function resultOf(text) {
  if (text in SAID) return text;
  if (/和/.test(text)) return "1/2-1/2";
  if (/红.*胜|黑.*负|紅.*勝|黑.*負/.test(text)) return "1-0";
  return /黑.*胜|红.*负|黑.*勝|紅.*負/.test(text) ? "0-1" : "*";
}

/** Parses a game. Variations are `move_LINE_PLY_ID`; comments `commentPLY` or `commentLINE_PLY`. @param {string} text @param {Words} words */
export function readDhtmlXq(text, words) {
  const found = fields(text);
  const list = found.get("movelist") ?? found.get("movelist_0") ?? "";
  const tree = new MoveTree();
  const main = /** @type {TreeNode[]} */ ([]);
  const lines = new Map([["0", main]]);
  const add = (/** @type {TreeNode[]} */ line, /** @type {TreeNode} */ from, /** @type {string} */ digits) => {
    for (const move of moves(digits, words)) {
      from = tree.add(from, { text: move });
      line.push(from);
    }
  };
  add(main, tree.root, list.replace(/\s/g, ""));
  const branches = [...found].flatMap(([name, digits]) => {
    const [, parent, ply, line] = /^move_(\d+)_(\d+)_(\d+)$/.exec(name) ?? [];
    return line === undefined ? [] : [{ parent, ply, line, digits }];
  });
  if (branches.length > MOST || main.length > DEEPEST) throw fault("tooLarge");
  branches.sort((a, b) => Number(a.line) - Number(b.line));
  for (const { parent, ply, line, digits } of branches) {
    const before = lines.get(parent);
    if (!before) continue;
    const kept = before.slice(0, Number(ply) - 1);
    lines.set(line, kept);
    add(kept, kept.at(-1) ?? tree.root, digits.replace(/\s/g, ""));
  }
  for (const [name, comment] of found) {
    const [, line, ply] = /^comment(?:(\d+)_)?(\d+)$/.exec(name) ?? [];
    if (ply === undefined || !comment) continue;
    const node = ply === "0" ? tree.root : lines.get(line ?? "0")?.[Number(ply) - 1];
    if (node) node.comment = comment.replace(/\|\|/g, " ").trim();
  }
  tree.settle();
  const isBlack = Number(found.get("fen_turn") ?? 0) === 1;
  const first = tree.root.children[0];
  const digits = found.get("binit") ?? "";
  const tags = new Map([["Event", found.get("event") ?? found.get("title") ?? ""], ["Site", found.get("place") ?? ""], ["Red", found.get("red") ?? found.get("redname") ?? ""],
    ["Black", found.get("black") ?? found.get("blackname") ?? ""], ["Date", found.get("date") ?? ""], ["Result", resultOf(found.get("result") ?? "")]]);
  return { tags, tree, setup: digits.length === 64 ? setupFrom(points(digits), first, isBlack) : null };
}

/** Formats a game. @param {{ tags: Map<string, string>, tree: MoveTree, setup: string | null, base?: number }} game `base` is the first rank of its moves */
export function writeDhtmlXq({ tags, tree, setup, base }) {
  /** @type {[string, string][]} */
  const found = ["title", "event", "date", "place", "red", "black"].map((name) => [name, tags.get({ place: "Site" }[name] ?? name[0].toUpperCase() + name.slice(1)) ?? ""]);
  const { points: placed, isBlack } = pointsFrom(setup);
  const pair = (/** @type {{ x: number, y: number } | null} */ point) => (point ? `${point.x}${9 - point.y}` : "99");
  found.push(["result", SAID[tags.get("Result") ?? ""] ?? ""], ["binit", placed.map(pair).join("")], ["fen_turn", isBlack ? "1" : ""]);
  /** @type {{ parent: number, from: TreeNode, ply: number }[]} Lines by their numbers; a line is written when its own variations are known. */
  const lines = [{ parent: 0, from: tree.root, ply: 0 }];
  if (tree.root.comment) found.push(["comment0", tree.root.comment]);
  for (let i = 0; i < lines.length; i++) {
    const { parent, from, ply } = lines[i];
    let digits = "";
    let at = ply;
    // The line's first move is `from` itself, but for the main line.
    for (let node = i === 0 ? from.children[0] : from; node; node = node.children[0]) {
      at++;
      const move = pointsOf(node.text, base);
      digits += pair(move.from) + pair(move.to);
      if (remark(node)) found.push([i === 0 ? `comment${at}` : `comment${i}_${at}`, remark(node)]);
      const first = node === from ? [] : node.parent?.children.slice(1) ?? [];
      for (const other of first) lines.push({ parent: i, from: other, ply: at - 1 });
    }
    found.push([i === 0 ? "movelist" : `move_${parent}_${ply + 1}_${i}`, digits]);
  }
  const shown = found.filter(([, value]) => value).map(([name, value]) => `[DhtmlXQ_${name}]${value.replaceAll("[", "［").replaceAll("]", "］").replace(/\r?\n/g, "||")}[/DhtmlXQ_${name}]`);
  return ["[DhtmlXQ]", ...shown, "[/DhtmlXQ]", ""].join("\n");
}

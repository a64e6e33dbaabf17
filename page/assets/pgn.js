// Games in PGN: tags, moves, comments, marks, variations. Moves are words in any notation.

import { readShapes, writeShapes } from "./shapes.js";
import { MARKS, MoveTree } from "./tree.js";

/** @type {Record<string, string>} The numeric glyphs of PGN for the six marks. */
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
/** Opening delimiters, and words up to the next delimiter. */
const TOKEN = /\{[^}]*\}|;[^\n]*|[()]|\$\d+|[^\s{}()$;]+|\{/g;

/** Returns whether a text looks like PGN: tags, or numbered moves. @param {string} text */
export const isPgn = (text) => /^[ \t]*\[\w+[ \t]+"/m.test(text) || /(^|\s)1\s*\./.test(text);

/** Parses at most `most` games of a text. @param {string} text @param {Words} words @param {number} most */
export function* readGames(text, words, most) {
  const lines = linesOf(text);
  let from = /** @type {number | null} */ (0);
  for (let i = 0; i < most && from !== null; i++) {
    const game = /** @type {ReturnType<typeof readPgn>} */ (readLines(lines, words, from));
    from = game.next;
    yield game;
  }
}

const linesOf = (/** @type {string} */ text) => text.replace(/\r/g, "").split("\n");

/** Parses the first game of a text. @param {string} text @param {Words} words */
export const readPgn = (text, words) => readLines(linesOf(text), words, 0);

/** Parses the game from a line on. Nodes hold their line number. Throws an error with its line. @param {string[]} lines @param {Words} words @param {number} from */
function readLines(lines, words, from) {
  const tags = /** @type {Map<string, string>} */ (new Map());
  let at = from;
  while (at < lines.length && (/^\s*(%.*)?$/.test(lines[at]) || /^\s*\[\w+\s+".*"\]\s*$/.test(lines[at]))) {
    const tag = /^\s*\[(\w+)\s+"(.*)"\]\s*$/.exec(lines[at]);
    if (tag) tags.set(tag[1], tag[2].replace(/\\(["\\])/g, "$1"));
    at++;
  }
  // The tags of the next game end this one.
  let end = at;
  while (end < lines.length && !/^\s*\[\w+\s+".*"\]\s*$/.test(lines[end])) end++;
  const body = lines.slice(at, end).map((line) => (line.startsWith("%") ? "" : line)).join("\n");
  const { tree, result } = readMoves(body, at, words);
  if (result && !RESULTS.slice(0, 3).includes(tags.get("Result") ?? "")) tags.set("Result", result);
  return { tags, tree, next: end < lines.length ? end : null };
}

function readMoves(/** @type {string} */ text, /** @type {number} */ firstLine, /** @type {Words} */ words) {
  const tree = new MoveTree();
  let here = tree.root;
  const stack = /** @type {TreeNode[]} */ ([]);
  let line = firstLine + 1;
  let last = 0;
  let result = /** @type {string | null} */ (null);
  for (const match of text.matchAll(TOKEN)) {
    line += text.slice(last, match.index).split("\n").length - 1;
    last = match.index;
    const [token] = match;
    if (token === "{") throw new Error(`${words.line} ${line}: ${words.openComment}`);
    if (token.startsWith("{") || token.startsWith(";")) {
      const { comment, shapes } = readShapes(token.replace(/^[{;]|\}$/g, ""));
      if (shapes.length > 0) here.shapes = [...(here.shapes ?? []), ...shapes];
      here.comment = [here.comment, comment].filter(Boolean).join(" ");
    } else if (token === "(") {
      if (!here.parent) throw new Error(`${words.line} ${line}: ${words.noMoveBefore}`);
      stack.push(here);
      here = here.parent;
    } else if (token === ")") {
      const outer = stack.pop();
      if (!outer) throw new Error(`${words.line} ${line}: ${words.closedTwice}`);
      here = outer;
    } else if (token.startsWith("$")) {
      here.mark = GLYPHS[token.slice(1)] ?? here.mark;
    } else if (RESULTS.includes(token)) result = token;
    else here = readMove(tree, here, token, line);
  }
  if (stack.length > 0) throw new Error(`${words.line} ${line}: ${words.openVariation}`);
  return { tree: tree.settle(), result };
}

function readMove(/** @type {MoveTree} */ tree, /** @type {TreeNode} */ here, /** @type {string} */ token, /** @type {number} */ line) {
  // Move numbers stand alone or directly before the move; a digit after the point belongs to the move.
  const word = token.replace(/^\d+\.+(?=\D|$)/, "").replace(/^\.+/, "");
  if (word === "" || /^\d+\.*$/.test(word)) return here;
  const mark = MARKS.filter((one) => word.endsWith(one)).sort((a, b) => b.length - a.length)[0] ?? "";
  const child = tree.add(here, { text: word.slice(0, word.length - mark.length) });
  child.line ??= line;
  if (mark) child.mark = mark;
  return child;
}

/** @typedef {{ number: number, isFirst: boolean }} Row */

/** Formats a game; `rows` returns a move's number and whether it starts a row, `textOf` its text. @param {Iterable<[string, unknown]>} tags @param {MoveTree} tree @param {(node: TreeNode) => Row} rows @param {string} result @param {(node: TreeNode) => string} textOf */
export function writePgn(tags, tree, rows, result, textOf) {
  const quote = (/** @type {unknown} */ value) => String(value).replace(/["\\]/g, "\\$&");
  const head = [...tags].map(([name, value]) => `[${name} "${quote(value)}"]`);
  const words = /** @type {string[]} */ ([]);
  const note = (/** @type {TreeNode} */ node) => [writeShapes(node.shapes), node.comment.replace(/[{}]/g, "")].filter(Boolean).join(" ");
  const comment = (/** @type {TreeNode} */ node) => note(node) && words.push(`{${note(node)}}`);
  comment(tree.root);
  const write = (/** @type {TreeNode} */ node, /** @type {boolean} */ isFresh) => {
    const { number, isFirst } = rows(node);
    if (isFirst) words.push(`${number}.`);
    else if (isFresh) words.push(`${number}...`);
    words.push(textOf(node) + node.mark);
    comment(node);
  };
  /** Formats a line from a position on; alternatives to a move stand after it. */
  const follow = (/** @type {TreeNode} */ from, /** @type {boolean} */ isFresh) => {
    for (let node = from; node.children.length > 0; node = node.children[0]) {
      const [main, ...others] = node.children;
      write(main, isFresh);
      for (const other of others) {
        words.push("(");
        write(other, true);
        follow(other, note(other) !== "");
        words.push(")");
      }
      isFresh = others.length > 0 || note(main) !== "";
    }
  };
  follow(tree.root, true);
  words.push(result);
  return `${head.join("\n")}\n\n${wrap(words)}\n`;
}

/** Wraps words at 80 columns; brackets join their contents. @param {string[]} words */
function wrap(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines[lines.length - 1];
    const gap = line === "" || line.endsWith("(") || word === ")" ? "" : " ";
    if (line.length + gap.length + word.length > 80 && line !== "") lines.push(word);
    else lines[lines.length - 1] = line + gap + word;
  }
  return lines.join("\n");
}

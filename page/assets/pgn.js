// Games in PGN: tags, moves, comments, marks, variations. Moves are words in any notation.

import { MARKS, MoveTree } from "./tree.js";

/** The numeric glyphs of PGN for the six marks. */
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
/** Opening delimiters, and words up to the next delimiter. */
const TOKEN = /\{[^}]*\}|;[^\n]*|[()]|\$\d+|[^\s{}()$;]+|\{/g;

/** Returns whether a text looks like PGN: tags, or numbered moves. */
export const isPgn = (text) => /^\s*\[\w+\s+"/m.test(text) || /(^|\s)1\s*\./.test(text);

/** Parses at most `most` games of a text. */
export function* readGames(text, words, most) {
  let from = 0;
  for (let i = 0; i < most && from !== null; i++) {
    const game = readPgn(text, words, from);
    from = game.next;
    yield game;
  }
}

/** Parses one game of a text. Nodes hold their line number. Throws an error with its line. */
export function readPgn(text, words, from = 0) {
  const tags = new Map();
  const lines = text.replace(/\r/g, "").split("\n");
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
  if (result && !RESULTS.slice(0, 3).includes(tags.get("Result"))) tags.set("Result", result);
  return { tags, tree, next: end < lines.length ? end : null };
}

function readMoves(text, firstLine, words) {
  const tree = new MoveTree();
  let [here, stack] = [tree.root, []];
  let line = firstLine + 1;
  let last = 0;
  let result = null;
  for (const match of text.matchAll(TOKEN)) {
    line += text.slice(last, match.index).split("\n").length - 1;
    last = match.index;
    const [token] = match;
    if (token === "{") throw new Error(`${words.line} ${line}: ${words.openComment}`);
    if (token.startsWith("{") || token.startsWith(";")) {
      const comment = token.replace(/^[{;]|\}$/g, "").replace(/\s+/g, " ").trim();
      here.comment = [here.comment, comment].filter(Boolean).join(" ");
    } else if (token === "(") {
      if (!here.parent) throw new Error(`${words.line} ${line}: ${words.noMoveBefore}`);
      stack.push(here);
      here = here.parent;
    } else if (token === ")") {
      if (stack.length === 0) throw new Error(`${words.line} ${line}: ${words.closedTwice}`);
      here = stack.pop();
    } else if (token.startsWith("$")) {
      here.mark = GLYPHS[token.slice(1)] ?? here.mark;
    } else if (RESULTS.includes(token)) result = token;
    else here = readMove(tree, here, token, line);
  }
  if (stack.length > 0) throw new Error(`${words.line} ${line}: ${words.openVariation}`);
  if (tree.root.children.length > 0) tree.look(tree.root.children[0]);
  return { tree, result };
}

function readMove(tree, here, token, line) {
  // Move numbers stand alone or directly before the move; a digit after the point belongs to the move.
  const word = token.replace(/^\d+\.+(?=\D|$)/, "").replace(/^\.+/, "");
  if (word === "" || /^\d+\.*$/.test(word)) return here;
  const mark = MARKS.filter((one) => word.endsWith(one)).sort((a, b) => b.length - a.length)[0] ?? "";
  const child = tree.grow(here, { text: word.slice(0, word.length - mark.length) });
  child.line ??= line;
  if (mark) child.mark = mark;
  return child;
}

/** Formats a game; `rows` returns a move's number and whether it starts a row, `said` the move's text. */
export function writePgn(tags, tree, rows, result, said) {
  const quote = (value) => String(value).replace(/["\\]/g, "\\$&");
  const head = [...tags].map(([name, value]) => `[${name} "${quote(value)}"]`);
  const words = [];
  const comment = (node) => node.comment && words.push(`{${node.comment.replace(/[{}]/g, "")}}`);
  comment(tree.root);
  const write = (node, isFresh) => {
    const { number, isFirst } = rows(node);
    if (isFirst) words.push(`${number}.`);
    else if (isFresh) words.push(`${number}...`);
    words.push(said(node) + node.mark);
    comment(node);
  };
  /** Formats a line from a position on; alternatives to a move stand after it. */
  const follow = (from, isFresh) => {
    for (let node = from; node.children.length > 0; node = node.children[0]) {
      const [main, ...others] = node.children;
      write(main, isFresh);
      for (const other of others) {
        words.push("(");
        write(other, true);
        follow(other, Boolean(other.comment));
        words.push(")");
      }
      isFresh = others.length > 0 || Boolean(main.comment);
    }
  };
  follow(tree.root, true);
  words.push(result);
  return `${head.join("\n")}\n\n${wrap(words)}\n`;
}

/** Wraps words at 80 columns; brackets join their contents. */
function wrap(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1);
    const gap = line === "" || line.endsWith("(") || word === ")" ? "" : " ";
    if (line.length + gap.length + word.length > 80 && line !== "") lines.push(word);
    else lines[lines.length - 1] = line + gap + word;
  }
  return lines.join("\n");
}

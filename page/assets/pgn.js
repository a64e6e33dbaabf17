// Games as PGN: tags, moves in some notation, comments, marks, variations. It knows no notation: moves are words.

import { MARKS, MoveTree } from "./tree.js";

/** The numeric glyphs of PGN for the six marks. */
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
/** What has a closing counterpart, and words up to the next of them. */
const TOKEN = /\{[^}]*\}|;[^\n]*|[()]|\$\d+|[^\s{}()$;]+|\{/g;

/** Whether a text looks like PGN: tags, or moves with numbers. */
export const isPgn = (text) => /^\s*\[\w+\s+"/m.test(text) || /(^|\s)1\s*\./.test(text);

/** Reads the games of a text, at most so many. */
export function* readGames(text, words, most) {
  let from = 0;
  for (let i = 0; i < most && from !== null; i++) {
    const game = readPgn(text, words, from);
    from = game.next;
    yield game;
  }
}

/** Reads one game of a text. Nodes know the line that they came from. Throws what is wrong, with its line. */
export function readPgn(text, words, from = 0) {
  const tags = new Map();
  const lines = text.replace(/\r/g, "").split("\n");
  let at = from;
  while (at < lines.length && (/^\s*(%.*)?$/.test(lines[at]) || /^\s*\[\w+\s+".*"\]\s*$/.test(lines[at]))) {
    const tag = /^\s*\[(\w+)\s+"(.*)"\]\s*$/.exec(lines[at]);
    if (tag) tags.set(tag[1], tag[2].replace(/\\(["\\])/g, "$1"));
    at++;
  }
  // The next game's tags end this one.
  let end = at;
  while (end < lines.length && !/^\s*\[\w+\s+".*"\]\s*$/.test(lines[end])) end++;
  const body = lines.slice(at, end).map((line) => (line.startsWith("%") ? "" : line)).join("\n");
  const tree = readMoves(body, at, words);
  return { tags, tree, next: end < lines.length ? end : null };
}

function readMoves(text, firstLine, words) {
  const tree = new MoveTree();
  let [here, stack] = [tree.root, []];
  let line = firstLine + 1;
  let last = 0;
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
    } else if (!RESULTS.includes(token)) {
      here = readMove(tree, here, token, line);
    }
  }
  if (stack.length > 0) throw new Error(`${words.line} ${line}: ${words.openVariation}`);
  if (tree.root.children.length > 0) tree.look(tree.root.children[0]);
  return tree;
}

function readMove(tree, here, token, line) {
  // Numbers of moves stand apart or before the move; a digit after the point belongs to the move.
  const word = token.replace(/^\d+\.+(?=\D|$)/, "").replace(/^\.+/, "");
  if (word === "" || /^\d+\.*$/.test(word)) return here;
  const mark = MARKS.filter((one) => word.endsWith(one)).sort((a, b) => b.length - a.length)[0] ?? "";
  const child = tree.grow(here, { text: word.slice(0, word.length - mark.length) });
  child.line ??= line;
  if (mark) child.mark = mark;
  return child;
}

/** Writes a game; `rows` tells the number of a move's row and whether it begins one, `said` how a move is written. */
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
  /** A line from a position on; the other choices for a move stand after it. */
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

/** Words in lines of at most 80 columns; brackets close up to what they hold. */
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

// Games of CCBridge (象棋桥): a record (.cbr), or a library of records (.cbl) at steps of 4096 bytes behind an index. Texts are in
// UTF-16, nothing is hidden. The layout follows the description at zhuanlan.zhihu.com/p/682174695 and its corrections in the
// document `ccbridge-format.md` (checked against 248 games), and the reader of the project `cchess` (walker8088).

import { Reader, tidy } from "./bytes.js";
import { RESULTS, growTree, setupOf } from "./placement.js";
import { MoveTree, fault } from "./tree.js";

const RECORD = "CCBridge Record";
const INDEX = 66624;
const ENTRY = 276;
const SLOT = 4096;
const MOVES = 2214;
const BOARD = 2120;
/** Tags of PGN by the places and sizes of their texts. @type {[string, number, number][]} */
const FIELDS = [["Title", 180, 128], ["Event", 692, 64], ["Round", 756, 64], ["Date", 884, 64], ["Site", 948, 64], ["Red", 1076, 64], ["Black", 1300, 64]];
const MEN = " RNBAKCP";

const wide = new TextDecoder("utf-16le");
const textOf = (/** @type {Uint8Array} */ bytes) => tidy(wide.decode(bytes));
/** @param {Uint8Array} bytes @param {number} at @param {string} name */
const begins = (bytes, at, name) => [...name].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

export const isCcbridge = (/** @type {Uint8Array} */ bytes) => begins(bytes, 0, "CCBridge");

/** Returns the records of a file. @param {Uint8Array} bytes */
export function recordsOf(bytes) {
  if (begins(bytes, 0, RECORD)) return [bytes];
  if (!begins(bytes, 0, "CCBridgeLibrary")) throw fault("olderFile");
  if (bytes.length < INDEX) throw fault("cutShort");
  const starts = /** @type {number[]} */ ([]);
  let at = INDEX + new DataView(bytes.buffer, bytes.byteOffset).getUint32(60, true) * ENTRY;
  // Other programs write longer indexes than their headers state.
  while (at < bytes.length && !begins(bytes, at, RECORD)) at += 4;
  // A long game fills several steps, so only the name marks where one begins.
  for (; at < bytes.length; at += SLOT) if (begins(bytes, at, RECORD)) starts.push(at);
  if (starts.length === 0) throw fault("damaged");
  return starts.map((at, i) => bytes.subarray(at, starts[i + 1]));
}

/** Parses a record. @param {Uint8Array} bytes */
export function readRecord(bytes) {
  if (bytes.length < MOVES) throw fault("cutShort");
  const tags = new Map(FIELDS.map(([name, at, size]) => [name, textOf(bytes.subarray(at, at + size))]));
  tags.set("Result", RESULTS[bytes[2076] % 4]);
  const tree = readMoves(bytes);
  const man = (/** @type {{ x: number, y: number }} */ { x, y }) => {
    const code = bytes[BOARD + (9 - y) * 9 + x];
    const letter = MEN[code & 15] ?? "";
    return { 1: letter, 2: letter.toLowerCase() }[code >> 4]?.trim() ?? "";
  };
  return { tags, tree, setup: setupOf(man, tree.root.children[0], bytes[2112] === 2) };
}

function readMoves(/** @type {Uint8Array} */ bytes) {
  const tree = new MoveTree();
  const reader = new Reader(bytes);
  reader.at = MOVES;
  const record = () => {
    const [flags, , from, to] = reader.take(4);
    return { from, to, comment: (flags & 4) !== 0 ? textOf(reader.take(reader.number())) : "", hasNext: (flags & 1) === 0, hasOther: (flags & 2) !== 0 };
  };
  // The first record holds the comment on the position.
  const first = record();
  tree.root.comment = first.comment;
  const next = () => {
    const hasMoves = first.hasNext && (reader.left >= 4 || tree.root.children.length > 0);
    const move = hasMoves ? record() : null;
    // Empty bytes end a game too.
    return move && move.from !== move.to ? move : null;
  };
  return growTree(tree, next, (place) => ({ x: place % 9, y: 9 - Math.floor(place / 9) }));
}

// Games in XQF, the binary form of XQStudio: a header of 1024 bytes, then the moves in order, each with flags for a next move and
// for an alternative. Versions from 11 on hide both behind keys. The layout follows XQStudio's published unit XQFRW.pas, as
// the readers of the projects `cchess` (walker8088) and `cchess_qt` (hbsxcjp) have it.

import { Reader, readChinese, writeChinese } from "./bytes.js";
import { RESULTS, growTree, pointsFrom, pointsOf, remark, setupFrom } from "./placement.js";
import { MoveTree, fault } from "./tree.js";

const HEADER = 1024;
/** The last version of XQStudio, and the one written here: the last without keys. */
const LAST = 18;
const PLAIN = 10;
/** The text whose bits pass through the keys. */
const MASK = new TextEncoder().encode("[(C) Copyright Mr. Dong Shiwei.]");
/** Tags of PGN by the places of their texts, which begin with their length. @type {[string, number, number][]} */
const FIELDS = [["Title", 0x50, 63], ["Event", 0xd0, 63], ["Date", 0x110, 15], ["Site", 0x120, 15], ["Red", 0x130, 15], ["Black", 0x140, 15]];
const pointOf = (/** @type {number} */ place) => ({ x: Math.floor(place / 10), y: place % 10 });
const placeOf = (/** @type {Point} */ { x, y }) => x * 10 + y;
/** Added to the points of a move. */
const FROM = 0x18;
const TO = 0x20;

export const isXqf = (/** @type {Uint8Array} */ bytes) => bytes[0] === 0x58 && bytes[1] === 0x51 && bytes[2] < 0x20;

/** The keys of a header. @param {Uint8Array} head */
function keysOf(head) {
  if (head[2] <= PLAIN) return { men: 0, from: 0, to: 0, length: 0, stream: new Uint8Array(32) };
  const mix = (/** @type {number} */ key, /** @type {number} */ by) => (54 * key * key + 221) * by & 0xff;
  const [sum, men, from, to] = head.subarray(12, 16);
  const keys = { men: mix(men, men), from: 0, to: 0, length: (sum * 256 + men) % 32000 + 767, stream: MASK.map((byte, i) => byte & (head[12 + i % 4] & head[3] | head[8 + i % 4])) };
  keys.from = mix(from, keys.men);
  keys.to = mix(to, keys.from);
  return keys;
}

/** Parses a game. @param {Uint8Array} bytes */
export function readXqf(bytes) {
  if (bytes.length < HEADER) throw fault("cutShort");
  if (bytes[2] > LAST) throw fault("newerFile");
  const keys = keysOf(bytes);
  const tags = new Map(FIELDS.map(([name, at, most]) => [name, readChinese(bytes.subarray(at + 1, at + 1 + Math.min(bytes[at], most)))]));
  tags.set("Result", RESULTS[Math.min(bytes[51], 3)]);
  const tree = readMoves(new Reader(bytes, (place) => keys.stream[place % 32]), bytes[2] <= PLAIN, keys);
  const points = Array.from({ length: 32 }, (_, i) => {
    const place = bytes[16 + (bytes[2] < 12 ? i : (i - keys.men - 1) & 31)] - keys.men & 0xff;
    return place < 90 ? pointOf(place) : null;
  });
  return { tags, tree, setup: setupFrom(points, tree.root.children[0], bytes[50] === 1) };
}

function readMoves(/** @type {Reader} */ reader, /** @type {boolean} */ isPlain, /** @type {ReturnType<typeof keysOf>} */ keys) {
  const tree = new MoveTree();
  const record = () => {
    const [from, to, flags] = reader.take(4);
    const hasText = isPlain || (flags & 0x20) !== 0;
    const length = hasText ? reader.number() - keys.length : 0;
    return { from: from - FROM - keys.from & 0xff, to: to - TO - keys.to & 0xff, comment: readChinese(reader.take(length)),
      hasNext: (flags & (isPlain ? 0xf0 : 0x80)) !== 0, hasOther: (flags & (isPlain ? 0x0f : 0x40)) !== 0 };
  };
  reader.at = HEADER;
  // Some programs leave the flags of the first record, which is no move, empty.
  tree.root.comment = record().comment;
  const isEmpty = reader.left === 0;
  return growTree(tree, () => (isEmpty ? null : record()), pointOf);
}

/** Formats a game in version 10; `tags` has its texts and result. @param {{ tags: Map<string, string>, tree: MoveTree, setup: string | null, base?: number }} game `base` is the first rank of its moves */
export function writeXqf({ tags, tree, setup, base }) {
  const head = new Uint8Array(HEADER);
  const { points, isBlack } = pointsFrom(setup);
  head.set([0x58, 0x51, PLAIN]);
  head.set(points.map((point) => (point ? placeOf(point) : 0xff)), 16);
  head.set([Number(isBlack), Math.max(0, RESULTS.indexOf(tags.get("Result") ?? ""))], 50);
  new DataView(head.buffer).setUint32(56, HEADER, true);
  for (const [name, at, most] of FIELDS) {
    const text = writeChinese(tags.get(name) ?? "", most);
    head.set([text.length, ...text], at);
  }
  const parts = [head];
  const record = (/** @type {number} */ from, /** @type {number} */ to, /** @type {TreeNode} */ node, /** @type {boolean} */ hasOther) => {
    const text = writeChinese(remark(node));
    const part = new Uint8Array(8 + text.length);
    part.set([from + FROM, to + TO, (node.children.length > 0 ? 0xf0 : 0) | (hasOther ? 0x0f : 0)]);
    new DataView(part.buffer).setUint32(4, text.length, true);
    part.set(text, 8);
    parts.push(part);
  };
  record(0, 0, tree.root, false);
  for (const node of tree.nodes()) {
    const { from, to } = pointsOf(node.text, base);
    record(placeOf(from), placeOf(to), node, node.parent?.children.at(-1) !== node);
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

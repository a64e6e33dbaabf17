// Formats of Xiangqi: games go out and come in again, and bad files are refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readText, writeChinese } from "../assets/bytes.js";
import { isCcbridge, readRecord, recordsOf } from "../assets/ccbridge.js";
import { gamesOf, isDhtmlXq, readDhtmlXq, writeDhtmlXq } from "../assets/dhtmlxq.js";
import { pointsOf, readFen } from "../assets/placement.js";
import { isPgn, readGames, readPgn } from "../assets/pgn.js";
import { MoveTree } from "../assets/tree.js";
import { isXqf, readXqf, writeXqf } from "../assets/xqf.js";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
const ENDING = "3k5/4a4/9/9/9/9/9/4B4/9/R3K4 b - - 0 1";
const words = { moveList: "list", digits: "digits" };

/** Numbers from 0 to below `most`, the same in each run. */
function dice(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** A tree of random moves between points with variations and comments; the first piece moves from `first`. */
function randomTree(roll, first = "H2") {
  const tree = new MoveTree();
  const point = () => "ABCDEFGHI"[roll(9)] + roll(10);
  const nodes = [tree.root];
  const count = roll(60);
  for (let i = 0; i < count; i++) {
    // Mostly the last position continues.
    const parent = roll(4) > 0 ? nodes.at(-1) : nodes[roll(nodes.length)];
    const from = parent === tree.root ? first : point();
    let to = point();
    while (to === from) to = point();
    nodes.push(tree.add(parent, { text: `${from}-${to}` }));
  }
  for (const node of nodes) if (roll(3) === 0) node.comment = ["炮二平五", "Good [see] it", "Nước đi hay", "€ 𠀀 ü", "a".repeat(300)][roll(5)];
  return tree.settle();
}

/** Texts and comments of a tree. */
const shape = ({ root }) => {
  const part = ({ text, comment, children }) => [text, comment, children.map(part)];
  return part(root);
};

/** Encodes a game as the versions with keys do, from the description of the format. */
function withKeys(version, [mask, ...keys], squares, isBlack, tree) {
  const head = new Uint8Array(1024);
  head.set([0x58, 0x51, version, mask]);
  head.set(keys, 8);
  const [orA, orB, orC, orD, sum, xy, xyf, xyt] = keys;
  const mix = (key, factor) => ((((((key * key) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * factor) % 256;
  const men = mix(xy, xy);
  const from = mix(xyf, men);
  const to = mix(xyt, from);
  const hidden = ((sum * 256 + xy) % 32000) + 767;
  const four = [(sum & mask) | orA, (xy & mask) | orB, (xyf & mask) | orC, (xyt & mask) | orD];
  const stream = [..."[(C) Copyright Mr. Dong Shiwei.]"].map((letter, i) => letter.charCodeAt(0) & four[i % 4]);
  for (let i = 0; i < 32; i++) head[16 + i] = squares[version >= 12 ? (men + i + 1) % 32 : i] + men;
  head[50] = Number(isBlack);
  const body = [];
  const number = (value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
  const put = (node, a, b, flags) => {
    const text = writeChinese(node.comment);
    body.push(0x18 + from + a, 0x20 + to + b, flags | (node.children.length > 0 ? 0x80 : 0) | (text.length > 0 ? 0x20 : 0), 0);
    if (text.length > 0) body.push(...number(text.length + hidden), ...text);
  };
  put(tree.root, 0, 0, 0);
  for (const node of tree.nodes()) {
    const { from: a, to: b } = pointsOf(node.text);
    put(node, a.x * 10 + a.y, b.x * 10 + b.y, node.parent.children.at(-1) === node ? 0 : 0x40);
  }
  return Uint8Array.from([...head, ...body.map((byte, i) => byte + stream[i % 32])]);
}

/** A record of CCBridge, from the description of the format. */
function ccbridge(tree, { red = "", result = 0, isBlack = false } = {}) {
  const head = new Uint8Array(2214);
  const wide = (text) => [...new Uint8Array(Uint16Array.from([...text].flatMap((one) => one.split("")), (unit) => unit.charCodeAt(0)).buffer)];
  head.set([..."CCBridge Record"].map((letter) => letter.charCodeAt(0)));
  head.set(wide(`${red}\0rest`), 1076);
  head.set([result], 2076);
  head.set([isBlack ? 2 : 1], 2112);
  const men = { r: 1, n: 2, b: 3, a: 4, k: 5, c: 6, p: 7 };
  [...START.replace(/\//g, "").replace(/\d/g, (gap) => " ".repeat(Number(gap)))].forEach((man, i) => {
    const kind = men[man.toLowerCase()];
    if (kind) head[2120 + i] = kind + (man === man.toLowerCase() ? 0x20 : 0x10);
  });
  const body = [];
  const put = (node, from, to, flags) => {
    const text = wide(node.comment);
    body.push(flags | (node.children.length === 0 ? 1 : 0) | (text.length > 0 ? 4 : 0), 0, from, to);
    if (text.length > 0) body.push(text.length & 255, text.length >> 8, 0, 0, ...text);
  };
  put(tree.root, 0, 0, 0);
  for (const node of tree.nodes()) {
    const { from, to } = pointsOf(node.text);
    put(node, (9 - from.y) * 9 + from.x, (9 - to.y) * 9 + to.x, node.parent.children.at(-1) === node ? 0 : 2);
  }
  return Uint8Array.from([...head, ...body]);
}

/** A library of records behind an index for `slots` games, where `told` stands in the header. */
function library(records, slots = 140, told = slots) {
  const parts = records.map((one) => {
    const slot = new Uint8Array(Math.ceil(one.length / 4096) * 4096);
    slot.set(one);
    return slot;
  });
  const head = new Uint8Array(66624 + slots * 276);
  head.set([..."CCBridgeLibrary"].map((letter) => letter.charCodeAt(0)));
  new DataView(head.buffer).setUint32(60, told, true);
  return Uint8Array.from([head, ...parts].flatMap((part) => [...part]));
}

const STARTING = [0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86];

test("random games go through XQF and DhtmlXQ unchanged", () => {
  const roll = dice(1);
  for (let i = 0; i < 60; i++) {
    const tree = randomTree(roll);
    const result = ["1-0", "0-1", "1/2-1/2", "*"][roll(4)];
    const tags = new Map([["Title", "第一局"], ["Event", "Giải vô địch"], ["Date", "2026.11.24"], ["Site", "Huế"], ["Red", "胡荣华"], ["Black", "Xu"], ["Result", result]]);
    const bytes = writeXqf({ tags, tree, setup: null });
    assert.ok(isXqf(bytes));
    const binary = readXqf(bytes);
    assert.deepEqual(shape(binary.tree), shape(tree));
    assert.deepEqual([...binary.tags], [...tags]);
    assert.equal(binary.setup, null);
    const text = readDhtmlXq(writeDhtmlXq({ tags, tree, setup: null }), words);
    assert.deepEqual(JSON.stringify(shape(text.tree)), JSON.stringify(shape(tree)).replaceAll("[see]", "［see］"));
    for (const name of ["Event", "Date", "Site", "Red", "Black", "Result"]) assert.equal(text.tags.get(name), tags.get(name));
    assert.equal(text.setup, null);
  }
});

test("positions go through XQF and DhtmlXQ; one with too many pieces does not", () => {
  const tags = new Map();
  const tree = new MoveTree(["d10d9"]);
  for (const [setup, moves] of [[ENDING, tree], [ENDING, new MoveTree()], [ENDING.replace(" b ", " w "), new MoveTree(["a1a2"])]]) {
    assert.equal(readXqf(writeXqf({ tags, tree: moves, setup })).setup, setup);
    assert.equal(readDhtmlXq(writeDhtmlXq({ tags, tree: moves, setup }), words).setup, setup);
  }
  for (const write of [writeXqf, writeDhtmlXq]) assert.throws(() => write({ tags, tree, setup: "3k5/9/9/9/9/9/9/9/9/RRRK5 w - - 0 1" }), { key: "notWritten" });
  // The first rank of the game's own notation is a rule.
  for (const [text, base] of [["h3e3", 1], ["h2e2", 0], ["H2-E2", 1]]) {
    assert.equal(readXqf(writeXqf({ tags, tree: new MoveTree([text]), setup: null, base })).tree.line[0].text, "H2-E2");
    assert.ok(writeDhtmlXq({ tags, tree: new MoveTree([text]), setup: null, base }).includes("movelist]7747["));
  }
  const marked = new MoveTree(["h3e3"]);
  Object.assign(marked.line[0], { mark: "!?", comment: "bold" });
  assert.equal(readXqf(writeXqf({ tags, tree: marked, setup: null })).tree.line[0].comment, "!? bold");
});

test("XQF is read in all versions with their keys", () => {
  const roll = dice(2);
  for (let i = 0; i < 80; i++) {
    const version = 11 + (i % 8);
    const tree = randomTree(roll);
    const keys = Array.from({ length: 9 }, () => roll(256));
    const game = readXqf(withKeys(version, keys, STARTING, false, tree));
    assert.deepEqual(shape(game.tree), shape(tree), `version ${version}`);
    assert.equal(game.setup, null);
  }
  // Black moves first: by the first piece, or by the header.
  const squares = STARTING.map((place, i) => (i === 16 ? 255 : place));
  const keys = [255, 1, 2, 3, 4, 5, 6, 7, 8];
  for (const tree of [new MoveTree(["h10g8"]), new MoveTree()]) assert.equal(readXqf(withKeys(18, keys, squares, true, tree)).setup, `${START.slice(1).replace(/^/, "1")} b - - 0 1`);
});

test("libraries and records of CCBridge are read", () => {
  const roll = dice(3);
  const trees = Array.from({ length: 30 }, () => randomTree(roll));
  const bytes = library(trees.map((tree) => ccbridge(tree, { red: "胡荣华", result: 1 })));
  assert.ok(isCcbridge(bytes));
  const games = recordsOf(bytes).map(readRecord);
  assert.equal(games.length, 30);
  games.forEach((game, i) => {
    assert.deepEqual(shape(game.tree), shape(trees[i]));
    assert.deepEqual([game.tags.get("Red"), game.tags.get("Result"), game.setup], ["胡荣华", "1-0", null]);
  });
  assert.equal(recordsOf(library([ccbridge(trees[0]), ccbridge(trees[1])], 128, 2)).length, 2);
  const single = ccbridge(new MoveTree(), { isBlack: true });
  assert.equal(readRecord(recordsOf(single)[0]).setup, `${START} b - - 0 1`);
  assert.throws(() => recordsOf(Uint8Array.from([..."CCBridge\x15\0\0\0"].map((letter) => letter.charCodeAt(0)))), { key: "olderFile" });
  assert.throws(() => recordsOf(library([])), { key: "damaged" });
});

test("cut and damaged files are refused or read, and never hang", () => {
  const roll = dice(4);
  let tree = randomTree(roll);
  while (tree.added < 20) tree = randomTree(roll);
  const record = ccbridge(tree);
  const files = [[writeXqf({ tags: new Map(), tree, setup: null }), readXqf], [withKeys(18, [255, 9, 8, 7, 6, 5, 4, 3, 2], STARTING, false, tree), readXqf],
    [record, readRecord], [library([record, record]), (bytes) => recordsOf(bytes).map(readRecord)]];
  const KEYS = ["tooLarge", "cutShort", "damaged", "newerFile", "olderFile"];
  const attempt = (read, bytes) => {
    try {
      read(bytes);
      return "";
    } catch (error) {
      assert.ok(KEYS.includes(error.key), error.stack);
      return error.key;
    }
  };
  for (const [bytes, read] of files) {
    assert.equal(attempt(read, bytes), "");
    for (let i = 0; i < 300; i++) {
      attempt(read, bytes.slice(0, roll(bytes.length)));
      const broken = bytes.slice();
      for (let k = 0; k <= roll(4); k++) broken[roll(2) > 0 ? bytes.length - 1 - roll(Math.min(bytes.length, 1500)) : roll(bytes.length)] = roll(256);
      attempt(read, broken);
    }
  }
  const [whole] = files[0];
  for (const cut of [3, 500, 1027, whole.length - 1, whole.length - 4]) assert.equal(attempt(readXqf, whole.slice(0, cut)), "cutShort");
  assert.equal(attempt(readRecord, record.slice(0, record.length - 4)), "cutShort");
  assert.equal(attempt(readXqf, Uint8Array.from(whole, (byte, i) => (i === 2 ? 19 : byte))), "newerFile");
  assert.equal(attempt(readXqf, Uint8Array.from(whole, (byte, i) => (i === 1024 + 8 + writeChinese(tree.root.comment).length ? 0 : byte))), "damaged");
});

test("files that would exhaust the page are refused in time", () => {
  const start = performance.now();
  const moves = (count) => Array.from({ length: count }, (_, i) => `${"ab"[i % 2]}${1 + (i % 9)}c${1 + (i % 7)}`);
  const long = moves(5e5).map((move) => `${move} `).join("");
  assert.throws(() => readPgn(`1. ${long}`, {}), { key: "tooLarge" });
  assert.throws(() => readPgn(`1. ${moves(1001).join(" ")}`, {}), { key: "tooLarge" });
  assert.equal(readPgn(`1. ${moves(1000).join(" ")}`, {}).tree.line.length, 1000);
  assert.throws(() => readDhtmlXq(`[DhtmlXQ_movelist]${"7747".repeat(5e5)}[/DhtmlXQ_movelist]`, words), { key: "tooLarge" });
  const branches = Array.from({ length: 3e4 }, (_, i) => `[DhtmlXQ_move_0_900_${i + 1}]0010[/DhtmlXQ_move_0_900_${i + 1}]`).join("");
  assert.throws(() => readDhtmlXq(`[DhtmlXQ_movelist]${"7747".repeat(950)}[/DhtmlXQ_movelist]${branches}`, words), { key: "tooLarge" });
  assert.throws(() => readXqf(Uint8Array.from([...writeXqf({ tags: new Map(), tree: new MoveTree(["a1a2"]), setup: null }).slice(0, 1032), ...Array(2e5).fill([0x18, 0x22, 0xf0, 0, 0, 0, 0, 0]).flat()])), { key: "tooLarge" });
  for (const text of ["\n".repeat(4e6), " ".repeat(4e6), "[a ".repeat(1e6), "1".repeat(4e6), "[DhtmlXQ_a]".repeat(4e5), "/1".repeat(2e6)]) {
    assert.ok(!isPgn(text));
    if (isDhtmlXq(text)) assert.equal(readDhtmlXq(gamesOf(text)[0], words).tree.line.length, 0);
    assert.equal(readFen(text), null);
  }
  assert.equal([...readGames('[A "b"]\n\n1. a\n\n'.repeat(2e5), {}, 201)].length, 201);
  assert.ok(performance.now() - start < 30000);
});

test("several games of DhtmlXQ stand in one text, with brackets in comments", () => {
  const text = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_comment0][FEN \"x\"][/DhtmlXQ_comment0]\n[/DhtmlXQ]\n";
  const games = gamesOf(`<p>${text.repeat(3)}`).map((one) => readDhtmlXq(one, words));
  assert.deepEqual(games.map(({ tree }) => [tree.line[0].text, tree.root.comment]), Array(3).fill(["H2-E2", '[FEN "x"]']));
  assert.throws(() => readDhtmlXq("[DhtmlXQ_movelist]9947[/DhtmlXQ_movelist]", words), { key: "damaged" });
});

test("positions of any dialect become Banco's", () => {
  const start = `${START} w - - 0 1`;
  const other = START.replace(/n/g, "h").replace(/N/g, "H").replace(/b/g, "e").replace(/B/g, "E");
  for (const text of [START, `${START} w`, `${START} r - - 0 1`, `${START} w - -`, `${START} w + + 0 1`, `${START} w 0 1`, `${START} RED - - - 1`, `fen ${other} w - - 0 1`, `FEN: ${other}`, ` ${START} w - - 0\n`]) {
    assert.equal(readFen(text), text.includes("- - - 1") ? `${START} w - - 1 1` : start, text);
  }
  assert.equal(readFen(`${START} b - - 12 34`), `${START} b - - 12 34`);
  assert.equal(readFen(`${START} black`), `${START} b - - 0 1`);
  for (const text of ["", "hello", "3k5/9 w", `${START}/9 w`, START.replace("9", "8"), `${START} x`, `${START} w moves h3e3`, "bBbP2rKrErHrB/bHbP2rPrPrPrP r"]) assert.equal(readFen(text), null, text);
});

test("texts are decoded whatever their encoding, and encoded for Chinese programs", () => {
  const text = "1. 炮二平五 马８进７ Nước";
  const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer);
  for (const bytes of [new TextEncoder().encode(text), utf16, utf16.map((_, i) => utf16[i ^ 1]), Uint8Array.from(writeChinese(text))]) assert.equal(readText(bytes), text);
  assert.deepEqual(writeChinese("炮a马", 4), [0xc5, 0xda, 0x61]);
  assert.deepEqual(writeChinese("\ud800"), [0x3f]);
  assert.equal(readText(Uint8Array.from(writeChinese("€ế\ue000𠀀\u{10ffff}"))), "€ế\ue000𠀀\u{10ffff}");
});

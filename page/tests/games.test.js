// Modules of the page that need no browser: `node --test page/tests/`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readFen } from "../assets/placement.js";
import { readRecord } from "../assets/record.js";
import { readAddress } from "../assets/router.js";
import { afterBest, scoreText, share, turned } from "../assets/score.js";
import { MoveTree, pathTo, rowText } from "../assets/tree.js";

const [english, vietnamese] = ["en", "vi"].map((name) =>
  JSON.parse(readFileSync(new URL(`../assets/${name}.json`, import.meta.url), "utf8")),
);
const SEATS = [{ name: "Red" }, { name: "Black" }];
const GAMES = ["xiangqi", "commander"];
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

test("texts of both languages have the same parameters", () => {
  for (const [key, text] of Object.entries(english))
    assert.equal(text.includes("#"), vietnamese[key].includes("#"), key);
});

test("a tree keeps variations, its line and what was taken back", () => {
  const tree = new MoveTree(["a", "b", "c"]);
  const [a, b] = tree.line;
  const other = tree.grow(a, { text: "x" });
  assert.deepEqual(
    tree.line.map(({ text }) => text),
    ["a", "x"],
  );
  assert.ok(tree.isVariation(other));
  tree.promote(other);
  assert.ok(!tree.isVariation(other) && tree.isVariation(b));
  tree.cut(1);
  assert.equal(tree.line.length, 1);
  // Another move replaces the one that was taken back, which stays behind it.
  tree.grow(a, { text: "y" });
  assert.deepEqual(
    a.children.map(({ text }) => text),
    ["y", "x", "b"],
  );
  assert.equal(tree.remove(a.children[0]), a);
  const copy = MoveTree.from(structuredClone(tree.toData()));
  assert.deepEqual(copy.toData(), tree.toData());
  assert.deepEqual(
    copy.paths().map((path) => path.map(({ text }) => text).join("")),
    ["ax", "abc"],
  );
  assert.deepEqual(pathTo(copy.root), []);
});

test("rows are numbered from the first seat's moves", () => {
  const tree = new MoveTree(["a", "b", "c"]);
  tree.line.forEach((node, i) => (node.seat = SEATS[i % 2].name));
  assert.deepEqual(
    tree.line.map((node) => rowText(SEATS, node)),
    ["1.", "1…", "2."],
  );
});

test("a record or a position is read", () => {
  const record = readRecord(
    "setoption name UCI_Variant value xiangqi\nsetoption name X value 2\nposition fen 3k5/9 w moves a1a2 b1b2\n",
    GAMES,
  );
  assert.deepEqual(
    [record.id, record.setup, record.moves, [...record.options]],
    ["xiangqi", "3k5/9 w", ["a1a2", "b1b2"], [["X", "2"]]],
  );
  assert.equal(readRecord("3k5/9 w", GAMES).setup, "3k5/9 w");
  assert.equal(readRecord("hello", GAMES), null);
});

test("positions of any dialect become Banco's", () => {
  const start = `${START} w - - 0 1`;
  const other = START.replace(/n/g, "h").replace(/N/g, "H").replace(/b/g, "e").replace(/B/g, "E");
  for (const text of [
    START,
    `${START} w`,
    `${START} r - - 0 1`,
    `${START} w - -`,
    `${START} w + + 0 1`,
    `${START} w 0 1`,
    `${START} RED - - - 1`,
    `fen ${other} w - - 0 1`,
    `FEN: ${other}`,
    ` ${START} w - - 0\n`,
  ]) {
    assert.equal(readFen(text), text.includes("- - - 1") ? `${START} w - - 1 1` : start, text);
  }
  assert.equal(readFen(`${START} b - - 12 34`), `${START} b - - 12 34`);
  assert.equal(readFen(`${START} black`), `${START} b - - 0 1`);
  for (const text of [
    "",
    "hello",
    "3k5/9 w",
    `${START}/9 w`,
    START.replace("9", "8"),
    `${START} x`,
    `${START} w moves h3e3`,
    "bBbP2rKrErHrB/bHbP2rPrPrPrP r",
  ])
    assert.equal(readFen(text), null, text);
});

test("addresses, also of earlier versions", () => {
  assert.deepEqual(readAddress("#/", GAMES), { mode: "home" });
  assert.deepEqual(readAddress("#/games", GAMES), { mode: "games" });
  assert.deepEqual(readAddress("#/xiangqi/analyse", GAMES), { mode: "analyse", id: "xiangqi", tab: undefined });
  assert.deepEqual(readAddress("#/commander/learn/rulesTab", GAMES), {
    mode: "learn",
    id: "commander",
    tab: "rulesTab",
  });
  assert.deepEqual(readAddress("#/commander/new", GAMES), { mode: "play", id: "commander", isNew: true });
  assert.deepEqual(readAddress("#/commander/nothing", GAMES).mode, "play");
  assert.deepEqual(readAddress("#commander~abc", GAMES), { mode: "analyse", id: "commander", link: "#commander~abc" });
  assert.deepEqual(readAddress("#room", GAMES), { mode: "play", id: "xiangqi", link: null });
});

test("scores as text, for the first team, and on the bar", () => {
  assert.equal(scoreText({ kind: "cp", value: -35 }, "lines"), "−0.35");
  assert.equal(scoreText({ kind: "cp", value: 400 }, "pits"), "+4");
  assert.equal(scoreText({ kind: "mate", value: 3 }, "lines"), "+#3");
  assert.deepEqual(turned({ kind: "cp", value: 20, share: 0.75 }, 1), { kind: "cp", value: -20, share: 0.25 });
  assert.equal(share({ kind: "cp", value: 0 }, "lines"), 0.5);
  assert.equal(share({ kind: "mate", value: -2 }, "lines"), 0);
  assert.deepEqual(afterBest({ score: { kind: "mate", value: 3 }, proven: true }, 0), {
    score: { kind: "mate", value: 2 },
    proven: true,
  });
  assert.deepEqual(afterBest({ score: { kind: "mate", value: 3 }, proven: true }, 1), {
    score: { kind: "mate", value: 3 },
    proven: true,
  });
});

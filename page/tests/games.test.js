// Modules of the page that need no browser: `node --test page/tests/`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isDhtmlXq, readDhtmlXq } from "../assets/dhtmlxq.js";
import { isPgn, readGames, readPgn, writePgn } from "../assets/pgn.js";
import { readRecord } from "../assets/record.js";
import { readAddress } from "../assets/router.js";
import { afterBest, scoreText, share, turned } from "../assets/score.js";
import { readShapes, writeShapes } from "../assets/shapes.js";
import { MoveTree, pathTo, rowText } from "../assets/tree.js";

const [english, vietnamese] = ["en", "vi"].map((name) => JSON.parse(readFileSync(new URL(`../assets/${name}.json`, import.meta.url), "utf8")));
const SEATS = [{ name: "Red" }, { name: "Black" }];
const GAMES = ["xiangqi", "commander"];
const words = { line: "line", openComment: "open comment", openVariation: "open variation", closedTwice: "closed twice", noMoveBefore: "no move" };
const write = ({ tree, tags }) => writePgn(tags, tree, () => ({ number: 1, isFirst: false }), "*", ({ text }) => text).split("\n\n")[1].replace(/\s+/g, " ").trim();

test("texts of both languages have the same parameters", () => {
  for (const [key, text] of Object.entries(english)) assert.equal(text.includes("#"), vietnamese[key].includes("#"), key);
});

test("a tree keeps variations, its line and what was taken back", () => {
  const tree = new MoveTree(["a", "b", "c"]);
  const [a, b] = tree.line;
  const other = tree.grow(a, { text: "x" });
  assert.deepEqual(tree.line.map(({ text }) => text), ["a", "x"]);
  assert.ok(tree.isVariation(other));
  tree.promote(other);
  assert.ok(!tree.isVariation(other) && tree.isVariation(b));
  tree.cut(1);
  assert.equal(tree.line.length, 1);
  // Another move replaces the one that was taken back, which stays behind it.
  tree.grow(a, { text: "y" });
  assert.deepEqual(a.children.map(({ text }) => text), ["y", "x", "b"]);
  assert.equal(tree.remove(a.children[0]), a);
  const copy = MoveTree.from(structuredClone(tree.toData()));
  assert.deepEqual(copy.toData(), tree.toData());
  assert.deepEqual(copy.paths().map((path) => path.map(({ text }) => text).join("")), ["ax", "abc"]);
  assert.deepEqual(pathTo(copy.root), []);
});

test("rows are numbered from the first seat's moves", () => {
  const tree = new MoveTree(["a", "b", "c"]);
  tree.line.forEach((node, i) => (node.seat = SEATS[i % 2].name));
  assert.deepEqual(tree.line.map((node) => rowText(SEATS, node)), ["1.", "1…", "2."]);
});

test("a PGN goes in and out with comments, marks, variations and shapes", () => {
  const text = '[Event "A \\"game\\""]\n[Result "1-0"]\n\n{Start} 1. h3e3! {[%csl Re5][%cal Gh3e3,Ge3e7] Centre} (1. b3e3 $6) b10c8 1-0\n';
  const game = readPgn(text, words);
  assert.equal(game.tags.get("Event"), 'A "game"');
  const [first] = game.tree.line;
  assert.deepEqual([first.mark, first.comment, first.shapes], ["!", "Centre", ["Re5", "Gh3e3", "Ge3e7"]]);
  assert.equal(game.tree.root.children[1].mark, "?!");
  const again = write(game);
  assert.equal(again, "{Start} 1... h3e3! {[%csl Re5][%cal Gh3e3,Ge3e7] Centre} (1... b3e3?!) 1... b10c8 *");
  assert.deepEqual(readPgn(again, words).tree.toData().nodes.map((one) => ({ ...one, line: 0 })), game.tree.toData().nodes.map((one) => ({ ...one, line: 0 })));
});

test("faults of a PGN name their line", () => {
  for (const [text, fault] of [["1. a\n{ open", "line 2: open comment"], ["1. a (", "line 1: open variation"], ["1. a\n\n)", "line 3: closed twice"], ["( a )", "line 1: no move"]]) {
    assert.throws(() => readPgn(text, words), { message: fault });
  }
  assert.ok(isPgn("1. h3e3") && isPgn('[Event "x"]') && !isPgn("3k5/9 w"));
  assert.equal([...readGames('[Event "1"]\n\n1. a *\n\n[Event "2"]\n\n1. b *\n', words, 9)].length, 2);
});

test("shapes of other programs are kept, and bad ones dropped", () => {
  assert.deepEqual(readShapes("[%cal Ya1b2, Zz9,Gh10i10] text"), { comment: "text", shapes: ["Ya1b2", "Gh10i10"] });
  assert.equal(writeShapes(["Gh10i10", "Re5"]), "[%csl Re5][%cal Gh10i10]");
  assert.equal(writeShapes(undefined), "");
});

test("DhtmlXQ has moves, variations, comments and a result", () => {
  const text = "[DhtmlXQ_title]T[/DhtmlXQ_title][DhtmlXQ_result]红胜[/DhtmlXQ_result][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]" +
    "[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1]one||two[/DhtmlXQ_comment1]";
  assert.ok(isDhtmlXq(text));
  const { tree, tags, setup } = readDhtmlXq(text, words);
  assert.deepEqual([tags.get("Result"), tags.get("Event"), setup], ["1-0", "T", null]);
  assert.deepEqual(tree.paths().map((path) => path.map((node) => node.text).join(" ")), ["H2-E2 H9-G7", "H2-E2 B9-C7"]);
  assert.equal(tree.line[0].comment, "one two");
  assert.throws(() => readDhtmlXq("[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]", { moveList: "list", digits: "digits" }), /list: 3/);
});

test("a record or a position is read", () => {
  const record = readRecord("setoption name UCI_Variant value xiangqi\nsetoption name X value 2\nposition fen 3k5/9 w moves a1a2 b1b2\n", GAMES);
  assert.deepEqual([record.id, record.setup, record.moves, [...record.options]], ["xiangqi", "3k5/9 w", ["a1a2", "b1b2"], [["X", "2"]]]);
  assert.equal(readRecord("3k5/9 w", GAMES).setup, "3k5/9 w");
  assert.equal(readRecord("hello", GAMES), null);
});

test("addresses, also of earlier versions", () => {
  assert.deepEqual(readAddress("#/", GAMES), { mode: "home" });
  assert.deepEqual(readAddress("#/games", GAMES), { mode: "games" });
  assert.deepEqual(readAddress("#/xiangqi/analyse", GAMES), { mode: "analyse", id: "xiangqi", tab: undefined });
  assert.deepEqual(readAddress("#/commander/learn/rulesTab", GAMES), { mode: "learn", id: "commander", tab: "rulesTab" });
  assert.deepEqual(readAddress("#/commander/nothing", GAMES).mode, "play");
  assert.deepEqual(readAddress("#commander~abc", GAMES), { mode: "play", id: "commander", link: "#commander~abc" });
  assert.deepEqual(readAddress("#room", GAMES), { mode: "play", id: "xiangqi", link: null });
});

test("scores as text, for the first team, and on the bar", () => {
  assert.equal(scoreText({ kind: "cp", value: -35 }, "lines"), "−0.35");
  assert.equal(scoreText({ kind: "cp", value: 400 }, "pits"), "+4");
  assert.equal(scoreText({ kind: "mate", value: 3 }, "lines"), "+#3");
  assert.deepEqual(turned({ kind: "cp", value: 20, share: 0.75 }, 1), { kind: "cp", value: -20, share: 0.25 });
  assert.equal(share({ kind: "cp", value: 0 }, "lines"), 0.5);
  assert.equal(share({ kind: "mate", value: -2 }, "lines"), 0);
  assert.deepEqual(afterBest({ score: { kind: "mate", value: 3 }, proven: true }, 0), { score: { kind: "mate", value: 2 }, proven: true });
  assert.deepEqual(afterBest({ score: { kind: "mate", value: 3 }, proven: true }, 1), { score: { kind: "mate", value: 3 }, proven: true });
});

// The opening explorer's counts, the names of openings and the rating of puzzles: `node --test page/tests/`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Families, Openings, mainLine, resultOf, sum } from "../assets/openings.js";
import { UNRATED, expected, rated } from "../assets/rating.js";
import { MoveTree } from "../assets/tree.js";

const kept = (moves, more = {}) => ({ tree: new MoveTree(moves).toData(), ...more });

test("moves are counted by position, whatever the order of the moves before", () => {
  const openings = new Openings();
  const [won, lost, drawn] = [1, -1, 0].map((result) => ({ name: String(result), result, open() {} }));
  openings.add(["start", "a", "ab", "end"], ["a", "b", "c"], won);
  openings.add(["start", "b", "ab", "end"], ["b", "a", "c"], lost);
  openings.add(["start", "b", "ab"], ["b", "a"], drawn);
  assert.deepEqual(openings.at("start"), {
    moves: [
      { move: "b", games: 2, first: 0, draws: 1, second: 1 },
      { move: "a", games: 1, first: 1, draws: 0, second: 0 },
    ],
    games: [won, lost, drawn],
  });
  assert.deepEqual(openings.at("ab"), {
    moves: [{ move: "c", games: 2, first: 1, draws: 0, second: 1 }],
    games: [won, lost],
  });
  assert.deepEqual(sum(openings.at("start").moves), { move: "", games: 3, first: 1, draws: 1, second: 1 });
  // The moves of a throw. A game that comes back to a position is in its list once.
  openings.add(["dice", "dice"], ["5:e7e6", "5:e7e6"], won);
  openings.add(["dice"], ["3:a7c6"], lost);
  assert.deepEqual(openings.at("dice", "5:"), {
    moves: [{ move: "5:e7e6", games: 2, first: 2, draws: 0, second: 0 }],
    games: [won],
  });
  assert.deepEqual(openings.at("nowhere"), { moves: [], games: [] });
});

test("openings are named by position: transposed and mirrored games have the same names, and the last one stays", () => {
  const lines = JSON.parse(readFileSync(new URL("../assets/families.json", import.meta.url), "utf8"));
  const families = new Families(lines);
  const english = (moves) => families.of(moves.split(" "))?.[4];
  for (const [code, moves, ...names] of lines) {
    assert.match(code, /^[A-E]\d?(-[A-E]\d?)?$/);
    assert.ok(names.length === 3 && names.every(Boolean), moves);
    assert.equal(english(moves), names[2]);
    assert.equal(english(moves.replace(/[a-i]/g, (file) => "ihgfedcba"["abcdefghi".indexOf(file)])), names[2]);
  }
  const screen = "Central Cannon v. Screen Horses";
  assert.equal(english("h3e3 h10g8 h1g3 b10c8"), screen);
  assert.equal(english("h3e3 b10c8 h1g3 h10g8"), screen);
  assert.equal(english("b3e3 h10g8 b1c3 b10c8 i4i5 i7i6"), screen);
  // The same pieces on the same points with the other side to move are another position.
  assert.equal(english("a1a2 h8e8 a2a1"), undefined);
  assert.equal(families.of([]), undefined);
});

test("the main line and the result of a stored game", () => {
  const tree = new MoveTree(["a", "b", "c"]);
  tree.grow(tree.line[0], { text: "x" });
  assert.deepEqual(mainLine({ tree: tree.toData() }), ["a", "b", "c"]);
  assert.deepEqual(mainLine(kept([])), []);
  assert.equal(resultOf(kept(["a"], { result: -1 })), -1);
  assert.equal(resultOf(kept(["a"], { result: null })), null);
  const tags = [
    ["Result", "1-0"],
    ["PlyCount", "2"],
  ];
  assert.equal(resultOf(kept(["a", "b"], { tags })), 1);
  // An imported game that went on has no result any more, and neither has an unknown one.
  assert.equal(resultOf(kept(["a", "b", "c"], { tags })), null);
  assert.equal(
    resultOf(
      kept(["a", "b"], {
        tags: [
          ["Result", "*"],
          ["PlyCount", "2"],
        ],
      }),
    ),
    null,
  );
});

test("ratings follow Glickman's example and results", () => {
  // "The Glicko system" (1999): a player of 1500 and 200 against three others; here one after another, nearly the same.
  const others = [
    [1400, 30, 1],
    [1550, 100, 0],
    [1700, 300, 0],
  ];
  const after = others.reduce((own, [rating, deviation, result]) => rated(own, { rating, deviation }, result), {
    rating: 1500,
    deviation: 200,
  });
  assert.ok(Math.abs(after.rating - 1464) < 5 && Math.abs(after.deviation - 151.4) < 2, JSON.stringify(after));
  assert.ok(Math.abs(expected({ rating: 1500, deviation: 200 }, { rating: 1400, deviation: 30 }) - 0.639) < 0.001);
  const even = { rating: 1500, deviation: 150 };
  const [won, lost] = [1, 0].map((result) => rated(UNRATED, even, result));
  assert.ok(won.rating > 1500 && lost.rating < 1500 && won.deviation < 350);
  assert.ok(Math.abs(won.rating + lost.rating - 3000) < 1e-9);
  // Somebody who solves half of the puzzles of 1900 comes to 1900, and stays able to move.
  let player = UNRATED;
  for (let i = 0; i < 200; i++) player = rated(player, { rating: 1900, deviation: 150 }, i % 2);
  assert.ok(Math.abs(player.rating - 1900) < 60 && player.deviation === 60, JSON.stringify(player));
});

// The package by `require`, in Node: `.ci/npm` runs this in a project that has it, and checks it against the types.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { BancoError, Board, Engine, loadRules } = require("banco-engine");

test("a board", async () => {
  await loadRules();
  assert.equal(new Board("xiangqi").san("h3e3"), "C2=5");
  assert.throws(() => new Board("oanquan").push("z9"), BancoError);
});

test("an engine", async () => {
  const engine = await Engine.create();
  const { bestmove } = await engine.search(await engine.position(), { depth: 4 });
  assert.match(bestmove ?? "", /^[a-i]\d+[a-i]\d+$/);
  engine.terminate();
});

test("one module for require and import", async () => {
  assert.equal((await import("banco-engine")).BancoError, BancoError);
});

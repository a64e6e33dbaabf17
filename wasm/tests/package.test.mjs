// The installed package in Node: `.ci/npm` runs this in a project that has it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Banco, BancoError, Engine } from "banco-engine";

const refused = (why) => (error) => error instanceof BancoError && why.test(error.message);

async function withEngine(options, run) {
  const engine = await Engine.create(options);
  try {
    await run(engine);
  } finally {
    engine.terminate();
  }
}

test("positions follow the rules of all games", async () => {
  const starts = { xiangqi: 44, commander: null, namdinh: null, dicechess: null, oanquan: 5 };
  for (const [variant, moves] of Object.entries(starts)) {
    await withEngine({ variant }, async (engine) => {
      const position = await engine.position();
      assert.ok(position.legalMoves.length > 0 && !position.isOver, variant);
      if (moves) assert.equal(position.legalMoves.length, moves);
      const [move] = position.legalMoves;
      const next = await position.push(move);
      assert.deepEqual(next.moves, [move]);
      assert.notEqual(next.fen, position.fen);
      assert.equal((await next.pop()).fen, position.fen);
      const board = await engine.board();
      assert.ok(board.points.size > 0 && board.seats.length >= 2);
      const standing = [...next.scene.men.keys(), ...next.scene.counts.keys()];
      assert.ok(standing.length > 0 && standing.every((point) => board.points.has(point)), variant);
    });
  }
});

test("a mate is found, and the game is over after it", () =>
  withEngine({}, async (engine) => {
    const position = await engine.position({ fen: "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1" });
    const { bestmove, lines } = await engine.search(position, { depth: 6 });
    assert.deepEqual(lines[0].score, { kind: "mate", value: 1 });
    const end = await position.push(bestmove);
    assert.ok(end.isOver && end.legalMoves.length === 0, end.result.text);
    assert.deepEqual([end.result.winner, end.result.reason], [0, "checkmate"]);
    assert.equal((await engine.search(end, { depth: 3 })).bestmove, null);
  }));

test("notations", () =>
  withEngine({}, async (engine) => {
    const position = await engine.position();
    assert.deepEqual(await position.notation("wxf", ["h3e3", "h10g8"]), ["C2=5", "H8+7"]);
    assert.equal((await position.notation("wxf")).length, 44);
    assert.deepEqual((await position.push("C2=5")).moves.length, 1);
  }));

test("an analysis ends with its loop, and lines come in order", () =>
  withEngine({}, async (engine) => {
    const position = await engine.position();
    const seen = [];
    for await (const info of engine.analyse(position, { multipv: 2 })) {
      seen.push(info.multipv);
      if (seen.length >= 10) break;
    }
    assert.ok(seen.includes(2));
    const { lines } = await engine.search(position, { nodes: 20_000, multipv: 3 });
    assert.deepEqual(
      lines.map(({ multipv }) => multipv),
      [1, 2, 3],
    );
    const stopped = new AbortController();
    setTimeout(() => stopped.abort(), 200);
    assert.match(
      (await engine.search(position, { infinite: true, signal: stopped.signal })).bestmove,
      /^[a-i]\d+[a-i]\d+$/,
    );
  }));

test("two threads share a search", () =>
  withEngine({ options: { Threads: 2 } }, async (engine) => {
    const { lines } = await engine.search(await engine.position(), { depth: 9 });
    assert.equal(lines[0].depth, 9);
  }));

test("what is wrong is refused, and the engine lives on", () =>
  withEngine({}, async (engine) => {
    const position = await engine.position();
    await assert.rejects(position.push("h3h9"), refused(/^illegal move h3h9/));
    await assert.rejects(position.push("h3e3 quit"), refused(/a move expected/));
    await assert.rejects(engine.position({ fen: "9/9/9" }), refused(/^bad position/));
    await assert.rejects(engine.position({ fen: "x\nquit" }), refused(/line break/));
    await assert.rejects(engine.setOption("Nope", 1), refused(/no such option/));
    await assert.rejects(engine.setOption("Threads", 0), refused(/Threads/));
    await assert.rejects(engine.search(position, {}), refused(/limit/));
    await assert.rejects(engine.search(position, { depth: "deep" }), refused(/depth needs a number/));
    const first = engine.search(position, { movetime: 300 });
    await assert.rejects(engine.search(position, { depth: 1 }), refused(/running/));
    assert.ok((await first).bestmove);
    await assert.rejects(engine.addTables("tables.zip"), refused(/name of a table/));
    await assert.rejects(engine.addTables("missing/xiangqi-R.-.banco"), refused(/ENOENT/));
    await assert.rejects(Engine.create({ variant: "chess" }), refused(/UCI_Variant/));
    await assert.rejects(Engine.create({ networks: ["missing.nnue"] }), /ENOENT/);
    engine.terminate();
    await assert.rejects(engine.position(), refused(/has ended/));
  }));

test("the protocol in lines", async () => {
  const banco = new Banco();
  const said = await new Promise((done, failed) => {
    const lines = [];
    banco.onerror = failed;
    banco.onmessage = ({ data }) => {
      lines.push(data);
      if (data.startsWith("bestmove")) done(lines);
    };
    banco.postMessage("uci\nposition startpos moves h3e3\ngo nodes 5000");
  });
  assert.ok(said.includes("uciok"));
  banco.postMessage("quit");
  assert.ok(banco.isClosed);
});

test("games are evaluated by their networks", async () => {
  const banco = new Banco();
  for (const game of ["xiangqi", "commander"]) {
    const said = await new Promise((done, failed) => {
      banco.onerror = failed;
      banco.onmessage = ({ data }) => data.includes("static evaluation") && done(data);
      banco.postMessage(`setoption name UCI_Variant value ${game}\neval`);
    });
    assert.ok(said.includes(`by network, made by \`banco-lab train --game ${game} `), said);
  }
  banco.postMessage("quit");
});

test("the examples of the README", () => {
  const readme = readFileSync("node_modules/banco-engine/README.md", "utf8");
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  const outputs = [
    /^12 \{ kind: 'cp', value: -?\d+ \} [A-Z]/m,
    /^Red 35 true false\nH2\+3 \[ 'M2\.3', 'X9-8' \]\n\[ 'h3e3', 'h10g8' \]\n$/,
    /^\[\n? *'/,
  ];
  assert.equal(examples.length, outputs.length);
  examples.forEach((code, i) => {
    const type = code.includes("require(") ? "commonjs" : "module";
    const run = spawnSync(process.execPath, [`--input-type=${type}`, "-e", code], { encoding: "utf8" });
    assert.deepEqual([run.status, run.stderr], [0, ""]);
    assert.match(run.stdout, outputs[i]);
  });
});

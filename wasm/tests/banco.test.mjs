// The text interface with an engine that reports what it receives: `node --test wasm/tests/banco.test.mjs`.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

/**
 * An engine with a few options. A search reports the lines that came before it, and moves; one with `silent` moves
 * late.
 */
const ENGINE = `
const RANGES = { Hash: [1, 128], Threads: [1, 1], MultiPV: [1, 500] };
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
export const initSync = () => ({});
export const takeNetwork = () => {};
export const lead = () => {};
export class Conversation {
  heard = [];
  receive(line) {
    const [word] = line.split(" ");
    const print = globalThis.bancoPrint;
    if (word === "isready") print("readyok");
    else if (word === "options") print(JSON.stringify({ options: Object.entries(RANGES).map(([name, range]) => ({ name, range })) }));
    else if (word === "heard") print("heard " + JSON.stringify(this.heard));
    else if (word === "go") this.go(line, print);
    if (word !== "go") this.heard.push(line);
    const [, name, value] = /^setoption name (.+?)(?: value (.*))?$/i.exec(line) ?? [];
    if (!name || /^clear hash$/i.test(name) || (/^uci_variant$/i.test(name) && value !== "chess")) return;
    const [, range] = Object.entries(RANGES).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
    if (!range || value < range[0] || value > range[1]) print("info string error: option " + name + ": rejected");
  }
  go(line, print) {
    print("info string heard " + JSON.stringify(this.heard.splice(0)));
    if (line.includes("silent")) pause(300);
    print("info depth 1 pv a1a2 b1b2");
    const isEndless = /infinite|ponder/.test(line) && !line.includes("complete");
    while (isEndless && !globalThis.bancoStops()) pause(5);
    print("bestmove " + (line.includes("ponder") ? "p1p2" : "a1a2"));
  }
}`;

const folder = mkdtempSync(join(tmpdir(), "banco-"));
after(() => rmSync(folder, { recursive: true }));
for (const name of ["js", "package.json"])
  cpSync(new URL(`../${name}`, import.meta.url), join(folder, name), { recursive: true });
for (const name of ["engine-simd", "engine-threads"]) {
  writeFileSync(join(folder, "js", `${name}.js`), ENGINE);
  // A module without anything.
  writeFileSync(join(folder, "js", `${name}_bg.wasm`), Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
}
for (const game of ["xiangqi", "commander"]) writeFileSync(join(folder, `js/${game}.nnue`), "network");
const { Banco } = await import(pathToFileURL(join(folder, "js/banco.js")).href);

/** Opens an engine, whose searches are stopped by shared memory or by the end of their worker. */
async function open({ shares = true } = {}) {
  const banco = new Banco();
  const lines = [];
  banco.onmessage = ({ data }) => lines.push(data);
  banco.onerror = (why) => lines.push(`failed: ${why}`);
  await banco.ready;
  if (!shares) banco.flag = null;
  /** Sends lines; returns the output up to a line that begins with `end`. */
  const query = async (text, end) => {
    const begun = lines.length;
    if (text) banco.postMessage(text);
    const deadline = Date.now() + 10_000;
    for (;;) {
      const at = lines.findIndex((line, i) => i >= begun && line.startsWith(end));
      if (at >= 0) return lines.slice(begun, at + 1);
      assert.ok(Date.now() < deadline, `no ${end} after ${text}: ${lines.join("; ")}`);
      await new Promise((done) => setTimeout(done, 2));
    }
  };
  return { banco, lines, query };
}

/** The lines that the searcher received before a search. */
const heard = (output) =>
  JSON.parse(output.find((line) => line.startsWith("info string heard ")).slice("info string heard ".length));

async function both(run) {
  for (const shares of [true, false]) {
    const engine = await open({ shares });
    try {
      await run(engine);
      assert.ok(!engine.lines.some((line) => line.startsWith("failed")), engine.lines.join("; "));
    } finally {
      engine.banco.terminate();
    }
  }
}

test("a rejected option is reported once and never sent again", () =>
  both(async ({ query }) => {
    const output = await query(
      "setoption name Nope value 1\nsetoption name Hash value 4096\nsetoption name MultiPV value 0\nsetoption name UCI_Variant value chess\nisready",
      "readyok",
    );
    const names = ["Nope", "Hash", "MultiPV", "UCI_Variant"];
    assert.deepEqual(output, [...names.map((name) => `info string error: option ${name}: rejected`), "readyok"]);
    for (let search = 0; search < 2; search++) {
      assert.deepEqual(heard(await query("go depth 1", "bestmove")), [
        "json off",
        "position startpos",
        "position startpos",
      ]);
    }
  }));

test("a rejected value leaves the one before it", () =>
  both(async ({ query }) => {
    const output = await query(
      "setoption name MultiPV value 3\nsetoption name Hash value 64\nsetoption name Hash value 0\ngo depth 1",
      "bestmove",
    );
    assert.ok(output.includes("info string error: option Hash: rejected"));
    const sent = heard(output);
    assert.ok(
      sent.includes("setoption name MultiPV value 3") && sent.includes("setoption name Hash value 64"),
      sent.join("; "),
    );
    assert.ok(
      !(await query("heard", "heard")).some((line) => line.includes("Hash value 64")),
      "the answering worker has a small hash table",
    );
  }));

test("a button is pressed once", () =>
  both(async ({ query }) => {
    await query("go depth 1", "bestmove");
    assert.ok(
      heard(await query("setoption name Clear Hash\ngo depth 1", "bestmove")).includes("setoption name Clear Hash"),
    );
    assert.ok(!heard(await query("go depth 1", "bestmove")).includes("setoption name Clear Hash"));
  }));

test("names are compared without case", () =>
  both(async ({ banco, query }) => {
    const text =
      "setoption name hash value 8\nsetoption  name HASH  value 16\nsetoption name multipv value 2\nsetoption name uci_variant value oanquan\ngo depth 1";
    const sent = heard(await query(`position startpos moves a1a2\n${text}`, "bestmove"));
    assert.deepEqual(
      sent.filter((line) => /hash/i.test(line)),
      ["setoption name HASH value 16"],
    );
    assert.equal(sent[1], "setoption name uci_variant value oanquan");
    assert.equal(sent.at(-1), "position startpos", "another game has another position");
    await query("setoption name THREADS value 1\ngo depth 1", "bestmove");
    assert.equal(banco.options.get("threads"), "setoption name THREADS value 1");
  }));

test("a search that is stopped before its first report has a move", () =>
  both(async ({ query }) => {
    for (let search = 0; search < 3; search++) {
      assert.equal((await query("go infinite silent\nstop", "bestmove")).at(-1), "bestmove a1a2");
    }
  }));

test("the expected move makes a search of pondering", () =>
  both(async ({ lines, query }) => {
    await query("position startpos moves a1a2\ngo ponder movetime 50", "info depth 1");
    const output = await query("ponderhit", "bestmove");
    assert.equal(output.at(-1), "bestmove a1a2");
    assert.ok(heard(output).includes("position startpos moves a1a2"));
    // A complete search is at its end; `stop` ends one that has just been hit.
    assert.equal((await query("go ponder complete\nponderhit", "bestmove")).at(-1).slice(0, 8), "bestmove");
    await query("go ponder complete", "info depth 1");
    await query("isready", "readyok");
    assert.equal((await query("ponderhit", "bestmove")).length, 1);
    await query("go ponder infinite", "info depth 1");
    assert.match((await query("ponderhit\nstop", "bestmove")).at(-1), /^bestmove [ap]1/);
    assert.ok(!(await query("heard", "heard")).at(-1).includes("ponderhit"));
    assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 4);
    // A search that does not ponder ignores it.
    await query("go infinite\nponderhit", "info depth 1");
    assert.deepEqual(
      (await query("isready", "readyok")).filter((line) => line.startsWith("bestmove")),
      [],
    );
    await query("stop", "bestmove");
  }));

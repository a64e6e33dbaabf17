// Nodes a second of the package against the native program, one thread, in turn: node wasm/bench.mjs FOLDER PROGRAM
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2);
if (!program) {
  console.error("usage: node wasm/bench.mjs FOLDER PROGRAM");
  process.exit(2);
}
const { Engine } = await import(pathToFileURL(resolve(folder, "index.js")).href);
const NODES = 1_000_000;
const engine = await Engine.create();
const position = await engine.position({ moves: ["h3e3", "h10g8"] });

/** The last `nps` of a search by the program. */
function native() {
  const input = `setoption name UCI_Variant value xiangqi\n${position.command}\ngo nodes ${NODES}\nwait\nquit\n`;
  const { stdout } = spawnSync(program, { input, encoding: "utf8" });
  return Number([...stdout.matchAll(/ nps (\d+)/g)].at(-1)[1]);
}

const runs = [];
for (let run = 0; run < 5; run++) {
  await engine.query("ucinewgame");
  const { lines } = await engine.search(position, { nodes: NODES });
  runs.push([lines[0].nps, native()]);
}
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const [here, there] = [0, 1].map((side) => median(runs.map((run) => run[side])));
const ratio = median(runs.map(([one, other]) => one / other));
console.log(`WebAssembly ${here}, native ${there} nodes a second; ratio ${ratio.toFixed(2)} (medians of 5)`);
engine.terminate();

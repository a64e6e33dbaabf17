// A worker with an engine. The first message holds it: `{ module, name, flag, networks }`; `flag` is shared memory by
// which the page stops a search. With `memory`, that of another worker, this one becomes a thread of that worker and
// handles no more messages. With `threads` it leads that many, and answers `{ memory }` for the others. Then come `{
// lines, job }`: lines of the protocol, whose output is sent in one message, or dropped before a `job`; the job's
// output is sent at once, and `{ ended }` with the `number` of the job after it. With a `number` and no job the output
// comes as `{ answered, text }`, though it is empty. Other messages are about endgame tables (tables.js).

const port = typeof WorkerGlobalScope === "undefined" ? (await import("node:worker_threads")).parentPort : globalThis;

let flag = null;
let conversation = null;
let said = [];
let isAtOnce = true;

globalThis.bancoPrint = (text) => {
  if (isAtOnce) port.postMessage(text);
  else said.push(text);
};
globalThis.bancoStops = () => flag !== null && Atomics.load(flag, 0) !== 0;

async function begin({ module, name, flag: shared, memory, threads, mostThreads, networks }) {
  flag = shared;
  const { initSync, Conversation, lead, help, takeNetwork } = await import(`./${name}.js`);
  const engine = initSync({ module, memory });
  if (memory) return help();
  if (threads > 1) {
    lead(threads);
    port.postMessage({ memory: engine.memory });
  }
  for (const bytes of networks) takeNetwork(new Uint8Array(bytes));
  conversation = new Conversation(mostThreads);
}

function handle({ lines, job, number }) {
  said = [];
  isAtOnce = false;
  for (const line of lines) conversation.receive(line);
  if (job) {
    isAtOnce = true;
    conversation.receive(job);
    port.postMessage({ ended: number });
  } else if (number) port.postMessage({ answered: number, text: said.join("\n") });
  else if (said.length > 0) port.postMessage(said.join("\n"));
}

/** Adds tables, lists missing ones, or builds one of them. */
function supply({ tables = [], want, build, failure }) {
  for (const { game, name, bytes } of tables) conversation.addTable(game, name, bytes);
  if (want) port.postMessage({ game: want, missing: conversation.announceTables(want) });
  if (build) port.postMessage({ built: { ...build, bytes: conversation.buildTable(build.game, build.name) } });
  if (failure) conversation.failTables(failure.game, failure.why);
}

function answer(data) {
  if (data.module) return begin(data);
  return data.lines ? handle(data) : supply(data);
}

let queue = Promise.resolve();
const take = (data) => {
  queue = queue.then(() => answer(data)).catch((fault) => port.postMessage({ fault: String(fault) }));
};
if (port === globalThis) port.onmessage = ({ data }) => take(data);
else port.on("message", take);

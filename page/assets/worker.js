// A worker with an engine. The first message brings it: `{ module, name, flag, network }`, of which `flag` is shared memory where
// the page asks a search to end. With `memory`, which is that of another worker, it lends that one its thread and hears
// no more. With `threads` it leads so many: then it answers `{ memory }` for the others. What follows is `{ lines, job }`:
// lines of the protocol whose answers are sent together, or, before a `job`, not at all; what the job says is sent at once.
// Or it is about tables of endings (tables.js).

let flag = null;
let conversation = null;
let said = [];
let isAtOnce = true;

globalThis.bancoSay = (text) => {
  if (isAtOnce) postMessage(text);
  else said.push(text);
};
globalThis.bancoStops = () => flag !== null && Atomics.load(flag, 0) !== 0;

async function begin({ module, name, flag: shared, memory, threads, mostThreads, network }) {
  flag = shared;
  const { initSync, Conversation, lead, help, takeNetwork } = await import(`./engine/${name}.js`);
  const engine = initSync({ module, memory });
  if (memory) return help();
  if (threads > 1) {
    lead(threads);
    postMessage({ memory: engine.memory });
  }
  takeNetwork(new Uint8Array(network));
  conversation = new Conversation(mostThreads);
}

function obey({ lines, job }) {
  said = [];
  isAtOnce = false;
  for (const line of lines) conversation.receive(line);
  if (job) {
    isAtOnce = true;
    conversation.receive(job);
  } else if (said.length > 0) postMessage(said.join("\n"));
}

/** Takes tables in, says which are missing, or builds one of these. */
function supply({ tables = [], want, build, failure }) {
  for (const { game, name, bytes } of tables) conversation.addTable(game, name, bytes);
  if (want) postMessage({ game: want, missing: conversation.wantTables(want) });
  if (build) postMessage({ built: { ...build, bytes: conversation.buildTable(build.game, build.name) } });
  if (failure) conversation.failTables(failure.game, failure.why);
}

function answer(data) {
  if (data.module) return begin(data);
  return data.lines ? obey(data) : supply(data);
}

let turn = Promise.resolve();
onmessage = ({ data }) => {
  turn = turn.then(() => answer(data)).catch((fault) => postMessage({ fault: String(fault) }));
};

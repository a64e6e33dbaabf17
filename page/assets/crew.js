// Workers with an engine. A crew runs searches with several threads in one memory, if the page may share memory with
// its workers: the first worker leads and holds the conversation, the others provide threads.

import "./simd.js";

/** Number of threads of a search on this device. */
export const mostThreads =
  globalThis.crossOriginIsolated && globalThis.hasSimd ? navigator.hardwareConcurrency || 1 : 1;

/** Engines by name, each compiled once for all workers. */
const brought = new Map();

async function load(file) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Loads an engine and its Xiangqi network, one file for all engines. */
const compile = (name) =>
  Promise.all([load(`engine/${name}_bg.wasm`).then((bytes) => WebAssembly.compile(bytes)), load("xiangqi.nnue")]);

function bring(name) {
  if (!brought.has(name)) brought.set(name, compile(name));
  brought.get(name).catch(() => brought.delete(name));
  return brought.get(name);
}

export class Crew {
  workers = [];
  isDismissed = false;

  /** `receive` receives output lines, `fail` the reason of a lost worker; `flag` stops a search. */
  constructor(threads, flag, receive, fail) {
    const single = globalThis.hasSimd ? "engine-simd" : "engine";
    Object.assign(this, { threads, flag, receive, fail, name: threads > 1 ? "engine-threads" : single });
    this.ready = bring(this.name).then(([module, network]) => {
      this.module = module;
      this.hire({ threads, mostThreads, network });
    });
    this.ready.catch(fail);
  }

  hire(task) {
    if (this.isDismissed) return;
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.fault) this.fail(data.fault);
      else if (data.memory) for (let i = 1; i < this.threads; i++) this.hire({ memory: data.memory });
      else this.receive(data);
    };
    worker.onerror = (event) => this.fail(event.message);
    worker.postMessage({ module: this.module, name: this.name, flag: this.flag, ...task });
    this.workers.push(worker);
  }

  /** Sends lines and a job (see worker.js) to the leader. */
  send(message) {
    this.ready.then(() => this.workers[0]?.postMessage(message), () => {});
  }

  dismiss() {
    this.isDismissed = true;
    this.workers.splice(0).forEach((worker) => worker.terminate());
  }
}

// Workers with an engine. A crew of several searches with as many threads in one memory, where the page may share memory
// with its workers: the first of them leads and has the conversation, the others lend it their threads.

import "./simd.js";

/** How many threads a search may have here. */
export const mostThreads =
  globalThis.crossOriginIsolated && globalThis.hasSimd ? navigator.hardwareConcurrency || 1 : 1;

/** Engines by their names, each compiled once for all workers. */
const compiled = new Map();

async function load(name) {
  const answer = await fetch(`engine/${name}_bg.wasm`);
  if (!answer.ok) throw new Error(`engine: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

function compile(name) {
  if (!compiled.has(name)) compiled.set(name, load(name));
  compiled.get(name).catch(() => compiled.delete(name));
  return compiled.get(name);
}

export class Crew {
  workers = [];
  isDismissed = false;

  /** `hear` is told what the engine says, `fail` why a worker is gone; `flag` asks a search to end. */
  constructor(threads, flag, hear, fail) {
    const single = globalThis.hasSimd ? "engine-simd" : "engine";
    Object.assign(this, { threads, flag, hear, fail, name: threads > 1 ? "engine-threads" : single });
    this.ready = compile(this.name).then((module) => {
      this.module = module;
      this.hire({ threads, mostThreads });
    });
    this.ready.catch(fail);
  }

  hire(task) {
    if (this.isDismissed) return;
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.fault) this.fail(data.fault);
      else if (data.memory) for (let i = 1; i < this.threads; i++) this.hire({ memory: data.memory });
      else this.hear(data);
    };
    worker.onerror = (event) => this.fail(event.message);
    worker.postMessage({ module: this.module, name: this.name, flag: this.flag, ...task });
    this.workers.push(worker);
  }

  /** Gives the one that leads lines, and a job (see worker.js). */
  send(message) {
    this.ready.then(() => this.workers[0]?.postMessage(message), () => {});
  }

  dismiss() {
    this.isDismissed = true;
    this.workers.splice(0).forEach((worker) => worker.terminate());
  }
}

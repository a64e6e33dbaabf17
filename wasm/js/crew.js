// Workers with an engine. A crew runs searches with several threads in one memory, if the page may share memory with
// its workers: the first worker leads and holds the conversation, the others provide threads.

import { canShare, load, processors, startWorker } from "./platform.js";
import "./simd.js";

/** Number of threads of a search on this device. */
export const mostThreads = canShare && globalThis.hasSimd ? processors : 1;

/** Files by address and engines by name, each loaded and compiled once for all workers. */
const brought = new Map();

function once(key, make) {
  if (!brought.has(key)) {
    brought.set(key, make());
    brought.get(key).catch(() => brought.delete(key));
  }
  return brought.get(key);
}

/** The engine with one thread. */
export const single = globalThis.hasSimd ? "engine-simd" : "engine";

/** Compiles an engine. */
export const compile = (name) =>
  once(name, () =>
    load(new URL(`./${name}_bg.wasm`, import.meta.url).href).then((bytes) => WebAssembly.compile(bytes)),
  );

export class Crew {
  workers = [];
  isDismissed = false;

  /**
   * `networks` are the addresses of the games' networks; `flag` is shared memory that stops a search. `receive` receives
   * output, `fail` the reason of a lost worker.
   */
  constructor({ threads, networks, flag }, receive, fail) {
    Object.assign(this, { threads, flag, receive, fail, name: threads > 1 ? "engine-threads" : single });
    const files = networks.map((address) => once(address, () => load(address)));
    this.ready = Promise.all([compile(this.name), ...files]).then(([module, ...networks]) => {
      this.module = module;
      this.hire({ threads, mostThreads, networks });
    });
    this.ready.catch(fail);
  }

  hire(task) {
    if (this.isDismissed) return;
    const receive = (data) => {
      if (data.fault) this.fail(data.fault);
      else if (data.memory) for (let i = 1; i < this.threads; i++) this.hire({ memory: data.memory });
      else this.receive(data);
    };
    const worker = startWorker(receive, (why) => this.fail(why));
    worker.postMessage({ module: this.module, name: this.name, flag: this.flag, ...task });
    this.workers.push(worker);
  }

  /** Sends lines and a job (see worker.js) to the leader. */
  send(message) {
    this.ready.then(
      () => this.workers[0]?.postMessage(message),
      () => {},
    );
  }

  dismiss() {
    this.isDismissed = true;
    this.workers.splice(0).forEach((worker) => worker.terminate());
  }
}

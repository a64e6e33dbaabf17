// The engine in workers of this page, in the manner of a WebSocket: lines of the protocol go in and come out.
//
// A worker that searches hears nothing until it is done. So one worker answers and another searches; the second is told
// options and position before each search. Where memory can be shared (service worker: sw.js) a search is asked to end;
// elsewhere its worker is ended, and what it found last is its answer.

import "./simd.js";

const name = globalThis.hasSimd ? "engine-simd" : "engine";

/** The engine, compiled once for all workers. */
let compiled = null;
const compile = () => (compiled ??= fetch(`engine/${name}_bg.wasm`).then(async (answer) => {
  if (!answer.ok) throw new Error(`engine: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}));

if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});

export const connectToWorkers = () => new LocalEngine();

class LocalEngine {
  readyState = WebSocket.CONNECTING;
  /** What the searcher has to know: the line of each option by its name, and that of the position. */
  options = new Map();
  position = "position startpos";
  /** The search that runs: its line, the best move of its last report, and its end if that came too early. */
  job = null;
  isStopping = false;
  /** Lines that wait for the end of a search that was told to end. */
  held = [];
  /** Lines for the worker that answers. */
  questions = [];
  flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  constructor() {
    compile().then((module) => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.module = module;
      this.talker = this.employ((text) => this.tell(text));
      // It keeps no hash table worth the name.
      this.talker.postMessage({ lines: ["setoption name Hash value 1"] });
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    }, (fault) => {
      compiled = null;
      this.readyState = WebSocket.CLOSED;
      this.onerror?.(fault);
    });
  }

  employ(hear) {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => (data.fault ? this.fail(data.fault) : hear(data));
    worker.onerror = (event) => this.fail(event.message);
    worker.postMessage({ module: this.module, name, flag: this.flag });
    return worker;
  }

  tell(text) {
    this.onmessage?.({ data: text });
  }

  send(text) {
    if (this.readyState !== WebSocket.OPEN) return;
    text.split("\n").forEach((line) => this.obey(line));
    this.flush();
  }

  flush() {
    if (this.questions.length > 0) this.talker.postMessage({ lines: this.questions.splice(0) });
  }

  obey(line) {
    const [word] = line.split(" ", 1);
    if (word === "stop") this.stop();
    else if (this.isStopping) this.held.push(line);
    else if (word === "go" || word === "offer") this.search(line);
    else {
      if (word === "position") this.position = line;
      if (word === "setoption") this.note(line);
      if (!line.startsWith("setoption name Hash ")) this.questions.push(line);
    }
  }

  note(line) {
    const [, option] = /^setoption name (.+?) value /.exec(line) ?? [];
    if (option === "UCI_Variant" && this.options.get(option) !== line) this.position = "position startpos";
    this.options.set(option, line);
  }

  search(line) {
    this.job = { line, best: "(none)", end: null };
    if (this.flag) Atomics.store(this.flag, 0, 0);
    this.searcher ??= this.employ((text) => text.split("\n").forEach((one) => this.hear(one)));
    const variant = this.options.get("UCI_Variant");
    // Every option can be set at the start of the game that it belongs to.
    const lines = [...(variant ? [variant] : []), "position startpos", ...this.options.values(), this.position];
    this.searcher.postMessage({ lines, job: line });
  }

  /** What the searcher says; an endless search ends when it is told to, though all may be known before. */
  hear(line) {
    if (!this.job) return;
    if (/^(bestmove|offeranswer) /.test(line)) {
      if (/ infinite\b/.test(this.job.line) && !this.isStopping) this.job.end = line;
      else this.end(line);
    } else {
      const [, best] = / pv (\S+)/.exec(line) ?? [];
      if (best && !/ multipv ([2-9]|1\d)/.test(line)) this.job.best = best;
      this.tell(line);
    }
  }

  stop() {
    if (!this.job || this.isStopping) return;
    if (this.job.end) this.end(this.job.end);
    else if (this.flag) {
      this.isStopping = true;
      Atomics.store(this.flag, 0, 1);
    } else {
      this.searcher.terminate();
      this.searcher = null;
      this.end(this.job.line.startsWith("offer ") ? "offeranswer decline" : `bestmove ${this.job.best}`);
    }
  }

  end(line) {
    Object.assign(this, { job: null, isStopping: false });
    this.tell(line);
    this.held.splice(0).forEach((one) => this.obey(one));
    this.flush();
  }

  /** A worker is gone: the page connects anew. */
  fail(why) {
    console.error(`the engine failed: ${why}`);
    this.close();
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.talker?.terminate();
    this.searcher?.terminate();
    setTimeout(() => this.onclose?.({ code: 0 }));
  }
}

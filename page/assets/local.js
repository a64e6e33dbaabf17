// The engine in workers of this page, with the interface of a WebSocket.
//
// A searching worker receives no messages until it is done. So one worker answers and others search; these receive options
// and position before each search. If memory can be shared (service worker: sw.js), a flag stops a search; otherwise its
// worker is terminated, and its last report is the answer.

import { Crew, mostThreads } from "./crew.js";
import { Tables } from "./tables.js";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});

const isSearch = (line) => /^(go|offer) /.test(line);

export const connectToWorkers = () => new LocalEngine();

class LocalEngine {
  readyState = WebSocket.CONNECTING;
  /** State to send to the searcher: the line of each option by name, and that of the position. */
  options = new Map();
  position = "position startpos";
  /** The running search: its line, the best move of its last report, and its end if that came too early. */
  job = null;
  isStopping = false;
  /** Lines that wait for the end of the search: all lines after a stop, or after another search was requested. */
  held = [];
  /** Lines for the answering worker. */
  questions = [];
  tables = new Tables((message) => this.give(message), (message) => this.talker.send(message));
  flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  constructor() {
    this.talker = this.employ(1, (said) => (said.missing ? this.tables.handleMissing(said) : this.emit(said)));
    // Stored tables are loaded before the first query.
    Promise.all([this.talker.ready, this.tables.ready]).then(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.tables.handOver(this.talker);
      // The answering worker needs no hash table.
      this.talker.send({ lines: ["setoption name Hash value 1"] });
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    }, (fault) => {
      this.readyState = WebSocket.CLOSED;
      this.onerror?.(fault);
    });
  }

  employ(threads, receive) {
    return new Crew(threads, this.flag, receive, (why) => this.fail(why));
  }

  /** Sends a message to all engines; a searching one handles it when it is done. */
  give(message) {
    this.talker.send(message);
    this.searchers?.send(message);
  }

  emit(text) {
    this.onmessage?.({ data: text });
  }

  send(text) {
    if (this.readyState !== WebSocket.OPEN) return;
    text.split("\n").forEach((line) => this.handle(line));
    this.flush();
  }

  flush() {
    if (this.questions.length > 0) this.talker.send({ lines: this.questions.splice(0) });
  }

  handle(line) {
    const [word] = line.split(" ", 1);
    if (word === "stop") {
      // Applies to a waiting search, too.
      if (this.held.some(isSearch)) this.held.push(line);
      this.stop();
    } else if (this.isStopping || this.held.length > 0 || (this.job && isSearch(line))) this.held.push(line);
    else if (line === "setoption name TablePath value small") this.tables.want();
    else if (isSearch(line)) this.search(line);
    else {
      if (word === "position") this.position = line;
      if (word === "setoption") this.note(line);
      if (word === "ucinewgame") this.searchers?.send({ lines: [line] });
      // Options of the searchers only.
      if (!/^setoption name (Hash|Threads) /.test(line)) this.questions.push(line);
    }
  }

  note(line) {
    const [, option] = /^setoption name (.+?) value /.exec(line) ?? [];
    if (option === "UCI_Variant") this.position = "position startpos";
    this.options.set(option, line);
    if (option === "UCI_Variant") this.tables.choose(line.split(" ").at(-1));
  }

  search(line) {
    this.job = { line, best: "(none)", end: null };
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const threads = Math.min(Number(this.options.get("Threads")?.split(" ").at(-1) ?? 1), mostThreads);
    if (this.searchers?.threads !== threads) {
      this.searchers?.dismiss();
      this.searchers = this.employ(threads, (text) => text.split("\n").forEach((one) => this.receive(one)));
      this.tables.handOver(this.searchers);
    }
    const variant = this.options.get("UCI_Variant");
    // Every option can be set at the start of its game.
    const lines = [...(variant ? [variant] : []), "position startpos", ...this.options.values(), this.position];
    this.searchers.send({ lines, job: line });
  }

  /** Handles the searcher's output; an endless search ends at `stop`, though it may be complete before. */
  receive(line) {
    if (!this.job) return;
    if (/^(bestmove|offeranswer) /.test(line)) {
      if (/ infinite\b/.test(this.job.line) && !this.isStopping) this.job.end = line;
      else this.end(line);
    } else {
      const [, best] = / pv (\S+)/.exec(line) ?? [];
      if (best && !/ multipv ([2-9]|1\d)/.test(line)) this.job.best = best;
      this.emit(line);
    }
  }

  stop() {
    if (!this.job || this.isStopping) return;
    if (this.job.end) this.end(this.job.end);
    else if (this.flag) {
      this.isStopping = true;
      Atomics.store(this.flag, 0, 1);
    } else {
      this.searchers.dismiss();
      this.searchers = null;
      this.end(this.job.line.startsWith("offer ") ? "offeranswer decline" : `bestmove ${this.job.best}`);
    }
  }

  end(line) {
    Object.assign(this, { job: null, isStopping: false });
    this.emit(line);
    this.held.splice(0).forEach((one) => this.handle(one));
    this.flush();
  }

  /** A lost worker closes the connection, and the page reconnects. */
  fail(why) {
    if (this.readyState !== WebSocket.OPEN) return;
    console.error(`the engine failed: ${why}`);
    this.close();
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.talker.dismiss();
    this.searchers?.dismiss();
    this.tables.dismiss();
    setTimeout(() => this.onclose?.({ code: 0 }));
  }
}

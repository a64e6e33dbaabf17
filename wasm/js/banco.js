// The engine in workers: lines of the protocol in, lines out, as with the worker of stockfish.js.
//
// A searching worker receives no messages until it is done. So one worker answers and others search; these receive options
// and position before each search. If memory can be shared (Node, isolated pages), a flag stops a search; otherwise its
// worker is terminated, and its last report is the answer.

import { Crew, mostThreads } from "./crew.js";
import { canShare } from "./platform.js";
import { Tables } from "./tables.js";

const isSearch = (line) => /^(go|offer) /.test(`${line} `);

/** The ends of searches and the best moves of reports, as text and as JSON. */
const END = /^(?:bestmove |offeranswer |\{"(?:bestmove|offeranswer)":)/;
const BEST = / pv (\S+)|"pv":\["([^"]+)"/;
const isSecondLine = (line) => / multipv ([2-9]|1\d)/.test(line) || /"multipv":(?!1\b)/.test(line);

export class Banco {
  /** Receives `{ data, isSearch }`: a line of output, and whether it comes from a search. */
  onmessage = null;
  /** Receives the reason of a lost worker, after which the engine is closed. */
  onerror = null;
  /** State to send to the searcher: the line of each option by name, and that of the position. */
  options = new Map();
  position = "position startpos";
  /** Whether the host receives JSON (`json on`). */
  json = "json off";
  /** The running search: its line and number, the best move of its last report, and its end if that came too early. */
  job = null;
  jobs = 0;
  isStopping = false;
  isOpen = false;
  isClosed = false;
  /** Lines that wait for the end of the search: all lines after a stop, or after another search was requested. */
  held = [];
  /** Lines for the answering worker. */
  questions = [];
  flag = canShare ? new Int32Array(new SharedArrayBuffer(4)) : null;

  /**
   * `network` is the address of the Xiangqi network; `store` keeps endgame tables, with `all()` and `put(table)`.
   */
  constructor({ network = new URL("./xiangqi.nnue", import.meta.url).href, store = null } = {}) {
    this.network = network;
    this.tables = new Tables({
      give: (message) => this.give(message), query: (message) => this.talker.send(message), network, store,
    });
    this.talker = this.employ(1, (said) => (said.missing ? this.tables.handleMissing(said) : this.emit(said, false)));
    // Stored tables are loaded before the first query.
    this.ready = Promise.all([this.talker.ready, this.tables.ready]).then(() => {
      if (this.isClosed) return;
      this.tables.handOver(this.talker);
      // The answering worker needs no hash table.
      this.talker.send({ lines: ["setoption name Hash value 1"] });
      this.isOpen = true;
      this.postMessage(this.held.splice(0).join("\n"));
    });
    this.ready.catch(() => {});
  }

  employ(threads, receive) {
    return new Crew({ threads, network: this.network, flag: this.flag }, receive, (why) => this.fail(why));
  }

  /** Sends a message to all engines; a searching one handles it when it is done. */
  give(message) {
    this.talker.send(message);
    this.searchers?.send(message);
  }

  emit(text, isSearch) {
    if (typeof text !== "string") return;
    text.split("\n").forEach((data) => this.onmessage?.({ data, isSearch }));
  }

  /** Takes lines of the protocol. */
  postMessage(text) {
    if (this.isClosed) return;
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    if (!this.isOpen) {
      this.held.push(...lines);
      return;
    }
    lines.forEach((line) => this.handle(line));
    this.flush();
  }

  flush() {
    if (this.questions.length > 0) this.talker.send({ lines: this.questions.splice(0) });
  }

  handle(line) {
    const [word] = line.split(" ", 1);
    if (word === "quit") this.terminate();
    else if (word === "stop") {
      // Applies to a waiting search, too.
      if (this.held.some(isSearch)) this.held.push(line);
      this.stop();
    } else if (this.isStopping || this.held.length > 0 || (this.job && isSearch(line))) this.held.push(line);
    else if (line === "setoption name TablePath value small") this.tables.want();
    else if (isSearch(line)) this.search(line);
    else {
      if (word === "position") this.position = line;
      if (word === "json") this.json = line;
      const [, place] = /^state (?:\S+ )?((?:startpos|fen ).*)$/.exec(line) ?? [];
      if (place) this.position = `position ${place}`;
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
    this.job = { line, number: ++this.jobs, best: null, end: null };
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const threads = Math.min(Number(this.options.get("Threads")?.split(" ").at(-1) ?? 1), mostThreads);
    if (this.searchers?.threads !== threads) {
      this.searchers?.dismiss();
      this.searchers = this.employ(threads, (said) => this.hear(said));
      this.tables.handOver(this.searchers);
    }
    const variant = this.options.get("UCI_Variant");
    // Every option can be set at the start of its game.
    const lines = [this.json, ...(variant ? [variant] : []), "position startpos", ...this.options.values(), this.position];
    this.searchers.send({ lines, job: line, number: this.job.number });
  }

  /** Handles a message of the searcher. A job that was rejected ends without a best move. */
  hear(said) {
    if (typeof said === "string") said.split("\n").forEach((line) => this.receive(line));
    else if (said.ended === this.job?.number && !this.job.end) this.end("");
  }

  /** Handles the searcher's output; an endless search ends at `stop`, though it may be complete before. */
  receive(line) {
    if (!this.job) return;
    if (END.test(line)) {
      if (/ infinite\b/.test(this.job.line) && !this.isStopping) this.job.end = line;
      else this.end(line);
    } else {
      const [, text, json] = BEST.exec(line) ?? [];
      if ((text || json) && !isSecondLine(line)) this.job.best = text ?? json;
      this.emit(line, true);
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
      this.end(this.endOf(this.job));
    }
  }

  /** Returns the end of a search whose worker was terminated. */
  endOf({ line, best }) {
    const isOffer = line.startsWith("offer ");
    if (this.json === "json on") return JSON.stringify(isOffer ? { offeranswer: false } : { bestmove: best, ponder: null, offer: null });
    return isOffer ? "offeranswer decline" : `bestmove ${best ?? "(none)"}`;
  }

  end(line) {
    Object.assign(this, { job: null, isStopping: false });
    if (line) this.emit(line, true);
    this.held.splice(0).forEach((one) => this.handle(one));
    this.flush();
  }

  /** A lost worker closes the engine. */
  fail(why) {
    if (this.isClosed) return;
    this.terminate();
    this.onerror?.(String(why));
  }

  /** Ends all workers. */
  terminate() {
    this.isClosed = true;
    this.talker.dismiss();
    this.searchers?.dismiss();
    this.tables.dismiss();
  }
}

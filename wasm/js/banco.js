// The engine in workers: lines of the protocol in, lines out, as with the worker of stockfish.js.
//
// A searching worker receives no messages until it is done. So one worker answers and others search; these receive
// options and position before each search. If memory can be shared (Node, isolated pages), a flag stops a search;
// otherwise its worker is terminated, and its last report is the answer. `ponderhit` stops a search, too, and starts it
// again on its own time.

import { Crew, mostThreads } from "./crew.js";
import { canShare, processors } from "./platform.js";
import { Tables } from "./tables.js";

const isSearch = (line) => /^(go|offer) /.test(`${line} `);
const isPonder = (line) => / ponder\b/.test(line);
/** Whether a search ends only on `stop` or `ponderhit`, though it may be complete before. */
const isEndless = (line) => / (infinite|ponder)\b/.test(line);
/** An option's name, and its value unless the option is a button. */
const OPTION = /^setoption name (.+?)(?: value (.*))?$/;
const isError = (line) => /^(?:info string error: |\{"error":)/.test(line);

/** The ends of searches and the best moves of reports, as text and as JSON. */
const END = /^(?:bestmove |offeranswer |\{"(?:bestmove|offeranswer)":)/;
const BEST = / pv (\S+)|"pv":\["([^"]+)"/;
const isSecondLine = (line) => / multipv ([2-9]|1\d)/.test(line) || /"multipv":(?!1\b)/.test(line);

/** The networks beside this module, spelt out for bundlers. */
const NETWORKS = [new URL("./xiangqi.nnue", import.meta.url).href, new URL("./commander.nnue", import.meta.url).href];

export class Banco {
  /** Receives `{ data, isSearch }`: a line of output, and whether it comes from a search. */
  onmessage = null;
  /** Receives the reason of a lost worker, after which the engine is closed. */
  onerror = null;
  /**
   * State to send to the searcher: the accepted line of each option by its name in small letters, and that of the
   * position.
   */
  options = new Map();
  position = "position startpos";
  /** Whether the host receives JSON (`json on`). */
  json = "json off";
  /** Least and greatest values of the options of the searchers. */
  ranges = new Map();
  /** The answer that lines wait for: its number, and what receives it. */
  pending = null;
  queries = 0;
  /** The running search: its line and number, the best move of its last report, its end if that came too early, and its
   * line after `ponderhit`. */
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
   * `networks` are the addresses of the games' networks; `store` keeps endgame tables, with `all()` and `put(table)`.
   */
  constructor({ networks = NETWORKS, store = null } = {}) {
    this.networks = networks;
    this.tables = new Tables({
      give: (message) => this.give(message),
      query: (message) => this.talker.send(message),
      store,
    });
    this.talker = this.employ(1, (said) => {
      if (said.missing) this.tables.handleMissing(said);
      else if (said.answered !== undefined) this.answer(said);
      else this.emit(said, false);
    });
    // Stored tables are loaded before the first query.
    this.ready = Promise.all([this.talker.ready, this.tables.ready]).then(() => {
      if (this.isClosed) return;
      this.tables.handOver(this.talker);
      this.isOpen = true;
      // The answering worker needs no hash table.
      this.query(["setoption name Hash value 1", "options"], (text) => {
        const { options } = JSON.parse(text.split("\n").at(-1));
        this.ranges.set("hash", options.find(({ name }) => name === "Hash").range);
        this.ranges.set("threads", [1, processors]);
      });
    });
    this.ready.catch(() => {});
  }

  employ(threads, receive) {
    return new Crew({ threads, networks: this.networks, flag: this.flag }, receive, (why) => this.fail(why));
  }

  /** Sends a message to all engines; a searching one handles it when it is done. */
  give(message) {
    this.talker.send(message);
    this.searchers?.send(message);
  }

  /** Sends lines to the answering worker; all others wait until `receive` has handled the output. */
  query(lines, receive) {
    this.flush();
    this.pending = { number: ++this.queries, receive };
    this.talker.send({ lines, number: this.pending.number });
  }

  answer({ answered, text }) {
    if (answered !== this.pending?.number) return;
    const { receive } = this.pending;
    this.pending = null;
    receive(text);
    this.resume();
  }

  /** Handles the lines that waited. */
  resume() {
    this.held.splice(0).forEach((line) => this.handle(line));
    this.flush();
  }

  emit(text, isSearch) {
    if (typeof text !== "string") return;
    text.split("\n").forEach((data) => this.onmessage?.({ data, isSearch }));
  }

  /** Takes lines of the protocol. */
  postMessage(text) {
    if (this.isClosed) return;
    const lines = text
      .split("\n")
      .map((line) => line.trim().replace(/\s+/g, " "))
      .filter(Boolean);
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
    else if (word === "stop" || word === "ponderhit") {
      // Applies to a waiting search, too.
      if (this.held.some(isSearch)) this.held.push(line);
      if (word === "stop") this.stop();
      else if (!this.held.some(isSearch)) this.ponderHit();
    } else if (this.isStopping || this.pending || this.held.length > 0 || (this.job && isSearch(line)))
      this.held.push(line);
    else if (isSearch(line)) this.search(line);
    else if (word === "setoption") this.setOption(line);
    else {
      if (word === "position") this.position = line;
      if (word === "json") this.json = line;
      const [, place] = /^state (?:\S+ )?((?:startpos|fen ).*)$/.exec(line) ?? [];
      if (place) this.position = `position ${place}`;
      if (word === "ucinewgame") this.searchers?.send({ lines: [line] });
      this.questions.push(line);
    }
  }

  /** Keeps an option for the searchers when the engine has accepted it. A button is pressed once. */
  setOption(line) {
    const [, text, value] = OPTION.exec(line) ?? [];
    const name = text?.toLowerCase();
    const [least, greatest] = this.ranges.get(name) ?? [];
    if (name === "tablepath" && value === "small") this.tables.want();
    else if (/^\d+$/.test(value) && value >= least && value <= greatest) this.options.set(name, line);
    else {
      this.query([line], (answer) => {
        if (answer) this.emit(answer, false);
        if (answer.split("\n").some(isError)) return;
        if (value === undefined) this.searchers?.send({ lines: [line] });
        else this.options.set(name, line);
        if (name !== "uci_variant") return;
        this.position = "position startpos";
        this.tables.choose(value.toLowerCase());
      });
    }
  }

  search(line) {
    this.job = { line, number: ++this.jobs, best: null, end: null, next: null };
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const threads = Math.min(Number(this.options.get("threads")?.split(" ").at(-1) ?? 1), mostThreads);
    if (this.searchers?.threads !== threads) {
      this.searchers?.dismiss();
      this.searchers = this.employ(threads, (said) => this.hear(said));
      this.tables.handOver(this.searchers);
    }
    const variant = this.options.get("uci_variant");
    // Every option can be set at the start of its game.
    const lines = [
      this.json,
      ...(variant ? [variant] : []),
      "position startpos",
      ...this.options.values(),
      this.position,
    ];
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
      if (isEndless(this.job.line) && !this.isStopping) this.job.end = line;
      else this.end(line);
      return;
    }
    const [, text, json] = BEST.exec(line) ?? [];
    if ((text || json) && !isSecondLine(line)) this.job.best = text ?? json;
    this.emit(line, true);
    if (this.isStopping && !this.flag) this.breakOff();
  }

  stop() {
    if (!this.job) return;
    this.job.next = null;
    if (this.isStopping) return;
    if (this.job.end) this.end(this.job.end);
    else {
      this.isStopping = true;
      if (this.flag) Atomics.store(this.flag, 0, 1);
      else this.breakOff();
    }
  }

  /** The expected move was played: a complete search ends, another one starts again within its limits. */
  ponderHit() {
    const { line, end } = this.job ?? {};
    if (this.isStopping || !line || !isPonder(line)) return;
    if (!end) this.job.next = line.replace(/ ponder\b/, "");
    if (end) this.end(end);
    else if (this.flag) {
      this.isStopping = true;
      Atomics.store(this.flag, 0, 1);
    } else this.breakOff();
  }

  /** Terminates the searcher of a stopping job that has a move to answer with, or needs none. */
  breakOff() {
    const { line, best, next } = this.job;
    if (!best && !next && !line.startsWith("offer ")) return;
    this.searchers.dismiss();
    this.searchers = null;
    this.end(this.endOf(this.job));
  }

  /** Returns the end of a search whose worker was terminated. */
  endOf({ line, best }) {
    const isOffer = line.startsWith("offer ");
    if (this.json === "json on")
      return JSON.stringify(isOffer ? { offeranswer: false } : { bestmove: best, ponder: null, offer: null });
    return isOffer ? "offeranswer decline" : `bestmove ${best ?? "(none)"}`;
  }

  end(line) {
    const { next } = this.job;
    Object.assign(this, { job: null, isStopping: false });
    if (next) this.search(next);
    else if (line) this.emit(line, true);
    this.resume();
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

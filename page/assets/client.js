// Client of the engine: lines of Banco's text protocol.

import { readInfo } from "./engine/model.js";
import { connect } from "./link.js";

/** Most attempts for a query, which may be the cause of a lost connection. */
const TRIES = 3;
/** Longest line that the engine reads from a page, in bytes. */
const LINE = 64 << 10;
const tooLong = (line) => line.length > LINE / 4 && new Blob([line]).size > LINE;

/** A text with a line break would be several commands. */
const isBroken = (line) => /[\r\n]/.test(line);

export class Client {
  /** Pending queries, and searches without a best move yet, oldest first. */
  questions = [];
  searches = [];
  stops = 0;
  options = new Map();
  /** Returns the lines to send first on a new connection. */
  greeting = () => [];
  onfault = () => {};
  onclose = () => {};

  /** Connects or reconnects; pending queries are sent again. */
  open() {
    return new Promise((done, failed) => {
      this.socket = connect();
      let isOpen = false;
      this.socket.onopen = () => {
        isOpen = true;
        this.options.clear();
        this.set("UCI_ShowWDL", true);
        this.send(...this.greeting());
        for (const question of this.questions.splice(0)) {
          Object.assign(question, { lines: [], faults: [] });
          if (question.tries++ < TRIES) this.put(question);
          else question.done({ lines: [], faults: ["Banco does not answer"] });
        }
        done();
      };
      this.socket.onerror = failed;
      this.socket.onclose = (event) => {
        if (!isOpen) return;
        // Only the callers of searches know their positions, so searches are not repeated.
        this.searches.splice(0).forEach((search) => search.done(null));
        this.onclose(event);
      };
      this.socket.onmessage = (event) => event.data.split("\n").forEach((line) => this.take(line));
    });
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(...lines) {
    const whole = lines.filter((line) => !isBroken(line));
    if (this.isOpen && whole.length > 0) this.socket.send(whole.join("\n"));
  }

  /** Sends lines; resolves to the output up to the line `end`, which the last of them produces. */
  query(sent, end) {
    if (sent.some(isBroken)) return Promise.resolve({ lines: [], faults: ["a line break within a line"] });
    if (sent.some(tooLong)) return Promise.resolve({ lines: [], faults: [`line too long: at most ${LINE >> 10} KiB is read`] });
    return new Promise((done) => this.put({ sent, end, tries: 0, lines: [], faults: [], done }));
  }

  put(question) {
    this.questions.push(question);
    this.send(...question.sent);
  }

  /** Sends lines, the last of which is answered by one line or an error. */
  answer(...lines) {
    // Lines deferred after `wait` or `stop` are handled in order, and so is `isready`; `lots` ends the answer for searches that run on.
    return this.query([...lines, "lots"], "lotsok");
  }

  /**
   * Starts a search; resolves to the best move, or to null when the connection is lost. Reports go to `oninfo`, a move that
   * needs consent to `onoffer`.
   */
  search(go, oninfo, onoffer = () => {}) {
    if (!this.isOpen) return Promise.resolve(null);
    return new Promise((done) => {
      this.searches.push({ oninfo, onoffer, done });
      this.send(go);
    });
  }

  /** Sends an offer to the engine for the side not to move; resolves to `accept` or `decline`. */
  offer(move, limit) {
    return this.search(`offer ${move} ${limit}`, () => {});
  }

  /**
   * Stops the running search, if any; later lines wait for its end. A caller that runs one search after another ends its
   * series when `stops` has grown.
   */
  stop() {
    this.stops++;
    if (this.searches.length > 0) this.send("stop");
  }

  /** Sets an option unless it has the value already. */
  set(name, value) {
    if (this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.send(`setoption name ${name} value ${value}`);
  }

  take(line) {
    if (line.startsWith("offer ")) {
      this.searches[0]?.onoffer(line.split(" ")[1]);
    } else if (line.startsWith("bestmove ") || line.startsWith("offeranswer ")) {
      this.searches.shift()?.done(line.split(" ")[1]);
    } else if (line.startsWith("info string error: ")) {
      const fault = line.slice(19);
      if (this.questions.length > 0) this.questions[0].faults.push(fault);
      else this.onfault(fault);
    } else if (line.startsWith("info ")) {
      this.searches[0]?.oninfo(readInfo(line));
    } else if (this.questions.length > 0) {
      const question = this.questions[0];
      if (line === question.end) this.questions.shift().done(question);
      else question.lines.push(line);
    }
  }
}

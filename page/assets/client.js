// Client of the engine: lines of Banco's text protocol.

import { readInfo } from "./engine/model.js";
import { faultOf } from "./faults.js";
import { t } from "./i18n.js";

/** Whether the page is static files, written by `banco export-page`. */
export const isStatic = document.documentElement.dataset.engine === "here";

const connectToServer = () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/session`);

/** Connects to the engine with the interface of a WebSocket: in the page's server or, for static files, in workers of the page. */
const connect = isStatic ? (await import("./local.js")).connectToWorkers : connectToServer;

/** Most attempts for a query, which may be the cause of a lost connection. */
const TRIES = 3;
/** Longest line that the engine reads from a page, in bytes. */
const LINE = 64 << 10;
/** Beginning of an error of the engine. */
const FAULT = "info string fault ";
const tooLong = (/** @type {string} */ line) => line.length > LINE / 4 && new Blob([line]).size > LINE;

/** A text with a line break would be several commands. @param {string} line */
const isBroken = (line) => /[\r\n]/.test(line);

export class Client {
  /** Pending queries, and searches without a best move yet, oldest first. */
  questions = /** @type {Question[]} */ ([]);
  searches = /** @type {Search[]} */ ([]);
  stops = 0;
  options = /** @type {Map<string, string>} */ (new Map());
  socket = /** @type {Socket} */ (/** @type {unknown} */ (null));

  /**
   * `greeting()` returns the lines to send first on a new connection, `closed(client, event)` handles its end, and `failed(fault)` an error
   * that belongs to no query.
   */
  constructor(/** @type {{ greeting?: () => string[], closed?: (client: Client, event: { code: number }) => unknown, failed?: (fault: Fault) => unknown }} */ handlers = {}) {
    this.handlers = handlers;
  }

  /** Connects or reconnects; pending queries are sent again. */
  open() {
    return new Promise((/** @type {(value?: unknown) => void} */ done, failed) => {
      this.socket = /** @type {Socket} */ (connect());
      let isOpen = false;
      this.socket.onopen = () => {
        isOpen = true;
        this.options.clear();
        this.set("UCI_ShowWDL", true);
        this.send("faults on", ...(this.handlers.greeting?.() ?? []));
        for (const question of this.questions.splice(0)) {
          Object.assign(question, { lines: [], faults: [] });
          if (question.tries++ < TRIES) this.put(question);
          else question.done({ lines: [], faults: [faultOf(t("noAnswer"))] });
        }
        done();
      };
      this.socket.onerror = failed;
      this.socket.onclose = (/** @type {{ code: number }} */ event) => {
        if (!isOpen) return;
        // Only the callers of searches know their positions, so searches are not repeated.
        this.searches.splice(0).forEach((search) => search.done(null));
        this.handlers.closed?.(this, event);
      };
      this.socket.onmessage = (/** @type {{ data: string }} */ event) => event.data.split("\n").forEach((line) => this.take(line));
    });
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** @param {string[]} lines */
  send(...lines) {
    const whole = lines.filter((line) => !isBroken(line));
    if (this.isOpen && whole.length > 0) this.socket.send(whole.join("\n"));
  }

  /** Sends lines; resolves to the output up to the line `end`, which the last of them produces. @param {string[]} sent @param {string} end @returns {Promise<Answer>} */
  query(sent, end) {
    if (sent.some(isBroken)) return Promise.resolve({ lines: [], faults: [faultOf(t("lineBreak"))] });
    if (sent.some(tooLong)) return Promise.resolve({ lines: [], faults: [faultOf(t("lineTooLong"))] });
    return new Promise((done) => this.put({ sent, end, tries: 0, lines: [], faults: [], done }));
  }

  put(/** @type {Question} */ question) {
    this.questions.push(question);
    this.send(...question.sent);
  }

  /** Sends lines, the last of which is answered by one line or an error. @param {string[]} lines */
  answer(...lines) {
    // Lines deferred after `wait` or `stop` are handled in order, and so is `isready`; `lots` ends the answer for searches that run on.
    return this.query([...lines, "lots"], "lotsok");
  }

  /**
   * Starts a search; resolves to the best move, or to null when the connection is lost. Reports go to `oninfo`, a move that
   * needs consent to `onoffer`.
   * @param {string} go @param {(info: Info) => void} oninfo @param {(move: string) => void} onoffer @returns {Promise<string | null>}
   */
  search(go, oninfo, onoffer = () => {}) {
    if (!this.isOpen) return Promise.resolve(null);
    return new Promise((done) => {
      this.searches.push({ oninfo, onoffer, done });
      this.send(go);
    });
  }

  /** Searches the position of a line, and resolves to the last report of an exact score. @param {string} line @param {number} time in milliseconds @returns {Promise<Info | null>} */
  async study(line, time) {
    let last = /** @type {Info | null} */ (null);
    this.send(line);
    await this.search(`go movetime ${time}`, (info) => {
      if (info.score && !info.bound) last = info;
    });
    return last;
  }

  /** Sends an offer to the engine for the side not to move; resolves to `accept` or `decline`. @param {string} move @param {string} limit */
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

  /** Sets an option unless it has the value already. @param {string} name @param {unknown} value */
  set(name, value) {
    if (this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.send(`setoption name ${name} value ${value}`);
  }

  take(/** @type {string} */ line) {
    if (line.startsWith("offer ")) {
      this.searches[0]?.onoffer(line.split(" ")[1]);
    } else if (line.startsWith("bestmove ") || line.startsWith("offeranswer ")) {
      this.searches.shift()?.done(line.split(" ")[1]);
    } else if (line.startsWith(FAULT)) {
      const fault = JSON.parse(line.slice(FAULT.length));
      if (this.questions.length > 0) this.questions[0].faults.push(fault);
      else this.handlers.failed?.(fault);
    } else if (line.startsWith("info ")) {
      this.searches[0]?.oninfo(readInfo(line));
    } else if (this.questions.length > 0) {
      const question = this.questions[0];
      if (line === question.end) {
        this.questions.shift();
        question.done(question);
      }
      else question.lines.push(line);
    }
  }
}

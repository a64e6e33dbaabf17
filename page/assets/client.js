// Client of the engine: lines of Banco's protocol, answered in JSON.

import { decodeBoard, decodeInfo, decodeScene } from "./engine/model.js";
import { faultOf } from "./faults.js";
import { t } from "./i18n.js";

/** Whether the page is static files, written by `banco export-page`. */
export const isStatic = document.documentElement.dataset.engine === "here";

const connectToServer = () =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/session`);

/**
 * Connects to the engine with the interface of a WebSocket: in the page's server or, for static files, in workers of
 * the page, whose module is loaded first.
 */
let connect = /** @type {(() => unknown) | null} */ (isStatic ? null : connectToServer);

/** Most attempts for a query, which may be the cause of a lost connection. */
const TRIES = 3;
/** Longest line that the engine reads from a page, in bytes. */
const LINE = 64 << 10;
const tooLong = (/** @type {string} */ line) => line.length > LINE / 4 && new Blob([line]).size > LINE;

/** A text with a line break would be several commands. @param {string} line */
const isBroken = (line) => /[\r\n]/.test(line);
const commandOf = (/** @type {string} */ line) => line.trimStart().split(" ", 1)[0];

export class Client {
  /** Pending queries, and searches without a best move yet, oldest first. */
  questions = /** @type {Question[]} */ ([]);
  searches = /** @type {Search[]} */ ([]);
  stops = 0;
  options = /** @type {Map<string, string>} */ (new Map());
  socket = /** @type {Socket} */ (/** @type {unknown} */ (null));
  /** The constants of the game, as last received. */
  board = /** @type {Model} */ (/** @type {unknown} */ (null));

  /**
   * `greeting()` returns the lines to send first on a new connection, `closed(client, event)` handles its end, and
   * `failed(fault)` an error that belongs to no query.
   */
  constructor(/** @type {Handlers} */ handlers = {}) {
    this.handlers = handlers;
  }

  /** Connects or reconnects; pending queries are sent again. Rejects if the connection ends before it opens. */
  async open() {
    const connectTo = (connect ??= (await import("./local.js")).connectToWorkers);
    return new Promise((/** @type {(value?: unknown) => void} */ done, failed) => {
      this.socket = /** @type {Socket} */ (connectTo());
      let isOpen = false;
      this.socket.onopen = () => {
        isOpen = true;
        this.options.clear();
        this.set("UCI_ShowWDL", true);
        this.send("json on", ...(this.handlers.greeting?.() ?? []));
        for (const question of this.questions.splice(0)) {
          question.faults = [];
          if (question.tries++ < TRIES) this.put(question);
          else question.done({ answer: null, faults: [faultOf(t("noAnswer"))] });
        }
        done();
      };
      this.socket.onclose = (/** @type {{ code: number }} */ event) => {
        if (!isOpen) {
          failed(event);
          return;
        }
        // Only the callers of searches know their positions, so searches are not repeated.
        this.searches.splice(0).forEach((search) => search.done(null));
        this.handlers.closed?.(this, event);
      };
      this.socket.onmessage = (/** @type {{ data: string }} */ event) =>
        event.data.split("\n").forEach((line) => this.take(line));
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

  /**
   * Sends lines, the last of which is answered by one line: resolves to that answer, null after an error, and all
   * errors.
   * @param {string[]} sent
   * @returns {Promise<Answer>}
   */
  ask(...sent) {
    if (sent.some(isBroken)) return Promise.resolve({ answer: null, faults: [faultOf(t("lineBreak"))] });
    if (sent.some(tooLong)) return Promise.resolve({ answer: null, faults: [faultOf(t("lineTooLong"))] });
    return new Promise((done) =>
      this.put({ sent, command: commandOf(sent[sent.length - 1]), tries: 0, faults: [], done }),
    );
  }

  /**
   * Sends lines, the last of which asks for a state: resolves to it, with the board of its game.
   * @param {string[]} sent
   */
  async state(...sent) {
    const { answer, faults } = await this.ask(...sent);
    if (!answer) return { state: null, faults };
    const { choices, history, keys, board, ...shown } = answer;
    return {
      state: /** @type {Told} */ ({ raw: shown, scene: decodeScene(shown), choices, history, keys, board: this.board }),
      faults,
    };
  }

  /**
   * Resolves to the keys of the positions of games, given in the words of `placeOf`; null for a game that is wrong.
   * @param {string[]} rules lines that set them
   * @param {string[]} places
   */
  async keys(rules, places) {
    const all = /** @type {(string[] | null)[]} */ ([]);
    while (all.length < places.length) {
      const first = all.length;
      let line = `keys ${places[first]}`;
      let end = first + 1;
      while (end < places.length && line.length + places[end].length < LINE / 2) line += ` ; ${places[end++]}`;
      const { answer } = await this.ask(...rules, line);
      all.push(...(answer ?? Array(end - first).fill(null)));
    }
    return all;
  }

  put(/** @type {Question} */ question) {
    this.questions.push(question);
    this.send(...question.sent);
  }

  /**
   * Starts a search; resolves to the best move, or to null when the connection is lost. Reports go to `oninfo`, a move
   * that
   * needs consent to `onoffer`.
   * @param {string} go
   * @param {(info: Info) => void} oninfo
   * @param {(move: string) => void} onoffer
   * @returns {Promise<string | null>}
   */
  search(go, oninfo, onoffer = () => {}) {
    if (!this.isOpen) return Promise.resolve(null);
    return new Promise((done) => {
      this.searches.push({ oninfo, onoffer, done });
      this.send(go);
    });
  }

  /**
   * Formats moves from the engine's position in a notation, empty for the protocol's own.
   * @param {string[]} moves
   * @param {string} notation
   */
  async said(moves, notation) {
    if (!notation || moves.length === 0) return moves;
    const { answer } = await this.ask(`write ${notation} moves ${moves.join(" ")}`);
    return /** @type {string[]} */ (answer ?? moves);
  }

  /**
   * Searches the position of a line, and resolves to the last report of an exact score.
   * @param {string} line
   * @param {number} time in milliseconds
   * @returns {Promise<Info | null>}
   */
  async study(line, time) {
    let last = /** @type {Info | null} */ (null);
    this.send(line);
    await this.search(`go movetime ${time}`, (info) => {
      if (info.score && !info.bound) last = info;
    });
    return last;
  }

  /**
   * Sends an offer to the engine for the side not to move; resolves to `accept` or `decline`.
   * @param {string} move
   * @param {string} limit
   */
  offer(move, limit) {
    return this.search(`offer ${move} ${limit}`, () => {});
  }

  /**
   * Stops the running search, if any; later lines wait for its end. A caller that runs one search after another ends
   * its
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
    if (!line.startsWith("{")) return;
    const said = JSON.parse(line);
    const [question] = this.questions;
    if (said.info) this.searches[0]?.oninfo(decodeInfo(said.info));
    else if ("bestmove" in said) {
      if (said.offer) this.searches[0]?.onoffer(said.offer);
      this.searches.shift()?.done(said.bestmove ?? "(none)");
    } else if ("offeranswer" in said) this.searches.shift()?.done(said.offeranswer ? "accept" : "decline");
    else if (said.error) this.reject(said.error);
    else if (question && question.command in said) {
      const answer = said[question.command];
      if (answer?.board) this.board = decodeBoard(answer.board);
      this.questions.shift();
      question.done({ answer, faults: question.faults });
    }
  }

  /** An error ends the question whose last line it rejects. @param {Fault} fault */
  reject(fault) {
    const [question] = this.questions;
    if (!question?.sent.some((line) => commandOf(line) === fault.command)) {
      this.handlers.failed?.(fault);
      return;
    }
    question.faults.push(fault);
    if (fault.command !== question.command) return;
    this.questions.shift();
    question.done({ answer: null, faults: question.faults });
  }
}

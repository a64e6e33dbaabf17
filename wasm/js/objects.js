// Positions and searches as objects.

import { Banco } from "./banco.js";
import { load } from "./platform.js";
import { decodeBoard, decodeInfo, decodeScene } from "./model.js";

/** Something that the engine rejects: a position, a move, an option. The message is its reason. */
export class BancoError extends Error {
  name = "BancoError";
}

/** Limits of a search, as `go` names them. */
const LIMITS = ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"];

/** One line; a text with a line break would be several commands. */
function oneLine(text) {
  if (/[\r\n]/.test(text)) throw new BancoError("a line break within a line");
  return text;
}

/** A move, a name: one word of a line. */
export function oneWord(move) {
  if (!/^\S+$/.test(move)) throw new BancoError(`${move}: a move expected`);
  return String(move);
}

export class Engine {
  /** Queries without an answer yet, oldest first; and the running search. */
  #queries = [];
  #search = null;
  #banco;
  #board = null;

  /**
   * Loads an engine for a game. `networks` are the addresses of the games' networks, `options` are those of the protocol.
   */
  static async create({ variant = "xiangqi", options = {}, ...rest } = {}) {
    const engine = new Engine(rest);
    await engine.#banco.ready;
    try {
      await engine.setOption("UCI_Variant", variant);
      for (const [name, value] of Object.entries(options)) await engine.setOption(name, value);
    } catch (error) {
      engine.terminate();
      throw error;
    }
    engine.variant = variant;
    return engine;
  }

  /** Use `Engine.create`. */
  constructor(options) {
    this.#banco = new Banco(options);
    this.#banco.onmessage = ({ data, isSearch }) => (isSearch ? this.#hear(data) : this.#answer(data));
    this.#banco.onerror = (why) => this.#fail(new BancoError(why));
    this.#banco.postMessage("json on");
  }

  /** Sends lines to the answering engine; resolves to its answers, objects of protocol.md. */
  query(...lines) {
    return new Promise((done, failed) => {
      if (this.#banco.isClosed) throw new BancoError("the engine has ended");
      const text = [...lines.map(oneLine), "isready"].join("\n");
      this.#queries.push({ answers: [], error: null, done, failed });
      this.#banco.postMessage(text);
    });
  }

  #answer(line) {
    const query = this.#queries[0];
    if (!query) return;
    if (line === "readyok") {
      this.#queries.shift();
      if (query.error) query.failed(new BancoError(query.error));
      else query.done(query.answers);
      return;
    }
    const said = line.startsWith("{") ? JSON.parse(line) : { line };
    if (said.state?.board) this.#board = decodeBoard(said.state.board);
    if (said.error) query.error ??= said.error.message;
    else query.answers.push(said);
  }

  #fail(error) {
    this.#queries.splice(0).forEach((query) => query.failed(error));
    this.#search?.failed(error);
    this.#search = null;
  }

  /** Sets an option of the protocol, before a search. */
  async setOption(name, value) {
    await this.query(`setoption name ${name} value ${value}`);
  }

  /** The board of the game, for drawing. */
  async board() {
    if (!this.#board) await this.query("state");
    return this.#board;
  }

  /** A position of the game: the start position, or a FEN, and moves from there. */
  position({ fen = null, moves = [] } = {}) {
    return Position.after(this, fen, moves);
  }

  /** Adds endgame tables, files of `banco tables build` by their addresses. */
  async addTables(...addresses) {
    for (const address of addresses) {
      const [, game, name] = /([a-z]+)-([^/]+?)\.banco$/.exec(String(address)) ?? [];
      if (!game) throw new BancoError(`${address}: the name of a table expected, such as xiangqi-R.AAEE.banco`);
      const bytes = new Uint8Array(
        await load(String(address)).catch((error) => Promise.reject(new BancoError(error.message))),
      );
      this.#banco.tables.add({ game, name, bytes });
    }
  }

  /**
   * Searches a position within limits; `oninfo` receives each report. Resolves to the best move (null if there is
   * none), the move
   * expected next, and the last report of each line.
   */
  search(position, limits = {}, oninfo = () => {}) {
    return new Promise((done, failed) => {
      if (this.#banco.isClosed) throw new BancoError("the engine has ended");
      if (this.#search) throw new BancoError("a search is running");
      const words = LIMITS.filter((name) => limits[name] !== undefined).map((name) => `${name} ${limits[name]}`);
      if (limits.infinite) words.push("infinite");
      if (words.length === 0) throw new BancoError("a limit of the search expected, or infinite");
      if (limits.searchmoves) words.push("searchmoves", ...limits.searchmoves.map(oneWord));
      this.#search = { lines: new Map(), oninfo, done, failed };
      limits.signal?.addEventListener("abort", () => this.stop(), { once: true });
      const multipv = `setoption name MultiPV value ${limits.multipv ?? 1}`;
      this.#banco.postMessage([multipv, position.command, oneLine(`go ${words.join(" ")}`)].join("\n"));
      if (limits.signal?.aborted) this.stop();
    });
  }

  /** Ends the running search, which resolves to what it has found. */
  stop() {
    if (this.#search) this.#banco.postMessage("stop");
  }

  /** Searches without a limit; leaving the loop stops the search. */
  async *analyse(position, limits = {}) {
    const reports = [];
    let wake = () => {};
    let isOver = false;
    const search = this.search(position, { ...limits, infinite: true }, (info) => {
      reports.push(info);
      wake();
    }).finally(() => {
      isOver = true;
      wake();
    });
    search.catch(() => {});
    try {
      while (!isOver || reports.length > 0) {
        if (reports.length > 0) yield reports.shift();
        else await new Promise((done) => (wake = done));
      }
      await search;
    } finally {
      if (!isOver) this.stop();
      await search.catch(() => {});
    }
  }

  #hear(line) {
    const search = this.#search;
    if (!search) return;
    const said = JSON.parse(line);
    if (said.error) search.error ??= said.error.message;
    else if (said.info) {
      const info = decodeInfo(said.info);
      search.lines.set(info.multipv, info);
      search.oninfo(info);
    } else if ("bestmove" in said) {
      this.#search = null;
      const lines = [...search.lines.values()].sort((one, other) => one.multipv - other.multipv);
      if (search.error) search.failed(new BancoError(search.error));
      else search.done({ bestmove: said.bestmove, ponder: said.ponder, lines });
    }
  }

  /** Ends the engine: what it has not answered is rejected. */
  terminate() {
    this.#banco.terminate();
    this.#fail(new BancoError("the engine has ended"));
  }
}

/** A position, which never changes: `push` and `pop` return others. */
export class Position {
  /** Use `Engine.position`. */
  constructor(fields) {
    Object.assign(this, fields);
  }

  /** Asks the engine for the position after moves. */
  static async after(engine, from, moves) {
    const start = from === null ? "startpos" : `fen ${from}`;
    const place = [start, ...(moves.length > 0 ? ["moves", ...moves] : [])].join(" ");
    const [{ state }] = await engine.query(`state ${place}`);
    const { choices, history, keys, ...shown } = state;
    const legalMoves = choices.filter(({ offer }) => !offer).map(({ move }) => move);
    const { fen, seat, result } = shown;
    const scene = decodeScene(shown);
    return new Position({
      engine,
      from,
      moves,
      place,
      command: `position ${place}`,
      fen,
      turn: seat,
      result,
      isOver: result.reason !== null,
      legalMoves,
      scene,
      keys,
      history,
    });
  }

  /** The position after a move, in any form that the protocol takes, such as all notations of Xiangqi. */
  async push(move) {
    return Position.after(this.engine, this.from, [...this.moves, oneWord(move)]);
  }

  /** The position before the last move; null at the start. */
  async pop() {
    return this.moves.length === 0 ? null : Position.after(this.engine, this.from, this.moves.slice(0, -1));
  }

  /**
   * The legal moves, or the moves of a `line` from here, in a notation of the game: `wxf`, `iccs`, `chinese` or
   * `vietnamese` in
   * Xiangqi.
   */
  async notation(name, line = null) {
    if (line) {
      const [{ write }] = await this.engine.query(
        this.command,
        `write ${oneWord(name)} moves ${line.map(oneWord).join(" ")}`,
      );
      return write;
    }
    const [{ state }] = await this.engine.query(`state ${oneWord(name)} ${this.place}`);
    return state.choices.filter(({ offer }) => !offer).map(({ said }) => said);
  }

  /** Values from the endgame tables: of the position and of each move; null where they are unknown. */
  async probe() {
    const [{ probe }] = await this.engine.query(this.command, "probe");
    return { value: probe.value, moves: new Map(probe.moves.map(({ move, value }) => [move, value])) };
  }
}

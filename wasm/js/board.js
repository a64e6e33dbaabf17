// A board without a worker: once the rules are loaded, every answer comes at once.

import { BancoError, oneWord } from "./objects.js";
import { attempt, writeGames } from "./rules.js";

const optional = (text) => (text === undefined || text === null ? undefined : String(text));
const count = ({ men }) => men.reduce((sum, unit) => sum + unit.men.length, 0);

/** A game in progress. What it rejects throws a `BancoError` and changes nothing. */
export class Board {
  #game;
  #fen = null;
  #moves = [];
  #rules;
  /** The position as `look` of the protocol has it, until it changes. */
  #shown = null;

  /** Sets up the start position or a FEN; `rules` are options of the game, `moves` are played. */
  constructor(variant = "xiangqi", fen = null, { moves = [], rules = {} } = {}) {
    this.#rules = Object.entries(rules).map(([name, value]) => [name, String(value)]);
    const tag = this.#rules.map((rule) => rule.join("=")).join(";");
    this.#game = attempt(({ Board: Game }) => new Game(String(variant), tag));
    this.variant = String(variant);
    this.notations = attempt(() => this.#game.notations());
    if (fen !== null) this.setFen(fen);
    this.pushMoves(moves);
  }

  #set(fen, moves) {
    attempt(() => this.#game.setPosition(optional(fen), moves.join(" ")));
    this.#fen = fen;
    this.#moves = moves;
    this.#shown = null;
  }

  #look(moves = "") {
    return JSON.parse(attempt(() => this.#game.look(moves)));
  }

  get #now() {
    return (this.#shown ??= this.#look());
  }

  #push(text, notation) {
    const move = attempt(() => this.#game.push(oneWord(text), optional(notation)));
    this.#moves.push(move);
    this.#shown = null;
    return move;
  }

  /** Makes a move in any form that the protocol takes, such as all notations of Xiangqi; returns its own form. */
  push(move) {
    return this.#push(move);
  }

  /** Makes a move in a notation, by default that of `san`. */
  pushSan(text, notation = this.notations[0]) {
    return this.#push(text, notation);
  }

  /** Makes all moves, as `push` does or in a notation, or none. */
  pushMoves(moves, notation) {
    const before = [...this.#moves];
    try {
      return moves.map((move) => this.#push(move, notation));
    } catch (error) {
      this.#set(this.#fen, before);
      throw error;
    }
  }

  /** Takes the last move back; returns it. */
  pop() {
    if (this.#moves.length === 0) throw new BancoError("no move to take back");
    const move = this.#moves.at(-1);
    this.#set(this.#fen, this.#moves.slice(0, -1));
    return move;
  }

  /** Sets up the start position. */
  reset() {
    this.#set(null, []);
  }

  setFen(fen) {
    this.#set(String(fen), []);
  }

  fen() {
    return this.#now.fen;
  }

  turn() {
    return this.#now.seat;
  }

  /** The legal moves, in a notation if one is given; none when the game is over. */
  legalMoves(notation) {
    return this.isGameOver() ? [] : attempt(() => this.#game.moves(optional(notation)));
  }

  /** A move in a notation: by default the first of `notations`, in games without any the protocol's form. */
  san(move, notation) {
    return this.sanMoves([move], notation)[0];
  }

  /** Moves in a row from here, in a notation. */
  sanMoves(moves, notation = this.notations[0]) {
    return attempt(() => this.#game.write(moves.map(oneWord).join(" "), optional(notation)));
  }

  /** Whether a legal move takes pieces or counters. */
  isCapture(move) {
    const after = this.#look(oneWord(move));
    return count(after) < count(this.#now) || after.steps.some(({ step }) => step === "capture");
  }

  isCheck() {
    return this.#now.check.length > 0;
  }

  /** The points of pieces in check. */
  checkedPieces() {
    return [...this.#now.check];
  }

  /** Winner and reason; null while the game goes on. */
  result() {
    const { result } = this.#now;
    return result.reason === null ? null : { ...result };
  }

  isGameOver() {
    return this.#now.result.reason !== null;
  }

  moveStack() {
    return [...this.#moves];
  }

  /** The game as PGN. */
  pgn(tags = {}, notation = "") {
    const { winner, reason } = this.#now.result;
    const result = reason === null ? "*" : winner === null ? "1/2-1/2" : ["1-0", "0-1"][winner];
    const nodes = ["", ...this.#moves].map((text, i) => ({ text, parent: i > 0 ? i - 1 : null }));
    const pairs = Object.entries(tags).map(([name, value]) => [name, String(value)]);
    const game = { game: this.variant, rules: this.#rules, setup: this.#fen, tags: pairs, result, tree: { nodes } };
    return writeGames([game], "pgn", String(notation));
  }

  toString() {
    return attempt(() => this.#game.diagram());
  }

  /** Frees the memory at once instead of with the object. */
  free() {
    this.#game.free();
  }
}

/** The FEN of a game's start position. */
export const startingFen = (variant = "xiangqi") => new Board(variant).fen();

/** Whether a FEN is a position of a game; the error of `new Board` has the reason why not. */
export function validateFen(fen, variant = "xiangqi") {
  const board = new Board(variant);
  try {
    board.setFen(fen);
    return true;
  } catch (error) {
    if (error instanceof BancoError) return false;
    throw error;
  }
}

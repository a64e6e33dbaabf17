// Ends of games by resignation, agreement or time, and the score of a match of several games.

import { Game } from "./game.js";
import { resultOf } from "./openings.js";
import { isLost, isThrow } from "./turns.js";
import { manOf } from "./pieces.js";

export class MatchGame extends Game {
  /** End of the game by people, if any: `{ at, result }`, `at` being the number of moves. */
  verdict = /** @type {Verdict | null} */ (null);
  /** Whether a move comes from the shared game. */
  isReceiving = false;

  /** The people's result stands at the end of the game. @param {Scene} scene */
  judged(scene) {
    const { verdict, moves } = this;
    if (scene.result.reason === null && verdict?.at === moves.length && this.at === moves.length)
      scene.result = { points: null, text: "", ...verdict.result };
    return scene;
  }

  /** Whether people ended the current line. */
  get isEnded() {
    return this.verdict?.at === this.moves.length;
  }

  /**
   * The result of the line for the first team, by people, by the rules, or by the record that it comes from: 1, 0, -1,
   * or null.
   */
  get written() {
    const { tags, tree } = this;
    const last = this.moves.at(-1)?.score?.score;
    const result = this.isEnded
      ? ([1, -1][this.verdict?.result.winner ?? 2] ?? 0)
      : last?.kind === "over"
        ? last.value
        : null;
    return resultOf({ result, tags, tree });
  }

  /** Whether the game is over by its rules. */
  get isDecided() {
    return this.isOver && !(this.isEnded && this.at === this.moves.length);
  }

  /** Whether the seat to move has no piece that could ever move: its throw has no effect. */
  get isDead() {
    const { model } = this.board;
    const { scene } = this;
    const stands = [...scene.men.values()].some(([letters]) => manOf(model, letters).seat === scene.seat);
    const waits = this.choices.every((choice) => isThrow(choice) || isLost(choice));
    return (
      model.dice.size > 0 &&
      !stands &&
      waits &&
      this.offers.length === 0 &&
      !scene.joined.some((team) => team.includes(scene.seat))
    );
  }

  /** A dead army's turn passes at once. @param {() => boolean} isCurrent @param {Promise<string | null> | null} best */
  async go(isCurrent, best) {
    if (!this.isOver && this.isRemote) {
      this.events.idle(this);
    } else if (best || this.isOver || this.isHeld || !this.isDead) await super.go(isCurrent, best);
    else if (this.link.isOn) await this.throwDie();
    else await this.play(this.choices[0].move);
  }

  /** Whether a person at another page is to move. */
  get isRemote() {
    return Boolean(this.players.of(this.scene.seat).remote);
  }

  get isHuman() {
    return super.isHuman && (!this.isRemote || this.at < this.moves.length);
  }

  get isEngine() {
    return !this.isRemote && super.isEngine;
  }

  /** The times of the clock. */
  get times() {
    return this.clock.times;
  }

  /** Ends the game at the current position. @param {{ winner: number | null, reason: string }} result */
  async end(result) {
    if (!this.scene || this.isOver || this.isEnded) return;
    this.at = this.moves.length;
    this.tree.prune(this.node);
    this.verdict = { at: this.at, result };
    this.board.still = true;
    await this.sync();
    this.board.still = false;
    this.events.ended(this);
  }

  /** In a shared game the server throws, and another page answers an offer. */
  async throwDie() {
    if (!this.link.isOn || this.free || this.at < this.moves.length) return super.throwDie();
    return this.link.request("throw");
  }

  async putOffer(/** @type {Offer} */ offer) {
    if (!this.link.isOn || this.free) return super.putOffer(offer);
    await this.link.exchange(offer.move);
    return false;
  }

  /** Plays a move of the shared game, with the roll of a throw. @param {string} text */
  async receive(text) {
    const throws = this.choices.filter(isThrow);
    const chosen = throws.find(({ move }) => move === text);
    if (chosen) await this.events.throwing(this, throws, chosen);
    this.isReceiving = true;
    const done = this.play(text);
    this.isReceiving = false;
    await done;
  }

  /** @param {string | null} setup @param {MoveTree | string[]} [moves] @param {Partial<Opened>} [details] */
  async begin(setup, moves, details) {
    const { times } = this;
    this.clock.begin(details?.times);
    const fault = await super.begin(setup, moves, details);
    if (fault) this.clock.begin(times);
    this.events.began();
    return fault;
  }

  async play(/** @type {string} */ text) {
    if (!this.isSettled) return null;
    const { scene, moves } = this;
    const seat = this.seat;
    const count = moves.length;
    const isLive = this.at === count && !this.free;
    if (isLive) this.events.moving(this, text);
    const done = super.play(text);
    // The clock switches when the move is made, not when it is drawn.
    if (isLive && scene) {
      // A throw is not the whole turn.
      if (!text.endsWith(":")) this.clock.moved(seat.team, this.moves.length);
      this.events.moved(this, text);
    }
    const fault = await done;
    if (fault && isLive) this.clock.back(this.moves.length);
    return fault;
  }

  async undo() {
    if (this.link.isOn && !this.free) {
      if (this.moves.length > 0) this.link.request("undo", { count: this.undone });
      return;
    }
    this.verdict = null;
    await super.undo();
    this.clock.back(this.moves.length);
    this.clock.draw(this);
  }
}

/** The score of a match: games between two players who exchange colours. */
export class Score {
  /** Points of the two players, and whether they have exchanged their colours. */
  points = [0, 0];
  isExchanged = false;
  /** Games counted, by their names. @type {Set<string>} */
  counted = new Set();

  /** Returns which of the two players plays a team now. @param {number} team */
  of(team) {
    return this.isExchanged ? 1 - team : team;
  }

  /** Counts a finished game once; `winner` is a team or null. @param {string} uid @param {number | null} winner */
  count(uid, winner) {
    if (this.counted.has(uid)) return;
    this.counted.add(uid);
    if (winner === null) this.points = this.points.map((points) => points + 0.5);
    else this.points[this.of(winner)] += 1;
  }

  get isOpen() {
    return this.counted.size > 0;
  }

  text(/** @type {number} */ team) {
    const points = this.points[this.of(team)];
    return points % 1 === 0 ? String(points) : `${Math.floor(points) || ""}½`;
  }
}

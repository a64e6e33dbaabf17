// Ends of games by resignation, agreement or time, and the score of a match of several games.

import { Game } from "./game.js";
import { plain } from "./engine/model.js";
import { isThrow } from "./turns.js";

/** Converts a team to its name in `result`: a seat's name, or those of all its seats. */
export const teamWord = (seats, team) => {
  const own = seats.filter((seat) => seat.team === team).map(({ name }) => name);
  return own.length === 1 ? own[0].toLowerCase() : own.join("");
};

export class MatchGame extends Game {
  /** End of the game by people, if any: `{ at, result }`, `at` being the number of moves. */
  verdict = null;

  /** The position on the board, with the people's result at the end of the game. */
  get scene() {
    return this.position ?? null;
  }

  set scene(scene) {
    this.position = scene;
    if (scene?.result.startsWith("ongoing") && this.isEnded && this.at === this.moves.length) scene.result = this.verdict.result;
  }

  /** Whether people ended the current line. */
  get isEnded() {
    return this.verdict?.at === this.moves.length;
  }

  get isDecided() {
    return this.isOver && !(this.isEnded && this.at === this.moves.length);
  }

  /** Whether the seat to move has no piece that could ever move: its throw has no effect. */
  get isDead() {
    const { model } = this.board;
    const { scene } = this;
    const stands = [...scene.men.values()].some(([letters]) => model.men.get(plain(letters)).seat === scene.seat);
    const waits = this.choices.every((choice) => isThrow(choice) || choice.acts[0].word === "lost");
    return model.dice.size > 0 && !stands && waits && this.offers.length === 0 && !scene.joined.some((team) => team.includes(scene.seat));
  }

  /** A dead army's turn passes at once. */
  async go(isCurrent, best) {
    if (!this.isOver && this.isRemote) {
      this.views.idle(this);
      return undefined;
    }
    if (best || this.isOver || this.isHeld || !this.isDead) return super.go(isCurrent, best);
    return this.room?.isOn ? this.throwDie() : this.play(this.choices[0].move);
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
    return this.watcher?.clock.times ?? null;
  }

  /** Ends the game at the current position. */
  async end(result) {
    if (!this.scene || this.isOver || this.isEnded) return;
    this.at = this.moves.length;
    this.verdict = { at: this.at, result };
    this.board.still = true;
    await this.sync();
    this.board.still = false;
    this.watcher?.ended(this);
  }

  get room() {
    return this.watcher?.room;
  }

  /** In a shared game the server throws, and another page answers an offer. */
  async throwDie() {
    if (!this.room?.isOn || this.free || this.at < this.moves.length) return super.throwDie();
    return this.room.request("throw");
  }

  async putOffer(offer) {
    if (!this.room?.isOn || this.free) return super.putOffer(offer);
    await this.room.exchange(offer.move);
    return false;
  }

  /** Plays a move of the shared game, with the roll of a throw. */
  async receive(text) {
    const throws = this.choices.filter(isThrow);
    const chosen = throws.find(({ move }) => move === text);
    if (chosen) await this.views.throwing(this, throws, chosen);
    this.isReceiving = true;
    const done = this.play(text);
    this.isReceiving = false;
    await done;
  }

  async begin(setup, moves, details) {
    const { times } = this;
    this.watcher?.clock.begin(details?.times);
    const fault = await super.begin(setup, moves, details);
    if (fault) this.watcher?.clock.begin(times);
    this.watcher?.began(this);
    return fault;
  }

  async play(text) {
    if (!this.isSettled) return;
    const { scene, moves } = this;
    const seat = this.seat;
    const count = moves.length;
    const isLive = this.at === count && !this.free;
    if (isLive) this.watcher?.moving(this, text);
    const done = super.play(text);
    // The clock switches when the move is made, not when it is drawn.
    if (isLive && scene) this.watcher?.moved(this, seat, text);
    const fault = await done;
    if (fault && isLive) this.watcher?.undone(this);
  }

  async undo() {
    if (this.room?.isOn && !this.free) {
      if (this.moves.length > 0) this.room.request("undo", { count: this.undone });
      return;
    }
    this.verdict = null;
    const done = super.undo();
    await done;
    this.watcher?.undone(this);
  }
}

/** The score of a match: games between two players who exchange colours. */
export class Score {
  constructor() {
    this.clear();
  }

  clear() {
    Object.assign(this, { points: [0, 0], isExchanged: false, counted: new Set() });
  }

  /** Returns which of the two players plays a team now. */
  of(team) {
    return this.isExchanged ? 1 - team : team;
  }

  /** Counts a finished game once; `winner` is a team or null. */
  count(uid, winner) {
    if (this.counted.has(uid)) return;
    this.counted.add(uid);
    if (winner === null) this.points = this.points.map((points) => points + 0.5);
    else this.points[this.of(winner)] += 1;
  }

  get isOpen() {
    return this.counted.size > 0;
  }

  text(team) {
    const points = this.points[this.of(team)];
    return points % 1 === 0 ? String(points) : `${Math.floor(points) || ""}½`;
  }
}

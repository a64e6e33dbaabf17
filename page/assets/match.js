// Games that people end themselves, by resigning, agreeing or time, and the score over a match of several.

import { Game } from "./game.js";
import { plain } from "./model.js";
import { isThrow } from "./turns.js";

/** The winner as `result` names teams: a seat's name, or those of all its seats. */
export const teamWord = (seats, team) => {
  const own = seats.filter((seat) => seat.team === team).map(({ name }) => name);
  return own.length === 1 ? own[0].toLowerCase() : own.join("");
};

export class MatchGame extends Game {
  /** How people ended the game, if they did: `{ at, result }`, after so many moves. */
  verdict = null;

  /** The position on the board; where the players ended the game, its result is theirs. */
  get scene() {
    return this.position ?? null;
  }

  set scene(scene) {
    this.position = scene;
    if (scene?.result.startsWith("ongoing") && this.isEnded && this.at === this.moves.length) scene.result = this.verdict.result;
  }

  /** Whether people have ended the line that is looked at. */
  get isEnded() {
    return this.verdict?.at === this.moves.length;
  }

  /** Whether the seat to move has nothing on the board that it could ever move: it throws for nobody's sake. */
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
    return this.play(this.choices[0].move);
  }

  /** Whether somebody at another page is to move here. */
  get isRemote() {
    return Boolean(this.players.of(this.scene.seat).remote);
  }

  get isHuman() {
    return super.isHuman && (!this.isRemote || this.at < this.moves.length);
  }

  get isEngine() {
    return !this.isRemote && super.isEngine;
  }

  /** The times of its clock. */
  get times() {
    return this.watcher?.clock.times ?? null;
  }

  /** Ends the game where it stands. */
  async end(result) {
    if (!this.scene || this.isOver || this.isEnded) return;
    this.at = this.moves.length;
    this.verdict = { at: this.at, result };
    this.board.still = true;
    await this.sync();
    this.board.still = false;
    this.watcher?.ended(this);
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
    const { scene, moves } = this;
    const seat = this.seat;
    const count = moves.length;
    const isLive = this.at === count && !this.free;
    if (isLive) this.watcher?.moving(this, text);
    const done = super.play(text);
    // The clock changes sides when the move is made, not when it is drawn.
    if (isLive && scene) this.watcher?.moved(this, seat, text);
    await done;
  }

  async undo() {
    this.verdict = null;
    const done = super.undo();
    await done;
    this.watcher?.undone(this);
  }
}

/** The score of a match: games between the same two, who exchange colours. */
export class Score {
  constructor() {
    this.clear();
  }

  clear() {
    Object.assign(this, { points: [0, 0], isExchanged: false, counted: new Set() });
  }

  /** Who of the two plays a team now. */
  of(team) {
    return this.isExchanged ? 1 - team : team;
  }

  /** Counts a game that is over, once; `winner` is a team or null. */
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

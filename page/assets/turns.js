// The side to move, and its player: the engine, the die, or a person.

import { drawn } from "./lots.js";
import { local } from "./store.js";
import { calm, pause } from "./svg.js";
import { seatOf, teamsOf } from "./pieces.js";

/** The lowest level of Banco against which moves are planned. */
const PLANNING = 4;

/** Returns whether an act waits for the die. @param {Choice} choice */
export const isThrow = (choice) => choice.acts[0].act === "throw";
/** Returns whether no move is possible. @param {Choice} choice */
export const isLost = (choice) => choice.acts[0].act === "lost";

export class Turns {
  /** Whether the engines pause, and whether nobody plays. */
  held = false;
  free = false;
  /** Whether the engine searches its move. */
  busy = false;
  /** Number of the position that is wanted, and of the one that is shown. */
  generation = 0;
  shown = -1;
  position = /** @type {Scene} */ (/** @type {unknown} */ (null));
  /** Legal moves, moves that need consent, and the one that waits for it. @type {Choice[]} */
  choices = [];
  offers = /** @type {Offer[]} */ ([]);
  offered = /** @type {Offered | null} */ (null);
  /** The offer that the engine prefers. @type {string | null} */
  proposed = null;

  /**
   * `events` are notified of every change by `show(game)`; `players` hold the players of the seats, `clock` their
   * times, `link` the shared game.
   */
  constructor(/** @type {GameParts} */ parts) {
    this.client = parts.client;
    this.board = parts.board;
    this.input = parts.input;
    this.players = parts.players;
    this.clock = parts.clock;
    this.link = parts.link;
    this.events = parts.events;
  }

  /** The whole game, whose side to move this is. */
  get self() {
    return /** @type {MatchGame} */ (/** @type {unknown} */ (this));
  }

  /** The position on the board; null before the first one. */
  get scene() {
    return this.position;
  }

  get seat() {
    return seatOf(this.board.model, this.scene.seat);
  }

  /** Returns the winning seats, and 1 for the first team or -1; null without a winner. */
  get winner() {
    const { winner } = this.scene.result;
    return winner === null ? null : { seats: teamsOf(this.board.model)[winner], value: winner === 0 ? 1 : -1 };
  }

  get isOver() {
    return this.scene !== null && this.scene.result.reason !== null;
  }

  /** Whether a person may move: at a person's turn, and in analysed positions. */
  get isHuman() {
    return !this.isOver && !this.choices.every(isThrow) && (this.isHeld || !this.players.of(this.scene.seat).engine);
  }

  /**
   * The seats of people who wait for others, and may plan their next move: not against beginners' levels, where taps by
   * accident are more likely.
   */
  get planners() {
    const { model } = this.board;
    const { players } = this;
    if (this.isOver || this.isHeld || this.isHuman || model.style === "pits" || model.dice.size > 0) return [];
    if (!local.get("premoves", true) || players.levelOf(this.scene.seat) < PLANNING) return [];
    return players.people.map(({ name }) => name);
  }

  /** Engines pause in earlier positions, or when paused by the user. */
  get isHeld() {
    return this.held || this.self.at < this.self.moves.length;
  }

  /** Whether the engine has to find a move. */
  get isEngine() {
    const waits = (this.choices.every(isThrow) && this.offers.length === 0) || isLost(this.choices[0]);
    return !this.isOver && !this.isHeld && !waits && this.players.of(this.scene.seat).engine;
  }

  /**
   * Continues the turn until it needs a person; `best` is the pending move of the engine, if any.
   * @param {() => boolean} isCurrent
   * @param {Promise<string | null> | null} best
   */
  async go(isCurrent, best) {
    if (this.isOver || this.isHeld) this.events.idle(this.self);
    else if (best) {
      this.events.busy(this.self);
      const move = await best;
      // Without a connection there is no move; the next connection repeats the search.
      if (!isCurrent() || move === null) return;
      this.busy = false;
      const offer = this.offers.find((one) => one.move === this.proposed);
      const isAgreed = offer !== undefined && (await this.putOffer(offer));
      if (!isCurrent()) return;
      if (isAgreed) await this.self.play(offer.move);
      else if (move === "roll") await this.throwDie();
      else if (move !== "(none)") await this.self.play(move);
    } else if (this.choices.length === 1 && isLost(this.choices[0])) {
      await pause(calm() ? 300 : 900);
      if (isCurrent()) await this.self.play(this.choices[0].move);
    } else if (this.players.of(this.scene.seat).engine) {
      await pause(350);
      if (isCurrent()) await this.throwDie();
    } else {
      this.events.idle(this.self);
    }
  }

  /** Searches the engine's move; shows reports once the position is drawn. @param {() => boolean} isCurrent */
  think(isCurrent) {
    const player = this.players.of(this.scene.seat);
    this.client.set("MultiPV", 1);
    this.players.setStrength(player);
    const isShown = () => isCurrent() && this.shown === this.generation;
    this.proposed = null;
    return this.client.search(
      `go ${player.limit}`,
      (info) => {
        if (isShown()) this.events.info(this.self, info);
      },
      (move) => {
        if (isCurrent()) this.proposed = move;
      },
    );
  }

  /**
   * Sends a move to the seat whose consent it needs: to the engine, or to a person who then clicks.
   * @param {Offer} offer
   */
  async putOffer(offer) {
    const generation = this.generation;
    const player = this.players.of(offer.seat);
    const offered = /** @type {Offered} */ ({ ...offer, answer: null });
    this.offered = offered;
    this.events.show(this.self);
    if (player.engine) {
      this.client.stop();
      this.client.send(this.self.line());
      this.players.setStrength(player);
      offered.answer = await this.client.offer(offer.move, player.limit);
    } else {
      offered.answer = await new Promise((done) => {
        offered.decide = done;
        this.events.show(this.self);
      });
    }
    if (generation !== this.generation) return false;
    this.events.show(this.self);
    await pause(calm() ? 300 : 900);
    return generation === this.generation && offered.answer === "accept";
  }

  /** Plays a person's offer if the other seat accepts. @param {Offer} offer */
  async offer(offer) {
    // Analysis pauses meanwhile.
    this.shown = ++this.generation;
    if (await this.putOffer(offer)) await this.self.play(offer.move);
    else this.events.idle(this.self);
  }

  /** Throws the die: draws one of the throws that the engine lists with equal chances. */
  async throwDie() {
    const { generation } = this;
    const throws = this.choices.filter(isThrow);
    if (throws.length === 0) return;
    const chosen = drawn(throws);
    await this.events.throwing(this.self, throws, chosen);
    // Discards the throw if another position or game is on the board by now.
    if (generation === this.generation) await this.self.play(chosen.move);
  }
}

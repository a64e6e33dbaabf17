// The side to move, and its player: the engine, the die, or a person. Draws through `views`.

import { calm, pause } from "./svg.js";

/** Returns whether an act waits for the die. */
export const isThrow = (choice) => choice.acts[0].word === "throw";
/** Returns whether a move needs the consent of another seat, the value of its first act. */
export const isOffer = (choice) => choice.acts[0].word === "offer";

export class Turns {
  /** `views` are notified of every change by `show(game)`; `players` hold the players of the seats. */
  constructor(client, board, input, players, views) {
    Object.assign(this, { client, board, input, players, views, held: false, generation: 0 });
  }

  get seat() {
    return this.board.model.seats.find((seat) => seat.name === this.scene.seat);
  }

  /** Returns the winning seats, and 1 for the first team or -1; null without a winner. */
  get winner() {
    const [word] = this.scene.result.split(" ");
    const won = this.board.model.seats.filter(({ name }) => name.toLowerCase() === word || (word.length === 2 && word.includes(name)));
    return won.length === 0 ? null : { seats: won, value: won[0].team === 0 ? 1 : -1 };
  }

  get isOver() {
    return this.scene !== null && this.scene.result.split(" ")[0] !== "ongoing";
  }

  /** Whether the game is over by its rules. */
  get isDecided() {
    return this.isOver;
  }

  /** Whether a person may move: at a person's turn, and in analysed positions. */
  get isHuman() {
    return !this.isOver && !this.choices.every(isThrow) && (this.isHeld || !this.players.of(this.scene.seat).engine);
  }

  /** Engines pause in earlier positions, or when paused by the user. */
  get isHeld() {
    return this.held || this.at < this.moves.length;
  }

  /** Whether the engine has to find a move. */
  get isEngine() {
    const waits = (this.choices.every(isThrow) && this.offers.length === 0) || this.choices[0].acts[0].word === "lost";
    return !this.isOver && !this.isHeld && !waits && this.players.of(this.scene.seat).engine;
  }

  /** Continues the turn until it needs a person; `best` is the pending move of the engine, if any. */
  async go(isCurrent, best) {
    if (this.isOver || this.isHeld) {
      this.views.idle(this);
      return;
    }
    if (best) {
      this.views.busy(this);
      const move = await best;
      // Without a connection there is no move; the next connection repeats the search.
      if (!isCurrent() || move === null) return;
      this.busy = false;
      const offer = this.offers.find((one) => one.move === this.proposed);
      if (offer) {
        const isAgreed = await this.putOffer(offer);
        if (!isCurrent()) return;
        if (isAgreed) {
          await this.play(offer.move);
          return;
        }
      }
      if (move === "roll") await this.throwDie();
      else if (move !== "(none)") await this.play(move);
    } else if (this.choices.length === 1 && this.choices[0].acts[0].word === "lost") {
      await pause(calm() ? 300 : 900);
      if (isCurrent()) await this.play(this.choices[0].move);
    } else if (this.players.of(this.scene.seat).engine) {
      await pause(350);
      if (isCurrent()) await this.throwDie();
    } else {
      this.views.idle(this);
    }
  }

  /** Searches the engine's move; shows reports once the position is drawn. */
  think(isCurrent) {
    const player = this.players.of(this.scene.seat);
    this.client.set("MultiPV", 1);
    this.players.setStrength(player);
    const isShown = () => isCurrent() && this.shown === this.generation;
    this.proposed = null;
    return this.client.search(`go ${player.limit}`, (info) => isShown() && this.views.info(this, info),
      (move) => isCurrent() && (this.proposed = move));
  }

  /** Sends a move to the seat whose consent it needs: to the engine, or to a person who then clicks. */
  async putOffer(offer) {
    const generation = this.generation;
    const player = this.players.of(offer.seat);
    this.offered = { ...offer, answer: null };
    this.views.show(this);
    if (player.engine) {
      this.client.stop();
      this.client.send(this.line());
      this.players.setStrength(player);
      this.offered.answer = await this.client.offer(offer.move, player.limit);
    } else {
      this.offered.answer = await new Promise((done) => {
        this.offered.decide = done;
        this.views.show(this);
      });
    }
    if (generation !== this.generation) return false;
    this.views.show(this);
    await pause(calm() ? 300 : 900);
    return generation === this.generation && this.offered.answer === "accept";
  }

  /** Plays a person's offer if the other seat accepts. */
  async offer(offer) {
    // Analysis pauses meanwhile.
    this.shown = ++this.generation;
    if (await this.putOffer(offer)) await this.play(offer.move);
    else this.views.idle(this);
  }

  /** Throws the die: draws one of the throws that the engine lists with equal chances. */
  async throwDie() {
    const { generation } = this;
    const throws = this.choices.filter(isThrow);
    if (throws.length === 0) return;
    const chosen = throws[crypto.getRandomValues(new Uint32Array(1))[0] % throws.length];
    await this.views.throwing(this, throws, chosen);
    // Discards the throw if another position or game is on the board by now.
    if (generation === this.generation) await this.play(chosen.move);
  }
}

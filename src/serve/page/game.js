// The game being played or looked at: its set-up, its moves, and whose turn it is. Draws through `views`.

import { drawLots, wanted } from "./lots.js";
import { readChoices, readScene } from "./model.js";
import { calm, pause } from "./svg.js";
import { sow } from "./mancala.js";

/** Whether an act waits for the die. */
export const isThrow = (choice) => choice.acts[0].word === "throw";
/** Whether a move needs the consent of another seat, the value of its first act. */
const isOffer = (choice) => choice.acts[0].word === "offer";

export class Game {
  /** `views` are told of every change: `show(game)`; `players` say who plays a seat and how. */
  constructor(client, board, input, players, views) {
    Object.assign(this, { client, board, input, players, views, setup: null, moves: [], at: 0, held: false, turn: 0, scores: [] });
  }

  /** Starts from a position (the start position if null) with moves already made. */
  async begin(setup, moves = []) {
    const before = { setup: this.setup, moves: this.moves, at: this.at };
    if (setup === null && moves.length === 0 && wanted.lots) {
      const turn = ++this.turn;
      const lots = await drawLots(this.client);
      if (turn !== this.turn) return null;
      this.lots = lots;
      setup = lots?.first.fen ?? null;
    }
    Object.assign(this, { setup, moves: moves.map((text) => ({ text })), at: moves.length, scene: null });
    this.held = moves.length > 0;
    const faults = await this.sync();
    if (faults.length > 0) {
      Object.assign(this, before);
      await this.sync();
      return faults[0];
    }
    await this.nameSeats();
    return null;
  }

  /** The line that sets the position after `count` moves, and `more`. */
  line(count = this.at, more = []) {
    const moves = [...this.moves.slice(0, count).map(({ text }) => text), ...more];
    const start = this.setup === null ? "startpos" : `fen ${this.setup}`;
    return `position ${start}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`;
  }

  /** Brings engine and picture to the position `at`, then lets whoever is to move do so. */
  async sync() {
    const turn = ++this.turn;
    const isCurrent = () => turn === this.turn;
    this.client.stop();
    this.input.let();
    const [scene, choices] = await Promise.all([
      this.client.ask([this.line(), "scene"], "sceneok"), this.client.ask(["choices"], "choicesok"),
    ]);
    if (!isCurrent() || scene.faults.length > 0) return scene.faults;
    const before = this.scene;
    this.scene = readScene(scene.lines);
    const listed = readChoices(choices.lines);
    this.choices = listed.filter((choice) => !isOffer(choice));
    this.offers = listed.filter(isOffer).map(({ move, acts }) => ({ move, seat: acts[0].value, word: acts[1].word }));
    this.offered = null;
    // The engine thinks already while the picture is drawn.
    const best = this.isEngine ? this.think(isCurrent) : null;
    this.busy = best !== null;
    if (this.stepped && this.scene.steps.length > 0) await sow(this.board, before, this.scene, this.scene.steps, isCurrent);
    this.stepped = false;
    if (!isCurrent()) return [];
    this.board.show(this.scene);
    this.input.offer(this.isHuman ? this.choices : [], this.scene);
    this.views.show(this);
    this.shown = turn;
    this.go(isCurrent, best);
    return [];
  }

  get seat() {
    return this.board.model.seats.find((seat) => seat.name === this.scene.seat);
  }

  get isOver() {
    return this.scene.result.split(" ")[0] !== "ongoing";
  }

  /** Whether a person may move here: on a person's turn, and in positions that are only looked at. */
  get isHuman() {
    return !this.isOver && !this.choices.every(isThrow) && (this.isHeld || !this.players.of(this.scene.seat).engine);
  }

  /** Engines rest while the past is looked at, or when told to. */
  get isHeld() {
    return this.held || this.at < this.moves.length;
  }

  /** Whether the engine has a move to find. */
  get isEngine() {
    const waits = (this.choices.every(isThrow) && this.offers.length === 0) || this.choices[0].acts[0].word === "lost";
    return !this.isOver && !this.isHeld && !waits && this.players.of(this.scene.seat).engine;
  }

  /** Goes on with the turn, as far as it needs no person; `best` is what the engine is finding, if it has to. */
  async go(isCurrent, best) {
    if (this.isOver || this.isHeld) {
      this.views.idle(this);
      return;
    }
    if (best) {
      this.views.busy(this);
      const move = await best;
      if (!isCurrent()) return;
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

  /** Asks the engine for its move; what it reports is shown once the position is. */
  think(isCurrent) {
    const player = this.players.of(this.scene.seat);
    this.client.set("MultiPV", 1);
    this.players.setStrength(player);
    const isShown = () => isCurrent() && this.shown === this.turn;
    this.proposed = null;
    return this.client.search(`go ${player.limit}`, (info) => isShown() && this.views.info(this, info),
      (move) => isCurrent() && (this.proposed = move));
  }

  /** Puts a move to the seat whose consent it needs: to the engine, or to a person who then clicks. */
  async putOffer(offer) {
    const turn = this.turn;
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
    if (turn !== this.turn) return false;
    this.views.show(this);
    await pause(calm() ? 300 : 900);
    return turn === this.turn && this.offered.answer === "accept";
  }

  /** A person offers a move; it is made if the other seat agrees. */
  async offer(offer) {
    // Whatever looks at the position rests meanwhile.
    this.shown = ++this.turn;
    if (await this.putOffer(offer)) await this.play(offer.move);
    else this.views.idle(this);
  }

  /** Makes a move here; what came after is forgotten. */
  async play(text) {
    this.moves.length = this.at;
    if (!this.players.of(this.scene.seat).engine) this.held = false;
    // A whole turn takes the place of the throw that it began with.
    const last = this.moves.at(-1);
    if (last?.throw && text.startsWith(last.text)) this.moves.pop();
    const choice = this.choices.find(({ move }) => move === text);
    this.moves.push({ text, seat: this.scene.seat, throw: choice !== undefined && isThrow(choice) });
    this.at = this.moves.length;
    this.stepped = true;
    await this.sync();
  }

  /** Throws the die: one of the throws that the engine lists, all alike. */
  async throwDie() {
    const throws = this.choices.filter(isThrow);
    if (throws.length === 0) return;
    const chosen = throws[crypto.getRandomValues(new Uint32Array(1))[0] % throws.length];
    await this.views.throwing(this, throws, chosen);
    await this.play(chosen.move);
  }

  /** Takes back the last move, and further to a person's if engines play too. */
  async undo() {
    if (this.moves.length === 0) return;
    const isPerson = ({ seat }) => !seat || !this.players.of(seat).engine;
    let left = this.moves.length - 1;
    if (this.moves.some(isPerson)) while (left > 0 && !isPerson(this.moves[left])) left--;
    this.moves.length = left;
    this.at = left;
    this.held = true;
    await this.sync();
    if (this.players.of(this.scene.seat).engine) return;
    this.held = false;
    this.views.show(this);
  }

  async jump(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    if (this.at < this.moves.length) this.held = true;
    await this.sync();
  }

  /** Lets engines move, or makes them rest. */
  async hold(held) {
    this.held = held;
    if (!held) this.at = this.moves.length;
    await this.sync();
  }

  /** Finds out who made each move of a game that came from outside. */
  async nameSeats() {
    const turn = this.turn;
    for (let i = 0; i < this.moves.length && turn === this.turn; i++) {
      if (this.moves[i].seat) continue;
      this.client.stop();
      const { lines } = await this.client.ask([this.line(i), "scene"], "sceneok");
      this.moves[i].seat = readScene(lines).seat;
    }
    if (turn === this.turn && this.moves.length > 0) await this.sync();
  }
}

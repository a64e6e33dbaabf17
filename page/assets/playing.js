// Actions around a game besides moves: clocks, sides, resigning, draws, matches, sounds.

import { CLOCKS, TICK } from "./clock.js";
import { addReasons, namesOf, t } from "./i18n.js";
import { isStatic } from "./client.js";
import { drawEnding } from "./ending.js";
import { notice, report } from "./messages.js";
import { Score } from "./match.js";
import { play, sound, switchSound } from "./sound.js";
import { local } from "./store.js";
import { by, listen, options } from "./svg.js";
import { seatOf, teamsOf } from "./pieces.js";

addReasons({ time: "hết giờ", resignation: "xin thua", agreement: "đồng ý hòa" });

/** Largest advantage in centipawns at which an engine accepts a draw. */
const EVEN = 15;
const THINK = 400;

export class Playing {
  score = new Score();
  /** The sound of the last move, and whether it has not been played yet. */
  effect = "move";
  isFresh = false;

  /**
   * `restart` starts a new game, `choose` opens its dialogue; `review` shows the person's mistakes; `orient` turns the
   * board to the person;
   * `leave` leaves the shared game.
   */
  constructor(/** @type {PlayingParts} */ { game, restart, choose, review, orient, leave }) {
    const { clock, link } = game;
    this.game = game;
    this.restart = restart;
    this.orient = orient;
    this.next = { review, rematch: () => this.rematch(), begin: choose };
    setInterval(() => {
      const fallen = clock.tick(game);
      if (fallen !== null) game.end({ winner: 1 - fallen, reason: "time" });
    }, TICK);
    listen("click", {
      swap: () => this.swap(),
      resign: () => this.resign(),
      "offer-draw": () => this.offerDraw(),
      rematch: () => this.rematch(),
      // For a shared game of several pages.
      share: () => (link.isWanted ? leave() : link.join()),
    });
    by("sound").checked = sound.isOn;
    by("premoves").checked = local.get("premoves", true);
    listen("change", {
      sound: () => switchSound(by("sound").checked),
      premoves: () => local.set("premoves", by("premoves").checked),
      clock: () => {
        clock.choose(by("clock").value);
        if (game.scene) game.hold(game.isHeld);
      },
    });
  }

  get seats() {
    return this.game.board.model.seats;
  }

  // Events of the game.

  ended(/** @type {MatchGame} */ game) {
    this.count(game);
    this.draw(true);
  }

  moving(/** @type {MatchGame} */ game, /** @type {string} */ text) {
    const acts = game.choices.find(({ move }) => move === text)?.acts ?? [];
    this.effect = acts.some((act) => act.to && game.board.effect(act) === "takes") ? "capture" : "move";
  }

  moved() {
    this.isFresh = true;
  }

  /** Counts a game that ended here. @param {MatchGame} game */
  count(game) {
    if (!game.isOver || game.free || game.at < game.moves.length) return;
    this.score.count(game.uid, game.scene.result.winner);
  }

  /** Handles a new position: the sound of its move, and the available actions. @param {MatchGame} game */
  show(game) {
    if (this.isFresh) this.count(game);
    if (this.isFresh)
      play(
        game.isOver
          ? "end"
          : game.scene.check.length > 0
            ? "check"
            : game.scene.steps.some(({ step }) => step === "capture")
              ? "capture"
              : this.effect,
      );
    // A phone in the pocket of somebody whose turn it is in a shared game.
    if (this.isFresh && this.game.link.isOn && game.isHuman && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(60);
    this.game.clock.draw(game);
    this.draw(this.isFresh);
    this.isFresh = false;
  }

  // Actions of people.

  /** Returns the person's team: that of the one to move, else the first. */
  get side() {
    const {
      game,
      game: {
        players: { people },
      },
    } = this;
    return (people.find(({ name }) => name === game.scene.seat) ?? people[0])?.team ?? null;
  }

  /** Resigns at a second tap. */
  resign() {
    const { game, side } = this;
    notice(by("fault").parentElement, t("resignSure"), t("resign"), () => {
      if (game.link.isOn)
        game.link.request("resign", { seat: game.players.people.find(({ team }) => team === side)?.name });
      else game.end({ winner: 1 - side, reason: "resignation" });
    });
  }

  /** Offers a draw to the other team: a local person accepts by pressing the button, other pages receive the offer. */
  async offerDraw() {
    const { game, side } = this;
    if (this.game.link.isOn) this.game.link.request("draw");
    else if (await this.agrees(1 - side)) await game.end({ winner: null, reason: "agreement" });
    else report(t("drawDeclined"));
  }

  /** Returns whether a local team accepts a draw: an engine decides by its score. @param {number} team */
  async agrees(team) {
    if (!teamsOf(this.game.board.model)[team].some(({ name }) => this.game.players.of(name).engine)) return true;
    const isEven = await this.isEven(team);
    if (!isEven) await this.game.sync();
    return isEven;
  }

  /** Returns whether the engine's team is not better in the last position of the game. @param {number} team */
  async isEven(team) {
    const { game } = this;
    const generation = ++game.generation;
    game.client.stop();
    const look = await game.look(game.moves.length);
    if (generation !== game.generation || !look) return false;
    game.client.set("UCI_LimitStrength", false);
    game.client.set("MultiPV", 1);
    const score = (await game.client.study(game.line(game.moves.length), THINK))?.score;
    if (generation !== game.generation || !score) return false;
    const own = seatOf(game.board.model, look.seat).team === team ? score.value : -score.value;
    return score.kind === "mate" ? own <= 0 : own <= EVEN;
  }

  /** Exchanges the seats of the teams for the next game of the match. */
  exchange() {
    const {
      seats,
      game: { players },
    } = this;
    const settings = seats.map(({ name }) => /** @type {Player} */ (players.seats.get(name)));
    const step = seats.length / 2 === 1 ? 1 : seats.length - 1;
    seats.forEach(({ name }, i) => players.seats.set(name, settings[(i + step) % seats.length]));
    players.keep();
    players.draw();
    this.score.isExchanged = !this.score.isExchanged;
    this.orient();
  }

  async rematch() {
    if (!this.game.link.isOn) this.exchange();
    await this.restart();
  }

  /** Switches sides: at the start of a game at once, later in this game. */
  async swap() {
    this.exchange();
    this.game.board.show(this.game.scene);
    await this.game.hold(false);
  }

  /** Draws the actions, and the end of a game, which may have just come. */
  draw(isFresh = false) {
    const { game, score } = this;
    drawEnding(game, this.next, isFresh);
    const isOver = Boolean(game.scene) && (game.isOver || game.isEnded);
    const isOn = Boolean(game.scene) && !isOver && game.moves.length > 0 && !game.free;
    const hasPerson = this.game.players.people.length > 0;
    // Disabled actions are shown if they become possible in this game.
    const mayCome = Boolean(game.scene) && !game.isOver && !game.free && hasPerson;
    /** @param {string} id @param {boolean} disabled @param {boolean} isExpected */
    const set = (id, disabled, isExpected) => Object.assign(by(id), { disabled, hidden: disabled && !isExpected });
    set("swap", this.game.link.isOn, false);
    set("resign", !isOn || !hasPerson, mayCome);
    set("offer-draw", !isOn || !hasPerson, mayCome);
    set("again", !isOver, false);
    set("rematch", !isOver, false);
    by("to-analysis").hidden = !isOver;
    by("flip").classList.toggle("at-end", isOver);
    by("resume").hidden =
      !game.scene || isOver || !game.isHeld || game.isStudy || !this.game.players.of(game.scene.seat).engine;
    set("undo", game.moves.length === 0, mayCome);
    set("share", isStatic, false);
    // Not both, so that no button moves while a person steps through the game.
    by("hint").hidden = isOver || game.isStudy || !by("resume").hidden;
    by("hold").hidden = !this.seats.some(({ name }) => this.game.players.of(name).engine);
    const hold = by("hold").querySelector("span");
    hold.dataset.i18n = game.scene && game.isHeld ? "goOn" : "pause";
    hold.textContent = t(hold.dataset.i18n);
    const clocks = by("clock");
    clocks.disabled = this.game.link.isOn;
    const names = { none: t("noClock"), "30s": t("perMove") };
    clocks.replaceChildren(
      ...options(
        Object.keys(CLOCKS).map((kind) => [kind, names[/** @type {keyof typeof names} */ (kind)] ?? kind]),
        this.game.clock.kind,
      ),
    );
    const [first, second] = teamsOf({ seats: this.seats }).map(namesOf);
    by("match-score").textContent = score.isOpen ? `${first} ${score.text(0)} – ${score.text(1)} ${second}` : "";
  }
}

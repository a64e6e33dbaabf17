// Setting up a position by hand: a palette, the side to move, and the engine's check.

import { by, listen, options } from "./svg.js";
import { explain } from "./faults.js";
import { nameOf } from "./i18n.js";
import { CounterSetup, MenSetup } from "./setups.js";

export class Editor {
  isOn = false;
  /** The game under the set-up, and its generation. */
  game = /** @type {MatchGame} */ (/** @type {unknown} */ (null));
  generation = -1;
  setup = /** @type {MenSetup | CounterSetup} */ (/** @type {unknown} */ (null));
  /** The position, if it is legal. @type {string | null} */
  fen = null;

  /** `done(fen, isGame)` receives the position, to play from or to analyse; `redraw()` shows the game again. */
  constructor(
    /** @type {Client} */ client,
    /** @type {Board} */ board,
    /** @type {BoardInput} */ input,
    /** @type {(fen: string, isGame: boolean) => unknown} */ done,
    /** @type {() => unknown} */ redraw,
  ) {
    this.client = client;
    this.board = board;
    this.input = input;
    this.done = done;
    this.redraw = redraw;
    const then = (/** @type {() => unknown} */ act) => async () => {
      await act();
      await this.show();
    };
    listen("click", {
      "edit-clear": then(() => this.setup.clear()),
      "edit-start": then(async () => {
        const { state } = await client.state("state startpos");
        if (state) this.setup.take(state.scene);
      }),
      "edit-mirror": then(() => this.setup instanceof MenSetup && this.setup.mirror()),
      "edit-swap": then(() => {
        if (this.setup instanceof MenSetup) this.setup.swap();
        by("edit-seat").selectedIndex = 1 - by("edit-seat").selectedIndex;
      }),
      "edit-play": () => this.end(true),
      "edit-analyse": () => this.end(false),
      "edit-cancel": () => this.stop(),
    });
    listen("change", { "edit-seat": () => this.show() });
  }

  /** Starts with the position on the board. @param {MatchGame} game */
  async start(game) {
    if (!game.scene) return;
    game.leave();
    const { seats, style } = this.board.model;
    const isPits = style === "pits";
    const setup = new (isPits ? CounterSetup : MenSetup)(this.board, () => this.show());
    setup.take(game.scene);
    // Ends when the game is on the board again.
    Object.assign(this, { isOn: true, game, setup, generation: game.generation });
    this.input.let();
    this.board.arrows([]);
    this.input.tapped = (point) => {
      setup.tap(point);
      return this.show();
    };
    this.reveal(true);
    by("edit-seat").replaceChildren(
      ...options(
        seats.map((seat) => [seat.name, nameOf(seat)]),
        game.scene.seat,
      ),
    );
    by("edit-mirror").hidden = by("edit-swap").hidden = isPits || seats.length !== 2;
    by("edit-stack-label").hidden = document.body.dataset.game !== "commander";
    await this.show();
  }

  /** Returns to the game unchanged. */
  stop() {
    this.close();
    return this.redraw();
  }

  close() {
    this.isOn = false;
    this.input.tapped = null;
    this.reveal(false);
    by("edit-fault").textContent = "";
  }

  reveal(/** @type {boolean} */ isOn) {
    for (const id of ["editor", "palette", "palette-far"]) by(id).hidden = !isOn;
    document.body.toggleAttribute("data-editing", isOn);
  }

  /** Draws the position and reports what is illegal in it. */
  async show() {
    const { setup } = this;
    const scene = { ...this.game.scene, ...setup.scene, last: [], check: [], covers: [] };
    // Each side's pieces stand at its side of the board.
    const isFar = (/** @type {HTMLElement} */ { dataset }) =>
      this.board.model.seats.some(
        ({ name, side }) => name === dataset.side && side === (this.board.flipped ? "bottom" : "top"),
      );
    const rows = setup.palette();
    by("palette-far").replaceChildren(...rows.filter(isFar));
    by("palette").replaceChildren(...rows.filter((row) => !isFar(row)));
    this.input.offer([], scene);
    this.board.still = true;
    this.board.show(scene);
    this.board.still = false;
    const { answer, faults } = await this.client.ask(`compose ${by("edit-seat").value} ${setup.words.join(" ")}`);
    if (!this.isOn) return;
    this.fen = answer;
    by("edit-fault").textContent = faults.length > 0 ? explain(faults[0], this.board.model) : "";
    by("edit-play").disabled = by("edit-analyse").disabled = this.fen === null;
    if (this.fen && document.activeElement !== by("fen")) by("fen").value = this.fen;
  }

  async end(/** @type {boolean} */ isGame) {
    const { fen } = this;
    if (!fen) return;
    this.close();
    await this.done(fen, isGame);
  }
}

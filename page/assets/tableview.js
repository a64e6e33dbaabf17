// The board with its surroundings: its size, its side, its looks, and the fields of its rules and notations.

import { UPRIGHT } from "./board.js";
import { boardOf, drawThumb } from "./home.js";
import { countsFiles, drawNotations, notationOf } from "./list.js";
import { drawLooks } from "./looks.js";
import { isTable } from "./router.js";
import { drawRules, drawRuleset } from "./rules.js";
import { drawShapes } from "./shapes.js";
import { local } from "./store.js";
import { drawStrips } from "./strips.js";
import { by, listen } from "./svg.js";

export class TableView {
  /**
   * `changeRule(name, value)` and `changeRuleset(name, value)` are called for other rules; `idNow()` returns the game
   * of a mode without a board.
   */
  constructor(/** @type {TableViewParts} */ parts) {
    const { state, game } = parts;
    this.parts = parts;
    this.state = state;
    this.game = game;
    this.board = game.board;
    listen("change", {
      notation: ({ target }) => {
        local.set(`notation-${state.id}`, target.value);
        this.changeNotation();
      },
      zones: ({ target }) => {
        this.board.zones = target.checked;
        this.redraw();
      },
    });
    UPRIGHT.addEventListener("change", () => {
      if (!this.board.model) return;
      this.board.lay(this.board.model);
      this.redraw();
    });
  }

  /** Draws another game on the board. */
  lay(/** @type {Model} */ model) {
    const { state, game, board } = this;
    board.lay(model);
    local.set("game", state.id);
    game.isStudy = state.mode === "analyse";
    if (!state.isLeft) Object.assign(document.body.dataset, { mode: state.mode, game: state.id });
    by("zones-label").hidden = state.id !== "commander";
    by("lots-label").hidden = !model.lots;
    game.players.seat(state.id, model.seats, model.levels);
    this.measure();
    this.nameFiles();
    this.orient();
    this.draw();
  }

  /** Numbers the files of Xiangqi as its notations count them. */
  nameFiles() {
    this.board.files = countsFiles(this.state.id, this.game.notation);
  }

  /** Sets the notation of the list, of the lines and of the edges of the board. */
  async changeNotation() {
    await this.game.setNotation(notationOf(this.state.id));
    this.nameFiles();
    this.board.drawGround();
  }

  /** Another language has another notation, unless one was chosen. */
  async followNotation() {
    if (this.game.notation === notationOf(this.state.id)) return;
    await this.changeNotation();
    this.draw();
  }

  /** Sizes of the board for the layout of the table. */
  measure() {
    by("table").style.setProperty("--ratio", this.board.size.width / this.board.size.height);
  }

  /** Turns the board so that the first person sits below; people may turn it afterwards. */
  orient() {
    const { side } = this.game.players.people[0] ?? this.board.model.seats[0];
    this.board.turnTo(this.board.turnFor(side));
  }

  /** Draws the surroundings of the board in the page's language. */
  draw() {
    const {
      state,
      game,
      board: { model },
    } = this;
    const { analysis, changeRule, changeRuleset } = this.parts;
    if (!model) return;
    analysis.drawEnds();
    drawLooks(state.id, this.board, model, () => this.redraw());
    drawRules(state.options, model.options, state.own, changeRule);
    drawRuleset(state.options, model.options, state.own, changeRuleset);
    drawNotations(model, game.notation);
  }

  /** Redraws the board after a change of its look. */
  redraw() {
    const { state, game, board } = this;
    this.measure();
    if (this.parts.editor.isOn) this.parts.editor.show();
    else if (game.scene) {
      board.show(game.scene);
      game.input.offer(game.input.choices, game.scene, game.input.planners);
      drawStrips(state.id, game, game.players);
      drawShapes(board, game.node.shapes);
    }
    this.drawSample();
  }

  /** Draws a small board in the open settings: that of the game, or of the last one. */
  async drawSample() {
    if (!by("settings").open) return;
    const isOpen = this.board.model && isTable(document.body.dataset.mode);
    const id = isOpen ? this.state.id : this.parts.idNow();
    const { model } = isOpen ? this.board : await boardOf(id);
    drawLooks(id, this.board, model, () => this.redraw());
    by("sample").replaceChildren(await drawThumb(id, isOpen ? this.game.picture : null));
  }

  /** The seats of the shared game have changed: the board shows this page's side. */
  seated() {
    this.game.players.draw();
    this.orient();
    this.redraw();
    this.parts.playing.draw();
  }
}

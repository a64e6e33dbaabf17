// Setting up a position by hand: a palette of men, whose turn it is, and the engine's word on what is wrong.

import { drawBadge } from "./pieces.js";
import { by, html } from "./svg.js";
import { explain } from "./faults.js";
import { nameOf, t } from "./i18n.js";
import { plain } from "./model.js";

const ERASER = "";

export class Editor {
  /** `done(fen, isGame)` takes the position, to play from or to look at; `redraw()` shows the game again. */
  constructor(client, board, input, done, redraw) {
    Object.assign(this, { client, board, input, done, redraw, isOn: false, men: new Map() });
    const acts = {
      "edit-clear": () => this.men.clear(),
      "edit-start": () => this.begin(),
      "edit-mirror": () => this.move(({ x, y }) => ({ x: board.model.width - 1 - x, y }), (one) => one),
      "edit-swap": () => this.swap(),
    };
    for (const [id, act] of Object.entries(acts)) {
      by(id).addEventListener("click", async () => {
        await act();
        await this.show();
      });
    }
    by("edit-play").addEventListener("click", () => this.end(true));
    by("edit-analyse").addEventListener("click", () => this.end(false));
    by("edit-cancel").addEventListener("click", () => this.stop());
    by("edit-seat").addEventListener("change", () => this.show());
  }

  /** Begins with what is on the board. */
  async start(game) {
    if (!game.scene || this.board.model.style === "pits") return;
    game.leave();
    this.client.send(game.line());
    Object.assign(this, { isOn: true, game, men: new Map(game.scene.men), man: ERASER });
    this.input.let();
    this.input.tapped = (point) => this.tap(point);
    by("editor").hidden = false;
    by("edit-seat").replaceChildren(...this.board.model.seats.map((seat) =>
      html("option", { value: seat.name, selected: seat.name === game.scene.seat }, nameOf(seat))));
    const { seats } = this.board.model;
    by("edit-mirror").hidden = by("edit-swap").hidden = seats.length !== 2;
    by("edit-stack-label").hidden = ![...game.scene.men.values()].some((letters) => letters.length > 1) && document.body.dataset.game !== "commander";
    this.man = [...this.board.model.men.keys()][0];
    this.drawPalette();
    await this.show();
  }

  /** Back to the game, which is as it was. */
  stop() {
    this.close();
    return this.redraw();
  }

  close() {
    this.isOn = false;
    this.input.tapped = null;
    by("editor").hidden = true;
    by("edit-fault").textContent = "";
  }

  drawPalette() {
    const button = (man, label, ...content) => html("button", {
      type: "button", "data-man": man, "aria-pressed": String(this.man === man), "aria-label": label, title: label,
      onclick: () => {
        this.man = man;
        this.drawPalette();
      },
    }, ...content);
    const { men, seats } = this.board.model;
    const rows = seats.map((seat) => html("div", { class: "row-of-men" }, ...[...men.values()].filter((man) => man.seat === seat.name)
      .map((man) => button(man.letters, `${nameOf(seat)}, ${nameOf(man)}`, drawBadge(this.board.model, [man.letters])))));
    by("palette").replaceChildren(...rows, button(ERASER, t("eraser"), "✕"));
  }

  tap(point) {
    const there = this.men.get(point);
    if (this.man === ERASER || there?.at(-1) === this.man) this.men.delete(point);
    else if (there && by("edit-stack").checked) this.men.set(point, [...there, this.man]);
    else this.men.set(point, [this.man]);
    return this.show();
  }

  async begin() {
    const { lines } = await this.client.ask(["position startpos", "scene"], "sceneok");
    this.men = new Map(lines.map((line) => line.split(" ")).filter(([, word]) => word === "man").map(([, , point, ...letters]) => [point, letters]));
  }

  /** Moves every man to where `place` puts its point, and makes `other` of it. */
  move(place, other) {
    const { points } = this.board.model;
    const at = new Map([...points].map(([name, { x, y }]) => [`${x},${y}`, name]));
    const moved = [...this.men].map(([point, letters]) => {
      const { x, y } = place(points.get(point));
      return [at.get(`${x},${y}`), letters.map(other)];
    });
    this.men = new Map(moved.filter(([point]) => point));
  }

  /** Each side gets the other's men, seen from its own end of the board. */
  swap() {
    const { men, height } = this.board.model;
    const other = (letters) => {
      const own = men.get(plain(letters));
      const twin = [...men.values()].find((one) => one.seat !== own.seat && one.names.en === own.names.en);
      return letters.replace(own.letters, twin.letters);
    };
    this.move(({ x, y }) => ({ x, y: height - 1 - y }), other);
    by("edit-seat").selectedIndex = 1 - by("edit-seat").selectedIndex;
  }

  /** Draws the position and says what is wrong with it. */
  async show() {
    const scene = { ...this.game.scene, men: this.men, last: [], check: [], covers: [] };
    this.input.offer([], scene);
    this.board.still = true;
    this.board.show(scene);
    this.board.still = false;
    const men = [...this.men].map(([point, letters]) => `${point}=${letters.join("")}`);
    const { lines, faults } = await this.client.answer(`compose ${by("edit-seat").value} ${men.join(" ")}`);
    this.fen = faults.length > 0 ? null : lines[0].slice(4);
    by("edit-fault").textContent = faults.length > 0 ? explain(faults[0], this.board.model) : "";
    by("edit-play").disabled = by("edit-analyse").disabled = this.fen === null;
    if (this.fen && document.activeElement !== by("fen")) by("fen").value = this.fen;
  }

  async end(isGame) {
    const { fen } = this;
    if (!fen) return;
    this.close();
    await this.done(fen, isGame);
  }
}

// The engine's best lines: whole, in the notation of the list; pointed at they show the position, clicked they are played.

import { Board } from "./board.js";
import { readScene } from "./model.js";
import { isProven, scoreText } from "./score.js";
import { by, html } from "./svg.js";
import { valueText } from "./exact.js";
import { t } from "./i18n.js";

export class Lines {
  constructor(client) {
    Object.assign(this, { client, said: new Map(), preview: new Board(by("preview")) });
    for (const kind of ["pointerleave", "focusout"]) by("lines").addEventListener(kind, () => this.hide());
  }

  /** Whether somebody points at the lines: they stay as they are then. */
  get isPointedAt() {
    return by("lines").matches(":hover:has(:hover), :focus-within");
  }

  /** Draws lines, the best first; `exact` has what is known for certain of their first moves. */
  draw(game, ranked, style, exact) {
    if (this.isPointedAt && by("lines").children.length === ranked.length && this.turn === game.turn) return;
    this.turn = game.turn;
    by("lines").replaceChildren(...ranked.map((info) => this.row(game, info, style, exact)));
  }

  row(game, info, style, exact) {
    const value = exact.get(info.pv[0]);
    const proven = isProven(info) || Boolean(value);
    const score = value ? valueText(value) : scoreText(info.score, style);
    return html("li", {}, html("b", { class: proven ? "proven" : "", title: proven ? t("proven") : null }, score + (proven ? " ✓" : "")), " ",
      this.moves(game, info.pv));
  }

  /** The moves of a line as buttons. */
  moves(game, pv) {
    const steps = pv.map((move, i) => html("button", {
      type: "button", class: "step", onclick: () => game.playLine(pv.slice(0, i + 1)),
      onpointerenter: () => this.show(game, pv.slice(0, i + 1)), onfocus: () => this.show(game, pv.slice(0, i + 1)),
    }, move));
    // Who points at a move keeps it.
    const fill = (texts) => steps.forEach((step, i) => (step.textContent = texts[i] ?? pv[i]));
    fill(this.said.get(`${game.notation} ${game.turn} ${pv.join(" ")}`) ?? pv);
    this.translate(game, pv, fill);
    return html("span", { class: "pv" }, ...steps);
  }

  async translate(game, pv, fill) {
    const { notation, turn } = game;
    const key = `${notation} ${turn} ${pv.join(" ")}`;
    if (!notation || this.said.has(key)) return;
    const texts = await game.said(pv);
    if (turn !== game.turn) return;
    if (this.said.size > 200) this.said.clear();
    this.said.set(key, texts);
    fill(texts);
  }

  /** A small board with the position after moves from here on. */
  async show(game, moves) {
    const { turn } = game;
    this.wanted = moves;
    const { lines, faults } = await this.client.answer(`look moves ${moves.join(" ")}`);
    if (faults.length > 0 || turn !== game.turn || this.wanted !== moves) return;
    if (this.preview.model !== game.board.model || this.preview.turns !== game.board.turns) {
      this.preview.turns = game.board.turns;
      this.preview.lay(game.board.model);
    }
    by("preview").hidden = false;
    this.preview.still = true;
    this.preview.show(readScene(lines.filter((line) => line !== "sceneok")));
  }

  hide() {
    this.wanted = null;
    by("preview").hidden = true;
  }
}

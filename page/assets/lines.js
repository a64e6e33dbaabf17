// The engine's best lines in the notation of the list; hovering shows the position, a click plays the line.

import { Board } from "./board.js";
import { decodeScene } from "./engine/model.js";
import { isProven, scoreText } from "./score.js";
import { by, html } from "./svg.js";
import { valueText } from "./exact.js";
import { t } from "./i18n.js";

export class Lines {
  /** Translated lines, by notation, position and moves. @type {Map<string, string[]>} */
  said = new Map();
  preview = new Board(by("preview"));
  generation = -1;
  /** The moves whose position is wanted. @type {string[] | null} */
  wanted = null;

  constructor(/** @type {Client} */ client) {
    this.client = client;
    for (const kind of ["pointerleave", "focusout"]) by("lines").addEventListener(kind, () => this.hide());
  }

  /** Whether the pointer is on the lines, which then stay unchanged. */
  get isPointedAt() {
    return by("lines").matches(":hover:has(:hover), :focus-within");
  }

  /**
   * Draws lines, the best first; `exact` holds exact values of their first moves.
   * @param {MatchGame} game
   * @param {Info[]} ranked
   * @param {Map<string, TableValue>} exact
   */
  draw(game, ranked, exact) {
    if (this.isPointedAt && by("lines").children.length === ranked.length && this.generation === game.generation)
      return;
    this.generation = game.generation;
    by("lines").replaceChildren(...ranked.map((info) => this.row(game, info, exact)));
  }

  row(/** @type {MatchGame} */ game, /** @type {Info} */ info, /** @type {Map<string, TableValue>} */ exact) {
    const value = exact.get(info.pv[0]);
    const proven = isProven(info) || Boolean(value);
    const score = value ? valueText(value) : scoreText(info.score, game.board.model.style);
    return html(
      "li",
      {},
      html("b", { class: proven ? "proven" : "", title: proven ? t("proven") : null }, score + (proven ? " ✓" : "")),
      " ",
      this.moves(game, info.pv),
    );
  }

  /** Draws the moves of a line as buttons. @param {MatchGame} game @param {string[]} pv */
  moves(game, pv) {
    const steps = pv.map((move, i) =>
      html(
        "button",
        {
          class: "step",
          onclick: () => game.playLine(pv.slice(0, i + 1)),
          onpointerenter: () => this.show(game, pv.slice(0, i + 1)),
          onfocus: () => this.show(game, pv.slice(0, i + 1)),
        },
        move,
      ),
    );
    // A hovered move stays in place.
    const fill = (/** @type {string[]} */ texts) => steps.forEach((step, i) => (step.textContent = texts[i] ?? pv[i]));
    fill(this.said.get(`${game.notation} ${game.generation} ${pv.join(" ")}`) ?? pv);
    this.translate(game, pv, fill);
    return html("span", { class: "pv" }, ...steps);
  }

  async translate(
    /** @type {MatchGame} */ game,
    /** @type {string[]} */ pv,
    /** @type {(texts: string[]) => void} */ fill,
  ) {
    const { notation, generation } = game;
    const key = `${notation} ${generation} ${pv.join(" ")}`;
    if (!notation || this.said.has(key)) return;
    const texts = await game.said(pv);
    if (generation !== game.generation) return;
    if (this.said.size > 200) this.said.clear();
    this.said.set(key, texts);
    fill(texts);
  }

  /** Draws a small board with the position after moves from here. @param {MatchGame} game @param {string[]} moves */
  async show(game, moves) {
    const { generation } = game;
    this.wanted = moves;
    const { answer } = await this.client.ask(`look moves ${moves.join(" ")}`);
    if (!answer || generation !== game.generation || this.wanted !== moves) return;
    if (this.preview.model !== game.board.model || this.preview.turns !== game.board.turns) {
      this.preview.turns = game.board.turns;
      this.preview.lay(game.board.model);
    }
    by("preview").hidden = false;
    this.preview.still = true;
    this.preview.show(decodeScene(answer));
  }

  hide() {
    this.wanted = null;
    by("preview").hidden = true;
  }
}

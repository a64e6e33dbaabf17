// Figures: small boards beside the rules, drawn with a second connection to the engine.

import { Board } from "./board.js";
import { Client } from "./client.js";
import { nameOf, t } from "./i18n.js";
import { placeOf, settings } from "./record.js";
import { sow } from "./mancala.js";
import { reopen, reopenSilently } from "./reconnect.js";
import { html, pause } from "./svg.js";
import { manOf } from "./pieces.js";

/** Time for a proof, in milliseconds. */
const PROOF = 4000;

/** A second connection to the engine, for boards beside the game. */
export class Demo {
  isClosed = false;
  client = new Client({
    greeting: () => (this.id ? [`setoption name UCI_Variant value ${this.id}`] : []),
    closed: (client, event) => this.isClosed || reopenSilently(client, event),
  });
  id = "";
  model = /** @type {Model} */ (/** @type {unknown} */ (null));
  /** All rules with their defaults. */
  rules = /** @type {[string, string][]} */ ([]);
  queue = /** @type {Promise<any>} */ (Promise.resolve());

  /** Sets the game; resolves to its board. @param {string} id */
  async open(id) {
    if (!this.client.socket) {
      await reopen(this.client);
      const { answer } = await this.client.ask("options");
      this.rules = (answer ?? []).map((/** @type {OptionSpec} */ one) => [one.name, String(one.default)]);
    }
    this.id = id;
    await this.client.state(`setoption name UCI_Variant value ${id}`, "state");
    this.model = this.client.board;
    return this.model;
  }

  close() {
    this.isClosed = true;
    this.client.socket?.close();
  }

  /**
   * Resolves to scene and choices of a position, one query after another: `options` apply to this one only.
   * @returns {Promise<Look>}
   */
  look(/** @type {Position} */ { fen, moves = [], options = {} }) {
    this.queue = this.queue.then(async () => {
      const own = this.rules.filter(([name]) => this.model.options.includes(name));
      const rules = settings([...own, ...Object.entries(options)]);
      const { state, faults } = await this.client.state("position startpos", ...rules, `state ${placeOf(fen, moves)}`);
      return { ...state, choices: state?.choices.filter(({ offer }) => !offer), fault: faults[0] };
    });
    return this.queue;
  }

  /**
   * Searches a position; resolves to the best move, the last score and line, the last report of each of `lines`, and
   * whether a mate of the asked length is refuted.
   * @param {Position} position
   * @param {string} go
   */
  async search(position, go) {
    let best = /** @type {string | null} */ (null);
    let score = /** @type {Score | null} */ (null);
    let pv = /** @type {string[]} */ ([]);
    const lines = /** @type {Map<number, Info>} */ (new Map());
    let isRefuted = false;
    // Null denotes a lost connection.
    while (best === null) {
      await this.look(position);
      best = await this.client.search(go, (info) => {
        score = info.score ?? score;
        if (info.pv.length > 0) pv = info.pv;
        if (info.pv.length > 0 && !info.bound) lines.set(info.multipv, info);
        isRefuted ||= Boolean(info.remark?.startsWith("no mate"));
      });
    }
    return { best, score, pv, lines, isRefuted };
  }

  /** Searches a win within some moves, by one of `moves` if any. @param {Position} position @param {number} within */
  async mate(position, within, moves = /** @type {string[]} */ ([])) {
    const only = moves.length > 0 ? ` searchmoves ${moves.join(" ")}` : "";
    const found = await this.search(position, `go mate ${within} movetime ${PROOF}${only}`);
    const length = found.score?.kind === "mate" ? found.score.value : 0;
    return { ...found, length, isWithin: length > 0 && length <= within };
  }
}

/** Crops the board to the part between two corners, such as `b2-h6`. @param {Board} board @param {string} view */
function crop(board, view) {
  const [a, b] = view.split("-").map((point) => board.at(point));
  const edge = 62;
  const [left, top] = [Math.min(a.x, b.x) - edge, Math.min(a.y, b.y) - edge];
  const [width, height] = [Math.abs(a.x - b.x) + 2 * edge, Math.abs(a.y - b.y) + 2 * edge];
  board.view.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  board.root.style.setProperty("--ratio", String(width / height));
  board.root.style.setProperty("--steps", String(width / 100));
}

/** Draws the figure of a placeholder. @param {Demo} demo @param {HTMLElement} figure */
async function draw(demo, figure) {
  const { at = "", view, moves = "", zones, set, fen } = figure.dataset;
  const options = set ? Object.fromEntries([set.split(":")]) : {};
  const before = await demo.look({ fen, options });
  if (before.fault) throw new Error(`${fen}: ${before.fault.sentence}`);
  const box = html("div", { class: "mini" });
  const board = new Board(box);
  board.zones = Boolean(zones);
  board.lay(demo.model);
  box.style.setProperty("--steps", String(board.size.width / 100));
  board.show(before.scene);
  if (view) crop(board, view);
  const points = at.split(",").filter(Boolean);
  const acts = before.choices.flatMap((choice) => choice.acts).filter((act) => act.to && points.includes(act.from));
  board.hint(points[0], new Map(acts.map((act) => [act.to, board.effect(act)])));
  const letters = points.length === 1 && before.scene.men.get(points[0])?.[0];
  const man = letters && manOf(demo.model, letters);
  const name = man ? nameOf(man) : "";
  figure.dataset.man = man ? man.names.en : "";
  board.view.setAttribute("role", "img");
  board.view.setAttribute("aria-label", name ? `${t("howMoves")}: ${name}` : t("board"));
  figure.replaceChildren(box, ...(name ? [html("figcaption", {}, name)] : []));
  if (moves) figure.append(player(demo, board, before, { fen, options, moves: moves.split(",") }));
}

/**
 * A button that plays the figure's turn, and restores the position afterwards.
 * @param {Demo} demo
 * @param {Board} board
 * @param {Position} position
 * @param {Look} before
 */
function player(demo, board, before, position) {
  const button = html("button", {}, `▶ ${t("showTurn")}`);
  button.addEventListener("click", async () => {
    button.disabled = true;
    const { scene } = await demo.look(position);
    if (scene.steps.length > 0) await sow(board, before.scene, scene, scene.steps, () => board.root.isConnected);
    board.hint(null, []);
    board.show(scene);
    await pause(2200);
    board.show(before.scene);
    button.disabled = false;
  });
  return button;
}

/** Draws all figures of a text. @param {Demo} demo @param {ParentNode} root */
export async function drawFigures(demo, root) {
  for (const figure of root.querySelectorAll("figure")) {
    if (!root.isConnected) return;
    await draw(demo, figure);
  }
}

/** Loads a text of the guide. @param {string} name */
export async function fetchGuide(name) {
  const answer = await fetch(`guide/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
}

// Exact values of the position and its moves from endgame tables.

import { turned } from "./score.js";
import { by, html } from "./svg.js";
import { t } from "./i18n.js";

const POLL = 1000;

/** Whether this device prefers to save data and power. */
const isSpared = () => {
  const { connection, deviceMemory = 8 } = /** @type {any} */ (navigator);
  return connection?.saveData || deviceMemory < 2;
};

/** Converts `win in 37 plies` to a score for the team to move: moves of the winner. @param {string[]} words @returns {Score | null} */
function scoreOf(words) {
  const [kind, , plies] = words;
  if (kind === "draw") return { kind: "cp", value: 0 };
  if (plies === undefined || Number.isNaN(Number(plies))) return null;
  const moves = Math.ceil(Number(plies) / 2);
  return { kind: "mate", value: kind === "win" ? moves : -moves };
}

/** Formats a value in the page's language. @param {string[]} words */
export function valueText(words) {
  const [kind, how, plies] = words;
  if (kind === "draw") return t("draw");
  const text = how === "in" ? `${t("inPlies")} ${plies}` : t("byRepetition");
  return `${t(kind === "win" ? "win" : "loss")} ${text}`;
}

export class Exact {
  /** Values of moves, as words. @type {Map<string, string[]>} */
  values = new Map();
  isBuilding = false;
  isPaused = false;
  timer = /** @type {number | undefined} */ (undefined);

  /**
   * `scored()` is called when the position on the board has an exact score, `listed(isKnown)` with whether the game has exact answers.
   * @param {Client} client @param {() => void} scored @param {(isKnown: boolean) => void} listed
   */
  constructor(client, scored, listed) {
    this.client = client;
    this.scored = scored;
    this.listed = listed;
  }

  /** Probes the position on the board. @param {MatchGame} game */
  async draw(game) {
    const { generation } = game;
    const isCurrent = () => generation === game.generation;
    const { lines } = await this.client.query(["probe"], "probeok");
    if (!isCurrent()) return;
    const words = lines.map((line) => line.split(" ").slice(1));
    const position = words.find(([what]) => what === "position")?.slice(1);
    this.values = new Map(words.filter(([what]) => what === "move").map(([, move, ...value]) => [move, value]));
    const score = position && scoreOf(position);
    if (score && !game.isDecided) {
      game.node.score = { score: turned(score, game.seat.team), proven: true, isExact: true };
      this.scored();
    }
    by("exact-line").hidden = this.values.size === 0;
    by("exact-none").hidden = this.values.size > 0;
    by("exact-position").textContent = position ? valueText(position) : "";
    const rows = await Promise.all([...this.values].map(async ([move, value]) => this.row(game, move, (await game.said([move]))[0], value)));
    if (!isCurrent()) return;
    by("exact-moves").replaceChildren(...rows);
    await this.watch(game, isCurrent);
  }

  row(/** @type {MatchGame} */ game, /** @type {string} */ move, /** @type {string} */ said, /** @type {string[]} */ value) {
    const play = () => game.input.choices.some((choice) => choice.move === move) && game.play(move);
    return html("li", { class: value[0] }, html("button", { disabled: !game.isHuman, onclick: play }, said), html("span", {}, valueText(value)));
  }

  /** Shows the progress of tables being built; probes the position again when they are ready. @param {MatchGame} game @param {() => boolean} isCurrent */
  async watch(game, isCurrent) {
    clearTimeout(this.timer);
    const { lines } = await this.client.answer("tables");
    const [, state, ...rest] = (lines[0] ?? "").split(" ");
    const isListed = state !== "none" || this.values.size > 0;
    /** @type {Record<string, string>} */
    const texts = { building: `${t("tablesBuilding")} ${rest[0]} %`, failed: `${t("tablesFailed")} ${rest.join(" ")}` };
    by("tables-state").textContent = texts[state] ?? "";
    this.listed(isListed);
    if (state === "unwanted" && !this.client.options.has("TablePath")) this.offer(game);
    if (state === "ready" && this.isBuilding && isCurrent() && game.isSettled && !game.busy && !this.isPaused) await game.sync();
    this.isBuilding = state === "building";
    if (this.isBuilding) this.timer = setTimeout(() => this.watch(game, () => true), POLL);
  }

  /** Builds missing tables at once, or at the first request on devices that save power. @param {MatchGame} game */
  offer(game) {
    const build = () => {
      this.client.set("TablePath", "small");
      return this.watch(game, () => true);
    };
    if (!isSpared()) return build();
    return by("tables-state").replaceChildren(html("button", { onclick: build }, t("tablesBuild")));
  }
}

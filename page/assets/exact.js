// Exact values of the position and its moves from endgame tables.

import { turned } from "./score.js";
import { by, html } from "./svg.js";
import { t } from "./i18n.js";

/** Interval of queries for the progress of tables, in milliseconds. */
export const POLL = 1000;

/** Whether this device prefers to save data and power. */
const isSpared = () => {
  const { connection, deviceMemory = 8 } = /** @type {any} */ (navigator);
  return connection?.saveData || deviceMemory < 2;
};

/**
 * Converts a value to a score for the team to move: moves of the winner.
 * @param {TableValue} value
 * @returns {Score | null}
 */
function scoreOf({ outcome, plies }) {
  if (outcome === "draw") return { kind: "cp", value: 0 };
  if (plies === null) return null;
  const moves = Math.ceil(plies / 2);
  return { kind: "mate", value: outcome === "win" ? moves : -moves };
}

/**
 * Formats a value in the page's language, with the moves of the winner as scores have them.
 * @param {TableValue} value
 */
export function valueText(value) {
  if (value.outcome === "draw") return t("draw");
  const score = scoreOf(value);
  return `${t(value.outcome)} ${score ? `${t("inMoves")} ${Math.abs(score.value)}` : t("byRepetition")}`;
}

export class Exact {
  /** Values of moves. @type {Map<string, TableValue>} */
  values = new Map();
  isBuilding = false;
  isPaused = false;
  timer = /** @type {number | undefined} */ (undefined);

  /**
   * `scored()` is called when the position on the board has an exact score, `listed(isKnown)` with whether the game has
   * exact answers.
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
    const { answer } = await this.client.ask("probe");
    if (!isCurrent() || !answer) return;
    const position = /** @type {TableValue | null} */ (answer.value);
    this.values = new Map(
      answer.moves.map((/** @type {{ move: string, value: TableValue }} */ { move, value }) => [move, value]),
    );
    const score = position && scoreOf(position);
    if (score && !game.isDecided) {
      game.node.score = { score: turned(score, game.seat.team), proven: true, isExact: true };
      this.scored();
    }
    by("exact-line").hidden = this.values.size === 0;
    by("exact-none").hidden = this.values.size > 0;
    by("exact-position").textContent = position ? valueText(position) : "";
    const rows = await Promise.all(
      [...this.values].map(async ([move, value]) => this.row(game, move, (await game.said([move]))[0], value)),
    );
    if (!isCurrent()) return;
    by("exact-moves").replaceChildren(...rows);
    await this.watch(game, isCurrent);
  }

  row(
    /** @type {MatchGame} */ game,
    /** @type {string} */ move,
    /** @type {string} */ said,
    /** @type {TableValue} */ value,
  ) {
    const play = () => game.input.choices.some((choice) => choice.move === move) && game.play(move);
    return html(
      "li",
      { class: value.outcome },
      html("button", { disabled: !game.isHuman, onclick: play }, said),
      html("span", {}, valueText(value)),
    );
  }

  /**
   * Shows the progress of tables being built; probes the position again when they are ready.
   * @param {MatchGame} game
   * @param {() => boolean} isCurrent
   */
  async watch(game, isCurrent) {
    clearTimeout(this.timer);
    const { answer } = await this.client.ask("tables");
    const { state = "none", percent, why } = answer ?? {};
    const isListed = state !== "none" || this.values.size > 0;
    /** @type {Record<string, string>} */
    const texts = { building: `${t("tablesBuilding")} ${percent} %`, failed: `${t("tablesFailed")} ${why}` };
    by("tables-state").textContent = texts[state] ?? "";
    this.listed(isListed);
    if (state === "unwanted" && !this.client.options.has("TablePath")) this.offer(game);
    if (state === "ready" && this.isBuilding && isCurrent() && game.isSettled && !game.busy && !this.isPaused)
      await game.sync();
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

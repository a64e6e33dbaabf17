// Exact values of the position and its moves from endgame tables.

import { by, html } from "./svg.js";
import { t } from "./i18n.js";

const POLL = 1000;

/** Whether this device prefers to save data and power. */
const isSpared = () => navigator.connection?.saveData || navigator.deviceMemory < 2;

/** Converts `win in 37 plies` to a score for the team to move: moves of the winner. */
function scoreOf(words) {
  const [kind, , plies] = words;
  if (kind === "draw") return { kind: "cp", value: 0 };
  if (plies === undefined || Number.isNaN(Number(plies))) return null;
  const moves = Math.ceil(Number(plies) / 2);
  return { kind: "mate", value: kind === "win" ? moves : -moves };
}

/** Formats a value in the page's language. */
export function valueText(words) {
  const [kind, how, plies] = words;
  if (kind === "draw") return t("draw");
  const text = how === "in" ? `${t("inPlies")} ${plies}` : t("byRepetition");
  return `${t(kind === "win" ? "win" : "loss")} ${text}`;
}

export class Exact {
  constructor(client) {
    Object.assign(this, { client, values: new Map() });
  }

  /** Probes the position on the board; `turned` converts a score to the first team's view. */
  async draw(game, turned) {
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
      this.scored?.(game);
    }
    by("exact").hidden = this.values.size === 0;
    by("exact-position").textContent = position ? valueText(position) : "";
    by("exact-moves").replaceChildren(...[...this.values].map(([move, value]) => this.row(game, move, value)));
    await this.watch(game, isCurrent);
  }

  row(game, move, value) {
    const isOpen = game.isHuman;
    const play = () => game.input.choices.some((choice) => choice.move === move) && game.play(move);
    return html("li", { class: value[0] }, html("button", { type: "button", disabled: !isOpen, onclick: play }, move),
      html("span", {}, valueText(value)));
  }

  /** Shows the progress of tables being built; probes the position again when they are ready. */
  async watch(game, isCurrent) {
    clearTimeout(this.timer);
    const { lines } = await this.client.answer("tables");
    const [, state, ...rest] = (lines[0] ?? "").split(" ");
    const isOutside = this.values.size === 0 && game.scene && !game.isOver;
    const text = { building: `${t("tablesBuilding")} ${rest[0]} %`, failed: `${t("tablesFailed")} ${rest.join(" ")}`, ready: isOutside ? t("noExact") : "" }[state] ?? "";
    by("tables-state").textContent = text;
    if (state === "unwanted" && !this.client.options.has("TablePath")) this.offer(game);
    if (state === "ready" && this.isBuilding && isCurrent() && game.isSettled && !game.busy) await game.sync();
    this.isBuilding = state === "building";
    if (this.isBuilding) this.timer = setTimeout(() => this.watch(game, () => true), POLL);
  }

  /** Builds missing tables at once, or at the first request on devices that save power. */
  offer(game) {
    const build = () => {
      this.client.set("TablePath", "small");
      return this.watch(game, () => true);
    };
    if (!isSpared()) return build();
    by("tables-state").replaceChildren(html("button", { type: "button", onclick: build }, t("tablesBuild")));
  }
}

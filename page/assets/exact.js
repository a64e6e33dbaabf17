// What tables know for certain of the position and of each of its moves, as long as they know it.

import { by, html } from "./svg.js";
import { t } from "./i18n.js";

const POLL = 1000;

/** Whether this device is to be spared what nobody asked for. */
const isSpared = () => navigator.connection?.saveData || navigator.deviceMemory < 2;

/** `win in 37 plies` as a score for the team to move: moves of the winner. */
function scoreOf(words) {
  const [kind, , plies] = words;
  if (kind === "draw") return { kind: "cp", value: 0 };
  if (plies === undefined || Number.isNaN(Number(plies))) return null;
  const moves = Math.ceil(Number(plies) / 2);
  return { kind: "mate", value: kind === "win" ? moves : -moves };
}

/** A value in words of the page. */
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

  /** Asks for the position on the board; `turned` gives a score as the first team sees it. */
  async draw(game, turned) {
    const { turn } = game;
    const isCurrent = () => turn === game.turn;
    const { lines } = await this.client.ask(["probe"], "probeok");
    if (!isCurrent()) return;
    const words = lines.map((line) => line.split(" ").slice(1));
    const position = words.find(([what]) => what === "position")?.slice(1);
    this.values = new Map(words.filter(([what]) => what === "move").map(([, move, ...value]) => [move, value]));
    const score = position && scoreOf(position);
    if (score && !game.isOver) {
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

  /** While tables are built beside the game, how far they are; when they are there the position is asked again. */
  async watch(game, isCurrent) {
    clearTimeout(this.timer);
    const { lines } = await this.client.answer("tables");
    const [, state, ...rest] = (lines[0] ?? "").split(" ");
    const text = { building: `${t("tablesBuilding")} ${rest[0]} %`, failed: `${t("tablesFailed")} ${rest.join(" ")}` }[state] ?? "";
    by("tables-state").textContent = text;
    if (state === "unwanted" && !this.client.options.has("TablePath")) this.offer(game);
    if (state === "ready" && this.isBuilding && isCurrent() && game.shown === game.turn && !game.busy) await game.sync();
    this.isBuilding = state === "building";
    if (this.isBuilding) this.timer = setTimeout(() => this.watch(game, () => true), POLL);
  }

  /** Tables that nobody has asked for yet are built at once, or when somebody asks. */
  offer(game) {
    const build = () => {
      this.client.set("TablePath", "small");
      return this.watch(game, () => true);
    };
    if (!isSpared()) return build();
    by("tables-state").replaceChildren(html("button", { type: "button", onclick: build }, t("tablesBuild")));
  }
}

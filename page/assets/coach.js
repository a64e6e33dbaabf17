// Help of the engine during a game: a hint, and the analysis of the last move. Also the limits of analysis:
// time and processors.

import { scoreText, turned } from "./score.js";
import { by, html } from "./svg.js";
import { t } from "./i18n.js";

const TIME = 1000;

export class Coach {
  constructor(client, game, analysis) {
    Object.assign(this, { client, game, analysis });
    by("hint").addEventListener("click", () => this.hint());
    by("why-not").addEventListener("click", () => this.whyNot());
    for (const id of ["threads", "hash", "limit", "limit-amount"]) {
      by(id).addEventListener("change", () => {
        by("limit-amount").hidden = by("limit").value === "";
        analysis.restart();
      });
    }
    // The page is hidden: the processor is for others.
    document.addEventListener("visibilitychange", () => {
      if (!analysis.on) return;
      if (document.hidden) client.stop();
      else analysis.restart();
    });
  }

  /** Fills the menus of the engine's options that a page may set. */
  readOptions(lines) {
    for (const [id, name] of [["threads", "Threads"], ["hash", "Hash"]]) {
      const [, value, most] = /default (\d+) min \d+ max (\d+)/.exec(lines.find((line) => line.startsWith(`option name ${name} `))) ?? [];
      const steps = [1, 2, 4, 8, 16, 32, 64, 128, 256].filter((step) => step <= Number(most) && (id === "threads" || step >= 16));
      by(id).replaceChildren(...steps.map((step) => html("option", { selected: step === Number(value) }, step)));
    }
  }

  /** Returns the limit of an analysis as words of `go`. */
  get limit() {
    const amount = Math.max(1, Number(by("limit-amount").value) || 1);
    return { depth: `depth ${Math.round(amount)}`, seconds: `movetime ${Math.round(amount * 1000)}` }[by("limit").value] ?? "infinite";
  }

  /** Sets the limits of analysis, between searches. */
  prepare() {
    if (by("threads").value) this.client.set("Threads", by("threads").value);
    if (by("hash").value) this.client.set("Hash", by("hash").value);
  }

  draw() {
    const { game } = this;
    by("hint").disabled = !game.isHuman;
    by("why-not").hidden = game.moves.length === 0;
    by("why-not").disabled = game.at === 0 || game.node.throw || game.busy;
    by("coach").replaceChildren();
  }

  /** Searches one position briefly; null if another position or search came in between. */
  async search(line, generation) {
    let last = null;
    this.client.stop();
    const { stops } = this.client;
    this.client.send(line);
    this.analysis.prepare(1);
    await this.client.search(`go movetime ${TIME}`, (info) => (last = info.score && !info.bound ? info : last));
    return generation === this.game.generation && stops === this.client.stops ? last : null;
  }

  async hint() {
    const { game, analysis } = this;
    const { generation } = game;
    const found = await this.search(game.line(), generation);
    if (!found) return;
    const choice = game.choices.find(({ move }) => move === found.pv[0]);
    if (choice) game.board.arrows([{ acts: choice.acts, label: "" }]);
    by("coach").replaceChildren(html("p", {}, `${t("hint")}: `, analysis.rows.moves(game, found.pv.slice(0, 1))));
    analysis.run(game);
  }

  /** Shows the answer to the last move, its cost, and the better move. */
  async whyNot() {
    const { game, analysis } = this;
    const { generation, node, at } = game;
    const team = (name) => game.board.model.seats.find((seat) => seat.name === name).team;
    // The thrower chooses among the moves of the throw.
    const [thrown] = /^\d+:/.exec(node.text) ?? [];
    const before = await this.search(game.line(at - 1, thrown ? [thrown] : []), generation);
    if (!before) return;
    const [better] = await game.said(before.pv.slice(0, 1));
    const after = game.isDecided ? null : await this.search(game.line(at), generation);
    if (generation !== game.generation || (!after && !game.isDecided)) return;
    const mover = team(node.seat);
    const { style } = game.board.model;
    const text = (score) => scoreText(score, style);
    const had = turned(before.score, mover);
    const has = after ? turned(after.score, game.seat.team) : node.score.score;
    node.score ??= { score: has, proven: false, best: after?.pv[0] };
    analysis.drawBar(node.score.score, node.score.proven);
    analysis.drawGraph(game);
    node.parent.score ??= { score: had, proven: false, best: before.pv[0] };
    const isBest = before.pv[0] === node.text;
    const parts = [html("p", {}, html("b", {}, node.said ?? node.text), isBest ? ` ${t("isBest")} ${text(has)}.`
      : ` ${t("leadsTo")} ${text(has)}, ${better} ${t("wouldLeadTo")} ${text(had)}.`)];
    if (after?.pv.length > 0) parts.push(html("p", {}, `${t("answer")}: `, analysis.rows.moves(game, after.pv)));
    by("coach").replaceChildren(...parts);
    this.client.send(game.line());
    analysis.run(game);
  }
}

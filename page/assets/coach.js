// Help of the engine during a game: a hint, and the analysis of the last move.

import { listenForEffort } from "./effort.js";
import { scoreText, turned } from "./score.js";
import { by, html, listen } from "./svg.js";
import { t } from "./i18n.js";
import { seatOf } from "./pieces.js";

const TIME = 1000;

export class Coach {
  constructor(/** @type {Client} */ client, /** @type {MatchGame} */ game, /** @type {Analysis} */ analysis) {
    this.client = client;
    this.game = game;
    this.analysis = analysis;
    listen("click", { hint: () => this.hint(), "why-not": () => this.whyNot() });
    listenForEffort(() => analysis.run(game));
    // The page is hidden: the processor is for others.
    document.addEventListener("visibilitychange", () => {
      if (!analysis.isOn) return;
      if (document.hidden) client.stop();
      else analysis.run(game);
    });
  }

  draw() {
    const { game } = this;
    by("hint").disabled = !game.isHuman;
    by("why-not").hidden = game.moves.length === 0;
    by("why-not").disabled = game.at === 0 || game.node.throw || game.busy;
    by("coach").replaceChildren();
  }

  /**
   * Searches one position briefly; null if another position or search came in between.
   * @param {string} line
   * @param {number} generation
   */
  async search(line, generation) {
    this.client.stop();
    const { stops } = this.client;
    this.analysis.prepare(1);
    const last = await this.client.study(line, TIME);
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
    // The thrower chooses among the moves of the throw.
    const [thrown] = /^\d+:/.exec(node.text) ?? [];
    const before = await this.search(game.line(at - 1, thrown ? [thrown] : []), generation);
    if (!before) return;
    const [better] = await game.said(before.pv.slice(0, 1));
    const after = game.isDecided ? null : await this.search(game.line(at), generation);
    if (generation !== game.generation || (!after && !game.isDecided)) return;
    const mover = seatOf(game.board.model, node.seat).team;
    const { style } = game.board.model;
    const text = (/** @type {Score} */ score) => scoreText(score, style);
    const had = turned(before.score, mover);
    const known = node.score ?? {
      score: after ? turned(after.score, game.seat.team) : had,
      proven: false,
      best: after?.pv[0],
    };
    const has = after ? turned(after.score, game.seat.team) : known.score;
    node.score = known;
    analysis.drawBar(known.score, known.proven);
    analysis.drawGraph(game);
    if (node.parent) node.parent.score ??= { score: had, proven: false, best: before.pv[0] };
    const isBest = before.pv[0] === node.text;
    const parts = [
      html(
        "p",
        {},
        html("b", {}, node.said ?? node.text),
        isBest
          ? ` ${t("isBest")} ${text(has)}.`
          : ` ${t("leadsTo")} ${text(has)}, ${better} ${t("wouldLeadTo")} ${text(had)}.`,
      ),
    ];
    if (after && after.pv.length > 0)
      parts.push(html("p", {}, `${t("answer")}: `, analysis.rows.moves(game, after.pv)));
    by("coach").replaceChildren(...parts);
    this.client.send(game.line());
    analysis.run(game);
  }
}

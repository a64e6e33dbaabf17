// Review of a whole game: the loss of each move, marks, accuracy of each side, key moments.

import { scoreText, share } from "./score.js";
import { by, dot, html } from "./svg.js";
import { nameOf, t } from "./i18n.js";
import { rowText } from "./tree.js";

/** Least loss of winning chances for each mark, the worst first. @type {[string, number][]} */
const FAULTS = [
  ["??", 0.3],
  ["?", 0.2],
  ["?!", 0.1],
];
const MOMENTS = 6;

/**
 * Returns the mover's winning chance, as shown on the bar.
 * @param {string} style
 * @param {number} team
 * @param {Known} entry
 */
export const chance = (entry, style, team) => (team === 0 ? share(entry.score, style) : 1 - share(entry.score, style));

/** Returns the accuracy of a move from 0 to 100, by its loss: the curve of Lichess. @param {number} lost */
const accuracy = (lost) => Math.max(0, Math.min(100, 103.1668 * Math.exp(-4.354 * lost) - 3.1669));

/** Rates the moves of the line whose positions both have a score. @param {MatchGame} game */
export function judge(game) {
  const { style, seats } = game.board.model;
  const judged = /** @type {Judged[]} */ ([]);
  game.moves.forEach((node, i) => {
    const before = game.tree.at(i);
    const seat = seats.find(({ name }) => name === node.seat);
    node.judged = "";
    if (!seat || !before.score || !node.score || node.throw) return;
    const lost = Math.max(0, chance(before.score, style, seat.team) - chance(node.score, style, seat.team));
    const isBest = before.score.best === node.text;
    node.judged = isBest ? "" : (FAULTS.find(([, least]) => lost >= least)?.[0] ?? "");
    judged.push({ node, at: i, seat, lost: isBest ? 0 : lost, before: before.score, after: node.score });
  });
  return judged;
}

/** Draws accuracy for each seat and the key moments. @param {MatchGame} game @param {Judged[]} judged */
export function drawReview(game, judged) {
  const { seats, style } = game.board.model;
  const rows = seats.map((seat) => {
    const own = judged.filter((one) => one.seat === seat);
    const mean = own.reduce((sum, { lost }) => sum + accuracy(lost), 0) / own.length;
    const count = (/** @type {string} */ mark) => own.filter(({ node }) => node.judged === mark).length;
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, dot(seat), nameOf(seat)),
      html("td", { class: "accuracy" }, own.length > 0 ? `${mean.toFixed(0)} %` : "–"),
      ...FAULTS.map(([mark]) => html("td", {}, count(mark))),
    );
  });
  const head = html(
    "tr",
    {},
    html("th", {}),
    html("th", { scope: "col" }, t("accuracy")),
    ...FAULTS.map(([mark]) => html("th", { scope: "col" }, mark)),
  );
  by("accuracy").replaceChildren(...(judged.length > 0 ? [head, ...rows] : []));
  by("mistakes").hidden = judged.every(({ node }) => !node.judged);
  const moments = [...judged]
    .filter(({ node }) => node.judged)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, MOMENTS)
    .sort((a, b) => a.at - b.at);
  by("moments").replaceChildren(
    ...moments.map(({ node, at, before, after }) => {
      const better = before.best ? ` ${t("better")} ${before.bestSaid ?? before.best}` : "";
      return html(
        "li",
        {},
        html(
          "button",
          { onclick: () => game.jump(at + 1) },
          `${rowText(seats, node)} ${node.said ?? node.text}${node.judged}`,
        ),
        ` ${scoreText(before.score, style)} → ${scoreText(after.score, style)}${better}`,
      );
    }),
  );
}

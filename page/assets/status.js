// The line below the board: side to move, end of the game.

import { by, dot } from "./svg.js";
import { nameOf, namesOf, reason, t } from "./i18n.js";
import { manOf, seatOf } from "./pieces.js";

function resultText(/** @type {MatchGame} */ game) {
  const [word, second, ...rest] = game.scene.result.split(" ");
  if (word === "draw") return `${t("draw")}: ${reason([second, ...rest].join(" "))}`;
  return `${namesOf(game.winner?.seats ?? [])} ${t("wins")}: ${reason(rest.join(" "))}`;
}

/** The last move in words, for people who listen: the pieces that moved, from where to where. */
function inWords(/** @type {MatchGame} */ { scene, board: { model } }) {
  return scene.last.filter(({ to }) => to && scene.men.has(to)).map(({ from, to }) => `${nameOf(manOf(model, scene.men.get(to)?.[0] ?? ""))} ${from} – ${to}`).join(", ");
}

/** Shows the side to move, or the end of the game, with the last move. @param {MatchGame} game */
export function drawStatus(game) {
  const status = by("status");
  const shown = !game.isOver ? [game.seat] : game.winner?.seats ?? [];
  status.className = game.isOver ? `over ${shown[0]?.colour ?? "draw"}` : "";
  const last = game.moves[game.at - 1];
  const by_ = last?.seat && seatOf(game.board.model, last.seat);
  const said = by_ && !last.throw ? `${nameOf(by_)}: ${inWords(game) || last.said || last.text}. ` : "";
  const check = game.scene.check.length > 0 ? ` – ${t("check")}!` : "";
  const lost = game.choices.length === 1 && game.choices[0].acts[0].word === "lost" ? ` ${t("lost")}` : ` ${t("toMove")}`;
  const round = game.scene.round ? `${t("round")} ${game.scene.round}. ` : "";
  const text = game.isOver ? resultText(game) : `${nameOf(game.seat)}${lost}${check}`;
  status.replaceChildren(...shown.map(dot), `${round}${text}`);
  by("live").textContent = said + text;
}

// The card at the end of a game: who won and by how much, over the dimmed board, and what to do next.

import { namesOf, reason, t } from "./i18n.js";
import { teamsOf } from "./pieces.js";
import { by, html } from "./svg.js";

/** The game whose card was closed. */
let closed = "";

/** Describes the result: for the person if one team has all people. @param {MatchGame} game */
function resultWords({ scene: { result, stores }, players, board: { model } }) {
  const teams = new Set(players.people.map(({ team }) => team));
  const own = teams.size === 1 ? [...teams][0] : null;
  const { winner } = result;
  const who =
    winner === null
      ? t("draw")
      : own === null
        ? `${namesOf(teamsOf(model)[winner])} ${t("wins")}`
        : t(own === winner ? "youWon" : "youLost");
  const points = result.points ?? (model.style === "pits" ? model.seats.map(({ name }) => stores.get(name) ?? 0) : []);
  // The person's points first, or the winner's.
  return `${who} ${(own ?? winner) === 1 ? points.toReversed().join("–") : points.join("–")}`.trim();
}

/**
 * Shows the card at the end of a game that has just ended (`isFresh`), until it is closed or another position is shown.
 * @param {MatchGame} game
 */
export function drawEnding(
  game,
  /** @type {{ review: () => unknown, rematch: () => unknown, begin: () => unknown }} */ { review, rematch, begin },
  isFresh = false,
) {
  const box = by("ending");
  const isOver = game.scene !== null && game.isOver && !game.isStudy && game.at === game.moves.length;
  if (!isOver || closed === game.uid) {
    box.hidden = true;
    return;
  }
  if (!isFresh && box.hidden) return;
  const close = () => {
    closed = game.uid;
    box.hidden = true;
  };
  const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => unknown} */ act) =>
    html(
      "button",
      {
        id,
        class: id === "ending-review" ? "strong" : "",
        onclick: () => {
          close();
          return act();
        },
      },
      t(words),
    );
  const hasPerson = game.players.people.length > 0;
  box.hidden = false;
  box.onclick = (/** @type {Event} */ { target }) => target === box && close();
  const why = reason(game.scene.result.reason ?? "");
  box.replaceChildren(
    html(
      "div",
      { class: "card", role: "group", "aria-labelledby": "ending-title" },
      html("h2", { id: "ending-title" }, resultWords(game)),
      html("p", {}, why.charAt(0).toUpperCase() + why.slice(1)),
      ...(hasPerson && game.moves.length > 1 ? [button("ending-review", "reviewMistakes", review)] : []),
      button("ending-rematch", "rematch", rematch),
      button("ending-new", "newGame", begin),
      html("button", { class: "shut", title: t("close"), "aria-label": t("close"), onclick: close }, "✕"),
    ),
  );
}

document.addEventListener(
  "keydown",
  ({ key }) => key === "Escape" && !by("ending").hidden && by("ending").querySelector(".shut").click(),
);

// The line below the board: side to move, end of the game.

import { thrown } from "./dice.js";
import { by, dot } from "./svg.js";
import { nameOf, namesOf, reason, t } from "./i18n.js";
import { ENDS } from "./openings.js";
import { counters, manOf, seatOf } from "./pieces.js";
import { isLost } from "./turns.js";

function resultText(/** @type {MatchGame} */ game) {
  const why = reason(game.scene.result.reason ?? "");
  return game.winner ? `${namesOf(game.winner.seats)} ${t("wins")}: ${why}` : `${t("draw")}: ${why}`;
}

/**
 * Returns the other side's pieces that a move has taken, with their points.
 * @param {Model} model
 * @param {Scene} before
 * @param {Scene} after
 */
function takenIn(model, before, after) {
  const { team } = seatOf(model, before.seat);
  return [...before.men].flatMap(([point, men]) =>
    men
      .filter(
        (letters) =>
          seatOf(model, manOf(model, letters).seat).team !== team && !after.men.get(point)?.includes(letters),
      )
      .map((letters) => ({ point, letters })),
  );
}

/**
 * The last move in words, for people who listen: the pieces that moved, and where to, or what they took and whether
 * they fell themselves; the counters captured.
 */
function inWords(/** @type {MatchGame} */ { scene, before, board: { model } }) {
  const name = (/** @type {string} */ letters) => nameOf(manOf(model, letters));
  const lost = (before ? takenIn(model, before, scene) : []).map(
    ({ letters, point }) => `${name(letters)} ${t("on")} ${point}`,
  );
  const moved = scene.last.flatMap(({ from, to = "" }) => {
    const [man, shooter] = [scene.men.get(to)?.[0], scene.men.get(from)?.[0]];
    if (man) return [lost.length > 0 ? name(man) : `${name(man)} ${from} – ${to}`];
    // Pieces that shoot stay; planes may fall with what they take.
    const fallen = before?.men.get(from)?.[0];
    return (shooter ?? fallen) ? [name(shooter ?? fallen ?? "")] : [];
  });
  const falls = scene.last.some(({ from, to = "" }) => from && !scene.men.has(to) && !scene.men.has(from));
  const [{ act, from, clockwise } = { act: "", from: "" }] = scene.last;
  const way = clockwise === undefined ? "" : ` ${t(clockwise ? "clockwise" : "anticlockwise")}`;
  const sown = act === "sow" ? from + way : "";
  const pits = scene.steps
    .filter(({ step }) => step === "capture")
    .map(({ point, count }) => `${counters(count)} ${t("on")} ${point}`);
  const all = [...lost, ...pits];
  return (
    (moved.join(", ") || sown) +
    (all.length > 0 ? ` ${t("takes")} ${all.join(", ")}` : "") +
    (before && falls && scene.men.size > 0 ? ` ${t("falls")}` : "")
  );
}

/** Shows the side to move, or the end of the game, with the last move. @param {MatchGame} game */
export function drawStatus(game) {
  const status = by("status");
  const shown = !game.isOver ? [game.seat] : (game.winner?.seats ?? []);
  status.className = game.isOver ? `over ${shown[0]?.colour ?? "draw"}` : "";
  const last = game.moves[game.at - 1];
  const by_ = last?.seat && seatOf(game.board.model, last.seat);
  const isCheck = game.scene.check.length > 0;
  const moved =
    by_ && !last.throw
      ? `${nameOf(by_)}: ${inWords(game) || last.said || last.text}${isCheck ? `, ${t("check")}` : ""}. `
      : "";
  const said = game.scene.die === null ? moved : `${thrown(game)}. `;
  const check = isCheck ? ` – ${t("check")}!` : "";
  const lost = game.choices.length === 1 && isLost(game.choices[0]) ? ` ${t("lost")}` : ` ${t("toMove")}`;
  const round = game.scene.round ? `${t("round")} ${game.scene.round}. ` : "";
  // The record of a game may end it before the rules do.
  const end = game.at === game.moves.length ? game.written : null;
  const turn = `${nameOf(game.seat)}${lost}${check}`;
  const text = game.isOver ? resultText(game) : end === null ? turn : `${ENDS[end + 1]}. ${turn}`;
  status.replaceChildren(...shown.map(dot), `${round}${text}`);
  by("live").textContent = said + (isCheck && said ? text.replace(check, "") : text);
}

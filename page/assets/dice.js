// The die, and captured kings.

import { drawBadge, seatOf } from "./pieces.js";
import { calm, by, html, pause, svg } from "./svg.js";
import { describeLots } from "./lots.js";
import { nameOf, namesOf, t } from "./i18n.js";

/** Places of pips by faces. @type {Record<string, number[][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
};

export function drawDie(/** @type {number | string | undefined} */ face) {
  const pips = (PIPS[face ?? ""] ?? []).map(([x, y]) => svg("circle", { cx: x * 22, cy: y * 22, r: 9 }));
  const question = face ? [] : [svg("text", { "text-anchor": "middle", dy: "0.36em" }, "?")];
  return svg(
    "svg",
    { class: "die", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 16 }),
    ...pips,
    ...question,
  );
}

/** Animates the die. @param {Choice[]} throws @param {Choice} chosen */
export async function roll(throws, chosen) {
  const box = by("dice");
  for (let i = 0; i < (calm() ? 0 : 7); i++) {
    box.querySelector(".die")?.replaceWith(drawDie(Number(throws[i % throws.length].acts[0].die)));
    await pause(45);
  }
  box.querySelector(".die")?.replaceWith(drawDie(Number(chosen.acts[0].die)));
}

/** Says what the seat to move has thrown, with the kinds of pieces that may move. @param {MatchGame} game */
export function thrown({ seat, scene, board: { model } }) {
  const kinds = model.dice.get(Number(scene.die)) ?? [];
  const names = kinds
    .flatMap((kind) => [...model.men.values()].find(({ letters }) => letters.endsWith(kind)) ?? [])
    .map(nameOf);
  return `${nameOf(seat)} ${t("thrown")} ${scene.die}${names.length > 0 ? `: ${names.join(" / ")}` : ""}`;
}

/**
 * Shows acts that need another seat's consent: a button, then offer and answer in words.
 * @param {MatchGame} game
 * @param {(seat: string) => string} name
 */
function drawOffers(game, name) {
  const { offered, offers, scene } = game;
  if (!offered) {
    if (game.isRemote || (!game.isHeld && game.players.of(scene.seat).engine)) return [];
    return offers
      .filter(({ seat }) => !game.players.of(seat).isFree)
      .map((offer) =>
        html("button", { class: "offer", onclick: () => game.offer(offer) }, `${t(offer.word)} (${name(offer.seat)})`),
      );
  }
  const button = (/** @type {string} */ answer) =>
    html("button", { class: answer, onclick: () => offered.decide?.(answer) }, t(answer));
  const said = `${name(scene.seat)} → ${name(offered.seat)}: ${t(offered.word)}?`;
  const answer = offered.answer
    ? ` ${name(offered.seat)}: ${t(offered.answer === "accept" ? "accepted" : "declined")}.`
    : "";
  return [
    html("span", { class: "captive", id: "offered", role: "status" }, said + answer),
    ...(offered.decide && !offered.answer ? [button("accept"), button("decline")] : []),
  ];
}

/**
 * Draws the die with its actions, captives and joined teams; empty in games without.
 * @param {MatchGame} game
 * @param {Choice[]} throws
 */
export function drawDice(game, throws) {
  const { scene, choices, board } = game;
  const box = by("dice");
  const hasDice = throws.length > 0 || scene.die !== null;
  box.hidden = !hasDice && scene.captives.length === 0 && game.offers.length === 0;
  if (box.hidden) return;
  const parts = [];
  if (hasDice) {
    const die = drawDie(Number(scene.die));
    const mayThrow =
      throws.length > 0 &&
      (!game.offered || game.offered.answer) &&
      !game.isRemote &&
      (game.isHeld || !game.players.of(scene.seat).engine);
    parts.push(
      html(
        "button",
        {
          id: "throw",
          class: mayThrow || scene.die ? "" : "waits",
          disabled: !mayThrow,
          onclick: () => game.throwDie(),
        },
        die,
        html("span", {}, mayThrow ? t("throwDie") : !scene.die ? `${nameOf(game.seat)} ${t("toMove")}` : thrown(game)),
      ),
    );
  }
  for (const choice of choices.filter(({ acts }) => acts[0].act === "demand")) {
    parts.push(html("button", { onclick: () => game.play(choice.move) }, t("demand")));
  }
  parts.push(...drawOffers(game, (name) => nameOf(seatOf(board.model, name))));
  for (const { man, captor } of scene.captives) {
    const seat = seatOf(board.model, captor);
    parts.push(
      html(
        "span",
        { class: "captive", title: `${t("captiveOf")} ${nameOf(seat)}` },
        drawBadge(board.model, [man]),
        html("span", {}, `${t("captiveOf")} ${nameOf(seat)}`),
      ),
    );
  }
  parts.push(...describeLots(game));
  for (const team of scene.joined) {
    const names = namesOf(board.model.seats.filter((seat) => team.includes(seat.name)));
    parts.push(html("span", { class: "captive" }, `${names}: ${t("joined")}`));
  }
  box.replaceChildren(...parts);
}

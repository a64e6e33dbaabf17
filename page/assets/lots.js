// The draw of the first turn, in games whose rules decide it by throws.

import { local } from "./store.js";
import { html } from "./svg.js";
import { nameOf, t } from "./i18n.js";
import { seatOf } from "./pieces.js";

/** Draws one of a list, so that nobody can foresee it. @template T @param {T[]} list */
export const drawn = (list) => list[crypto.getRandomValues(new Uint32Array(1))[0] % list.length];

/** Whether the first turn is drawn; otherwise the seat of the start position begins. */
export const wanted = {
  get lots() {
    return local.get("lots", true);
  },
};

/** Throws for every seat, ties again; null in games without a draw. @param {Client} client */
export async function drawLots(client) {
  client.stop();
  const { answer } = await client.ask("lots");
  const lots = /** @type {Lot[]} */ (answer ?? []);
  if (lots.length === 0) return null;
  const rounds = [];
  let seats = [...new Set(lots.map(({ seat }) => seat))];
  while (seats.length > 1) {
    const throws = seats.map((seat) => drawn(lots.filter((lot) => lot.seat === seat)));
    rounds.push(throws);
    const most = Math.max(...throws.map(({ die }) => die));
    seats = throws.filter(({ die }) => die === most).map(({ seat }) => seat);
  }
  return { rounds, first: rounds[rounds.length - 1].find(({ seat }) => seat === seats[0]) ?? lots[0] };
}

/** Describes the throws, at the start of the game only. @param {MatchGame} game */
export function describeLots(game) {
  const { lots } = game;
  if (!lots || game.at > 0 || game.setup !== lots.first.fen) return [];
  const name = (/** @type {string} */ seat) => nameOf(seatOf(game.board.model, seat));
  const round = (/** @type {Lot[]} */ throws) => throws.map(({ seat, die }) => `${name(seat)} ${die}`).join(", ");
  const text = `${t("lots")}: ${lots.rounds.map(round).join(`; ${t("again")}: `)}. ${name(lots.first.seat)} ${t("begins")} ${lots.first.die}.`;
  return [html("span", { class: "captive", id: "first-throws" }, text)];
}

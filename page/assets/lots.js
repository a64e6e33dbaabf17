// The draw of the first turn, in games whose rules decide it by throws.

import { html } from "./svg.js";
import { nameOf, t } from "./i18n.js";
import { readLots } from "./engine/model.js";

/** Whether the first turn is drawn; otherwise the seat of the start position begins. */
export const wanted = { get lots() { return localStorage.getItem("lots") !== "false"; } };

const among = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;

/** Throws for every seat, ties again; null in games without a draw. */
export async function drawLots(client) {
  client.stop();
  const { lines } = await client.query(["lots"], "lotsok");
  const lots = readLots(lines);
  if (lots.length === 0) return null;
  const rounds = [];
  let seats = [...new Set(lots.map(({ seat }) => seat))];
  while (seats.length > 1) {
    const throws = seats.map((seat) => {
      const own = lots.filter((lot) => lot.seat === seat);
      return own[among(own.length)];
    });
    rounds.push(throws);
    const most = Math.max(...throws.map(({ value }) => value));
    seats = throws.filter(({ value }) => value === most).map(({ seat }) => seat);
  }
  return { rounds, first: rounds.at(-1).find(({ seat }) => seat === seats[0]) };
}

/** Describes the throws, at the start of the game only. */
export function describeLots(game) {
  const { lots } = game;
  if (!lots || game.at > 0 || game.setup !== lots.first.fen) return [];
  const name = (seat) => nameOf(game.board.model.seats.find((one) => one.name === seat));
  const round = (throws) => throws.map(({ seat, value }) => `${name(seat)} ${value}`).join(", ");
  const text = `${t("lots")}: ${lots.rounds.map(round).join(`; ${t("again")}: `)}. ${name(lots.first.seat)} ${t("begins")} ${lots.first.value}.`;
  return [html("span", { class: "captive", id: "first-throws" }, text)];
}

// The list of moves, to step through.

import { by, html } from "./svg.js";
import { nameOf, t } from "./i18n.js";

/** Rows begin when the seats have gone round. */
export function drawList(game) {
  const seats = game.board.model.seats;
  const order = new Map(seats.map((seat, i) => [seat.name, i]));
  const rows = [];
  let last = Infinity;
  game.moves.forEach(({ text, seat }, i) => {
    const place = order.get(seat) ?? i % seats.length;
    if (place < last || rows.length === 0) rows.push([]);
    last = place;
    const one = seats[place];
    rows.at(-1).push(html("button", {
      type: "button", class: `ply ${one.colour}`, "aria-current": i + 1 === game.at ? "true" : null,
      "aria-label": `${i + 1}. ${nameOf(one)}: ${text}`, onclick: () => game.jump(i + 1),
    }, text));
  });
  const list = by("moves");
  list.replaceChildren(...rows.map((plies) => html("li", {}, ...plies)));
  if (rows.length === 0) list.append(html("li", { class: "none" }, t("noMoves")));
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  else list.scrollTop = game.at === 0 ? 0 : list.scrollTop;
}

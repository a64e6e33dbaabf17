// The name of the touched piece, with a link to its rules.

import { nameOf, t } from "./i18n.js";
import { counters, drawBadge, manOf, seatOf } from "./pieces.js";
import { by, html } from "./svg.js";

/**
 * Names the piece on a point, on every tap and move of the focus; `open(man)` explains a kind.
 * @param {Board} board
 * @param {(man: string) => void} open
 */
export function nameTouched(board, open) {
  const name = (/** @type {string | null | undefined} */ point) => {
    const box = by("named");
    const letters = point && board.scene?.men.get(point);
    const heap = point && board.scene?.counts.get(point);
    box.hidden = !letters && !heap;
    if (letters) box.replaceChildren(...describe(letters, point));
    else if (heap) box.replaceChildren(`${point}: ${heap.stone ? `${t("stone")} + ` : ""}${counters(heap.count)}`);
  };

  function describe(/** @type {string[]} */ letters, /** @type {string} */ point) {
    const men = letters.map((one) => manOf(board.model, one));
    const seat = seatOf(board.model, men[0].seat);
    const hero = letters[0].startsWith("+") ? ` (${t("hero")})` : "";
    const guests = men.length > 1 ? ` ${t("carries")} ${men.slice(1).map(nameOf).join(", ")}` : "";
    return [
      drawBadge(board.model, letters),
      html("span", {}, `${nameOf(men[0])}${hero}${guests} · ${nameOf(seat)} · ${point}`),
      html("button", { class: "how", onclick: () => open(men[0].names.en) }, t("howMoves")),
    ];
  }

  board.root.addEventListener("pointerdown", (event) => name(board.nearest(event.clientX, event.clientY)), true);
  board.root.addEventListener("focusin", (event) => name(/** @type {HTMLElement} */ (event.target).dataset?.point));
  return name;
}

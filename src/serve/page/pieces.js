// Men as SVG: discs with a character, a letter or a picture. A man's step is 100 wide.

import { icon } from "./icons.js";
import { plain } from "./model.js";
import { svg } from "./svg.js";

/** Whether characters are replaced by letters. */
export const look = { letters: localStorage.getItem("letters") === "true" };

function face(man, style) {
  if (man.sign.codePointAt(0) >= 0x3400) {
    const text = look.letters ? man.letters.toUpperCase() : man.sign;
    const kind = look.letters ? "sign letter" : "sign";
    return svg("text", { class: kind, "text-anchor": "middle", dy: "0.36em" }, text);
  }
  if (style === "lines" && man.names.en === "soldier") return svg("circle", { class: "ring", r: 24 });
  const path = icon(man.names.en);
  if (path) return svg("path", { class: "icon", d: path, "fill-rule": "evenodd", transform: "scale(.86)" });
  return svg("text", { class: "sign letter", "text-anchor": "middle", dy: "0.36em" }, man.sign);
}

function disc(board, letters, scale) {
  const man = board.men.get(plain(letters));
  const seat = board.seats.find((seat) => seat.name === man.seat);
  const group = svg("g", { class: `disc ${seat.colour}`, transform: `scale(${scale})` },
    svg("circle", { class: "shade", r: 43, cy: 3 }), svg("circle", { class: "body", r: 42 }),
    svg("circle", { class: "rim", r: 36 }), face(man, board.style));
  if (letters.startsWith("+")) {
    group.classList.add("hero");
    group.append(svg("path", { class: "medal", d: icon("commander"), transform: "translate(29 -29) scale(.5)" }));
  }
  return group;
}

/** A unit on one point: the first man large, what it carries small at its foot. */
export function drawUnit(board, letters) {
  const [carrier, ...guests] = letters;
  const group = svg("g", { class: "unit" }, disc(board, carrier, 1));
  guests.forEach((guest, i) => {
    const x = guests.length === 1 ? 25 : i === 0 ? -25 : 25;
    group.append(svg("g", { transform: `translate(${x} 27)` }, disc(board, guest, 0.5)));
  });
  return group;
}

/** A small picture of a man for the page beside the board. */
export const drawBadge = (board, letters) =>
  svg("svg", { class: "badge", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawUnit(board, letters));

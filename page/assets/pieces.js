// Seats and pieces by their names, and pieces as SVG: discs with a character, a letter or a picture. A step between
// points is 100.

import { plain } from "./engine/model.js";
import { glyph } from "./glyphs.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { local } from "./store.js";
import { svg } from "./svg.js";

/** Returns the seat of a name, which the board has. @param {Model} model @param {string | null | undefined} name */
export const seatOf = ({ seats }, name) => /** @type {Seat} */ (seats.find((seat) => seat.name === name));

/** Returns the seats of both teams. @param {Pick<Model, "seats">} model */
export const teamsOf = ({ seats }) => [0, 1].map((team) => seats.filter((seat) => seat.team === team));

/** Returns the kind of a piece by its letters, also of a hero. @param {Model} model @param {string} letters */
export const manOf = ({ men }, letters) => /** @type {Man} */ (men.get(plain(letters)));

/** Signs on pieces: `characters`, `pictures` or `letters`. */
export const look = { signs: local.get("signs", "characters") };

export const isCharacter = (/** @type {string} */ sign) => (sign.codePointAt(0) ?? 0) >= 0x3400;

/**
 * A character as an outline, which needs no font: an em of 1000 becomes `size`.
 * @param {string} sign
 * @param {number} size
 * @param {string} kind
 */
export const drawGlyph = (sign, size, kind) =>
  svg("path", { class: kind, d: glyph(sign), transform: `scale(${size / 1000})` });

const text = (/** @type {string} */ sign) =>
  svg("text", { class: "sign letter", "text-anchor": "middle", dy: "0.36em" }, sign);

/** Common letters, where the engine's own differ. @type {Record<string, string>} */
const WESTERN = { knight: "H", elephant: "E" };

function face(/** @type {Man} */ man, /** @type {string} */ style) {
  const english = man.names.en;
  const hasCharacter = isCharacter(man.sign);
  if (look.signs === "letters") {
    const letter = man.letters.slice(-1).toUpperCase();
    return text(hasCharacter ? (WESTERN[english] ?? letter) : letter);
  }
  if (hasCharacter && look.signs === "characters" && glyph(man.sign)) return drawGlyph(man.sign, 50, "sign glyph");
  if (style === "lines" && english === "soldier") return svg("circle", { class: "ring", r: 24 });
  const path = icon(english);
  return path
    ? svg("path", { class: "icon", d: path, "fill-rule": "evenodd", transform: "scale(.86)" })
    : text(man.sign);
}

function disc(/** @type {Model} */ board, /** @type {string} */ letters, /** @type {number} */ scale) {
  const man = manOf(board, letters);
  const seat = seatOf(board, man.seat);
  const group = svg(
    "g",
    { class: `disc ${seat.colour}`, transform: `scale(${scale})` },
    svg("circle", { class: "shade", r: 43, cy: 3 }),
    svg("circle", { class: "body", r: 42 }),
    svg("circle", { class: "rim", r: 36 }),
    face(man, board.style),
  );
  if (letters.startsWith("+")) {
    group.classList.add("hero");
    group.append(svg("path", { class: "medal", d: icon("commander"), transform: "translate(29 -29) scale(.5)" }));
  }
  return group;
}

/**
 * Draws a unit: the first piece large, carried ones small at its foot.
 * @param {Model} board
 * @param {string[]} letters
 */
export function drawUnit(board, letters) {
  const [carrier, ...guests] = letters;
  const group = svg("g", { class: "unit" }, disc(board, carrier, 1));
  guests.forEach((guest, i) => {
    const x = guests.length === 1 ? 25 : i === 0 ? -25 : 25;
    group.append(svg("g", { transform: `translate(${x} 27)` }, disc(board, guest, 0.5)));
  });
  return group;
}

/** Draws a small picture of a piece for use beside the board. @param {Model} board @param {string[]} letters */
export const drawBadge = (board, letters) =>
  svg("svg", { class: "badge", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawUnit(board, letters));

/** Counts counters. @param {number} [count] */
export const counters = (count = 0) => `${count} ${t(count === 1 ? "counter" : "counters")}`;

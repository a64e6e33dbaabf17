// The legend: sides, pieces, the die, terrain, marks, from the engine's `board`.

import { drawReef } from "./ground.js";
import { drawDie } from "./dice.js";
import { nameOf, namesOf, t } from "./i18n.js";
import { drawBadge, seatOf, teamsOf } from "./pieces.js";
import { dot, html, svg } from "./svg.js";

/** @type {Record<string, string>} */
const ZONES = {
  palace: "zonePalace",
  sea: "zoneSea",
  coast: "zoneCoast",
  mouth: "zoneMouth",
  reef: "zoneReef",
  marked: "zoneMarked",
  throne: "zoneThrone",
  large: "zoneLarge",
};
const MARKS = [
  ["target", "markMove"],
  ["target takes", "markTake"],
  ["mark last", "markLast"],
  ["mark check", "markCheck"],
];

/** @param {Element[]} shapes */
const swatch = (...shapes) =>
  svg("svg", { class: "swatch", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...shapes);
const cell = (/** @type {string} */ kind) => svg("rect", { class: kind, x: -48, y: -48, width: 96, height: 96, rx: 8 });
const entry = (/** @type {Element} */ picture, /** @type {string} */ words) =>
  html("li", {}, picture, html("span", {}, words));
/** @param {string} title @param {Element[]} entries */
const list = (title, entries) =>
  html("section", {}, html("h3", {}, t(title)), html("ul", { class: "legend" }, ...entries));

function zoneSwatch(/** @type {string} */ kind, /** @type {string | undefined} */ colour) {
  if (kind === "reef") return swatch(cell("cell mouth"), drawReef({ x: 0, y: 0 }, { x: 0, y: 0 }));
  if (kind === "marked") return swatch(cell("square"), svg("path", { class: "cross", d: "M-42-42 42 42M42-42-42 42" }));
  if (kind === "throne")
    return swatch(
      cell("square"),
      svg("rect", { class: `throne ${colour}`, x: -42, y: -42, width: 84, height: 84, rx: 6 }),
    );
  if (kind === "palace") return swatch(cell("palace"), svg("path", { class: "line", d: "M-48-48 48 48M48-48-48 48" }));
  if (kind === "large") return swatch(svg("path", { class: "pit large", d: "M48-48C-60-48-60 48 48 48z" }));
  return swatch(cell(`cell ${kind}`));
}

/** Marks drawn by the page itself. @param {Model} model */
function marks(model) {
  const own = MARKS.filter(([, words]) => model.style !== "pits" || words !== "markCheck");
  const shapes = own.map(([kind, words]) =>
    entry(swatch(svg("circle", { class: kind, r: kind === "target" ? 18 : 42 })), t(words)),
  );
  const hasStacks = model.zones.some(({ kind }) => kind === "sea");
  if (hasStacks)
    shapes.push(
      entry(
        swatch(svg("rect", { class: "target joins", x: -40, y: -40, width: 80, height: 80, rx: 14 })),
        t("markJoin"),
      ),
    );
  if (model.dice.size > 0) shapes.push(entry(swatch(svg("circle", { class: "movable", r: 44 })), t("markMovable")));
  return shapes;
}

/** Fills a page with the legend of a board. @param {Model} model @param {HTMLElement} page */
export function drawLegend(model, page) {
  const sides = teamsOf(model).map((seats) =>
    entry(
      html("span", { class: "dots" }, ...seats.map(dot)),
      namesOf(seats) + (seats.length > 1 ? `: ${t("partners")}` : ""),
    ),
  );
  page.append(list("legendSeats", sides));
  const first = model.seats[0].name;
  const men = [...model.men.values()].filter((man) => man.seat === first);
  const other = (/** @type {Man} */ man) =>
    [...model.men.values()].find((one) => one.seat !== man.seat && one.names.en === man.names.en);
  if (men.length > 0) {
    page.append(
      list(
        "legendMen",
        men.map((man) =>
          entry(
            html(
              "span",
              { class: "dots" },
              drawBadge(model, [man.letters]),
              model.seats.length === 2 ? drawBadge(model, [other(man)?.letters ?? man.letters]) : "",
            ),
            nameOf(man),
          ),
        ),
      ),
    );
  }
  if (model.dice.size > 0) {
    page.append(
      list(
        "legendDie",
        [...model.dice].map(([face, kinds]) =>
          entry(
            drawDie(face),
            kinds
              .flatMap((kind) => men.find((man) => man.letters.endsWith(kind)) ?? [])
              .map(nameOf)
              .join(" / "),
          ),
        ),
      ),
    );
  }
  const zones = model.zones.filter(
    (zone, i) =>
      zone.kind in ZONES &&
      model.zones.findIndex(({ kind, seat }) => kind === zone.kind && (kind !== "throne" || seat === zone.seat)) === i,
  );
  const board = zones.map((zone) =>
    entry(
      zoneSwatch(zone.kind, seatOf(model, zone.seat)?.colour),
      t(ZONES[zone.kind]) + (zone.kind === "throne" ? `: ${nameOf(seatOf(model, zone.seat))}` : ""),
    ),
  );
  if (model.zones.some(({ kind }) => kind === "sea")) {
    board.push(
      ...model.seats.map((seat) => entry(swatch(cell(`cover ${seat.colour}`)), `${t("zoneCover")} ${nameOf(seat)}`)),
    );
  }
  if (board.length > 0) page.append(list("legendBoard", board));
  page.append(list("legendMarks", marks(model)));
}

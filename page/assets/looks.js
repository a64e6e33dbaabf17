// Looks of boards and pieces, and speed of animation: chosen by the user, stored in the browser.

import { changeLanguage, language, t } from "./i18n.js";
import { drawUnit, isCharacter, look, teamsOf } from "./pieces.js";
import { local } from "./store.js";
import { by, drawRadios, html, options, setPace, svg } from "./svg.js";

/**
 * Choices, with the words for each value; the first value is the default.
 * @type {Record<string, Record<string, string>>}
 */
const CHOICES = {
  board: {
    wood: "boardWood",
    plain: "boardPlain",
    slate: "boardSlate",
    walnut: "boardWalnut",
    bamboo: "boardBamboo",
    jade: "boardJade",
    sea: "boardSea",
    clay: "boardClay",
    paper: "boardPaper",
    night: "boardNight",
  },
  men: { classic: "menClassic", flat: "menFlat", ivory: "menIvory", bold: "menBold", night: "menNight" },
  axes: { letters: "axesLetters", numbers: "axesNumbers" },
  speed: { normal: "speedNormal", slow: "speedSlow", fast: "speedFast", none: "speedNone" },
};
const LABELS = /** @type {Record<string, string>} */ ({
  board: "boardLook",
  men: "menLook",
  axes: "axes",
  speed: "speed",
});
const PACE = /** @type {Record<string, number>} */ ({ normal: 1, slow: 3.2, fast: 0.4, none: 0 });

const kept = (/** @type {string} */ name) => {
  const value = local.get(`look-${name}`);
  return value in CHOICES[name] ? value : Object.keys(CHOICES[name])[0];
};

function apply(/** @type {Board} */ board) {
  // Not the whole page: the pictures to choose from have looks of their own.
  for (const one of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("main, #sample, #preview"))) {
    Object.assign(one.dataset, { board: kept("board"), men: kept("men") });
  }
  setPace(PACE[kept("speed")]);
  if (!board.model) return;
  board.numbers = kept("axes") === "numbers" && hasSheet(board.model);
  board.drawGround();
}

/** Returns pairs of values and their words, from the keys of these. @param {Record<string, string>} words */
const translated = (words) => Object.entries(words).map(([value, key]) => [value, t(key)]);

/** Returns whether both axes are numbered, as on the sheet of Commander Chess. @param {Model} model */
const hasSheet = (model) => model.zones.some(({ kind }) => kind === "sea");

function selection(/** @type {string} */ name, /** @type {Board} */ board, /** @type {() => unknown} */ redraw) {
  const change = (/** @type {any} */ { target }) => {
    local.set(`look-${name}`, target.value);
    apply(board);
    redraw();
  };
  const select = html(
    "select",
    { id: `look-${name}`, onchange: change },
    ...options(translated(CHOICES[name]), kept(name)),
  );
  return html("label", { class: "field" }, html("span", {}, t(LABELS[name])), select);
}

/** Draws two pieces on a part of a board. @param {Model} model */
function swatch({ men, style, ...model }) {
  const two = teamsOf(model).map(([seat]) => [...men.values()].find((man) => man.seat === seat.name));
  const ground =
    style === "pits"
      ? svg("path", { class: "pit", d: "M8 10h65v80H8zM87 10h65v80H87z" })
      : style === "squares"
        ? svg("path", { class: "square", d: "M30 0h100v100H30z" })
        : svg("path", { class: "line", d: "M50 0v100M110 0v100M0 50h160" });
  const units = two.map(
    (man, i) =>
      man &&
      svg(
        "g",
        { transform: `translate(${50 + 60 * i} 50) scale(.65)` },
        drawUnit(/** @type {Model} */ ({ men, style, ...model }), [man.letters]),
      ),
  );
  const wood = svg("rect", { class: "wood", width: 160, height: 100 });
  return svg("svg", { viewBox: "0 0 160 100", "aria-hidden": "true" }, wood, ground, ...units);
}

/** A choice by picture. @param {"board" | "men"} name @param {string} id @param {Board} board @param {Model} model */
function pictures(name, id, board, model, /** @type {() => unknown} */ redraw) {
  const box = html("fieldset", { class: "choices swatches" }, html("legend", {}, t(LABELS[name])));
  drawRadios(box, `look-${name}`, translated(CHOICES[name]), kept(name), (value) => {
    local.set(`look-${name}`, value);
    apply(board);
    redraw();
  });
  for (const field of box.querySelectorAll("input")) {
    const looks = { board: kept("board"), men: kept("men"), [name]: field.value };
    const words = /** @type {HTMLElement} */ (field.nextElementSibling);
    field.title = words.textContent ?? "";
    field.setAttribute("aria-label", field.title);
    Object.assign(words.dataset, looks, { game: id });
    words.replaceChildren(swatch(model));
  }
  return box;
}

function signs(/** @type {Model} */ model, /** @type {() => unknown} */ redraw) {
  const men = [...model.men.values()];
  const sets = {
    ...(men.some((man) => isCharacter(man.sign)) ? { characters: "signCharacters" } : {}),
    pictures: "signPictures",
    letters: "signLetters",
  };
  const box = html("fieldset", { class: "choices row-of" }, html("legend", {}, t("signs")));
  drawRadios(box, "signs", translated(sets), look.signs in sets ? look.signs : Object.keys(sets)[0], (set) => {
    look.signs = set;
    local.set("signs", set);
    redraw();
  });
  return box;
}

/** Draws the choices for a game, and applies them to the board. */
export function drawLooks(
  /** @type {string} */ id,
  /** @type {Board} */ board,
  /** @type {Model} */ model,
  /** @type {() => unknown} */ redraw,
) {
  apply(board);
  const focused = document.activeElement?.id ?? "";
  const hasMen = model.men.size > 0;
  by("looks").replaceChildren(
    pictures("board", id, board, model, redraw),
    ...(hasMen ? [pictures("men", id, board, model, redraw), signs(model, redraw)] : []),
    ...(hasSheet(model) ? [selection("axes", board, redraw)] : []),
    selection("speed", board, redraw),
  );
  if (focused.startsWith("look-")) by(focused)?.focus();
}

/** Hides all but the board, the clocks and what there is to answer, or shows it again. */
export const toggleZen = (isOn = !("zen" in document.body.dataset)) => document.body.toggleAttribute("data-zen", isOn);

/**
 * Draws the choice of the language, and of the light: by day, by night, or the system's.
 * @param {() => unknown} changed
 */
export function drawSurroundings(changed) {
  drawRadios(
    by("languages"),
    "language",
    [
      ["en", "English"],
      ["vi", "Tiếng Việt"],
    ],
    language,
    () => changeLanguage().then(changed),
  );
  const words = { auto: "themeAuto", light: "themeLight", dark: "themeDark" };
  drawRadios(by("themes"), "theme", translated(words), local.get("theme", "auto"), setTheme);
}

function setTheme(/** @type {string} */ theme) {
  document.documentElement.dataset.theme = theme;
  local.set("theme", theme);
}

export function changeTheme() {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  setTheme(isDark ? "light" : "dark");
}

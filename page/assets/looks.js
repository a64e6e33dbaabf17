// Looks of boards and pieces, and speed of animation: chosen by the user, stored in the browser.

import { changeLanguage, language, t } from "./i18n.js";
import { isCharacter, look } from "./pieces.js";
import { local } from "./store.js";
import { by, drawRadios, html, options, setPace } from "./svg.js";

/** Choices, with the words for each value; the first value is the default. @type {Record<string, Record<string, string>>} */
const CHOICES = {
  board: { wood: "boardWood", plain: "boardPlain", slate: "boardSlate" },
  men: { classic: "menClassic", flat: "menFlat", ivory: "menIvory" },
  axes: { letters: "axesLetters", numbers: "axesNumbers" },
  speed: { normal: "speedNormal", slow: "speedSlow", fast: "speedFast", none: "speedNone" },
};
const LABELS = /** @type {Record<string, string>} */ ({ board: "boardLook", men: "menLook", axes: "axes", speed: "speed" });
const PACE = /** @type {Record<string, number>} */ ({ normal: 1, slow: 3.2, fast: 0.4, none: 0 });

const kept = (/** @type {string} */ name) => {
  const value = local.get(`look-${name}`);
  return value in CHOICES[name] ? value : Object.keys(CHOICES[name])[0];
};

function apply(/** @type {Board} */ board) {
  document.body.dataset.board = kept("board");
  document.body.dataset.men = kept("men");
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
  const select = html("select", { id: `look-${name}`, onchange: change }, ...options(translated(CHOICES[name]), kept(name)));
  return html("label", { class: "field" }, html("span", {}, t(LABELS[name])), select);
}

function signs(/** @type {Model} */ model, /** @type {() => unknown} */ redraw) {
  const men = [...model.men.values()];
  const sets = { ...(men.some((man) => isCharacter(man.sign)) ? { characters: "signCharacters" } : {}), pictures: "signPictures", letters: "signLetters" };
  const box = html("fieldset", { class: "choices row-of" }, html("legend", {}, t("signs")));
  drawRadios(box, "signs", translated(sets), look.signs in sets ? look.signs : Object.keys(sets)[0], (set) => {
    look.signs = set;
    local.set("signs", set);
    redraw();
  });
  return box;
}

/** Draws the choices for a game's model, and applies them to the board. @param {Board} board @param {Model} model @param {() => unknown} redraw */
export function drawLooks(board, model, redraw) {
  apply(board);
  const names = Object.keys(CHOICES).filter((name) => (name !== "axes" || hasSheet(model)) && (name !== "men" || model.men.size > 0));
  by("looks").replaceChildren(...(model.men.size > 0 ? [signs(model, redraw)] : []), ...names.map((name) => selection(name, board, redraw)));
}

/** Draws the choice of the language, and of the light: by day, by night, or the system's. @param {() => unknown} changed */
export function drawSurroundings(changed) {
  drawRadios(by("languages"), "language", [["en", "English"], ["vi", "Tiếng Việt"]], language, () => changeLanguage().then(changed));
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

// Looks of boards and pieces, and speed of animation: chosen by the user, stored in the browser.

import { t } from "./i18n.js";
import { isCharacter, look } from "./pieces.js";
import { by, html, setPace } from "./svg.js";

/** Choices, with the words for each value; the first value is the default. */
const CHOICES = {
  board: { wood: "boardWood", plain: "boardPlain", slate: "boardSlate" },
  men: { classic: "menClassic", flat: "menFlat", ivory: "menIvory" },
  axes: { letters: "axesLetters", numbers: "axesNumbers" },
  speed: { normal: "speedNormal", slow: "speedSlow", fast: "speedFast", none: "speedNone" },
};
const LABELS = { board: "boardLook", men: "menLook", axes: "axes", speed: "speed" };
const PACE = { normal: 1, slow: 3.2, fast: 0.4, none: 0 };

const kept = (name) => {
  const value = localStorage.getItem(`look-${name}`);
  return value in CHOICES[name] ? value : Object.keys(CHOICES[name])[0];
};

function apply(board) {
  document.body.dataset.board = kept("board");
  document.body.dataset.men = kept("men");
  board.numbers = kept("axes") === "numbers" && hasSheet(board.model);
  setPace(PACE[kept("speed")]);
}

/** Returns whether both axes are numbered, as on the sheet of Commander Chess. */
const hasSheet = (model) => model.zones.some(({ kind }) => kind === "sea");

function selection(name, board, redraw) {
  const select = html("select", { id: `look-${name}` }, ...Object.entries(CHOICES[name]).map(([value, words]) =>
    html("option", { value, selected: value === kept(name) }, t(words))));
  select.addEventListener("change", () => {
    localStorage.setItem(`look-${name}`, select.value);
    apply(board);
    board.drawGround();
    redraw();
  });
  return html("label", { class: "choice" }, html("span", {}, t(LABELS[name])), select);
}

function signs(board, redraw) {
  const men = [...board.model.men.values()];
  const sets = men.some((man) => isCharacter(man.sign)) ? ["characters", "pictures", "letters"] : ["pictures", "letters"];
  const chosen = sets.includes(look.signs) ? look.signs : sets[0];
  const words = { characters: "signCharacters", pictures: "signPictures", letters: "signLetters" };
  const radio = (set) => {
    const input = html("input", { type: "radio", name: "signs", id: set, value: set, checked: set === chosen });
    input.addEventListener("change", () => {
      look.signs = set;
      localStorage.setItem("signs", set);
      redraw();
    });
    return html("label", {}, input, html("span", {}, t(words[set])));
  };
  return html("fieldset", { class: "choice" }, html("legend", {}, t("signs")), ...sets.map(radio));
}

/** Draws the choices for the game on the board, and applies them. */
export function drawLooks(board, redraw) {
  apply(board);
  board.drawGround();
  const { model } = board;
  const names = Object.keys(CHOICES).filter((name) => (name !== "axes" || hasSheet(model)) && (name !== "men" || model.men.size > 0));
  by("looks").replaceChildren(...(model.men.size > 0 ? [signs(board, redraw)] : []), ...names.map((name) => selection(name, board, redraw)));
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

/** Applies the stored colour scheme. */
export function takeTheme() {
  const theme = localStorage.getItem("theme");
  if (theme) setTheme(theme);
}

export function changeTheme() {
  const { theme } = document.documentElement.dataset;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(isDark ? "light" : "dark");
}

// Options of the game's rules, from the engine's own list: their words, their fields, and those that people chose.

import { optionsOfGames, pick } from "./i18n.js";
import { by, html, options } from "./svg.js";

/** Parses the declaration of an option: name, type, default, choices, bounds. @param {string} line */
export function readOption(line) {
  const match = /^option name (.+?) type (\w+)(?: default (.*?))?(?: min (-?\d+) max (-?\d+))?((?: var \S+)*)$/.exec(line);
  if (!match) return null;
  const [, name, type, value, min, max, vars] = match;
  return { name, type, value, min, max, choices: vars.split(" var ").slice(1) };
}

const find = (/** @type {string} */ name) => optionsOfGames().find((one) => one.name === name);
const valueOf = (/** @type {OptionWords | undefined} */ option, /** @type {string} */ value) => option?.values.find(([name]) => name === value)?.[1];

/** Returns the name of an option or value; the text itself if it has none. @param {string} name */
export function optionWords(name) {
  const option = find(name);
  if (option) return pick(option.label);
  const value = optionsOfGames().map((one) => valueOf(one, name)).find(Boolean);
  return value ? pick(value) : name;
}

function optionHelp(/** @type {string} */ name) {
  const option = find(name);
  return option ? pick(option.help) : "";
}

function valueWords(/** @type {string} */ name, /** @type {string} */ value) {
  const words = valueOf(find(name), value);
  return words ? pick(words) : value;
}

/** Rules with which the page begins: those that most people know. @type {Record<string, [string, string][]>} */
const USUAL = { oanquan: [["OanquanRules", "modern"]] };

/** The chosen rules of a game, stored in the browser. @param {string} id */
export const keptRules = (id) => new Map(JSON.parse(localStorage.getItem(`rules-${id}`) ?? "null") ?? USUAL[id] ?? []);
/** @param {string} id @param {Map<string, any>} values */
export const keepRule = (id, values) => localStorage.setItem(`rules-${id}`, JSON.stringify([...values]));

/** The values of an option, with their words. @param {{ name: string, choices: string[] }} option */
const valuesOf = ({ name, choices }) => choices.map((one) => [one, valueWords(name, one)]);

/** The menu of rulesets of a new game, if the game has some. @param {string[]} lines @param {string[]} names @param {(name: string, value: string) => unknown} changed @param {Map<string, any>} values */
export function drawRuleset(lines, names, values, changed) {
  const option = lines.map(readOption).find((one) => one?.type === "combo" && names.includes(one.name) && one.name.endsWith("Rules"));
  const box = by("ruleset");
  box.hidden = by("ruleset-field").hidden = !option;
  if (!option) return;
  const value = values.get(option.name) ?? option.value;
  box.setAttribute("aria-label", optionWords(option.name));
  box.title = optionHelp(option.name);
  box.replaceChildren(...options(valuesOf(option), value));
  box.onchange = () => changed(option.name, box.value);
}

/** Draws a field for each name; `changed(name, value)` is called. `values` are those in force. @param {string[]} lines @param {string[]} names @param {(name: string, value: string) => unknown} changed @param {Map<string, any>} values */
export function drawRules(lines, names, values, changed) {
  const own = lines.flatMap((line) => readOption(line) ?? []).filter((option) => names.includes(option.name));
  by("rules-box").hidden = own.length === 0;
  by("rules").replaceChildren(...own.map((option) => {
    const value = values.get(option.name) ?? option.value;
    const field = option.type === "check" ? html("input", { type: "checkbox", checked: value === "true" })
      : option.type === "combo" ? html("select", {}, ...options(valuesOf(option), value))
      : html("input", { type: "number", min: option.min, max: option.max, value });
    field.addEventListener("change", () => changed(option.name, option.type === "check" ? String(/** @type {HTMLInputElement} */ (field).checked) : field.value));
    const help = `help-${option.name}`;
    field.setAttribute("aria-describedby", help);
    field.dataset.option = option.name;
    return html("div", { class: "rule" }, html("label", {}, html("span", {}, optionWords(option.name)), field),
      html("p", { class: "help", id: help }, optionHelp(option.name)));
  }));
}

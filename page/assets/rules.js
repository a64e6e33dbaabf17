// Options of the game's rules, from the engine's own list: their words, their fields, and those that people chose.

import { optionsOfGames, pick } from "./i18n.js";
import { local } from "./store.js";
import { by, html, options } from "./svg.js";

const find = (/** @type {string} */ name) => optionsOfGames().find((one) => one.name === name);
const valueOf = (/** @type {OptionWords | undefined} */ option, /** @type {string} */ value) =>
  option?.values.find(([name]) => name === value)?.[1];

/** Returns the name of an option or value; the text itself if it has none. @param {string} name */
export function optionWords(name) {
  const option = find(name);
  if (option) return pick(option.label);
  const value = optionsOfGames()
    .map((one) => valueOf(one, name))
    .find(Boolean);
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
export const keptRules = (id) => new Map(local.get(`rules-${id}`, USUAL[id] ?? []));
/** @param {string} id @param {Map<string, any>} values */
export const keepRule = (id, values) => local.set(`rules-${id}`, [...values]);

/** The values of an option, with their words. @param {OptionSpec} option */
const valuesOf = ({ name, vars }) => vars.map((one) => [one, valueWords(name, one)]);

/**
 * The menu of rulesets of a new game, if the game has some.
 * @param {OptionSpec[]} all
 * @param {string[]} names
 * @param {(name: string, value: string) => unknown} changed
 * @param {Map<string, any>} values
 */
export function drawRuleset(all, names, values, changed) {
  const option = all.find((one) => one.type === "combo" && names.includes(one.name) && one.name.endsWith("Rules"));
  const box = by("ruleset");
  box.hidden = by("ruleset-field").hidden = !option;
  if (!option) return;
  const value = values.get(option.name) ?? String(option.default);
  box.setAttribute("aria-label", optionWords(option.name));
  box.title = optionHelp(option.name);
  box.replaceChildren(...options(valuesOf(option), value));
  box.onchange = () => changed(option.name, box.value);
}

/**
 * Draws a field for each name; `changed(name, value)` is called. `values` are those in force.
 * @param {OptionSpec[]} all
 * @param {string[]} names
 * @param {(name: string, value: string) => unknown} changed
 * @param {Map<string, any>} values
 */
export function drawRules(all, names, values, changed) {
  const own = all.filter((option) => names.includes(option.name));
  by("rules-box").hidden = own.length === 0;
  by("rules").replaceChildren(
    ...own.map((option) => {
      const value = values.get(option.name) ?? String(option.default);
      const field =
        option.type === "check"
          ? html("input", { type: "checkbox", checked: value === "true" })
          : option.type === "combo"
            ? html("select", {}, ...options(valuesOf(option), value))
            : html("input", { type: "number", min: option.range?.[0], max: option.range?.[1], value });
      field.addEventListener("change", () =>
        changed(
          option.name,
          option.type === "check" ? String(/** @type {HTMLInputElement} */ (field).checked) : field.value,
        ),
      );
      const help = `help-${option.name}`;
      field.setAttribute("aria-describedby", help);
      field.dataset.option = option.name;
      return html(
        "div",
        { class: "rule" },
        html("label", {}, html("span", {}, optionWords(option.name)), field),
        html("p", { class: "help", id: help }, optionHelp(option.name)),
      );
    }),
  );
}

// The rules that the game at hand leaves open, made from the engine's own list of options.

import { by, html } from "./svg.js";

/** The declaration of an option: name, type, default, choices, bounds. */
export function readOption(line) {
  const match = /^option name (.+?) type (\w+)(?: default (.*?))?(?: min (-?\d+) max (-?\d+))?((?: var \S+)*)$/.exec(line);
  if (!match) return null;
  const [, name, type, value, min, max, vars] = match;
  return { name, type, value, min, max, choices: vars.split(" var ").slice(1) };
}

/** Draws a field for each of the names; `changed(name, value)` is told. `values` are those in force. */
export function drawRules(lines, names, values, changed) {
  const options = lines.map(readOption).filter((option) => option && names.includes(option.name));
  by("rules-box").hidden = options.length === 0;
  by("rules").replaceChildren(...options.map((option) => {
    const value = values.get(option.name) ?? option.value;
    const field = option.type === "check" ? html("input", { type: "checkbox", checked: value === "true" })
      : option.type === "combo" ? html("select", {}, ...option.choices.map((one) => html("option", { selected: one === value }, one)))
      : html("input", { type: "number", min: option.min, max: option.max, value });
    field.addEventListener("change", () => changed(option.name, option.type === "check" ? String(field.checked) : field.value));
    return html("label", {}, html("span", {}, option.name), field);
  }));
}

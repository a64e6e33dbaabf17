// A choice of one among a few values, as a row of buttons.

import { html } from "./svg.js";

/**
 * Draws the choices after the legend of a field set; `pick` receives the chosen value.
 * @param {HTMLElement} box @param {string} name @param {string[][]} values @param {string} chosen @param {(value: string) => void} pick
 */
export function drawRadios(box, name, values, chosen, pick) {
  const focused = document.activeElement?.getAttribute("name") === name;
  box.replaceChildren(...box.querySelectorAll("legend"), ...values.map(([value, text]) => html("label", {},
    html("input", { type: "radio", id: `${name}-${value}`, name, value, checked: value === chosen, onchange: () => pick(value) }), html("span", {}, text))));
  if (focused) /** @type {HTMLElement} */ (box.querySelector(":checked"))?.focus();
}

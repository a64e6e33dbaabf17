// Small helpers to make elements.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes @typedef {Node | string | number | null | undefined} Child */

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    .../** @type {(Node | string)[]} */ (children.filter((child) => child !== undefined && child !== null)),
  );
  return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(NAMESPACE, name), attributes, children);

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** The disc in the colour of a seat. @param {{ colour: string }} seat */
export const dot = ({ colour }) => html("span", { class: `dot ${colour}`, "aria-hidden": "true" });

/**
 * The options of a menu: pairs of value and text, one of them chosen.
 * @param {(string | number)[][]} pairs
 * @param {string} chosen
 */
export const options = (pairs, chosen) =>
  pairs.map(([value, text]) => html("option", { value, selected: value === chosen }, text));

/**
 * Draws the choices after the legend of a field set; `pick` receives the chosen value.
 * @param {HTMLElement} box
 * @param {string} name
 * @param {string[][]} values
 * @param {string} chosen
 * @param {(value: string) => void} pick
 */
export function drawRadios(box, name, values, chosen, pick) {
  const focused = document.activeElement?.getAttribute("name") === name;
  box.replaceChildren(
    ...box.querySelectorAll("legend"),
    ...values.map(([value, text]) =>
      html(
        "label",
        {},
        html("input", {
          type: "radio",
          id: `${name}-${value}`,
          name,
          value,
          checked: value === chosen,
          onchange: () => pick(value),
        }),
        html("span", {}, text),
      ),
    ),
  );
  if (focused) /** @type {HTMLElement} */ (box.querySelector(":checked"))?.focus();
}

/** Returns the element of an id, which the page has. @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);

/**
 * Calls functions at an event of elements, by their ids.
 * @param {string} event
 * @param {Record<string, (event: any) => unknown>} acts
 */
export function listen(event, acts) {
  for (const [id, act] of Object.entries(acts)) by(id).addEventListener(event, act);
}

export const pause = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Factor of animation times: 1 is normal, 0 is none. */
export let pace = 1;
export const setPace = (/** @type {number} */ value) => (pace = value);

export const calm = () => pace === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

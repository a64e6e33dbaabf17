// Tabs: a row of buttons of which one is selected.

import { t } from "./i18n.js";
import { html } from "./svg.js";

/**
 * Makes tabs, named by the keys of their texts; `turn(key)` is called for the chosen one.
 * @param {string[]} keys
 * @param {(key: string) => void} turn
 */
export function makeTabs(keys, turn) {
  return html(
    "div",
    { class: "tabs", role: "tablist", onkeydown: walk },
    ...keys.map((key) =>
      html("button", { role: "tab", value: key, "data-i18n": key, onclick: () => turn(key) }, t(key)),
    ),
  );
}

/** Marks the selected tab, the only one that the Tab key reaches. @param {HTMLElement} tabs @param {string} key */
export function select(tabs, key) {
  for (const one of /** @type {Iterable<HTMLButtonElement>} */ (tabs.children)) {
    one.setAttribute("aria-selected", String(one.value === key));
    one.tabIndex = one.value === key ? 0 : -1;
  }
}

/** Arrow keys switch tabs cyclically. @param {KeyboardEvent} event */
function walk({ key, currentTarget }) {
  const all = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (currentTarget).children]).filter(
    (one) => !one.hidden,
  );
  const here = all.findIndex((one) => one === document.activeElement);
  const places = /** @type {Record<string, number>} */ ({
    ArrowRight: (here + 1) % all.length,
    ArrowLeft: here - 1,
    Home: 0,
    End: -1,
  });
  if (!(key in places)) return;
  all.at(places[key])?.focus();
  all.at(places[key])?.click();
}

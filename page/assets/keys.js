// The keys of the page, besides those on the board.

import { t } from "./i18n.js";
import { isTable } from "./router.js";
import { by, html } from "./svg.js";

/** The keys with what they do, as listed. */
const LIST = {
  "← →": "keyLeft",
  "Home End": "keyEnds",
  f: "keyFlip",
  z: "keyZen",
  Space: "keySpace",
  "?": "keyHelp",
  Enter: "keyBoard",
  "↗": "keyDraw",
};

/** Lists the keys of the page. */
export function drawKeys() {
  by("key-list").replaceChildren(
    ...Object.entries(LIST).flatMap(([keys, words]) => [
      html("dt", {}, ...keys.split(" ").map((key) => html("kbd", {}, key))),
      html("dd", {}, t(words)),
    ]),
  );
}

/**
 * Calls `act(key)` where there is a board, and `toggle()` for the space bar in analysis.
 * @param {(key: string) => unknown} act
 * @param {() => unknown} toggle
 */
export function listenForKeys(act, toggle) {
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    const { mode } = document.body.dataset;
    if (
      document.querySelector("dialog[open]") ||
      target.closest("input, select, textarea, [role=tab]") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    // On the board the arrows move the focus, and the space bar selects.
    if (target.closest(".hit") && /^Arrow|^ $/.test(key)) return;
    if (key === "?") by("help-keys").showModal();
    else if (key === " " && mode === "analyse" && !target.closest("button, summary")) {
      event.preventDefault();
      toggle();
    } else if (isTable(mode)) act(key);
  });
}

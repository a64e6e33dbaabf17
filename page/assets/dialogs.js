// Dialogues: what opens and closes them.

import { by } from "./svg.js";

export function closeDialogs() {
  for (const one of document.querySelectorAll("dialog")) one.close();
}

/**
 * Listens for the buttons of dialogues and of the menu; `opening()` is called before a dialogue opens.
 * @param {() => unknown} opening
 */
export function listenForDialogs(opening) {
  document.addEventListener("click", ({ target }) => {
    const one = /** @type {HTMLElement} */ (target);
    const opener = /** @type {HTMLElement | null} */ (one.closest("[data-opens]"));
    // A click beside a dialogue closes it.
    if (one.matches("dialog") || one.closest(".shut")) one.closest("dialog")?.close();
    if (one.closest("#menu")) by("menu").hidePopover();
    if (!opener) return;
    by("start").close();
    opening();
    by(opener.dataset.opens ?? "").showModal();
    by("fen").select();
  });
}

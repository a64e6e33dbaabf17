// Messages below the board and in the dialogue of imports, and notices with a button.

import { explain } from "./faults.js";
import { t } from "./i18n.js";
import { by, html } from "./svg.js";

let [reported, noticed] = [0, 0];

const write = (/** @type {string} */ text) => (by("fault").textContent = by("fen-fault").textContent = text);

/** Says what the page does, until the next message. @param {string} text */
export function say(text) {
  clearTimeout(reported);
  write(text);
}

/**
 * Reports a fault, or a text of the page, for a while; `model` has the names of the pieces.
 * @param {Fault | string} fault
 * @param {Model} [model]
 */
export function report(fault, model) {
  say(typeof fault === "string" ? fault : explain(fault, model));
  reported = setTimeout(() => write(""), 6000);
}

/** Copies a text; without the permission of the browser, shows it in a field to copy from. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    report(t("copied"));
  } catch {
    if (!by("set-up-box").open) by("set-up-box").showModal();
    by("fen").value = text;
    by("fen").select();
    report(t("copyByHand"));
  }
}

/**
 * Shows a message with a button for a while at the end of `place`, so that nothing else moves.
 * @param {Element} place
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
export function notice(place, text, label, act) {
  const box = by("notice");
  place.append(box);
  box.replaceChildren(
    html("span", {}, text),
    html(
      "button",
      {
        onclick: () => {
          box.replaceChildren();
          act();
        },
      },
      label,
    ),
  );
  clearTimeout(noticed);
  noticed = setTimeout(() => box.replaceChildren(), 15000);
}

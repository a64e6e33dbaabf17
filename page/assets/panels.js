// The panels beside the board as tabs: in analysis one of them, else the moves.

import { local } from "./store.js";
import { by } from "./svg.js";
import { makeTabs, select } from "./tabs.js";

/** Panels by the keys of their tabs. */
const PANELS = { moves: "moves-panel", openings: "explorer", exactTab: "exact", review: "review" };
const FIRST = "moves";

export class Panels {
  chosen = local.get("panel", FIRST);
  tabs = makeTabs(Object.keys(PANELS), (key) => this.turn(key));

  /** `shown()` is called for another panel. @param {() => void} shown */
  constructor(shown) {
    this.shown = shown;
    by("record").querySelector(".head").prepend(this.tabs);
    this.draw();
  }

  turn(/** @type {string} */ key) {
    this.chosen = key;
    local.set("panel", key);
    this.draw();
    this.shown();
  }

  /** Removes the tab of a panel that this game does not have. @param {string} key @param {boolean} isKnown */
  offer(key, isKnown) {
    const tab = this.tab(key);
    if (tab) tab.hidden = !isKnown;
    this.draw();
  }

  /** @param {string} key @returns {HTMLElement | null} */
  tab(key) {
    return this.tabs.querySelector(`[value="${key}"]`);
  }

  draw(mode = document.body.dataset.mode) {
    const isGone = this.tab(this.chosen)?.hidden ?? true;
    const key = mode !== "analyse" || isGone ? FIRST : this.chosen;
    select(this.tabs, key);
    for (const [one, id] of Object.entries(PANELS)) by(id).hidden = one !== key;
  }
}

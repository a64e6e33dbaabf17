// Icons of the page's buttons: strokes in a square of 24.

import { svg } from "./svg.js";

/** @type {Record<string, string>} */
const PATHS = {
  home: "M4 11 12 4l8 7M6 10v10h12V10M10 20v-5h4v5",
  play: "M7 4v16l13-8Z",
  analyse: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5M8 11h6M11 8v6",
  learn: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1Zm0 0v14",
  target: "M12 3a9 9 0 1 0 .01 0M12 7.500a4.500 4.500 0 1 0 .01 0M12 12h.01",
  games: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.500v5",
  load: "M12 4v11M7 10l5 5 5-5M4 19h16",
  save: "M12 15V4M7 9l5-5 5 5M4 19h16",
  share: "M14 5h5v5M19 5l-9 9M17 13v6H5V7h6",
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  hint: "M9 17c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8ZM10 21h4",
  flip: "M8 20V4M4 8l4-4 4 4M16 4v16M12 16l4 4 4-4",
  new: "M12 5v14M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  again: "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  pause: "M8 5v14M16 5v14",
  draw: "M4 9h16M4 15h16",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  network: "M5 18a2 2 0 1 0 .01 0M19 18a2 2 0 1 0 .01 0M12 3a2 2 0 1 0 .01 0M12 7v5M12 12l-6 6M12 12l6 6",
  first: "M18 5l-7 7 7 7M7 5v14",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M6 5l7 7-7 7M17 5v14",
  lines: "M4 7h16M4 12h16M4 17h10",
  graph: "M4 4v16h16M7 15l4-5 3 3 5-7",
  edit: "M4 20l1-5L16 4l4 4L9 19Z",
  close: "M6 6l12 12M18 6 6 18",
};

/** @param {string} name */
const sign = (name) =>
  svg("svg", { class: "sign-of", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));

/** Draws the icons of all buttons that name one. @param {ParentNode} root */
export function drawSigns(root = document) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-icon]"))) {
    one.querySelector(".sign-of")?.remove();
    one.prepend(sign(one.dataset.icon ?? ""));
  }
}

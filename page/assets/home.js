// The start page, whose cards are part of the page, and small boards.

import { Board } from "./board.js";
import { Demo } from "./figures.js";
import { t } from "./i18n.js";
import { keptRules } from "./rules.js";
import { local } from "./store.js";
import { by, html } from "./svg.js";

/** Models and start positions by games, loaded one after another when needed. @type {Map<string, Promise<Known>>} */
const boards = new Map();
let last = /** @type {Promise<unknown>} */ (Promise.resolve());

/** @typedef {{ model: Model, scene: Scene }} Known @param {string} id @returns {Promise<Known>} */
async function load(id) {
  const demo = new Demo();
  try {
    const model = await demo.open(id);
    const { scene } = await demo.look({ options: Object.fromEntries(keptRules(id)) });
    return { model, scene };
  } finally {
    demo.close();
  }
}

/** Returns the board of a game, once it is loaded. @param {string} id @returns {Promise<Known>} */
export function boardOf(id) {
  const known = boards.get(id) ?? last.then(() => load(id));
  boards.set(id, known);
  last = known.catch(() => boards.delete(id));
  return known;
}

/** Draws a small board: a position, or the start. @param {string} id @param {Picture | null} [picture] */
export async function drawThumb(id, picture) {
  const known = await boardOf(id);
  const box = html("span", { class: "thumb", "data-game": id, "aria-hidden": "true" });
  const board = new Board(box);
  board.still = true;
  board.lay(known.model);
  board.show(picture ?? known.scene);
  return box;
}

/** Describes what somebody has learnt of a game. @param {string} id */
function progress(id) {
  const lessons = local.get(`lessons-${id}`, []).length;
  const solved = local.get(`puzzles-${id}`)?.solved?.length ?? 0;
  const won = local.get(`endgames-${id}`)?.solved?.length ?? 0;
  return [
    lessons > 0 ? `${t("lessonsTab")}: ${lessons} ✓` : "",
    solved > 0 ? `${t("puzzlesTab")}: ${solved} ✓` : "",
    won > 0 ? `${t("endgames")}: ${won} ✓` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Completes the cards, which are part of the page: what somebody has learnt. */
export function drawHome() {
  for (const card of by("cards").children) card.querySelector("small").textContent = progress(card.dataset.id);
}

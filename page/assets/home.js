// The start page: the five games with their boards, and the last games.

import { Board } from "./board.js";
import { Demo } from "./figures.js";
import { gameIds, gameName, gameWords, pick, t } from "./i18n.js";
import { keptRules } from "./rules.js";
import { drawSigns } from "./signs.js";
import { local } from "./store.js";
import { by, html, pause } from "./svg.js";

/** Models and start positions of all games by their ids, loaded one after another with a connection of their own. @type {Map<string, Promise<{ model: Model, scene: Scene }>> | null} */
let boards = null;

/** Returns the boards as promises. */
function loadBoards(ids = gameIds()) {
  if (boards) return boards;
  const demo = new Demo();
  // In a task of its own, as the page is being drawn.
  let last = pause(0);
  boards = new Map(ids.map((id) => {
    const board = last.then(async () => {
      const model = await demo.open(id);
      const { scene } = await demo.look({ options: Object.fromEntries(keptRules(id)) });
      return { model, scene };
    });
    last = board;
    return [id, board];
  }));
  last.catch(() => (boards = null)).finally(() => demo.close());
  return boards;
}

/** Returns the board of a game, once it is loaded. @param {string} id */
export const boardOf = (id) => /** @type {Promise<{ model: Model, scene: Scene }>} */ (loadBoards().get(id));

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
  return [lessons > 0 ? `${t("lessonsTab")}: ${lessons} ✓` : "", solved > 0 ? `${t("puzzlesTab")}: ${solved} ✓` : "", won > 0 ? `${t("endgames")}: ${won} ✓` : ""].filter(Boolean).join(" · ");
}

/** Draws the cards; `play(id)` and `learn(id)` follow them. @param {string[]} games */
export function drawHome(games, /** @type {{ play: (id: string) => unknown, learn: (id: string) => unknown }} */ { play, learn }) {
  loadBoards(games);
  by("cards").replaceChildren(...games.map((id) => {
    /** @param {string} words @param {string} icon @param {string} kind @param {(id: string) => unknown} act */
    const button = (words, icon, kind, act) => html("button", { class: kind, "data-icon": icon, "aria-label": `${t(words)}: ${gameName(id)}`, onclick: () => act(id) }, html("span", {}, t(words)));
    const picture = html("button", { class: "picture", tabindex: -1, "aria-hidden": "true", onclick: () => play(id) });
    drawThumb(id).then((thumb) => picture.replaceChildren(thumb), () => {});
    return html("article", { class: "card", "data-id": id }, picture,
      html("div", {}, html("h2", {}, gameName(id)), html("p", {}, pick(gameWords(id).about)), html("small", {}, progress(id)),
        html("div", { class: "buttons" }, button("playMode", "play", "strong", play), button("learnMode", "learn", "", learn))));
  }));
  drawSigns(by("cards"));
}

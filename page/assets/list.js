// The list of moves: the main line in rows, variations below the row of their first move, marks and comments.

import { local } from "./store.js";
import { by, html, options } from "./svg.js";
import { language, nameOf, pick, t } from "./i18n.js";
import { ENDS, Families } from "./openings.js";
import { pathTo, rowText } from "./tree.js";

/** Formats a move for the list. @param {TreeNode} node */
const written = (node) => (node.said ?? node.text) + (node.mark || node.judged || "");

/** Draws a move; `number` is that of its row. @param {MatchGame} game @param {TreeNode} node @param {string} number */
function button(game, node, number) {
  const { seats } = game.board.model;
  const depth = pathTo(node).length;
  const seat = seats.find(({ name }) => name === node.seat) ?? seats[(depth - 1) % seats.length];
  return html(
    "button",
    {
      class: `ply ${seat.colour}${{ "?": " fault", "??": " fault", "?!": " doubt" }[node.mark || node.judged || ""] ?? ""}`,
      "aria-current": node === game.node ? "true" : null,
      "data-ply": depth,
      "aria-label": `${number} ${nameOf(seat)}: ${written(node)}`,
      onclick: () => game.jumpTo(node),
    },
    written(node),
  );
}

const comment = (/** @type {TreeNode} */ node) =>
  node.comment ? [html("span", { class: "comment" }, node.comment)] : [];

/**
 * Draws a variation from its first move on, with its own variations.
 * @param {MatchGame} game
 * @param {TreeNode} node
 * @returns {HTMLElement}
 */
function variation(game, node) {
  const parts = [];
  for (let step = node; step; step = step.children[0]) {
    const number = rowText(game.board.model.seats, step);
    if (number.endsWith(".") || step === node) parts.push(html("span", { class: "number" }, number));
    parts.push(button(game, step, number), ...comment(step));
    // A variation stands after the move that it replaces.
    if (step !== node) parts.push(...others(game, step));
  }
  return html("div", { class: "variation" }, ...parts);
}

/**
 * Draws the alternatives to a move of the main line.
 * @param {MatchGame} game
 * @param {TreeNode} node
 * @returns {HTMLElement[]}
 */
const others = (game, node) =>
  (node.parent?.children ?? []).filter((one) => one !== node).map((one) => variation(game, one));

/** A new row starts with the first seat. @param {MatchGame} game */
export function drawList(game) {
  const { seats } = game.board.model;
  const order = new Map(seats.map((seat, i) => [seat.name, i]));
  const rows = /** @type {HTMLElement[][][]} */ ([]);
  let last = Infinity;
  let i = 0;
  for (let node = game.tree.root.children[0]; node; node = node.children[0], i++) {
    const place = order.get(node.seat ?? "") ?? i % seats.length;
    if (place < last || rows.length === 0) rows.push([[], []]);
    last = place;
    const [moves, below] = rows[rows.length - 1];
    moves.push(button(game, node, `${rows.length}${place === 0 ? "." : "…"}`));
    below.push(...comment(node), ...others(game, node));
  }
  const list = by("moves");
  const top = list.scrollTop;
  list.replaceChildren(...rows.map(([moves, below], row) => html("li", { value: row + 1 }, ...moves, ...below)));
  if (game.tree.root.comment) list.prepend(html("li", { class: "none" }, ...comment(game.tree.root)));
  const result = game.written;
  if (result !== null) list.append(html("li", { class: "none" }, ENDS[result + 1]));
  if (rows.length === 0) list.append(html("li", { class: "none" }, t("noMoves")));
  const current = list.querySelector("[aria-current]");
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : game.at === 0 ? 0 : top;
}

let families = /** @type {Promise<Families> | null} */ (null);

/** Names the opening of Xiangqi that led to the position on the board. @param {string} id @param {MatchGame} game */
export async function drawOpening(id, { setup, moves, at, notation }) {
  const box = by("opening");
  box.hidden = id !== "xiangqi" || setup !== null;
  if (box.hidden) return;
  families ??= fetch("families.json").then(async (answer) => new Families(await answer.json()));
  const line = moves.slice(0, at).map(({ text }) => text);
  const [code, , chinese, vietnamese, english] = (await families).of(line) ?? ["", "", "", "", ""];
  box.title = code ? `${chinese} · ECCO ${code}` : "";
  box.textContent = notation === "chinese" ? chinese : pick([english, vietnamese]);
}

/**
 * The notation of a game's moves: the chosen one, or the one that readers of the page's language know.
 * @param {string} id
 */
export const notationOf = (id) =>
  local.get(`notation-${id}`) ?? (id !== "xiangqi" ? "" : language === "vi" ? "vietnamese" : "wxf");

/** Whether a notation counts files as each side does. @param {string} id @param {string} notation */
export const countsFiles = (id, notation) => id === "xiangqi" && ["wxf", "chinese", "vietnamese"].includes(notation);

/** Fills the menu of notations, with one of them `chosen`. @param {Model} model @param {string} chosen */
export function drawNotations({ notations }, chosen) {
  by("notation-field").hidden = notations.length === 0;
  by("notation").replaceChildren(
    ...options([["", "Banco"], ...notations.map((one) => [one.name, nameOf(one)])], chosen),
  );
}

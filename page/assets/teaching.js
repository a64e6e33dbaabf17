// For teachers: puzzles from any position, checked by the engine; their list as a file, a link, and a sheet to print.

import { pack, pageUrl } from "./exchange.js";
import { explain } from "./faults.js";
import { Demo, drawFigures } from "./figures.js";
import { gameName, language, nameOf, t } from "./i18n.js";
import { notationOf } from "./list.js";
import { copy, report, say } from "./messages.js";
import { seatOf } from "./pieces.js";
import { nameIn, winIn } from "./puzzles.js";
import { download } from "./record.js";
import { addressOf } from "./router.js";
import { share } from "./score.js";
import { moveCount } from "./solver.js";
import { local } from "./store.js";
import { by, html } from "./svg.js";
import { isThrow } from "./turns.js";

/** The longest win searched in positions without a length, and the most positions of a person's own. */
export const LONGEST = 12;
const MOST = 500;
/** Time to search the best move, in milliseconds, and the chance to win by which it has to be better than the next. */
const THOUGHT = 3000;
const CLEAR = 1 / 3;

/** The positions of a person's own. @param {string} id @returns {Puzzle[]} */
export const ownPositions = (id) => local.get(`endgames-${id}-own`, []);
export const keepOwn = (/** @type {string} */ id, /** @type {Puzzle[]} */ list) =>
  local.set(`endgames-${id}-own`, list.slice(0, MOST));

/** Adds positions, in place of those that are the same. @param {string} id @param {Puzzle[]} found */
export function addOwn(id, found) {
  keepOwn(id, [...found, ...ownPositions(id).filter(({ fen }) => !found.some((one) => one.fen === fen))]);
}

/** Names in the page's language; in a file, a semicolon ends a name. @param {string} title */
const namesOf = (title) => ({ zh: "", vi: "", en: "", [language]: title.replace(/[;\s]+/g, " ").trim() });

/** Formats a position as a line of EPD. @param {Puzzle} puzzle */
export function epdOf({ fen, best, moves, goal, names }) {
  const task = best ? `bm ${best.join(" ")}` : moves > 0 ? `${goal === "draw" ? "hold" : "dm"} ${moves}` : "";
  const named = Object.entries(names).map(([name, text]) => text && `${name} ${text}`);
  return [fen, task, ...named].filter(Boolean).join(" ;");
}

/** Describes what is to be found. @param {string} id @param {Puzzle} puzzle */
export function taskText(id, { best, moves, goal }) {
  if (best) return t("puzzleOne");
  return moves === 0 ? "" : goal === "draw" ? `${t("holdDraw")} ${moveCount(moves)}` : winIn(id, moves);
}

/**
 * Resolves to the answer of a position: the length of a forced win, or a move that is clearly better than all others;
 * or to the reason `why` there is none.
 * @param {Demo} demo @param {string} fen @returns {Promise<{ moves: number, best: string[] | null, why?: string }>}
 */
export async function checkPuzzle(demo, fen) {
  const none = (why = t("noChoice")) => ({ moves: 0, best: null, why });
  const { scene, choices = [], fault } = await demo.look({ fen });
  if (fault) return none(explain(fault, demo.model));
  if (scene.result.reason !== null || choices.length < 2 || choices.some(isThrow)) return none();
  let moves = 0;
  for (let within = LONGEST; within > 0; within = moves - 1) {
    const found = await demo.mate({ fen }, within);
    if (!found.isWithin) break;
    moves = found.length;
  }
  if (moves > 0) return { moves, best: null };
  demo.client.set("MultiPV", 2);
  const { lines } = await demo.search({ fen }, `go movetime ${THOUGHT}`);
  demo.client.set("MultiPV", 1);
  const [first, second] = [1, 2].map((i) => lines.get(i));
  if (!first || !second) return none();
  const chance = (/** @type {Info} */ { score }) => share(score, demo.model.style);
  if (chance(first) - chance(second) >= CLEAR) return { moves: 0, best: first.pv.slice(0, 1) };
  const said = (/** @type {Info} */ { pv: [move] }) => demo.client.said([move], notationOf(demo.id));
  await demo.look({ fen });
  return none(`${t("asGood")} ${await said(first)}, ${await said(second)}.`);
}

/** Makes a puzzle of the position in the dialogue, and shows the list; reports why it is none. @param {string} id */
export async function makePuzzle(id) {
  const fen = by("fen").value.trim();
  say(t("checkingPuzzle"));
  const demo = new Demo();
  await demo.open(id);
  const { why, ...found } = await checkPuzzle(demo, fen);
  demo.close();
  say("");
  if (why) report(why);
  else {
    addOwn(id, [{ fen, ...found, names: namesOf(by("puzzle-title").value) }]);
    location.hash = addressOf({ mode: "endgames", id });
  }
}

/**
 * Draws the person's own positions; `open()` returns the button that opens one, `redraw()` draws all, with a message.
 * @param {Demo} demo @param {(puzzle: Puzzle, text: string) => HTMLElement} open
 * @param {(words: string, undo?: () => void) => void} redraw
 */
export function drawOwn(demo, open, redraw) {
  const { id } = demo;
  const list = ownPositions(id);
  const keep = (/** @type {Puzzle[]} */ some, words = "", /** @type {(() => void) | undefined} */ undo = undefined) => {
    keepOwn(id, some);
    redraw(words, undo);
  };
  const items = list.map((one, i) => {
    const text = `${i + 1}. ${taskText(id, one)}`;
    const rename = (/** @type {any} */ { target }) => {
      one.names = namesOf(target.value);
      keepOwn(id, list);
    };
    const remove = () => keep(list.toSpliced(i, 1), t("positionDeleted"), () => keep(list));
    const field = { value: nameIn(one), maxlength: 80, onchange: rename, placeholder: t("puzzleTitle") };
    return html(
      "li",
      {},
      open(one, text),
      html("input", { ...field, "aria-label": `${t("puzzleTitle")}: ${text}` }),
      html("button", { "aria-label": `${t("delete")}: ${text}`, "data-icon": "close", onclick: remove }),
    );
  });
  const epd = () => list.map((one) => `${epdOf(one)}\n`).join("");
  const link = async () => `${pageUrl()}${addressOf({ mode: "endgames", id, tab: `~${await pack(epd())}` })}`;
  const copyLink = async () => copy(await link()).then(() => redraw(t("copied")));
  return html(
    "div",
    { id: "own-positions" },
    html(
      "div",
      { class: "buttons" },
      html(
        "button",
        { id: "own-save", "data-icon": "save", onclick: () => download(`${id}.epd`, epd()) },
        t("saveList"),
      ),
      html("button", { id: "own-link", "data-icon": "share", onclick: copyLink }, t("copyLink")),
      html("button", { id: "own-print", onclick: () => printSheet(demo, list) }, t("printSheet")),
    ),
    html("ul", { class: "endgames" }, ...items),
  );
}

/** Prints diagrams with lines for answers in two columns, and solutions. @param {Demo} demo @param {Puzzle[]} list */
async function printSheet(demo, list) {
  const diagrams = html("div", { class: "diagrams" }, html("h1", {}, gameName(demo.id)));
  const answers = html("div", { class: "answers" }, html("h2", {}, t("solutions")));
  const sheet = html("section", { id: "sheet", "data-game": demo.id }, diagrams, answers);
  for (const [i, one] of list.entries()) {
    const { fen, best, moves, goal } = one;
    const line = best?.slice(0, 1) ?? (moves > 0 && !goal ? (await demo.mate({ fen }, moves)).pv : []);
    const { scene, fault } = await demo.look({ fen });
    if (fault) continue;
    const words = `${nameOf(seatOf(demo.model, scene.seat))} ${t("toMove")}. ${taskText(demo.id, one)}`;
    const said = await demo.client.said(line, notationOf(demo.id));
    diagrams.append(
      html(
        "article",
        {},
        html("b", {}, `${i + 1}. ${nameIn(one)}`),
        ` ${words}`,
        html("figure", { "data-fen": fen }),
        html("p"),
        html("p"),
      ),
    );
    answers.append(html("p", {}, `${i + 1}. ${said.join(" ")}`));
  }
  document.body.append(sheet);
  await drawFigures(demo, sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}

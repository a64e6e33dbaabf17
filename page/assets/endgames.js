// Endgames: collections of forced wins by length, from positions/<id> and from files, played by either side against the engine.

import { readGames } from "./exchange.js";
import { fetchGuide } from "./figures.js";
import { gameIds, language, t } from "./i18n.js";
import { copy } from "./messages.js";
import { countSolved, keepProgress, progressText, readPositions, readProgress, winIn } from "./puzzles.js";
import { drawSigns } from "./signs.js";
import { Solver } from "./solver.js";
import { local } from "./store.js";
import { html } from "./svg.js";

/** The longest win searched in positions without a length, and the most positions of a person's own. */
const LONGEST = 12;
const MOST = 500;
/** A line of an EPD file. */
const POSITION = /^\S+\/\S+ \S/;

/** Addresses hold a position without blanks. */
const addressOf = (/** @type {string} */ fen) => fen.replaceAll(" ", "_");

const nameIn = (/** @type {Puzzle} */ { names }) => names[language] || names.en || names.zh;

/** Reads positions from a file: lines of EPD, or the first positions of games in any format. @param {File} file @param {string} id @returns {Promise<Puzzle[]>} */
async function readOwn(file, id) {
  const text = await file.text();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() && !line.startsWith("#"));
  if (lines.length > 0 && lines.every((line) => POSITION.test(line))) return readPositions(lines.join("\n"));
  const games = /** @type {Opened[]} */ (await readGames(file, gameIds(), id, new Map()));
  return games.flatMap(({ id: of, setup, name = "" }) => (setup && (of ?? id) === id ? [{ fen: setup, best: null, moves: 0, names: { zh: "", vi: name, en: name } }] : []));
}

/** Fills a page with the endgames of a game: the list, or the position at an address. */
export async function runEndgames(/** @type {Lesson} */ { demo, id, page, at = "", go }) {
  const name = `endgames-${id}`;
  const own = () => /** @type {Puzzle[]} */ (local.get(`${name}-own`, []));
  // A win of known length is played to its end, whatever its first move.
  const known = readPositions(await fetchGuide(`${id}.${id === "xiangqi" ? "compositions" : "tactics"}`)).map((one) => ({ ...one, best: one.moves > 0 ? null : one.best }));
  const byLength = (/** @type {Puzzle[]} */ list) => list.filter(({ best }) => !best).concat(list.filter(({ best }) => best)).sort((a, b) => (a.moves || LONGEST) - (b.moves || LONGEST));
  const all = [...byLength(known), ...byLength(own())];
  const show = (/** @type {Puzzle} */ { fen }) => go("endgamesTab", addressOf(fen));
  if (at) await solve();
  else list();

  function list() {
    const { solved, ...progress } = readProgress(name);
    const isOwn = new Set(own().map(({ fen }) => fen));
    const groupOf = (/** @type {Puzzle} */ { fen, best, moves }) => (isOwn.has(fen) ? t("ownPositions") : best ? t("puzzleOne") : winIn(id, moves));
    const groups = [...new Set(all.map(groupOf))].map((words) => ({ words, some: all.filter((one) => groupOf(one) === words) }));
    const next = all.find(({ fen }) => !solved.includes(fen)) ?? all[0];
    const status = html("p", { role: "status" });
    const file = html("input", { type: "file", id: "endgame-file", hidden: true, onchange: async () => {
      try {
        const found = await readOwn(/** @type {FileList} */ (file.files)[0], id);
        local.set(`${name}-own`, [...found, ...own()].slice(0, MOST));
        if (found.length > 0) await show(found[0]);
        else status.textContent = t("fenHelp");
      } catch (error) {
        status.textContent = String(/** @type {Error} */ (error).message);
      }
    } });
    page.append(html("p", { id: "endgame-score" }, progressText({ ...progress, solved }, all.length)),
      html("div", { class: "buttons" }, html("button", { id: "endgame-start", class: "strong", onclick: () => show(next) }, t("nextTask")),
        html("button", { "data-icon": "load", onclick: () => file.click() }, t("load")), file), status,
      ...groups.flatMap(({ words, some }) => [html("h3", {}, `${words} (${some.length})`),
        html("ul", { class: "endgames" }, ...some.map((one, i) => {
          const isSolved = solved.includes(one.fen);
          return html("li", {}, html("button", { class: isSolved ? "known" : "", onclick: () => show(one) }, `${isSolved ? "✓ " : ""}${nameIn(one) || `${words} · ${i + 1}`}`,
            language !== "en" || !one.names.zh ? null : html("small", { lang: "zh" }, one.names.zh)));
        }))]));
    drawSigns(page);
  }

  async function solve() {
    const fen = at.replaceAll("_", " ");
    const puzzle = all.find((one) => one.fen === fen) ?? { fen, best: null, moves: 0, names: { zh: "", vi: "", en: "" } };
    const next = all[(all.indexOf(puzzle) + 1) % all.length];
    const score = html("p", { id: "endgame-score" });
    const drawScore = () => (score.textContent = progressText(readProgress(name), all.length));
    let isDefence = false;
    const solver = new Solver(demo, id, "endgame", {
      next: () => next && show(next),
      failed() {
        keepProgress(name, { streak: 0 });
        drawScore();
      },
      solved(isFirst, isShown) {
        countSolved(name, fen, isFirst, isShown);
        drawScore();
      },
    });
    const { trainer } = solver;
    const side = html("button", { id: "endgame-side", onclick: () => {
      isDefence = !isDefence;
      return begin();
    } });
    page.append(trainer.view([...solver.buttons, puzzle.best ? null : side, html("button", { id: "endgame-list", onclick: () => go("endgamesTab") }, t("endgameList")),
      html("button", { id: "endgame-link", onclick: () => copy(location.href).then(() => trainer.report("", t("copied"))) }, t("copyLink"))], solver.steps, score));
    trainer.title.append(nameIn(puzzle) || t("endgames"), ...(puzzle.names.zh ? [" ", html("small", { lang: "zh" }, puzzle.names.zh)] : []));
    drawScore();

    /** Finds the length of the win where no file names it. */
    async function measure() {
      let found = await solver.mate({ fen }, LONGEST);
      while (found.length > 0 && found.isWithin) {
        puzzle.moves = found.length;
        if (found.length === 1) return;
        found = await solver.mate({ fen }, found.length - 1);
      }
    }

    async function begin() {
      side.textContent = t(isDefence ? "playAttack" : "playDefence");
      const you = await solver.begin({ position: { fen }, moves: puzzle.moves, best: puzzle.best, isDefence });
      trainer.task.textContent = puzzle.best ? t("puzzleBest") : isDefence ? `${t("holdOut")} ${winIn(id, puzzle.moves)}. ${you}.` : `${winIn(id, puzzle.moves)}. ${you}.`;
    }

    if (!puzzle.best && puzzle.moves === 0) {
      await trainer.begin({ fen });
      trainer.report("", t("searchingWin"));
      await measure();
      if (puzzle.moves === 0) {
        trainer.report("wrong", `${t("noWin")} ${LONGEST} ${t("puzzleMoves")}.`);
        return;
      }
      const kept = own();
      const stored = kept.find((one) => one.fen === fen);
      if (stored) {
        stored.moves = puzzle.moves;
        local.set(`${name}-own`, kept);
      }
    }
    await begin();
  }
}

// Endgames: a course of proven endings, and forced wins by length, from positions/<id>, links and files, played by
// either side against the engine or its tables.

import { readGames, unpack } from "./exchange.js";
import { fetchGuide } from "./figures.js";
import { gameIds, language, t } from "./i18n.js";
import { copy } from "./messages.js";
import { countSolved, keepProgress, nameIn, progressText, readPositions, readProgress } from "./puzzles.js";
import { drawSigns } from "./signs.js";
import { Solver, valuesOf } from "./solver.js";
import { html } from "./svg.js";
import { LONGEST, addOwn, checkPuzzle, drawOwn, epdOf, keepOwn, ownPositions, taskText } from "./teaching.js";

/** A line of an EPD file. */
const POSITION = /^\S+\/\S+ \S/;

/**
 * Reads positions from a file: lines of EPD, or the first positions of games in any format.
 * @param {File} file
 * @param {string} id
 * @returns {Promise<Puzzle[]>}
 */
async function readOwn(file, id) {
  const text = await file.text();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() && !line.startsWith("#"));
  if (lines.length > 0 && lines.every((line) => POSITION.test(line))) return readPositions(lines.join("\n"));
  const games = /** @type {Opened[]} */ (await readGames(file, gameIds(), id, new Map()));
  return games.flatMap(({ id: of, setup, name = "" }) =>
    setup && (of ?? id) === id ? [{ fen: setup, best: null, moves: 0, names: { zh: "", vi: "", en: name } }] : [],
  );
}

/** Sets goals: a win of known length is played to its end. Tables prove the course, and wins too long for a search. */
const withGoals = (/** @type {Puzzle[]} */ list, isCourse = false) =>
  list.map(
    (one) =>
      /** @type {Puzzle} */ ({
        ...one,
        best: one.moves > 0 ? null : one.best,
        goal: one.goal ?? (isCourse || one.moves > LONGEST ? "win" : undefined),
      }),
  );

/** Fills a page with the endgames of a game: the list, or the position at an address. */
export async function runEndgames(/** @type {Lesson} */ { demo, id, page, at = "", go }) {
  const name = `endgames-${id}`;
  const own = () => withGoals(ownPositions(id));
  const read = async (/** @type {string} */ part) => readPositions(await fetchGuide(`${id}.${part}`));
  const order = (/** @type {Puzzle} */ { best, moves }) => (best ? 2 * LONGEST : moves || LONGEST);
  const [course, compositions] = await Promise.all(["course", "compositions"].map(read));
  const wins = withGoals(compositions.length > 0 ? compositions : await read("tactics")).sort(
    (a, b) => order(a) - order(b),
  );
  /** The sections of the list: the course in its order, by names, and wins by their length. */
  const sections = [
    { isCourse: true, list: withGoals(course, true) },
    { isCourse: false, list: wins },
  ].filter(({ list }) => list.length > 0);
  const known = sections.flatMap(({ list }) => list);
  const all = [...known, ...own()];
  const show = (/** @type {Puzzle} */ one) => go("endgamesTab", known.includes(one) ? one.fen : epdOf(one));
  if (at.startsWith("~")) {
    const text = await unpack(at.slice(1)).catch(() => "");
    addOwn(
      id,
      readPositions(text).filter(({ fen }) => POSITION.test(fen)),
    );
    list(text ? "" : t("badLink"));
  } else if (at) await solve();
  else list();

  /** Draws the list, with a message, and a button that undoes what it is about. @param {() => void} [undo] */
  function list(words = "", undo = undefined) {
    const { solved, ...progress } = readProgress(name);
    const mine = own();
    const next = [...known, ...mine].find(({ fen }) => !solved.includes(fen)) ?? known[0];
    const status = html("p", { role: "status" }, words, undo && html("button", { onclick: undo }, t("undoDelete")));
    const file = html("input", {
      type: "file",
      id: "endgame-file",
      hidden: true,
      onchange: async () => {
        try {
          const found = await readOwn(/** @type {FileList} */ (file.files)[0], id);
          addOwn(id, found);
          if (found.length > 1) list();
          else if (found.length > 0) await show(found[0]);
          else status.textContent = t("fenHelp");
        } catch (error) {
          status.textContent = String(/** @type {Error} */ (error).message);
        }
      },
    });
    const button = (/** @type {Puzzle} */ one, /** @type {string} */ text) => {
      const mark = solved.includes(one.fen) ? "✓ " : "";
      const chinese = language === "en" && text === nameIn(one) ? one.names.zh : "";
      return html(
        "button",
        { class: mark && "known", onclick: () => show(one) },
        `${mark}${text}`,
        chinese ? html("small", { lang: "zh" }, chinese) : null,
      );
    };
    const drawn = sections.map(({ isCourse, list: some }) => {
      const groupOf = (/** @type {Puzzle} */ one) => (isCourse ? nameIn(one) : taskText(id, one));
      const section = html("section", {}, html("h2", {}, t(isCourse ? "course" : "forcedWins")));
      for (const group of new Set(some.map(groupOf))) {
        const members = some.filter((one) => groupOf(one) === group);
        const items = members.map((one, i) =>
          html(
            "li",
            {},
            button(one, isCourse ? `${i + 1}. ${taskText(id, one)}` : nameIn(one) || `${group} · ${i + 1}`),
          ),
        );
        section.append(html("h3", {}, `${group} (${members.length})`), html("ul", { class: "endgames" }, ...items));
      }
      return section;
    });
    const title = `${t("ownPositions")} (${mine.length})`;
    if (mine.length > 0) drawn.unshift(html("section", {}, html("h2", {}, title), drawOwn(demo, button, list)));
    const jumps = drawn.map((to) => html("button", { onclick: () => to.scrollIntoView() }, to.firstChild?.textContent));
    page.replaceChildren(
      html(
        "div",
        { class: "endgame-head" },
        html("p", { id: "endgame-score" }, progressText({ ...progress, solved }, known.length + mine.length)),
        html("nav", { class: "contents", "aria-label": t("endgames") }, ...jumps),
        html("button", { "data-icon": "load", onclick: () => file.click() }, t("load")),
        html("button", { id: "endgame-start", class: "strong", onclick: () => show(next) }, t("nextTask")),
        file,
      ),
      status,
      ...drawn,
    );
    drawSigns(page);
  }

  async function solve() {
    const [given = { fen: at, best: null, moves: 0, names: { zh: "", vi: "", en: "" } }] = withGoals(readPositions(at));
    const { fen } = given;
    const puzzle = all.find((one) => one.fen === fen) ?? given;
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
    const side = html("button", {
      id: "endgame-side",
      onclick: () => {
        isDefence = !isDefence;
        return begin();
      },
    });
    page.append(
      trainer.view(
        [
          ...solver.buttons,
          puzzle.best || puzzle.goal ? null : side,
          html("button", { id: "endgame-list", onclick: () => go("endgamesTab") }, t("endgameList")),
          html(
            "button",
            { id: "endgame-link", onclick: () => copy(location.href).then(() => trainer.report("", t("copied"))) },
            t("copyLink"),
          ),
        ],
        solver.steps,
        score,
      ),
    );
    trainer.title.append(
      nameIn(puzzle) || t("endgames"),
      ...(puzzle.names.zh ? [" ", html("small", { lang: "zh" }, puzzle.names.zh)] : []),
    );
    drawScore();

    async function begin() {
      side.textContent = t(isDefence ? "playAttack" : "playDefence");
      const { moves, goal, best } = puzzle;
      const you = await solver.begin({ position: { fen }, moves, goal, best, isDefence });
      const words = `${isDefence ? `${t("holdOut")} ` : ""}${taskText(id, puzzle)}. ${you}.`;
      trainer.task.textContent = best ? t("puzzleBest") : goal === "win" ? `${words} ${t("anyWin")}` : words;
    }

    if (puzzle.goal) {
      await trainer.begin({ fen });
      await valuesOf(demo, { fen }, (text) => trainer.report("", text));
    }
    if (!puzzle.best && puzzle.moves === 0) {
      await trainer.begin({ fen });
      trainer.report("", t("searchingWin"));
      const { why, ...found } = await checkPuzzle(demo, fen);
      if (why) {
        trainer.report("wrong", `${t("noWin")} ${LONGEST} ${t("puzzleMoves")}. ${why}`);
        return;
      }
      Object.assign(puzzle, found);
      keepOwn(
        id,
        ownPositions(id).map((one) => (one.fen === fen ? { ...one, ...found } : one)),
      );
    }
    await begin();
  }
}

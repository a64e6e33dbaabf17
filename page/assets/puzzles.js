// Puzzles from positions/<id>/tactics.epd, one after another, with the solved ones in a row and a rating of the player.

import { drawn } from "./lots.js";
import { fetchGuide } from "./figures.js";
import { language, t } from "./i18n.js";
import { UNRATED, rated } from "./rating.js";
import { Solver, moveCount } from "./solver.js";
import { local } from "./store.js";
import { html, options } from "./svg.js";

/** Limit of the length of a win. */
const LONGEST = 3;

/**
 * Parses an EPD file: a position, the best moves, the number of moves to the win or of those to hold a draw, and its
 * names.
 * @param {string} text
 * @returns {Puzzle[]}
 */
export function readPositions(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("#"))
    .map((line) => {
      const [fen, ...words] = line.split(";").map((part) => part.trim());
      const value = (/** @type {string} */ name) =>
        words.find((word) => word.startsWith(`${name} `))?.slice(name.length + 1);
      const held = value("hold");
      const [best = null, moves] = [value("bm")?.split(" "), Number(value("dm") ?? held ?? 0)];
      return {
        fen,
        best,
        moves,
        goal: held ? "draw" : undefined,
        names: { zh: value("zh") ?? "", vi: value("vi") ?? "", en: value("en") ?? "" },
      };
    });
}

/** Returns the name of a puzzle in the page's language, or in another one. @param {Puzzle} puzzle */
export const nameIn = ({ names }) => names[language] || names.en || names.vi || names.zh;

/** The theme of a puzzle: the number of moves of a forced win, or 0 for one best move. */
const kindOf = (/** @type {Puzzle} */ { best, moves }) => (best ? 0 : moves);

/** The ratings of puzzles: of one best move, and of a win in one to three moves. */
const LEVELS = [1500, 1100, 1500, 1900];
const SPREAD = 150;
/** The deviation below which a rating is shown without a question mark. */
const SURE = 110;

/**
 * Progress in a collection: `tried` holds the puzzles that have changed the rating, each by its first try.
 * @param {string} name
 */
export const readProgress = (name) => ({
  solved: [],
  streak: 0,
  best: 0,
  tried: [],
  player: UNRATED,
  ...local.get(name, {}),
});

export function keepProgress(/** @type {string} */ name, /** @type {object} */ change) {
  local.set(name, { ...readProgress(name), ...change });
}

/**
 * Counts a solution: the first try extends the row, and a solution that was shown is none.
 * @param {string} name
 * @param {string} fen
 * @param {boolean} isFirst
 * @param {boolean} isShown
 */
export function countSolved(name, fen, isFirst, isShown) {
  const { solved, streak, best } = readProgress(name);
  if (isFirst) keepProgress(name, { streak: streak + 1, best: Math.max(best, streak + 1) });
  if (!isShown) keepProgress(name, { solved: [...new Set([...solved, fen])] });
}

/**
 * Formats progress in a collection of a size.
 * @param {{ streak: number, best: number, solved: string[] }} progress
 * @param {number} size
 */
export const progressText = ({ streak, best, solved }, size) =>
  `${t("streak")}: ${streak} (${t("bestStreak")} ${best}) · ${t("solved")}: ${solved.length} / ${size}`;

/** Describes a forced win. @param {string} id @param {number} moves */
export const winIn = (id, moves) => `${t(id === "xiangqi" ? "puzzleMate" : "puzzleWin")} ${moveCount(moves)}`;

/** Fills a page with the puzzles of a game, one after another. */
export async function runPuzzles(/** @type {Lesson} */ { demo, id, page }) {
  const puzzles = readPositions(await fetchGuide(`${id}.tactics`)).filter(
    ({ best, moves }) => best || (moves > 0 && moves <= LONGEST),
  );
  const name = `puzzles-${id}`;
  const score = html("p", { id: "puzzle-score" });
  const kinds = [...new Set(puzzles.map(kindOf))].sort();
  const words = (/** @type {number} */ kind) => (kind === 0 ? t("puzzleOne") : winIn(id, kind));
  const theme = html(
    "select",
    { id: "puzzle-theme", "aria-label": t("themes"), onchange: () => go(choose()) },
    ...options(
      [
        ["", t("allThemes")],
        ...kinds.map((kind) => [kind, `${words(kind)} (${puzzles.filter((one) => kindOf(one) === kind).length})`]),
      ],
      "",
    ),
  );
  const solver = new Solver(demo, id, "puzzle", {
    next: () => go(choose()),
    failed() {
      rate(0);
      keepProgress(name, { streak: 0 });
      drawScore();
    },
    solved(isFirst, isShown) {
      if (isFirst) rate(1);
      countSolved(name, puzzle.fen, isFirst, isShown);
      drawScore();
    },
  });
  page.append(solver.trainer.view([...solver.buttons, kinds.length > 1 ? theme : null], solver.steps, score));
  let puzzle = /** @type {Puzzle} */ (puzzles[0]);

  /** Chooses an unsolved puzzle, easy ones first; any one if all are solved. */
  function choose() {
    const { solved } = readProgress(name);
    const wanted = puzzles.filter((one) => theme.value === "" || kindOf(one) === Number(theme.value));
    const open = wanted.filter((one) => !solved.includes(one.fen) && one !== puzzle);
    const list = open.length > 0 ? open : wanted;
    const easy = list
      .slice()
      .sort((a, b) => a.moves - b.moves)
      .slice(0, 8);
    return drawn(easy);
  }

  /** Rates the first try at a puzzle. @param {number} result */
  function rate(result) {
    const { tried, solved, player } = readProgress(name);
    if (tried.includes(puzzle.fen) || solved.includes(puzzle.fen)) return;
    keepProgress(name, {
      tried: [...tried, puzzle.fen],
      player: rated(player, { rating: LEVELS[kindOf(puzzle)], deviation: SPREAD }, result),
    });
  }

  function drawScore() {
    const { tried, player, ...progress } = readProgress(name);
    const rating =
      tried.length > 0
        ? `${t("rating")}: ${Math.round(player.rating)}${player.deviation > SURE ? "?" : ` ± ${Math.round(2 * player.deviation)}`} · `
        : "";
    score.textContent = rating + progressText(progress, puzzles.length);
  }

  async function go(/** @type {Puzzle} */ one) {
    puzzle = one;
    page.dataset.puzzle = one.fen;
    drawScore();
    solver.trainer.task.textContent = one.best ? t("puzzleBest") : `${words(one.moves)}.`;
    solver.trainer.title.textContent = await solver.begin({
      position: { fen: one.fen },
      moves: one.moves,
      best: one.best,
    });
  }

  await go(choose());
}

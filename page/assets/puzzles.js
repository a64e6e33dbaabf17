// Puzzles from positions/<id>/tactics.epd: the engine checks every move, and the page counts the solved ones in a row.

import { drawn } from "./lots.js";
import { fetchGuide } from "./figures.js";
import { t } from "./i18n.js";
import { UNRATED, rated } from "./rating.js";
import { notationOf } from "./list.js";
import { local } from "./store.js";
import { html, options, pause } from "./svg.js";
import { Trainer, after } from "./trainer.js";

/** Limit of the length of a win. */
const LONGEST = 3;
const JUDGE = 4000;

/** Parses an EPD file: a position, the best moves or the number of moves to the win. @param {string} text */
function readPuzzles(text) {
  return text.split("\n").filter((line) => line.trim() && !line.startsWith("#")).map((line) => {
    const [fen, ...words] = line.split(";").map((part) => part.trim());
    const value = (/** @type {string} */ name) => words.find((word) => word.startsWith(`${name} `))?.slice(name.length + 1);
    return { fen, best: value("bm")?.split(" ") ?? null, moves: Number(value("dm") ?? 0) };
  }).filter(({ best, moves }) => best || (moves > 0 && moves <= LONGEST));
}

/** The theme of a puzzle: the number of moves of a forced win, or 0 for one best move. */
const kindOf = (/** @type {Puzzle} */ { best, moves }) => (best ? 0 : moves);

/** The ratings of puzzles: of one best move, and of a win in one to three moves. */
const LEVELS = [1500, 1100, 1500, 1900];
const SPREAD = 150;
/** The deviation below which a rating is shown without a question mark. */
const SURE = 110;

/** What is known of the player: `tried` holds the puzzles that have changed the rating, each by its first try. @param {string} id */
const read = (id) => ({ solved: [], streak: 0, best: 0, tried: [], player: UNRATED, ...local.get(`puzzles-${id}`, {}) });

function keep(/** @type {string} */ id, /** @type {object} */ change) {
  local.set(`puzzles-${id}`, { ...read(id), ...change });
}

/** Fills a page with the puzzles of a game, one after another. */
export async function runPuzzles(/** @type {Lesson} */ { demo, id, page }) {
  const puzzles = readPuzzles(await fetchGuide(`${id}.tactics`));
  const score = html("p", { id: "puzzle-score" });
  const kinds = [...new Set(puzzles.map(kindOf))].sort();
  /** @param {number} kind */
  const words = (kind) => (kind === 0 ? t("puzzleOne") : `${t(id === "xiangqi" ? "puzzleMate" : "puzzleWin")} ${kind} ${t(kind === 1 ? "puzzleMove" : "puzzleMoves")}`);
  const theme = html("select", { id: "puzzle-theme", "aria-label": t("themes"), onchange: () => go(choose()) }, ...options([["", t("allThemes")],
    ...kinds.map((kind) => [kind, `${words(kind)} (${puzzles.filter((one) => kindOf(one) === kind).length})`])], ""));
  const solution = html("button", { id: "puzzle-solution", onclick: () => give() }, t("puzzleSolution"));
  const trainer = new Trainer(demo, "puzzle", judge, () => go(choose()));
  page.append(trainer.view([solution, trainer.next, kinds.length > 1 ? theme : null], score));
  let puzzle = /** @type {Puzzle} */ (puzzles[0]);
  let left = 0;
  /** Whether a try was wrong, which ends the row, and whether the solution was shown, which counts as unsolved. */
  let failed = false;
  let isShown = false;

  /** Chooses an unsolved puzzle, easy ones first; any one if all are solved. */
  function choose() {
    const { solved } = read(id);
    const wanted = puzzles.filter((one) => theme.value === "" || kindOf(one) === Number(theme.value));
    const open = wanted.filter((one) => !solved.includes(one.fen) && one !== puzzle);
    const list = open.length > 0 ? open : wanted;
    const easy = list.slice().sort((a, b) => a.moves - b.moves).slice(0, 8);
    return drawn(easy);
  }

  /** Ends the first try at a puzzle. @param {number} result @param {object} change */
  function settle(result, change) {
    const { tried, solved, player } = read(id);
    const isNew = !tried.includes(puzzle.fen) && !solved.includes(puzzle.fen);
    const other = { rating: LEVELS[kindOf(puzzle)], deviation: SPREAD };
    keep(id, { ...change, ...(isNew ? { tried: [...tried, puzzle.fen], player: rated(player, other, result) } : {}) });
  }

  function drawScore({ streak, best, solved, tried, player } = read(id)) {
    const rating = tried.length > 0 ? `${t("rating")}: ${Math.round(player.rating)}${player.deviation > SURE ? "?" : ` ± ${Math.round(2 * player.deviation)}`} · ` : "";
    score.textContent = `${rating}${t("streak")}: ${streak} (${t("bestStreak")} ${best}) · ${t("solved")}: ${solved.length} / ${puzzles.length}`;
  }

  async function go(/** @type {Puzzle} */ one) {
    puzzle = one;
    page.dataset.puzzle = one.fen;
    left = one.best ? 0 : one.moves;
    failed = isShown = false;
    trainer.title.textContent = await trainer.begin({ fen: one.fen });
    trainer.task.textContent = one.best ? t("puzzleBest") : `${words(left)}.`;
    drawScore();
  }

  /** Searches for a win within a number of moves by one of `moves`; resolves to the winning move or null. @param {Position} position @param {string[]} moves @param {number} within */
  async function winner(position, moves, within) {
    const { best, score } = await demo.search(position, `go mate ${within} movetime ${JUDGE} searchmoves ${moves.join(" ")}`);
    return score?.kind === "mate" && score.value > 0 && score.value <= within ? best : null;
  }

  async function judge(/** @type {string} */ move, /** @type {Look} */ look, /** @type {Position} */ position) {
    const isWon = look.scene.result.reason !== null;
    const isRight = puzzle.best ? puzzle.best.includes(move) : left > 1 || isWon
      ? await winner(position, [move], left) === move : false;
    if (position !== trainer.position) return;
    if (!isRight) {
      await miss(position, move);
    } else if (puzzle.best || isWon) {
      succeed();
    } else {
      left--;
      trainer.report("right", t("puzzleOn"));
      await reply(after(position, move), position);
    }
  }

  /** Plays the other side's best defence; the person continues. @param {Position} position @param {Position} was */
  async function reply(position, was) {
    const { best } = await demo.search(position, "go movetime 300");
    await pause(400);
    if (was === trainer.position) await trainer.set(after(position, best));
  }

  function succeed() {
    trainer.solve(t("puzzleRight"));
    const { solved, streak, best } = read(id);
    if (!failed) settle(1, { streak: streak + 1, best: Math.max(best, streak + 1) });
    if (!isShown) keep(id, { solved: [...new Set([...solved, puzzle.fen])] });
    failed = true;
    drawScore();
  }

  async function miss(/** @type {Position} */ position, /** @type {string} */ move) {
    if (!failed) settle(0, { streak: 0 });
    drawScore();
    failed = true;
    trainer.report("wrong", t("notThis"));
    await refute(after(position, move), position);
    await trainer.retry(position, 900);
  }

  /** Shows the answer to a wrong try. @param {Position} position @param {Position} was */
  async function refute(position, was) {
    const { choices } = await demo.look(position);
    const { best } = await demo.search(position, "go movetime 200");
    const reply = choices?.find((one) => one.move === best);
    if (was !== trainer.position || !reply) return;
    trainer.board.arrows([{ acts: reply.acts, label: "" }]);
    trainer.report("wrong", `${t("notThis")} ${t("refutedBy")} ${await demo.client.said([reply.move], notationOf(id))}`);
    await pause(900);
  }

  /** Shows the move; the puzzle no longer counts. */
  async function give() {
    if (!failed) settle(0, { streak: 0 });
    drawScore();
    failed = isShown = true;
    const { position } = trainer;
    const moves = trainer.choices.map((choice) => choice.move);
    if (moves.length === 0) return;
    const best = puzzle.best?.[0] ?? await winner(position, moves, left);
    if (position === trainer.position && best) trainer.point(best);
  }

  await go(choose());
}

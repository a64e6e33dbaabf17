// Puzzles from positions/<id>/tactics.epd: the engine checks every move, and the page counts the solved ones in a row.

import { fetchGuide } from "./figures.js";
import { nameOf, t, youAre } from "./i18n.js";
import { html, pause } from "./svg.js";
import { Trainer } from "./trainer.js";

/** Limit of the length of a win. */
const LONGEST = 3;
const JUDGE = 4000;

/** Parses an EPD file: a position, the best moves or the number of moves to the win. */
export function readPuzzles(text) {
  return text.split("\n").filter((line) => line.trim() && !line.startsWith("#")).map((line) => {
    const [fen, ...words] = line.split(";").map((part) => part.trim());
    const value = (name) => words.find((word) => word.startsWith(`${name} `))?.slice(name.length + 1);
    return { fen, best: value("bm")?.split(" ") ?? null, moves: Number(value("dm") ?? 0) };
  }).filter(({ best, moves }) => best || (moves > 0 && moves <= LONGEST));
}

const read = (id) => ({ solved: [], streak: 0, best: 0, ...JSON.parse(localStorage.getItem(`puzzles-${id}`) ?? "{}") });

function keep(id, change) {
  const known = { ...read(id), ...change };
  localStorage.setItem(`puzzles-${id}`, JSON.stringify(known));
  return known;
}

/** Fills a page with the puzzles of a game, one after another. */
export async function runPuzzles({ demo, id, page }) {
  const puzzles = readPuzzles(await fetchGuide(`${id}.tactics`));
  const title = html("h3", { id: "puzzle-title" });
  const task = html("p", { class: "task" });
  const answer = html("p", { class: "answer", role: "status" });
  const score = html("p", { id: "puzzle-score" });
  const next = html("button", { type: "button", id: "puzzle-next", onclick: () => go(choose()) }, t("nextTask"));
  const solution = html("button", { type: "button", id: "puzzle-solution", onclick: () => give() }, t("puzzleSolution"));
  const trainer = new Trainer(demo, answer, judge);
  page.append(html("div", { class: "lesson" }, html("div", { class: "words" }, title, task, answer,
    html("div", { class: "buttons" }, solution, next), score), html("div", { class: "stage" }, trainer.box, trainer.tray)));
  let puzzle = null;
  let left = 0;
  /** Whether a try was wrong, which ends the row, and whether the solution was shown, which counts as unsolved. */
  let failed = false;
  let isShown = false;

  /** Chooses an unsolved puzzle, easy ones first; any one if all are solved. */
  function choose() {
    const { solved } = read(id);
    const open = puzzles.filter((one) => !solved.includes(one.fen) && one !== puzzle);
    const list = open.length > 0 ? open : puzzles;
    const easy = list.slice().sort((a, b) => a.moves - b.moves).slice(0, 8);
    return easy[crypto.getRandomValues(new Uint32Array(1))[0] % easy.length];
  }

  function drawScore({ streak, best, solved } = read(id)) {
    score.textContent = `${t("streak")}: ${streak} (${t("bestStreak")} ${best}) · ${t("solved")}: ${solved.length} / ${puzzles.length}`;
  }

  async function go(one) {
    puzzle = one;
    page.dataset.puzzle = one.fen;
    left = one.best ? 0 : one.moves;
    failed = isShown = false;
    await trainer.set({ fen: one.fen });
    const seat = demo.model.seats.find(({ name }) => name === trainer.scene.seat);
    title.textContent = youAre(demo.model, nameOf(seat));
    task.textContent = one.best ? t("puzzleBest")
      : `${t(id === "xiangqi" ? "puzzleMate" : "puzzleWin")} ${left} ${t(left === 1 ? "puzzleMove" : "puzzleMoves")}.`;
    answer.className = "answer";
    answer.textContent = "";
    next.classList.remove("strong");
    drawScore();
  }

  /** Searches for a win within a number of moves by one of `moves`; resolves to the winning move or null. */
  async function winner(position, moves, within) {
    const { best, score } = await demo.search(position, `go mate ${within} movetime ${JUDGE} searchmoves ${moves.join(" ")}`);
    return score?.kind === "mate" && score.value > 0 && score.value <= within ? best : null;
  }

  async function judge(move, after, position) {
    const isWon = !after.scene.result.startsWith("ongoing");
    const isRight = puzzle.best ? puzzle.best.includes(move) : left > 1 || isWon
      ? await winner({ fen: position.fen, moves: position.moves ?? [] }, [move], left) === move : false;
    if (position !== trainer.position) return;
    if (!isRight) {
      await miss(position);
    } else if (puzzle.best || isWon) {
      succeed();
    } else {
      left--;
      answer.className = "answer right";
      answer.textContent = t("puzzleOn");
      await reply({ fen: position.fen, moves: [...(position.moves ?? []), move] }, position);
    }
  }

  /** Plays the other side's best defence; the person continues. */
  async function reply(position, was) {
    const { best } = await demo.search(position, "go movetime 300");
    await pause(400);
    if (was !== trainer.position) return;
    await trainer.set({ ...position, moves: [...position.moves, best] });
  }

  function succeed() {
    answer.className = "answer right";
    answer.textContent = t("puzzleRight");
    next.classList.add("strong");
    const { solved, streak, best } = read(id);
    if (!isShown) keep(id, { solved: [...new Set([...solved, puzzle.fen])] });
    if (!failed) keep(id, { streak: streak + 1, best: Math.max(best, streak + 1) });
    failed = true;
    drawScore();
  }

  async function miss(position) {
    if (!failed) drawScore(keep(id, { streak: 0 }));
    failed = true;
    answer.className = "answer wrong";
    answer.textContent = t("notThis");
    await pause(900);
    if (position === trainer.position) await trainer.set({ ...position });
  }

  /** Shows the move; the puzzle no longer counts. */
  async function give() {
    if (!failed) drawScore(keep(id, { streak: 0 }));
    failed = isShown = true;
    const { position } = trainer;
    const moves = trainer.choices.map((choice) => choice.move);
    if (moves.length === 0) return;
    const best = puzzle.best?.[0] ?? await winner({ fen: position.fen, moves: position.moves ?? [] }, moves, left);
    if (position === trainer.position && best) trainer.point(best);
  }

  await go(choose());
}

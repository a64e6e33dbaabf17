// Lessons: small tasks on the board, with the words and goals of positions/<id>/lessons.json; the engine moves.

import { fetchGuide } from "./figures.js";
import { language, nameOf, t, youAre } from "./i18n.js";
import { html, pause } from "./svg.js";
import { Trainer } from "./trainer.js";
import { seatOf } from "./seats.js";

/** @import { Lesson, Look, Position } from "./types.d.ts" */

/** Returns whether a move reaches a goal: one of its moves, or lines of `scene` with its prefix. @param {{ moves?: string[], scene?: string[], any?: string[], not?: string[] }} goal @param {string} move @param {string[]} lines */
function isReached({ moves, scene = [], any = [], not = [] }, move, lines) {
  const holds = (/** @type {string} */ start) => lines.some((line) => line.startsWith(`scene ${start}`));
  return (!moves || moves.includes(move)) && scene.every(holds) && (any.length === 0 || any.some(holds)) && !not.some(holds);
}

const done = (/** @type {string} */ id) => new Set(JSON.parse(localStorage.getItem(`lessons-${id}`) ?? "[]"));

function keep(/** @type {string} */ id, /** @type {number} */ i) {
  localStorage.setItem(`lessons-${id}`, JSON.stringify([...done(id).add(i)]));
}

/** Fills a page with the lessons of a game. */
export async function runLessons(/** @type {Lesson} */ { demo, id, page, go: turn }) {
  /** @type {Record<string, any>[]} Positions with goals and words. */
  const lessons = JSON.parse(await fetchGuide(`${id}.lessons`));
  let at = Math.max(0, lessons.findIndex((_, i) => !done(id).has(i)));
  const title = html("h3", { id: "lesson-title" });
  const task = html("p", { class: "task" });
  const answer = html("p", { class: "answer", role: "status" });
  const steps = html("div", { class: "steps" });
  const next = html("button", { class: "strong", id: "lesson-next", onclick: () => (done(id).size === lessons.length ? turn("puzzlesTab") : go((at + 1) % lessons.length)) }, t("nextTask"));
  const hint = html("button", { id: "lesson-hint", onclick: () => help() }, t("showMe"));
  const again = html("button", { id: "lesson-again", onclick: () => go(at) }, t("againTask"));
  const trainer = new Trainer(demo, answer, judge);
  page.append(steps, html("div", { class: "lesson" }, html("div", { class: "words" }, title, task, answer,
    html("div", { class: "buttons" }, hint, again, next)), html("div", { class: "stage" }, trainer.box, trainer.tray)));

  const words = () => lessons[at][language];

  function drawSteps() {
    const known = done(id);
    steps.replaceChildren(...lessons.map((lesson, i) => html("button", {
      class: known.has(i) ? "known" : "", "aria-current": i === at ? "step" : null,
      "aria-label": `${t("lesson")} ${i + 1}: ${lesson[language][0]}${known.has(i) ? `, ${t("doneOf")}` : ""}`, onclick: () => go(i),
    }, known.has(i) ? "✓" : String(i + 1))));
  }

  async function go(/** @type {number} */ i) {
    at = i;
    drawSteps();
    await trainer.set({ fen: lessons[at].fen, options: lessons[at].options });
    const seat = seatOf(demo.model, trainer.scene.seat);
    title.textContent = `${at + 1}. ${words()[0]}`;
    task.textContent = `${words()[1]} (${youAre(demo.model, nameOf(seat))})`;
    answer.textContent = "";
    answer.className = "answer";
    next.classList.remove("strong");
  }

  async function judge(/** @type {string} */ move, /** @type {Look} */ after, /** @type {Position} */ position) {
    if (isReached(lessons[at].goal, move, after.lines)) {
      keep(id, at);
      answer.className = "answer right";
      answer.textContent = `${t("rightMove")} ${words()[2]}${done(id).size === lessons.length ? ` ${t("allDone")}` : ""}`;
      next.classList.add("strong");
      if (done(id).size === lessons.length) next.textContent = `${t("puzzlesTab")} →`;
      drawSteps();
      return;
    }
    answer.className = "answer wrong";
    answer.textContent = t("notThis");
    await pause(1100);
    if (position === trainer.position) await trainer.set({ ...position });
  }

  /** Finds the first move that reaches the goal, and points at it. */
  async function help() {
    const { position } = trainer;
    for (const { move } of trainer.choices) {
      const { lines } = await demo.look({ ...position, moves: [move] });
      if (position !== trainer.position) return;
      if (isReached(lessons[at].goal, move, lines)) {
        trainer.point(move);
        return;
      }
    }
  }

  await go(at);
}

// Lessons: small tasks on the board, with the words and goals of positions/<id>/lessons.json; the engine moves.

import { fetchGuide } from "./figures.js";
import { language, t } from "./i18n.js";
import { local } from "./store.js";
import { html } from "./svg.js";
import { Trainer, after } from "./trainer.js";

/**
 * Whether a value has all that a pattern names, in any order.
 * @param {any} pattern
 * @param {any} value
 * @returns {boolean}
 */
function fits(pattern, value) {
  if (Array.isArray(pattern)) return pattern.every((one) => value.some((/** @type {any} */ other) => fits(one, other)));
  if (pattern === null || typeof pattern !== "object") return pattern === value;
  return Object.entries(pattern).every(([name, one]) => fits(one, value[name]));
}

/**
 * Returns whether a move reaches a goal: one of some moves, and patterns of the position after it.
 * @param {{ moves?: string[], all?: object, any?: object[], not?: object[] }} goal
 * @param {string} move
 * @param {object} shown
 */
function isReached({ moves, all = {}, any = [], not = [] }, move, shown) {
  const holds = (/** @type {object} */ one) => fits(one, shown);
  return (!moves || moves.includes(move)) && holds(all) && (any.length === 0 || any.some(holds)) && !not.some(holds);
}

/** The lessons that are done, by their places. @param {string} id */
const done = (id) => new Set(local.get(`lessons-${id}`, []));

/** Fills a page with the lessons of a game. */
export async function runLessons(/** @type {Lesson} */ { demo, id, page, go: turn }) {
  /** @type {Record<string, any>[]} Positions with goals and words. */
  const lessons = JSON.parse(await fetchGuide(`${id}.lessons`));
  let at = Math.max(
    0,
    lessons.findIndex((_, i) => !done(id).has(i)),
  );
  const steps = html("div", { class: "steps" });
  const isDone = () => done(id).size === lessons.length;
  const hint = html("button", { id: "lesson-hint", onclick: () => help() }, t("showMe"));
  const again = html("button", { id: "lesson-again", onclick: () => go(at) }, t("againTask"));
  const trainer = new Trainer(demo, "lesson", judge, () =>
    isDone() ? turn("puzzlesTab") : go((at + 1) % lessons.length),
  );
  page.append(steps, trainer.view([hint, again, trainer.next]));

  function drawSteps() {
    const known = done(id);
    steps.replaceChildren(
      ...lessons.map((lesson, i) =>
        html(
          "button",
          {
            class: known.has(i) ? "known" : "",
            "aria-current": i === at ? "step" : null,
            "aria-label": `${t("lesson")} ${i + 1}: ${lesson[language][0]}${known.has(i) ? `, ${t("doneOf")}` : ""}`,
            onclick: () => go(i),
          },
          known.has(i) ? "✓" : String(i + 1),
        ),
      ),
    );
  }

  async function go(/** @type {number} */ i) {
    at = i;
    drawSteps();
    const {
      fen,
      options,
      [language]: [title, task],
    } = lessons[at];
    const side = await trainer.begin({ fen, options });
    trainer.title.textContent = `${at + 1}. ${title}`;
    trainer.task.textContent = `${task} (${side})`;
  }

  async function judge(/** @type {string} */ move, /** @type {Look} */ look, /** @type {Position} */ position) {
    if (!isReached(lessons[at].goal, move, look.raw)) {
      trainer.report("wrong", t("notThis"));
      await trainer.retry(position, 1100);
      return;
    }
    local.set(`lessons-${id}`, [...done(id).add(at)]);
    trainer.solve(`${t("rightMove")} ${lessons[at][language][2]}${isDone() ? ` ${t("allDone")}` : ""}`);
    if (isDone()) trainer.next.textContent = `${t("puzzlesTab")} →`;
    drawSteps();
  }

  /** Finds the first move that reaches the goal, and points at it. */
  async function help() {
    const { position } = trainer;
    for (const { move } of trainer.choices) {
      const { raw } = await demo.look(after(position, move));
      if (position !== trainer.position) return;
      if (isReached(lessons[at].goal, move, raw)) {
        trainer.point(move);
        return;
      }
    }
  }

  await go(at);
}

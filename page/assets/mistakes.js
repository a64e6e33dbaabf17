// Mistakes of the game on the board, one by one: a better move is to be found.

import { t } from "./i18n.js";
import { Solver } from "./solver.js";
import { html } from "./svg.js";

/** Fills a page with the mistakes of a game. */
export async function runMistakes(/** @type {Lesson} */ { demo, id, page, mistakes, leave }) {
  if (mistakes.length === 0) {
    page.append(html("p", {}, t("noMistakes")));
    return;
  }
  let at = 0;
  const solver = new Solver(demo, id, "mistake", {
    failed() {},
    solved() {},
    next: () => (at + 1 < mistakes.length ? go(at + 1) : leave()),
  });
  const { trainer } = solver;
  page.append(trainer.view(solver.buttons));

  async function go(/** @type {number} */ i) {
    at = i;
    const { words, ...mistake } = mistakes[i];
    trainer.title.textContent = `${i + 1} / ${mistakes.length}`;
    if (i === mistakes.length - 1) trainer.next.textContent = t("done");
    const side = await solver.begin({ ...mistake, moves: 0 });
    trainer.task.textContent = `${words} ${t("findBetter")} (${side})`;
  }

  await go(0);
}

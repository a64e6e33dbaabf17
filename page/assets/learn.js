// The mode of learning: rules with figures, lessons, puzzles and the legend; endgames, and the mistakes of a game.

import { Demo, drawFigures, fetchGuide } from "./figures.js";
import { gameName, language, t } from "./i18n.js";
import { drawLegend } from "./legend.js";
import { runEndgames } from "./endgames.js";
import { runLessons } from "./lessons.js";
import { runMistakes } from "./mistakes.js";
import { runPuzzles } from "./puzzles.js";
import { optionWords } from "./rules.js";
import { by, html } from "./svg.js";
import { makeTabs, select } from "./tabs.js";

/** Tabs, with the functions that fill them. */
/** @type {Record<string, (lesson: Lesson) => unknown>} */
const TABS = {
  lessonsTab: runLessons,
  puzzlesTab: runPuzzles,
  rulesTab: showRules,
  legendTab: ({ demo, page }) => drawLegend(demo.model, page),
};
/** Pages without a tab, with their titles. @type {Record<string, [(lesson: Lesson) => unknown, string]>} */
const APART = { endgamesTab: [runEndgames, "endgames"], mistakesTab: [runMistakes, "mistakes"] };

/** @typedef {(tab: string, at?: string) => Promise<void>} Show */

/** The page of learning that is shown, with its connection. */
let open = /** @type {{ id: string, language: string, demo: Demo, shown: HTMLElement, show: Show } | null} */ (null);

export function closeLearn() {
  open?.demo.close();
  open?.shown.remove();
  open = null;
}

/**
 * Shows the page of a game at a tab, and at a position or the figure of a kind of piece if given. `shown(tab, at)` is
 * called for
 * another tab, `leave()` at the end.
 * @param {string} id
 */
export async function openLearn(
  id,
  /** @type {LessonParts & { tab?: string, shown: (tab: string, at?: string) => void }} */ {
    tab = "lessonsTab",
    at = "",
    man = null,
    mistakes,
    shown: changed,
    leave,
  },
) {
  if (open?.id === id && open.language === language && !man && tab !== "mistakesTab") return open.show(tab, at);
  closeLearn();
  const demo = new Demo();
  const body = html("div", { class: "learn-body", tabindex: 0, role: "tabpanel" });
  const tabs = makeTabs(Object.keys(TABS), (key) => turn(key));
  const title = html("h2", { id: "learn-title" });
  const shown = html(
    "div",
    { id: "learn" },
    html(
      "div",
      { class: "learn-head" },
      title,
      tabs,
      html("button", { id: "learn-close", onclick: leave }, t("playMode")),
    ),
    body,
  );
  open = { id, language, demo, shown, show };
  by("learn-place").replaceChildren(shown);

  /** Shows another tab, which is another place. @param {string} key */
  function turn(key, to = "") {
    changed(key, to);
    return show(key, to);
  }

  async function show(/** @type {string} */ key, to = "") {
    if (
      key === tab &&
      to === at &&
      /** @type {HTMLElement | null} */ (body.firstElementChild)?.dataset.ready === "true"
    )
      return;
    [tab, at] = [key, to];
    if (!demo.model) return;
    const apart = APART[key];
    tabs.hidden = Boolean(apart);
    title.textContent = `${t(apart?.[1] ?? "howTo")}: ${gameName(id)}`;
    select(tabs, key);
    const page = html("div", { class: `learn-page ${key}` });
    body.replaceChildren(page);
    body.scrollTop = 0;
    try {
      await (apart?.[0] ?? TABS[key] ?? runLessons)({ demo, id, page, at, man, mistakes, leave, go: turn });
    } catch (error) {
      page.append(html("p", { role: "alert" }, String(/** @type {Error} */ (error).message ?? error)));
    }
    page.dataset.ready = "true";
  }

  try {
    await demo.open(id);
    await show(tab, at);
    return undefined;
  } catch {
    if (open?.demo !== demo) return undefined;
    return body.replaceChildren(html("p", { role: "alert" }, t("noRoom")));
  }
}

/** Shows the rules, with options in the page's words, and a table of contents. */
async function showRules(/** @type {Lesson} */ { demo, id, page, man, go }) {
  const text = await fetchGuide(`${id}.${language}`);
  const parsed = new DOMParser().parseFromString(text, "text/html");
  page.append(...parsed.body.childNodes);
  // Removes the board in letters, which is for readers of the Markdown.
  page.querySelectorAll("pre").forEach((one) => one.remove());
  for (const code of page.querySelectorAll("code")) code.replaceWith(html("i", {}, optionWords(code.textContent)));
  const heads = [...page.querySelectorAll("h3")];
  const jump = (/** @type {Element} */ head) =>
    html("button", { onclick: () => head.scrollIntoView() }, head.textContent);
  page.querySelector("h2")?.after(html("nav", { class: "contents", "aria-label": t("rulesTab") }, ...heads.map(jump)));
  for (const table of page.querySelectorAll("table")) {
    const wide = html("div", {
      class: "wide",
      tabindex: 0,
      role: "region",
      "aria-label": table.querySelector("th")?.textContent,
    });
    table.replaceWith(wide);
    wide.append(table);
  }
  page.append(
    html("p", {}, html("button", { class: "strong", onclick: () => go("lessonsTab") }, `${t("lessonsTab")} →`)),
  );
  await drawFigures(demo, page);
  if (man) page.querySelector(`figure[data-man="${man}"]`)?.scrollIntoView({ block: "center" });
}

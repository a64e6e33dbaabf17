// A course of proven endings, and what teachers need: addresses of positions, puzzles from any position, lists of them,
// and sheets.

import { AxeBuilder } from "@axe-core/playwright";
import { execFileSync } from "node:child_process";

import { BANCO, expect, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

const MATE = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1";
/** A rook takes a rook; every other move loses the own one. */
const BEST = "2baka3/9/4b4/n8/9/r8/R8/9/9/2BAKAB2 w - - 0 1";
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const answer = (/** @type {Table} */ { page }) => page.locator("#learn .answer");

/** Loads a place of the mode, and waits until it is drawn. @param {Table} table @param {string} place */
async function load(table, place) {
  await table.load(place);
  await expect(table.page.locator(".learn-page")).toHaveAttribute("data-ready", "true");
}

/** Plays a move on the board of learning. @param {Table} table @param {string} move */
async function play(table, move) {
  const [from = "", to = ""] = move.match(/[a-i]\d+/g) ?? [];
  await expect(async () => {
    await table.point(from, "#learn").click();
    await expect(table.page.locator("#learn .mark.picked")).toHaveCount(1, { timeout: 300 });
  }).toPass();
  await table.point(to, "#learn").click();
}

/** Values of a position's moves by the program's tables, the best first. @param {string} fen @param {string} moves */
function values(fen, moves = "") {
  const input = `setoption name TablePath value small\njson on\nposition fen ${fen}${moves && ` moves ${moves}`}\nprobe\nquit\n`;
  const lines = execFileSync(BANCO, { input, encoding: "utf8" }).split("\n");
  return JSON.parse(lines.find((line) => line.startsWith('{"probe"')) ?? "").probe.moves;
}

/**
 * The line on the board, once the person is to move after a number of moves.
 * @param {Table} table
 * @param {number} count
 */
async function line({ page }, count) {
  const steps = page.locator(".solver-line");
  await expect
    .poll(async () => ((await steps.getAttribute("data-moves")) ?? "").split(" ").filter(Boolean).length)
    .toBe(count);
  return (await steps.getAttribute("data-moves")) ?? "";
}

test("a course of endings is won by any winning move, and a wrong one is refuted by the tables", async ({
  page,
  table,
}) => {
  await load(table, "/#/xiangqi/endgames");
  const course = page.locator("#learn section").first();
  await expect(course.locator("h2")).toHaveText("Course of endings");
  await expect(course.locator("h3").first()).toHaveText("Pawn against a bare king (3)");
  await page.locator("#endgame-start").click();
  await expect(page.locator("#endgame-title")).toContainText("Pawn against a bare king");
  await expect(page.locator("#learn .task")).toContainText("Mate in 2 moves");
  await page.goBack();
  const knight = page.locator("#learn h3", { hasText: "Knight against two advisors" });
  await knight.locator("+ ul button").first().click();
  await expect(page.locator("#learn .task")).toContainText("Every move that keeps the win");
  const fen = decodeURIComponent(page.url().split("/endgames/")[1]).replaceAll("_", " ");
  await play(table, values(fen).find((/** @type {any} */ { value }) => value.outcome === "draw").move);
  await expect(answer(table)).toHaveText(/gives the win away: the game is drawn\. It is refuted by \w/);
  await expect(page.locator("#learn .arrow")).toHaveCount(0);
  // Not the shortest win, but a win.
  const wins = values(fen).filter((/** @type {any} */ { value }) => value.outcome === "win");
  await play(table, wins.at(-1).move);
  await expect(answer(table)).toHaveText(/Right, go on\. \(wins in \d+\)/);
  await line(table, 2);
  // Nam Dinh has its own course.
  await load(table, "/#/namdinh/endgames");
  await expect(page.locator("#learn h3").first()).toHaveText("Four soldiers against a bare king (3)");
  await page.locator(".endgames button").first().click();
  await expect(page.locator("#learn .task")).toContainText("in 2 moves");
  await page.locator("#endgame-solution").click();
  await expect(page.locator(".solver-line button")).toHaveCount(4);
});

test("a draw is held for eight moves against traps; a move that loses it is refuted", async ({ page, table }) => {
  await load(table, "/#/xiangqi/endgames");
  const elephant = page.locator("#learn h3", { hasText: "Knight against an elephant" });
  await elephant.locator("+ ul button", { hasText: "Hold the draw" }).first().click();
  await expect(page.locator("#learn .task")).toContainText("Hold the draw for 8 moves. You are: Black");
  const fen = decodeURIComponent(page.url().split("/endgames/")[1]).replaceAll("_", " ");
  await play(table, values(fen).at(-1).move);
  await expect(answer(table)).toHaveText(/throws the draw away and loses in \d+ moves?\. It is refuted by \w/);
  await expect(page.locator("#learn .arrow")).toHaveCount(0);
  for (let count = 0; count < 16; count += 2) {
    const way = await line(table, count);
    if (/held/.test(await answer(table).innerText())) break;
    await play(table, values(fen, way)[0].move);
  }
  await expect(answer(table)).toHaveText("Draw held!");
});

test("addresses name positions to analyse, to play, and to solve", async ({ page, table }) => {
  await table.load(`/#/xiangqi/analyse/${MATE.replaceAll(" ", "_")}`);
  await expect(table.body).toHaveAttribute("data-mode", "analyse");
  await expect(page.locator("#fen")).toHaveValue(MATE);
  expect(await table.copied("copy-place")).toMatch(new RegExp(`#/xiangqi/analyse/${MATE.split(" ")[0]}_w_-_-_0_1$`));
  await table.load(`/#/xiangqi/play/${BEST.split(" ")[0]}_w`);
  await expect(table.body).toHaveAttribute("data-mode", "play");
  await expect(page.locator("#fen")).toHaveValue(BEST);
  await table.load("/#/xiangqi/analyse/no/position");
  await expect(table.fault).not.toBeEmpty();
  await table.settled();
  // A position without an answer. A hint before it is known is none.
  await table.load(`/#/xiangqi/endgames/${START.replaceAll(" ", "_")}`);
  await page.locator("#endgame-hint").click();
  await expect(answer(table)).toHaveText(
    /No forced win was found within 12 moves\. Two moves are as good: \S+, \S+\.$/,
  );
  // One best move, with a title; the percent sign is itself.
  await load(table, `/#/xiangqi/endgames/${BEST.replaceAll(" ", "_")};bm_a4a5;en_100%25_sure`);
  await expect(page.locator("#endgame-title")).toHaveText("100% sure");
  await play(table, "e1e2");
  await expect(answer(table)).toHaveText(/^Not that one/);
  await play(table, "a4a5");
  await expect(answer(table)).toHaveText("Solved!");
});

/** Makes a puzzle of a position in the dialogue. @param {Table} table @param {string} fen @param {string} title */
async function make(table, fen, title) {
  await table.mode("analyse");
  await table.page.locator("[data-opens=set-up-box]:visible").first().click();
  await table.page.locator("#fen").fill(fen);
  await table.page.locator("#puzzle-title").fill(title);
  await table.page.locator("#make-puzzle").click();
}

test("puzzles are made of positions, listed, shared, renamed, printed and deleted", async ({ page, table, join }) => {
  await table.open("xiangqi", { people: true });
  await make(table, START, "Nothing");
  await expect(page.locator("#fen-fault")).toHaveText(/^Two moves are as good: \S+, \S+\.$/);
  await page.locator("#set-up-box .shut").click();
  await make(table, MATE, "Two; rooks");
  await expect(table.body).toHaveAttribute("data-mode", "endgames");
  const mine = page.locator("#own-positions li");
  await expect(mine).toHaveText(["1. Mate in 2 moves"]);
  await make(table, BEST, "Take it");
  await expect(mine).toHaveText(["1. One best move", "2. Mate in 2 moves"]);
  await expect(mine.first().locator("input")).toHaveValue("Take it");
  await expect(mine.last().locator("input")).toHaveValue("Two rooks");
  // It is solved as any other.
  await mine.first().locator("button").first().click();
  await expect(page.locator("#endgame-title")).toHaveText("Take it");
  await play(table, "a4a5");
  await expect(answer(table)).toHaveText("Solved!");
  await page.locator("#endgame-list").click();
  await expect(mine.first().locator("button").first()).toHaveText(/^✓ 1\. One best move/);
  await mine.last().locator("input").fill("Hai xe");
  await mine.last().locator("input").press("Enter");
  // The file is one that the mode reads, and the link brings the same list to another browser.
  const file = (await table.saved("#own-save")).toString();
  expect(file).toBe(`${BEST} ;bm a4a5 ;en Take it\n${MATE} ;dm 2 ;en Hai xe\n`);
  await page.locator("#own-link").click();
  await expect(page.locator("#learn [role=status]")).toHaveText("Copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await join();
  await load(other, link.slice(link.indexOf("/#/")));
  await expect(other.page.locator("#own-positions li")).toHaveText(["1. One best move", "2. Mate in 2 moves"]);
  await load(other, "/#/xiangqi/endgames/~rubbish");
  await expect(other.page.locator("#learn [role=status]")).toHaveText(/no valid game/);
  await other.page.locator("#own-positions [data-icon=close]").first().click();
  await other.page
    .locator("#endgame-file")
    .setInputFiles({ name: "list.epd", mimeType: "text/plain", buffer: Buffer.from(file) });
  await expect(other.page.locator("#own-positions li")).toHaveText(["1. One best move", "2. Mate in 2 moves"]);
  // The sheet replaces the page on paper only, by night too.
  await page.locator("#theme").click();
  await page.evaluate(() => (window.print = () => document.body.setAttribute("data-printed", "")));
  await page.locator("#own-print").click();
  await expect(table.body).toHaveAttribute("data-printed", "");
  await expect(page.locator("#sheet")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("main")).toBeHidden();
  await expect(page.locator("#sheet article")).toContainText([
    "1. Take it Red to move. One best move",
    "2. Hai xe Red to move. Mate in 2 moves",
  ]);
  await expect(page.locator("#sheet .answers p")).toHaveText([/^1\. R\S+$/, /^2\. (\S+ ){2}\S+$/]);
  const [left, right] = await Promise.all([0, 1].map((i) => page.locator("#sheet article").nth(i).boundingBox()));
  expect(left?.y).toBe(right?.y);
  await expect(page.locator("#sheet .name").first()).toBeVisible();
  expect(await page.locator("#sheet").evaluate((sheet) => getComputedStyle(sheet).color)).toBe("rgb(0, 0, 0)");
  await table.shoot("sheet");
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator("#sheet")).toHaveCount(0);
  // A deletion is undone.
  await mine.first().locator("[data-icon=close]").click();
  await expect(mine).toHaveText(["1. Mate in 2 moves"]);
  await page.locator("#learn [role=status] button").click();
  await expect(mine).toHaveCount(2);
});

test.describe("a small phone", () => {
  test.use({ viewport: { width: 320, height: 600 }, isMobile: true, hasTouch: true });

  test("shows the course and own positions in Vietnamese, and nothing hinders anybody", async ({ page, table }) => {
    await load(table, `/#/xiangqi/endgames/${MATE.replaceAll(" ", "_")};dm_2;vi_Hai_xe`);
    await page.evaluate(
      (fen) =>
        localStorage.setItem(
          "endgames-xiangqi-own",
          JSON.stringify([{ fen, best: null, moves: 2, names: { zh: "", vi: "Hai xe", en: "" } }]),
        ),
      MATE,
    );
    await table.language("vi");
    await expect(page.locator("#endgame-title")).toHaveText("Hai xe");
    await load(table, "/#/xiangqi/endgames");
    await expect(page.locator("#learn h3").first()).toHaveText("Tốt chống tướng trơ (3)");
    await expect(page.locator("#own-positions input")).toHaveValue("Hai xe");
    await table.fits();
    for (const theme of ["light", "dark"]) {
      await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    }
  });
});

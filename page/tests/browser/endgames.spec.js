// Endgames: forced wins from collections, files and links, and the mistakes of a game; the card at the end of a game.

import { AxeBuilder } from "@axe-core/playwright";
import { execFileSync } from "node:child_process";

import { BANCO, expect, record, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

const MATE = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1";

/**
 * Returns the move of the shortest mate, found by the program.
 * @param {string} fen
 * @param {string} moves
 * @param {number} within
 */
function mate(fen, moves, within) {
  const input = `position fen ${fen}${moves && ` moves ${moves}`}\ngo mate ${within}\nquit\n`;
  return /bestmove (\w\d+)(\w\d+)/.exec(execFileSync(BANCO, { input, encoding: "utf8" }))?.slice(1) ?? [];
}

/** Opens a position by its link. @param {Table} table @param {string} fen */
async function open(table, fen, id = "xiangqi") {
  await table.load(`/#/${id}/endgames/${fen.replaceAll(" ", "_")}`);
  await expect(table.page.locator(".learn-page")).toHaveAttribute("data-ready", "true");
}

/** Taps points of the board of learning. @param {Table} table @param {string[]} names */
async function tap(table, ...names) {
  for (const name of names) await table.point(name, "#learn").click();
}

const answer = (/** @type {Table} */ { page }) => page.locator("#learn .answer");

/** Solves the position on the board by taps. @param {Table} table @param {string} fen @param {number} length */
async function solve(table, fen, length) {
  const steps = table.page.locator(".solver-line");
  for (let left = length; left > 0; left--) {
    const count = 2 * (length - left);
    await expect
      .poll(async () => ((await steps.getAttribute("data-moves")) ?? "").split(" ").filter(Boolean).length)
      .toBe(count);
    await expect(table.page.locator(".solver-line [aria-current]")).toHaveCount(count > 0 ? 1 : 0);
    const way = mate(fen, (await steps.getAttribute("data-moves")) ?? "", left);
    await expect(async () => {
      await tap(table, way[0]);
      await expect(table.page.locator("#learn .mark.picked")).toHaveCount(1, { timeout: 300 });
    }).toPass();
    await tap(table, way[1]);
  }
  await expect(answer(table)).toHaveText(/Solved!|Giải đúng/);
}

test("endgames are listed by length, and one is solved by taps", async ({ page, table }) => {
  await table.load("/#/xiangqi/endgames");
  const heads = page.locator("#learn section").last().locator("h3");
  await expect(heads.first()).toHaveText(/in 2 moves \(1\)/);
  await expect(page.locator("#learn section").last().locator(".endgames button")).toHaveCount(119);
  await page.locator(".endgames button", { hasText: "Watching the flood" }).click();
  await expect(page).toHaveURL(new RegExp(`endgames/${MATE.split(" ")[0]}`));
  await expect(page.locator("#endgame-title")).toContainText("目视横流");
  await solve(table, MATE, 3);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("endgames-xiangqi") ?? ""));
  expect([kept.solved, kept.streak]).toEqual([[MATE], 1]);
  // Back leads to the list, where it is marked; the next one is another.
  await page.locator("#endgame-list").click();
  await expect(page.locator(".endgames .known")).toHaveText(/✓ Watching the flood/);
  await page.goBack();
  await expect(page.locator("#endgame-title")).toContainText("Watching the flood");
  await page.locator("#endgame-next").click();
  await expect(page.locator("#endgame-title")).not.toContainText("Watching the flood");
});

test("a wrong move is refuted, a longer win named, and every position of the line is played again", async ({
  page,
  table,
}) => {
  await open(table, MATE);
  // Red gives a pawn, and all is open; takes a bishop, and is mated.
  for (const [from, to, words] of [
    ["d9", "e9", "throws the win away: there is no mate in 6 moves"],
    ["c1", "c6", "throws the win away and loses, in 1 move"],
  ]) {
    await tap(table, from, to);
    await expect(answer(table)).toHaveText(new RegExp(`${words}\\. It is refuted by \\w`));
    await expect(page.locator("#learn .arrow")).toHaveCount(1);
    await expect(page.locator("#learn .arrow")).toHaveCount(0);
  }
  await solve(table, MATE, 3);
  // It was not the first try.
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("endgames-xiangqi") ?? "").streak)).toBe(0);
  const steps = page.locator(".solver-line button");
  await expect(steps).toHaveCount(6);
  await steps.nth(2).click();
  await expect(page.locator('.solver-line [aria-current="step"]')).toHaveCount(1);
  await expect(answer(table)).toBeEmpty();
  await page.locator("#endgame-hint").click();
  await expect(page.locator("#learn .mark.hinted")).toHaveCount(1);
  await open(table, "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1");
  await expect(page.locator("#learn .task")).toContainText("in 2 moves");
  await tap(table, "a2", "a3");
  await expect(answer(table)).toHaveText(/It wins only in 3 moves/);
});

test("the solution is played to its end, and Banco attacks a defender", async ({ page, table }) => {
  await open(table, MATE);
  await page.locator("#endgame-solution").click();
  await expect(page.locator(".solver-line button")).toHaveCount(6);
  await expect(page.locator("#endgame-score")).toContainText("solved: 0");
  await page.locator("#endgame-side").click();
  await expect(page.locator("#learn .task")).toContainText("You are: Black");
  await expect(page.locator(".solver-line button")).toHaveCount(2);
  await page.locator("#endgame-solution").click();
  await expect(page.locator(".solver-line button")).toHaveCount(6);
});

test("the keyboard solves; the endgames of other games, files and unknown positions are endgames, too", async ({
  page,
  table,
}) => {
  await open(table, "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1");
  await expect(page.locator("#learn .task")).toContainText("in 2 moves");
  await table.load("/#/namdinh/endgames");
  const wins = page.locator("#learn section").last();
  await expect(wins.locator("h3").first()).toHaveText("Win by force in 3 moves (3)");
  await wins.locator(".endgames button").first().press("Enter");
  await page.locator("#endgame-solution").click();
  await expect(page.locator(".solver-line button")).toHaveCount(6);
  await table.load("/#/xiangqi/endgames/%E0%no/position");
  await expect(page.locator("#learn [role=alert]")).toBeVisible();
  await table.load("/#/xiangqi/endgames");
  await page.locator("#endgame-file").setInputFiles({
    name: "own.pgn",
    mimeType: "text/plain",
    buffer: Buffer.from(`[Game "xiangqi"]\n[Event "Mine"]\n[FEN "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"]\n\n*\n`),
  });
  await expect(page.locator("#endgame-title")).toContainText("Mine");
  await expect(page.locator("#learn .task")).toContainText("in 1 move");
  for (const name of ["b1", "b10"]) {
    await page.locator(`#learn .hit[data-point="${name}"]`).focus();
    await page.keyboard.press("Enter");
  }
  await expect(answer(table)).toHaveText("Solved!");
  await page.locator("#endgame-list").click();
  await expect(page.locator("#learn section h2").first()).toHaveText("Your positions (1)");
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true });

  test("solves endgames in Vietnamese, and nothing hinders anybody", async ({ page, table }) => {
    await table.load("/#/xiangqi/endgames");
    await table.language("vi");
    await expect(page.locator("#modes [value=endgames]")).toHaveText("Cờ thế");
    const flood = page.locator(".endgames button", { hasText: "Mục thị hoành lưu" });
    await expect(flood).toBeVisible();
    for (const step of [() => {}, () => flood.click()]) {
      await step();
      await expect(page.locator(".learn-page")).toHaveAttribute("data-ready", "true");
      await table.fits();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    }
    await expect(page.locator("#learn .trainer-board svg")).toBeInViewport({ ratio: 1 });
    await solve(table, MATE, 3);
  });
});

test("the end of a game is a card, which leads to its mistakes", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  // Red loses in a few moves.
  await table.setUp(record("xiangqi", "", "fen 3k5/9/9/9/9/9/9/1r7/r8/4K4 b - - 0 1"), 0);
  const ending = page.locator("#ending");
  await expect(ending).toBeHidden();
  await table.play("b3b1");
  await expect(ending).toBeVisible();
  await expect(page.locator("#ending-title")).toHaveText("Black wins");
  await page.keyboard.press("Escape");
  await expect(ending).toBeHidden();
  await table.step("previous");
  await table.step("next");
  await expect(ending).toBeHidden();
});

test("the card counts points for the person, and starts another game", async ({ page, table }) => {
  await table.open("oanquan");
  await table.setUp("0,0,1,10,0/0/1,0,3,0,8/2 s 25,20 00000/00000 1s 6", 0);
  await table.play("c1-");
  const title = page.locator("#ending-title");
  await expect(title).toHaveText(/^You won \d+–\d+$/);
  const [own, other] = (await title.innerText()).match(/\d+/g)?.map(Number) ?? [];
  expect(own).toBeGreaterThan(other);
  await table.language("vi");
  await expect(title).toHaveText(`Bạn thắng ${own}–${other}`);
  await page.locator("#ending-new").click();
  await expect(page.locator("#start")).toBeVisible();
  await page.locator("#start .shut").click();
  await expect(page.locator("#ending")).toBeHidden();
});

test("mistakes are corrected one by one", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.setUp(record("xiangqi", "b1b6 a6b6", "fen 3k5/9/9/9/r8/9/9/9/9/1R2K4 w - - 0 1"), 2);
  await table.choose("resign");
  await expect(page.locator("#ending-title")).toHaveText("Black wins");
  await page.locator("#ending-review").click();
  await expect(page.locator("#mistake-title")).toHaveText("1 / 1");
  await expect(page.locator("#learn .task")).toContainText("Find a better move");
  await tap(table, "b1", "b6");
  await expect(answer(table)).toHaveText(/^Not that one.* It is refuted by \w/);
  await page.locator("#mistake-solution").click();
  await expect(page.locator("#learn .arrow").first()).toBeAttached();
  await page.locator("#mistake-hint").click();
  await expect(page.locator("#learn .mark.hinted")).toHaveCount(1);
  // After the last one the report is shown again.
  await page.locator("#mistake-next").click();
  await expect(page.locator("#moments li")).toHaveCount(1);
});

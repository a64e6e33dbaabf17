// Learning: rules with figures, lessons, puzzles, names of touched pieces; reports of matches.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { BANCO, GAMES, expect, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** Opens a tab of learning. @param {Table} table @param {string} tab */
async function learn({ page }, tab) {
  await page.locator("#how").click();
  await page.locator(`#learn [value=${tab}]`).click();
  await expect(page.locator(`.learn-page.${tab}`)).toHaveAttribute("data-ready", "true");
}

/** Taps points of the board of learning. @param {Table} table @param {string[]} names */
async function tap(table, ...names) {
  for (const name of names) await table.point(name, "#learn").click();
}

/** Nothing of the page of learning is wider than the screen. @param {Table} table */
async function fits(table) {
  await table.fits();
  expect(
    await table.page.locator(".learn-body").evaluate((one) => one.scrollWidth - one.clientWidth),
  ).toBeLessThanOrEqual(0);
}

/** Returns the best move of the puzzle on the board, from its file. @param {Table} table */
async function best({ page }) {
  const puzzle = (await page.locator(".learn-page").getAttribute("data-puzzle")) ?? "?";
  const file = readFileSync(new URL("../../../positions/namdinh/tactics.epd", import.meta.url), "utf8");
  return /bm (\w\d)(\w\d)/.exec(file.split("\n").find((line) => line.startsWith(puzzle)) ?? "")?.slice(1) ?? [];
}

for (const id of GAMES) {
  test(`rules of ${id} have figures, in both languages at both widths`, async ({ page, table }) => {
    await table.open(id);
    for (const language of ["en", "vi"]) {
      await table.language(language);
      for (const width of [1280, 390]) {
        await table.size(width, 844);
        await learn(table, "rulesTab");
        const figures = page.locator("#learn figure");
        const count = await figures.count();
        expect(count).toBeGreaterThanOrEqual(4);
        await expect(figures.locator("svg.board")).toHaveCount(count);
        if (id !== "oanquan") expect(await figures.locator(".target").count()).toBeGreaterThan(4);
        // No name of the protocol remains.
        await expect(page.locator("#learn")).not.toContainText(/RelayNeedsOccupied|MoveLimit|In Banco|UCI_Variant/);
        await fits(table);
        await page.locator("#learn-close").click();
        await expect(page.locator("#learn")).toHaveCount(0);
      }
      await table.size(1280, 800);
    }
  });

  test(`hints lead through all lessons of ${id}, and solutions through its puzzles`, async ({ page, table }) => {
    await table.open(id);
    await learn(table, "lessonsTab");
    const arrows = page.locator("#learn .arrows > *");
    for (const [i, step] of (await page.locator(".steps button").all()).entries()) {
      await step.click();
      await expect(page.locator("#lesson-title")).toHaveText(new RegExp(`^${i + 1}\\.`));
      await page.locator("#lesson-hint").click();
      await expect(arrows.first()).toBeAttached();
    }
    await learn(table, "puzzlesTab");
    await expect(page.locator("#puzzle-score")).toContainText("/");
    await page.locator("#puzzle-solution").click();
    await expect(arrows.first()).toBeAttached();
    // With its solution shown it does not count.
    await expect(page.locator("#puzzle-score")).toContainText(/\b0\b/);
  });
}

test("a wrong move of a lesson is rejected, the right one praised and remembered", async ({ page, table }) => {
  await table.open("xiangqi");
  await learn(table, "lessonsTab");
  const answer = page.locator(".answer");
  const known = page.locator(".steps .known");
  await tap(table, "e4", "e5");
  await expect(answer).toHaveClass(/wrong/);
  await expect(known).toHaveCount(0);
  // The position comes back.
  await expect(page.locator('#learn .unit[data-point="e4"]')).toBeVisible();
  await tap(table, "e4", "e8");
  await expect(answer).toHaveClass(/right/);
  await expect(known).toHaveCount(1);
  // It is still solved in the other language, on a phone, and the next one is offered.
  await page.locator("#learn-close").click();
  await table.language("vi");
  await table.size(390, 844);
  await learn(table, "lessonsTab");
  await expect(page.locator("#lesson-title")).toHaveText(/^2\. Mã/);
  await fits(table);
  await page.locator("#lesson-hint").click();
  await expect(page.locator("#learn .arrow")).toHaveCount(1);
});

test("lessons of O An Quan stand on the board of the game, with its stores", async ({ page, table }) => {
  await table.open("oanquan");
  await learn(table, "lessonsTab");
  const board = page.locator("#learn .board");
  const isUpright = () => board.evaluate((one) => one.clientHeight > one.clientWidth);
  expect(await isUpright()).toBe(false);
  await page.locator(".steps button").nth(1).click();
  await expect(page.locator("#learn .store b")).toHaveText(["14", "14"]);
  await table.size(390, 844);
  await expect.poll(isUpright).toBe(true);
  await fits(table);
  await tap(table, "a1");
  await page.locator('#learn .way[data-way="+"] circle').hover();
  await expect(page.locator('#learn .foreseen [data-point="d1"]')).toHaveText("+5");
  await page.locator('#learn .way[data-way="+"] circle').click();
  await expect(page.locator("#learn .strip:has(.blue) .store b")).toHaveText("19");
});

test("a solved puzzle counts", async ({ page, table }) => {
  await table.open("namdinh");
  await learn(table, "puzzlesTab");
  await tap(table, ...(await best(table)));
  await expect(page.locator(".answer")).toHaveClass(/right/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("puzzles-namdinh") ?? ""));
  expect([kept.solved.length, kept.streak]).toEqual([1, 1]);
});

test("wrong and illegal tries are answered, and a puzzle solved at the second try is solved", async ({
  page,
  table,
}) => {
  await table.open("namdinh");
  await learn(table, "puzzlesTab");
  const answer = page.locator("#learn .answer");
  const picked = page.locator("#learn .mark.picked");
  const targets = page.locator("#learn .target");
  const [from, to] = await best(table);
  // A point that the piece cannot reach: one with neither a target nor a piece.
  await tap(table, from);
  const isFree = async (/** @type {import("@playwright/test").Locator} */ hit) => {
    const box = await hit.boundingBox();
    const marks = await targets.evaluateAll(
      (all, { x, y }) =>
        all.some((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left < x && x < right && top < y && y < bottom;
        }),
      { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 },
    );
    return !marks && /empty/.test((await hit.getAttribute("aria-label")) ?? "");
  };
  for (const hit of await page.locator("#learn .hit").all()) {
    if (!(await isFree(hit))) continue;
    await hit.locator("circle").click();
    break;
  }
  await expect(answer).toHaveClass(/wrong/);
  await expect(answer).toHaveText(/.{11}/);
  // Another legal move is wrong, and the position comes back.
  for (const hit of await page.locator("#learn .hit").all()) {
    const name = (await hit.getAttribute("data-point")) ?? "";
    if (name === from) continue;
    await tap(table, name);
    if ((await targets.count()) === 0) continue;
    await targets.first().click({ force: true });
    break;
  }
  await expect(answer).toHaveText(/^Not that one.* It is refuted by \w/);
  await expect(async () => {
    await tap(table, from);
    await expect(picked).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await tap(table, to);
  await expect(answer).toHaveClass(/right/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("puzzles-namdinh") ?? ""));
  expect([kept.solved.length, kept.streak]).toEqual([1, 0]);
  // The first try was wrong, and it alone counts for the rating.
  const [, rating] = /^Rating: (\d+)\?/.exec(await page.locator("#puzzle-score").innerText()) ?? [];
  expect(Number(rating)).toBeLessThan(1500);
});

test("touched pieces are named, with a link to their moves", async ({ page, table }) => {
  await table.open("xiangqi");
  for (const [language, name] of [
    ["en", "cannon · Black · b8"],
    ["vi", "pháo · Đen · b8"],
  ]) {
    await table.language(language);
    await table.settled();
    await table.tap("b8");
    await expect(page.locator("#named")).toContainText(name);
  }
  await page.locator("#named .how").click();
  await expect(page.locator('#learn figure[data-man="cannon"]')).toBeInViewport({ ratio: 1 });
  await page.locator("#learn [value=legendTab]").click();
  await expect(page.locator("#learn .legend li").nth(10)).toBeAttached();
});

// Chinese signs are outlines, which need no font.
for (const [id, sign, standing] of /** @type {const} */ ([
  ["xiangqi", "path[transform]", 32],
  ["oanquan", "text", 12],
  ["dicechess", "text", 32],
])) {
  test(`the report of a match of ${id} plays its games back`, async ({ page }, info) => {
    const html = info.outputPath("report.html");
    const engines = ["A", "B"].flatMap((name) => ["--engine", "cmd=builtin:random", `name=${name}`]);
    execFileSync(BANCO, ["match", "--game", id, ...engines, "--games", "2", "--maxplies", "30", "--html", html], {
      stdio: "ignore",
    });
    await page.goto(`file://${html}`);
    await expect(page.locator("#games tr")).toHaveCount(2);
    const board = page.locator("#board");
    await expect(board.locator(sign)).toHaveCount(standing);
    const first = await board.innerHTML();
    await page.locator('[data-to="1"]').click();
    await expect(page.locator("#move")).toHaveText(/^1\//);
    expect(await board.innerHTML()).not.toBe(first);
    await page.locator('[data-to="end"]').click();
    await expect(page.locator("#move")).toHaveText(/^(\d+)\/\1 /);
    await page.locator('[data-to="start"]').click();
    expect(await board.innerHTML()).toBe(first);
  });
}

// Pictures of the documents, in the folder SHOTS: `docs/images` holds copies.

import { writeFileSync } from "node:fs";

import { expect, record, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Pictures by their names, with the game, the size of the window, the scale, and what is done before.
 * @type {Record<string, [string, [number, number], number, (table: Table) => Promise<unknown>]>}
 */
const PICTURES = {
  "page-xiangqi": [
    "xiangqi",
    [1280, 800],
    0.7,
    async (table) => {
      await table.seat({ people: true });
      await table.setUp(record("xiangqi", "h3e3 h10g8 h1g3 i10h10 i1h1 b10c8 g4g5"), 7);
      await table.mode("analyse");
      await expect(table.lines).toHaveCount(3);
      await expect(table.page.locator("#report")).toHaveText(/^depth (1[2-9]|[2-9]\d)/);
      // No line is pointed at.
      await table.page.mouse.move(5, 5);
      await expect(table.page.locator("#preview")).toBeHidden();
    },
  ],
  "page-lesson": [
    "commander",
    [1280, 800],
    0.6,
    async ({ page }) => {
      await page.locator("#how").click();
      await page.locator("#lesson-hint").click();
      await expect(page.locator("#learn .arrows > *").first()).toBeAttached();
    },
  ],
  // A visitor who has played, by night.
  "page-home": [
    "xiangqi",
    [1280, 800],
    0.5,
    async (table) => {
      await table.page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
      await table.go(2, "h3", "e3");
      await table.mode("home");
      await expect(table.page.locator("#cards img")).toHaveCount(5);
      await expect(table.page.locator("#continue .thumb svg")).toHaveCount(1);
    },
  ],
  "page-settings": [
    "commander",
    [1280, 800],
    0.5,
    async ({ page }) => {
      await page.locator("#set").click();
      await expect(page.locator("#sample .thumb svg")).toBeVisible();
    },
  ],
  "page-phone": [
    "oanquan",
    [390, 844],
    0.9,
    async (table) => {
      await table.seat({ people: true });
      await table.play("c1+");
      await table.has(1);
    },
  ],
  "page-new": [
    "dicechess",
    [390, 844],
    0.9,
    async ({ page }) => {
      await page.locator("#new").click();
      await expect(page.locator("#start")).toBeVisible();
    },
  ],
};

for (const [name, [id, [width, height], scale, prepare]] of Object.entries(PICTURES)) {
  test(name, async ({ page, table }) => {
    await table.size(width, height);
    await table.open(id);
    await prepare(table);
    await page.evaluate(() => scrollTo(0, 0));
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", {
      format: "webp",
      quality: 75,
      clip: { x: 0, y: 0, width, height, scale },
    });
    writeFileSync(`${process.env.SHOTS}/${name}.webp`, Buffer.from(data, "base64"));
  });
}

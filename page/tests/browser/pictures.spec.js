// Pictures of the documents, in the folder SHOTS: `docs/images` holds copies.

import { writeFileSync } from "node:fs";

import { expect, record, test } from "./table.js";

/** Saves a picture of the upper left of the page. @param {import("./table.js").Table} table @param {string} name @param {number} scale */
async function illustrate({ page }, name, scale) {
  await page.evaluate(() => scrollTo(0, 0));
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...page.viewportSize() ?? { width: 0, height: 0 }, scale };
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 75, clip });
  writeFileSync(`${process.env.SHOTS}/${name}.webp`, Buffer.from(data, "base64"));
}

test.beforeAll(() => expect(process.env.SHOTS, "SHOTS names a folder").toBeTruthy());

test("analysis", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.setUp(record("xiangqi", "h3e3 h10g8 h1g3 i10h10 i1h1 b10c8 g4g5"));
  await table.has(7);
  await table.analyse();
  await expect(table.lines).toHaveCount(3);
  await expect(page.locator("#report")).toHaveText(/^depth (1[2-9]|[2-9]\d)/i);
  // No line is pointed at.
  await page.mouse.move(5, 5);
  await expect(page.locator("#preview")).toBeHidden();
  await illustrate(table, "page-xiangqi", 0.7);
});

test("a lesson", async ({ page, table }) => {
  await table.open("commander");
  await page.locator("#how").click();
  await page.locator("#lesson-hint").click();
  await expect(page.locator("#learn .arrows > *").first()).toBeAttached();
  await illustrate(table, "page-lesson", 0.6);
});

test("the start page of a visitor who has played, by night", async ({ page, table }) => {
  await table.open("xiangqi");
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  await table.tap("h3", "e3");
  await table.has(2);
  await table.mode("home");
  await expect(page.locator("#cards .thumb svg")).toHaveCount(5);
  await expect(page.locator("#continue .thumb svg")).toHaveCount(1);
  await illustrate(table, "page-home", 0.5);
});

test("settings", async ({ page, table }) => {
  await table.open("commander");
  await page.locator("#set").click();
  await expect(page.locator("#sample .thumb svg")).toBeVisible();
  await illustrate(table, "page-settings", 0.5);
});

test.describe("phones", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true });

  test("a game", async ({ table }) => {
    await table.open("oanquan", { people: true });
    await table.play("c1+");
    await table.has(1);
    await illustrate(table, "page-phone", 0.9);
  });

  test("a new game", async ({ page, table }) => {
    await table.open("dicechess");
    await page.locator("#new").click();
    await expect(page.locator("#start")).toBeVisible();
    await illustrate(table, "page-new", 0.9);
  });
});

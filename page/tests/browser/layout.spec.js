// The layout on phones, held upright and across, and on wide screens, by day and by night; an audit by axe-core.

import { AxeBuilder } from "@axe-core/playwright";

import { GAMES, expect, record, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

const SCREENS = /** @type {const} */ ([
  [390, 844],
  [844, 390],
  [1280, 800],
  [1920, 1080],
]);
/** Theme and language. */
const LOOKS = [
  ["light", "en"],
  ["dark", "vi"],
  ["light", "vi"],
  ["dark", "en"],
];

/** Sets theme and language. @param {Table} table @param {string} theme @param {string} language */
async function look(table, theme, language) {
  await table.page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
  await table.language(language);
  await table.settled();
}

/** Waits until a mode is drawn. @param {Table} table @param {string} mode */
async function drawn({ page }, mode) {
  if (mode === "home") await expect(page.locator("#cards img")).toHaveCount(5);
  if (mode === "learn") await expect(page.locator(".learn-page")).toHaveAttribute("data-ready", "true");
}

/** Returns the size in pixels of the smallest letters on the screen, with their place. @param {Table} table */
const smallest = ({ page }) =>
  page.evaluate(() => {
    let least = /** @type {[number, string]} */ ([99, ""]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const one = /** @type {any} */ (walker.currentNode.parentElement);
      const text = walker.currentNode.textContent?.trim();
      if (!text || !one.checkVisibility() || one.closest(".unseen")) continue;
      const size =
        parseFloat(getComputedStyle(one).fontSize) * (one.ownerSVGElement ? Math.abs(one.getScreenCTM().d) : 1);
      if (size < least[0]) least = [size, `${one.tagName}.${one.getAttribute("class")}: ${text.slice(0, 30)}`];
    }
    return least;
  });

/**
 * Returns the controls with something over their middle, and the places of the board with something over them.
 * @param {Table} table
 */
const covered = ({ page }) =>
  page.evaluate(() => {
    const found = [];
    const isOpen = (/** @type {Element} */ one, /** @type {number} */ x, /** @type {number} */ y) =>
      one.contains(document.elementFromPoint(x, y));
    scrollTo(0, 0);
    const board = /** @type {Element} */ (document.querySelector("#board svg"));
    const { left, top, width, height } = board.getBoundingClientRect();
    for (let i = 1; i < 100; i++) {
      const [column, row] = [i % 10, Math.floor(i / 10)];
      if (column && row && !isOpen(board, left + (width * column) / 10, top + (height * row) / 10))
        found.push(`board ${column} ${row}`);
    }
    for (const one of document.querySelectorAll("header button, main button, main select, main input, main summary")) {
      if (one.closest("#board") || !one.checkVisibility({ visibilityProperty: true })) continue;
      one.scrollIntoView({ block: "center", inline: "center" });
      const box = one.getBoundingClientRect();
      if (box.width > 0 && !isOpen(one, box.left + box.width / 2, box.top + box.height / 2))
        found.push(one.outerHTML.slice(0, 90));
    }
    scrollTo(0, 0);
    return found;
  });

for (const id of GAMES) {
  test(`${id} uses every screen, and nothing covers controls or board`, async ({ page, table }) => {
    await table.open(id);
    for (const [width, height] of /** @type {const} */ ([[360, 740], ...SCREENS.slice(1)])) {
      await table.size(width, height);
      await table.settled();
      await table.fits();
      const [size, place] = await smallest(table);
      expect(size, place).toBeGreaterThanOrEqual(11.9);
      await table.shoot(`layout-${id}-${width}`);
      const board = await page.locator("#board svg").evaluate((one) => one.getBoundingClientRect().toJSON());
      expect(board.bottom).toBeLessThanOrEqual(height);
      if (width === 844) expect(id === "oanquan" ? board.width > 500 : board.bottom > 350).toBe(true);
      // The board takes the whole height of a wide window; a long one the width beside the moves.
      if (width >= 1280)
        expect(
          id === "oanquan" ? width - 400 - board.width : height - 70 - board.height,
          `${width}`,
        ).toBeLessThanOrEqual(0);
      // One column beside the board.
      const lefts = await page
        .locator("#side > :not([hidden]):visible, #controls:visible")
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
      if (width === 1920) expect(lefts).toBe(1);
    }
    for (const mode of ["play", "analyse"]) {
      if (mode === "analyse") await table.analyse();
      for (const [width, height] of SCREENS) {
        await table.size(width, height);
        // A long board turns a moment after the screen does.
        await expect.poll(() => covered(table), `${mode}, ${width}`).toEqual([]);
      }
    }
  });
}

for (const [i, id] of ["xiangqi", "commander", "dicechess", "oanquan"].entries()) {
  const [theme, language] = LOOKS[(3 * i) % 4];
  test(`every mode of ${id} fits every screen (${theme}, ${language})`, async ({ page, table }) => {
    await table.open(id);
    await look(table, theme, language);
    if (id === "xiangqi") {
      await table.setUp(record("xiangqi", "h3e3 h10g8 h1g3 b10c8 e3e7 g8e7 b1c3 a10a9"), 8);
    }
    const shoot = (/** @type {string} */ name, /** @type {number} */ width) =>
      table.shoot(`mode-${name}-${id}-${language}-${theme}-${width}`);
    for (const mode of ["home", "play", "analyse", "learn", "games"]) {
      await page.locator(`#modes [value=${mode}]`).dispatchEvent("click");
      await expect(table.body).toHaveAttribute("data-mode", mode);
      await drawn(table, mode);
      for (const [width, height] of SCREENS) {
        await table.size(width, height);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${mode}, ${width}`)
          .toBeLessThanOrEqual(0);
        await shoot(mode, width);
      }
    }
    await table.size(390, 844);
    await table.mode("play");
    for (const opener of ["new", "set"]) {
      await page.locator(`#${opener}`).click();
      await shoot(opener, 390);
      await table.fits();
      await page.locator("dialog[open] .shut").click();
    }
  });
}

for (const [width, height] of SCREENS) {
  test(`nothing moves while the page is loaded (${width}x${height})`, async ({ table }) => {
    await table.size(width, height);
    for (const place of ["/#/", "/#/xiangqi/play", "/#/oanquan/play"]) {
      await table.load(place);
      expect(await table.shift(), place).toBeLessThan(0.001);
    }
  });
}

test("reasons of illegal moves stand beside the board, on every screen", async ({ page, table }) => {
  await table.open("xiangqi");
  for (const [width, height] of SCREENS.slice(0, 3)) {
    await table.size(width, height);
    await table.tap("b1", "d2");
    await expect(table.fault).not.toBeEmpty();
    const [a, b] = await Promise.all(
      ["#fault", "#board svg"].map((one) =>
        page.locator(one).evaluate((found) => found.getBoundingClientRect().toJSON()),
      ),
    );
    expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom, `${width}`).toBe(false);
    await table.shoot(`fault-${width}`);
  }
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true });

  test("has room for fingers, which swipe the page and drag pieces", async ({ page, table }) => {
    await table.open("commander");
    const small = await page
      .locator("button:visible, select:visible, summary:visible")
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 43.9).map((one) => one.outerHTML.slice(0, 80)),
      );
    expect(small).toEqual([]);
    const session = await page.context().newCDPSession(page);
    const swipe = async (/** @type {string} */ name) => {
      await page.evaluate(() => scrollTo(0, 0));
      const box = await table.point(name).boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      const touch = (/** @type {any} */ type, /** @type {number} */ up) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: y - up }] });
      await touch("touchStart", 0);
      for (let step = 1; step <= 12; step++) {
        await touch("touchMove", 16 * step);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await touch("touchEnd", 0);
      return page.evaluate(() => scrollY);
    };
    // An empty point: the page scrolls, and nothing is picked up.
    expect(await swipe("e7")).toBeGreaterThan(100);
    await expect(page.locator(".mark.picked")).toHaveCount(0);
    // A piece that can move is dragged, and the page stays.
    expect(await swipe("f4")).toBeLessThan(1);
  });

  test("shows the long board upright, on which moves are chosen", async ({ page, table }) => {
    await table.open("oanquan", { people: true });
    const board = page.locator("#board svg");
    await expect(board).toBeInViewport({ ratio: 1 });
    expect((await page.locator("#board .pit:not(.large)").first().boundingBox())?.width).toBeGreaterThan(65);
    /** Whether anticlockwise is down on the screen: it is on the left. */
    const isDown = async () => {
      await expect(table.ways).toHaveCount(2);
      const [plus, minus] = await Promise.all(
        ["+", "-"].map((way) => page.locator(`#board .way[data-way="${way}"]`).boundingBox()),
      );
      return (plus?.y ?? 0) > (minus?.y ?? 0);
    };
    await table.tap("c1");
    expect(await isDown()).toBe(true);
    await table.shoot("oanquan-upright");
    await page.locator('#board .way[data-way="-"] circle').click();
    await table.has(1);
    await page.locator("#flip").click();
    for (const name of ["b2", "d2"]) {
      await table.tap(name);
      if ((await table.ways.count()) > 0) break;
    }
    expect(await isDown()).toBe(true);
    await table.size(844, 390);
    await expect
      .poll(async () => ((await board.boundingBox())?.width ?? 0) > ((await board.boundingBox())?.height ?? 0))
      .toBe(true);
  });
});

/** Audits the page: no findings. @param {Table} table @param {string} place */
async function audit({ page }, place, least = 15) {
  await page.locator("details").evaluateAll((all) => all.forEach((/** @type {any} */ one) => (one.open = true)));
  const { passes, violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes[0].html]),
    place,
  ).toEqual([]);
  expect(passes.length, place).toBeGreaterThan(least);
}

for (const [i, [theme, language]] of LOOKS.entries()) {
  // The other games are audited by day and by night.
  for (const id of i > 1 ? GAMES.slice(0, 1) : GAMES) {
    test(`nothing hinders anybody in ${id} (${theme}, ${language})`, async ({ page, table }) => {
      await table.open(id);
      await look(table, theme, language);
      await table.choose("share");
      await expect(page.locator("#room .seat").nth(1)).toBeVisible();
      await audit(table, "shared game", 30);
      await table.choose("share");
      await table.analyse();
      await audit(table, "analysis");
      for (const key of ["openings", "exactTab", "review"]) {
        // Games without tables have no tab for them.
        if (!(await page.locator(`#record [value=${key}]`).isVisible())) continue;
        await table.panel(key);
        await audit(table, key);
      }
    });
  }

  test(`nothing hinders anybody in modes and dialogues (${theme}, ${language})`, async ({ page, table }) => {
    await table.open("xiangqi");
    await look(table, theme, language);
    for (const mode of ["home", "learn", "games", "play"]) {
      await table.mode(mode);
      await drawn(table, mode);
      await audit(table, mode);
    }
    for (const [opener, dialog] of [
      ["new", "start"],
      ["set", "settings"],
    ]) {
      await page.locator(`#${opener}`).click();
      await expect(page.locator(`#${dialog}`)).toBeVisible();
      await audit(table, dialog);
      await page.locator("dialog[open] .shut").click();
    }
    await page.keyboard.press("?");
    await expect(page.locator("#help-keys")).toBeVisible();
    await audit(table, "keys");
  });
}

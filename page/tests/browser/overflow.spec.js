// No text is clipped, covered by another or wider than its button, in any view, at any width, in either language;
// headings are an outline, in one font.

import { expect, record, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

const SIZES = /** @type {const} */ ([
  [320, 640],
  [390, 844],
  [640, 400],
  [780, 1000],
  [1280, 800],
  [2560, 1440],
]);
/** A game that ends at once. */
const LAST = record("xiangqi", "", "fen 3k5/9/9/9/9/9/9/1r7/r8/4K4 b - - 0 1");

/** Returns texts that are cut off, outside of their button, or over another text. @param {Table} table */
const faults = ({ page }) =>
  page.evaluate(() => {
    // What may be cut: names and lines with an ellipsis or of an engine, scrolled rows, and what is on a board.
    const isFree = (/** @type {Element} */ one) =>
      one.closest("svg, .unseen, #lines, #report, .kept, #place, #games, select, [hidden], textarea, option");
    const found = /** @type {string[]} */ ([]);
    const texts = /** @type {{ node: Element, text: string, box: DOMRect }[]} */ ([]);
    const top = document.querySelector("dialog[open], :popover-open") ?? document.body;
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = /** @type {Element} */ (walker.currentNode.parentElement);
      const text = walker.currentNode.textContent?.trim() ?? "";
      if (
        !text ||
        isFree(node) ||
        getComputedStyle(node).clipPath !== "none" ||
        !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) {
        let isSeen = box.width > 1 && box.height > 1;
        for (let one = /** @type {Element | null} */ (node); one && isSeen; one = one.parentElement) {
          const style = getComputedStyle(one);
          const clip = one.getBoundingClientRect();
          const isOut =
            box.right > clip.right + 1.5 ||
            box.left < clip.left - 1.5 ||
            box.bottom > clip.bottom + 6 ||
            box.top < clip.top - 6;
          const scrolls = /auto|scroll/.test(style.overflow);
          if (isOut && scrolls) isSeen = false;
          else if (
            isOut &&
            (/hidden|clip/.test(style.overflow) || one.matches("button, .card, label, dialog, .strip, td, summary"))
          ) {
            found.push(`cut: "${text.slice(0, 30)}" in ${one.tagName}#${one.id}.${one.className}`);
            isSeen = false;
          }
          if (style.position === "fixed") break;
        }
        if (isSeen && (box.right > innerWidth + 1 || box.left < -1)) found.push(`outside: "${text.slice(0, 30)}"`);
        if (isSeen) texts.push({ node, text, box });
      }
    }
    const layer = (/** @type {Element} */ one) =>
      one.closest("header, #ending, #notice, #preview, #menu, #modes")?.id ?? "";
    texts.forEach(({ node, text, box }, i) => {
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 2 && down > 5 && node !== other.node && layer(node) === layer(other.node))
          found.push(`over: "${text.slice(0, 30)}" "${other.text.slice(0, 30)}"`);
      }
    });
    const games = document.querySelector("#games");
    if (games && games.scrollWidth > games.clientWidth + 1) found.push("cut: the games");
    let last = 0;
    const heads = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(
      (one) => !one.closest("dialog, #ending") && one.checkVisibility({ visibilityProperty: true }),
    );
    for (const { tagName, textContent } of heads) {
      const level = Number(tagName[1]);
      if (level > last + 1 || (level === 1 && last > 0)) found.push(`heading: ${tagName} ${textContent} after ${last}`);
      last = level;
    }
    if (heads[0]?.tagName !== "H1") found.push("heading: no h1 comes first");
    return [...new Set(found)];
  });

/** Returns the headings that are drawn in several fonts. @param {Table} table */
async function mixed({ page }) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "h1, h2, h3" });
  const found = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const names = new Set(fonts.map(({ familyName }) => familyName));
    if (names.size > 1) found.push(`fonts: ${[...names].join(", ")}`);
  }
  await session.detach();
  return found;
}

/** Looks at a view at all sizes, in both languages. @param {Table} table @param {string} view */
async function inspect(table, view) {
  const all = [];
  for (const [width, height] of SIZES) {
    await table.size(width, height);
    await table.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const language = await table.page.locator("html").getAttribute("lang");
    for (const fault of [...(await faults(table)), ...(width === 1280 ? await mixed(table) : [])])
      all.push(`${view}, ${language}, ${width}: ${fault}`);
    if (process.env.SHOTS) await table.shoot(`overflow-${view}-${language}-${width}`);
  }
  await table.size(1280, 800);
  return all;
}

for (const language of ["en", "vi"]) {
  test(`no text is clipped or covered (${language})`, async ({ page, table }) => {
    const found = [];
    await table.open("xiangqi", { people: true });
    await table.language(language);
    await table.setUp(record("xiangqi", "b1b6 a6b6", "fen 3k5/9/9/9/r8/9/9/9/9/1R2K4 w - - 0 1"), 2);
    found.push(...(await inspect(table, "play")));
    await table.review();
    await expect(page.locator("#moments li").first()).toBeVisible();
    found.push(...(await inspect(table, "report")));
    await page.locator("#mistakes").click();
    await expect(page.locator("#mistake-title")).toBeVisible();
    found.push(...(await inspect(table, "mistakes")));
    for (const place of [
      "#/",
      "#/games",
      "#/xiangqi/endgames",
      "#/xiangqi/learn/lessonsTab",
      "#/xiangqi/learn/puzzlesTab",
      "#/xiangqi/learn/legendTab",
    ]) {
      await page.evaluate((hash) => (location.hash = hash), place);
      const drawn =
        place === "#/"
          ? page.locator("#cards img").nth(4)
          : page.locator(place === "#/games" ? "#library[data-count]" : ".learn-page[data-ready=true]");
      await expect(drawn).toBeVisible();
      found.push(...(await inspect(table, place.split("/").at(-1) || "home")));
    }
    await page.locator("#modes [value=endgames]").click();
    await page.locator("#endgame-start").click();
    await expect(page.locator("#endgame-hint")).toBeVisible();
    found.push(...(await inspect(table, "endgame")));
    await table.mode("play");
    await table.setUp(LAST, 0);
    await table.play("b3b1");
    await expect(page.locator("#ending")).toBeVisible();
    found.push(...(await inspect(table, "ending")));
    await page.locator("#ending .shut").click();
    found.push(...(await inspect(table, "over")));
    await table.choose("share");
    await expect(page.locator("#room .seat").nth(1)).toBeVisible();
    found.push(...(await inspect(table, "room")));
    for (const [opener, dialog] of [
      ["new", "start"],
      ["set", "settings"],
    ]) {
      await page.locator(`#${opener}`).click();
      await expect(page.locator(`#${dialog}`)).toBeVisible();
      found.push(...(await inspect(table, dialog)));
      await page.locator("dialog[open] .shut").click();
    }
    expect(found).toEqual([]);
  });
}

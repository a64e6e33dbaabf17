// The npm package `banco-board` in a browser: the pages of its README, and the element by its attributes. `.ci/board`
// packs and installs it in the folder PACKAGE.

import { readFileSync, writeFileSync } from "node:fs";

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

import { host } from "./host.js";

const MOVES = "h3e3 h10g8 h1g3 i10h10";

/** Serves a page: one of the README by its number, or the given text. @param {number | string} content */
async function hostPage(content) {
  const project = process.env.PACKAGE;
  expect(project, "PACKAGE names the project with the package").toBeTruthy();
  const readme = readFileSync(`${project}/node_modules/banco-board/README.md`, "utf8");
  const text = typeof content === "number" ? readme.split("```html\n")[content + 1].split("```")[0] : content;
  writeFileSync(`${project}/index.html`, text);
  return host(String(project));
}

/** A page with elements. @param {string} elements */
const pageWith = (elements) =>
  '<!doctype html><html lang="en"><title>A page</title><script type="module" ' +
  `src="./node_modules/banco-board/banco-board.js"></script><main><h1>A page</h1>${elements}</main></html>`;

test("the page of the README plays through a game", async ({ page }) => {
  const { url, stop } = await hostPage(0);
  await page.goto(url);
  const [game, pits] = [page.locator("banco-board").first(), page.locator("banco-board").last()];
  await expect(game.locator(".unit")).toHaveCount(32);
  await expect(game.locator("ol button")).toHaveText(["C2=5", "H8+7", "H2+3", "R9=8"]);
  await expect(pits.locator("[role=status]")).toContainText("đi");
  await expect(pits.locator(".store")).toHaveCount(2);
  await game.evaluate((one) => {
    one.addEventListener("ply", (event) => {
      const { ply, move } = /** @type {CustomEvent} */ (event).detail;
      one.dataset.heard = `${one.dataset.heard ?? ""}${ply}${move ?? "-"} `;
    });
  });
  await game.getByRole("button", { name: "One move forward" }).click();
  await expect(game.locator('[data-point="e3"]')).toHaveCount(1);
  await game.locator("#board").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect(game.locator("[aria-current]")).toHaveText("R9=8");
  await page.keyboard.press("Home");
  await expect(game.getByRole("button", { name: "One move back" })).toBeDisabled();
  await expect(game).toHaveAttribute("data-heard", "1h3e3 2h10g8 4i10h10 0- ");
  expect(await game.evaluate((one) => /** @type {any} */ (one).ply)).toBe(0);
  stop();
});

test("all games are shown, each with its rules loaded once", async ({ page }) => {
  const counts = { xiangqi: 32, commander: 38, namdinh: 24, dicechess: 32, oanquan: 12 };
  const tags = Object.keys(counts).map((id) => `<banco-board game="${id}" turned></banco-board>`);
  const { url, stop } = await hostPage(pageWith([...tags, ...tags].join("")));
  const loaded = /** @type {string[]} */ ([]);
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(url);
  for (const [i, [id, count]] of [...Object.entries(counts), ...Object.entries(counts)].entries())
    await expect(page.locator("banco-board").nth(i).locator(".unit, .heap"), id).toHaveCount(count);
  expect(loaded.filter((name) => name.endsWith(".wasm")).length).toBe(5);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  stop();
});

test("a wrong attribute is one line, and can be mended, also under a strict policy", async ({ page }) => {
  const policy = "default-src 'self' 'wasm-unsafe-eval'";
  const { url, stop } = await hostPage(
    `<meta http-equiv="Content-Security-Policy" content="${policy}">${pageWith("<banco-board></banco-board>")}`,
  );
  const faults = /** @type {string[]} */ ([]);
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(url);
  const one = page.locator("banco-board");
  await expect(one.locator(".unit")).toHaveCount(32);
  expect(await one.locator(".bar").evaluate((bar) => getComputedStyle(bar).flexWrap)).toBe("wrap");
  await one.evaluate((it) =>
    it.addEventListener("error", (event) => it.setAttribute("title", /** @type {ErrorEvent} */ (event).message)),
  );
  for (const [name, value, why] of [
    ["fen", "9/9/9", "bad position"],
    ["moves", "h3e3 h3e3", "illegal move"],
    ["game", "chess", "xiangqi, commander"],
    ["ply", "7", "0 to 0 expected"],
    ["notation", "latin", "unknown notation"],
    ["look", "gold", "walnut"],
    ["look", "slate night runes", "pictures"],
    ["engine", "stockfish", "analyse, play"],
  ]) {
    await one.evaluate((it, [key, text]) => it.setAttribute(key, text), [name, value]);
    await expect(one.getByRole("alert"), value).toContainText(why);
    await expect(one).toHaveAttribute("title", new RegExp(why));
    await expect(one.locator("#board")).toBeHidden();
    await one.evaluate((it, key) => it.removeAttribute(key), name);
    await expect(one.getByRole("alert")).toBeHidden();
    await expect(one.locator("#board")).toBeVisible();
  }
  // Without the engine's package.
  await one.evaluate((it) => it.setAttribute("engine", "analyse"));
  await expect(one.locator(".engine")).toContainText("banco-engine");
  await expect(one.locator(".unit")).toHaveCount(32);
  expect(faults).toEqual([]);
  stop();
});

test("the page's own styles and scripts leave the board alone", async ({ page }) => {
  const style = "<style>* { fill: red; } svg { width: 9px; } button { display: none; } .unit { opacity: 0; }</style>";
  const { url, stop } = await hostPage(pageWith(`${style}<banco-board moves="${MOVES}"></banco-board>`));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(url);
  const one = page.locator("banco-board");
  await expect(one.locator(".bar button").first()).toBeVisible();
  expect((await one.locator("svg.board").boundingBox())?.width).toBeGreaterThan(300);
  expect(
    await one
      .locator(".unit")
      .first()
      .evaluate((unit) => getComputedStyle(unit).opacity),
  ).toBe("1");
  expect(await one.locator(".ground").evaluate((ground) => getComputedStyle(ground).filter)).toContain("brightness");
  stop();
});

test("the engine answers the reader, and analyses until the element goes", async ({ page }) => {
  const { url, stop } = await hostPage(1);
  await page.goto(url);
  const [game, endgame] = [page.locator("#game"), page.locator("#endgame")];
  await expect(endgame.locator(".engine")).toContainText("#");
  // By tap, then by keyboard.
  await game.locator('.hit[data-point="c2"]').click();
  await game.locator('.hit[data-point="c3"]').click();
  await expect(game.locator("ol button")).toHaveCount(2);
  await expect(game.locator("[role=status]")).toContainText("White");
  const target = game.locator(".target");
  for (const hit of await game.locator(".hit").all()) {
    await hit.focus();
    await page.keyboard.press("Enter");
    if ((await target.count()) > 0) break;
  }
  expect(await target.count()).toBeGreaterThan(0);
  const to = await target.first().evaluate((one) => {
    const { x, y } = one.getBoundingClientRect();
    const hits = [.../** @type {ShadowRoot} */ (one.getRootNode()).querySelectorAll(".hit")];
    const far = (/** @type {Element} */ hit) => {
      const box = hit.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    };
    return hits.sort((a, b) => far(a) - far(b))[0].getAttribute("data-point");
  });
  await game.locator(`.hit[data-point="${to}"]`).focus();
  await page.keyboard.press("Enter");
  await expect(game.locator("ol button")).toHaveCount(4);
  expect(await game.evaluate((one) => one.shadowRoot?.activeElement?.getAttribute("data-point"))).toBe(to);
  expect(page.workers().length).toBeGreaterThan(1);
  await page.evaluate(() => document.querySelectorAll("banco-board").forEach((one) => one.remove()));
  await expect.poll(() => page.workers().length).toBe(0);
  stop();
});

test("spaces are tapped, and dice are thrown", async ({ page }) => {
  const map = '<script type="importmap">{"imports":{"banco-engine":"./node_modules/banco-engine/index.js"}}</script>';
  const games = ["oanquan", "dicechess"].map((id) => `<banco-board game="${id}" engine="play"></banco-board>`);
  const { url, stop } = await hostPage(map + pageWith(games.join("")));
  await page.goto(url);
  const [pits, dice] = [page.locator("banco-board").first(), page.locator("banco-board").last()];
  await pits.locator(".hit").nth(2).click();
  await expect(pits.locator("ol button")).toHaveCount(2);
  await expect(dice.locator("ol button").first()).toHaveText(/^[2-5]/);
  stop();
});

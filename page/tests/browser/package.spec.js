// The npm package `banco-engine` in a browser: the page of its README plays. `.ci/npm` packs and installs it in the
// folder PACKAGE.

import { readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "@playwright/test";

import { host } from "./host.js";

/** Serves a page of the README; its number is counted from 0. @param {number} number */
function hostPage(number) {
  const project = process.env.PACKAGE;
  expect(project, "PACKAGE names the project with the package").toBeTruthy();
  const readme = readFileSync(`${project}/node_modules/banco-engine/README.md`, "utf8");
  writeFileSync(`${project}/index.html`, readme.split("```html\n")[number + 1].split("```")[0]);
  return host(String(project));
}

test("the page of the README plays", async ({ page }) => {
  const { url, stop } = await hostPage(0);
  await page.goto(url);
  await expect(page.locator("#move option")).toHaveCount(44);
  for (let turn = 1; turn <= 3; turn++) {
    await page.locator("#play").click();
    await expect
      .poll(async () => (await page.locator("#board").innerText()).split("\n")[11].split(" ").filter(Boolean).length)
      .toBe(2 * turn);
  }
  // A browser without shared memory stops a search by ending its worker.
  const depth = await page.evaluate(async () => {
    const name = "./node_modules/banco-engine/index.js";
    const { Engine } = await import(name);
    const engine = await Engine.create();
    let last = null;
    for await (last of engine.analyse(await engine.position())) if (last.depth >= 6) break;
    engine.terminate();
    return [crossOriginIsolated, last.depth];
  });
  expect(depth).toEqual([false, 6]);
  stop();
});

test("the board of the README answers without a worker and without the network", async ({ page }) => {
  const { url, stop } = await hostPage(1);
  /** @type {string[]} */
  const loaded = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(url);
  await expect.poll(async () => (await page.locator("#moves").innerText()).split(" ").length).toBe(44);
  await page.locator("#fen").fill("9/9/9");
  await expect(page.locator("#moves")).toContainText("bad position");
  expect(page.workers()).toEqual([]);
  expect(loaded.filter((name) => /\.(wasm|nnue)$/.test(name)).length).toBe(1);
  stop();
});

// The npm package `banco-engine` in a browser: the page of its README plays. `.ci/npm` packs and installs it in the folder PACKAGE.

import { readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "@playwright/test";

import { host } from "./host.js";

test("the page of the README plays", async ({ page }) => {
  const project = process.env.PACKAGE;
  expect(project, "PACKAGE names the project with the package").toBeTruthy();
  const readme = readFileSync(`${project}/node_modules/banco-engine/README.md`, "utf8");
  writeFileSync(`${project}/index.html`, readme.split("```html\n")[1].split("```")[0]);
  const { url, stop } = await host(String(project));
  await page.goto(url);
  await expect(page.locator("#move option")).toHaveCount(44);
  for (let turn = 1; turn <= 3; turn++) {
    await page.locator("#play").click();
    await expect.poll(async () => (await page.locator("#board").innerText()).split("\n")[11].split(" ").filter(Boolean).length).toBe(2 * turn);
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

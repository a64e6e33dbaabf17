// Measurements, printed: `npx playwright test --project measure --workers 1`.

import { expect, test } from "./table.js";

/** @param {number[]} list @param {number} part */
const quantile = (list, part) => list.sort((a, b) => a - b)[Math.floor(list.length * part)];

/**
 * Prints the times between the frames of what is done meanwhile.
 * @param {import("./table.js").Table} table
 * @param {string} what
 * @param {() => Promise<unknown>} act
 */
async function frames({ page }, what, act) {
  await page.evaluate(() => {
    const times = /** @type {number[]} */ ([]);
    Object.assign(window, { times });
    requestAnimationFrame(function tick(time) {
      times.push(time);
      requestAnimationFrame(tick);
    });
  });
  await act();
  const times = /** @type {number[]} */ (await page.evaluate("times"));
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  console.log(
    `${what}: ${gaps.length} frames, ${quantile(gaps, 0.5).toFixed(1)} ms apart (median), ${quantile(gaps, 0.95).toFixed(1)} ms (95th percentile)`,
  );
}

test("time until the page is ready, and until an answer with movetime 100 is drawn", async ({ page, table }) => {
  const [ready, answers] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  await table.open("xiangqi");
  for (let i = 0; i < 9; i++) {
    await page.evaluate(() => sessionStorage.clear());
    await table.reload();
    ready.push(await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime));
    const answered = page.evaluate(
      () =>
        new Promise((/** @type {(time: number) => void} */ done) => {
          let clicked = 0;
          addEventListener("pointerdown", () => (clicked = performance.now()), true);
          const isDrawn = () => document.querySelectorAll("#moves .ply").length === 2;
          new MutationObserver(
            () => isDrawn() && requestAnimationFrame(() => setTimeout(() => done(performance.now() - clicked))),
          ).observe(/** @type {Node} */ (document.getElementById("moves")), { childList: true });
        }),
    );
    await table.tap("h3", "e3");
    answers.push(await answered);
  }
  const weight = await page.evaluate(() =>
    performance.getEntriesByType("resource").reduce((all, /** @type {any} */ one) => all + one.encodedBodySize, 0),
  );
  console.log(
    `page ready after ${quantile(ready, 0.5).toFixed()} ms (median of 9), ${weight} bytes beside the page itself`,
  );
  console.log(`answer drawn ${quantile(answers, 0.5).toFixed()} ms after the click with movetime 100 (median of 9)`);
  expect(weight).toBeLessThan(200_000);
});

test("times between frames while a piece is dragged and counters are sown", async ({ page, table }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await table.open("xiangqi");
  await frames(table, "dragging", async () => {
    for (let i = 0; i < 10; i++) {
      await table.drag("h3", "h6");
      await page.keyboard.press("Escape");
    }
  });
  await table.open("oanquan", { people: true });
  await frames(table, "sowing", async () => {
    await table.play("c1+");
    await table.has(1);
  });
});

// The page as static files, in a sub-path of a host: first with the host, then without a network. The engine is the
// output of `wasm/build.sh` in the folder ENGINE, by default `target/page-engine`.

import { execFileSync } from "node:child_process";

import { BASE, host } from "./host.js";
import { BANCO, GAMES, TARGET, expect, test as base } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * `site` is a host of the exported page, which `stop` ends before the test does; `second` the isolated page, as from
 * the second visit on.
 * @typedef {{ site: Awaited<ReturnType<typeof host>>, second: Table }} Own
 * @type {import("@playwright/test").Fixtures<Own, {}, import("./table.js").TestArgs & import("./table.js").Own>}
 */
const fixtures = {
  site: async ({}, use, info) => {
    const folder = info.outputPath("page");
    execFileSync(BANCO, ["export-page", folder, "--engine", process.env.ENGINE ?? `${TARGET}/page-engine`]);
    const site = await host(folder);
    await use(site);
    site.stop();
  },
  baseURL: ({ site }, use) => use(site.url.replace(BASE, "")),
  second: async ({ table }, use) => {
    await table.load(BASE);
    await table.page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
    await table.reload();
    expect(await table.page.evaluate("crossOriginIsolated")).toBe(true);
    await use(table);
  },
};
/** @typedef {import("./table.js").TestArgs & import("./table.js").Own & Own} Args */
const test = /** @type {import("@playwright/test").TestType<Args, {}>} */ (base.extend(/** @type {any} */ (fixtures)));

/** Chooses a game, in which the engine searches briefly. @param {Table} table @param {string} id */
async function choose(table, id, people = false) {
  // Not by the mouse: the end of an analysis changes the layout under it.
  await table.page.locator(`#games [value=${id}]`).dispatchEvent("click");
  await expect(table.body).toHaveAttribute("data-game", id);
  await table.seat({ people });
}

/** Plays some turns, and analyses the position. @param {Table} table @param {string} id */
async function play(table, id) {
  const taps = /** @type {Record<string, string[]>} */ ({
    xiangqi: ["h3", "e3"],
    commander: ["g5", "g6"],
    namdinh: ["d3", "c3"],
    oanquan: ["b1"],
  });
  if (id === "oanquan") await table.tonkin();
  if (id === "dicechess") await table.throw();
  else await table.go(2, ...taps[id]);
  await table.analyse();
  await table.mode("play");
}

/**
 * Returns the last report of a search from the start with a number of threads.
 * @param {Table} table
 * @param {number} threads
 * @param {string} go
 */
const searched = ({ page }, threads, go) =>
  /** @type {Promise<any>} */ (
    page.evaluate(`(async ({ client }) => {
  let last = null;
  client.stop();
  client.set("Threads", ${threads});
  client.send("position startpos", "ucinewgame");
  await client.search("${go}", (info) => (last = info.score ? info : last));
  return last;
})(banco)`)
  );

test("the page stands in a frame of another page, as a board with moves and engine", async ({ page, site }) => {
  await page.setContent(
    `<iframe src="${site.url}?embed#/xiangqi/analyse/3k5/9/9/9/9/9/9/9/9/R3K4_w_-_-_0_1" width="900" height="620"></iframe>`,
  );
  const frame = page.frameLocator("iframe");
  await expect(frame.locator("#board .unit")).toHaveCount(3);
  for (const hidden of ["header", "#actions", "#notes"]) await expect(frame.locator(hidden)).toBeHidden();
  for (const shown of ["#analyse", "#moves", "#next"]) await expect(frame.locator(shown)).toBeVisible();
  expect(await frame.locator("html").evaluate((one) => one.scrollWidth > innerWidth)).toBe(false);
});

test("the page requests no missing file, reloads without a network, and plays every game there", async ({
  page,
  table,
  site,
}) => {
  await table.load(BASE);
  // At the first visit no memory is shared: stopping a search terminates its worker.
  expect(await page.evaluate("crossOriginIsolated")).toBe(false);
  await choose(table, "xiangqi");
  await expect(page.locator("#share")).toHaveAttribute("hidden");
  await play(table, "xiangqi");
  expect(await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null))).toBe(true);
  site.stop();
  await table.reload();
  expect(await page.evaluate("crossOriginIsolated")).toBe(true);
  // The previous game is restored.
  await table.has(2);
  for (const [language, width, height] of /** @type {const} */ ([
    ["en", 1280, 800],
    ["vi", 390, 844],
  ])) {
    await table.size(width, height);
    await table.language(language);
    for (const id of GAMES) {
      await choose(table, id);
      await table.begin();
      await play(table, id);
      await table.fits();
    }
    // Rules with their figures, drawn by a second engine.
    await page.locator("#how").click();
    await page.locator("#learn [value=rulesTab]").click();
    await expect(page.locator("#learn figure svg").nth(1)).toBeVisible();
    await page.locator("#learn-close").click();
  }
});

test("endgames are proven and solved without a network", async ({ page, second, site }) => {
  site.stop();
  await second.load(`${BASE}#/xiangqi/endgames/4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3_w_-_-_0_1`);
  for (const name of ["c1", "a1"]) await second.point(name, "#learn").click();
  await expect(page.locator("#learn .answer")).toHaveText(
    /It throws the win away and loses, in 1 move\. It is refuted by \w/,
  );
  await page.locator("#endgame-solution").click();
  await expect(page.locator(".solver-line button")).toHaveCount(6);
});

test("threads share a search, which can be stopped", async ({ page, second }) => {
  const offered = (await page.locator("#threads option").allTextContents()).map(Number);
  const most = Number(await page.evaluate("navigator.hardwareConcurrency"));
  expect(Math.max(...offered)).toBeLessThanOrEqual(most);
  test.skip(most < 2, "one processor");
  // The engines have their network from a file.
  const evaluation = page.evaluate(`new Promise((done) => { const { client } = banco; const { take } = client;
    client.take = (line) => line.includes("static evaluation") ? done(line) : take.call(client, line);
    client.send("eval"); }).finally(() => delete banco.client.take)`);
  expect(await evaluation).toContain(", by network, ");
  const alone = await searched(second, 1, "go depth 12");
  expect((await searched(second, 1, "go depth 12")).nodes).toBe(alone.nodes);
  for (let i = 0; i < 2; i++) {
    const shared = await searched(second, 2, "go depth 12");
    expect(shared.depth).toBe(alone.depth);
    expect(shared.nodes, "the second thread searches").not.toBe(alone.nodes);
  }
  expect(await page.evaluate("banco.client.socket.searchers.workers.length")).toBe(2);
  const best = page.evaluate("banco.client.search('go infinite', () => {})");
  await page.evaluate("new Promise((done) => setTimeout(done, 500)).then(() => banco.client.stop())");
  expect(await best).toMatch(/^\w{4}$/);
  expect(await page.evaluate("banco.client.socket.searchers.workers.length")).toBe(2);
});

test("endings are exact without a network, and stored; a device that saves power builds on request", async ({
  page,
  second,
  site,
}) => {
  site.stop();
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => 0.5 }));
  const kept = () =>
    page.evaluate(
      () =>
        new Promise((/** @type {(keys: string) => void} */ done) => {
          const request = indexedDB.open("banco-tables");
          request.onsuccess = () => {
            const keys = request.result.transaction("tables").objectStore("tables").getAllKeys();
            keys.onsuccess = () => {
              request.result.close();
              done(keys.result.join(" "));
            };
          };
        }),
    );
  // Built without a request by default, once a game is open.
  await choose(second, "xiangqi");
  await expect.poll(kept).toMatch(/^xiangqi-/);
  await second.reload();
  await choose(second, "namdinh", true);
  await second.setUp("k4/5/5/1S3/K1S2 w");
  const value = page.locator("#exact-position");
  await second.mode("analyse");
  await expect(page.locator("#tables-state button")).toBeVisible();
  await expect(value).toBeHidden();
  await page.locator("#tables-state button").click();
  await expect(page.locator("#tables-state")).toHaveText(/%$/);
  // The page plays meanwhile.
  await expect(second.lines.first()).toBeVisible();
  await second.mode("play");
  await expect(value).toHaveText("wins in 19", { timeout: 360_000 });
  await expect(page.locator("#exact-moves li")).toHaveCount(12);
  // The searching engine has them, too.
  const hits = page.evaluate(`(async ({ client }) => { let hits = 0; client.stop(); client.set("MultiPV", 1);
    await client.search("go depth 1", (info) => (hits = info.tbhits)); return hits; })(banco)`);
  expect(await hits).toBeGreaterThan(0);
  await expect
    .poll(kept, { timeout: 360_000 })
    .toMatch(/^namdinh-2v0 namdinh-2v1 namdinh-2v2 namdinh-3v0 namdinh-3v1 namdinh-4v0 xiangqi-/);
  // The next visit builds nothing.
  await second.reload();
  await expect(value).toHaveText("wins in 19");
  expect(await page.evaluate("banco.client.socket.tables.builder")).toBe(null);
});

test("searches are answered in turn, with shared memory or without", async ({ page, second }) => {
  await choose(second, "xiangqi", true);
  await second.settled();
  const both = `(async ({ client }) => {
    const search = (setup, go) => { client.send(\`position \${setup}\`); return client.search(go, () => {}); };
    const first = search("startpos", "go movetime 300");
    const other = search("fen 4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1", "go infinite");
    client.stop();
    const third = search("startpos moves h3e3", "go movetime 100");
    const answer = client.ask("look").then(({ answer }) => answer !== null);
    return Promise.all([first, other, third, answer]);
  })(banco)`;
  for (const isShared of [true, false]) {
    if (!isShared)
      await page.evaluate(
        "(({ socket }) => { socket.flag = null; socket.searchers?.dismiss(); socket.searchers = null; })(banco.client)",
      );
    const [, , third, answer] = /** @type {any} */ (await page.evaluate(both));
    expect(answer).toBe(true);
    expect(third).toMatch(/^\w{4,5}$/);
    await expect.poll(() => page.evaluate("banco.client.searches.length + banco.client.socket.held.length")).toBe(0);
  }
  await second.settled();
});

test("@measure nodes a second and the time to a depth, with one thread and with two", async ({ second }) => {
  for (const go of ["go movetime 4000", "go depth 14"]) {
    for (const threads of [1, 2]) {
      const runs = /** @type {any[]} */ ([]);
      for (let i = 0; i < 5; i++) runs.push(await searched(second, threads, go));
      const median = (/** @type {string} */ key) => runs.map((run) => run[key]).sort((a, b) => a - b)[2];
      console.log(`${go}, ${threads} threads: ${median("nps")} nodes/s, ${median("time")} ms (medians of 5)`);
    }
  }
});

// Fixtures of the browser tests: a server for each worker, pages that must not report errors, and the table as people
// see it.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { test as base, expect } from "@playwright/test";

export { expect };

/** @typedef {import("@playwright/test").Page} Page @typedef {import("@playwright/test").Locator} Locator */

/** All games, the default first: each has a folder of positions. */
export const GAMES = [
  "xiangqi",
  ...readdirSync(new URL("../../../positions", import.meta.url)).filter((id) => id !== "xiangqi"),
];

/** The folder of Cargo's output. */
export const TARGET = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url));
export const BANCO = `${TARGET}/release/banco`;

/** The record of a game. @param {string} id @param {string} moves */
export const record = (id, moves = "", setup = "startpos") =>
  `setoption name UCI_Variant value ${id}\nposition ${setup}${moves && ` moves ${moves}`}`;

/** Starts `banco serve` on a free port; `link` is the link for others, with `--lan`. @param {string[]} options */
export async function serve(...options) {
  const child = spawn(BANCO, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [url] = /http:\/\/[\d.]+:\d+/.exec((await lines.next()).value) ?? [""];
  const link = options.includes("--lan") ? (/http\S+/.exec((await lines.next()).value) ?? [""])[0] : "";
  return { url, link, stop: () => child.kill() };
}

/**
 * Collects errors of pages and requests to other places.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} home
 */
function watch(context, home) {
  /** @type {string[]} */
  const faults = [];
  context.on("weberror", (error) => faults.push(String(error.error())));
  context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  context.on(
    "request",
    (request) =>
      /^(data|blob|file):/.test(request.url()) ||
      request.url().startsWith(home) ||
      faults.push(`a request to ${request.url()}`),
  );
  return faults;
}

/** Sets a field, also one that is not on the screen, as people do. @param {Locator} field @param {string} value */
export const set = (field, value) =>
  field.evaluate((/** @type {any} */ one, to) => {
    one.value = to;
    for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind));
  }, value);

/** Returns the lines that the page sends to the engine, as they come. @param {Page} page */
export function listen(page) {
  /** @type {string[]} */
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(...String(payload).split("\n"))));
  return sent;
}

/** Holds Banco's moves back; returns a function that sends one in the place of the next. @param {Page} page */
export async function holdMoves(page) {
  /** @type {((move: string) => void) | null} */
  let answer = null;
  await page.routeWebSocket("**/session", (socket) => {
    socket.connectToServer().onMessage((message) => {
      const lines = String(message).split("\n");
      const at = lines.findIndex((line) => line.startsWith('{"bestmove"'));
      if (at < 0) socket.send(message);
      else answer = (move) => socket.send(lines.with(at, JSON.stringify({ bestmove: move })).join("\n"));
    });
  });
  return async (/** @type {string} */ move) => {
    await expect.poll(() => answer !== null).toBe(true);
    answer?.(move);
    answer = null;
  };
}

/** The page with a game on its table. */
export class Table {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.body = page.locator("body");
    this.status = page.locator("#status");
    this.fault = page.locator("#fault");
    this.lines = page.locator("#lines li");
    this.score = page.locator("#score");
    /** The moves of the main line. */
    this.plies = page.locator("#moves > li > .ply");
    /** The move before the position on the board. */
    this.current = page.locator("#moves .ply[aria-current=true]");
    this.units = page.locator("#board .men > [data-point]");
    this.ways = page.locator("#board .way");
    this.targets = page.locator("#board .target");
  }

  /** Loads a place of the page. */
  async load(place = "/") {
    await this.page.goto("about:blank");
    await this.page.goto(place);
    await expect(this.body).toHaveAttribute("data-ready", "true");
  }

  /** Loads the page again. */
  async reload() {
    await this.page.reload();
    await expect(this.body).toHaveAttribute("data-ready", "true");
  }

  /** Opens a game, in which Banco thinks briefly; between `people` it plays no seat. @param {string} id */
  async open(id, { people = false } = {}) {
    await this.load(`/#${id}`);
    await this.seat({ people });
  }

  /** Sets the players of the game. */
  async seat({ people = false } = {}) {
    await this.page.evaluate((isPeople) => {
      const fields = () =>
        /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#players input, #players select"));
      const isWrong = (/** @type {HTMLInputElement} */ one) =>
        one.type === "number" ? one.value !== "0.1" : isPeople && one.value === "engine";
      // Each change draws the fields again.
      for (let one; (one = [...fields()].find(isWrong)); one.dispatchEvent(new Event("change")))
        one.value = one.type === "number" ? "0.1" : "person";
    }, people);
    await this.settled();
  }

  /** Gives every seat to Banco at full strength: weaker levels may lose within some moves. */
  async engines() {
    const rows = this.page.locator("#players .player");
    for (let i = 0, count = await rows.count(); i < count; i++) {
      await set(rows.nth(i).locator("select").first(), "engine");
      await set(rows.nth(i).locator("select").last(), "");
    }
  }

  /** Waits until no position is on its way: nothing on the screen shows that. */
  settled({ isBusy = false } = {}) {
    return expect
      .poll(() => this.page.evaluate(`banco.game.isSettled && banco.game.busy === ${isBusy}`), {
        intervals: [10, 20, 50, 100],
      })
      .toBe(true);
  }

  /** A point of the board. @param {string} name */
  point(name, within = "#board") {
    return this.page.locator(`${within} .hit[data-point="${name}"] circle`);
  }

  /** Whether a point of the board is above another on the screen. @param {string} name @param {string} other */
  async isAbove(name, other) {
    const [a, b] = await Promise.all([name, other].map((one) => this.point(one).boundingBox()));
    return (a?.y ?? 0) < (b?.y ?? 0);
  }

  /** Taps points one after the other. @param {string[]} names */
  async tap(...names) {
    for (const name of names) await this.point(name).click();
  }

  /** Taps points, and waits for the position after a number of moves. @param {number} count @param {string[]} names */
  async go(count, ...names) {
    await this.tap(...names);
    await this.has(count);
  }

  /** Shows the fields for comments and typed moves. */
  async write() {
    const pencil = this.page.locator("#write");
    if ((await pencil.getAttribute("aria-expanded")) === "false") await pencil.click();
  }

  /** Plays a written move of people. @param {string[]} moves */
  async play(...moves) {
    await this.write();
    for (const move of moves) {
      await this.page.locator("#move-text").fill(move);
      await this.page.locator("#write-move button").click();
    }
  }

  /** Drags from a point to another. @param {string} from @param {string} to @param {"left" | "right"} button */
  async drag(from, to, button = "left") {
    await this.point(from).hover();
    await this.page.mouse.down({ button });
    await this.point(to).hover();
    await this.page.mouse.up({ button });
  }

  /** Waits for the position after a number of moves; `isBusy` if Banco thinks there. @param {number} count */
  async at(count, { isBusy = false } = {}) {
    if (count > 0) await expect(this.current).toHaveAttribute("data-ply", String(count));
    else await expect(this.current).toHaveCount(0);
    await this.settled({ isBusy });
  }

  /** The same for the last position of a line. @param {number} count */
  async has(count) {
    await this.at(count);
    await expect(this.page.locator("#last")).toBeDisabled();
  }

  /** Goes to a mode. @param {string} name */
  async mode(name) {
    await this.page.locator(name === "home" ? "#brand" : `#modes [value=${name}]`).click();
    await expect(this.body).toHaveAttribute("data-mode", name);
    if (name === "play" || name === "analyse") await this.settled();
  }

  /** Opens a panel of the analysis. @param {string} key */
  async panel(key) {
    const tab = this.page.locator(`#record [value=${key}]`);
    // Lines of the engine push the tabs down meanwhile.
    await tab.dispatchEvent("click");
    await expect(tab).toHaveAttribute("aria-selected", "true");
  }

  /** Analyses a few plies deep, until lines and a score are there. */
  async analyse() {
    await set(this.page.locator("#limit"), "depth");
    await set(this.page.locator("#limit-amount"), "5");
    await this.mode("analyse");
    await expect(this.lines.first()).toBeVisible();
    await expect(this.score).not.toBeEmpty();
  }

  /** Goes along the line: `first`, `previous`, `next` or `last`. @param {string} step */
  async step(step) {
    await this.page.locator(`#${step}`).click();
    await this.settled();
  }

  /** Analyses the whole game. */
  async review() {
    await this.mode("analyse");
    await this.panel("review");
    await this.page.locator("#whole").click();
  }

  /** Throws the die at a person's turn, moves if the throw allows it, and waits for the next turn. */
  async throw() {
    const die = this.page.locator("#throw:enabled");
    const movable = this.page.locator("#board .movable > *").first();
    await die.click();
    await expect(movable.or(this.page.locator("#throw.waits")).first()).toBeVisible();
    if (await movable.isVisible()) {
      // The points lie above the marks.
      await movable.click({ force: true });
      await this.targets.first().click({ force: true });
    }
    await expect(die).toBeVisible();
  }

  /** Starts a new game, in dice chess without drawing the first turn. */
  async begin({ lots = false } = {}) {
    await this.page.locator("#new").click();
    const box = this.page.locator("#lots");
    if (await box.isVisible()) await box.setChecked(lots);
    await this.page.locator("#begin").click();
    await this.has(0);
  }

  /** Chooses an action of the menu. @param {string} id */
  async choose(id) {
    await this.page.locator("#more").click();
    await this.page.locator(`#${id}`).click();
    if (id === "resign") await this.page.locator("#notice button").click();
  }

  /** Switches to another game. @param {string} id */
  async switch(id) {
    await this.page.locator(`#games [value=${id}]`).click();
    await expect(this.body).toHaveAttribute("data-game", id);
    await this.settled();
  }

  /** Switches the language. @param {string} to */
  async language(to) {
    const root = this.page.locator("html");
    if ((await root.getAttribute("lang")) !== to) await this.page.locator("#language").click();
    await expect(root).toHaveAttribute("lang", to);
    // Another language may have another notation. A position that is set up is no game.
    const isGame =
      /play|analyse/.test((await this.body.getAttribute("data-mode")) ?? "") &&
      (await this.page.locator("#editor").isHidden());
    if (isGame) await this.settled();
  }

  /** O An Quan by the rules of 1909. */
  async tonkin() {
    await set(this.page.locator("#ruleset"), "tonkin");
    await expect(this.status).toContainText(/Round 1|Vòng 1/);
    await this.settled();
  }

  /**
   * Sets up a position or a record, and waits for a number of moves, if given.
   * @param {string} text
   * @param {number | null} count
   */
  async setUp(text, count = null) {
    await this.page.locator("[data-opens=set-up-box]:visible").first().click();
    await this.page.locator("#fen").fill(text);
    await this.page.locator("#set-up").click();
    await expect(this.page.locator("#set-up-box")).toBeHidden();
    if (count !== null) await this.has(count);
  }

  /**
   * Opens a file, and waits for a number of moves, if given.
   * @param {string | Buffer} content
   * @param {number | null} count
   */
  async file(content, count = null, name = "game.pgn") {
    await this.page.locator("#file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    if (count !== null) await this.has(count);
  }

  /** Returns the text that a button of the dialogue copies. @param {string} id */
  async copied(id) {
    await this.page.evaluate(() => navigator.clipboard.writeText(""));
    await this.page.locator("[data-opens=set-up-box]:visible").first().click();
    await this.page.locator(`#${id}`).click();
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe("");
    await this.page.locator("#set-up-box .shut").click();
    return read();
  }

  /** Returns what a button saves as a file. @param {string} selector */
  async saved(selector) {
    const download = this.page.waitForEvent("download");
    await this.page.locator(selector).dispatchEvent("click");
    const stream = await (await download).createReadStream();
    return Buffer.concat(await stream.toArray());
  }

  /** Nothing is wider than the screen. */
  async fits() {
    expect(await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }

  /** Returns how far the page has moved by itself since it was loaded: its cumulative layout shift. */
  shift() {
    return this.page.evaluate(
      () =>
        new Promise((/** @type {(sum: number) => void} */ done) => {
          let sum = 0;
          new PerformanceObserver((list) =>
            list.getEntries().forEach((/** @type {any} */ one) => (sum += one.hadRecentInput ? 0 : one.value)),
          ).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum), 500);
        }),
    );
  }

  /** Resizes the window. @param {number} width @param {number} height */
  size(width, height) {
    return this.page.setViewportSize({ width, height });
  }

  /** Saves a picture in the folder SHOTS, if set; every test does at its end. @param {string} name */
  async shoot(name) {
    if (process.env.SHOTS)
      await this.page.screenshot({ path: `${process.env.SHOTS}/${name.replace(/\W+/g, "-")}.png` });
  }
}

/**
 * `server` is the address of the worker's server, `table` the page there; `join(address)` opens another browser's page.
 * @typedef {{ table: Table, join: (address?: string, options?: object) => Promise<Table> }} Own
 * @typedef {import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions} TestArgs
 * @typedef {import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions}
 * WorkerArgs
 * @type {import("@playwright/test").Fixtures<Own, { server: string }, TestArgs, WorkerArgs>}
 */
const fixtures = {
  server: [
    async ({}, use) => {
      const { url, stop } = await serve();
      await use(url);
      stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ server }, use) => use(server),
  context: async ({ context, baseURL }, use) => {
    const faults = watch(context, baseURL ?? "");
    await use(context);
    expect(faults).toEqual([]);
  },
  table: async ({ page }, use, { title }) => {
    const table = new Table(page);
    await use(table);
    await table.shoot(title);
  },
  join: async ({ browser, server }, use) => {
    /** @type {string[][]} */
    const all = [];
    await use(async (address = server, options = {}) => {
      const context = await browser.newContext({ baseURL: address, ...options });
      all.push(watch(context, address));
      return new Table(await context.newPage());
    });
    expect(all.flat()).toEqual([]);
  },
};

export const test =
  /** @type {import("@playwright/test").TestType<TestArgs & Own, WorkerArgs & { server: string }>} */ (
    base.extend(/** @type {any} */ (fixtures))
  );

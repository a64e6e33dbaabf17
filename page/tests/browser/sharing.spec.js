// A game shared by several pages of one server, each of which plays the seats that it took.

import { expect, serve, set, test as base } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** The room is the server's: each test has a server of its own; `localhost` is another browser for it. */
const test = base.extend({
  baseURL: async ({}, use) => {
    const { url, stop } = await serve();
    await use(url);
    stop();
  },
});

const other = (/** @type {string | undefined} */ url) => String(url).replace("127.0.0.1", "localhost");
const seat = (/** @type {Table} */ { page }, /** @type {string} */ name) => page.locator(`#room [data-seat="${name}"]`);
const accept = (/** @type {Table} */ { page }) => page.locator("#offers .accept");
const decline = (/** @type {Table} */ { page }) => page.locator("#offers .decline");
const turn = (/** @type {Table} */ { page }) => page.locator(".strip.turn .player-of");

/** Opens a page in the room. @param {Table} table */
async function enter(table, id = "namdinh") {
  await table.open(id);
  await table.choose("share");
  await expect(table.page.locator("#room .seat").first()).toBeVisible();
  return table;
}

/** Takes a seat. @param {Table} table @param {string} name */
async function sit(table, name) {
  await seat(table, name).click();
  await expect(seat(table, name)).toHaveAttribute("aria-pressed", "true");
}

test("two pages play one game", async ({ table, join, baseURL }) => {
  await enter(table);
  await sit(table, "White");
  // The other page has another game on its board.
  const second = await enter(await join(other(baseURL), { viewport: { width: 390, height: 844 } }), "oanquan");
  await expect(second.body).toHaveAttribute("data-game", "namdinh");
  await expect(seat(second, "White")).toBeDisabled();
  await sit(second, "Black");
  await expect(seat(table, "Black")).toBeDisabled();
  await expect(turn(table)).toHaveText("you");
  await table.tap("d3", "c3");
  await second.has(1);
  await expect(turn(second)).toHaveText("you");
  await second.tap("e5", "c3");
  for (const page of [table, second]) await page.has(2);
  expect(await table.copied("copy-fen")).toBe(await second.copied("copy-fen"));
  // Resignation loses at both pages, on the other's turn too; leaving frees the seat.
  await second.choose("resign");
  for (const page of [table, second]) await expect(page.status).toHaveText("White wins: resignation");
  await second.choose("share");
  await expect(seat(table, "Black")).toBeEnabled();
});

test("a draw needs the other page, and pages that watch can neither offer nor resign", async ({
  table,
  join,
  baseURL,
}) => {
  await enter(table);
  await sit(table, "White");
  const second = await enter(await join(other(baseURL)));
  const third = await enter(await join(baseURL));
  await sit(second, "Black");
  await expect(third.page.locator("#room .seat:disabled")).toHaveCount(2);
  await expect(turn(table)).toHaveText("you");
  await table.tap("d3", "c3");
  for (const page of [second, third]) await page.has(1);
  for (const id of ["resign", "offer-draw"]) await expect(third.page.locator(`#${id}`)).toBeDisabled();
  await table.choose("offer-draw");
  await expect(third.page.locator("#offers [role=status]")).toBeVisible();
  await expect(accept(third)).toHaveCount(0);
  await decline(second).click();
  await expect(table.fault).toHaveText("Draw declined.");
  await expect(table.status).not.toHaveClass(/over/);
  await table.choose("offer-draw");
  await accept(second).click();
  for (const page of [table, second, third]) {
    await expect(page.status).toHaveText(/^Draw: /);
    await expect(page.page.locator("#offers [role=status]")).toHaveCount(0);
  }
});

test("the server's clock runs at all pages, and ends the game", async ({ table, join, baseURL }) => {
  await table.open("namdinh");
  await table.page.locator("#new").click();
  await set(table.page.locator("#clock"), "5+3");
  await table.page.locator("#begin").click();
  await table.choose("share");
  await sit(table, "White");
  const second = await enter(await join(other(baseURL)));
  await sit(second, "Black");
  const times = (/** @type {Table} */ { page }) => page.locator(".strip .clock").allTextContents();
  for (const page of [table, second]) await expect.poll(() => times(page)).toEqual(["5:00", "5:00"]);
  await table.go(1, "d3", "c3");
  await second.has(1);
  for (const page of [table, second]) {
    await expect(page.page.locator(".clock.runs")).toHaveText(/^4:5\d$/);
    await expect(page.page.locator(".clock:not(.runs)")).toHaveText("5:03");
  }
  // Another game, in which neither page does anything when the time is up.
  const short = { id: "namdinh", options: [], setup: null, moves: ["d3c3"], clock: { base: 5 } };
  await second.page.evaluate(`banco.game.link.request("game", { record: ${JSON.stringify(short)} })`);
  await accept(table).click();
  const running = [table, second].map(({ page }) => expect(page.locator(".clock.runs")).toHaveText(/^0:0\d\.\d$/));
  await Promise.all(running);
  for (const page of [table, second]) {
    await expect(page.status).toHaveText("White wins: time");
    await expect(page.page.locator(".clock.runs")).toHaveCount(0);
  }
});

test("those who watch are counted, and an offer that is seen is marked", async ({ table, join, baseURL }) => {
  await enter(table);
  await sit(table, "White");
  const second = await join(other(baseURL));
  await second.page.addInitScript(() => {
    let isHidden = false;
    Object.defineProperty(document, "hidden", { get: () => isHidden });
    Object.assign(window, {
      hide: (/** @type {boolean} */ to) => {
        isHidden = to;
        document.dispatchEvent(new Event("visibilitychange"));
      },
    });
  });
  await enter(second);
  await expect(table.page.locator("#room")).toContainText("Watching: 1");
  await sit(second, "Black");
  await expect(table.page.locator("#room")).not.toContainText("Watching");
  const third = await enter(await join(baseURL));
  for (const { page } of [table, second, third]) {
    await expect(page.locator("#room")).toContainText("Pages here: 3 · Watching: 1");
  }
  const hide = (/** @type {boolean} */ to) => second.page.evaluate((is) => /** @type {any} */ (window).hide(is), to);
  await table.go(1, "d3", "c3");
  await second.has(1);
  await hide(true);
  await table.choose("offer-draw");
  await expect(accept(second)).toHaveCount(1);
  await expect(table.page.locator("#offers")).toContainText("Waiting for the answer.");
  await expect(table.page.locator("#offers")).not.toContainText("seen");
  await hide(false);
  for (const page of [table, third]) await expect(page.page.locator("#offers")).toContainText("✓ seen");
});

test("the title and, on request, a notification tell whose turn it is", async ({ table, join, baseURL }) => {
  await enter(table);
  await sit(table, "White");
  const second = await join(other(baseURL));
  await second.page.context().grantPermissions(["notifications"]);
  await second.page.addInitScript(() => {
    const shown = /** @type {string[]} */ ([]);
    class Shown {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(/** @type {string} */ title) {
        shown.push(title);
      }
    }
    Object.assign(window, { shown, Notification: Shown });
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  await enter(second);
  await sit(second, "Black");
  await expect(table.page).toHaveTitle("● Your turn – Banco – Nam Dinh");
  await expect(second.page).toHaveTitle("Banco – Nam Dinh");
  const shown = () => second.page.evaluate(() => /** @type {any} */ (window).shown.length);
  await table.go(1, "d3", "c3");
  await expect(second.page).toHaveTitle("● Your turn – Banco – Nam Dinh");
  await expect(table.page).toHaveTitle("Banco – Nam Dinh");
  expect(await shown(), "nobody has asked for it").toBe(0);
  await second.page.locator("#set").click();
  await second.page.locator("#notify").check();
  await second.page.locator("#settings .shut").click();
  await second.go(2, "e5", "c3");
  await table.has(2);
  const points = await table.page.evaluate("(({ from, to }) => [from, to])(banco.game.choices[0].acts[0])");
  await table.go(3, .../** @type {string[]} */ (points));
  await second.has(3);
  expect(await shown()).toBe(1);
});

test("a seat outlasts a reload, and Banco plays where it is lent", async ({ table, join, baseURL }) => {
  const sockets = /** @type {import("@playwright/test").WebSocket[]} */ ([]);
  table.page.on("websocket", (socket) => socket.url().includes("/room") && sockets.push(socket));
  await enter(table);
  await sit(table, "Black");
  for (const visit of ["first", "second"]) {
    await expect(turn(table), visit).toHaveText("free");
    // The board shows its side, and nothing moves by itself.
    await expect.poll(() => table.isAbove("a1", "a5")).toBe(true);
    await expect(table.page.locator("#players select")).toHaveCount(0);
    await table.has(0);
    if (visit === "first") await table.reload();
  }
  await expect(seat(table, "Black")).toHaveAttribute("aria-pressed", "true");
  await table.page.locator('#room [data-lend="White"]').click();
  await expect(turn(table)).toHaveText("you");
  await table.has(1);
  // All have left, which takes the server a moment: the next visitor finds the own game.
  await table.choose("share");
  await expect.poll(() => sockets.at(-1)?.isClosed()).toBe(true);
  const second = await enter(await join(other(baseURL)), "xiangqi");
  await second.settled();
  await expect(second.body).toHaveAttribute("data-game", "xiangqi");
});

test("a new game and taking back need the other page", async ({ table, join, baseURL }) => {
  await enter(table);
  await sit(table, "White");
  const second = await enter(await join(other(baseURL)));
  await sit(second, "Black");
  await expect(turn(table)).toHaveText("you");
  await table.tap("d3", "c3");
  await second.has(1);
  await second.page.locator("#new").click();
  await second.page.locator("#begin").click();
  await expect(accept(table)).toHaveCount(1);
  for (const page of [table, second]) await page.has(1);
  await decline(table).click();
  await expect(second.fault).toHaveText("Declined.");
  await second.page.locator("#undo").click();
  await accept(table).click();
  for (const page of [table, second]) await page.has(0);
});

test("the server throws, and another page's seat has no die", async ({ table, join, baseURL }) => {
  await table.open("dicechess");
  await table.begin();
  await table.choose("share");
  await sit(table, "r");
  const second = await enter(await join(other(baseURL)), "xiangqi");
  await expect(second.body).toHaveAttribute("data-game", "dicechess");
  await sit(second, "g");
  await expect(second.page.locator("#throw")).toHaveClass("waits");
  await expect(second.page.locator("#throw")).toBeDisabled();
  await table.page.locator("#throw").click();
  for (const page of [table, second]) await page.has(1);
  expect((await table.current.innerText()).slice(0, 2)).toBe((await second.current.innerText()).slice(0, 2));
});

test("with --lan the room has a link with its key, and its code", async ({ join }) => {
  const { link, stop } = await serve("--lan");
  expect(link, "this machine has an address in a network").toContain("?key=");
  const home = link.replace(/\?.*/, "");
  const host = await join(home);
  await host.load(link);
  await host.open("namdinh");
  await host.choose("share");
  await host.page.locator("#invite").click();
  await expect(host.page.locator("#room .qr path")).toBeVisible();
  await expect(host.page.locator("#invitation")).toHaveValue(`${link}#room`);
  // So does the link to a game.
  await host.page.locator("#copy-link").dispatchEvent("click");
  await expect(host.page.locator("#fen")).toHaveValue(/\?key=.*#namdinh~/);
  await host.page.locator("#set-up-box .shut").click();
  // The link leads into the room.
  const guest = await join(home);
  await guest.load(`${link}#room`);
  await expect(guest.page.locator("#room .seat")).toHaveCount(2);
  await guest.page.close();
  // The start page shows how many people sit at the table.
  const visitor = await join(home);
  await visitor.load(link);
  await expect(visitor.page.locator("#to-table")).toHaveText("Join the table (nobody is seated yet)");
  await sit(host, "White");
  await visitor.reload();
  await expect(visitor.page.locator("#to-table")).toHaveText("Join the table (seated: 1)");
  await visitor.page.context().close();
  await host.page.context().close();
  stop();
});

// Lost connections: the page finds its engine again, and repeats what it has asked for.

import { expect, test } from "./table.js";

/** @typedef {import("@playwright/test").WebSocketRoute} Socket */

/**
 * Closes the connection of the engine whenever the page sends a text that `isLost`, and the one of number `refused`
 * before it opens; returns all.
 * @param {import("@playwright/test").Page} page @param {(text: string) => boolean} isLost
 */
async function route(page, isLost, refused = -1) {
  /** @type {Socket[]} */
  const sockets = [];
  await page.routeWebSocket("**/session", (socket) => {
    if (sockets.push(socket) === refused + 1) {
      socket.close();
      return;
    }
    const server = socket.connectToServer();
    socket.onMessage((message) => (isLost(String(message)) ? socket.close() : server.send(message)));
  });
  return sockets;
}

test("a lost connection is found again, with the moves", async ({ page, table }) => {
  const sockets = await route(page, () => false);
  await table.open("xiangqi");
  await table.go(2, "h3", "e3");
  await sockets[0].close();
  await expect.poll(() => sockets.length).toBe(2);
  await expect(table.body).not.toHaveAttribute("data-link");
  await table.has(2);
  await table.go(4, "a4", "a5");
  // The same in the middle of a search, which begins again.
  await table.analyse();
  await sockets[1].close();
  await expect.poll(() => sockets.length).toBe(3);
  await expect(table.body).not.toHaveAttribute("data-link");
  await expect(table.lines.first()).toBeVisible();
});

test("a game being opened when the connection is lost is opened", async ({ page, table }) => {
  let losses = 0;
  await route(page, (text) => text.includes("value commander") && losses++ === 0);
  await table.open("xiangqi");
  await table.switch("commander");
  await table.has(0);
  expect(losses).toBeGreaterThan(1);
  await expect(table.body).not.toHaveAttribute("data-link");
});

test("a request that seems to break the connection is given up with an error", async ({ page, table }) => {
  let losses = 0;
  await route(page, (text) => text.includes("why b1 d2") && losses++ >= 0);
  await table.open("xiangqi");
  expect(await page.evaluate("banco.client.ask('why b1 d2').then(({ faults }) => faults[0].sentence)")).toBe(
    "Banco does not answer",
  );
  expect(losses).toBe(4);
  await expect(table.body).not.toHaveAttribute("data-link");
  await table.has(0);
});

test("the connection of the figures is found again, even if it ends before it opens", async ({ page, table }) => {
  const sockets = await route(page, () => false, 1);
  await table.open("xiangqi");
  await page.locator("#how").click();
  await expect(page.locator("#learn .board").first()).toBeVisible();
  expect(sockets.length).toBe(3);
  await sockets[2].close();
  await expect.poll(() => sockets.length).toBe(4);
});

// How little the start page needs until a tap on a card counts: requests, bytes, time on a slow network.

import { expect, test } from "./table.js";

/** Records requests with their times, and bytes as transferred. @param {import("./table.js").Page} page */
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  const requests = /** @type {{ url: string, time: number }[]} */ ([]);
  const found = { session, requests, bytes: 0 };
  const add = (/** @type {string} */ url, /** @type {number} */ seconds) => {
    if (!url.startsWith("data:")) requests.push({ url, time: seconds * 1000 });
  };
  session.on("Network.requestWillBeSent", ({ request, wallTime }) => add(request.url, wallTime));
  session.on("Network.webSocketWillSendHandshakeRequest", ({ wallTime }) => add("/session", wallTime));
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (found.bytes += encodedDataLength));
  await session.send("Network.enable");
  return found;
}

test("the first card counts after 12 requests and 200 kB, and a reload costs little", async ({ page, table }) => {
  const found = await meter(page);
  await table.load("/");
  const ready = await page.evaluate(() => performance.timeOrigin + performance.getEntriesByName("ready")[0].startTime);
  const urls = found.requests.filter(({ time }) => time <= ready).map(({ url }) => url);
  console.log(`${urls.length} requests, ${found.bytes} bytes with what follows`);
  expect(urls.length, urls.join(" ")).toBeLessThanOrEqual(12);
  expect(urls.filter((url) => url.endsWith(".svg"))).toHaveLength(5);
  expect(found.bytes).toBeLessThanOrEqual(200_000);
  for (const picture of await page.locator("#cards img").all()) {
    const width = () => picture.evaluate((/** @type {HTMLImageElement} */ one) => one.complete && one.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  }
  const before = found.bytes;
  await table.reload();
  console.log(`reload: ${found.bytes - before} bytes`);
  expect(found.bytes - before).toBeLessThan(20_000);
});

test("other modes are loaded when they are opened", async ({ page, table }) => {
  const { requests } = await meter(page);
  await table.load("/#/");
  const isLoaded = () => requests.some(({ url }) => url.endsWith("/learn.js"));
  expect(isLoaded()).toBe(false);
  await page.locator("#cards [data-id=namdinh] .act").last().click();
  await expect(page.locator("#lesson-title")).toHaveText(/^1\./);
  expect(isLoaded()).toBe(true);
});

test("on slow 3G a tap on a card that comes before the scripts opens a new game within 6 s", async ({ page }) => {
  const { session } = await meter(page);
  const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await session.send("Network.emulateNetworkConditions", slow);
  const begun = Date.now();
  await page.goto("/", { waitUntil: "commit" });
  const card = page.locator("#cards [data-id=oanquan] .strong");
  await card.click({ noWaitAfter: true });
  const tapped = Date.now() - begun;
  expect(await page.locator("body").getAttribute("data-ready"), "the scripts are not there yet").toBe(null);
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
  const ready = Date.now() - begun;
  await expect(page.locator("#start")).toBeVisible();
  console.log(`tapped after ${tapped} ms, ready after ${ready} ms, dialogue after ${Date.now() - begun} ms`);
  await expect(page.locator("body")).toHaveAttribute("data-game", "oanquan");
  expect(Date.now() - begun).toBeLessThan(6000);
  await page.goBack();
  await expect(page.locator("body")).toHaveAttribute("data-mode", "home");
});

// From the start page into a game: modes and their addresses, the dialogue of a new game, the players' strips, first
// visits.

import { expect, record, set, test } from "./table.js";

test("modes have addresses, to which Back, reloading and addresses of earlier versions lead", async ({
  page,
  table,
}) => {
  const at = async (/** @type {string} */ mode, /** @type {string} */ hash) => {
    await expect(table.body).toHaveAttribute("data-mode", mode);
    await expect.poll(() => new URL(page.url()).hash).toBe(hash);
  };
  await table.open("xiangqi");
  await at("play", "#/xiangqi/play");
  await table.mode("analyse");
  await at("analyse", "#/xiangqi/analyse");
  await page.locator("#how").click();
  await expect(page.locator(".learn-page.lessonsTab")).toHaveAttribute("data-ready", "true");
  await page.locator("#learn [value=puzzlesTab]").click();
  await at("learn", "#/xiangqi/learn/puzzlesTab");
  await table.mode("games");
  await at("games", "#/games");
  for (const [mode, hash] of [
    ["learn", "/learn/puzzlesTab"],
    ["learn", "/learn"],
    ["analyse", "/analyse"],
    ["play", "/play"],
  ]) {
    await page.evaluate(() => history.back());
    await at(mode, `#/xiangqi${hash}`);
  }
  await expect(page.locator("#learn")).toHaveCount(0);
  await table.settled();
  for (const [hash, mode, written = hash] of [
    ["#/oanquan/analyse", "analyse"],
    ["#/namdinh/learn/rulesTab", "learn"],
    ["#/games", "games"],
    ["#commander", "play", "#/commander/play"],
    ["#/nothing", "home", "#/"],
  ]) {
    await table.load(`/${hash}`);
    await at(mode, written);
    await table.reload();
    await at(mode, written);
  }
});

test("the page loads without a request that fails or is repeated", async ({ page, table }) => {
  const failed = /** @type {string[]} */ ([]);
  const asked = /** @type {string[]} */ ([]);
  page.on("requestfailed", (request) => failed.push(request.url()));
  page.on("request", (request) => asked.push(request.url()));
  await table.load("/#/");
  await expect(page.locator("#cards img")).toHaveCount(5);
  expect(failed).toEqual([]);
  expect(asked.filter((url) => url.endsWith("/invitation"))).toHaveLength(1);
});

test("a game is left for analysis, in which nobody plays, and goes on", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.go(1, "h3", "e3");
  await table.go(2, "h10", "g8");
  await set(page.locator("#players select").last(), "engine");
  await table.mode("analyse");
  await expect(table.lines.first()).toBeVisible();
  await table.go(3, "a4", "a5");
  await table.go(4, "a7", "a6");
  await table.mode("play");
  await table.has(2);
  await expect(table.current).toHaveText("H8+7");
  await expect(table.plies).toHaveCount(4);
  // Banco answers again.
  await table.go(4, "i4", "i5");
});

test("a mode is chosen while a game is opened, which is not replaced by the one before it", async ({ page, table }) => {
  await table.open("namdinh");
  // The choice comes when the old game is gone and the new one is not there.
  await page.evaluate(() => {
    const choose = () => /** @type {HTMLElement} */ (document.querySelector("#modes [value=analyse]")).click();
    new MutationObserver((_, observer) => {
      observer.disconnect();
      queueMicrotask(choose);
    }).observe(/** @type {Node} */ (document.getElementById("board")), { childList: true });
  });
  await table.file('[Variant "namdinh"]\n\n1. d3c3 *\n');
  await expect(table.body).toHaveAttribute("data-mode", "analyse");
  await table.has(1);
  await expect(table.current).toHaveText("d3c3");
});

test('the dialogue of a new game has the last choice, and "Play again" repeats it', async ({ page, table }) => {
  await table.open("xiangqi");
  const start = page.locator("#start");
  const level = start.getByRole("slider");
  const strips = async (/** @type {string} */ far, /** @type {string} */ near) => {
    await expect(page.locator("#far .seat")).toHaveText(new RegExp(`^${far}`));
    await expect(page.locator("#near .seat")).toHaveText(new RegExp(`^${near}`));
  };
  await page.locator("#new").click();
  await expect(level).toHaveValue("2");
  await level.fill("3");
  await expect(page.locator("#level-name")).toHaveText(/^3 · /);
  await page.locator("#sides").getByText("Black").click();
  await page.locator("#begin").click();
  await table.has(1);
  await strips("RedBanco · Level 3", "Blackyou");
  await expect(page.locator(".strip.turn")).toHaveId("near");
  await table.reload();
  await table.has(1);
  await page.locator("#new").click();
  await expect(level).toHaveValue("3");
  await expect(start.locator("[name=kind]:checked")).toHaveValue("banco");
  await expect(start.locator("[name=seat]:checked")).toHaveValue("Black");
  await start.locator(".shut").click();
  await table.go(3, "a7", "a6");
  await table.choose("resign");
  await expect(table.status).toHaveClass(/over/);
  await page.locator("#again").click();
  await table.has(1);
  await expect(table.status).toHaveText("Black to move");
  await strips("RedBanco · Level 3", "Blackyou");
  // A person at this device.
  await page.locator("#new").click();
  await page.locator("label:has(#kind-person)").click();
  await page.locator("#begin").click();
  await table.has(0);
  await strips("BlackPerson", "RedPerson");
});

test("cards show figures, captured pieces and the difference, beside the board or around it", async ({
  page,
  table,
}) => {
  const places = () =>
    Promise.all(
      ["#far", "#board", "#near"].map((one) =>
        page.locator(one).evaluate((found) => found.getBoundingClientRect().toJSON()),
      ),
    );
  const isBetween = async () => {
    const [far, board, near] = await places();
    expect(far.bottom <= board.top && board.bottom <= near.top).toBe(true);
  };
  const lost = async (/** @type {string[]} */ far, /** @type {string[]} */ near) => {
    for (const [id, ahead] of /** @type {const} */ ([
      ["far", far],
      ["near", near],
    ])) {
      await expect(page.locator(`#${id} .lost .badge`)).toHaveCount(ahead.length);
      await expect(page.locator(`#${id} .ahead`)).toHaveText(ahead);
    }
  };
  await table.open("xiangqi");
  await expect(page.locator(".strip .figure")).toHaveCount(2);
  const figures = await page.locator(".figure path").evaluateAll((all) => all.map((one) => one.getAttribute("d")));
  await set(page.locator("#players select").last(), "");
  // Full strength has a robot, the second level an advisor; the person stays.
  await expect(page.locator(".figure path").first()).not.toHaveAttribute("d", figures[0] ?? "");
  await expect(page.locator(".figure path").last()).toHaveAttribute("d", figures[1] ?? "");
  await table.seat({ people: true });
  await table.begin();
  await table.tap("h3", "h10");
  await lost([], ["+4"]);
  await page.locator("#flip").click();
  await lost(["+4"], []);
  const [far, board, near] = await places();
  expect(
    board.right <= far.left &&
      far.left === near.left &&
      far.bottom < near.top &&
      Math.abs(near.bottom - board.bottom) < 8,
  ).toBe(true);
  await table.size(390, 844);
  await isBetween();
  await table.size(1280, 800);
  for (const [id, seats, stores] of /** @type {const} */ ([
    ["dicechess", 4, 0],
    ["oanquan", 2, 2],
  ])) {
    await table.open(id);
    await expect(page.locator(".strip .seat")).toHaveCount(seats);
    await expect(page.locator(".strip .store")).toHaveCount(stores);
    if (id === "oanquan") await isBetween();
  }
});

test.describe("a first visit with a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("starts a game in two taps, which the start page continues", async ({ page, table }) => {
    await table.load();
    await page.locator("#cards [data-id=xiangqi] .strong").tap();
    await expect(page.locator("#level")).toBeVisible();
    await page.locator("#begin").tap();
    await table.has(0);
    await table.go(2, "h3", "e3");
    await table.mode("home");
    await expect(page.locator("#continue li .thumb svg")).toHaveCount(1);
    await page.locator("#continue .kept").tap();
    await expect(table.body).toHaveAttribute("data-mode", "play");
    await table.has(2);
  });

  test("starts the first lesson in one tap", async ({ page, table }) => {
    await table.load();
    await page.locator("#cards [data-id=commander] .act:not(.strong)").tap();
    await expect(page.locator("#lesson-title")).toHaveText(/^1\./);
  });

  test("finds the exact value of a position in two taps", async ({ page, table }) => {
    await table.load();
    await page.locator("#home [data-opens]").tap();
    await page.locator("#fen").fill(record("namdinh", "", "fen k4/5/5/1S3/K1S2 w"));
    await page.locator("#set-up-analyse").tap();
    await expect(table.body).toHaveAttribute("data-mode", "analyse");
    await expect(table.lines.first()).toBeVisible();
    await expect(page.locator("#exact-position")).toHaveText("wins in 19");
    await expect(page.locator("#exact-position")).toBeVisible();
  });
});

// Playing: every game, the die, clocks, resigning, draws, matches, sounds.

import { expect, listen, record, set, test } from "./table.js";

/**
 * Moves of a person in each game without dice, as points to tap, whatever Banco replies.
 * @type {[string, string[][]][]}
 */
const PLAYED = [
  [
    "xiangqi",
    [
      ["h3", "e3"],
      ["a4", "a5"],
    ],
  ],
  [
    "commander",
    [
      ["g5", "g6"],
      ["f4", "f5"],
    ],
  ],
  ["namdinh", [["d3", "c3"]]],
  ["oanquan", [["b1"]]],
];

for (const [id, turns] of PLAYED) {
  test(`${id} is played, answered, analysed, taken back and reloaded`, async ({ page, table }) => {
    await table.open(id);
    if (id === "oanquan") await table.tonkin();
    for (const [turn, points] of turns.entries()) {
      await table.tap(...points);
      await table.has(2 * turn + 2);
    }
    const played = 2 * turns.length;
    await table.analyse();
    await expect(page.locator("#board .arrows > *").first()).toBeVisible();
    await table.mode("play");
    await table.step("previous");
    await table.at(played - 1);
    await table.step("last");
    await table.at(played);
    // Both moves of the last turn are taken back.
    await page.locator("#undo").click();
    await table.has(played - 2);
    const position = await table.copied("copy-fen");
    await page.locator("#flip").click();
    await table.reload();
    await table.has(played - 2);
    expect(await table.copied("copy-fen")).toBe(position);
    await table.size(390, 844);
    await table.fits();
  });
}

test("a person throws and moves, and three engines answer with throws of their own", async ({ page, table }) => {
  await table.open("dicechess");
  await table.begin();
  for (let turn = 1; turn <= 2; turn++) {
    await table.throw();
    await table.has(4 * turn);
  }
  // The expectation of each throw.
  await table.analyse();
  await expect(page.locator(".face")).toHaveCount(4);
  await table.mode("play");
  await page.locator("#undo").click();
  await table.has(4);
  await table.reload();
  await table.has(4);
  await table.size(390, 844);
});

test("the page draws the first turn, and describes the throws", async ({ page, table }) => {
  await table.open("dicechess", { people: true });
  const throws = page.locator("#first-throws");
  // Faces 2 to 5 by their index. Without a move for its first throw, a 4, a seat would pass at once.
  for (const [draws, said] of [
    [[0, 3, 1, 0], "Red 2, Green 5, Yellow 3, Black 2. Green begins with 5."],
    [[3, 3, 0, 0, 1, 3], "Red 5, Green 5, Yellow 2, Black 2; again: Red 3, Green 5. Green begins with 5."],
  ]) {
    await page.evaluate((all) => {
      crypto.getRandomValues = (to) => /** @type {any} */ (to).fill(all.shift() ?? 0);
    }, /** @type {number[]} */ (draws));
    await table.begin({ lots: true });
    await expect(throws).toContainText(`: ${said}`);
    // The first seat has its throw already.
    await expect(page.locator("#throw")).toContainText("Green threw 5");
  }
  await table.begin();
  await expect(table.status).toHaveText("Red to move");
  await expect(throws).toHaveCount(0);
});

test("captive kings are exchanged if the other seat agrees", async ({ page, table }) => {
  await table.open("dicechess");
  const offer = page.locator("#dice .offer");
  // Green's elephant waits for the king that comes back to d1: a gain for Banco.
  await table.setUp("4rK3/8/8/bKbP6/4gP3/8/yP7/gE6yB r - - -rb- 12 40");
  await offer.click();
  await expect(table.plies.first()).toHaveText("exchange=gy");
  // Red's elephant waits for the one that comes back to h4: Banco would not agree.
  const good = "4rK2rE/8/8/bKbP6/4gP3/8/8/yP6yB r - - -rb- 12 40";
  await table.setUp(good, 0);
  await offer.click();
  await expect(page.locator("#offered")).toContainText("declined");
  await expect(page.locator("#throw")).toBeEnabled();
  await table.has(0);
  // A person agrees all the same.
  await set(page.locator("#players [data-seat=b] select").first(), "person");
  await table.setUp(good.replace(" 40", " 41"));
  await offer.click();
  await page.locator("#dice .accept").click();
  await expect(table.plies.first()).toHaveText("exchange=gy");
});

for (const [id, strongest] of [
  ["xiangqi", "3080"],
  ["commander", "2200"],
  ["namdinh", "1740"],
  ["dicechess", "1300"],
  ["oanquan", "1500"],
]) {
  test(`levels of ${id} have names, and visitors meet the second`, async ({ page, table }) => {
    await table.open(id);
    const levels = page.locator("#players select").last();
    const names = await levels.locator("option").allTextContents();
    expect(names).toHaveLength(9);
    for (const [i, name] of names.slice(1).entries()) expect(name).toMatch(new RegExp(`^${i + 1} · ..`));
    expect(await levels.evaluate((/** @type {any} */ one) => one.selectedOptions[0].text)).toBe(names[2]);
    await expect(levels.locator("option").last()).toHaveAttribute("title", `${strongest} Elo`);
    await expect(levels.locator("option").last()).toHaveAttribute("value", strongest);
    // No action is shown that this game will not have; Banco may have begun in dice chess.
    const absent = ["rematch", ...(id === "dicechess" ? [] : ["marks", "promote", "delete-move"])];
    for (const one of absent) await expect(page.locator(`#${one}`)).toHaveAttribute("hidden");
    for (const one of ["swap", "resign", "offer-draw"])
      await expect(page.locator(`#${one}`)).not.toHaveAttribute("hidden");
  });
}

test("moves are spoken, with what they take", async ({ page, table }) => {
  const spoken = page.locator("#live");
  await table.open("xiangqi", { people: true });
  await table.go(1, "h3", "h10");
  await expect(spoken).toHaveText("Red: cannon takes knight on h10. Black to move");
  await table.go(2, "i10", "h10");
  await expect(spoken).toHaveText("Black: rook takes cannon on h10. Red to move");
  await table.go(3, "b3", "e3");
  await expect(spoken).toHaveText("Red: cannon b3 – e3. Black to move");
  await table.go(4, "a7", "a6");
  await table.go(5, "e3", "e7");
  await expect(spoken).toHaveText("Red: cannon takes pawn on e7. Black to move");
  await table.setUp("r3k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", 0);
  await table.go(1, "a1", "a10");
  await expect(spoken).toHaveText("Red: rook takes rook on a10, check. Black to move");
});

test("pits are named with owner and content, and captures from them are spoken", async ({ page, table }) => {
  await table.open("oanquan", { people: true });
  const named = (/** @type {string} */ point) => page.locator(`#board .hit[data-point="${point}"]`);
  for (const [point, label] of [
    ["b1", "b1: South, 5 counters"],
    ["c2", "c2: North, 5 counters"],
    ["W", "W: large space, mandarin stone"],
  ]) {
    await expect(named(point)).toHaveAttribute("aria-label", label);
  }
  await table.play("b1+");
  await table.has(1);
  await expect(page.locator("#live")).toHaveText("South: b1 anticlockwise takes 6 counters on c1. North to move");
  await expect(named("c1")).toHaveAttribute("aria-label", "c1: South, empty");
});

test("a flag falls", async ({ page, table }) => {
  await page.clock.install();
  await table.open("namdinh");
  await set(page.locator("#clock"), "3+2");
  await expect(page.locator(".strip .clock:visible")).toHaveCount(2);
  await table.go(2, "d3", "c3");
  // Both moves brought two seconds; then White's clock runs.
  for (const time of await page.locator(".strip .clock").allInnerTexts()) expect(time).toMatch(/^(3:0|2:5)/);
  await expect(page.locator(".clock.runs")).toHaveAttribute("data-team", "0");
  await page.clock.runFor("03:10");
  await expect(table.status).toHaveText("Black wins: time");
  await expect(page.locator("#match-score")).toHaveText("White 0 – 1 Black");
  await table.language("vi");
  await expect(table.status).toContainText("Đen thắng: hết giờ");
  await table.reload();
  await expect(table.status).toHaveClass(/over/);
});

test("clocks bind Banco, and outlast a reload", async ({ page, table }) => {
  const sent = listen(page);
  await page.clock.install();
  await table.open("namdinh");
  const amount = page.locator("#players input");
  await set(amount, "60");
  await set(page.locator("#clock"), "30s");
  await table.settled();
  await table.go(2, "d3", "c3");
  expect(sent).toContain("go movetime 29700");
  await set(amount, "0.1");
  await table.begin();
  await table.go(2, "d3", "c3");
  expect(sent).toContain("go movetime 100");
  await set(page.locator("#clock"), "3+2");
  await table.begin();
  await table.go(2, "d3", "c3");
  await page.clock.runFor("02:00");
  const clocks = page.locator(".strip .clock");
  const [other, own] = await clocks.allInnerTexts();
  expect(own).toMatch(/^(1:0|0:)/);
  await table.reload();
  await table.has(2);
  await expect(clocks.first()).toHaveText(other);
  await expect(clocks.last()).toHaveText(/^(1:0|0:)/);
});

test("a match is resigned, played again with colours exchanged, and drawn", async ({ page, table }) => {
  await table.open("xiangqi");
  await table.go(2, "h3", "e3");
  await page.locator("#more").click();
  await page.locator("#resign").click();
  await expect(table.status).toHaveText("Red to move");
  await page.locator("#notice").getByText("Resign", { exact: true }).click();
  await expect(table.status).toHaveText("Black wins: resignation");
  await page.locator("#rematch").click();
  // The board is turned, and Banco begins.
  await table.has(1);
  expect(await table.isAbove("a1", "a10")).toBe(true);
  const score = page.locator("#match-score");
  await expect(score).toHaveText("Red 1 – 0 Black");
  await table.choose("offer-draw");
  await expect(page.getByText(/Draw declined|Draw: /).first()).toBeVisible();
  if (await table.status.getAttribute("class")) await expect(score).toHaveText("Red 1½ – ½ Black");
});

test("a draw is judged by the last position, whichever is viewed", async ({ table }) => {
  await table.open("xiangqi");
  // Red has given up both cannons for knights.
  await table.setUp(record("xiangqi", "h3h10 i10h10 b3b10 a10b10"), 4);
  await table.step("first");
  await table.choose("offer-draw");
  await expect(table.fault).toHaveText("Draw declined.");
  await expect(table.status).not.toHaveClass(/over/);
});

test("only games that end here are counted", async ({ page, table }) => {
  await table.open("xiangqi");
  const start = "fen 3k5/R8/9/9/9/9/9/9/9/4K3R w - - 0 1";
  await table.setUp(record("xiangqi", "i1i10", start));
  await expect(table.status).toHaveClass(/over/);
  await expect(page.locator("#match-score")).toBeEmpty();
  await table.setUp(record("xiangqi", "", start), 0);
  await table.tap("i1", "i10");
  await expect(page.locator("#match-score")).toHaveText("Red 1 – 0 Black");
});

test("sounds are heard, and switched off", async ({ page, table }) => {
  // People who want no motion get no sound either, unless they choose.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...given) {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
      start.apply(this, given);
    };
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        this.addEventListener("statechange", () => (document.body.dataset.audio = this.state));
      }
    };
  });
  await table.open("namdinh");
  // Sound begins with the first input.
  await page.locator("#flip").click();
  await expect(table.body).toHaveAttribute("data-audio", "running");
  await page.locator("#flip").click();
  await table.go(2, "d3", "c3");
  await expect(table.body).toHaveAttribute("data-tones");
  await page.locator("#set").click();
  await page.locator("#sound").uncheck();
  await page.locator("#settings .shut").click();
  const tones = (await table.body.getAttribute("data-tones")) ?? "";
  await page.locator("#undo").click();
  await table.has(0);
  await table.go(2, "d2", "c3");
  await expect(table.body).toHaveAttribute("data-tones", tones);
});

test("captured pieces fade, but for people who want no motion and at steps back", async ({ page, table }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await table.open("xiangqi", { people: true });
  await page.evaluate(() => {
    let faded = 0;
    const isGone = (/** @type {any} */ one) => one.classList.contains("gone");
    new MutationObserver((all) => {
      faded += all.flatMap(({ addedNodes }) => [...addedNodes]).filter(isGone).length;
      document.body.dataset.faded = String(faded);
    }).observe(/** @type {Node} */ (document.querySelector("#board .men")), { childList: true });
  });
  await table.go(1, "h3", "h10");
  await expect(table.body).toHaveAttribute("data-faded", "1");
  await expect(page.locator("#board .gone")).toHaveCount(0);
  await expect(table.units).toHaveCount(31);
  await table.step("previous");
  await expect(table.units).toHaveCount(32);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await table.step("next");
  await expect(table.units).toHaveCount(31);
  await expect(table.body).toHaveAttribute("data-faded", "1");
});

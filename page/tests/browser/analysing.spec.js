// Analysis: lines, the bar, reviews, hints, exact values, positions set up by hand.

import { readFileSync } from "node:fs";

import { expect, listen, record, set, test } from "./table.js";

test("lines are viewed and played", async ({ page, table }) => {
  await table.open("xiangqi");
  await set(page.locator("#limit"), "depth");
  await set(page.locator("#limit-amount"), "7");
  await set(page.locator("#notation"), "vietnamese");
  await table.mode("analyse");
  await expect(page.locator("#report")).toHaveText(/^depth 7\b/);
  await expect(table.lines).toHaveCount(3);
  await expect(page.locator("#lines .step").first()).toHaveText(/^(Tg|[STMXPB])/);
  // At its limit the engine stops.
  const report = await page.locator("#report").innerText();
  const step = table.lines.nth(1).locator(".step").nth(1);
  await step.focus();
  await expect(page.locator("#preview")).toBeVisible();
  expect(await page.locator("#preview .disc").count()).toBeGreaterThan(30);
  await expect(page.locator("#report")).toHaveText(report);
  await step.click();
  await table.has(2);
  // Nobody answers a line that is viewed.
  await expect(page.locator("#report")).toHaveText(/^depth 7\b/);
  await table.has(2);
  for (const label of await table.plies.evaluateAll((all) => all.map((one) => one.ariaLabel)))
    expect(label).toMatch(/ (Red|Black): /);
});

test("a game is reviewed", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  // Black gives up a rook for nothing with the fourth move.
  await table.setUp(record("xiangqi", "h3e3 h10g8 h1g3 i10i9 i1h1 i9a9 h1h8 a9h9"), 8);
  await table.review();
  await expect(page.locator("#accuracy tr")).toHaveCount(3);
  await table.has(8);
  const points = await page.locator("#graph polyline").getAttribute("points");
  expect(points?.split(" ")).toHaveLength(9);
  const shares = await page.locator("#accuracy .accuracy").allInnerTexts();
  expect(shares).toHaveLength(2);
  for (const share of shares) expect(share).toMatch(/^(\d\d?|100)\b/);
  // The worst moves are listed, marked in the list, and link to their positions.
  await page.locator("#moments button").first().click();
  await expect(table.current).toHaveText(/\?/);
  await expect(table.current).toHaveClass(/fault|doubt/);
  await table.settled();
  // A new game has none of it.
  await table.mode("play");
  await table.begin();
  await expect(page.locator("#accuracy tr, #moments li")).toHaveCount(0);
});

test("a hint ends the review, and later requests are answered", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.setUp(record("xiangqi", "h3e3 h10g8 h1g3 b10c8"), 4);
  const hint = page.locator("#coach .step");
  await table.review();
  await table.at(0);
  await page.locator("#hint").dispatchEvent("click");
  await expect(hint).toHaveCount(1);
  await expect(table.fault).toBeEmpty();
  await table.at(0);
  await table.step("last");
  await table.has(4);
  await table.mode("play");
  await expect(hint).toHaveCount(0);
  await page.locator("#hint").click();
  await expect(hint).toHaveCount(1);
});

test("the last position is judged for its side", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.mode("analyse");
  await page.locator("#analyse").click();
  // No small table has it.
  await table.file("r1b1k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
  await expect(table.status).toHaveText("Black to move");
  await expect(table.score).toBeEmpty();
  await table.panel("review");
  await page.locator("#whole").click();
  // Black has the rook.
  await expect(table.score).toHaveText(/^[−-]/);
  await table.setUp("3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1");
  await expect(page.locator("#board .mark.check")).toHaveCount(1);
});

test("hints and refutations", async ({ page, table }) => {
  await table.open("xiangqi");
  const steps = page.locator("#coach .step");
  await page.locator("#hint").click();
  await expect(steps).toHaveCount(1);
  await expect(page.locator("#board .arrows > *")).toHaveCount(1);
  await table.has(0);
  await table.seat({ people: true });
  // The cannon takes a knight and is taken.
  await table.go(1, "h3", "h10");
  await table.mode("analyse");
  await page.locator("#why-not").click();
  await expect(steps.first()).toHaveText("R9=8");
});

test("a resignation is no evaluation of the last move", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.setUp(record("xiangqi", "h3e3 h10g8 h1g3 h8h1 g3h1"), 5);
  await table.choose("resign");
  await expect(table.status).toHaveClass(/over/);
  await expect(table.score).not.toHaveText(/[01]–[01]/);
  await table.mode("analyse");
  await page.locator("#why-not").click();
  await expect(page.locator("#coach")).not.toBeEmpty();
  await expect(page.locator("#coach")).not.toHaveText(/[01]–[01]/);
  await table.panel("review");
  await page.locator("#whole").click();
  // Key moments have the numbers of the list.
  await expect(page.locator("#moments button").filter({ hasText: "C8+7" })).toHaveText(/^2… C8\+7/);
});

test("throws are weighed, and moves of a throw compared", async ({ page, table }) => {
  await table.open("dicechess", { people: true });
  await table.setUp("8/6bP1/4gH1bB1/gK2gByB3/3rB2gP1/8/1gE4gP1/8 b - gb b-gr 3 132", 0);
  await table.mode("analyse");
  await expect(page.locator(".face b").filter({ hasText: /^−#1$/ })).toHaveCount(1);
  // Better than without that throw: so is the whole.
  await expect(table.score).toHaveText(/^−\d\d\./);
  await table.file('[Variant "dicechess"]\n\n1. 2:h8f6 *', 1);
  await page.locator("#why-not").click();
  await expect(page.locator("#coach")).toContainText("2:h8f6 is also Banco");
});

test("the bar is of the position on the board", async ({ page, table }) => {
  await table.open("namdinh", { people: true });
  await table.setUp(record("namdinh", "a2a3", "fen 5/5/5/SS3/K1k1s w"), 1);
  // A new game has no score, and the page shows that.
  await table.begin();
  await expect(table.score).toBeEmpty();
  await expect(page.locator("#bar-first")).toHaveAttribute("style", /height: 50%/);
  await expect(page.locator("#bar")).toHaveClass(/unknown/);
  await expect(page.locator("#graph polyline")).toHaveAttribute("points", "");
  // Analysed and left: the score stays with its position.
  await table.analyse();
  await table.mode("play");
  await table.go(1, "d3", "c3");
  await table.step("previous");
  await expect(table.score).not.toBeEmpty();
});

test("results are shown in the winner's colour", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  const bar = page.locator("#bar-first");
  await table.setUp(record("xiangqi", "i1i10", "fen 3k5/R8/9/9/9/9/9/9/9/4K3R w - - 0 1"));
  await expect(table.status).toHaveText("Red wins: checkmate");
  await expect(table.status).toHaveClass("over red");
  await expect(table.status.locator(".dot")).toHaveClass("dot red");
  await expect(table.score).toHaveText("1–0 ✓");
  await expect(bar).toHaveAttribute("style", /height: 100%/);
  await table.language("vi");
  await expect(table.status).toHaveText("Đỏ thắng: chiếu hết");
  // Captured counters move the bar before the engine reports a score.
  await table.switch("oanquan");
  await table.tonkin();
  await table.seat({ people: true });
  await expect(bar).toHaveAttribute("style", /height: 50%/);
  await table.setUp("6,0,0,6,6/11/6,0,6,6,6/11 n 6,0 00000/00000 1s 1");
  await expect(bar).toHaveAttribute("style", /height: (5[5-9]|[6-9]\d)/);
});

test("players are chosen and limited, which does not limit analysis", async ({ page, table }) => {
  const sent = listen(page);
  await table.open("xiangqi");
  const players = page.locator("#players select");
  // Banco plays both sides until paused.
  await table.engines();
  await expect(table.plies.nth(3)).toBeVisible();
  await table.choose("hold");
  await table.settled();
  await expect(page.locator("#resume")).toBeVisible();
  await set(players.first(), "person");
  await set(players.nth(3), (await players.nth(3).locator("option").nth(1).getAttribute("value")) ?? "");
  await table.begin();
  await table.drag("h3", "e3");
  await table.has(2);
  await expect(table.plies.first()).toHaveText("C2=5");
  const last = (/** @type {string} */ name) => sent.findLast((line) => line.includes(name));
  expect(last("LimitStrength")).toContain("true");
  await table.mode("analyse");
  await expect(table.lines).toHaveCount(3);
  expect(last("LimitStrength")).toContain("false");
});

test("the engine plays on after a record with errors, and in another language", async ({ page, table }) => {
  await table.open("xiangqi");
  const goesOn = async () => expect(table.plies.nth((await table.plies.count()) + 1)).toBeVisible();
  await table.engines();
  await goesOn();
  for (let i = 0; i < 2; i++) {
    await table.file(record("namdinh", "a1a2"));
    await expect(table.fault).toContainText("a1a2");
    await expect(table.body).toHaveAttribute("data-game", "xiangqi");
    await goesOn();
    await page.locator("#language").click();
    await goesOn();
  }
  await table.choose("hold");
  await table.mode("analyse");
  await expect(table.lines).toHaveCount(3);
  await table.language("vi");
  await expect(table.lines).toHaveCount(3);
  const report = await page.locator("#report").innerText();
  await expect(page.locator("#report")).not.toHaveText(report);
});

test("a position is set up by hand", async ({ page, table }) => {
  await table.open("xiangqi");
  const fault = page.locator("#edit-fault");
  const editor = page.locator("#editor");
  const fen = page.locator("#fen");
  const click = (/** @type {string[]} */ ...ids) =>
    ids.reduce((done, id) => done.then(() => page.locator(`#${id}`).click()), Promise.resolve());
  const man = (/** @type {string} */ letters) => page.locator(`.palette [data-man="${letters}"]`).click();
  await click("new", "edit", "edit-clear");
  await expect(fault).toHaveText("Bad position: no red king");
  await expect(page.locator("#edit-play")).toBeDisabled();
  for (const [letters, point] of [
    ["K", "e1"],
    ["k", "e10"],
  ]) {
    await man(letters);
    await table.tap(point);
  }
  await expect(fault).toHaveText("Bad position: the kings face each other");
  await table.language("vi");
  await table.tap("e10", "d10");
  await man("A");
  await table.tap("a2");
  await expect(fault).toHaveText("Thế cờ sai: Sĩ đỏ không thể đứng ở a2");
  await table.tap("a2");
  await man("P");
  await table.tap("a6");
  await expect(fault).toBeEmpty();
  // It may be turned and change its look meanwhile.
  await expect(table.units).toHaveCount(3);
  await click("flip", "set");
  await page.locator("label:has(#signs-letters)").click();
  await expect(page.locator("#board .sign.letter")).toHaveCount(3);
  await page.locator("#settings .shut").click();
  await click("flip", "edit-mirror");
  await expect(fen).toHaveValue(/^5k3\/9\/9\/9\/8P\/9\/9\/9\/9\/4K4 w/);
  await click("edit-swap");
  await expect(fen).toHaveValue(/^4k4\/9\/9\/9\/9\/8p\/9\/9\/9\/5K3 b/);
  // In analysis nobody plays: no move of either side is answered.
  await click("edit-analyse");
  await expect(editor).toBeHidden();
  await expect(table.lines.first()).toBeVisible();
  await table.go(1, "i5", "i4");
  await expect(table.lines.first()).toBeVisible();
  await table.has(1);
  // Counters and stores must add up.
  await table.switch("oanquan");
  await table.tonkin();
  await table.mode("play");
  await click("new", "edit");
  await man("5");
  await table.tap("b1");
  await expect(fault).toHaveText("Thế cờ sai: Hơn 70 quân trên bàn");
  await man("-5");
  await table.tap("c1", "d1");
  await page.locator(".palette [data-store=South] button").last().click();
  await expect(fault).toBeEmpty();
  await click("edit-play");
  await expect(fen).toHaveValue(/^5,10,0,0,5\/10\/5,5,5,5,5\/10 s 5,0/);
  await table.switch("xiangqi");
  await table.has(1);
  // From the start position, left unchanged.
  await click("new", "edit", "edit-start");
  await expect(fen).toHaveValue(/^rnbakabnr\//);
  await table.size(390, 844);
  await table.fits();
  await click("edit-cancel");
  await table.has(1);
  // A change to another move closes the editor.
  await click("new", "edit");
  await expect(editor).toBeVisible();
  await table.step("first");
  await expect(editor).toBeHidden();
});

test("small tables are built beside the game, and answer exactly", async ({ page, table }) => {
  await table.open("namdinh", { people: true });
  await table.setUp("k4/5/5/1S3/K1S2 w");
  const value = page.locator("#exact-position");
  await expect(value).toHaveText("wins in 19");
  await expect(table.score).toHaveText("+#19 ✓");
  await table.mode("analyse");
  await table.panel("exactTab");
  await expect(page.locator("#exact-moves li")).toHaveCount(12);
  const best = page.locator("#exact-moves button").first();
  const move = await best.innerText();
  await best.click();
  await table.has(1);
  await expect(table.current).toHaveText(move);
  await expect(value).toHaveText("loses in 18");
  await table.language("vi");
  await expect(value).toHaveText("thua sau 18");
});

test("openings of Xiangqi are named beside the moves, in the explorer and in the report, and their lines are legal", async ({
  page,
  table,
}) => {
  const families = JSON.parse(readFileSync(new URL("../../assets/families.json", import.meta.url), "utf8"));
  const name = page.locator("#opening");
  await table.open("xiangqi", { people: true });
  await expect(name).toBeEmpty();
  await table.setUp(record("xiangqi", "h3e3 b10c8 h1g3 h10g8"), 4);
  await expect(name).toHaveText("Central Cannon v. Screen Horses");
  await expect(name).toHaveAttribute("title", "中炮对屏风马 · ECCO C0-C1");
  await table.language("vi");
  await expect(name).toHaveText("Pháo đầu đối Bình phong mã");
  await set(page.locator("#notation"), "chinese");
  await expect(name).toHaveText("中炮对屏风马");
  await table.mode("analyse");
  for (const panel of ["openings", "review", "moves"]) {
    await table.panel(panel);
    await expect(name).toBeVisible();
  }
  await table.step("first");
  await expect(name).toBeEmpty();
  await table.mode("play");
  const faults = await page.evaluate(async (lines) => {
    const { client } = /** @type {any} */ (window).banco;
    const answers = await Promise.all(
      lines.map((/** @type {string[]} */ [, moves]) => client.ask("position startpos", `read moves ${moves}`)),
    );
    return answers.flatMap((answer) => answer.faults);
  }, families);
  expect(faults).toEqual([]);
  await table.switch("namdinh");
  await expect(name).toBeHidden();
});

// The board under mouse, fingers and keys: stacks, planned moves, drawn arrows, illegal tries, looks.

import { expect, holdMoves, set, test } from "./table.js";

test("a stack is split: one group goes, then another, the rest stays", async ({ page, table }) => {
  await table.open("commander");
  await table.setUp(
    "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2(NFT)1G2TG2/3A2S2A1/1N2FH1H3/6C4 r - - 0 1",
    0,
  );
  const group = (/** @type {string} */ name) =>
    page.locator("#tray button").filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
  await table.tap("c4");
  await expect(group("tank")).toBeVisible();
  await group("tank").click();
  await table.tap("d4");
  await group("navy").click();
  await table.tap("c6");
  await page.locator("#tray .strong").click();
  await table.has(2);
  await expect(table.plies.first()).toHaveText("c4:Nc6,Td4");
});

test("keys play, and reach everything outside of fields", async ({ page, table }) => {
  await table.open("xiangqi");
  await page.locator('.hit[data-point="h3"]').focus();
  for (const key of ["Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await table.has(2);
  await expect(table.plies.first()).toHaveText("C2=5");
  await page.keyboard.press("f");
  expect(await table.isAbove("a1", "a10")).toBe(true);
  // Files are numbered from each side's right; the numbers turn with the board.
  const names = page.locator("#board .name");
  const lowest = await names.evaluateAll((all) =>
    all
      .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
      .sort((a, b) => b.box.y - a.box.y || a.box.x - b.box.x)
      .slice(0, 9)
      .map(({ text }) => text)
      .join(""),
  );
  expect(lowest).toBe("987654321");
  await set(page.locator("#notation"), "");
  await expect(names).toHaveCount(19);
  await table.mode("analyse");
  const engine = page.getByRole("switch", { name: "Engine" }).or(page.locator("#analyse")).first();
  await expect(engine).toBeChecked();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press(" ");
  await expect(engine).not.toBeChecked();
  await page.keyboard.press("?");
  await expect(page.locator("#help-keys")).toBeVisible();
  expect(await page.locator("#key-list kbd").count()).toBeGreaterThan(6);
});

test("keys stay where they are used", async ({ page, table }) => {
  await table.open("xiangqi");
  await table.go(2, "h3", "e3");
  await page.locator("#how").click();
  await page.locator("#learn [value=rulesTab]").focus();
  for (const [key, tab] of [
    ["ArrowRight", "legendTab"],
    ["Home", "lessonsTab"],
    ["ArrowLeft", "legendTab"],
    ["ArrowRight", "lessonsTab"],
  ]) {
    await page.keyboard.press(key);
    await expect(page.locator(`#learn [value=${tab}]`)).toBeFocused();
    await expect(page.locator(`#learn [value=${tab}]`)).toHaveAttribute("aria-selected", "true");
  }
  await expect(page.locator('#learn [role=tab][tabindex="0"]')).toHaveCount(1);
  await page.locator("#learn-close").click();
  await table.has(2);
  // A list keeps the focus when its choice draws it anew.
  await page.locator("#new").click();
  await page.locator("#seats-box summary").click();
  const player = page.locator("#players select").first();
  await player.focus();
  await player.selectOption("engine");
  await expect(player).toBeFocused();
  await page.locator("#start .shut").click();
  // A choice of direction returns the focus to the board.
  await table.switch("oanquan");
  await page.locator('.hit[data-point="c1"]').focus();
  await page.keyboard.press("Enter");
  await expect(table.ways).toHaveCount(2);
  await table.ways.first().focus();
  await page.keyboard.press("Enter");
  await table.has(2);
  await expect(page.locator('.hit[data-point="c1"]')).toBeFocused();
});

test("moves are planned while Banco thinks", async ({ page, table }) => {
  const reply = await holdMoves(page);
  const planned = page.locator("#board .mark.planned");
  await table.open("xiangqi");
  await set(page.locator("#players select").last(), "");
  await table.drag("h3", "e3");
  await table.at(1, { isBusy: true });
  await table.tap("h1");
  await expect(planned).toHaveCount(1);
  await table.tap("g3");
  await expect(planned).toHaveCount(2);
  await reply("h10g8");
  await table.at(3, { isBusy: true });
  await expect(table.current).toHaveText("H2+3");
  await expect(planned).toHaveCount(0);
  // Not legal after the answer: the person moves as usual.
  await table.tap("e3", "e10");
  await reply("i10h10");
  await table.has(4);
  await expect(planned).toHaveCount(0);
  await expect(table.fault).toBeEmpty();
  // Escape and a second tap drop a plan.
  await table.tap("b1", "c3");
  await table.at(5, { isBusy: true });
  await table.tap("a1");
  await expect(planned).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(planned).toHaveCount(0);
  // The point in the keyboard's focus is a ring, which lets the pointer through to the piece.
  await table.point("a1").click({ force: true });
  await expect(planned).toHaveCount(1);
  await table.tap("a1");
  await expect(planned).toHaveCount(0);
});

test("beginners plan nothing by accident", async ({ page, table }) => {
  const reply = await holdMoves(page);
  await table.open("xiangqi");
  await table.drag("h3", "e3");
  await table.at(1, { isBusy: true });
  await table.tap("h1", "g3");
  await expect(page.locator("#board .mark.planned")).toHaveCount(0);
  await reply("h10g8");
  await table.has(2);
});

test("a second tap during a move plays nothing", async ({ page, table }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await table.open("oanquan", { people: true });
  await table.tap("c1");
  await expect(table.ways).toHaveCount(2);
  await page.locator('#board .way[data-way="+"] circle').click();
  // The same taps as for another move of the same side, and its text, while counters are sown.
  await table.tap("d1");
  await expect(table.ways).toHaveCount(0);
  await table.write();
  await page.locator("#move-text").fill("d1+");
  await page.locator("#move-text").press("Enter");
  await table.has(1);
  await expect(table.plies).toHaveText(["c1+"]);
  await table.reload();
  await table.has(1);
});

test("a second tap on a slow connection plays nothing", async ({ page, table }) => {
  await page.routeWebSocket("**/session", (socket) => {
    socket.connectToServer().onMessage((message) => void setTimeout(() => socket.send(message), 250));
  });
  await table.open("xiangqi");
  await table.go(2, "h3", "e3", "b1", "c3");
  await expect(table.plies.first()).toHaveText("C2=5");
  await expect(table.status).toHaveText("Red to move");
});

test("arrows and circles are drawn, stay with their position, and go out and in", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.go(1, "h3", "e3");
  const arrows = page.locator("#board .arrow.drawn");
  const circles = page.locator("#board .circle.drawn");
  const drawn = async (/** @type {number} */ arrow, /** @type {number} */ circle) => {
    await expect(arrows).toHaveCount(arrow);
    await expect(circles).toHaveCount(circle);
  };
  await table.drag("h10", "g8", "right");
  await table.drag("e7", "e7", "right");
  await drawn(1, 1);
  // Nothing was picked or played by it.
  await table.has(1);
  for (const [key, count] of /** @type {const} */ ([
    ["Home", 0],
    ["End", 1],
  ])) {
    await page.keyboard.press(key);
    await table.at(count);
    await drawn(count, count);
  }
  await table.reload();
  await drawn(1, 1);
  expect(await table.copied("copy-pgn")).toContain("{[%csl Ge7][%cal Gh10g8]}");
  // The same gesture removes a shape.
  await table.drag("e7", "e7", "right");
  await drawn(1, 0);
  await table.setUp("1. h3e3 {[%csl Re5] centre} *");
  await expect(page.locator("#moves .comment")).toHaveText("centre");
  await expect(page.locator("#board .circle.drawn.R")).toHaveCount(1);
});

for (const [language, refused, foreign, unreadable, illegal] of [
  [
    "en",
    "the knight on b1 cannot go to d2",
    "the rook on a10 is the other side's",
    "h3h4h5: a move such as h3e3 expected, ranks 1 to 10",
    "C5=4: no legal move is written so",
  ],
  [
    "vi",
    "Mã ở b1 không đi đến d2 được",
    "Xe ở a10 là quân đối phương",
    "h3h4h5: Cần một nước đi như h3e3, hàng 1 đến 10",
    "C5=4: Không có nước đi hợp lệ nào ghi như vậy",
  ],
]) {
  test(`illegal moves are explained (${language})`, async ({ table }) => {
    await table.open("xiangqi");
    await table.language(language);
    await table.tap("b1", "d2");
    await expect(table.fault).toHaveText(refused);
    await table.tap("a10");
    await expect(table.fault).toHaveText(foreign);
    for (const [move, fault] of [
      ["h3h4h5", unreadable],
      ["C5=4", illegal],
    ]) {
      await table.play(move);
      await expect(table.fault).toHaveText(fault);
    }
    await table.has(0);
    // A legal one is played.
    await table.play("炮二平五");
    await table.has(2);
    await expect(table.plies.first()).toHaveText(language === "vi" ? "P2-5" : "C2=5");
  });
}

test("signs, boards, pieces and the theme are chosen, and stay", async ({ page, table }) => {
  await table.open("xiangqi");
  const theme = (await page.locator("html").getAttribute("data-theme")) ?? "";
  await page.locator("#theme").click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", theme);
  await expect(page.locator("#board path.glyph")).toHaveCount(32);
  // No text needs an East Asian font.
  await expect(page.locator("#board")).not.toHaveText(/[\u3000-\u9fff]/);
  const letters = page.locator("#board .sign.letter");
  await page.locator("#set").click();
  await page.locator("label:has(#signs-pictures)").click();
  await expect(page.locator("#board path.icon")).toHaveCount(32);
  await page.locator("label:has(#signs-letters)").click();
  await expect(letters).toHaveCount(32);
  expect([...new Set(await letters.allTextContents())].sort().join("")).toBe("ACEHKPR");
  const wood = () => page.locator("#board .wood").evaluate((one) => getComputedStyle(one).fill);
  const body = () =>
    page
      .locator("#board .body")
      .first()
      .evaluate((one) => getComputedStyle(one).fill);
  const main = page.locator("main");
  const boards = new Set();
  for (const [list, count] of /** @type {const} */ ([
    ["board", 10],
    ["men", 5],
  ])) {
    const fields = page.locator(`[name=look-${list}]`);
    await expect(fields).toHaveCount(count);
    const values = await fields.evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value));
    for (const value of values) {
      const label = page.locator(`label:has(#look-${list}-${value})`);
      await label.click();
      await expect(main).toHaveAttribute(`data-${list}`, value);
      const shown = list === "board" ? ".wood" : ".body";
      const picture = await label
        .locator(shown)
        .first()
        .evaluate((one) => getComputedStyle(one).fill);
      expect(picture, `${value} looks as its picture`).toBe(await (list === "board" ? wood() : body()));
      if (list === "board") boards.add(picture);
    }
  }
  expect(boards.size).toBe(10);
  await page.locator("label:has(#look-board-slate)").click();
  await page.locator("label:has(#look-men-ivory)").click();
  await table.reload();
  await expect(main).toHaveAttribute("data-board", "slate");
  await expect(main).toHaveAttribute("data-men", "ivory");
  await expect(letters).toHaveCount(32);
});

test("zen shows the board, the clocks and what there is to answer", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  const height = () => page.locator("#board").evaluate((one) => one.getBoundingClientRect().height);
  const around = page.locator("header, #side, #controls, .strip");
  const before = await height();
  await page.keyboard.press("z");
  for (const one of await around.all()) await expect(one).toBeHidden();
  await expect(page.locator("#status")).toBeVisible();
  expect(await height()).toBeGreaterThan(before * 0.85);
  await table.fits();
  await table.go(1, "h3", "e3");
  await page.keyboard.press("Escape");
  await expect(page.locator("#side")).toBeVisible();
  await page.keyboard.press("z");
  await page.keyboard.press("z");
  await expect(page.locator("header")).toBeVisible();
});

test("boarding is no capture, axes count from 0, forces have their own names", async ({ page, table }) => {
  await table.open("commander");
  await table.setUp("9c1/11/11/11/4i6/11/11/11/4(FI)2g3/4T6/11/10C r - - 0 1", 0);
  await table.tap("e4");
  expect(await page.locator("#board .target.takes").count()).toBeGreaterThan(0);
  // Rings mark captures only: each is around a piece.
  const places = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
      );
  const men = await places("#board .men > [data-point]");
  for (const ring of await places("#board .target.takes"))
    expect(men.some(({ x, y }) => Math.hypot(x - ring.x, y - ring.y) < 9)).toBe(true);
  await page.keyboard.press("Escape");
  await table.setUp("9c1/11/11/11/4i6/11/11/11/4T6/4I6/11/10C r - - 0 1");
  await expect(page.locator('#board .hit[data-point="e3"]')).toHaveAttribute("aria-label", /infantry/);
  await table.settled();
  await table.tap("e3");
  await expect(page.locator("#board .target.joins")).toHaveCount(1);
  await set(page.locator("#look-axes"), "numbers");
  await expect(page.locator("#board .name").filter({ hasText: /^0$/ })).toHaveCount(2);
  await table.language("vi");
  await expect(page).toHaveTitle(/Cờ tư lệnh/);
  await page.locator("#how").click();
  await page.locator("#learn [value=legendTab]").click();
  for (const name of ["tàu", "máy bay", "bộ binh"]) await expect(page.locator("#learn")).toContainText(name);
});

test("in dice chess the board turns to the person, and a throw marks what moves", async ({ page, table }) => {
  const isLowest = (/** @type {string} */ point) =>
    page.locator("#board .hit").evaluateAll((all, name) => {
      const bottom = (/** @type {Element} */ one) => one.getBoundingClientRect().bottom;
      return (
        Math.max(...all.map(bottom)) -
          bottom(/** @type {Element} */ (all.find((one) => one.getAttribute("data-point") === name))) <
        1
      );
    }, point);
  await table.open("dicechess");
  expect(await isLowest("e8")).toBe(true);
  await table.setUp("4rK3/8/8/8/3rH4/5gE2/2bB5/bK2yK3gK r 3 - ---- 0 1");
  await expect(page.locator("#board .movable > *")).toHaveCount(1);
  await expect(page.locator("#dice")).toContainText("horse");
  // Green sits on the right; once a person plays it alone, its edge is below.
  await set(page.locator("#players [data-seat=r] select").first(), "engine");
  await set(page.locator("#players [data-seat=g] select").first(), "person");
  await expect.poll(() => isLowest("h4")).toBe(true);
});

test("the ruleset of O An Quan is remembered, and arrows on the pit choose the direction", async ({ page, table }) => {
  await table.open("oanquan");
  const ruleset = page.locator("#ruleset");
  const words = () => ruleset.evaluate((/** @type {any} */ one) => one.selectedOptions[0].text);
  expect(await words()).toBe("Modern: two directions, one game");
  await table.tonkin();
  await table.reload();
  await expect(table.status).toContainText("Round 1");
  expect(await words()).toBe("Tonkin 1909: one direction, rounds");
  await set(ruleset, "modern");
  await expect(table.status).toHaveText("South to move");
  await table.settled();
  await table.size(390, 844);
  await table.tap("c1");
  await expect(table.ways).toHaveCount(2);
  await page.locator('#board .way[data-way="-"]').click();
  await table.has(2);
  await expect(table.plies.first()).toHaveText("c1-");
});

test("O An Quan shows whose pits they are, pebbles, and stones without a letter", async ({ page, table }) => {
  await table.open("oanquan");
  for (const colour of ["blue", "red"]) await expect(page.locator(`#board .pit.${colour}`)).toHaveCount(5);
  await expect(page.locator("#board .stone")).toHaveCount(2);
  await expect(page.locator("#board path.counter")).toHaveCount(50);
  expect(await page.locator("#board .count").allTextContents()).not.toContain(expect.stringContaining("Q"));
});

test("the way of the counters is numbered before a move: under the pointer, at a touch, with the focus", async ({
  page,
  table,
}) => {
  await table.open("oanquan", { people: true });
  const shown = page.locator("#board .foreseen");
  const at = (/** @type {string} */ point) => shown.locator(`[data-point="${point}"]`);
  const way = (/** @type {string} */ sign) => page.locator(`#board .way[data-way="${sign}"] circle`);
  await table.tap("c1");
  await expect(shown).toHaveCount(0);
  await way("+").hover();
  await expect(at("e1")).toHaveText("2");
  await expect(at("d1")).toHaveText("+6");
  await way("-").hover();
  await expect(at("a1")).toHaveText("2");
  await page.locator(".message").hover();
  await expect(shown).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.locator("#board .way:focus")).toHaveCount(1);
  await expect(shown).toHaveCount(1);
  // A press shows the way, its release plays; released elsewhere it plays nothing.
  await way("+").hover();
  await page.mouse.down();
  await expect(at("d1")).toHaveText("+6");
  await page.locator(".message").hover();
  await page.mouse.up();
  await table.has(0);
  await way("+").click();
  await table.has(1);
  await expect(shown).toHaveCount(0);
  // With one direction there is nothing to choose: the pit shows the way.
  await table.tonkin();
  await page.locator("#board").hover();
  await table.point("c1").hover();
  await expect(at("d1")).toBeVisible();
});

test("captured counters are poured into the stores, and so are the rest at the end", async ({ page, table }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await table.open("oanquan", { people: true });
  await table.setUp("0,0,1,0,0/Q0/2,0,0,0,3/0 s 25,29", 0);
  const near = page.locator("#near .store b");
  await expect(near).toHaveText("25");
  await page.evaluate(() => {
    const store = /** @type {Element} */ (document.querySelector("#near"));
    const counts = /** @type {(string | null | undefined)[]} */ (Object.assign(window, { counts: [] }).counts);
    new MutationObserver(() => counts.push(store.querySelector(".store b")?.textContent)).observe(store, {
      childList: true,
      subtree: true,
    });
  });
  await table.tap("c1");
  await page.locator('#board .way[data-way="+"] circle').click();
  await table.has(1);
  await expect(near).toHaveText("36");
  await expect(page.locator("#far .store b")).toHaveText("34");
  await expect(page.locator(".strip.won")).toHaveId("near");
  // Ten of the captured stone come first.
  expect(await page.evaluate("[...new Set(counts)]")).toEqual(["35", "36"]);
});

test("a position that is typed crosses the wire once before it is drawn", async ({ page, table }) => {
  /** @type {string[]} */
  const frames = [];
  page.on("websocket", (socket) => {
    if (!socket.url().endsWith("/session")) return;
    socket.on("framesent", ({ payload }) => frames.push(`> ${payload}`));
    socket.on("framereceived", ({ payload }) => frames.push(`< ${payload}`));
  });
  await table.open("xiangqi");
  frames.length = 0;
  await table.setUp("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
  await expect(page.locator("#board .men > *")).toHaveCount(3);
  // The server tells of its tables in between.
  const [sent, received] = frames.filter((frame) => !frame.startsWith('< {"tables"'));
  expect(sent).toMatch(/^> state \S* ?fen 3k5\/[^\n]*$/);
  expect(received).toMatch(/^< \{"state":[^\n]*$/);
  expect(frames.filter((frame) => frame.includes("state "))).toHaveLength(1);
});

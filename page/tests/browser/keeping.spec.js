// Stored games: variations, marks and comments, the library with its filters, openings of stored games, the browser's
// Back.

import { expect, holdMoves, set, test } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** A PGN of Xiangqi. @param {string} red @param {string} date @param {string} result @param {string} moves */
const game = (red, date, result, moves) =>
  `[Red "${red}"]\n[Date "${date}"]\n[Variant "xiangqi"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;

/** Four games, one of them unfinished. */
const FOUR =
  game("Hồ Vinh Hoa", "1962.05.??", "1-0", "1. h3e3 h10g8 2. b1c3") +
  game("Lü Qin", "1999.11.02", "1/2-1/2", "1. b1c3 h10g8 2. h3e3") +
  game("Xu", "2001.01.01", "0-1", "1. c4c5 b10c8") +
  game("Zhao", "????.??.??", "*", "1. a4a5");

/** Expects the game with its variations, as PGN. @param {Table} table @param {string} text */
const isTree = async (table, text) => {
  const written = await table.copied("copy-pgn");
  expect(written.split("\n\n")[1].replace(/\s+/g, " ").trim()).toBe(`${text} *`);
};

test("a move in the past opens a variation, which is marked, promoted and deleted", async ({ page, table }) => {
  const go = async (/** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ count) => {
    await table.tap(from, to);
    await table.at(count);
  };
  await table.open("xiangqi", { people: true });
  await set(page.locator("#notation"), "");
  await table.settled();
  await go("h3", "e3", 1);
  await go("h10", "g8", 2);
  await go("h1", "g3", 3);
  await table.step("first");
  await go("b3", "e3", 1);
  await go("b10", "c8", 2);
  await isTree(table, "1. h3e3 (1. b3e3 b10c8) 1... h10g8 2. h1g3");
  await expect(page.locator("#moves .variation .ply")).toHaveText(["b3e3", "b10c8"]);
  await table.mode("analyse");
  await page.locator('#marks button[value="!?"]').click();
  await table.write();
  await page.locator("#comment").fill("the other cannon");
  await page.locator("#comment").press("Enter");
  await expect(page.locator("#moves .comment")).toHaveText("the other cannon");
  // Everything is there after a reload, the board on the same move.
  await table.reload();
  await table.has(2);
  await isTree(table, "1. h3e3 (1. b3e3 b10c8!? {the other cannon}) 1... h10g8 2. h1g3");
  await page.locator("#promote").click();
  await isTree(table, "1. b3e3 (1. h3e3 h10g8 2. h1g3) 1... b10c8!? {the other cannon}");
  // The former main line is a variation now, and is deleted.
  await page.locator("#moves .variation .ply").first().click();
  await expect(table.current).toHaveText("h3e3");
  await table.at(1);
  await page.locator("#delete-move").click();
  await table.at(0);
  await isTree(table, "1. b3e3 b10c8!? {the other cannon}");
  await table.size(390, 844);
  await table.fits();
});

test("moves taken back leave the record", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await set(page.locator("#notation"), "");
  await table.settled();
  await table.go(1, "h3", "e3");
  await table.go(2, "h10", "g8");
  await table.go(3, "h1", "g3");
  await table.go(4, "b10", "c8");
  for (const left of [3, 2]) {
    await page.locator("#undo").click();
    await table.has(left);
  }
  await expect(page.locator("#moves .ply")).toHaveText(["h3e3", "h10g8"]);
  // Nor does an analysis behind the end belong to the game that ends there.
  await table.mode("analyse");
  await table.go(3, "b1", "c3");
  await table.mode("play");
  await table.has(2);
  await table.choose("resign");
  await expect(table.status).toHaveText("Black wins: resignation");
  await expect(page.locator("#moves .ply")).toHaveText(["h3e3", "h10g8"]);
  expect(await table.copied("copy-pgn")).toMatch(/\n1\. h3e3 h10g8 0-1\n/);
  await table.mode("games");
  await expect(page.locator("#recent [aria-current]")).toContainText("2 moves");
});

test("a move that is taken back and played again is answered", async ({ page, table }) => {
  await table.open("xiangqi");
  await table.go(2, "h3", "e3");
  await page.locator("#undo").click();
  await table.has(0);
  await table.go(2, "h3", "e3");
});

test("the fields for comments and moves are behind a pencil, for the keyboard too, until the visit ends", async ({
  page,
  table,
  join,
}) => {
  const fields = page.locator("#comment:visible, #move-text:visible");
  const pencil = page.getByRole("button", { name: "Comment and write moves" });
  await table.open("xiangqi", { people: true });
  await expect(pencil).toHaveAttribute("aria-expanded", "false");
  await expect(fields).toHaveCount(0);
  await pencil.focus();
  await page.keyboard.press("Enter");
  await expect(pencil).toHaveAttribute("aria-expanded", "true");
  await expect(fields).toHaveCount(2);
  await table.reload();
  await table.mode("analyse");
  await expect(fields).toHaveCount(2);
  const other = await join();
  await other.open("xiangqi");
  await expect(other.page.locator("#comment")).toBeHidden();
  await pencil.click();
  await expect(fields).toHaveCount(0);
});

test("a comment is written while Banco moves", async ({ page, table }) => {
  const reply = await holdMoves(page);
  await table.open("xiangqi");
  await table.tap("h3", "e3");
  await table.at(1, { isBusy: true });
  const comment = page.locator("#comment");
  await table.write();
  await comment.fill("the centre");
  await reply("h10g8");
  await table.has(2);
  await expect(comment).toHaveValue("the centre");
  await comment.blur();
  await expect(comment).toHaveValue("");
  await expect(page.locator("#moves .comment")).toHaveText(["the centre"]);
});

test("games are kept, named, found again, deleted and brought back", async ({ page, table }) => {
  await table.open("namdinh", { people: true });
  const notice = page.locator("#notice button");
  const moved = async (/** @type {string[]} */ ...moves) => {
    await expect(table.plies).toHaveText(moves);
    await table.settled();
  };
  await table.go(1, "d3", "c3");
  // A new game loses nothing: the notice leads back, and so does the browser.
  await table.begin();
  // The notice covers nothing on a phone, and moves nothing when it disappears.
  await table.size(390, 844);
  await expect(notice).toBeVisible();
  const places = () =>
    Promise.all(["#new", "#undo", "#more"].map(async (one) => (await page.locator(one).boundingBox())?.y ?? 0));
  const box = await page.locator("#notice").boundingBox();
  const before = await places();
  for (const y of before) expect(y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  await page.locator("#notice").evaluate((/** @type {any} */ one) => (one.hidden = true));
  expect(await places()).toEqual(before);
  await page.locator("#notice").evaluate((/** @type {any} */ one) => (one.hidden = false));
  await table.size(1280, 800);
  await notice.click();
  await moved("d3c3");
  await table.begin();
  await table.tap("d2", "c3");
  await moved("d2c3");
  await page.evaluate(() => history.back());
  await moved("d3c3");
  await page.evaluate(() => history.forward());
  await moved("d2c3");
  // Each game's tab has its own game.
  await table.switch("xiangqi");
  await table.has(0);
  await table.switch("namdinh");
  await moved("d2c3");
  await page.evaluate(() => history.back());
  await expect(table.body).toHaveAttribute("data-game", "xiangqi");
  await page.evaluate(() => history.forward());
  await expect(table.body).toHaveAttribute("data-game", "namdinh");
  await moved("d2c3");
  // A name, another visit, the list, a new name; deleted, and back again.
  const saved = page.locator("#saved [data-uid]");
  const name = async (/** @type {string} */ list, /** @type {string} */ text) => {
    await page.locator(`${list} .rename`).click();
    await page
      .getByRole("textbox", { name: "Name of the game" })
      .or(page.locator("main li > input"))
      .first()
      .fill(text);
    await page.keyboard.press("Enter");
    await expect(saved.locator("b").first()).toHaveText(text);
  };
  await table.mode("games");
  await name("#recent [aria-current]", "Ván đầu");
  await expect(saved).toHaveCount(1);
  await expect(page.locator("#recent [data-uid]")).toHaveCount(1);
  await page.evaluate(() => sessionStorage.clear());
  await table.load("/#commander");
  await table.mode("games");
  await saved.locator(".kept").click();
  await expect(table.body).toHaveAttribute("data-game", "namdinh");
  await moved("d2c3");
  await table.mode("games");
  await name("#saved", "Ván hai");
  await page.locator("#saved .delete").click();
  await expect(saved).toHaveCount(0);
  await notice.click();
  await expect(saved.locator("b").first()).toHaveText("Ván hai");
});

test("rules change under variations, whose moves are rewritten", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await set(page.locator("#notation"), "");
  await table.settled();
  await table.file('[Variant "xiangqi"]\n\n1. h3e3 (1. b3e3) 1... h10g8 *', 2);
  await set(page.locator("#rules [data-option=XiangqiRanks]"), "0-9");
  for (let visit = 1; visit <= 2; visit++) {
    await expect(page.locator("#moves .ply")).toHaveText(["h2e2", "h9g7", "b2e2"]);
    await table.settled();
    await table.reload();
  }
});

test("the end of a game by people is stored with it", async ({ page, table }) => {
  await table.open("namdinh", { people: true });
  await table.go(1, "d3", "c3");
  await table.choose("resign");
  await expect(table.status).toHaveText(/ wins: resignation$/);
  const result = await table.status.innerText();
  await table.begin();
  await page.evaluate(() => sessionStorage.clear());
  await table.load("/#xiangqi");
  await table.mode("games");
  await page.locator("#recent [data-uid]").filter({ hasText: "d3c3" }).locator(".kept").click();
  await expect(table.status).toHaveText(result);
  expect((await table.copied("copy-pgn")).trim()).toMatch(/ (1-0|0-1)$/);
  // The end is taken back with the last move.
  await page.locator("#undo").click();
  await table.has(0);
  await expect(table.status).toHaveText("White to move");
});

test("moves that the engine rejects are removed from a stored game", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.go(1, "h3", "e3");
  await table.play("a1a9");
  await expect(table.fault).toContainText("a1a9");
  await expect(page.locator("#moves .ply")).toHaveText(["C2=5"]);
  // A tree with illegal moves in the line and in variations, as an older page stored it.
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem("game-xiangqi") ?? "");
    const [root, first] = kept.tree.nodes;
    const more = [
      ["h10g8", 1],
      ["a1a9", 2],
      ["a10a9", 3],
      ["b3b9", 0],
    ].map(([text, parent]) => ({ ...first, text, parent }));
    kept.tree = { ...kept.tree, nodes: [root, first, ...more], path: [1, 2, 3, 4] };
    sessionStorage.setItem("game-xiangqi", JSON.stringify({ ...kept, at: 4 }));
  });
  await table.reload();
  await table.has(2);
  await expect(table.fault).toContainText("a1a9");
  await expect(page.locator("#moves .ply")).toHaveText(["C2=5", "H8+7"]);
});

for (const kind of ["full", "blocked"]) {
  test(`a page whose storage is ${kind} plays, and says so`, async ({ page, table }) => {
    await page.addInitScript((isBlocked) => {
      const refuse = () => {
        throw new window.DOMException("no", isBlocked ? "SecurityError" : "QuotaExceededError");
      };
      if (isBlocked)
        for (const name of ["localStorage", "sessionStorage", "indexedDB"])
          Object.defineProperty(window, name, { get: refuse });
      else Object.assign(window.Storage.prototype, { setItem: refuse });
    }, kind === "blocked");
    await table.open("xiangqi", { people: true });
    await expect(page.locator("#unstored")).toBeVisible();
    await table.go(1, "h3", "e3");
    await table.language("vi");
    await expect(page.locator("#unstored")).toContainText("Trình duyệt");
    await table.switch("namdinh");
    await table.switch("xiangqi");
    await table.has(1);
    await table.mode("games");
    await expect(page.locator("#recent [data-uid]")).toHaveCount(1);
  });
}

test("the library is filtered", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.file(`${FOUR}[Variant "namdinh"]\n[White "An"]\n[Result "1-0"]\n\n1. d3c3 1-0\n`, 3);
  await table.mode("games");
  await page.locator("#sort").selectOption("title");
  const names = page.locator("#saved .kept span > b:first-child");
  for (const [id, value, ...found] of [
    ["of-game", "namdinh", "An"],
    ["of-game", "xiangqi", "Hồ Vinh Hoa", "Lü Qin", "Xu", "Zhao"],
    ["of-result", "1", "Hồ Vinh Hoa"],
    ["of-result", "null", "Zhao"],
    ["of-result", "", "Hồ Vinh Hoa", "Lü Qin", "Xu", "Zhao"],
    ["to-day", "2000-01-01", "Hồ Vinh Hoa", "Lü Qin"],
    ["from-day", "1980-01-01", "Lü Qin"],
    ["to-day", "", "Lü Qin", "Xu", "Zhao"],
    // Every word is searched for, in players, dates and moves.
    ["find", "2001 c4c5", "Xu"],
  ]) {
    const field = page.locator(`#${id}`);
    if (id.startsWith("of")) await field.selectOption(value);
    else await field.fill(value);
    await expect(names).toHaveText(found);
  }
});

test("an empty library has no filters, and nothing moves", async ({ page, table }) => {
  const parts = page.locator("#find, #filters, #save-all");
  for (const [count, shown] of [
    [0, 0],
    [4, 3],
  ]) {
    for (const width of [390, 1280]) {
      await table.size(width, 844);
      await table.load("/#/games");
      await expect(page.locator("#library")).toHaveAttribute("data-count", String(count));
      await expect(parts.filter({ visible: true })).toHaveCount(shown);
      expect(await table.shift()).toBeLessThan(0.001);
    }
    if (count > 0) break;
    await table.load("/#/xiangqi/play");
    await table.file(FOUR, 3);
    await table.mode("games");
    await expect(page.locator("#saved [data-uid]")).toHaveCount(4);
  }
});

test("a file of more games than the library shows comes in, goes out, and is counted", async ({ page, table }) => {
  const count = 450;
  await table.open("xiangqi", { people: true });
  await table.file(
    Array.from({ length: count }, (_, i) =>
      game(`Player ${i}`, "2020.01.01", "1-0", "1. h3e3 h10g8 2. h1g3 i10h10"),
    ).join(""),
  );
  await expect(table.fault).toHaveText(new RegExp(`^${count} games are saved`));
  await table.mode("games");
  const saved = page.locator("#saved [data-uid]");
  await expect(page.locator("#saved-count")).toHaveText(String(count));
  await expect(saved).toHaveCount(60);
  await page.locator("#more-saved").click();
  await expect(saved).toHaveCount(120);
  const text = String(await table.saved("#save-all"));
  for (const tag of ['[Result "1-0"]', '[Date "2020.01.01"]'])
    expect(text.split("\n").filter((line) => line === tag)).toHaveLength(count);
  await table.mode("analyse");
  await table.step("first");
  await table.panel("openings");
  await expect(page.locator("#explorer tbody td").first()).toHaveText(String(count));
});

test("openings of stored games are explored", async ({ page, table }) => {
  const rows = page.locator("#explorer tbody tr");
  const moves = rows.locator("button");
  await table.open("xiangqi", { people: true });
  await table.file(FOUR, 3);
  await table.mode("analyse");
  await table.step("first");
  await table.panel("openings");
  // The unfinished game does not count; the last row is the sum.
  await expect(rows.locator("> :first-child")).toHaveText(["H8+7", "P7+1", "C2=5", "All"]);
  await expect(rows.locator("> :nth-child(2)")).toHaveText(["1", "1", "1", "3"]);
  const shares = [
    "Red 0 %, Draw 100 %, Black 0 %",
    "Red 0 %, Draw 0 %, Black 100 %",
    "Red 100 %, Draw 0 %, Black 0 %",
    "Red 33 %, Draw 33 %, Black 33 %",
  ];
  for (const [i, share] of shares.entries())
    await expect(rows.nth(i).locator(".shares")).toHaveAttribute("aria-label", share);
  // The engine's word, while it searches.
  await page.locator("#count").selectOption("5");
  await expect(
    rows
      .locator("td:last-child")
      .filter({ hasText: /^[+−]?\d/ })
      .first(),
  ).toBeVisible();
  // Two orders of moves lead to one position: a choice plays the next move.
  await rows.nth(2).locator("button").click();
  await expect(table.current).toHaveText("C2=5");
  await table.at(1);
  await expect(moves).toHaveCount(1);
  await moves.focus();
  await page.keyboard.press("Enter");
  await expect(table.current).toHaveText("H8+7");
  await table.at(2);
  await expect(rows).toHaveCount(2);
  await expect(rows.locator("td").first()).not.toBeEmpty();
  await table.step("next");
  await table.at(3);
  await expect(rows).toHaveCount(0);
  // In the other language with its notation, and on a phone.
  await table.step("first");
  await table.language("vi");
  await expect(rows.nth(2).locator("button")).toHaveText("P2-5");
  await table.size(390, 844);
  await table.fits();
  // A reload counts from the stored keys, and a game of the list opens.
  await table.reload();
  await expect(rows).toHaveCount(4);
  await page.locator("#explorer li button").filter({ hasText: /^Xu/ }).click();
  await table.has(2);
  await expect(table.plies.first()).toHaveText("B7.1");
});

for (const [id, rules, move] of [
  ["dicechess", "", "5:e7e6"],
  ["namdinh", "", "d3c3"],
  ["commander", "", "g5g6"],
  // A game by the rules of 1909 is none of the modern rules.
  ["oanquan", "tonkin", "b1"],
  ["oanquan", "modern", "b1+"],
]) {
  test(`openings of ${id} are counted ${rules}`, async ({ page, table }) => {
    await table.open(id, { people: true });
    const pgn = (/** @type {string} */ ruleset, /** @type {string} */ text) =>
      `[Variant "${id}"]\n${ruleset && `[Rules "OanquanRules=${ruleset}"]\n`}[Result "1-0"]\n\n1. ${text} 1-0\n\n`;
    await table.file(pgn(rules, move) + (rules && (rules === "modern" ? pgn("tonkin", "b1") : pgn("modern", "b1+"))));
    await expect(table.plies).toHaveText([move]);
    await table.mode("analyse");
    await table.step("first");
    await table.panel("openings");
    const row = page.locator("#explorer tbody tr").first();
    await expect(row.locator("button")).toHaveText(move);
    await expect(row.locator("td").first()).toHaveText("1");
    await row.locator("button").click();
    await table.at(1);
  });
}

test("memory does not grow with the number of games", async ({ page, table }) => {
  // 600 positions on a busy machine.
  test.slow();
  await table.open("namdinh", { people: true });
  const session = await page.context().newCDPSession(page);
  const heap = async (/** @type {number} */ games) => {
    await page.evaluate(async (count) => {
      const by = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
      const until = async (/** @type {number} */ plies) => {
        while (
          document.querySelectorAll("#moves .ply").length !== plies ||
          !(/** @type {any} */ (window).banco.game.isSettled)
        )
          await new Promise((done) => setTimeout(done, 2));
      };
      for (let i = 0; i < count; i++) {
        by("begin").click();
        await until(0);
        for (const [move, plies] of /** @type {const} */ ([
          ["d3c3", 1],
          ["a5c3", 2],
        ])) {
          by("move-text").value = move;
          by("write-move").requestSubmit();
          await until(plies);
        }
      }
    }, games);
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  const first = await heap(1);
  expect(await heap(199)).toBeLessThan(2 * first);
});

// Games in and out: files in several notations, records, links, pictures, the clipboard; faults with their place.

import { GAMES, expect, record, set, test } from "./table.js";

/** Returns the data of a link. @param {unknown} content */
const packed = async (content) => {
  const stream = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
};

/** A game of Xiangqi with variations, comments and marks. */
const TREE = "{All begins} 1. h3e3! {Centre} (1. b3e3!? b10c8 (1... h8e8? 2. h1g3)) 1... h10g8 2. h1g3 1-0";
const body = (/** @type {string} */ pgn) => pgn.split("\n\n")[1].replace(/\s+/g, " ").trim();

test("games come in whatever the notation", async ({ page, table }) => {
  await table.open("namdinh");
  for (const text of [
    '[Game "Chinese Chess"]\n[Red "Hu"]\n\n1. C2.5 H8+7 2. H2+3 *',
    '[Game "Chinese Chess"]\n[Format "ICCS"]\n\n1. H2-E2 H9-G7\n2. H0-G2 *',
    '[Game "Chinese Chess"]\n\n1. 炮二平五 马８进７ 2. 马二进三',
    '[Variant "xiangqi"]\n[Format "Vietnamese"]\n\n1. P2-5 M8.7 2. M2.3 *',
    '[Variant "xiangqi"]\n\n1. h3e3 h10g8 2. h1g3 *',
    "[DhtmlXQ]\n[DhtmlXQ_title]Game[/DhtmlXQ_title]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
  ]) {
    await table.file(text);
    await expect(table.plies).toHaveText(["C2=5", "H8+7", "H2+3"]);
    await table.file('[Variant "namdinh"]\n\n1. Sd3-c3 Sa5xc3 *');
    await expect(table.plies).toHaveText(["d3c3", "a5c3"]);
  }
  // Variations, comments and marks, out and in again.
  await table.file(`[Variant "xiangqi"]\n\n${TREE.replace("!?", " $5")}`);
  await expect(page.locator("#moves .comment").first()).toHaveText("All begins");
  // English readers see WXF unless they choose.
  await expect(table.plies.first()).toHaveText("C2=5!");
  await set(page.locator("#notation"), "");
  await expect(table.plies.first()).toHaveText("h3e3!");
  await table.settled();
  const copied = await table.copied("copy-pgn");
  expect(body(copied)).toBe(TREE);
  await table.begin();
  await table.file(copied);
  await expect(page.locator("#moves .comment").first()).toHaveText("All begins");
  await table.has(3);
  expect(body(await table.copied("copy-pgn"))).toBe(TREE);
  await set(page.locator("#notation"), "chinese");
  await expect(table.plies.first()).toHaveText("炮二平五!");
  await expect(page.locator("#moves .variation .ply").first()).toHaveText("炮八平五!?");
  await table.settled();
  const chinese = await table.copied("copy-pgn");
  expect(chinese).toContain("炮二平五! {Centre} (1. 炮八平五!? 马２进３");
  expect(chinese).toContain('[Format "Chinese"]');
});

test("faults of files name line and move", async ({ table }) => {
  await table.open("xiangqi", { people: true });
  await table.go(1, "h3", "e3");
  for (const [text, count, en, vi] of /** @type {[string, number, string, string][]} */ ([
    [
      '[Variant "xiangqi"]\n\n1. h3e3 h10g8\n2. h1h5 *',
      2,
      "line 4, move 2 (h1h5): the knight on h1 cannot go to h5",
      "dòng 4, nước thứ 2 (h1h5): Mã ở h1 không đi đến h5 được",
    ],
    [
      '[Game "Chinese Chess"]\n\n1. 炮二平五 马８进７\n2. 炮二平五 *',
      2,
      "line 4, move 2 (炮二平五): no legal move is written so",
      "dòng 4, nước thứ 2 (炮二平五): Không có nước đi hợp lệ nào ghi như vậy",
    ],
    ['[A "b"]\n\n1. h3e3 (1. b3e3 *', 1, "line 3: the variation is not closed", "dòng 3: biến không đóng ngoặc"],
    ["[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist]", 1, "line 1: the record is damaged", "dòng 1: ván cờ bị hỏng"],
  ])) {
    for (const [language, fault] of [
      ["en", en],
      ["vi", vi],
    ]) {
      await table.language(language);
      await table.file(text);
      await expect(table.fault).toHaveText(fault, { ignoreCase: true });
      // The game is kept as far as it is legal.
      await table.has(count);
    }
  }
  await expect(table.current).toHaveText("P2-5");
});

test("files of other programs come back whole, and a cut one as far as it goes", async ({ page, table }) => {
  await table.open("namdinh");
  const text =
    '[Variant "xiangqi"]\n[Red "胡荣华"]\n\n{All begins} 1. h3e3 {炮二平五} (1. b3e3 b10c8 (1... h8e8 2. h1g3)) 1... h10g8 2. h1g3 1-0';
  await table.file(text, 3);
  for (const format of ["xqf", "dhtmlxq"]) {
    const file = await table.saved(`#save-${format}`);
    if (format === "xqf") {
      await table.file(file.subarray(0, 1030), null, "cut.xqf");
      await expect(table.fault).toHaveText("the file is cut short");
    }
    await table.begin();
    await table.file(file, 3, "game");
    await set(page.locator("#notation"), "");
    await expect(table.plies.first()).toHaveText("h3e3");
    await table.settled();
    const pgn = await table.copied("copy-pgn");
    expect(body(pgn)).toBe(body(text));
    for (const tag of ['[Red "胡荣华"]', '[Result "1-0"]']) expect(pgn).toContain(tag);
  }
  // A position of another dialect changes to its game.
  await table.file('[Variant "namdinh"]\n\n1. d3c3 *', 1);
  await table.file("3k5/4a4/9/9/9/9/9/4E4/9/R2HK4 r + + 0 1", 0);
  await expect(table.body).toHaveAttribute("data-game", "xiangqi");
  expect(await table.copied("copy-fen")).toBe("3k5/4a4/9/9/9/9/9/4B4/9/R2NK4 w - - 0 1");
});

test("links hold a game with its rules, and pictures stand by themselves", async ({ page, table }) => {
  await table.open("namdinh");
  const text = record("namdinh", "d3c3 a5c3").replace("\n", "\nsetoption name NoCaptureLimit value 40\n");
  await table.setUp(text, 2);
  expect(await table.copied("copy-game")).toBe(`${text}\nresult\n`);
  const link = await table.copied("copy-link");
  expect(link).toContain("#namdinh~");
  expect(link.length).toBeLessThan(250);
  await page.evaluate(() => sessionStorage.clear());
  await table.load(link);
  await expect(table.plies).toHaveText(["d3c3", "a5c3"]);
  await expect(page.locator("#rules input").first()).toHaveValue("40");
  // No style sheet, no classes, everything in its place.
  const drawn = String(await table.saved("#picture-svg"));
  expect(drawn).toMatch(/^<svg[^]*translate\(/);
  expect(drawn).not.toContain("class=");
  const png = await table.saved("#picture-png");
  const [width, colours] = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: "image/png" }),
    );
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen?.drawImage(image, 0, 0);
    return [
      image.width,
      new Set(new Uint32Array(pen?.getImageData(0, 0, image.width, image.height).data.buffer ?? [])).size,
    ];
  }, png.toString("base64"));
  expect(width).toBe(1200);
  expect(colours).toBeGreaterThan(20);
});

for (const id of GAMES) {
  test(`a game of ${id} goes out and comes in`, async ({ page, table }) => {
    await table.open(id);
    // Two engines play some moves: a game of O An Quan may end after five.
    await table.engines();
    await expect(table.plies.nth(2)).toBeVisible();
    await table.seat({ people: true });
    // A throw without a move is passed by itself.
    const waits = () => page.evaluate("banco.game.isSettled && banco.game.choices[0]?.acts[0].act !== 'lost'");
    await expect.poll(waits).toBe(true);
    const game = await table.copied("copy-game");
    const pgn = await table.copied("copy-pgn");
    const link = await table.copied("copy-link");
    await table.begin();
    await table.file(pgn);
    await expect(table.plies.nth(2)).toBeVisible();
    await table.settled();
    expect(await table.copied("copy-game")).toBe(game);
    await page.evaluate(() => sessionStorage.clear());
    await table.load(link);
    expect(await table.copied("copy-game")).toBe(game);
  });
}

test("an opened game names its players and its result", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  await table.file(
    '[Variant "xiangqi"]\n[Red "Hu"]\n[Black "?"]\n[Result "1-0"]\n\n{Begun late} 1. h3e3 h10g8 2. h1g3 1-0',
  );
  await expect(table.status).toHaveText("1–0. Black to move");
  await expect(page.locator(".strip .tagged")).toHaveText(["Hu"]);
  // The comment in front has no number, and the result stands below.
  expect(
    await page
      .locator("#moves > li:not(.none)")
      .evaluateAll((rows) => rows.map((row) => /** @type {HTMLLIElement} */ (row).value)),
  ).toEqual([1, 2]);
  await expect(page.locator("#moves > li").last()).toHaveText("1–0");
  await expect(table.plies.last()).toHaveAttribute("aria-label", "2. Red: H2+3");
  await table.step("previous");
  await expect(table.status).toHaveText("Red to move");
  await expect(page.locator("#moves > li").last()).toHaveText("1–0");
  await table.step("next");
  await table.go(4, "b10", "c8");
  await expect(page.locator("#moves > li").last()).not.toHaveText("1–0");
});

test("a file of several games is kept, without what is illegal", async ({ page, table }) => {
  const one = (/** @type {string} */ red, /** @type {string} */ moves) =>
    `[Variant "xiangqi"]\n[Red "${red}"]\n\n${moves} *\n\n`;
  const saved = page.locator("#saved [data-uid]");
  await table.open("xiangqi");
  await table.file(one("Hu", "1. h3e3 h10g8") + one("Lü", "1. 炮八平五") + one("Xu", "1. C2=4 (1. C2=6)"));
  await expect(table.plies).toHaveText(["C2=5", "H8+7"]);
  await table.mode("games");
  await expect(saved).toHaveCount(3);
  await saved.filter({ hasText: "Xu" }).locator(".kept").click();
  await expect(page.locator("#moves .ply")).toHaveText(["C2=4", "C2=6"]);
  // An illegal move costs the rest of its game alone.
  await table.file(one("A", "1. h3h10 h3h4") + one("B", "1. h3e3"));
  await expect(table.fault).toHaveText(/line 4, move 1 \(h3h4\): /i);
  await expect(table.plies).toHaveText(["C2+7"]);
  await table.mode("games");
  await expect(saved).toHaveCount(5);
  await table.mode("play");
  // Pasted and dropped, anywhere but into a field.
  for (const [kind, move, written] of [
    ["paste", "b3e3", "C8=5"],
    ["drop", "c4c5", "P7+1"],
  ]) {
    await page.evaluate(
      ([name, text]) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        const event =
          name === "paste"
            ? new ClipboardEvent(name, { clipboardData: data, bubbles: true })
            : new DragEvent(name, { dataTransfer: data, bubbles: true });
        document.body.dispatchEvent(event);
      },
      [kind, `1. ${move} *`],
    );
    await expect(table.plies).toHaveText([written]);
  }
});

test("bad links lead to their game", async ({ table }) => {
  await table.open("namdinh");
  for (const [id, data, fault] of [
    ["xiangqi", await packed(["", "1. a1a9"]), "the rook on a1 cannot go to a9"],
    ["oanquan", "AAAA", "This link contains no valid game."],
  ]) {
    await table.load(`/#${id}~${data}`);
    await expect(table.body).toHaveAttribute("data-game", id);
    await expect(table.fault).toContainText(fault);
    await table.mode("play");
    await table.begin();
  }
});

test("links run nothing, whatever they hold", async ({ page, table }) => {
  await table.open("namdinh");
  /** Whether the page reads links with these data: the same function as for its address. @param {string[]} all */
  const read = (all) =>
    page.evaluate(async (datas) => {
      const name = "./app.js";
      const { readLink } = await import(name);
      const answers = [];
      for (const data of datas)
        answers.push(
          await readLink(`#namdinh~${data}`, ["namdinh"]).then(
            () => true,
            () => false,
          ),
        );
      return answers;
    }, all);
  const cases = /** @type {[unknown, boolean][]} */ ([
    [["", "1. d3c3"], true],
    [["5/5/5/SS3/K1k1s w\nsetoption name Hash value 1", "1. a2a3"], false],
    [["setoption name NoCaptureLimit value 40\rquit", "", "1. d3c3"], false],
    [["x".repeat(70000), "1. d3c3"], false],
    ["text", false],
    [[7, {}], false],
    [["1. d3c3"], false],
    // 64 MiB in a link of 65 kB.
    [" ".repeat(64 << 20), false],
  ]);
  expect(await read(await Promise.all(cases.map(([content]) => packed(content))))).toEqual(
    cases.map(([, answer]) => answer),
  );
  // Damaged links: characters changed, left out and repeated.
  const good = await packed(["", "1. d3c3 a5c3 (1... e5c3) 2. b2c3 *"]);
  let seed = Number(process.env.FUZZ_SEED ?? 7);
  const draw = () => (seed = (seed * 48271) % 2147483647) % good.length;
  const damaged = Array.from({ length: Number(process.env.FUZZ_CASES ?? 2000) }, (_, i) => {
    const at = draw();
    const other = good[draw()];
    return [
      good.slice(0, at) + other + good.slice(at + 1),
      good.slice(0, at),
      good.slice(0, at) + other + good.slice(at),
      good.slice(at),
    ][i % 4];
  });
  const answers = await read(damaged);
  expect(answers.filter((one) => !one).length).toBeGreaterThan(damaged.length / 4);
  // A line of several commands is none.
  expect(
    await page.evaluate("banco.client.ask('position startpos\\nquit').then(({ faults }) => faults[0].sentence)"),
  ).toBe("a line break within a line");
});

test("stored games keep their rules, and what the engine cannot read is rejected", async ({ page, table }) => {
  const one = (/** @type {string} */ red) => `[Variant "xiangqi"]\n[Red "${red}"]\n\n1. h2e2 h9g7 *\n\n`;
  const ranks = page.locator("#rules [data-option=XiangqiRanks]");
  await table.open("xiangqi", { people: true });
  await set(page.locator("#notation"), "");
  await set(ranks, "0-9");
  await expect(page.locator('.hit[data-point="h0"]')).toHaveCount(1);
  await table.settled();
  await table.file(one("Hu") + one("Xu"));
  await expect(table.plies).toHaveText(["h2e2", "h9g7"]);
  await set(ranks, "1-10");
  await expect(table.plies).toHaveText(["h3e3", "h10g8"]);
  await table.settled();
  await table.mode("games");
  await page.locator("#saved [data-uid]").filter({ hasText: "Xu" }).locator(".kept").click();
  await expect(table.plies).toHaveText(["h2e2", "h9g7"]);
  // Beyond the engine's limit of a line, and beyond the server's limit of a message.
  for (const count of [100_000, 300_000]) {
    await table.file(record("xiangqi", "x".repeat(count)));
    await expect(table.fault).toHaveText("game.pgn: line too long: at most 64 KiB is read");
    await expect(table.plies).toHaveText(["h2e2", "h9g7"]);
    await expect(table.fault).toBeEmpty();
  }
});

test("results of imported games stay until the game goes on", async ({ page, table }) => {
  await table.open("xiangqi", { people: true });
  for (const [text, result, date] of [
    ['[Variant "xiangqi"]\n[Result "1-0"]\n[Date "1984.05.06"]\n\n1. h3e3 h10g8 1-0', "1-0", "1984.05.06"],
    ['[Variant "xiangqi"]\n\n1. h3e3 h10g8 1/2-1/2', "1/2-1/2", "????.??.??"],
    [
      "[DhtmlXQ]\n[DhtmlXQ_result]黑胜[/DhtmlXQ_result]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
      "0-1",
      "????.??.??",
    ],
  ]) {
    await table.file(text, 2);
    await table.reload();
    await table.has(2);
    const copied = await table.copied("copy-pgn");
    for (const tag of [`[Result "${result}"]`, `[Date "${date}"]`]) expect(copied).toContain(tag);
    expect(copied.trimEnd()).toMatch(new RegExp(`H8\\+7 ${result}$`));
    await table.begin();
  }
  await table.file('[Variant "xiangqi"]\n\n1. h3e3 h10g8 0-1', 2);
  await table.go(3, "h1", "g3");
  expect(await table.copied("copy-pgn")).toContain('[Result "*"]');
  await expect(page.locator("#set-up-box")).toBeHidden();
});

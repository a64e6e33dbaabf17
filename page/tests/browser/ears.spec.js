// Whole games by keyboard alone, from the start page to the result, with what a screen reader says: a written protocol.

import { expect, test } from "./table.js";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * The points of each move of whole games, and what is said after some of them, by the number of moves.
 * @type {[string, string[], Record<number, string>][]}
 */
const PLAYED = [
  [
    "xiangqi",
    ["h3 e3", "b8 b7", "e3 e7", "i10 i9", "b3 b6", "h8 f8", "b6 e6"],
    {
      1: "Red: cannon h3 – e3. Black to move",
      3: "Red: cannon takes pawn on e7. Black to move",
      7: "Red: cannon b6 – e6, check. Red wins: checkmate",
    },
  ],
  [
    "namdinh",
    ["d2 d4", "b4 d4", "c1 a3", "a5 b4"],
    {
      3: "White: king takes soldier on a3. Black to move",
      4: "Black: soldier a5 – b4, check. Black wins: checkmate",
    },
  ],
  [
    "commander",
    ["g1 h1", "d10 d12", "e2 e5", "i11 h12", "b2 c2", "j8 i8", "i2 e6", "h12 h10", "e5 i9", "j10 k11", "e6 e9"],
    {
      2: "Blue: artillery d10 – d12. Red to move",
      9: "Red: air force takes anti-aircraft gun on i9 and falls. Blue to move",
      11: "Red: air force takes anti-aircraft gun on e9 and falls. Blue wins: own last air force given up",
    },
  ],
];

/** Presses a key until an element has the focus. @param {Page} page @param {string} selector */
async function reach(page, selector, key = "Tab") {
  for (let i = 0; i < 150; i++) {
    if (await page.evaluate((to) => document.activeElement?.matches(to), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} has no focus`);
}

/** Moves the focus along the board to a point, and chooses it. @param {Page} page @param {string} point */
async function choose(page, point) {
  await reach(page, ".hit");
  for (let i = 0; i < 40; i++) {
    const key = await page.evaluate((to) => {
      const at = (/** @type {Element | null} */ hit) =>
        /** @type {Element} */ (hit?.firstElementChild).getBoundingClientRect();
      const [a, b] = [at(document.activeElement), at(document.querySelector(`.hit[data-point="${to}"]`))];
      const [x, y] = [b.x - a.x, b.y - a.y];
      if (Math.abs(x) < 1 && Math.abs(y) < 1) return "Enter";
      return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp";
    }, point);
    await page.keyboard.press(key);
    if (key === "Enter") return;
  }
  throw new Error(`${point} is not reached`);
}

/**
 * Begins a game between people, with draws by lot in this order.
 * @param {Page} page
 * @param {string} id
 * @param {number[]} draws
 */
async function begin(page, id, draws = []) {
  await reach(page, `a[href="#/${id}/new"]`);
  await page.keyboard.press("Enter");
  await expect(page.locator("#begin")).toBeFocused();
  await reach(page, "#opponents input", "Shift+Tab");
  await reach(page, "#opponents input[value=person]", "ArrowDown");
  await reach(page, "#begin");
  await page.evaluate((all) => {
    crypto.getRandomValues = (to) => /** @type {any} */ (to).fill(all.shift() ?? 1);
  }, draws);
  await page.keyboard.press("Enter");
}

for (const [id, moves, said] of PLAYED) {
  test(`${id} is played to its end by keyboard, and spoken`, async ({ page, table }) => {
    await table.load();
    await begin(page, id);
    await table.has(0);
    for (const [i, points] of moves.entries()) {
      for (const point of points.split(" ")) await choose(page, point);
      await table.has(i + 1);
      if (said[i + 1]) await expect(page.locator("#live")).toHaveText(said[i + 1]);
    }
    await expect(table.status).toHaveClass(/over/);
    await expect(page.locator("#ending")).toBeVisible();
  });
}

test("oanquan is played to its end by keyboard, and spoken", async ({ page, table }) => {
  const live = page.locator("#live");
  await table.load();
  await begin(page, "oanquan");
  await table.has(0);
  for (let i = 1; !(await page.evaluate("banco.game.isOver")); i++) {
    const { from, clockwise } = await page.evaluate(`banco.game.choices[${i * i} % banco.game.choices.length].acts[0]`);
    await choose(page, from);
    if (await table.ways.count()) {
      await reach(page, `.way[data-way="${clockwise ? "+" : "-"}"]`);
      await page.keyboard.press("Enter");
    }
    await table.at(i);
    await expect(live).toContainText(new RegExp(`^(South|North): ${from} (anti)?clockwise`));
  }
  await expect(live).toContainText(/(wins|Draw): /);
  await expect(page.locator("#ending")).toBeVisible();
});

test("dicechess is played and given up by keyboard, and spoken", async ({ page, table }) => {
  const live = page.locator("#live");
  await table.load();
  // Green begins with a 5; all later throws are a 3.
  await begin(page, "dicechess", [0, 3, 1, 0]);
  await expect(live).toContainText("Green threw 5: king / pawn. ");
  for (const seat of ["Green", "Yellow", "Black", "Red"]) {
    const { from, to } = await page.evaluate("banco.game.choices[0].acts[0]");
    await choose(page, from);
    await choose(page, to);
    await expect(live).toContainText(`${seat}: ${seat === "Green" ? "king" : "horse"} ${from} – ${to}. `);
    await expect(page.locator("#throw:enabled")).toBeVisible();
    await reach(page, "#throw");
    await page.keyboard.press("Enter");
    await expect(live).toContainText(/^(Green|Yellow|Black|Red) threw 3: horse\. /);
    await table.settled();
  }
  await reach(page, "#more");
  await page.keyboard.press("Enter");
  await reach(page, "#resign");
  await page.keyboard.press("Enter");
  await reach(page, "#notice button", "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(live).toContainText(/ wins?: /);
});

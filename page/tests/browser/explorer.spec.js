// The opening explorer's games of a server and of a file; those of the library are tested in `keeping.spec.js`.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";

import { expect, serve, test } from "./table.js";

const newFolder = () => mkdtempSync(path(tmpdir(), "banco-games-"));

/** A PGN of Xiangqi. @param {string} red @param {number} elo @param {string} result @param {string} moves */
const game = (red, elo, result, moves) =>
  `[Red "${red}"]\n[RedElo "${elo}"]\n[Date "1990.??.??"]\n[Variant "xiangqi"]\n\n${moves} ${result}\n\n`;

const THREE = [
  game("Hồ Vinh Hoa", 2500, "1-0", "1. h3e3 h10g8 2. b1c3"),
  game("Lü Qin", 2700, "1/2-1/2", "1. b1c3 h10g8 2. h3e3"),
  game("Xu", 2600, "0-1", "1. c4c5 b10c8"),
];

/** Opens the explorer at the start. @param {import("./table.js").Table} table */
async function explore(table) {
  await table.open("xiangqi", { people: true });
  await table.mode("analyse");
  await table.panel("openings");
}

/** Opens a file in the explorer. @param {import("./table.js").Page} page @param {string} name @param {string} text */
async function count(page, name, text) {
  const file = path(newFolder(), name);
  writeFileSync(file, text);
  await page.locator("#counted-file").setInputFiles(file);
}

test("games of a folder are explored, and opened", async ({ join }) => {
  const folder = newFolder();
  mkdirSync(path(folder, "more"));
  writeFileSync(path(folder, "two.pgn"), THREE[0] + THREE[2]);
  writeFileSync(path(folder, "more", "one.pgn"), game("Damaged", 2800, "1-0", "1. h3e3 a1a9") + THREE[1]);
  const { url, stop } = await serve("--games", folder);
  const table = await join(url);
  const { page } = table;
  const [rows, list] = [page.locator("#explorer tbody tr"), page.locator("#explorer li button")];
  await explore(table);
  // The library is empty.
  await expect(rows).toHaveCount(0);
  await expect(page.locator("#count-server")).toBeVisible();
  await page.locator("#count-server").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#count-server")).toHaveAttribute("aria-pressed", "true");
  await expect(rows.locator("> :first-child")).toHaveText(["H8+7", "P7+1", "C2=5", "All"]);
  await expect(rows.locator("> :nth-child(2)")).toHaveText(["1", "1", "1", "3"]);
  await expect(rows.nth(0).locator(".shares")).toHaveAttribute("aria-label", "Red 0 %, Draw 100 %, Black 0 %");
  await expect(rows.nth(0).locator("td").first()).toHaveAttribute("title", "Elo 2700");
  // The best players first.
  await expect(list).toHaveText(["Lü Qin – ? · 1990", "Xu – ? · 1990", "Hồ Vinh Hoa – ? · 1990"]);
  await expect(page.locator("#counted")).toHaveText("Games: 3");
  await rows.nth(0).locator("button").click();
  await table.at(1);
  await expect(list).toHaveText(["Lü Qin – ? · 1990"]);
  await table.language("vi");
  await expect(page.locator("#count-server")).toHaveText("Ván của máy chủ");
  await table.size(390, 844);
  await table.fits();
  await list.first().click();
  await table.has(3);
  await expect(table.body).toHaveAttribute("data-mode", "analyse");
  // Games by other rules, or of another kind, are none of them.
  await table.size(1280, 800);
  await table.switch("namdinh");
  await expect(page.locator("#count-server")).toBeHidden();
  await expect(page.locator("#count-mine")).toHaveAttribute("aria-pressed", "true");
  stop();
});

test("a file of several MB is counted by parts, stopped, and left out of the library", async ({ page, table }) => {
  // Moves there and back: 50 of them count.
  const line = Array.from({ length: 30 }, (_, i) => `${i + 1}. ${i % 2 ? "i2i1 i9i10" : "i1i2 i10i9"}`).join(" ");
  const many = (/** @type {number} */ games) =>
    Array.from({ length: games }, (_, i) => game(`Player ${i}`, 2000, i % 2 ? "1-0" : "0-1", line)).join("");
  const [rows, counted] = [page.locator("#explorer tbody tr"), page.locator("#counted")];
  await explore(table);
  await expect(page.locator("#count-server")).toBeHidden();
  const text = many(5000);
  expect(text.length).toBeGreaterThan(2 << 20);
  await count(page, "many.pgn", `${text}${game("Open", 2000, "*", "1. h3e3")}${THREE[0]}`);
  await expect(counted).toHaveText("many.pgn · Games: 5,001 · left out: 1");
  await expect(rows.locator("> :first-child")).toHaveText(["R1+1", "C2=5", "All"]);
  await expect(rows.nth(1).locator("td").first()).toHaveText("1");
  // A game is at the start 13 times within 50 moves.
  await expect(rows.nth(0).locator("td").first()).toHaveText("65,000");
  await rows.nth(1).locator("button").click();
  await table.at(1);
  await expect(page.locator("#explorer li button")).toHaveCount(1);
  await page.locator("#explorer li button").click();
  await table.has(3);
  await expect(table.plies).toHaveText(["C2=5", "H8+7", "H8+7"]);
  // The counts stay while another mode is open; the opened game alone is stored.
  await table.mode("games");
  await expect(page.locator("#saved [data-uid]")).toHaveCount(1);
  await table.mode("analyse");
  await expect(counted).toHaveText(/^many.pgn · Games: 5,001/);
  // One that takes longer is stopped.
  await count(page, "more.pgn", many(40000));
  const button = page.locator("#stop-counting");
  await expect(page.locator("#explored p")).toHaveText(/ [1-9][\d,]* · \d+ %$/);
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(counted).toHaveText(/^more.pgn · Games: [\d,]+ · stopped$/);
});

test("files of other formats are read whole, and damaged ones are named", async ({ page, table }) => {
  await explore(table);
  await count(page, "list.txt", "h3e3 h10g8");
  await expect(page.locator("#counted")).toHaveText("list.txt · Games: 0 · left out: 1");
  await count(page, "large.bin", "x".repeat((16 << 20) + 1));
  await expect(page.locator("#explored [role=alert]")).toHaveText("only PGN can be larger than 16 MB");
  await count(page, "again.pgn", game("Damaged", 2800, "1-0", "1. h3e3 a1a9") + THREE[2]);
  await expect(page.locator("#counted")).toHaveText("again.pgn · Games: 1 · left out: 1");
});

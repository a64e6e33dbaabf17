// The page's language: texts of the catalogues en.json and vi.json, words of the games, numbers.

import { local } from "./store.js";

/** @type {Record<string, string>} Reasons of results, by the engine's texts. */
const REASONS = {
  checkmate: "chiếu hết",
  stalemate: "hết nước đi",
  "no legal move": "không còn nước đi",
  "threefold repetition": "lặp lại ba lần",
  "perpetual check": "chiếu mãi",
  "perpetual chase": "đuổi mãi",
  "move limit": "quá lâu không ăn quân",
  "insufficient material": "không đủ quân để thắng",
};

/** @type {Record<string, GameWords>} Words of games by their ids. */
let games = {};

/** The language, as `entry.js` has found it. @type {keyof Names} */
export let language = document.documentElement.lang === "vi" ? "vi" : "en";

/** @type {Partial<Record<keyof Names, Record<string, string>>>} Catalogues by language. */
const catalogues = {};

/** Fetches the catalogue of a language once. @param {keyof Names} of */
const load = async (of) => (catalogues[of] ??= await (await fetch(`${of}.json`)).json());

/** @type {Record<string, string>} The catalogue of the language. */
let words = await load(language);

/** Changes language and texts together, once the texts are there. */
export async function changeLanguage() {
  const next = language === "en" ? "vi" : "en";
  words = await load(next);
  language = next;
  local.set("language", language);
  translate();
}

/** Returns the text of a key. @param {string} key */
export const t = (key) => words[key];

/** Returns the text in the page's language. @param {Pair} pair */
export const pick = (pair) => pair[language === "en" ? 0 : 1];

/** Loads the words of all games. */
export async function loadGameWords() {
  const answer = await fetch("guide/words");
  if (answer.ok) games = await answer.json();
  for (const { reasons } of Object.values(games)) addReasons(Object.fromEntries(reasons));
}

export const gameWords = (/** @type {string} */ id) => games[id];

export const gameIds = () => Object.keys(games);

/** Returns the words of all options of all games. */
export const optionsOfGames = () => Object.values(games).flatMap(({ options }) => options);

export const gameName = (/** @type {string} */ id) => (games[id] && pick(games[id].name)) || id;

/** Returns a name in the page's language. @param {{ names: Names }} thing */
export const nameOf = (thing) => thing.names[language];

/** Returns the names of seats. @param {{ names: Names }[]} seats */
export const namesOf = (seats) => seats.map(nameOf).join(" + ");

/**
 * Names the seats that a person plays; in games of pits people sit at a side and have no colour.
 * @param {{ style: string }} model
 * @param {string} who
 */
export const youAre = ({ style }, who) =>
  language === "vi" && style === "pits" ? `Bạn ngồi phía ${who}` : `${t("youAre")}: ${who}`;

/** The language's own form of numbers and dates. */
export const locale = () => (language === "vi" ? "vi-VN" : "en-GB");

/** Formats a number as the page's language does. @param {number} value */
export const number = (value) => value.toLocaleString(locale());

/** Translates a reason; points after it stay unchanged. @param {string} text */
export function reason(text) {
  const [why, points] = text.split(/ points /);
  const said = (language === "vi" && REASONS[why]) || why;
  return points ? `${said} (${points})` : said;
}

/** Adds the page's own reasons of results. @param {Record<string, string>} reasons */
export const addReasons = (reasons) => Object.assign(REASONS, reasons);

/** Writes the texts of all elements with a key. @param {ParentNode} root */
export function translate(root = document) {
  document.documentElement.lang = language;
  const all = (/** @type {string} */ selector) =>
    /** @type {Iterable<HTMLInputElement>} */ (root.querySelectorAll(selector));
  for (const element of all("[data-i18n]")) element.textContent = t(element.dataset.i18n ?? "");
  for (const element of all("[data-place]")) element.placeholder = t(element.dataset.place ?? "");
  for (const element of all("[data-label]")) {
    element.title = t(element.dataset.label ?? "");
    element.setAttribute("aria-label", element.title);
  }
}

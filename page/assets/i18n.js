// The page's language: texts of the catalogues en.js and vi.js, words of the games, numbers.

/** Reasons of results, by the engine's texts. */
const REASONS = {
  "checkmate": "chiếu hết",
  "stalemate": "hết nước đi",
  "no legal move": "không còn nước đi",
  "threefold repetition": "lặp lại ba lần",
  "perpetual check": "chiếu mãi",
  "perpetual chase": "đuổi mãi",
  "move limit": "quá lâu không ăn quân",
  "insufficient material": "không đủ quân để thắng",
};

/** Words of games by their ids; see `base/words.rs`. */
let games = {};

export let language = localStorage.getItem("language") ?? (navigator.language.startsWith("vi") ? "vi" : "en");

const load = async () => ({ WORDS: words } = await (language === "vi" ? import("./vi.js") : import("./en.js")));

/** The catalogue of the language. */
let words = {};
await load();

export async function changeLanguage() {
  language = language === "en" ? "vi" : "en";
  localStorage.setItem("language", language);
  await load();
  translate();
}

/** Returns the text of a key. */
export const t = (key) => words[key];

/** Returns the text in the page's language. */
export const pick = (pair) => pair[language === "en" ? 0 : 1];

/** Loads the words of all games. */
export async function loadGameWords() {
  const answer = await fetch("guide/words");
  if (answer.ok) games = await answer.json();
  for (const { reasons } of Object.values(games)) addReasons(Object.fromEntries(reasons));
}

export const gameWords = (id) => games[id];

export const gameIds = () => Object.keys(games);

/** Returns the words of all options of all games. */
export const optionsOfGames = () => Object.values(games).flatMap(({ options }) => options);

export const gameName = (id) => (games[id] && pick(games[id].name)) || id;

/** Returns a name in the page's language. */
export const nameOf = (thing) => thing.names[language];

/** Names the seats that a person plays; in games of pits people sit at a side and have no colour. */
export const youAre = ({ style }, who) => (language === "vi" && style === "pits" ? `Bạn ngồi phía ${who}` : `${t("youAre")}: ${who}`);

/** Formats a number as the page's language does. */
export const number = (value) => value.toLocaleString(language === "vi" ? "vi-VN" : "en-GB");

/** Translates a reason; points after it stay unchanged. */
export function reason(text) {
  const [why, points] = text.split(/ points /);
  const said = (language === "vi" && REASONS[why]) || why;
  return points ? `${said} (${points})` : said;
}

/** Adds the page's own reasons of results. */
export const addReasons = (reasons) => Object.assign(REASONS, reasons);

/** Writes the texts of all elements with a key. */
export function translate(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-i18n]")) element.textContent = t(element.dataset.i18n);
  for (const element of root.querySelectorAll("[data-place]")) element.placeholder = t(element.dataset.place);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    element.title = t(element.dataset.label);
  }
}

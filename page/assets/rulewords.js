// Names and explanations of options and their values.

import { optionsOfGames, pick } from "./i18n.js";

/** @import { OptionWords } from "./types.d.ts" */

/** @param {string} name */
const find = (name) => optionsOfGames().find((one) => one.name === name);
/** @param {OptionWords | undefined} option @param {string} value */
const valueOf = (option, value) => option?.values.find(([name]) => name === value)?.[1];

/** Returns the name of an option or value; the text itself if it has none. @param {string} name */
export function optionWords(name) {
  const option = find(name);
  if (option) return pick(option.label);
  const value = optionsOfGames().map((one) => valueOf(one, name)).find(Boolean);
  return value ? pick(value) : name;
}

/** @param {string} name */
export function optionHelp(name) {
  const option = find(name);
  return option ? pick(option.help) : "";
}

/** @param {string} name @param {string} value */
export function valueWords(name, value) {
  const words = valueOf(find(name), value);
  return words ? pick(words) : value;
}

// Names and explanations of options and their values.

import { optionsOfGames, pick } from "./i18n.js";

const find = (/** @type {string} */ name) => optionsOfGames().find((one) => one.name === name);
const valueOf = (/** @type {OptionWords | undefined} */ option, /** @type {string} */ value) => option?.values.find(([name]) => name === value)?.[1];

/** Returns the name of an option or value; the text itself if it has none. @param {string} name */
export function optionWords(name) {
  const option = find(name);
  if (option) return pick(option.label);
  const value = optionsOfGames().map((one) => valueOf(one, name)).find(Boolean);
  return value ? pick(value) : name;
}

export function optionHelp(/** @type {string} */ name) {
  const option = find(name);
  return option ? pick(option.help) : "";
}

export function valueWords(/** @type {string} */ name, /** @type {string} */ value) {
  const words = valueOf(find(name), value);
  return words ? pick(words) : value;
}

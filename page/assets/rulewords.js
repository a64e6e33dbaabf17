// The rules that can be chosen, in words: what an option is called, what it means, and what its values are called.

import { optionsOfGames, pick } from "./i18n.js";

const find = (name) => optionsOfGames().find((one) => one.name === name);
const valueOf = (option, value) => option?.values.find(([name]) => name === value)?.[1];

/** An option, or a value of one, as people say it; the text itself if it is neither. */
export function optionWords(name) {
  const option = find(name);
  if (option) return pick(option.label);
  const value = optionsOfGames().map((one) => valueOf(one, name)).find(Boolean);
  return value ? pick(value) : name;
}

export function optionHelp(name) {
  const option = find(name);
  return option ? pick(option.help) : "";
}

export function valueWords(name, value) {
  const words = valueOf(find(name), value);
  return words ? pick(words) : value;
}

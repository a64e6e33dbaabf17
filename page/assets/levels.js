// Named levels of play, from the measured levels of each game.

import { gameWords, pick } from "./i18n.js";

const COUNT = 8;

/** Returns the levels of a game: number, word and Elo, spread evenly over the measured ones. @param {string} id @param {number[]} measured */
export function levelsOf(id, measured) {
  if (measured.length < 2) return [];
  return Array.from({ length: COUNT }, (_, i) => {
    const place = (i * (measured.length - 1)) / (COUNT - 1);
    const [low, part] = [Math.floor(place), place % 1];
    const elo = Math.round(measured[low] + part * ((measured[low + 1] ?? measured[low]) - measured[low]));
    const words = gameWords(id)?.levels[i];
    return { elo: String(elo), name: words ? `${i + 1} · ${pick(words)}` : String(i + 1) };
  });
}

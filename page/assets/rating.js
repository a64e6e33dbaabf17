// Rating of a player over puzzles: Glicko (Glickman 1999), one puzzle a period.

/** @typedef {{ rating: number, deviation: number }} Rating */

/** A player without a puzzle yet. @type {Rating} */
export const UNRATED = { rating: 1500, deviation: 350 };

/** The smallest deviation: a rating follows the player for ever. */
const LEAST = 60;
const Q = Math.LN10 / 400;

/** Weight of a result against an opponent of this deviation. @param {number} deviation */
const weight = (deviation) => 1 / Math.sqrt(1 + (3 * Q * Q * deviation * deviation) / (Math.PI * Math.PI));

/** Returns the expected score against an opponent, from 0 to 1. @param {Rating} own @param {Rating} other */
export const expected = (own, other) =>
  1 / (1 + 10 ** ((-weight(other.deviation) * (own.rating - other.rating)) / 400));

/**
 * Returns the rating after a result: 1 is won, 0 lost.
 * @param {Rating} own
 * @param {Rating} other
 * @param {number} result
 * @returns {Rating}
 */
export function rated(own, other, result) {
  const g = weight(other.deviation);
  const e = expected(own, other);
  const precision = 1 / own.deviation ** 2 + Q * Q * g * g * e * (1 - e);
  return {
    rating: own.rating + (Q * g * (result - e)) / precision,
    deviation: Math.max(LEAST, Math.sqrt(1 / precision)),
  };
}

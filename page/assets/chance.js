// Chance: draws that nobody can foresee.

/** Draws one of a list. @template T @param {T[]} list */
export const drawn = (list) => list[crypto.getRandomValues(new Uint32Array(1))[0] % list.length];

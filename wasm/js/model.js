// Decodes the engine's JSON (protocol.md, "Hosts that know no rules"): lists that are looked up become maps.

const mapOf = (list, key, value) => new Map(list.map((one) => [one[key], value(one)]));

/** Decodes the constants of a game. */
export const decodeBoard = (board) => ({
  ...board,
  men: mapOf(board.men, "letters", (man) => man),
  points: mapOf(board.points, "name", ({ x, y }) => ({ x, y })),
  dice: mapOf(board.dice, "number", ({ letters }) => letters),
});

/** Decodes a position: an answer to `look`, or the fields of one to `state`. */
export const decodeScene = (shown) => ({
  ...shown,
  men: mapOf(shown.men, "point", ({ men }) => men),
  counts: mapOf(shown.counts, "point", ({ count, stone }) => ({ count, stone })),
  stores: mapOf(shown.stores, "at", ({ count }) => count),
  sold: mapOf(shown.sold, "at", ({ count }) => count),
});

/** Decodes a report of a search: the score as its kind and value, with the expected share of points if known. */
export function decodeInfo(info) {
  const [[kind, value]] = Object.entries(info.score);
  const share = info.wdl ? { share: (info.wdl[0] + info.wdl[1] / 2) / 1000 } : {};
  return { ...info, score: { kind, value, ...share } };
}

/** Returns the letters of a piece without the mark of a hero. */
export const plain = (letters) => letters.replace("+", "");

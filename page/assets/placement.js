// Positions of Xiangqi in the texts of other programs.

/**
 * Rewrites a position of Xiangqi in any dialect: letters E and H, missing fields, `+`, sides r and w, `fen` before it.
 * Null if the text is none.
 * @param {string} text
 */
export function readFen(text) {
  const [, board, side = "w", rest = ""] =
    /^(?:fen:?\s+)?([rnhbeakcp\d]+(?:\/[rnhbeakcp\d]+){9})(?:\s+(red|black|[wrb]))?((?:\s+[-+\d]+)*)$/i.exec(
      text.trim(),
    ) ?? [];
  const names = { E: "B", e: "b", H: "N", h: "n" };
  const placed = board?.replace(/[eh]/gi, (man) => names[/** @type {keyof typeof names} */ (man)]);
  if (!placed || placed.split("/").some((row) => [...row].reduce((sum, man) => sum + (Number(man) || 1), 0) !== 9))
    return null;
  const [quiet = "0", number = "1"] = rest.match(/\d+/g) ?? [];
  return `${placed} ${/^b/i.test(side) ? "b" : "w"} - - ${quiet} ${number}`;
}

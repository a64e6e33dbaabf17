// Scores: as text, as a share of the bar, and for the first team.

/**
 * Converts a score of the team to move, with its share of the points if known, to the first team's view.
 * @param {Score} score
 * @param {number} team
 */
export function turned(score, team) {
  if (team === 0) return score;
  const share = score.share === undefined ? {} : { share: 1 - score.share };
  return { ...score, value: -score.value, ...share };
}

/** Formats a score: `+0.35`, `#3`; counters in games of counters. @param {Score} score @param {string} style */
export function scoreText({ kind, value }, style) {
  if (kind === "over") return value > 0 ? "1–0" : value < 0 ? "0–1" : "½–½";
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (kind === "mate") return `${sign}#${size}`;
  return style === "pits" ? `${sign}${size / 100}` : `${sign}${(size / 100).toFixed(2)}`;
}

/** Returns the first team's share of the bar, from 0 to 1. @param {Score} score @param {string} style */
export function share({ kind, value, share: known }, style) {
  if (kind === "mate" || kind === "over") return value > 0 ? 1 : value < 0 ? 0 : 0.5;
  if (known !== undefined) return known;
  const scale = style === "pits" ? 1200 : style === "squares" ? 500 : 250;
  return 1 / (1 + Math.exp(-value / scale));
}

/** Returns whether a report's score is proven. @param {{ score: Score, remark: string | null }} info */
export const isProven = (info) => info.score.kind === "mate" || info.remark === "exact";

/**
 * Returns the score after the best move, made by `team`: the same, one move nearer.
 * @param {Known} known
 * @param {number} team
 */
export function afterBest({ score, proven }, team) {
  const isWinner = score.value > 0 === (team === 0);
  if (score.kind !== "mate" || !isWinner) return { score, proven };
  return { score: { ...score, value: score.value - Math.sign(score.value) }, proven };
}

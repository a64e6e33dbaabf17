// Pictures of pieces, by their English names, drawn into a square from -40 to 40.

/** @type {Record<string, string>} */
const PATHS = {
  advisor:
    "M0-36c7 9 21 11 21 23 8 2 12 6 12 10h-66c0-4 4-8 12-10 0-12 14-14 21-23zM-22 3h44c0 16-8 27-22 31C-14 30-22 19-22 3z",
  knight: "M-20 32c0-22 16-22 17-36l-13 8-10-9L-8-26l2-11 9 8c22 5 26 31 22 61z",
  rook: "M-26 30h52v-9h-7L15-6h9v-24H12v9H5v-9H-5v9h-7v-9h-12v24h9l-4 27h-7z",
  cannon: "M-34-2 22-31l9 16L-1 2a16 16 0 1 1-21 11l-7 3zM-8 9a7 7 0 1 0 .1 14A7 7 0 1 0-8 9z",
  king: "M-26 16-32-20-13-3 0-30 13-3 32-20 26 16ZM-26 21h52v9h-52z",
  elephant:
    "M-12-24h24c22-10 34 8 24 24-4 7-12 8-16 4-2 8-6 10-6 18 0 6 6 6 6 0h9c0 16-24 16-24-1 0-8 0-11-5-11s-5 3-5 11" +
    "v8h-11V4c-4 4-12 3-16-4-10-16 2-34 20-24z",
  horse: "M-20 32c0-22 16-22 17-36l-13 8-10-9L-8-26l2-11 9 8c22 5 26 31 22 61z",
  boat: "M-36 12h72L24 30h-48zM-3-34V7h-25zM3-26 24 7H3z",
  pawn: "M0-31a13 13 0 0 1 8 23l7 0v6h-6l5 20h8v10h-44V18h8l5-20h-6v-6l7 0a13 13 0 0 1 8-23z",
  commander: "M0-36 9-11 35-11 14 5 22 30 0 15-22 30-14 5-35-11-9-11Z",
  infantry: "M-29 6c0-42 58-42 58 0l9 6v7h-76v-7z",
  militia: "M0-26 37 14c-20 10-54 10-74 0z",
  tank:
    "M-18-14h28v5h26v6H10v7h-28zM-36 6h72l-8 18h-56zm14 5a4 4 0 1 0 .1 8 4 4 0 1 0-.1-8zm22 0a4 4 0 1 0 .1 8 4 4 0 1 0-.1-8z" +
    "m22 0a4 4 0 1 0 .1 8 4 4 0 1 0-.1-8z",
  engineer: "M-22-32h34l10 10v6H4v50H-8v-50h-14z",
  artillery: "M-33 4 26-30l7 12-32 19a14 14 0 1 1-23 5l-5 2zM-6 8a6 6 0 1 0 .1 12A6 6 0 1 0-6 8z",
  "anti-aircraft gun": "M-18 14-2-35l8 3-12 46zM2 14l16-49 8 3-12 46zM-30 18h60v10h-60z",
  missile: "M0-38c10 12 12 24 12 46l11 16-11-4v10h-24V20l-11 4 11-16c0-22 2-34 12-46z",
  "air force": "M0-38c5 4 6 16 6 26l30 22v8L6 9v14l10 8v6L0 32l-16 5v-6l10-8V9l-30 9v-8l30-22c0-10 1-22 6-26z",
  navy: "M-38 8h76L28 28h-56zM-18-6h30v11h-30zM-6-30h6v22h-6zM14-3h16v6H14z",
  headquarters: "M-28 30V-2L0-22 28-2v32H9V10H-9v20zM-2-38l18 6-14 6v8h-4z",
};

export const icon = (/** @type {string} */ name) => PATHS[name];

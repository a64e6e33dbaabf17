// Modes of the page and their addresses: `#/`, `#/games`, `#/GAME/MODE`, `#/GAME/MODE/PART`. The part is a tab in
// `learn`, a FEN in `play` and `analyse`, a line of EPD (`FEN;bm_MOVE;en_NAME`) or a packed list (`~DATA`) in
// `endgames`; `_` are blanks. Every game entered has an entry in the browser's history. `#/GAME/new`, to which the
// start page links, opens the dialogue of a new game, too.

/** Modes with a board, whose addresses name a game. */
const TABLE = ["play", "analyse"];
/** Modes of learning, whose addresses may name a part. */
const LEARNING = ["learn", "endgames"];

export const isTable = (/** @type {string | undefined} */ mode) => TABLE.includes(mode ?? "");
export const isLearning = (/** @type {string | undefined} */ mode) => LEARNING.includes(mode ?? "");

/**
 * Parses an address; earlier versions wrote `#xiangqi`, `#xiangqi~GAME` and `#room`.
 * @param {string} hash
 * @param {string[]} games
 * @returns {Place}
 */
export function readAddress(hash, games) {
  const [id, data] = hash.startsWith("#/") ? [""] : hash.replace(/^#/, "").split("~");
  if (data !== undefined || games.includes(id) || id === "room")
    return {
      mode: data === undefined ? "play" : "analyse",
      id: games.includes(id) ? id : games[0],
      link: data === undefined ? null : hash,
    };
  const [name, mode, ...parts] = hash.replace(/^#\/?/, "").split("/");
  if (!games.includes(name)) return { mode: name === "games" ? "games" : "home" };
  if (mode === "new") return { mode: "play", id: name, isNew: true };
  const part = decode(parts.join("/"));
  const tab = part.startsWith("~") ? part : part.replaceAll("_", " ");
  return { mode: isTable(mode) || isLearning(mode) ? mode : "play", id: name, tab: tab || undefined };
}

/** Formats an address. @param {Place} place */
export function addressOf({ mode, id, tab }) {
  const part = tab ? `/${tab.replaceAll(" ", "_").replaceAll("%", "%25")}` : "";
  return mode === "home" ? "#/" : mode === "games" ? "#/games" : `#/${id}/${mode}${part}`;
}

/** Decodes a part of an address that another program may have encoded. @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export class Router {
  place = /** @type {Place} */ ({ mode: "home" });
  isReturning = false;

  /** `visit(place)` shows a place. @param {string[]} games @param {(place: Place) => unknown} visit */
  constructor(games, visit) {
    this.games = games;
    this.visit = visit;
    addEventListener("popstate", ({ state }) => state && this.follow(state));
    // An address that was typed, or that of a link, has no state. Before the games are known, it waits.
    addEventListener("hashchange", () => !history.state && games.length > 0 && this.arrive());
  }

  /** Shows the place of the address. */
  arrive() {
    return this.follow(readAddress(location.hash, this.games));
  }

  /** Shows a place without another entry in the history. @param {Place} place */
  async follow(place) {
    this.isReturning = true;
    this.place = place;
    await this.visit(place);
    this.isReturning = false;
  }

  /** Goes to a place, as asked for by a person. @param {Place} place */
  async go(place) {
    if (place.mode === this.place.mode && place.id === this.place.id && place.tab === this.place.tab) return;
    this.enter(place);
    await this.visit(this.place);
  }

  /** Records a place: a new entry, unless it is the present one with more known about it. @param {Place} place */
  enter(place) {
    const { state } = history;
    const isSame =
      state &&
      state.mode === place.mode &&
      state.id === place.id &&
      state.tab === place.tab &&
      (!state.uid || state.uid === place.uid);
    this.place = place;
    if (this.isReturning || isSame || !state) history.replaceState(place, "", addressOf(place));
    else history.pushState(place, "", addressOf(place));
  }
}

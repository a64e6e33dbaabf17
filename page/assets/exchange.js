// Import and export of games: pasted, dropped and opened files; PGN and formats of Xiangqi, a link, a picture.

import { invitation } from "./invitation.js";
import { boardOf } from "./home.js";
import { readText } from "./bytes.js";
import { isCcbridge, readRecord as readCcbridge, recordsOf } from "./ccbridge.js";
import { gamesOf, isDhtmlXq, readDhtmlXq, writeDhtmlXq } from "./dhtmlxq.js";
import { isPgn, readGames as readPgnGames, readPgn, writePgn } from "./pgn.js";
import { drawPicture } from "./picture.js";
import { readFen } from "./placement.js";
import { copy, report } from "./messages.js";
import { SCORES, resultOf } from "./openings.js";
import { download, readRecord, settings, writeRecord } from "./record.js";
import { MoveTree, fault, rowOf } from "./tree.js";
import { by, html } from "./svg.js";
import { isXqf, readXqf, writeXqf } from "./xqf.js";
import { t } from "./i18n.js";

/** The most games imported from one file, the longest file, and the longest text in a link. */
export const MOST = 5000;
const LARGEST = 16 << 20;
const LINK = 64 << 10;
/** Names of the games in PGN files of other programs. @type {Record<string, string>} */
const GAMES = { "chinese chess": "xiangqi", xiangqi: "xiangqi" };
/** Notations by their names in PGN. @type {Record<string, string>} */
const FORMATS = { ICCS: "iccs", WXF: "wxf", Chinese: "chinese", Vietnamese: "vietnamese", Human: "human", Banco: "" };

/** Parses a file, or a text, in any of the formats to a list of games; empty if it is none. At most one game more than MOST. Throws an error in words. @param {string[]} games @param {string} id @param {string | File} input */
export async function readGames(input, games, id) {
  const isFile = typeof input !== "string";
  if ((isFile ? input.size : input.length) > LARGEST) throw fault("tooLarge");
  const bytes = isFile ? new Uint8Array(await input.arrayBuffer()) : new Uint8Array();
  if (isXqf(bytes)) return readEach([bytes], readXqf);
  if (isCcbridge(bytes)) return readEach(recordsOf(bytes), readCcbridge);
  return readTexts(isFile ? readText(bytes) : input, games, id);
}

function readTexts(/** @type {string} */ text, /** @type {string[]} */ games, /** @type {string} */ id) {
  const words = { line: t("line"), openComment: t("openComment"), noMoveBefore: t("noMoveBefore"), closedTwice: t("closedTwice"),
    openVariation: t("openVariation"), moveList: t("moveList"), digits: t("digitsGiven") };
  if (isDhtmlXq(text)) return readEach(gamesOf(text), (one) => readDhtmlXq(one, words));
  const record = readRecord(text, games);
  if (record?.isRecord || (record && !isPgn(text))) {
    const fen = readFen(record.setup ?? "");
    return [{ ...record, id: record.id ?? (fen && "xiangqi"), setup: fen ?? record.setup, options: record.id ? record.options : undefined,
      tree: new MoveTree(record.moves), tags: new Map() }];
  }
  if (!isPgn(text)) return [];
  return [...readPgnGames(text, words, MOST + 1)].map(({ tags, tree }) => {
    const named = (tags.get("Variant") ?? tags.get("Game") ?? "").toLowerCase();
    const rules = tags.get("Rules");
    const options = rules ? new Map(rules.split(";").map((rule) => /** @type {[string, string]} */ (rule.split("=").map((part) => part.trim())))) : undefined;
    const fen = readFen(tags.get("FEN") ?? "");
    return { id: games.includes(named) ? named : GAMES[named] ?? (fen ? "xiangqi" : id), options, setup: fen ?? tags.get("FEN") ?? null, tree, tags: withLength(tags, tree),
      name: titleOf(tags), notation: notationOf(tags.get("Format") ?? "") };
  });
}

/** The notation that a tag names; undefined if it is none. @param {string} format */
const notationOf = (format) => FORMATS[Object.keys(FORMATS).find((name) => name.toLowerCase() === format.toLowerCase()) ?? "?"];

/** Parses the games of a file of Xiangqi; an error names the game of several. @param {any[]} parts @param {(part: any) => { tags: Map<string, string>, tree: MoveTree, setup: string | null }} read */
function readEach(parts, read) {
  return parts.slice(0, MOST + 1).map((part, i) => {
    try {
      const { tags, tree, setup } = read(part);
      return { id: "xiangqi", tree, setup, tags: withLength(tags, tree), name: titleOf(tags) || tags.get("Title"), notation: "iccs" };
    } catch (error) {
      throw Object.assign(/** @type {Error} */ (error), { game: parts.length > 1 ? i + 1 : undefined });
    }
  });
}

/** Adds the length of an imported game, at whose end its result holds. @param {MoveTree} tree @param {Map<string, string>} tags */
function withLength(tags, tree) {
  if (tags.has("Result")) tags.set("PlyCount", String(tree.main.length));
  return tags;
}

/** Returns the name of an imported game: its players, or its event. @param {Map<string, string>} tags */
function titleOf(tags) {
  const known = (/** @type {string} */ name) => {
    const value = tags.get(name) ?? "";
    return ["?", "Banco"].includes(value) ? "" : value;
  };
  const players = ["Red", "White", "Black", "Blue"].map(known).filter(Boolean);
  return players.length > 0 ? players.join(" – ") : known("Event");
}

/** Locates a fault in the moves of a tree: its number in a path becomes the line and word of the input. @param {Fault} fault @param {TreeNode[]} path */
export function locate(fault, path) {
  const node = path[(fault.number ?? 0) - 1];
  return node ? { ...fault, line: node.line, text: node.text } : fault;
}

/** Returns the tags of a game: players, result, and what an imported one had. */
function tagsOf(/** @type {Written} */ one) {
  const { name, tags: kept, seats, players, date = Date.now() } = one;
  const own = new Map(kept ?? []);
  const today = new Date(date).toISOString().slice(0, 10).replace(/-/g, ".");
  const tags = new Map([["Event", name || "?"], ["Site", "Banco"], ["Date", own.size > 0 ? "????.??.??" : today]]);
  seats.forEach((seat, i) => tags.set(seat.names.en, players[i]));
  for (const [tag, value] of own) if (TAGS.includes(tag) && value) tags.set(tag, value);
  const result = resultOf(one);
  return tags.set("Result", result === null ? "*" : SCORES[result + 1]);
}

/** Formats a game as PGN; `result` is 1, 0 or -1 for a finished one, `textOf(node)` the text of a move. @param {Written} one */
function pgnOf(one) {
  const { id, seats, tree, setup, options, notation, textOf } = one;
  const tags = tagsOf(one).set("Variant", id);
  if (id === "xiangqi") tags.set("Game", "Chinese Chess");
  if (setup !== null) tags.set("SetUp", "1").set("FEN", setup);
  const rules = [...options];
  if (rules.length > 0) tags.set("Rules", rules.map(([rule, value]) => `${rule}=${value}`).join("; "));
  tags.set("Format", Object.keys(FORMATS).find((format) => FORMATS[format] === notation) ?? "Banco");
  return writePgn(tags, tree, (node) => rowOf(seats, node), tags.get("Result") ?? "*", textOf);
}

const TAGS = ["Event", "Site", "Date", "Round", "Red", "Black", "White", "Blue"];

export class Exchange {
  /** `setUp(input)` imports a text or file. */
  constructor(/** @type {MatchGame} */ game, /** @type {State} */ state, /** @type {(input: string | File) => unknown} */ setUp) {
    this.game = game;
    this.state = state;
    /** @type {[string, string, () => unknown][]} Exports by the ids of their buttons and the keys of their texts. */
    const exports = [
      ["copy-link", "copyLink", async () => copy(await this.link())],
      ["copy-pgn", "copyPgn", () => copy(pgnOf(this.shown()))],
      ["save", "save", () => download(`${state.id}.pgn`, pgnOf(this.shown()), "application/x-chess-pgn")],
      ["save-xqf", "saveXqf", () => this.write("xqf", writeXqf, "application/octet-stream")],
      ["save-dhtmlxq", "saveDhtmlXq", () => this.write("txt", writeDhtmlXq, "text/plain")],
      ["copy-fen", "copyFen", () => copy(game.scene.fen)],
      ["copy-game", "copyGame", () => copy(writeRecord(state.id, game, state.own))],
      ["picture-png", "picturePng", () => drawPicture(game.board, `${state.id}.png`)],
      ["picture-svg", "pictureSvg", () => drawPicture(game.board, `${state.id}.svg`)],
    ];
    by("exports").lastElementChild.append(...exports.map(([id, key, onclick]) => html("button", { id, "data-i18n": key, onclick })));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const data = event.dataTransfer;
      if (data) setUp(data.files[0] ?? data.getData("text/plain"));
    });
    addEventListener("paste", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest?.("input, textarea")) return;
      const text = event.clipboardData?.getData("text/plain").trim();
      if (text) setUp(text);
    });
  }

  /** The game on the board, its moves in the notation of the list. */
  shown() {
    const { game, state } = this;
    const { seats } = game.board.model;
    const result = !game.isOver ? null : game.winner?.value ?? 0;
    const players = seats.map((seat) => (game.players.of(seat.name).engine ? "Banco" : "?"));
    return { ...game, id: state.id, seats, players, result, options: state.own, textOf: (/** @type {TreeNode} */ node) => node.said ?? node.text };
  }

  /** Downloads the game in another format of Xiangqi. @param {string} end @param {(game: any) => BlobPart} format @param {string} type */
  write(end, format, type) {
    const { tree, setup } = this.game;
    const { id, own } = this.state;
    const base = own.get("XiangqiRanks") === "0-9" ? 0 : 1;
    const tags = tagsOf(this.shown());
    for (const [tag, value] of tags) if (value === "?" || value.startsWith("????")) tags.delete(tag);
    try {
      download(`${id}.${end}`, format({ tags: tags.set("Title", tags.get("Event") ?? ""), tree, setup, base }), type);
    } catch (error) {
      report(t(/** @type {{ key: string }} */ (error).key));
    }
  }

  /** Downloads stored games as one file, their moves in the engine's own notation. @param {Kept[]} games */
  async saveAll(games) {
    const texts = await Promise.all(games.map(async (kept) => {
      const { seats } = (await boardOf(kept.id)).model;
      const players = seats.map((_, i) => (kept.seats?.[i] === null ? "?" : "Banco"));
      return pgnOf({ ...kept, tree: MoveTree.from(kept.tree), tags: new Map(kept.tags), notation: "", seats, players, textOf: ({ text }) => text });
    }));
    download("banco.pgn", texts.join("\n"), "application/x-chess-pgn");
  }

  /** Returns an address that contains the game. */
  async link() {
    const { game, state } = this;
    const lines = [...settings(state.own), game.setup ?? "", writePgn(new Map(), game.tree, (node) => rowOf(game.board.model.seats, node), "*", ({ text }) => text).trim()];
    const base = invitation?.url.replace(/#.*/, "") ?? location.origin + location.pathname;
    return `${base}#${state.id}~${await pack(JSON.stringify(lines))}`;
  }
}

/** Parses a link `#ID~DATA`; null if it is none. Throws if it cannot be parsed. @param {string} hash @param {string[]} games */
export async function readLink(hash, games) {
  const [id, data] = hash.replace(/^#/, "").split("~");
  if (!data) return null;
  if (!games.includes(id)) throw new Error(id);
  const lines = JSON.parse(await unpack(data));
  const isText = (/** @type {string} */ line) => typeof line === "string" && line.length <= LINK;
  if (!Array.isArray(lines) || lines.length < 2 || !lines.every(isText)) throw new Error("no game");
  const moves = lines.pop();
  const setup = lines.pop();
  // Each text goes to the engine as one line of the protocol.
  if ([setup, ...lines].some((line) => /[\x00-\x1f\x7f]/.test(line))) throw new Error("a line break");
  const options = lines.flatMap((line) => {
    const [, name, value] = /^setoption name (.+) value (.+)$/.exec(line) ?? [];
    return name ? [/** @type {[string, string]} */ ([name, value])] : [];
  });
  const { tree } = readPgn(moves, { line: t("line"), openComment: "", noMoveBefore: "", closedTwice: "", openVariation: "" });
  return { id, options, setup: setup || null, tree, notation: "" };
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream} stream */
const through = (stream, bytes) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

async function pack(/** @type {string} */ text) {
  const bytes = new Uint8Array(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** Throws if the text is longer than a link's, before or after unpacking. @param {string} text */
async function unpack(text) {
  if (text.length > LINK) throw new Error("too long");
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LINK) {
      reader.cancel().catch(() => {});
      throw new Error("too long");
    }
    parts.push(part.value);
  }
  return new TextDecoder().decode(await new Blob(parts).arrayBuffer());
}

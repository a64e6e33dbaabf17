// Import and export of games: pasted, dropped and opened files; PGN, a link, a picture.

import { invitation } from "./invitation.js";
import { loadBoards } from "./home.js";
import { revive } from "./library.js";
import { isDhtmlXq, readDhtmlXq } from "./dhtmlxq.js";
import { isPgn, readGames as readPgnGames, readPgn, writePgn } from "./pgn.js";
import { drawPicture } from "./picture.js";
import { copyText, download, readRecord, settings } from "./record.js";
import { MoveTree, rowOf } from "./tree.js";
import { by } from "./svg.js";
import { t } from "./i18n.js";

/** The most games imported from one file, and the longest text in a link. */
const MOST = 200;
const LINK = 64 << 10;
/** Names of the games in PGN files of other programs. */
const GAMES = { "chinese chess": "xiangqi", xiangqi: "xiangqi" };
const FORMATS = { iccs: "iccs", wxf: "wxf", chinese: "chinese", vietnamese: "vietnamese", human: "human", banco: "" };

/** Parses a text in any of the formats to a list of games; empty if it is none. Throws an error in words. */
export function readGames(text, games, id) {
  const words = { line: t("line"), openComment: t("openComment"), noMoveBefore: t("noMoveBefore"), closedTwice: t("closedTwice"),
    openVariation: t("openVariation"), moveList: t("moveList"), digits: t("digitsGiven") };
  if (isDhtmlXq(text)) {
    const found = readDhtmlXq(text, words);
    return [{ ...found, tags: withLength(found.tags, found.tree), id: "xiangqi", notation: "iccs" }];
  }
  const record = readRecord(text, games);
  if (record?.isRecord || (record && !isPgn(text))) {
    return [{ ...record, options: record.id ? record.options : undefined, tree: new MoveTree(record.moves), tags: new Map() }];
  }
  if (!isPgn(text)) return [];
  return [...readPgnGames(text, words, MOST)].map(({ tags, tree }) => {
    const named = (tags.get("Variant") ?? tags.get("Game") ?? "").toLowerCase();
    const rules = tags.get("Rules");
    const options = rules && new Map(rules.split(";").map((rule) => rule.split("=").map((part) => part.trim())));
    return { id: games.includes(named) ? named : GAMES[named] ?? id, options, setup: tags.get("FEN") ?? null, tree, tags: withLength(tags, tree),
      name: titleOf(tags), notation: FORMATS[tags.get("Format")?.toLowerCase()] };
  });
}

/** Adds the length of an imported game, at whose end its result holds. */
function withLength(tags, tree) {
  if (tags.has("Result")) tags.set("PlyCount", String(mainLine(tree)));
  return tags;
}

/** Returns the length of the main line. */
function mainLine({ root }) {
  let count = 0;
  for (let node = root; node.children.length > 0; node = node.children[0]) count++;
  return count;
}

/** Returns the name of an imported game: its players, or its event. */
function titleOf(tags) {
  const known = (name) => (tags.get(name) && !["?", "Banco"].includes(tags.get(name)) ? tags.get(name) : "");
  const players = ["Red", "White", "Black", "Blue"].map(known).filter(Boolean);
  return players.length > 0 ? players.join(" – ") : known("Event");
}

/** Locates a fault in the moves of a tree: `(move N)` of a path becomes the line and word of the input. */
export function locate(fault, path) {
  const match = /^illegal move .+?: (.*) \(move (\d+)\)$/s.exec(fault);
  const node = match && path[match[2] - 1];
  if (!node?.line) return fault;
  return { line: node.line, number: Number(match[2]), text: node.text, why: match[1] };
}

/** Formats a game as PGN; `result` is 1, 0 or -1 for a finished one, `said(node)` its moves. */
function pgnOf({ id, name, tags: kept, seats, players, result: ended, tree, setup, options, notation, said }) {
  const own = new Map(kept ?? []);
  const today = new Date().toISOString().slice(0, 10).replace(/-/g, ".");
  const tags = new Map([["Event", name || "?"], ["Site", "Banco"], ["Date", own.size > 0 ? "????.??.??" : today]]);
  seats.forEach((seat, i) => tags.set(seat.names.en, players[i]));
  for (const [tag, value] of own) if (TAGS.includes(tag) && value) tags.set(tag, value);
  const score = { 1: "1-0", 0: "1/2-1/2", "-1": "0-1" }[ended] ?? "*";
  // The result of an imported game, until it is continued.
  const result = score === "*" && Number(own.get("PlyCount")) === mainLine(tree) ? own.get("Result") : score;
  tags.set("Result", result).set("Variant", id);
  if (id === "xiangqi") tags.set("Game", "Chinese Chess");
  if (setup !== null) tags.set("SetUp", "1").set("FEN", setup);
  const rules = [...options];
  if (rules.length > 0) tags.set("Rules", rules.map(([rule, value]) => `${rule}=${value}`).join("; "));
  tags.set("Format", Object.keys(FORMATS).find((format) => FORMATS[format] === notation) ?? "banco");
  return writePgn(tags, tree, (node) => rowOf(seats, node), result, said);
}

const TAGS = ["Event", "Site", "Date", "Round", "Red", "Black", "White", "Blue"];

export class Exchange {
  /** `page` holds the game, its id and rules; `setUp(text)` imports a text, `said(key)` confirms an action. */
  constructor(page, setUp, said) {
    Object.assign(this, { page, said });
    const acts = {
      "copy-pgn": () => this.copy(this.pgn()),
      "copy-link": async () => this.copy(await this.link()),
      "picture-png": () => this.picture("png"),
      "picture-svg": () => this.picture("svg"),
      save: () => download(`${page.id()}.pgn`, this.pgn(), "application/x-chess-pgn"),
    };
    for (const [name, act] of Object.entries(acts)) by(name).addEventListener("click", act);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      setUp(file ? await file.text() : event.dataTransfer.getData("text/plain"));
    });
    addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea")) return;
      const text = event.clipboardData.getData("text/plain").trim();
      if (text) setUp(text);
    });
  }

  async copy(text) {
    this.said((await copyText(text, by("fen"))) ? "copied" : "copyByHand");
  }

  /** Returns the game as PGN, its moves in the notation of the list. */
  pgn() {
    const { game } = this.page;
    const result = !game.isOver ? null : game.winner?.value ?? 0;
    const players = game.board.model.seats.map((seat) => (game.players.of(seat.name).engine ? "Banco" : "?"));
    return pgnOf({ ...game, id: this.page.id(), seats: game.board.model.seats, players, result, options: this.page.rules(), said: (node) => node.said ?? node.text });
  }

  /** Downloads stored games as one file, their moves in the engine's own notation. */
  async saveAll(games) {
    const texts = await Promise.all(games.map(async (kept) => {
      const { seats } = (await loadBoards().get(kept.id)).model;
      const players = seats.map((_, i) => (kept.seats?.[i] === null ? "?" : "Banco"));
      return pgnOf({ ...revive(kept), tags: new Map(kept.tags), notation: "", seats, players, said: ({ text }) => text });
    }));
    download("banco.pgn", texts.join("\n"), "application/x-chess-pgn");
  }

  /** Returns an address that contains the game. */
  async link() {
    const { game } = this.page;
    const lines = [...settings(this.page.rules()), game.setup ?? "", writePgn(new Map(), game.tree, (node) => rowOf(game.board.model.seats, node), "*", ({ text }) => text).trim()];
    const base = invitation?.url.replace(/#.*/, "") ?? location.origin + location.pathname;
    return `${base}#${this.page.id()}~${await pack(JSON.stringify(lines))}`;
  }

  picture(kind) {
    return drawPicture(this.page.game.board, `${this.page.id()}.${kind}`, kind);
  }
}

/** Parses a link `#ID~DATA`; null if it is none. Throws if it cannot be parsed. */
export async function readLink(hash, games) {
  const [id, data] = hash.replace(/^#/, "").split("~");
  if (!data) return null;
  if (!games.includes(id)) throw new Error(id);
  const lines = JSON.parse(await unpack(data));
  const isText = (line) => typeof line === "string" && line.length <= LINK;
  if (!Array.isArray(lines) || lines.length < 2 || !lines.every(isText)) throw new Error("no game");
  const moves = lines.pop();
  const setup = lines.pop();
  // Each text goes to the engine as one line of the protocol.
  if ([setup, ...lines].some((line) => /[\x00-\x1f\x7f]/.test(line))) throw new Error("a line break");
  const options = lines.map((line) => /^setoption name (.+) value (.+)$/.exec(line)).filter(Boolean).map(([, name, value]) => [name, value]);
  const { tree } = readPgn(moves, { line: t("line"), openComment: "", noMoveBefore: "", closedTwice: "", openVariation: "" });
  return { id, options, setup: setup || null, tree, notation: "" };
}

const through = (stream, bytes) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

async function pack(text) {
  const bytes = new Uint8Array(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** Throws if the text is longer than a link's, before or after unpacking. */
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

// Games in and out: whatever somebody pastes, drops or opens; PGN, a link, a picture.

import { isDhtmlXq, readDhtmlXq } from "./dhtmlxq.js";
import { isPgn, readPgn, writePgn } from "./pgn.js";
import { drawPicture } from "./picture.js";
import { download, readRecord, settings } from "./record.js";
import { MoveTree, pathTo } from "./tree.js";
import { by } from "./svg.js";
import { t } from "./i18n.js";

/** The names of games in PGN files of others. */
const GAMES = { "chinese chess": "xiangqi", xiangqi: "xiangqi" };
const FORMATS = { iccs: "iccs", wxf: "wxf", chinese: "chinese", vietnamese: "vietnamese", banco: "" };

/** Reads a text in any of the forms; null if it is none. Throws what is wrong with it, in words. */
export function readGame(text, games, id) {
  const words = { line: t("line"), openComment: t("openComment"), noMoveBefore: t("noMoveBefore"), closedTwice: t("closedTwice"),
    openVariation: t("openVariation"), moveList: t("moveList"), digits: t("digitsGiven") };
  if (isDhtmlXq(text)) return { ...readDhtmlXq(text, words), id: "xiangqi", notation: "iccs" };
  const record = readRecord(text, games);
  if (record?.isRecord || (record && !isPgn(text))) {
    return { ...record, options: record.id ? record.options : undefined, tree: new MoveTree(record.moves), tags: new Map() };
  }
  if (!isPgn(text)) return null;
  const { tags, tree, games: count } = readPgn(text, words);
  const named = (tags.get("Variant") ?? tags.get("Game") ?? "").toLowerCase();
  const game = games.includes(named) ? named : GAMES[named] ?? id;
  const rules = tags.get("Rules");
  const options = rules && new Map(rules.split(";").map((rule) => rule.split("=").map((part) => part.trim())));
  return { id: game, options, setup: tags.get("FEN") ?? null, tree, tags, games: count, notation: FORMATS[tags.get("Format")?.toLowerCase()] };
}

/** Where a fault in the moves of a tree is: `(move N)` of a path becomes the line and the word as they were given. */
export function locate(fault, path) {
  const match = /^illegal move .+?: (.*) \(move (\d+)\)$/s.exec(fault);
  const node = match && path[match[2] - 1];
  if (!node?.line) return fault;
  return { line: node.line, number: Number(match[2]), text: node.text, why: match[1] };
}

const TAGS = ["Event", "Site", "Date", "Round", "Red", "Black", "White", "Blue"];

export class Exchange {
  /** `page` has the game, its id and rules; `setUp(text)` takes a text in, `said(key)` says what was done. */
  constructor(page, setUp, said) {
    Object.assign(this, { page, said });
    const acts = {
      "copy-pgn": async () => this.copy(await this.pgn()),
      "copy-link": async () => this.copy(await this.link()),
      "picture-png": () => this.picture("png"),
      "picture-svg": () => this.picture("svg"),
      save: async () => download(`${page.id()}.pgn`, await this.pgn(), "application/x-chess-pgn"),
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
    await navigator.clipboard.writeText(text);
    this.said("copied");
  }

  /** The game as PGN, its moves in the notation of the list. */
  async pgn(notation = this.page.game.notation) {
    const { game } = this.page;
    await game.tell(notation);
    const id = this.page.id();
    const tags = new Map([["Event", game.name || "?"], ["Site", "Banco"], ["Date", new Date().toISOString().slice(0, 10).replace(/-/g, ".")]]);
    for (const seat of game.board.model.seats) tags.set(seat.names.en, game.players.of(seat.name).engine ? "Banco" : "?");
    for (const [name, value] of game.tags ?? []) if (TAGS.includes(name) && value) tags.set(name, value);
    const result = !game.isOver ? "*" : !game.winner ? "1/2-1/2" : game.winner.value > 0 ? "1-0" : "0-1";
    tags.set("Result", result).set("Variant", id);
    if (id === "xiangqi") tags.set("Game", "Chinese Chess");
    if (game.setup !== null) tags.set("SetUp", "1").set("FEN", game.setup);
    const rules = [...this.page.rules()];
    if (rules.length > 0) tags.set("Rules", rules.map(([name, value]) => `${name}=${value}`).join("; "));
    tags.set("Format", Object.keys(FORMATS).find((name) => FORMATS[name] === notation) ?? "banco");
    return writePgn(tags, game.tree, (node) => this.row(node), result);
  }

  /** The number of a move's row, and whether the row begins with it: rows begin when the seats have gone round. */
  row(node) {
    const order = new Map(this.page.game.board.model.seats.map(({ name }, i) => [name, i]));
    let [number, last, isFirst] = [0, Infinity, false];
    for (const step of pathTo(node)) {
      const place = order.get(step.seat) ?? 0;
      isFirst = place <= last;
      if (isFirst) number++;
      last = place;
    }
    // A game that Black begins has no first half of its first row.
    return { number, isFirst: isFirst && (order.get(node.seat) ?? 0) === 0 };
  }

  /** An address that holds the game itself. */
  async link() {
    const { game } = this.page;
    await game.tell("");
    const lines = [...settings(this.page.rules()), game.setup ?? "", writePgn(new Map(), game.tree, (node) => this.row(node), "*").trim()];
    return `${location.origin}${location.pathname}#${this.page.id()}~${await pack(JSON.stringify(lines))}`;
  }

  picture(kind) {
    return drawPicture(this.page.game.board, `${this.page.id()}.${kind}`, kind);
  }
}

/** The game that a link holds: `#ID~DATA`; null where there is none. */
export async function readLink(hash, games) {
  const [id, data] = hash.replace(/^#/, "").split("~");
  if (!data || !games.includes(id)) return null;
  const lines = JSON.parse(await unpack(data));
  const [moves, setup] = [lines.pop(), lines.pop()];
  const options = lines.map((line) => /^setoption name (.+) value (.+)$/.exec(line)).filter(Boolean).map(([, name, value]) => [name, value]);
  const { tree } = readPgn(moves, { line: t("line"), openComment: "", noMoveBefore: "", closedTwice: "", openVariation: "" });
  return { id, options, setup: setup || null, tree, notation: "" };
}

const through = (stream, bytes) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

async function pack(text) {
  const bytes = new Uint8Array(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

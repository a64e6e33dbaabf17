// Import and export of games: pasted, dropped and opened files; PGN and formats of Xiangqi, a link, a picture.

import { invitation } from "./invitation.js";
import { boardOf } from "./home.js";
import { drawPicture } from "./picture.js";
import { readFen } from "./placement.js";
import { copy, report } from "./messages.js";
import { SCORES, resultOf } from "./openings.js";
import { download, readRecord, settings, writeRecord } from "./record.js";
import { fromNodes, readRecords, toNodes, writeRecords } from "./records.js";
import { addressOf } from "./router.js";
import { MoveTree, fault } from "./tree.js";
import { by, html } from "./svg.js";
import { t } from "./i18n.js";

/** The most games imported from one file, the longest file, and the longest text in a link. */
export const MOST = 5000;
export const LARGEST = 16 << 20;
const LINK = 64 << 10;
/** What a text has that holds a game rather than a position or lines of the protocol. */
const GAME = /\[\w+[ \t\]]|(^|\s)1\s*\.|^XQ|^CCBridge|^FORMAT|\0/;

/**
 * Parses a file, or a text, in any of the formats to a list of games; empty if it is none. At most one game more than
 * MOST. Throws an error in words.
 * @param {string[]} games
 * @param {string} id the game of files that name none
 * @param {Iterable<[string, unknown]>} own its rules
 * @param {string | File} input
 */
export async function readGames(input, games, id, own) {
  const isFile = typeof input !== "string";
  if ((isFile ? input.size : input.length) > LARGEST) throw fault("tooLarge");
  const text = isFile ? await input.text() : input;
  const record = readRecord(text, games);
  if (record?.isRecord || (record && !GAME.test(text))) {
    const fen = readFen(record.setup ?? "");
    return [
      {
        ...record,
        id: record.id ?? (fen && "xiangqi"),
        setup: fen ?? record.setup,
        options: record.id ? record.options : undefined,
        tree: new MoveTree(record.moves),
        tags: new Map(),
      },
    ];
  }
  const bytes = isFile ? new Uint8Array(await input.arrayBuffer()) : new TextEncoder().encode(input);
  try {
    return (await readRecords(bytes, id, own, MOST + 1)).games.map(imported);
  } catch (error) {
    if (/** @type {{ key?: string }} */ (error).key) throw error;
    return [];
  }
}

/** Converts a game of a file. What it lost is reported when it is opened. @param {import("./records.js").Game} game */
export function imported({ game, rules, setup, tags: list, result, tree: { nodes }, notes = [] }) {
  const tree = MoveTree.from({ nodes: fromNodes(nodes), path: [] }).settle();
  const tags = new Map([...list, ["Result", result]]);
  const lost = notes.find(({ loss }) => loss !== "none");
  return {
    id: game,
    options: rules.length > 0 ? new Map(rules) : undefined,
    setup,
    tree,
    tags: withLength(tags, tree),
    name: titleOf(tags) || tags.get("Title"),
    notation: "",
    isRead: true,
    removed: lost && {
      ...lost,
      error: "move",
      line: lost.line || undefined,
      game: lost.game > 1 ? lost.game : undefined,
    },
  };
}

/**
 * Adds the length of an imported game, at whose end its result holds.
 * @param {Map<string, string>} tags
 * @param {MoveTree} tree
 */
function withLength(tags, tree) {
  return tags.set("PlyCount", String(tree.main.length));
}

/** Returns the name of an imported game: its players, or its event. @param {Map<string, string>} tags */
export function titleOf(tags) {
  const known = (/** @type {string} */ name) => {
    const value = tags.get(name) ?? "";
    return ["?", "Banco"].includes(value) ? "" : value;
  };
  const players = ["Red", "White", "Black", "Blue"].map(known).filter(Boolean);
  return players.length > 0 ? players.join(" – ") : known("Event");
}

/** Returns the tags of a game: players, result, and what an imported one had. */
function tagsOf(/** @type {Written} */ one) {
  const { name, tags: kept, seats, players, date = Date.now() } = one;
  const own = new Map(kept ?? []);
  const today = new Date(date).toISOString().slice(0, 10).replace(/-/g, ".");
  const tags = new Map([
    ["Event", name || "?"],
    ["Site", "Banco"],
    ["Date", own.size > 0 ? "????.??.??" : today],
  ]);
  seats.forEach((seat, i) => tags.set(seat.names.en, players[i]));
  for (const [tag, value] of own) if (value && tag !== "PlyCount") tags.set(tag, value);
  tags.delete("Result");
  return tags;
}

/**
 * Converts a game for a file; `result` is 1, 0 or -1 for a finished one.
 * @param {Written} one
 * @returns {import("./records.js").Game}
 */
function gameOf(one) {
  const { id, tree, setup, options } = one;
  const result = resultOf(one);
  return {
    game: id,
    rules: [...options].map(([name, value]) => [name, String(value)]),
    setup,
    tags: [...tagsOf(one)],
    result: result === null ? "*" : SCORES[result + 1],
    tree: { nodes: toNodes(tree.toData().nodes) },
  };
}

const textOf = (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => new TextDecoder().decode(bytes);

/** The address of the page for others. */
export const pageUrl = () => invitation?.url.replace(/#.*/, "") ?? location.origin + location.pathname;

export class Exchange {
  /** `setUp(input)` imports a text or file. */
  constructor(
    /** @type {MatchGame} */ game,
    /** @type {State} */ state,
    /** @type {(input: string | File) => unknown} */ setUp,
  ) {
    this.game = game;
    this.state = state;
    /** @type {[string, string, () => unknown][]} Exports by the ids of their buttons and the keys of their texts. */
    const exports = [
      ["copy-link", "copyLink", async () => copy(await this.link())],
      [
        "copy-pgn",
        "copyPgn",
        async () => copy(textOf(await writeRecords([gameOf(this.shown())], "pgn", game.notation))),
      ],
      ["save", "save", () => this.write("pgn", "pgn", "application/x-chess-pgn")],
      ["save-xqf", "saveXqf", () => this.write("xqf", "xqf", "application/octet-stream")],
      ["save-dhtmlxq", "saveDhtmlXq", () => this.write("txt", "dhtmlxq", "text/plain")],
      ["copy-fen", "copyFen", () => copy(game.scene.fen)],
      [
        "copy-place",
        "copyPlace",
        () => copy(pageUrl() + addressOf({ mode: "analyse", id: state.id, tab: game.scene.fen })),
      ],
      ["copy-game", "copyGame", () => copy(writeRecord(state.id, game, state.own))],
      ["picture-png", "picturePng", () => drawPicture(game.board, `${state.id}.png`)],
      ["picture-svg", "pictureSvg", () => drawPicture(game.board, `${state.id}.svg`)],
      ["make-puzzle", "makePuzzle", async () => (await import("./teaching.js")).makePuzzle(state.id)],
    ];
    by("exports").lastElementChild.append(
      ...exports.map(([id, key, onclick]) => html("button", { id, "data-i18n": key, onclick })),
    );
    const title = { id: "puzzle-title", "data-place": "puzzleTitle", "data-label": "puzzleTitle", maxlength: 80 };
    by("exports").lastElementChild.append(html("input", title));
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

  /** The game on the board. */
  shown() {
    const { game, state } = this;
    const { seats } = game.board.model;
    const result = !game.isOver ? null : (game.winner?.value ?? 0);
    const players = seats.map((seat) => (game.players.of(seat.name).engine ? "Banco" : "?"));
    return { ...game, id: state.id, seats, players, result, options: state.own };
  }

  /** Downloads the game in a format. @param {string} end @param {string} format @param {string} type */
  async write(end, format, type) {
    const one = gameOf(this.shown());
    if (format !== "pgn") {
      one.tags = one.tags.filter(([, value]) => value !== "?" && !value.startsWith("????"));
      one.tags.push(["Title", one.tags.find(([tag]) => tag === "Event")?.[1] ?? ""]);
    }
    try {
      download(`${one.game}.${end}`, await writeRecords([one], format, this.game.notation), type);
    } catch {
      report(t("notWritten"));
    }
  }

  /** Downloads stored games as one file, their moves in the engine's own notation. @param {Kept[]} games */
  async saveAll(games) {
    const all = await Promise.all(
      games.map(async (kept) => {
        const { seats } = (await boardOf(kept.id)).model;
        const players = seats.map((_, i) => (kept.seats?.[i] === null ? "?" : "Banco"));
        return gameOf({ ...kept, tree: MoveTree.from(kept.tree), tags: new Map(kept.tags), seats, players });
      }),
    );
    download("banco.pgn", await writeRecords(all, "pgn", ""), "application/x-chess-pgn");
  }

  /** Returns an address that contains the game. */
  async link() {
    const { game, state } = this;
    const text = textOf(await writeRecords([gameOf(this.shown())], "pgn", ""));
    const lines = [...settings(state.own), game.setup ?? "", text.slice(text.indexOf("\n\n")).trim()];
    return `${pageUrl()}#${state.id}~${await pack(JSON.stringify(lines))}`;
  }
}

/**
 * Parses a link `#ID~DATA`; null if it is none. Throws if it cannot be parsed.
 * @param {string} hash
 * @param {string[]} games
 */
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
  const tags = [
    ["Variant", id],
    ["Format", "Banco"],
    ["Rules", options.map((rule) => rule.join("=")).join("; ")],
    ["FEN", setup],
  ];
  const head = tags.filter(([, value]) => value).map(([tag, value]) => `[${tag} "${value.replace(/["\\]/g, "\\$&")}"]`);
  const {
    games: [game],
  } = await readRecords(new TextEncoder().encode(`${head.join("\n")}\n\n${moves}`), id, [], 1);
  return { ...imported(game), options, setup: setup || null };
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream} stream */
const through = (stream, bytes) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

export async function pack(/** @type {string} */ text) {
  const bytes = new Uint8Array(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** Throws if the text is longer than a link's, before or after unpacking. @param {string} text */
export async function unpack(text) {
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

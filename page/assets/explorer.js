// Opening explorer: the moves that games played in the position on the board, with results and the engine's scores. The
// games are those of the library, of the server, or of a file.

import { isStatic } from "./client.js";
import { valueText } from "./exact.js";
import { readGames } from "./exchange.js";
import { Demo } from "./figures.js";
import { gameName, namesOf, number, t } from "./i18n.js";
import { report } from "./messages.js";
import { ENDS, Openings, mainLine, resultOf, sum } from "./openings.js";
import { placeOf, settings } from "./record.js";
import { scoreText } from "./score.js";
import { teamsOf } from "./pieces.js";
import { by, html, listen } from "./svg.js";

/** Moves and games shown. */
const ROWS = 12;
const GAMES = 5;
/** The least share with a number in its bar, in per cent. */
const WIDE = 15;

export class Explorer {
  /** What is counted: `mine`, `server` or `file`, and the file. */
  source = "mine";
  file = /** @type {File | null} */ (null);
  /** The counts by their source. */
  counts = /** @type {Map<string, Counts>} */ (new Map());
  /** The keys of the positions of stored games, by the names of the games. */
  known = /** @type {Map<string, { line: string, keys: string[] }>} */ (new Map());
  /** The game and the rules for which the server's games are offered. */
  offered = "";
  /** The cells of the engine's scores, by move. @type {Map<string, HTMLElement>} */
  cells = new Map();
  /** Number of drawings begun, of which only the last is shown, and the game of the last. */
  drawings = 0;
  game = /** @type {MatchGame | null} */ (null);
  /** The connection for questions: not that of the board, where other positions are searched meanwhile. */
  link = /** @type {{ id: string, demo: Demo, ready: Promise<unknown> } | null} */ (null);

  constructor(/** @type {State} */ state, /** @type {Analysis} */ analysis, /** @type {Library} */ library) {
    this.state = state;
    this.analysis = analysis;
    this.library = library;
    listen("click", {
      "count-mine": () => this.choose("mine"),
      "count-server": () => this.choose("server"),
      "count-file": () => by("counted-file").click(),
    });
    listen("change", {
      "counted-file": (/** @type {{ target: HTMLInputElement }} */ { target }) => {
        this.file = target.files?.[0] ?? this.file;
        target.value = "";
        this.drop("file");
        this.choose("file");
      },
    });
  }

  /** The stored games have changed, or the explorer is left. The counts of a file stay. */
  forget() {
    this.link?.demo.close();
    this.link = null;
    this.drop("mine");
  }

  /** Stops counting a source, and drops what is counted. @param {string} source */
  drop(source) {
    const counts = this.counts.get(source);
    if (counts) counts.isStopped = true;
    this.counts.delete(source);
  }

  /** @param {string} source */
  choose(source) {
    this.source = source;
    for (const one of by("sources").children) one.setAttribute("aria-pressed", String(one.value === source));
    if (this.game) this.draw(this.game);
  }

  /** Shows the position on the board, if the explorer is open. @param {MatchGame} game */
  async draw(game) {
    this.game = game;
    if (by("explorer").hidden) return;
    const { node, notation, at } = game;
    const before = at - Number(node.throw);
    const position = game.line();
    const line = game.moves.slice(0, before).map(({ text }) => text);
    const drawing = ++this.drawings;
    const isCurrent = () => drawing === this.drawings && !by("explorer").hidden;
    const { source } = this;
    const counts = this.count();
    try {
      this.offer(counts);
      const [text] = counts.progress;
      if (text && !counts.isDone && !text.isConnected) by("explored").replaceChildren(...counts.progress);
      await counts.done;
      if (!isCurrent()) return;
      const { client } = await this.connect(counts.id);
      // A throw is not counted alone: its moves are whole turns of the position before it.
      const start = node.throw ? node.text : "";
      const { moves, games } =
        source === "server"
          ? await this.ofServer(counts, game.setup, line, start)
          : await this.found(client, counts, placeOf(game.setup, line), start);
      const said = await Promise.all(
        moves.slice(0, ROWS).map(async ({ move }) => {
          const { answer } = notation
            ? await client.ask(...settings(counts.rules), position, `write ${notation} moves ${move}`)
            : { answer: null };
          return answer?.[0] ?? move;
        }),
      );
      if (isCurrent()) this.show(game, counts, moves, said, games);
    } catch (error) {
      if (!isCurrent()) return;
      this.drop(source);
      this.forget();
      const why = t(/** @type {{ key?: string }} */ (error).key ?? "noRoom");
      by("explored").replaceChildren(html("p", { role: "alert" }, why));
    }
  }

  /** Connects to the engine for a game. @param {string} id */
  async connect(id) {
    if (this.link?.id !== id) {
      this.link?.demo.close();
      const demo = new Demo();
      this.link = { id, demo, ready: demo.open(id) };
    }
    const { demo, ready } = this.link;
    await ready;
    return demo;
  }

  /** Counts the games with the rules of the one on the board, once. */
  count() {
    const { source } = this;
    const { id, rules } = this.state.current;
    const of = JSON.stringify([id, rules]);
    const old = this.counts.get(source);
    if (old?.of === of) return old;
    this.drop(source);
    /** @type {Counts} */
    const counts = { of, id, rules, openings: new Openings(), progress: [], about: "", done: Promise.resolve() };
    this.counts.set(source, counts);
    const done = source === "mine" ? this.readMine(counts) : source === "file" ? this.readFile(counts) : null;
    counts.done = Promise.resolve(done).finally(() => (counts.isDone = true));
    return counts;
  }

  /** @param {Counts} counts @returns {(options: Iterable<[string, any]>) => boolean} */
  isSame({ rules }) {
    return (options) => JSON.stringify(this.state.changed(options)) === JSON.stringify(rules);
  }

  /** Reads the stored games, and the keys of their positions. @param {Counts} counts */
  async readMine(counts) {
    const { id, rules, openings } = counts;
    const { client } = await this.connect(id);
    const isSame = this.isSame(counts);
    const games = (await this.library.all()).flatMap((kept) => {
      const [moves, result] = [mainLine(kept), resultOf(kept)];
      if (kept.id !== id || !isSame(kept.options) || result === null || moves.length === 0) return [];
      const listed = { name: kept.name, result, open: () => this.library.open(kept) };
      return [{ uid: kept.uid, line: placeOf(kept.setup, moves), moves, listed }];
    });
    const missing = games.filter(({ uid, line }) => this.known.get(uid)?.line !== line);
    if (missing.length > 0 && this.source === "mine")
      by("explored").replaceChildren(html("p", {}, `${t("countingGames")} ${number(missing.length)}`));
    const keys = await client.keys(
      settings(rules),
      missing.map(({ line }) => line),
    );
    missing.forEach(({ uid, line }, i) => this.known.set(uid, { line, keys: keys[i] ?? [] }));
    for (const { uid, moves, listed } of games.reverse()) {
      const known = this.known.get(uid)?.keys ?? [];
      if (known.length > moves.length) openings.add(known, moves, listed);
    }
  }

  /** Counts the games of the file. @param {Counts} counts */
  async readFile(counts) {
    const { file } = this;
    if (!file) return;
    const text = html("p", {}, t("countingGames"));
    const onclick = () => (counts.isStopped = true);
    counts.progress = [text, html("button", { id: "stop-counting", onclick }, t("stopCounting"))];
    const demo = new Demo();
    try {
      await demo.open(counts.id);
      const { countFile } = await import("./gamefile.js");
      await countFile(
        file,
        counts,
        demo.client,
        this.isSame(counts),
        (read) => this.open(read),
        (share) => {
          text.textContent = `${t("countingGames")} ${number(counts.openings.games.length)} · ${Math.round(100 * share)} %`;
        },
      );
    } finally {
      demo.close();
    }
  }

  /** Opens a game that is not stored. @param {() => Promise<Opened | undefined>} read */
  async open(read) {
    const one = await read().catch(() => undefined);
    if (one) this.library.hooks.open(one.id ?? this.state.id, one);
    else report(t("gameGone"));
  }

  /** Finds the moves of a position after `place`. */
  async found(
    /** @type {Client} */ client,
    /** @type {Counts} */ { rules, openings },
    /** @type {string} */ place,
    /** @type {string} */ start,
  ) {
    const [keys] = await client.keys(settings(rules), [place]);
    return openings.at(keys?.at(-1) ?? "", start);
  }

  /**
   * Asks the server.
   * @param {string} id
   * @param {Record<string, string>} query
   * @returns {Promise<{ games: number, moves: Count[], topGames: TopGame[], reading: boolean }>}
   */
  async ask(id, query) {
    const answer = await fetch(`explorer/${id}?${new URLSearchParams(query)}`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  /** Offers the games of the server, if there are any with the rules of the board. @param {Counts} counts */
  async offer({ of, id, rules }) {
    if (isStatic || this.offered === of) return;
    this.offered = of;
    const { games, reading } = await this.ask(id, { rules: rulesText(rules) }).catch(() => ({
      games: 0,
      reading: false,
    }));
    if (this.offered !== of) return;
    by("count-server").hidden = !games && !reading;
    if (by("count-server").hidden && this.source === "server") this.choose("mine");
    // Games that are still read may be there at the next position.
    if (reading) this.offered = "";
  }

  /**
   * Returns what the server knows about the position after some moves.
   * @param {Counts} counts
   * @param {string | null} setup
   * @param {string[]} line
   * @param {string} start
   */
  async ofServer(counts, setup, line, start) {
    const { id, rules } = counts;
    const query = { fen: setup ?? "", moves: line.join(" "), rules: rulesText(rules) };
    const { moves, topGames, games, reading } = await this.ask(id, query);
    counts.about = `${t("gamesOf")}: ${number(games)}${reading ? ` · ${t("countingGames")} …` : ""}`;
    const isHere = (/** @type {{ move: string }} */ one) => one.move.startsWith(start);
    return {
      moves: moves.filter(isHere).map((one) => ({ ...one, games: one.first + one.draws + one.second })),
      games: topGames.filter(isHere).map(({ id, winner, first, second, year }) => ({
        name: [[first, second].map(({ name }) => name || "?").join(" – "), year].filter(Boolean).join(" · "),
        result: winner === "first" ? 1 : winner === "second" ? -1 : 0,
        open: () => this.open(() => this.gameOfServer(id)),
      })),
    };
  }

  /** Reads a game of the server. @param {string} id */
  async gameOfServer(id) {
    const answer = await fetch(`explorer/pgn/${id}`);
    const { games, id: own, own: rules } = this.state;
    return answer.ok ? (await readGames(await answer.text(), games, own, rules))[0] : undefined;
  }

  show(
    /** @type {MatchGame} */ game,
    /** @type {Counts} */ { id, about },
    /** @type {Count[]} */ counts,
    /** @type {string[]} */ said,
    /** @type {Listed[]} */ games,
  ) {
    const teams = teamsOf(game.board.model);
    this.cells.clear();
    const all = sum(counts);
    const row = (/** @type {Count} */ count, /** @type {string | HTMLElement} */ head) => {
      const cell = html("td", {});
      if (count.move) this.cells.set(count.move, cell);
      return html(
        "tr",
        {},
        html("th", { scope: "row" }, head),
        html("td", { title: count.averageRating && `Elo ${count.averageRating}` }, number(count.games)),
        html("td", {}, bar(count, teams)),
        cell,
      );
    };
    const rows = said.map((/** @type {string} */ text, /** @type {number} */ i) =>
      row(counts[i], html("button", { class: "ply", onclick: () => game.play(counts[i].move) }, text)),
    );
    const head = ["playedMove", "gamesOf", "results", "engine"].map((key) => html("th", { scope: "col" }, t(key)));
    by("explored").replaceChildren(
      ...(counts.length === 0
        ? [html("p", {}, t("noOpenings"))]
        : [
            html(
              "table",
              { "aria-label": t("openings") },
              html("thead", {}, html("tr", {}, ...head)),
              html("tbody", {}, ...rows, row(all, t("allMoves"))),
            ),
            html(
              "ul",
              {},
              ...games
                .slice(0, GAMES)
                .map(({ name, result, open }) =>
                  html("li", {}, html("button", { onclick: open }, name || gameName(id)), ` ${ENDS[1 + result]}`),
                ),
            ),
          ]),
      ...(about ? [html("p", { id: "counted" }, about)] : []),
    );
    this.rate(game);
  }

  /** Writes the engine's scores of the moves that are shown. @param {MatchGame} game */
  rate(game) {
    const { lines, exact, style } = this.analysis;
    for (const [move, cell] of this.cells) {
      const value = exact.values.get(move);
      const info =
        [...lines.values()].find(({ pv }) => pv[0] === move) ??
        game.node.children.find(({ text }) => text === move)?.score;
      const text = value ? valueText(value) : info ? scoreText(info.score, style) : "";
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}

/** The rules as the tag of PGN has them. @param {[string, string][]} rules */
const rulesText = (rules) => rules.map((rule) => rule.join("=")).join("; ");

/** Draws the shares of won, drawn and lost games of the first team. @param {Count} count @param {Seat[][]} teams */
function bar({ games, first, draws, second }, [own, others]) {
  /** @type {[number, string, string][]} */
  const parts = [
    [first, own[0].colour, namesOf(own)],
    [draws, "drawn", t("draw")],
    [second, others[0].colour, namesOf(others)],
  ];
  const share = (/** @type {number} */ count) => Math.round((100 * count) / games);
  return html(
    "div",
    {
      class: "shares",
      role: "img",
      "aria-label": parts.map(([count, , name]) => `${name} ${share(count)} %`).join(", "),
    },
    ...parts
      .filter(([count]) => count > 0)
      .map(([count, colour]) => {
        const part = html("span", { class: colour }, share(count) >= WIDE ? `${share(count)} %` : "");
        part.style.flexGrow = String(count);
        return part;
      }),
  );
}

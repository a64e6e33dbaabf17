// Opening explorer: the moves that stored games played in the position on the board, with results and the engine's
// scores.

import { valueText } from "./exact.js";
import { Demo } from "./figures.js";
import { gameName, namesOf, number, t } from "./i18n.js";
import { ENDS, Openings, mainLine, resultOf, sum } from "./openings.js";
import { positionLine, settings } from "./record.js";
import { scoreText } from "./score.js";
import { teamsOf } from "./pieces.js";
import { Store } from "./store.js";
import { by, html } from "./svg.js";

/** Moves and games shown. */
const ROWS = 12;
const GAMES = 5;
/** Games whose keys are requested at once; see `desk.js`. */
const BATCH = 15;
/** The least share with a number in its bar, in per cent. */
const WIDE = 15;

export class Explorer {
  /** The keys of the positions of each stored game, by its name. */
  store = new Store("banco-openings", "lines", "uid");
  /** The cells of the engine's scores, by move. @type {Map<string, HTMLElement>} */
  cells = new Map();
  /** Number of drawings begun, of which only the last is shown. */
  drawings = 0;
  /** The counts in use. @type {Counts | null} */
  counted = null;

  constructor(/** @type {State} */ state, /** @type {Analysis} */ analysis, /** @type {Library} */ library) {
    this.state = state;
    this.analysis = analysis;
    this.library = library;
  }

  /** The stored games have changed, or the explorer is left. */
  forget() {
    this.counted?.demo.close();
    this.counted = null;
  }

  /** Shows the position on the board, if the explorer is open. @param {MatchGame} game */
  async draw(game) {
    if (by("explorer").hidden) return;
    const { node, at, notation } = game;
    const position = game.line();
    const drawing = ++this.drawings;
    const isCurrent = () => drawing === this.drawings && !by("explorer").hidden;
    const counts = this.count();
    try {
      const { openings, games } = await counts.done;
      if (!isCurrent()) return;
      const { state } = await ask(counts, position, "state");
      // A throw is not counted alone: its moves are whole turns of the position before it.
      const key = state?.keys[at - Number(node.throw)] ?? "";
      const moves = openings.moves(key, node.throw ? node.text : "");
      const said = await Promise.all(
        moves.slice(0, ROWS).map(async ({ move }) => {
          const { answer } = notation
            ? await counts.demo.client.ask(...settings(counts.rules), position, `write ${notation} moves ${move}`)
            : { answer: null };
          return answer?.[0] ?? move;
        }),
      );
      if (isCurrent())
        this.show(
          game,
          moves,
          said,
          games.filter(({ keys }) => keys.includes(key)),
        );
    } catch {
      if (!isCurrent()) return;
      this.forget();
      by("explorer").replaceChildren(html("p", { role: "alert" }, t("noRoom")));
    }
  }

  /** Counts the games with the rules of the one on the board, once. */
  count() {
    const { id, rules } = this.state.current;
    const of = JSON.stringify([id, rules]);
    if (this.counted?.of === of) return this.counted;
    this.forget();
    const counts = /** @type {Counts} */ ({ of, id, rules, demo: new Demo() });
    this.counted = counts;
    counts.done = this.read(counts);
    return counts;
  }

  /** Reads the stored games, and the keys of their positions. @param {Counts} counts */
  async read(counts) {
    const { id, rules, demo } = counts;
    const openings = new Openings();
    const isSame = (/** @type {Kept} */ kept) =>
      kept.id === id && JSON.stringify(this.state.changed(kept.options)) === JSON.stringify(rules);
    const all = (await this.library.all()).filter((kept) => isSame(kept) && resultOf(kept) !== null);
    const known = new Map((await this.store.all()).map((/** @type {KnownLine} */ one) => [one.uid, one]));
    const games = /** @type {Counted[]} */ (all.map((kept) => ({ kept, moves: mainLine(kept), keys: [] }))).filter(
      ({ moves }) => moves.length > 0,
    );
    const line = (/** @type {Counted} */ { kept, moves }) => positionLine(kept.setup, moves);
    await demo.open(id);
    await this.request(
      counts,
      games
        .filter((one) => known.get(one.kept.uid)?.line !== line(one))
        .map((one) => ({ uid: one.kept.uid, line: line(one) })),
      known,
    );
    for (const one of games) {
      one.keys = known.get(one.kept.uid)?.keys ?? [];
      if (one.keys.length > one.moves.length) openings.add(one.keys, one.moves, resultOf(one.kept) ?? 0);
    }
    return { openings, games };
  }

  /**
   * Requests the keys of games, and stores them.
   * @param {Counts} counts
   * @param {{ uid: string, line: string }[]} missing
   * @param {Map<string, KnownLine>} known
   */
  async request(counts, missing, known) {
    for (let i = 0; i < missing.length; i += BATCH) {
      if (this.counted === counts)
        by("explorer").replaceChildren(html("p", {}, `${t("countingGames")} ${number(i)} / ${number(missing.length)}`));
      await Promise.all(
        missing.slice(i, i + BATCH).map(async (one) => {
          const { state } = await ask(counts, one.line, "state");
          const found = { ...one, keys: state?.keys ?? [] };
          known.set(one.uid, found);
          await this.store.put(found);
        }),
      );
    }
  }

  show(
    /** @type {MatchGame} */ game,
    /** @type {Count[]} */ counts,
    /** @type {string[]} */ said,
    /** @type {Counted[]} */ games,
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
        html("td", {}, number(count.games)),
        html("td", {}, bar(count, teams)),
        cell,
      );
    };
    const rows = said.map((/** @type {string} */ text, /** @type {number} */ i) =>
      row(counts[i], html("button", { class: "ply", onclick: () => game.play(counts[i].move) }, text)),
    );
    const head = ["playedMove", "gamesOf", "results", "engine"].map((key) => html("th", { scope: "col" }, t(key)));
    by("explorer").replaceChildren(
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
                .map(({ kept }) =>
                  html(
                    "li",
                    {},
                    html("button", { onclick: () => this.library.open(kept) }, kept.name || gameName(kept.id)),
                    ` ${ENDS[1 + (resultOf(kept) ?? 0)]}`,
                  ),
                ),
            ),
          ]),
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

/** Asks the engine about a position, under the rules of the counts. @param {Counts} counts @param {string[]} lines */
const ask = ({ rules, demo }, ...lines) => demo.client.state(...settings(rules), ...lines);

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

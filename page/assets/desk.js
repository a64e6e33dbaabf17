// The game on the board and its rules: changes of game and rules, and imports.

import { MOST, readGames } from "./exchange.js";
import { faultOf } from "./faults.js";
import { number, t } from "./i18n.js";
import { notationOf } from "./list.js";
import { report } from "./messages.js";
import { settings } from "./record.js";
import { keepRule } from "./rules.js";

/**
 * Imported games that the engine parses at once: their lines together stay below the MiB that may wait in the server.
 */
const BATCH = 15;
/** A position of any game in one line: its placement has slashes. */
const POSITION = /^\S+\/\S+( \S+){1,7}$/;

export class Desk {
  /** `entered()` is called for another game on the board. */
  constructor(/** @type {DeskParts} */ parts) {
    this.parts = parts;
  }

  /**
   * Switches to a game; `kept` is the stored game to continue, by default the last one of this tab.
   * @param {string} next
   */
  async open(next, kept = this.parts.library.current(next)) {
    const { state } = this.parts;
    state.underWay++;
    try {
      return await this.lay(next, kept);
    } finally {
      state.underWay--;
    }
  }

  /**
   * Lays a game on the board, unless another is requested meanwhile.
   * @param {string} next
   * @param {Opened | null} [kept]
   */
  async lay(next, kept) {
    const { state, client, game, editor, library, view, entered } = this.parts;
    const { values, lines } = state.prepare(next, kept);
    const generation = ++state.opening;
    const isCurrent = () => generation === state.opening;
    const notation = notationOf(next);
    editor.close();
    if (kept) {
      const fault = kept.uid
        ? await game.readKept(kept, lines, notation)
        : (await game.read(kept.setup, kept.tree, lines, [], notation)).fault;
      if (!isCurrent()) return null;
      if (fault) {
        await this.restore();
        return fault;
      }
    } else game.leave();
    const { state: described } = await client.state(...lines, "state");
    if (game.scene) await library.flush();
    if (!isCurrent() || !described) return null;
    state.id = next;
    state.rules.set(next, values);
    game.notation = notation;
    const model = described.board;
    view.lay(model);
    const fault = kept ? await game.begin(kept.setup, kept.tree, kept) : await game.start();
    if (isCurrent()) await entered();
    if (!fault && kept?.removed) report(kept.removed, model);
    return fault;
  }

  /**
   * Begins from a position of the game on the board, with one question to the engine; resolves to whether it is one.
   * @param {string} fen
   */
  async place(fen) {
    const { editor, game, library, entered } = this.parts;
    editor.close();
    if (game.scene) await library.flush();
    if (await game.begin(fen)) return false;
    await entered();
    return true;
  }

  /** Restores the board after a game that could not be opened. */
  async restore() {
    const { client, game, state } = this.parts;
    client.send(...state.greeting);
    if (game.scene) await game.sync();
  }

  /** Continues a game under another rule, if possible. @param {string} name @param {string} value */
  async changeRule(name, value) {
    const { client, board, game, state, view } = this.parts;
    const { id, own } = state;
    const lines = settings(state.valuesOf(id, new Map([[name, undefined], ...own])));
    const { fault } = await game.read(game.setup, game.tree, lines, [`setoption name ${name} value ${value}`]);
    if (fault) {
      report(fault, board.model);
      client.send(...lines);
    } else {
      keepRule(id, own.set(name, value));
      const { state: described } = await client.state("state");
      if (described) board.lay(described.board);
      game.held = game.moves.length > 0;
    }
    await game.sync();
    view.draw();
  }

  /** Another ruleset starts a new game. @param {string} name @param {string} value */
  changeRuleset(name, value) {
    const { id, own } = this.parts.state;
    keepRule(id, own.set(name, value));
    return this.open(id, null);
  }

  /**
   * Imports games or a position, as a file or text in any form: the first goes onto the board, the others are stored.
   * Resolves to whether it did.
   * @param {string | File} input
   */
  async setUp(input) {
    const { board, library, state } = this.parts;
    if (typeof input === "string" && POSITION.test(input.trim()) && (await this.place(input.trim()))) return true;
    /** @type {Opened[]} */
    let found;
    const fail = (/** @type {Fault} */ fault, /** @type {number | undefined} */ game = undefined) => {
      report({ ...fault, file: typeof input === "string" ? undefined : input.name, game }, board.model);
      return false;
    };
    try {
      found = await readGames(input, state.games, state.id, state.own);
    } catch (thrown) {
      const error = /** @type {Error & { key?: string, game?: number }} */ (thrown);
      return fail(faultOf(error.key ? t(error.key) : error.message), error.game);
    }
    if (found.length === 0) return fail(faultOf(t("fenHelp")));
    const hasMore = found.length > MOST;
    found = found.slice(0, MOST);
    for (let i = 0; i < found.length; i += BATCH) {
      // The server handles a bounded number of lines a second.
      if (i > 0) report(`${number(i)} / ${number(found.length)}`);
      const faults = await Promise.all(found.slice(i, i + BATCH).map((one) => this.takeIn(one)));
      const bad = faults.findIndex(Boolean);
      const fault = faults[bad];
      if (fault) {
        await this.restore();
        return fail(fault, found.length > 1 ? i + bad + 1 : undefined);
      }
    }
    const [first, ...others] = found;
    await library.take(others, (one) => one.id ?? state.id);
    const fault = await this.open(first.id ?? state.id, first);
    if (fault) return fail(fault);
    if (others.length > 0 && !first.removed)
      report(`${number(found.length)} ${t("gamesKept")} ${hasMore ? t("moreGames") : ""}`);
    return true;
  }

  /** Has the engine parse an imported game in its own notation. @param {Opened} one */
  async takeIn(one) {
    const { game, state } = this.parts;
    const next = one.id ?? state.id;
    const { values, lines } = state.prepare(next, one);
    // The imported rules are stored with the game.
    one.options = values;
    // Games of files are replayed already.
    if (one.isRead) return null;
    const bad = await game.translate(one.setup, one.tree, lines, [""]);
    if (bad) return bad.fault;
    // Without moves there is the position to check.
    return one.tree.root.children.length === 0 ? (await game.read(one.setup, one.tree, lines, [], "")).fault : null;
  }
}

// The game on the board and its rules: changes of game and rules, and imports.

import { MOST, locate, readGames } from "./exchange.js";
import { faultOf } from "./faults.js";
import { number, t } from "./i18n.js";
import { readBoard } from "./engine/model.js";
import { notationOf } from "./list.js";
import { settings } from "./record.js";
import { keepRule, keptRules, readOption } from "./rules.js";

/** Imported games that the engine parses at once: their lines together stay below the MiB that may wait in the server. */
const BATCH = 15;

/** Notations in which games are imported, besides the engine's own. @type {Record<string, string[]>} */
const NOTATIONS = { xiangqi: ["wxf", "iccs", "chinese", "vietnamese"], namdinh: ["human"] };

export class Desk {
  /**
   * `laid(model)` is called for another board, `entered()` for a game on it, `around()` for other rules, `complain` for errors; the other parts of the
   * page are its state, client, board, game, editor and library.
   */
  constructor(/** @type {DeskParts} */ parts) {
    this.state = parts.state;
    this.client = parts.client;
    this.board = parts.board;
    this.game = parts.game;
    this.editor = parts.editor;
    this.library = parts.library;
    this.laid = parts.laid;
    this.entered = parts.entered;
    this.around = parts.around;
    this.complain = parts.complain;
  }

  /** The changed rules of the game on the board. */
  get rules() {
    return this.state.rules.get(this.state.id) ?? new Map();
  }

  get defaults() {
    return new Map(this.state.options.flatMap((line) => {
      const option = readOption(line);
      return option ? [/** @type {[string, string]} */ ([option.name, option.value])] : [];
    }));
  }

  /** Returns the rules that are not defaults, in order, as texts. @param {Iterable<[string, any]>} rules */
  changed(rules) {
    const { defaults } = this;
    return [...rules].filter(([, value]) => value !== undefined).map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]))
      .filter(([name, value]) => value !== String(defaults.get(name))).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Returns the rules in force for a game, with defaults for unchanged options. @param {string} id @param {Map<string, any>} changed */
  valuesOf(id, changed) {
    const names = new Set([...(this.state.rules.get(id)?.keys() ?? []), ...changed.keys()]);
    const { defaults } = this;
    return new Map([...names].map((name) => [name, changed.get(name) ?? defaults.get(name)]));
  }

  /** Switches to a game; `kept` is the stored game to continue, by default the last one of this tab. @param {string} next */
  async open(next, kept = this.library.current(next)) {
    this.state.underWay++;
    try {
      return await this.lay(next, kept);
    } finally {
      this.state.underWay--;
    }
  }

  /** Lays a game on the board, unless another is requested meanwhile. @param {string} next @param {Opened | null} [kept] */
  async lay(next, kept) {
    const { client, board, game, library } = this;
    const values = this.valuesOf(next, new Map(kept?.options ?? this.state.rules.get(next) ?? keptRules(next)));
    const lines = [`setoption name UCI_Variant value ${next}`, ...settings(values)];
    const generation = ++this.state.opening;
    const notation = notationOf(next);
    this.editor.close();
    if (kept) {
      const fault = kept.uid ? await game.readKept(kept, lines, notation) : await game.read(kept.setup, kept.tree, lines, [], notation);
      if (generation !== this.state.opening) return null;
      if (fault) {
        await this.goOn();
        return fault;
      }
    } else game.leave();
    const { lines: described } = await client.query([...lines, "board"], "boardok");
    if (game.scene) await library.flush();
    if (generation !== this.state.opening) return null;
    this.state.id = next;
    this.state.rules.set(next, values);
    game.notation = notation;
    const model = readBoard(described);
    board.lay(model);
    this.laid(model);
    const fault = kept ? await game.begin(kept.setup, kept.tree, kept) : await game.start();
    if (generation === this.state.opening) await this.entered();
    if (!fault && kept?.removed) this.complain(kept.removed);
    return fault;
  }

  /** Returns the lines that set the game and its rules. */
  greeting() {
    const { id } = this.state;
    return id ? [`setoption name UCI_Variant value ${id}`, ...settings(this.valuesOf(id, this.rules))] : [];
  }

  /** Restores the board after a game that could not be opened. */
  async goOn() {
    this.client.send(...this.greeting());
    if (this.game.scene) await this.game.sync();
  }

  /** Continues a game under another rule, if possible. @param {string} name @param {string} value */
  async changeRule(name, value) {
    const { client, board, game } = this;
    const { id } = this.state;
    const { rules } = this;
    const lines = settings(this.valuesOf(id, new Map([[name, undefined], ...rules])));
    const fault = await game.read(game.setup, game.tree, lines, [`setoption name ${name} value ${value}`]);
    if (fault) {
      this.complain(fault);
      client.send(...lines);
      await game.sync();
    } else {
      keepRule(id, rules.set(name, value));
      const { lines: described } = await client.query(["board"], "boardok");
      board.lay(readBoard(described));
      game.held = game.moves.length > 0;
      await game.sync();
    }
    this.around();
  }

  /** Another ruleset starts a new game. @param {string} name @param {string} value */
  changeRuleset(name, value) {
    keepRule(this.state.id, this.rules.set(name, value));
    return this.open(this.state.id, null);
  }

  /** Imports games or a position, as a file or text in any form: the first goes onto the board, the others are stored. Resolves to whether it did. @param {string | File} input */
  async setUp(input) {
    /** @type {Opened[]} */
    let found;
    const fail = (/** @type {Fault} */ fault, /** @type {number | undefined} */ game = undefined) => {
      this.complain({ ...fault, file: typeof input === "string" ? undefined : input.name, game });
      return false;
    };
    try {
      found = await readGames(input, this.state.games, this.state.id);
    } catch (thrown) {
      const error = /** @type {Error & { key?: string, game?: number }} */ (thrown);
      return fail(faultOf(error.key ? t(error.key) : error.message), error.game);
    }
    if (found.length === 0) return fail(faultOf(t("fenHelp")));
    const hasMore = found.length > MOST;
    found = found.slice(0, MOST);
    for (let i = 0; i < found.length; i += BATCH) {
      // The server handles a bounded number of lines a second.
      if (i > 0) this.complain(`${number(i)} / ${number(found.length)}`);
      const faults = await Promise.all(found.slice(i, i + BATCH).map((one) => this.takeIn(one)));
      const bad = faults.findIndex(Boolean);
      const fault = faults[bad];
      if (fault) {
        await this.goOn();
        return fail(fault, found.length > 1 ? i + bad + 1 : undefined);
      }
    }
    const [first, ...others] = found;
    await this.library.take(others, (/** @type {Opened} */ one) => one.id ?? this.state.id);
    const fault = await this.open(first.id ?? this.state.id, first);
    if (fault) return fail(fault);
    if (others.length > 0) this.complain(`${number(found.length)} ${t("gamesKept")} ${hasMore ? t("moreGames") : ""}`);
    return true;
  }

  /** Has the engine parse an imported game in its own notation. @param {Opened} one */
  async takeIn(one) {
    const { game } = this;
    const next = one.id ?? this.state.id;
    const values = this.valuesOf(next, new Map(one.options ?? this.state.rules.get(next) ?? keptRules(next)));
    // The imported rules are stored with the game.
    one.options = values;
    const before = [`setoption name UCI_Variant value ${next}`, ...settings(values)];
    const others = NOTATIONS[next] ?? [];
    const bad = await game.translate(one.setup, one.tree, before, one.notation === undefined ? ["", ...others] : [one.notation, ""]);
    if (bad) return locate(bad.fault, bad.path);
    // Without moves there is the position to check.
    return one.tree.root.children.length === 0 ? game.read(one.setup, one.tree, before, [], "") : null;
  }
}

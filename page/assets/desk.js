// The game on the board and its rules: changes of game and rules, and imports.

import { locate, readGames } from "./exchange.js";
import { t } from "./i18n.js";
import { readBoard } from "./engine/model.js";
import { settings } from "./record.js";
import { keepRule, keptRules, readOption } from "./rules.js";

export class Desk {
  id = "";
  /** Changed rules, by game. */
  rules = new Map();
  /** Options as declared by the engine, and the list of games. */
  options = [];
  games = [];
  opening = 0;
  /** Number of games being opened. */
  underWay = 0;

  /**
   * `laid(model)` is called for another board, `entered()` for a game on it, `around()` for other rules, `complain` for errors; the other parts of the
   * page are client, board, game, editor and library.
   */
  constructor(parts) {
    Object.assign(this, parts);
  }

  get defaults() {
    return new Map(this.options.map(readOption).filter(Boolean).map(({ name, value }) => [name, value]));
  }

  /** Returns the rules that are not defaults, in order, as texts. */
  changed(rules) {
    const { defaults } = this;
    return [...rules].filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)])
      .filter(([name, value]) => value !== String(defaults.get(name))).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Returns the rules in force for a game, with defaults for unchanged options. */
  valuesOf(id, changed) {
    const names = new Set([...(this.rules.get(id)?.keys() ?? []), ...changed.keys()]);
    const { defaults } = this;
    return new Map([...names].map((name) => [name, changed.get(name) ?? defaults.get(name)]));
  }

  /** Switches to a game; `kept` is the stored game to continue, by default the last one of this tab. */
  async open(next, kept = this.library.current(next)) {
    this.underWay++;
    try {
      return await this.lay(next, kept);
    } finally {
      this.underWay--;
    }
  }

  /** Lays a game on the board, unless another is requested meanwhile. */
  async lay(next, kept) {
    const { client, board, game, library } = this;
    const values = this.valuesOf(next, new Map(kept?.options ?? this.rules.get(next) ?? keptRules(next)));
    const lines = [`setoption name UCI_Variant value ${next}`, ...settings(values)];
    const generation = ++this.opening;
    const notation = localStorage.getItem(`notation-${next}`) ?? "";
    this.editor.close();
    if (kept) {
      const fault = kept.uid ? await game.readKept(kept, lines, notation) : await game.read(kept.setup, kept.tree, lines, [], notation);
      if (generation !== this.opening) return null;
      if (fault) {
        await this.goOn();
        return fault;
      }
    } else game.leave();
    const { lines: described } = await client.query([...lines, "board"], "boardok");
    if (game.scene) await library.flush();
    if (generation !== this.opening) return null;
    this.id = next;
    this.rules.set(next, values);
    game.notation = notation;
    const model = readBoard(described);
    board.lay(model);
    this.laid(model);
    const fault = kept ? await game.begin(kept.setup, kept.tree, kept) : await game.start();
    if (generation === this.opening) await this.entered();
    if (!fault && kept?.removed) this.complain(kept.removed);
    return fault;
  }

  /** Returns the lines that set the game and its rules. */
  greeting() {
    const { id } = this;
    return id ? [`setoption name UCI_Variant value ${id}`, ...settings(this.valuesOf(id, this.rules.get(id)))] : [];
  }

  /** Restores the board after a game that could not be opened. */
  async goOn() {
    this.client.send(...this.greeting());
    if (this.game.scene) await this.game.sync();
  }

  /** Continues a game under another rule, if possible. */
  async changeRule(name, value) {
    const { id, client, board, game } = this;
    const rules = this.rules.get(id);
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

  /** Another ruleset starts a new game. */
  changeRuleset(name, value) {
    keepRule(this.id, this.rules.get(this.id).set(name, value));
    return this.open(this.id, null);
  }

  /** Imports games or a position in any form: the first goes onto the board, the others are stored. Resolves to whether it did. */
  async setUp(text) {
    let found;
    const fail = (fault) => {
      this.complain(fault);
      return false;
    };
    try {
      found = readGames(text, this.games, this.id);
    } catch (error) {
      return fail(error.message);
    }
    if (found.length === 0) return fail(t("fenHelp"));
    for (const [i, one] of found.entries()) {
      const fault = await this.takeIn(one);
      if (fault) {
        await this.goOn();
        return fail(found.length > 1 && fault.line ? { ...fault, game: i + 1 } : fault);
      }
    }
    const [first, ...others] = found;
    await this.library.take(others, (one) => one.id ?? this.id);
    const fault = await this.open(first.id ?? this.id, first);
    if (fault) return fail(fault);
    if (others.length > 0) this.complain(`${found.length} ${t("gamesKept")}`);
    return true;
  }

  /** Has the engine parse an imported game in its own notation. */
  async takeIn(one) {
    const { game } = this;
    const next = one.id ?? this.id;
    const values = this.valuesOf(next, new Map(one.options ?? this.rules.get(next) ?? keptRules(next)));
    // The imported rules are stored with the game.
    one.options = values;
    const before = [`setoption name UCI_Variant value ${next}`, ...settings(values)];
    const others = { xiangqi: ["wxf", "iccs", "chinese", "vietnamese"], namdinh: ["human"] }[next] ?? [];
    const bad = await game.translate(one.setup, one.tree, before, one.notation === undefined ? ["", ...others] : [one.notation, ""]);
    return bad ? locate(bad.fault, bad.path) : game.read(one.setup, one.tree, before, [], "");
  }
}

// The page's state besides the game itself: what is shown, which game and rules are on the board.

import { settings } from "./record.js";
import { keptRules } from "./rules.js";

/** Returns the lines that set a game and its rules. @param {string} id @param {Map<string, any>} rules */
const gameLines = (id, rules) => [`setoption name UCI_Variant value ${id}`, ...settings(rules)];

export class State {
  /** Mode in which the next game is shown, and the one that was shown last. */
  mode = "play";
  shownMode = /** @type {string | null} */ (null);
  /** Whether a person has left for a mode without a board while a game was being opened. */
  isLeft = false;
  /** Whether a person writes into the field of positions. */
  isWriting = false;
  /** Generation of the game whose exact values are shown. */
  probed = /** @type {number | null} */ (null);
  /** The game on the board, and the changed rules of each game. */
  id = "";
  rules = /** @type {Map<string, Map<string, any>>} */ (new Map());
  /** Options as declared by the engine, and the list of games. */
  options = /** @type {OptionSpec[]} */ ([]);
  games = /** @type {string[]} */ ([]);
  /** Number of the last game opened, and of those being opened. */
  opening = 0;
  underWay = 0;

  /** The changed rules of the game on the board. */
  get own() {
    return this.rules.get(this.id) ?? new Map();
  }

  /** The game on the board, and its rules that are not defaults. */
  get current() {
    return { id: this.id, rules: this.changed(this.own) };
  }

  /** The lines that set the game on the board and its rules. */
  get greeting() {
    return this.id ? gameLines(this.id, this.valuesOf(this.id, this.own)) : [];
  }

  /** The default values of all rules. */
  get defaults() {
    return new Map(this.options.map((one) => [one.name, String(one.default)]));
  }

  /**
   * Returns the rules that are not defaults, in order, as texts.
   * @param {Iterable<[string, any]>} rules
   * @returns {[string, string][]}
   */
  changed(rules) {
    const { defaults } = this;
    const texts = [...rules]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
    return texts.filter(([name, value]) => value !== String(defaults.get(name))).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /**
   * Returns the rules in force for a game, with defaults for unchanged options.
   * @param {string} id
   * @param {Map<string, any>} changed
   */
  valuesOf(id, changed) {
    const names = new Set([...(this.rules.get(id)?.keys() ?? []), ...changed.keys()]);
    const { defaults } = this;
    return new Map([...names].map((name) => [name, changed.get(name) ?? defaults.get(name)]));
  }

  /**
   * Returns the rules of a game to open, by default those chosen last, and the lines that set the game with them.
   * @param {Opened | null} [kept]
   */
  prepare(/** @type {string} */ id, kept) {
    const values = this.valuesOf(id, new Map(kept?.options ?? this.rules.get(id) ?? keptRules(id)));
    return { values, lines: gameLines(id, values) };
  }
}

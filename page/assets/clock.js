// Clocks: a time for each team, running for the team to move; a team without time loses.

import { local } from "./store.js";

/** Seconds at the start and for each move, or for every single move. @type {Record<string, ClockRule | null>} */
export const CLOCKS = {
  none: null,
  "3+2": { base: 180, gain: 2 },
  "5+3": { base: 300, gain: 3 },
  "10+0": { base: 600, gain: 0 },
  "15+10": { base: 900, gain: 10 },
  "30s": { base: 30, each: true },
};
/** Milliseconds between two looks at a running clock. */
export const TICK = 100;
/** Time subtracted from a move's time for the connection. */
const MARGIN = 300;

function text(/** @type {number} */ milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  const whole = Math.floor(seconds);
  const tail = seconds < 20 ? `.${Math.floor((seconds % 1) * 10)}` : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${tail}`;
}

export class Clock {
  /** Milliseconds left to the teams, and the same after each number of moves. */
  left = [0, 0];
  known = /** @type {number[][]} */ ([]);
  last = 0;

  /** `link` is the connection to the shared game, whose clock runs at the server. */
  constructor(/** @type {RoomLink} */ link) {
    this.link = link;
    const kept = local.get("clock", "none");
    this.kind = kept in CLOCKS ? kept : "none";
  }

  /** The rule in force. */
  get rule() {
    return this.link.isOn ? (this.link.state?.game?.clock ?? null) : CLOCKS[this.kind];
  }

  /** Takes the times of the shared game. */
  receive() {
    const { clock } = this.link.state ?? {};
    if (clock) Object.assign(this, { left: [...clock.left], last: performance.now() });
  }

  /** Sets the kind of clock, from the next game on. @param {string} kind */
  choose(kind) {
    this.kind = kind;
    local.set("clock", kind);
    this.begin();
  }

  /** Returns the data to store with a game. */
  get times() {
    const { kind, left, known } = this;
    return { kind, left: [...left], known: [...known] };
  }

  /** Starts a game: with full times, unless times of this kind of clock are stored. @param {Times | null} [times] */
  begin(times) {
    if (this.link.isOn) return;
    const full = (this.rule?.base ?? 0) * 1000;
    Object.assign(this, times?.kind === this.kind ? structuredClone(times) : { left: [full, full], known: [] });
  }

  /** Switches the clock after a team's move, the `count`-th of the game. @param {number} team @param {number} count */
  moved(team, count) {
    if (!this.rule || this.link.isOn) return;
    this.left[team] = this.rule.each ? this.rule.base * 1000 : this.left[team] + (this.rule.gain ?? 0) * 1000;
    this.known.length = count;
    this.known[count] = [...this.left];
  }

  /** Restores the times after a number of moves. @param {number} count */
  back(count) {
    if (!this.rule || this.link.isOn) return;
    const full = this.rule.base * 1000;
    this.left = [...(this.known[count] ?? [full, full])];
  }

  /** Returns the team whose time passes, or null. */
  running(/** @type {MatchGame} */ game) {
    if (this.link.isOn) return this.link.state?.clock?.running ?? null;
    return this.rule && game.scene && game.moves.length > 0 && !game.isOver && !game.isHeld ? game.seat.team : null;
  }

  /** Counts the time since the last look; returns the team whose time is up here, or null. @param {MatchGame} game */
  tick(game) {
    const now = performance.now();
    const passed = now - this.last;
    this.last = now;
    // Time during which the page was suspended does not count.
    const team = this.running(game);
    if (team === null || (passed > 20 * TICK && !this.link.isOn)) return null;
    this.left[team] -= passed;
    this.draw(game);
    return this.left[team] <= 0 && !this.link.isOn ? team : null;
  }

  /**
   * Returns the engine's time limits for a team, with the player's own limit `own` for a single move.
   * @param {string} own
   * @param {number} team
   */
  limit(own, team) {
    const { rule, left } = this;
    if (!rule) return own;
    if (rule.each) {
      const most = Math.max(1, Math.round(left[team] - MARGIN));
      const [kind, amount] = own.split(" ");
      return kind === "movetime" ? `movetime ${Math.min(Number(amount), most)}` : `${own} movetime ${most}`;
    }
    const gain = (rule.gain ?? 0) * 1000;
    const [white, black] = left.map((time) => Math.max(1, Math.round(time - MARGIN)));
    return `wtime ${white} btime ${black} winc ${gain} binc ${gain}`;
  }

  /** Shows the times in the players' strips. @param {MatchGame} game */
  draw(game) {
    const active = this.running(game);
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock"))) {
      const team = Number(one.dataset.team);
      one.hidden = !this.rule || !game.scene;
      one.className = `clock${team === active ? " runs" : ""}${this.left[team] < 20000 ? " short" : ""}`;
      if (!one.hidden) one.textContent = text(this.left[team]);
    }
  }
}

// Clocks: a time for each team, running for the team to move; a team without time loses.

/** Minutes and seconds added for each move, or seconds for every single move. */
export const CLOCKS = {
  none: null, "3+2": { base: 180, gain: 2 }, "5+3": { base: 300, gain: 3 }, "10+0": { base: 600, gain: 0 },
  "15+10": { base: 900, gain: 10 }, "30s": { base: 30, each: true },
};
const TICK = 100;
/** Time subtracted from a move's time for the connection. */
const MARGIN = 300;

function text(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  const whole = Math.floor(seconds);
  const tail = seconds < 20 ? `.${Math.floor((seconds % 1) * 10)}` : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${tail}`;
}

export class Clock {
  /** `fallen(team)` is called when a team's time is up. */
  constructor(fallen) {
    Object.assign(this, { fallen, game: null, left: [0, 0], known: [], last: 0 });
    this.kind = localStorage.getItem("clock") in CLOCKS ? localStorage.getItem("clock") : "none";
    setInterval(() => this.tick(), TICK);
  }

  /** The rule in force; shared games have none, since each page would count its own time. */
  get rule() {
    return this.isOff?.() ? null : CLOCKS[this.kind];
  }

  /** Sets the kind of clock, from the next game on. */
  choose(kind) {
    this.kind = kind;
    localStorage.setItem("clock", kind);
    this.begin();
  }

  /** Returns the data to store with a game. */
  get times() {
    const { kind, left, known } = this;
    return { kind, left: [...left], known: [...known] };
  }

  /** Starts a game: with full times, unless times of this kind of clock are stored. */
  begin(times) {
    const full = (this.rule?.base ?? 0) * 1000;
    Object.assign(this, times?.kind === this.kind ? structuredClone(times) : { left: [full, full], known: [] });
    this.draw();
  }

  /** Switches the clock after a team's move, the `count`-th of the game. */
  moved(team, count) {
    if (!this.rule) return;
    this.left[team] = this.rule.each ? this.rule.base * 1000 : this.left[team] + this.rule.gain * 1000;
    this.known.length = count;
    this.known[count] = [...this.left];
    this.draw();
  }

  /** Restores the times after a number of moves. */
  back(count) {
    if (!this.rule) return;
    const full = this.rule.base * 1000;
    this.left = [...(this.known[count] ?? [full, full])];
    this.draw();
  }

  get isRunning() {
    const { game } = this;
    return Boolean(this.rule && game?.scene && game.moves.length > 0 && !game.isOver && !game.isHeld);
  }

  tick() {
    const now = performance.now();
    const passed = now - this.last;
    this.last = now;
    // Time during which the page was suspended does not count.
    if (!this.isRunning || passed > 20 * TICK) return;
    const { team } = this.game.seat;
    this.left[team] -= passed;
    this.draw();
    if (this.left[team] <= 0) this.fallen(team);
  }

  /** Returns the engine's time limits for a team, with the player's own limit `own` for a single move. */
  limit(own, team) {
    const { rule, left } = this;
    if (!rule) return own;
    if (rule.each) {
      const most = Math.max(1, Math.round(left[team] - MARGIN));
      const [kind, amount] = own.split(" ");
      return kind === "movetime" ? `movetime ${Math.min(amount, most)}` : `${own} movetime ${most}`;
    }
    const [white, black] = left.map((time) => Math.max(1, Math.round(time - MARGIN)));
    return `wtime ${white} btime ${black} winc ${rule.gain * 1000} binc ${rule.gain * 1000}`;
  }

  /** Shows the times in the players' strips. */
  draw() {
    const active = this.isRunning ? this.game.seat.team : -1;
    for (const one of document.querySelectorAll(".clock")) {
      const team = Number(one.dataset.team);
      one.hidden = !this.rule || !this.game?.scene;
      one.className = `clock${team === active ? " runs" : ""}${this.left[team] < 20000 ? " short" : ""}`;
      if (!one.hidden) one.textContent = text(this.left[team]);
    }
  }
}

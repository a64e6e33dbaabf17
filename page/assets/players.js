// Players of the seats, and their engine settings.

import { local } from "./store.js";
import { by, dot, html, options } from "./svg.js";
import { gameWords, nameOf, pick, t } from "./i18n.js";

/** Number of named levels. */
const COUNT = 8;
/** Level of Banco at a visitor's first game. */
const LEVEL = 2;
const LIMITS = /** @type {Record<string, number>} */ ({ seconds: 0.5, depth: 8, nodes: 100000 });

/** Returns the levels of a game, spread over the measured ones. @param {string} id @param {number[]} measured */
export function levelsOf(id, measured) {
  if (measured.length < 2) return [];
  return Array.from({ length: COUNT }, (_, i) => {
    const place = (i * (measured.length - 1)) / (COUNT - 1);
    const [low, part] = [Math.floor(place), place % 1];
    const elo = Math.round(measured[low] + part * ((measured[low + 1] ?? measured[low]) - measured[low]));
    const words = gameWords(id)?.levels[i];
    const name = words ? `${i + 1} · ${pick(words)}` : String(i + 1);
    return { elo: String(elo), name, picture: words?.[0].toLowerCase() };
  });
}

export class Players {
  /** The game, its seats and their players, and the measured levels. */
  id = "";
  model = /** @type {Seat[]} */ ([]);
  seats = /** @type {Map<string, Player>} */ (new Map());
  measured = /** @type {number[]} */ ([]);
  /** Whether the engine's strength can be set. */
  hasStrength = false;

  /** `changed(change)` is called for other players of a seat. */
  constructor(
    /** @type {{ client: Client, clock: Clock, link: RoomLink, changed: (to: Partial<Player>) => unknown }} */ parts,
  ) {
    this.client = parts.client;
    this.clock = parts.clock;
    this.link = parts.link;
    this.changed = parts.changed;
  }

  /**
   * The players of a game's seats: the first a person, unless stored otherwise; `measured` holds the levels' Elo.
   * @param {string} id
   * @param {Seat[]} seats
   * @param {number[]} measured
   */
  seat(id, seats, measured) {
    Object.assign(this, { id, model: seats, measured });
    const kept = local.get(`players-${id}`, {});
    // Visitors meet an opponent that they can beat.
    const strength = levelsOf(id, measured)[LEVEL - 1]?.elo ?? "";
    this.seats = new Map(
      seats.map(({ name }, i) => {
        const fresh = { engine: i > 0, kind: "seconds", amount: LIMITS.seconds, strength };
        return [name, { ...fresh, ...kept[name] }];
      }),
    );
    this.draw();
  }

  /** Returns the settings of a seat. @param {string} seat */
  playerOf(seat) {
    return /** @type {Player} */ (this.seats.get(seat));
  }

  /** Returns the player of a seat, as in force. @param {string} seat @returns {PlayerNow} */
  of(seat) {
    const player = this.playerOf(seat);
    const limit =
      player.kind === "seconds" ? `movetime ${Math.round(player.amount * 1000)}` : `${player.kind} ${player.amount}`;
    const team = this.model.find(({ name }) => name === seat)?.team ?? 0;
    return { ...player, limit: this.clock.limit(limit, team), ...this.link.role(seat) };
  }

  /**
   * Returns the number of the level at which Banco plays a seat, from 1; endless at full strength and for other
   * players.
   * @param {string} seat
   */
  levelOf(seat) {
    const { engine, strength } = this.of(seat);
    const place = engine ? levelsOf(this.id, this.measured).findIndex(({ elo }) => elo === strength) : -1;
    return place < 0 ? Infinity : place + 1;
  }

  /** The seats that people at this page play. */
  get people() {
    return this.model.filter(({ name }) => {
      const { engine, remote } = this.of(name);
      return !engine && !remote;
    });
  }

  /** Sets the engine's options for strength, if any. @param {PlayerNow} player */
  setStrength(player) {
    if (!this.hasStrength) return;
    this.client.set("UCI_LimitStrength", player.strength !== "");
    if (player.strength !== "") this.client.set("UCI_Elo", player.strength);
  }

  /** Handles the engine's options; only the two UCI options for strength are used here. @param {OptionSpec[]} all */
  readOptions(all) {
    this.hasStrength = ["UCI_Elo", "UCI_LimitStrength"].every((name) => all.some((one) => one.name === name));
  }

  keep() {
    local.set(`players-${this.id}`, Object.fromEntries(this.seats));
  }

  change(/** @type {string} */ seat, /** @type {Partial<Player>} */ change) {
    Object.assign(this.playerOf(seat), change);
    this.keep();
    this.draw();
    this.changed(change);
  }

  draw() {
    const box = by("players");
    const focused = box.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    box.replaceChildren(...this.model.map((seat) => this.row(seat)));
    if (focused) box.querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  row(/** @type {Seat} */ seat) {
    const player = this.playerOf(seat.name);
    const name = nameOf(seat);
    /**
     * @param {string} label
     * @param {string[][]} values
     * @param {string} value
     * @param {(value: string) => void} change
     */
    const select = (label, values, value, change) =>
      html(
        "select",
        {
          "aria-label": `${label} ${name}`,
          onchange: (/** @type {any} */ { target }) => change(target.value),
        },
        ...options(values, value),
      );
    const role = this.link.role(seat.name);
    const shared =
      role.remote === undefined
        ? null
        : t(role.isFree ? "seatOpen" : role.engine ? "engine" : role.remote ? "seatTaken" : "seatMine");
    const row = html(
      "div",
      { class: "player", "data-seat": seat.name },
      dot(seat),
      html("span", { class: "who" }, name),
      shared
        ? html("span", {}, shared)
        : select(
            t("whoPlays"),
            [
              ["person", t("person")],
              ["engine", t("engine")],
            ],
            player.engine ? "engine" : "person",
            (value) => this.change(seat.name, { engine: value === "engine" }),
          ),
    );
    if (!(role.engine ?? player.engine)) return row;
    const amount = html("input", {
      type: "number",
      min: player.kind === "seconds" ? 0.05 : 1,
      step: "any",
      value: player.amount,
      "aria-label": `${t("amountOf")} ${name}`,
      onchange: (/** @type {any} */ { target: { value } }) => {
        const number = player.kind === "seconds" ? Number(value) : Math.round(Number(value));
        this.change(seat.name, { amount: number > 0 ? number : LIMITS[player.kind] });
      },
    });
    row.append(
      amount,
      select(
        t("limitOf"),
        Object.keys(LIMITS).map((kind) => [kind, t(kind)]),
        player.kind,
        (kind) => this.change(seat.name, { kind, amount: LIMITS[kind] }),
      ),
    );
    if (this.hasStrength) {
      const levels = levelsOf(this.id, this.measured);
      const strengths = select(
        t("strengthOf"),
        [["", t("fullStrength")], ...levels.map(({ elo, name }) => [elo, name])],
        player.strength,
        (strength) => this.change(seat.name, { strength }),
      );
      for (const option of strengths.options) if (option.value) option.title = `${option.value} Elo`;
      strengths.title = player.strength ? `${player.strength} Elo` : t("fullStrength");
      row.append(strengths);
    }
    return row;
  }
}

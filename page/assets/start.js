// The dialogue of a new game: opponent, level, side, rules, clock. It opens with the last choice.

import { drawn } from "./lots.js";
import { levelsOf } from "./players.js";
import { isStatic } from "./client.js";
import { nameOf, t } from "./i18n.js";
import { local } from "./store.js";
import { by, drawRadios, listen } from "./svg.js";

const KINDS = ["banco", "person", "both", ...(isStatic ? [] : ["network"])];
const ANY = "any";

export class Start {
  /** The choice: kind of opponent, own seat, level from 1; and whether a person has made it. */
  kind = "banco";
  side = "";
  level = 1;
  isChanged = false;

  /** `changed()` is called for other players, `begin()` starts the game, `share()` enters the shared game. */
  constructor(
    /** @type {Players} */ players,
    /** @type {Record<"changed" | "begin" | "share", () => unknown>} */ { changed, begin, share },
  ) {
    this.players = players;
    this.changed = changed;
    this.begin = begin;
    this.share = share;
    listen("input", { level: () => this.choose({ level: Number(by("level").value) }) });
    listen("click", { begin: () => this.go() });
  }

  /** The levels of the game; the last is full strength. */
  get levels() {
    return [...levelsOf(this.players.id, this.players.measured), { elo: "", name: t("fullStrength") }];
  }

  open() {
    this.read();
    this.draw();
    by("start").showModal();
    by("begin").focus({ preventScroll: true });
  }

  /** Takes the choice from the players of the seats. */
  read() {
    const { seats, id } = this.players;
    const all = [...seats];
    const [, engine] = all.find(([, one]) => one.engine) ?? all[all.length - 1];
    const people = all.filter(([, one]) => !one.engine).map(([name]) => name);
    this.isChanged = false;
    this.kind = people.length === 0 ? "both" : people.length === 1 ? "banco" : "person";
    this.side = local.get(`side-${id}`) ?? people[0] ?? all[0][0];
    this.level = this.levels.findIndex(({ elo }) => elo === engine.strength) + 1;
  }

  choose(/** @type {object} */ change) {
    Object.assign(this, change, { isChanged: true });
    this.draw();
  }

  draw() {
    const { model } = this.players;
    const words = /** @type {Record<string, string>} */ ({
      banco: t("engine"),
      person: t("personHere"),
      both: t("bancoTwice"),
      network: t("share"),
    });
    drawRadios(
      by("opponents"),
      "kind",
      KINDS.map((kind) => [kind, words[kind]]),
      this.kind,
      (kind) => this.choose({ kind }),
    );
    drawRadios(
      by("sides"),
      "seat",
      [...model.map((seat) => [seat.name, nameOf(seat)]), [ANY, t("anySide")]],
      this.side,
      (side) => this.choose({ side }),
    );
    by("sides").hidden = this.kind !== "banco";
    by("levels").hidden = !["banco", "both"].includes(this.kind) || !this.players.hasStrength;
    by("level").max = this.levels.length;
    by("level").value = this.level;
    const { elo, name } = this.levels[Math.max(0, this.level - 1)];
    const text = elo ? `${name} · ${elo} Elo` : name;
    by("level-name").textContent = text;
    by("level").setAttribute("aria-valuetext", text);
  }

  /** Seats the players as chosen, and starts the game. */
  async go() {
    const { players, kind, side } = this;
    if (by("start").open) {
      by("start").close();
      const isDrawn = kind === "banco" && side === ANY;
      if (this.isChanged || isDrawn) {
        local.set(`side-${players.id}`, isDrawn ? ANY : null);
        const own = isDrawn ? drawn(players.model).name : side;
        const strength = this.levels[Math.max(0, this.level - 1)].elo;
        for (const [name, player] of players.seats) {
          player.engine = kind === "both" || (kind === "banco" && name !== own);
          if (player.engine && players.hasStrength) player.strength = strength;
        }
        players.keep();
        players.draw();
        this.changed();
      }
    }
    await this.begin();
    if (kind === "network" && this.isChanged) this.share();
    this.isChanged = false;
  }
}

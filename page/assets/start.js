// The dialogue of a new game: opponent, level, side, rules, clock. It opens with the last choice.

import { levelsOf } from "./levels.js";
import { isStatic } from "./link.js";
import { nameOf, t } from "./i18n.js";
import { by, html } from "./svg.js";

const KINDS = ["banco", "person", "both", ...(isStatic ? [] : ["network"])];
const ANY = "any";

const drawn = (list) => list[crypto.getRandomValues(new Uint32Array(1))[0] % list.length];

export class Start {
  /** `changed()` is called for other players, `begin()` starts the game, `share()` enters the shared game. */
  constructor(players, { changed, begin, share }) {
    Object.assign(this, { players, changed, begin, share });
    by("level").addEventListener("input", () => this.choose({ level: Number(by("level").value) }));
    by("begin").addEventListener("click", () => this.go());
  }

  /** The levels of the game; the last is full strength. */
  get levels() {
    return [...levelsOf(this.players.id, this.players.measured), { elo: "", name: t("fullStrength") }];
  }

  open() {
    this.read();
    this.draw();
    by("start").showModal();
    by("begin").focus();
  }

  /** Takes the choice from the players of the seats. */
  read() {
    const { seats, id } = this.players;
    const all = [...seats];
    const engine = all.find(([, one]) => one.engine)?.[1] ?? all.at(-1)[1];
    const people = all.filter(([, one]) => !one.engine).map(([name]) => name);
    this.isChanged = false;
    this.kind = people.length === 0 ? "both" : people.length === 1 ? "banco" : "person";
    this.side = localStorage.getItem(`side-${id}`) ?? people[0] ?? all[0][0];
    this.level = this.levels.findIndex(({ elo }) => elo === engine.strength) + 1;
  }

  choose(change) {
    Object.assign(this, change, { isChanged: true });
    this.draw();
  }

  radios(box, name, values, chosen, pick) {
    const focused = document.activeElement?.name === name;
    box.replaceChildren(box.querySelector("legend"), ...values.map(([value, text]) => html("label", {},
      html("input", { type: "radio", name, value, checked: value === chosen, onchange: () => pick(value) }), html("span", {}, text))));
    if (focused) box.querySelector(":checked")?.focus();
  }

  draw() {
    const { model } = this.players;
    const words = { banco: t("engine"), person: t("personHere"), both: t("bancoTwice"), network: t("share") };
    this.radios(by("opponents"), "kind", KINDS.map((kind) => [kind, words[kind]]), this.kind, (kind) => this.choose({ kind }));
    this.radios(by("sides"), "seat", [...model.map((seat) => [seat.name, nameOf(seat)]), [ANY, t("anySide")]], this.side, (side) => this.choose({ side }));
    by("sides").hidden = this.kind !== "banco";
    by("levels").hidden = !["banco", "both"].includes(this.kind) || !this.players.strength;
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
        if (isDrawn) localStorage.setItem(`side-${players.id}`, ANY);
        else localStorage.removeItem(`side-${players.id}`);
        const own = isDrawn ? drawn(players.model).name : side;
        const strength = this.levels[Math.max(0, this.level - 1)].elo;
        for (const [name, player] of players.seats) {
          player.engine = kind === "both" || (kind === "banco" && name !== own);
          if (player.engine && players.strength) player.strength = strength;
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

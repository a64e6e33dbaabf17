// Stored games: each game is saved while it is played; some have names.

import { Store } from "./store.js";
import { by, html } from "./svg.js";
import { drawThumb } from "./home.js";
import { gameName, language, number, t } from "./i18n.js";
import { MoveTree, newId } from "./tree.js";

/** Number of unnamed games to keep. */
const RECENT = 60;
const DELAY = 400;
/** Games on the start page. */
const LAST = 6;

const store = new Store("banco", "games", "uid");

/** All stored games, the latest first. */
const allGames = async () => (await store.all()).sort((a, b) => b.date - a.date);

/** The first moves of a stored game. */
const opening = ({ tree }) => tree.path.slice(0, 6).map((place) => tree.nodes[place].said ?? tree.nodes[place].text).join(" ");

/** Names the players of a stored game. */
const seated = ({ seats = [] }) => (seats.length > 2 ? [] : seats).map((strength) => (strength === null ? t("person") : strength ? `Banco ${strength}` : "Banco")).join(" – ");

export class Library {
  /** `open(kept)` opens a game. */
  constructor(open) {
    Object.assign(this, { open, seen: new Map(), waiting: new Map() });
    addEventListener("pagehide", () => {
      this.leaving?.();
      this.flush();
    });
    by("save-game").addEventListener("submit", (event) => {
      event.preventDefault();
      this.name(this.shown, by("game-name").value.trim());
    });
    for (const name of ["find", "sort"]) by(name).addEventListener("input", () => this.draw());
  }

  /** Saves the game. */
  keep(id, game, options) {
    const { uid, name, setup, tree, at, tags, verdict, times, lines } = game;
    const seats = game.board.model.seats.map((seat) => game.players.of(seat.name)).map(({ engine, strength }) => (engine ? strength : null));
    const result = game.isOver ? game.winner?.value ?? 0 : null;
    const kept = { uid, id, name, options: [...options], setup, at, tags: [...(tags ?? [])], tree: tree.toData(), count: tree.line.length, verdict, times, lines, seats, result };
    const old = this.seen.get(uid);
    const isSame = old && JSON.stringify({ ...old, date: 0 }) === JSON.stringify({ ...kept, date: 0 });
    kept.date = isSame ? old.date : Date.now();
    this.seen.set(uid, kept);
    this.shown = kept;
    try {
      sessionStorage.setItem(`game-${id}`, JSON.stringify(kept));
    } catch {
      // The database has it.
    }
    if (isSame || (kept.tree.nodes.length === 1 && !name)) return;
    this.waiting.set(uid, kept);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), DELAY);
  }

  /** Stores imported games that do not go onto the board. */
  async take(games, idOf) {
    const now = Date.now();
    await Promise.all(games.map(({ name, options, setup, tree, tags }, i) => store.put({
      uid: newId(), id: idOf(games[i]), name: name || "?", options: [...options], setup, at: tree.line.length, tags: [...tags],
      tree: tree.toData(), count: tree.line.length, date: now - i,
    })));
    await this.draw();
  }

  /** Writes pending games to the database; deletes the oldest unnamed games. */
  async flush() {
    clearTimeout(this.timer);
    const games = [...this.waiting.values()];
    this.waiting.clear();
    if (games.length === 0) return;
    await Promise.all(games.map((game) => store.put(game)));
    const nameless = (await allGames()).filter(({ name }) => !name);
    await Promise.all(nameless.slice(RECENT).map(({ uid }) => store.remove(uid)));
    await this.draw();
  }

  /** The game of this browser tab, for each tab of the page. */
  current(id) {
    try {
      return revive(JSON.parse(sessionStorage.getItem(`game-${id}`)));
    } catch {
      return null;
    }
  }

  async find(uid) {
    return revive(this.seen.get(uid) ?? (await store.get(uid)));
  }

  async name(kept, name) {
    if (!kept) return;
    const named = { ...kept, name, date: kept.date };
    this.seen.set(named.uid, named);
    if (named.uid === this.shown.uid) this.shown = named;
    this.named?.(named.uid, name);
    await store.put(named);
    await this.draw();
  }

  async remove(kept) {
    await this.flush();
    await store.remove(kept.uid);
    await this.draw();
    notice(by("library").querySelector(".head"), t("deleted"), t("undoDelete"), async () => {
      await store.put(kept);
      await this.draw();
    });
  }

  /** All stored games that the search finds, in the chosen order. */
  async found() {
    const words = by("find").value.trim().toLowerCase();
    const order = { game: (one) => gameName(one.id), title: (one) => one.name || "~" }[by("sort").value];
    const games = (await allGames()).filter((one) => `${one.name} ${gameName(one.id)} ${opening(one)}`.toLowerCase().includes(words));
    return order ? games.sort((a, b) => order(a).localeCompare(order(b))) : games;
  }

  /** Shows the list of games where it is open. */
  async draw() {
    const { mode } = document.body.dataset;
    // A name that is being written stays.
    if (this.isNaming || !["games", "home"].includes(mode)) return;
    if (mode === "home") {
      const games = (await allGames()).filter(({ count }) => count > 0).slice(0, LAST);
      by("continue-head").hidden = games.length === 0;
      by("continue").replaceChildren(...games.map((kept) => this.row(kept)));
      return;
    }
    if (document.activeElement !== by("game-name")) by("game-name").value = this.shown?.name ?? "";
    by("save-game").hidden = !this.shown;
    const games = await this.found();
    const rows = (some) => (some.length > 0 ? some.map((kept) => this.row(kept)) : [html("li", { class: "none" }, t("noGames"))]);
    by("saved").replaceChildren(...rows(games.filter(({ name }) => name)));
    by("recent").replaceChildren(...rows(games.filter(({ name }) => !name)));
  }

  /** A game with a small board; its picture and its text open it. */
  row(kept) {
    const when = new Date(kept.date).toLocaleString(language === "vi" ? "vi-VN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
    const title = kept.name || gameName(kept.id);
    const result = { 1: "1–0", 0: "½–½", "-1": "0–1" }[kept.result];
    const about = [kept.name ? gameName(kept.id) : "", kept.name ? "" : seated(kept), `${number(kept.count)} ${t("plies")}`, when].filter(Boolean).join(" · ");
    const rename = html("button", { type: "button", class: "rename", title: t("rename"), "aria-label": `${t("rename")}: ${title}` }, "✎");
    const picture = html("span", { class: "picture" });
    drawThumb(kept.id, kept.lines).then((thumb) => picture.replaceChildren(thumb), () => {});
    const item = html("li", { "data-uid": kept.uid, "aria-current": kept.uid === this.shown?.uid ? "true" : null },
      html("button", { type: "button", class: "kept", onclick: async () => this.open(kept.id, await this.find(kept.uid)) }, picture,
        html("span", {}, html("b", {}, title), result ? html("b", { class: "result" }, result) : "", html("small", {}, about), html("small", {}, opening(kept)))),
      rename, html("button", { type: "button", class: "delete", title: t("delete"), "aria-label": `${t("delete")}: ${title}`, onclick: () => this.remove(kept) }, "✕"));
    rename.addEventListener("click", () => this.askName(item, kept));
    return item;
  }

  askName(item, kept) {
    const field = html("input", { value: kept.name, "aria-label": t("gameName"), maxlength: 80 });
    this.isNaming = true;
    const end = (act) => {
      if (!this.isNaming) return;
      this.isNaming = false;
      act();
    };
    field.addEventListener("change", () => end(() => this.name(kept, field.value.trim())));
    field.addEventListener("keydown", (event) => event.key === "Escape" && end(() => this.draw()));
    field.addEventListener("blur", () => end(() => this.draw()));
    item.querySelector(".kept").replaceWith(field);
    field.focus();
  }
}

/** Opens a stored game. */
export function revive(kept) {
  return kept ? { ...kept, tree: MoveTree.from(kept.tree) } : null;
}

/** Shows a message with an undo button for a while at the end of `place`, so that nothing else moves. */
export function notice(place, text, label, act) {
  const box = by("notice");
  place.append(box);
  box.replaceChildren(html("span", {}, text), html("button", { type: "button", onclick: () => {
    box.replaceChildren();
    act();
  } }, label));
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => box.replaceChildren(), 15000);
}

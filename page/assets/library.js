// Stored games: each game is saved while it is played; some have names.

import { notice } from "./messages.js";
import { Store, session } from "./store.js";
import { by, html, listen, options } from "./svg.js";
import { drawThumb } from "./home.js";
import { ENDS, resultOf } from "./openings.js";
import { gameName, locale, number, t } from "./i18n.js";
import { drawSigns } from "./signs.js";
import { MoveTree, newId } from "./tree.js";

/** Named games shown at a time, and imported games stored at a time. */
const ROWS = 60;
const BATCH = 200;
/** Number of unnamed games to keep. */
const RECENT = 60;
const DELAY = 400;
/** Games on the start page. */
const LAST = 6;

const store = new Store("banco", "games", "uid");

/** All stored games, the latest first. */
const allGames = async () => /** @type {Kept[]} */ (await store.all()).sort((a, b) => b.date - a.date);

/** The day of a game: that of its tags, as far as it is known, or the last on which it was on the board. */
function dayOf(/** @type {Kept} */ { tags, date }) {
  const [year, month = "01", day = "01"] = (new Map(tags).get("Date") ?? "?").replace(/\.\?\?/g, "").split(".");
  return /^\d{4}$/.test(year) ? `${year}-${month}-${day}` : new Date(date).toISOString().slice(0, 10);
}

/** The first moves of a stored game. */
const opening = (/** @type {Kept} */ { tree }) =>
  tree.path
    .slice(0, 6)
    .map((place) => tree.nodes[place].said ?? tree.nodes[place].text)
    .join(" ");

/** Names the players of a stored game. */
const seated = (/** @type {Kept} */ { seats = [] }) =>
  (seats.length > 2 ? [] : seats)
    .map((strength) => (strength === null ? t("person") : strength ? `Banco ${strength}` : "Banco"))
    .join(" – ");

export class Library {
  /**
   * Games seen in this tab, those that wait to be stored, and the names of those that are.
   * @type {Map<string, Kept>}
   */
  seen = new Map();
  waiting = /** @type {Map<string, Kept>} */ (new Map());
  stored = /** @type {Set<string>} */ (new Set());
  /** The game on the board. @type {Kept | null} */
  shown = null;
  /** The games of the last drawing. @type {Promise<Kept[]> | null} */
  list = null;
  most = ROWS;
  timer = 0;
  isNaming = false;

  constructor(/** @type {LibraryHooks} */ hooks) {
    this.hooks = hooks;
    addEventListener("pagehide", () => {
      hooks.leaving();
      this.flush();
    });
    for (const name of ["find", "sort", "of-game", "of-result", "from-day", "to-day"])
      by(name).addEventListener("input", () => this.draw(true));
    listen("click", {
      "more-saved": () => {
        this.most += ROWS;
        this.draw(true);
      },
    });
  }

  /** All stored games, the latest first. */
  async all() {
    await this.flush();
    return allGames();
  }

  async open(/** @type {Kept} */ { id, uid }) {
    return this.hooks.open(id, await this.find(uid));
  }

  /** Fills the filter of games. @param {string[]} ids */
  fillGames(ids) {
    by("of-game").replaceChildren(
      ...options([["", t("allGames")], ...ids.map((id) => [id, gameName(id)])], by("of-game").value),
    );
  }

  /** Saves the game. @param {string} id @param {MatchGame} game @param {Iterable<[string, string]>} options */
  keep(id, game, options) {
    const { uid, name, setup, tree, at, tags, verdict, times, picture } = game;
    const seats = game.board.model.seats
      .map((/** @type {Seat} */ seat) => game.players.of(seat.name))
      .map((/** @type {Player} */ { engine, strength }) => (engine ? strength : null));
    const result = game.isOver ? (game.winner?.value ?? 0) : null;
    /** @type {Kept} */
    const kept = {
      uid,
      id,
      name,
      options: [...options],
      setup,
      at,
      tags: [...(tags ?? [])],
      tree: tree.toData(),
      count: tree.line.length,
      date: 0,
      verdict,
      times,
      picture,
      seats,
      result,
    };
    const old = this.seen.get(uid);
    const isSame = old && JSON.stringify({ ...old, date: 0 }) === JSON.stringify({ ...kept, date: 0 });
    kept.date = old && isSame ? old.date : Date.now();
    this.seen.set(uid, kept);
    this.shown = kept;
    session.set(`game-${id}`, kept);
    if (isSame || (kept.tree.nodes.length === 1 && !name)) return;
    this.waiting.set(uid, kept);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), DELAY);
  }

  /**
   * Stores imported games that do not go onto the board.
   * @param {Opened[]} games
   * @param {(one: Opened) => string} idOf
   */
  async take(games, idOf) {
    const now = Date.now();
    /** @type {Kept[]} */
    const kept = games.map(({ name, options, setup, tree, tags }, i) => ({
      uid: newId(),
      id: idOf(games[i]),
      name: name || "?",
      options: [...(options ?? [])],
      setup,
      at: tree.line.length,
      tags: [...tags],
      tree: tree.toData(),
      count: tree.line.length,
      date: now - i,
      verdict: null,
    }));
    for (let i = 0; i < kept.length; i += BATCH)
      await Promise.all(kept.slice(i, i + BATCH).map((one) => store.put(one)));
    this.hooks.changed();
    await this.draw();
  }

  /** Writes pending games to the database; deletes the oldest unnamed games. */
  async flush() {
    clearTimeout(this.timer);
    const games = [...this.waiting.values()];
    this.waiting.clear();
    if (games.length === 0) return;
    await Promise.all(games.map((game) => store.put(game)));
    // Only a new game adds one to the nameless.
    if (games.some(({ uid }) => !this.stored.has(uid))) {
      this.hooks.changed();
      const nameless = (await allGames()).filter(({ name }) => !name);
      await Promise.all(nameless.slice(RECENT).map(({ uid }) => store.remove(uid)));
    }
    for (const { uid } of games) this.stored.add(uid);
    await this.draw();
  }

  /** The game of this browser tab, for each tab of the page. */
  current(/** @type {string} */ id) {
    return revive(session.get(`game-${id}`));
  }

  async find(/** @type {string} */ uid) {
    return revive(this.seen.get(uid) ?? (await store.get(uid)));
  }

  async name(/** @type {Kept} */ kept, /** @type {string} */ name) {
    const named = { ...kept, name };
    this.seen.set(named.uid, named);
    if (named.uid === this.shown?.uid) this.shown = named;
    this.hooks.named(named.uid, name);
    await store.put(named);
    await this.draw();
  }

  async remove(/** @type {Kept} */ kept) {
    await this.flush();
    await store.remove(kept.uid);
    this.hooks.changed();
    await this.draw();
    notice(by("library").querySelector(".head"), t("deleted"), t("undoDelete"), async () => {
      await store.put(kept);
      await this.draw();
    });
  }

  /** The games that the filters leave, in the chosen order. */
  async found() {
    const value = (/** @type {string} */ id) => by(id).value;
    const words = value("find").trim().toLowerCase().split(/\s+/);
    /** @type {Record<string, (one: Kept) => string>} */
    const orders = { game: (one) => gameName(one.id), title: (one) => one.name || "~" };
    const order = orders[value("sort")];
    const text = (/** @type {Kept} */ one) =>
      `${one.name} ${gameName(one.id)} ${seated(one)} ${opening(one)} ${new Map(one.tags).size > 0 ? one.tags.map(([, tag]) => tag).join(" ") : ""}`.toLowerCase();
    const isFound = (/** @type {Kept} */ one) => {
      const day = dayOf(one);
      return (
        (value("of-game") === "" || one.id === value("of-game")) &&
        (value("of-result") === "" || String(resultOf(one)) === value("of-result")) &&
        (value("from-day") === "" || day >= value("from-day")) &&
        (value("to-day") === "" || day <= value("to-day")) &&
        words.every((/** @type {string} */ word) => text(one).includes(word))
      );
    };
    this.list ??= allGames();
    const all = await this.list;
    by("library").dataset.count = all.length;
    const games = all.filter(isFound);
    return order ? games.sort((a, b) => order(a).localeCompare(order(b))) : games;
  }

  /** Shows the list of games where it is open; `isSame` if the stored games are those of the last time. */
  async draw(isSame = false) {
    if (!isSame) this.list = null;
    const { mode } = document.body.dataset;
    // A name that is being written stays.
    if (this.isNaming || !["games", "home"].includes(mode ?? "")) return;
    if (mode === "home") {
      const games = (await allGames()).filter(({ count }) => count > 0).slice(0, LAST);
      by("continue-head").hidden = games.length === 0;
      by("continue").replaceChildren(...games.map((kept) => this.row(kept)));
      return;
    }
    const games = await this.found();
    const rows = (/** @type {Kept[]} */ some) =>
      some.length > 0 ? some.map((kept) => this.row(kept)) : [html("li", { class: "none" }, t("noGames"))];
    const named = games.filter(({ name }) => name);
    by("saved-count").textContent = named.length > 0 ? number(named.length) : "";
    by("saved").replaceChildren(...rows(named.slice(0, this.most)));
    by("more-saved").hidden = named.length <= this.most;
    by("recent").replaceChildren(...rows(games.filter(({ name }) => !name)));
  }

  /** A game with a small board; its picture and its text open it. @param {Kept} kept */
  row(kept) {
    const day = new Map(kept.tags).get("Date") ?? "";
    const when = /^\d/.test(day)
      ? day.replace(/\.\?\?/g, "")
      : new Date(kept.date).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
    const title = kept.name || gameName(kept.id);
    const won = resultOf(kept);
    const result = won === null ? "" : ENDS[1 + won];
    const about = [
      kept.name ? gameName(kept.id) : "",
      kept.name ? "" : seated(kept),
      `${number(kept.count)} ${t("plies")}`,
      when,
    ]
      .filter(Boolean)
      .join(" · ");
    const rename = html("button", {
      class: "rename",
      title: t("rename"),
      "aria-label": `${t("rename")}: ${title}`,
      "data-icon": "edit",
    });
    const picture = html("span", { class: "picture" });
    drawThumb(kept.id, kept.picture).then(
      (thumb) => picture.replaceChildren(thumb),
      () => {},
    );
    const item = html(
      "li",
      { "data-uid": kept.uid, "aria-current": kept.uid === this.shown?.uid ? "true" : null },
      html(
        "button",
        { class: "kept", onclick: () => this.open(kept) },
        picture,
        html(
          "span",
          {},
          html("b", {}, title),
          result ? html("b", { class: "result" }, result) : "",
          html("small", {}, about),
          html("small", {}, opening(kept)),
        ),
      ),
      rename,
      html("button", {
        class: "delete",
        title: t("delete"),
        "aria-label": `${t("delete")}: ${title}`,
        "data-icon": "close",
        onclick: () => this.remove(kept),
      }),
    );
    drawSigns(item);
    rename.addEventListener("click", () => this.askName(item, kept));
    return item;
  }

  askName(/** @type {HTMLElement} */ item, /** @type {Kept} */ kept) {
    const field = html("input", { value: kept.name, "aria-label": t("gameName"), maxlength: 80 });
    this.isNaming = true;
    const end = (/** @type {() => void} */ act) => {
      if (!this.isNaming) return;
      this.isNaming = false;
      act();
    };
    field.addEventListener("change", () => end(() => this.name(kept, field.value.trim())));
    field.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && end(() => this.draw()),
    );
    field.addEventListener("blur", () => end(() => this.draw()));
    item.querySelector(".kept")?.replaceWith(field);
    field.focus();
  }
}

/** Opens a stored game. @param {Kept | null | undefined} kept @returns {Opened | null} */
function revive(kept) {
  return kept ? { ...kept, tree: MoveTree.from(kept.tree) } : null;
}

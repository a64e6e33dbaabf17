// The modes of the page: shows the places of its addresses.

import { nameTab } from "./attention.js";
import { closeDialogs } from "./dialogs.js";
import { readLink } from "./exchange.js";
import { faultOf } from "./faults.js";
import { drawHome } from "./home.js";
import { gameName, t } from "./i18n.js";
import { drawTable } from "./invitation.js";
import { report } from "./messages.js";
import { readFen } from "./placement.js";
import { Router, isLearning, isTable } from "./router.js";
import { local } from "./store.js";
import { MoveTree } from "./tree.js";
import { by, html, listen } from "./svg.js";

export class Modes {
  /** `choose()` opens the dialogue of a new game. */
  constructor(/** @type {ModesParts} */ parts) {
    this.parts = parts;
    this.router = new Router(parts.state.games, async (place) => {
      await this.visit(place);
      if (place.isNew && parts.game.scene && parts.game.moves.length === 0) parts.choose();
    });
    listen("click", {
      brand: () => this.router.go({ mode: "home" }),
      modes: ({ target }) => {
        const mode = target.closest("button")?.value;
        if (mode && parts.state.games.length > 0)
          this.router.go(["home", "games"].includes(mode) ? { mode } : { mode, id: this.id });
      },
    });
  }

  /** The game that a mode without one is about. */
  get id() {
    const { state } = this.parts;
    return this.router.place.id ?? (state.id || local.get("game") || state.games[0]);
  }

  /** Shows a place of the page. @param {Place} place */
  async visit(place) {
    const { state, game, desk, library } = this.parts;
    const { id = "", uid, link, tab } = place;
    state.isLeft = !isTable(place.mode);
    closeDialogs();
    if (state.isLeft) {
      this.router.enter(place);
      return this.show(place);
    }
    state.mode = place.mode;
    if (!link && !tab && id === state.id && (!uid || uid === game.uid)) {
      if (game.scene) return this.entered();
      // A game on its way is entered when it is there.
      if (state.underWay > 0) return undefined;
    }
    document.body.dataset.mode = state.mode;
    const linked = link
      ? await readLink(link, state.games).catch(() => ({ fault: faultOf(t("badLink")) }))
      : tab && { setup: readFen(tab) ?? tab, tree: new MoveTree([]) };
    const faults = [];
    // First the game of the link or the history, then that of this tab, then a new one.
    /** @type {(Opened | { fault: Fault } | null | undefined)[]} */
    const candidates = [...(linked ? [linked] : []), ...(uid ? [await library.find(uid)] : []), undefined, null];
    for (const kept of candidates) {
      const fault = kept && !("tree" in kept) ? kept.fault : await desk.open(id, kept);
      if (!fault) break;
      faults.push(fault);
    }
    if (faults.length > 0) report(faults[0], game.board.model);
    return undefined;
  }

  /** A game is on the board: its address is that of its mode. */
  async entered() {
    const { state, game } = this.parts;
    if (state.isLeft) return;
    const place = { mode: state.mode, id: state.id, uid: game.uid };
    this.router.enter(place);
    await this.show(place);
  }

  /** Shows a mode; `tab` and `man` open a part of learning. */
  async show(/** @type {Place} */ { mode, id, tab, man }) {
    const { state, game, library, analysis, explorer, panels } = this.parts;
    const { body } = document;
    const lesson = isLearning(mode) ? id : undefined;
    if (body.dataset.mode !== mode) scrollTo(0, 0);
    body.dataset.mode = mode;
    body.dataset.game = isTable(mode) ? state.id : (lesson ?? "");
    this.drawPlace(id);
    const learning = lesson || by("learn") ? await import("./learn.js") : null;
    if (lesson) {
      const part = mode === "endgames" ? { tab: "endgamesTab", at: tab } : { tab };
      learning?.openLearn(lesson, {
        ...part,
        man,
        mistakes: analysis.mistakes(game, state.own),
        shown: (key, at) => this.router.enter({ mode, id, tab: mode === "endgames" ? at : key }),
        leave: () => this.router.go({ mode: tab === "mistakesTab" ? "analyse" : "play", id }),
      });
    } else learning?.closeLearn();
    if (mode === "home") {
      drawHome();
      setTimeout(drawTable);
    }
    if (mode === "home" || mode === "games") library.flush().then(() => library.draw());
    const isEntering = state.shownMode !== mode;
    state.shownMode = mode;
    panels.draw(mode);
    if (isEntering) explorer.forget();
    if (mode === "analyse") {
      // Another game of the same mode leaves the engine on or off.
      if (isEntering) analysis.turn(true);
      await game.study();
      // A game that was opened for analysis was drawn before its panels.
      explorer.draw(game);
    } else if (game.isStudy) {
      analysis.turn(false);
      await game.resume();
      if (game.link.isOn) await game.hold(false);
    }
  }

  /** Names the place, and marks it in the header. @param {string} [id] */
  drawPlace(id) {
    const { mode } = this.router.place;
    by("place").textContent = id ? gameName(id) : t(mode === "games" ? "library" : "home");
    nameTab(id ? `Banco – ${gameName(id)}` : "Banco");
    for (const one of by("modes").children)
      one.setAttribute("aria-current", one.value === document.body.dataset.mode ? "page" : "false");
    for (const one of by("games").children) one.setAttribute("aria-current", String(one.value === id));
  }

  /** Draws the list of games, and the place, in the page's language. */
  draw() {
    const { state, library } = this.parts;
    const go = (/** @type {string} */ id) =>
      this.router.go({ mode: this.router.place.id ? this.router.place.mode : "play", id });
    by("games").replaceChildren(
      ...state.games.map((id) => html("button", { value: id, onclick: () => go(id) }, gameName(id))),
    );
    library.fillGames(state.games);
  }

  /** Opens the rules of a kind of piece. @param {string} man */
  explain(man) {
    const place = { mode: "learn", id: this.parts.state.id, tab: "rulesTab" };
    this.router.enter(place);
    return this.show({ ...place, man });
  }
}

// Below the list of moves: marks, a comment, actions on variations; a field for typed moves.

import { report } from "./messages.js";
import { MARKS } from "./tree.js";
import { session } from "./store.js";
import { by, html, listen } from "./svg.js";
import { t } from "./i18n.js";

export class Notes {
  /** `changed` is called after a change. */
  constructor(/** @type {MatchGame} */ game, /** @type {() => unknown} */ changed) {
    this.game = game;
    this.changed = changed;
    /** The position whose notes are shown. @type {TreeNode | null} */
    this.shown = null;
    by("marks").replaceChildren(
      ...MARKS.map((mark) => html("button", { value: mark, onclick: () => this.mark(mark) }, mark)),
    );
    listen("change", {
      comment: ({ target }) => {
        if (!this.shown) return;
        this.shown.comment = target.value.trim();
        this.changed();
      },
    });
    listen("blur", { comment: () => game.scene && this.draw() });
    this.open(session.get("writes", false));
    listen("click", { write: () => this.open(!by("notes").classList.contains("writes")) });
    listen("click", { promote: () => game.promote(game.node), "delete-move": () => game.remove(game.node) });
    listen("submit", {
      "write-move": (event) => {
        event.preventDefault();
        this.write();
      },
    });
  }

  /** Shows or hides the fields for comments and typed moves, for this visit. @param {boolean} isOpen */
  open(isOpen) {
    session.set("writes", isOpen);
    by("notes").classList.toggle("writes", isOpen);
    by("write").setAttribute("aria-expanded", String(isOpen));
  }

  mark(/** @type {string} */ mark) {
    const { node } = this.game;
    node.mark = node.mark === mark ? "" : mark;
    this.changed();
  }

  /** Shows the notes of the position on the board. */
  draw() {
    const { node, tree } = this.game;
    const field = by("comment");
    // A draft stays with its move, whatever is played meanwhile.
    if (this.shown && document.activeElement === field) this.shown.comment = field.value.trim();
    else {
      field.value = node.comment;
      this.shown = node;
    }
    for (const one of by("marks").children) one.setAttribute("aria-pressed", String(one.value === node.mark));
    by("marks").hidden = by("delete-move").hidden = !node.parent;
    by("promote").hidden = !tree.isVariation(node);
  }

  /** Plays a typed move, in the notation of the list or in the engine's own forms. */
  async write() {
    const text = by("move-text").value.trim();
    const { game } = this;
    if (text === "" || !game.scene) return;
    const word = text.replace(/\s+/g, "");
    let reply = /** @type {Answer} */ ({ answer: null, faults: [] });
    for (const notation of game.notation ? [game.notation, ""] : [""]) {
      reply = await game.client.ask(`read ${notation} moves ${word}`);
      if (reply.faults.length === 0) break;
    }
    const [move] = reply.answer ?? [];
    if (reply.faults.length > 0) report({ ...reply.faults[0], number: undefined }, game.board.model);
    else if (game.input.choices.some((choice) => choice.move === move)) {
      by("move-text").value = "";
      await game.play(move);
    } else report(t("notYourTurn"));
  }
}

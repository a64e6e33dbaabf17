// Choosing a move point by point: filters the engine's list of moves by the selection so far, and asks which move is
// meant if several remain.

import { nameOf, t } from "./i18n.js";
import { drawBadge, manOf } from "./pieces.js";
import { foresee } from "./mancala.js";
import { plain } from "./engine/model.js";
import { html, svg } from "./svg.js";

const FIELDS = /** @type {(keyof Act)[]} */ (["act", "men", "from", "to", "other", "becomes", "clockwise"]);
const same = (/** @type {Act} */ a, /** @type {Act} */ b) => FIELDS.every((field) => a[field] === b[field]);

export class Choosing {
  /** Moves to choose from, in a position. @type {Choice[]} */
  choices = [];
  scene = /** @type {Scene} */ (/** @type {unknown} */ (null));
  /** The selection: acts so far, the point of the next one, and the group of pieces that acts. @type {Act[]} */
  chosen = [];
  from = /** @type {string | null} */ (null);
  men = /** @type {{ men: string | undefined } | null} */ (null);
  /**
   * The pointer's press, and the piece that it drags.
   * @type {{ point: string, x: number, y: number, fresh?: boolean } | null}
   */
  held = null;
  lift = /** @type {SVGElement | null} */ (null);
  /** Receives every tapped point instead, while a position is set up. @type {((point: string) => unknown) | null} */
  tapped = null;

  /** The move whose way is shown. @type {Choice | undefined} */
  foreseen = undefined;
  /** Resolves to the steps of a move; set where moves have steps. */
  steps = /** @type {(move: string) => Promise<Step[]>} */ (async () => []);

  /** `play` receives the chosen move, `refuse` two points without a move between them; `tray` holds the questions. */
  constructor(
    /** @type {Board} */ board,
    /** @type {HTMLElement} */ tray,
    /** @type {(move: string) => unknown} */ play,
    /** @type {(from: string, to: string) => unknown} */ refuse,
  ) {
    this.board = board;
    this.tray = tray;
    this.play = play;
    this.refuse = refuse;
  }

  /**
   * Sets the moves to choose from, and the position for the names of points.
   * @param {Scene} scene
   * @param {Choice[]} choices
   */
  offer(choices, scene) {
    this.choices = choices;
    this.scene = scene;
    this.let();
    // After a throw, marks the pieces that can move, which are hard to see in some armies.
    const points = scene.die === null ? [] : choices.flatMap(({ acts }) => acts[0].from ?? []);
    this.board.showMovable([...new Set(points)]);
  }

  /** Offers nothing while the next position is on its way. */
  withdraw() {
    this.choices = [];
    this.let();
  }

  /** Clears the selection. */
  let() {
    Object.assign(this, { chosen: [], from: null, men: null, held: null, foreseen: undefined });
    this.board.layers?.hits.querySelectorAll(".way").forEach((one) => one.remove());
    this.lift?.remove();
    this.lift = null;
    this.board.layers?.men.querySelector(".origin")?.classList.remove("origin");
    this.show();
  }

  /** Returns the moves that match the selection. */
  get open() {
    return this.choices.filter(({ acts }) => this.chosen.every((one) => acts.some((act) => same(act, one))));
  }

  /** Returns the acts that may come next from the selected point. */
  get acts() {
    const acts = this.open
      .flatMap((choice) => choice.acts)
      .filter((act) => act.from === this.from && !this.chosen.some((one) => same(one, act)));
    return acts.filter((act, i) => acts.findIndex((other) => same(other, act)) === i);
  }

  /** Returns the groups of pieces that may move from the point: `undefined` for all of them. */
  get groups() {
    return [...new Set(this.acts.map((act) => act.men))];
  }

  canStart(/** @type {string} */ point) {
    return this.choices.some(({ acts }) => acts[0].from === point);
  }

  /** Handles the choice of a point. @param {string} point */
  choose(point) {
    const acts = this.from ? this.acts.filter((act) => act.to === point && this.wants(act)) : [];
    if (this.tapped) this.tapped(point);
    else if (acts.length > 0) this.settle(acts);
    else if (this.canStart(point) && this.from !== point && this.chosen.length === 0) {
      Object.assign(this, { from: point, men: null });
      const alone = this.acts.filter((act) => !act.to);
      if (alone.length > 0) this.settle(alone);
      else this.show();
    } else {
      const from = this.from ?? point;
      const isAnswered =
        this.choices.length > 0 &&
        this.chosen.length === 0 &&
        (this.from ? from !== point : this.scene.men.has(point) || this.scene.counts.has(point));
      this.let();
      if (isAnswered) this.refuse(from, point);
    }
  }

  /** Returns the letters of the pieces on a point. @param {string | null} point */
  lettersOn(point) {
    return this.scene.men.get(point ?? "") ?? [];
  }

  /** Returns the group that acts: the one selected in the tray, else all pieces if they may. */
  get group() {
    if (this.men !== null) return this.men.men;
    return this.groups.includes(undefined) ? undefined : this.groups[0];
  }

  wants(/** @type {Act} */ act) {
    return act.men === this.group;
  }

  /** Asks which act is meant if several lead to one point. @param {Act[]} acts */
  settle(acts) {
    if (acts.length === 1) this.take(acts[0]);
    else if (acts.every((act) => act.clockwise !== undefined)) this.askWay(acts);
    else this.showOptions(acts.map((act) => ({ label: this.describe(act), pick: () => this.take(act) })));
  }

  /** Adds an act; plays the move once it is complete. @param {Act} act */
  take(act) {
    this.chosen.push(act);
    const open = this.open;
    const complete = open.filter(({ acts }) => acts.length === this.chosen.length);
    this.men = null;
    if (complete.length > 0 && open.length === complete.length) this.finish(complete[0]);
    else if (complete.length > 0) this.show(complete[0]);
    else this.show();
  }

  finish(/** @type {Choice} */ choice) {
    this.let();
    this.play(choice.move);
  }

  /** Draws the selection, its targets and, for stacks, the groups. @param {Choice} [complete] */
  show(complete) {
    this.tray.replaceChildren();
    if (!this.from) {
      this.board.hint(null, []);
      return;
    }
    const acts = this.acts.filter((act) => this.wants(act));
    const planned = this.chosen.filter((act) => act.to);
    const targets = new Map(acts.filter((act) => act.to).map((act) => [act.to, this.board.effect(act)]));
    this.board.hint(this.from, targets, planned);
    if (this.groups.length > 1 || complete) this.showGroups(complete);
  }

  /** @param {Choice} [complete] */
  showGroups(complete) {
    const group = this.group;
    const groups = this.groups.map((men) => {
      const letters = men ? this.split(men) : this.lettersOn(this.from);
      const pick = () => {
        this.men = { men };
        this.show(complete);
      };
      return html(
        "button",
        { "aria-pressed": String(men === group), onclick: pick },
        drawBadge(this.board.model, letters),
        html("span", {}, men ? letters.map((one) => this.manName(one)).join(" + ") : t("whole")),
      );
    });
    this.tray.replaceChildren(...groups);
    if (complete) this.tray.append(this.button(t("done"), () => this.finish(complete), "strong"));
    this.tray.append(this.button(t("cancel"), () => this.let()));
  }

  /** Returns the letters of a group as they are on the board. @param {string} men */
  split(men) {
    const carrier = plain(this.lettersOn(this.from)[0]);
    const isLower = carrier === carrier.toLowerCase();
    return (men.match(/\+?[A-Z]/g) ?? []).map((one) => (isLower ? one.toLowerCase() : one));
  }

  manName(/** @type {string} */ letters) {
    const hero = letters.startsWith("+") ? ` (${t("hero")})` : "";
    return nameOf(manOf(this.board.model, letters)) + hero;
  }

  /** Describes an act in words. @param {Act} act */
  describe(act) {
    if (act.clockwise !== undefined) return t(act.clockwise ? "clockwise" : "anticlockwise");
    const word =
      /** @type {Record<string, string>} */ ({ go: "goes", shoot: "shoots", ram: "rams", lift: "lifts" })[act.act] ??
      "";
    const other = act.other ? ` ${t("andTakes")} ${act.other}` : "";
    const own = manOf(this.board.model, this.lettersOn(act.from)[0] ?? "");
    const man =
      act.becomes &&
      [...this.board.model.men.values()].find(
        (one) => one.seat === own?.seat && one.letters.endsWith(act.becomes ?? ""),
      );
    return man ? `${t("becomes")}: ${nameOf(man)}` : `${act.to}: ${t(word)}${other}`;
  }

  /** Shows the way of the counters of a move, or of none. @param {Choice} [choice] */
  async foresee(choice) {
    if (this.foreseen === choice) return;
    this.foreseen = choice;
    const steps = choice ? await this.steps(choice.move) : [];
    if (this.foreseen === choice) foresee(this.board, steps);
  }

  /** Draws arrows on the selected pit, one for each direction of sowing. @param {Act[]} acts */
  askWay(acts) {
    this.show();
    const place = this.board.at(acts[0].from);
    const arrows = acts.map((act) => {
      const { dx, dy } = this.board.direction(place, act.clockwise);
      const turn = dy === 0 ? `scale(${dx} 1)` : `rotate(${90 * dy})`;
      const pick = (/** @type {Event} */ event) => {
        event.stopPropagation();
        this.take(act);
      };
      const look = () => this.foresee(this.open.find((choice) => same(choice.acts[0], act)));
      const release = (/** @type {any} */ event) =>
        event.currentTarget.contains(document.elementFromPoint(event.clientX, event.clientY)) && pick(event);
      return svg(
        "g",
        {
          onpointerenter: look,
          onfocus: look,
          onpointerleave: () => this.foresee(),
          onblur: () => this.foresee(),
          class: "way",
          "data-way": act.clockwise ? "-" : "+",
          role: "button",
          tabindex: 0,
          "aria-label": this.describe(act),
          transform: `translate(${place.x + dx * 52} ${place.y + dy * 52}) ${turn}`,
          onpointerup: release,
          onpointerdown: (/** @type {Event} */ event) => event.stopPropagation(),
          onkeydown: (/** @type {KeyboardEvent} */ event) =>
            (event.key === "Enter" || event.key === " ") && pick(event),
        },
        svg("circle", { r: 36 }),
        svg("path", { d: "M-20-8H2V-22L26 0 2 22V8H-20Z" }),
      );
    });
    this.board.layers.hits.append(...arrows);
  }

  button(/** @type {string} */ label, /** @type {() => unknown} */ pick, kind = "") {
    return html("button", { class: kind, onclick: pick }, label);
  }

  showOptions(/** @type {{ label: string, pick: () => void }[]} */ options) {
    this.tray.replaceChildren(
      html("span", {}, t("whichMove")),
      ...options.map(({ label, pick }) => this.button(label, pick, "strong")),
      this.button(t("cancel"), () => this.let()),
    );
    this.tray.querySelector("button")?.focus();
  }
}

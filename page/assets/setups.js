// Contents of a board being set up by hand: pieces on points, or counters in pits.

import { drawBadge, manOf, seatOf } from "./pieces.js";
import { drawStone } from "./mancala.js";
import { by, html, svg } from "./svg.js";
import { nameOf, t } from "./i18n.js";

const ERASER = "";

/**
 * A button of the palette; `pick` is called when it is chosen.
 * @param {string} value
 * @param {string} label
 * @param {boolean} isChosen
 * @param {() => void} pick
 * @param {(Element | string)[]} content
 */
function choice(value, label, isChosen, pick, ...content) {
  return html(
    "button",
    { "data-man": value, "aria-pressed": String(isChosen), "aria-label": label, title: label, onclick: pick },
    ...content,
  );
}

const signed = (/** @type {number} */ step) => `${step > 0 ? "+" : "−"}${Math.abs(step)}`;

export class MenSetup {
  men = /** @type {Map<string, string[]>} */ (new Map());

  constructor(/** @type {Board} */ board, /** @type {() => unknown} */ redraw) {
    this.board = board;
    this.redraw = redraw;
    this.man = [...board.model.men.keys()][0];
  }

  /** Copies a scene. @param {Scene} scene */
  take(scene) {
    this.men = new Map(scene.men);
  }

  clear() {
    this.men.clear();
  }

  /** Returns the parts of the position for the engine. */
  get words() {
    return [...this.men].map(([point, letters]) => `${point}=${letters.join("")}`);
  }

  get scene() {
    return { men: this.men };
  }

  tap(/** @type {string} */ point) {
    const there = this.men.get(point);
    if (this.man === ERASER || there?.at(-1) === this.man) this.men.delete(point);
    else if (there && by("edit-stack").checked) this.men.set(point, [...there, this.man]);
    else this.men.set(point, [this.man]);
  }

  palette() {
    const { men, seats } = this.board.model;
    /** @param {string} man @param {string} label @param {(Element | string)[]} content */
    const button = (man, label, ...content) =>
      choice(
        man,
        label,
        this.man === man,
        () => {
          this.man = man;
          this.redraw();
        },
        ...content,
      );
    const rows = seats.map((seat) =>
      html(
        "div",
        { class: "row-of-men", "data-side": seat.name },
        ...[...men.values()]
          .filter((man) => man.seat === seat.name)
          .map((man) =>
            button(man.letters, `${nameOf(seat)}, ${nameOf(man)}`, drawBadge(this.board.model, [man.letters])),
          ),
      ),
    );
    return [...rows, button(ERASER, t("eraser"), "✕")];
  }

  /**
   * Moves every piece by `place`, and replaces it by `other`.
   * @param {(spot: Spot) => Spot} place
   * @param {(letters: string) => string} other
   */
  move(place, other = (letters) => letters) {
    const { points } = this.board.model;
    const at = new Map([...points].map(([name, { x, y }]) => [`${x},${y}`, name]));
    const moved = [...this.men].map(([point, letters]) => {
      const { x, y } = place(/** @type {Spot} */ (points.get(point)));
      return /** @type {[string, string[]]} */ ([at.get(`${x},${y}`) ?? "", letters.map(other)]);
    });
    this.men = new Map(moved.filter(([point]) => point));
  }

  mirror() {
    this.move(({ x, y }) => ({ x: this.board.model.width - 1 - x, y }));
  }

  /** Exchanges the sides, seen from the opposite end of the board. */
  swap() {
    const { men, height } = this.board.model;
    this.move(
      ({ x, y }) => ({ x, y: height - 1 - y }),
      (letters) => {
        const own = manOf(this.board.model, letters);
        const twin = [...men.values()].find((one) => one.seat !== own.seat && one.names.en === own.names.en);
        return letters.replace(own.letters, twin?.letters ?? own.letters);
      },
    );
  }
}

/** Counters in pits, mandarin stones, and the stores. */
export class CounterSetup {
  step = "1";
  counts = /** @type {Map<string, Heap>} */ (new Map());
  stores = /** @type {Map<string, number>} */ (new Map());
  hasStones = false;

  constructor(/** @type {Board} */ board, /** @type {() => unknown} */ redraw) {
    this.board = board;
    this.redraw = redraw;
  }

  take(/** @type {Scene} */ scene) {
    this.counts = new Map([...scene.counts].map(([point, heap]) => [point, { ...heap }]));
    this.stores = new Map(scene.stores);
    this.hasStones = [...this.counts.values()].some(({ stone }) => stone);
  }

  clear() {
    for (const heap of this.counts.values()) Object.assign(heap, { count: 0, stone: false });
  }

  get words() {
    return [
      ...[...this.counts].map(([point, { count, stone }]) => `${point}=${stone ? "Q" : ""}${count}`),
      ...[...this.stores].map(([seat, count]) => `${seat}=${count}`),
    ];
  }

  get scene() {
    return { counts: this.counts, stores: this.stores };
  }

  tap(/** @type {string} */ point) {
    const heap = /** @type {Heap} */ (this.counts.get(point));
    if (this.step === "Q") heap.stone = !heap.stone;
    else heap.count = Math.max(0, heap.count + Number(this.step));
  }

  palette() {
    const steps = ["1", "5", "-1", "-5", ...(this.hasStones ? ["Q"] : [])];
    const label = (/** @type {string} */ step) => (step === "Q" ? t("stone") : `${t("counters")} ${step}`);
    const stone = svg("svg", { class: "badge pits", viewBox: "-50 -50 100 100" }, drawStone());
    const button = (/** @type {string} */ step) =>
      choice(
        step,
        label(step),
        this.step === step,
        () => {
          this.step = step;
          this.redraw();
        },
        step === "Q" ? stone : signed(Number(step)),
      );
    const store = (/** @type {[string, number]} */ [seat, count]) => {
      const change = (/** @type {number} */ by_) => () => {
        this.stores.set(seat, Number(count) + by_);
        this.redraw();
      };
      const name = nameOf(seatOf(this.board.model, seat));
      return html(
        "div",
        { class: "row-of-men", "data-store": seat, "data-side": seat },
        html("span", {}, `${name}, ${t("store")}: ${count}`),
        ...[-5, -1, 1, 5].map((step) =>
          html("button", { onclick: change(step), "aria-label": `${name} ${signed(step)}` }, signed(step)),
        ),
      );
    };
    return [html("div", { class: "row-of-men" }, ...steps.map(button)), ...[...this.stores].map(store)];
  }
}

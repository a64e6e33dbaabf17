// The input on the board: clicks, drags and keys on points.

import { Choosing } from "./choosing.js";
import { nameOf, t } from "./i18n.js";
import { svg } from "./svg.js";
import { counters, manOf, seatOf } from "./pieces.js";

/** Returns what has the focus in the document or shadow tree of an element. @param {Element} element */
const focused = (element) => /** @type {Partial<Document>} */ (element.getRootNode()).activeElement ?? null;

export class BoardInput extends Choosing {
  /** Seats that may plan a move while another is to move, and the plan: its piece and its target. */
  planners = /** @type {string[]} */ ([]);
  planned = /** @type {{ from: string, to?: string } | null} */ (null);
  /** The point that had the focus last. @type {string | undefined} */
  at = undefined;

  constructor(
    /** @type {Board} */ board,
    /** @type {HTMLElement} */ tray,
    /** @type {(move: string) => unknown} */ play,
    /** @type {(from: string, to: string) => unknown} */ refuse,
  ) {
    super(board, tray, play, refuse);
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    board.root.addEventListener("touchstart", (event) => this.hold(event), { passive: false });
    board.root.addEventListener("pointermove", (event) => this.drag(event));
    board.root.addEventListener("pointerup", (event) => this.release(event));
    board.root.addEventListener("pointercancel", () => this.let());
    board.root.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["pointerover", "focusin"])
      board.root.addEventListener(kind, ({ target }) => {
        const point = /** @type {HTMLElement} */ (target).closest(".hit")?.getAttribute("data-point");
        const [choice, other] = this.choices.filter(({ acts: [act] }) => act.act === "sow" && act.from === point);
        if (!this.from) this.foresee(other ? undefined : choice);
      });
    board.root.addEventListener(
      "focusin",
      (event) => (this.at = /** @type {HTMLElement} */ (event.target).dataset?.point ?? this.at),
    );
    // A point that Tab leads to gets the key's release.
    board.root.addEventListener("keyup", () => board.root.classList.add("keys"));
  }

  /** Clears the selection; returns the focus from its questions to the board. */
  let() {
    const one = focused(this.board.root);
    const had = this.tray.contains(one) || (this.board.root.contains(one) && one?.closest(".way"));
    super.let();
    if (had && this.at) this.focus(this.at);
  }

  // Pointers: clicks and drags select and play.

  press(/** @type {any} */ event) {
    if (event.button !== 0 || !this.board.model) return;
    this.board.root.classList.remove("keys");
    const point = this.board.nearest(event.clientX, event.clientY);
    if (!point) return;
    event.preventDefault();
    if (this.tapped) {
      this.tapped(point);
      return;
    }
    this.focus(point);
    this.held = { point, x: event.clientX, y: event.clientY };
    if (this.choices.length === 0 && this.planners.length > 0) this.plan(point);
    if (
      this.from !== point &&
      !(this.from && this.acts.some((act) => act.to === point && this.wants(act))) &&
      this.canStart(point)
    ) {
      if (this.chosen.length === 0) {
        this.held.fresh = true;
        this.choose(point);
      }
    }
  }

  /** Whether the piece on a point may be planned to move. @param {string} point */
  isPlanner(point) {
    return this.planners.includes(this.board.seatOn(point) ?? "");
  }

  /**
   * Plans a move for the next turn, point by point: an own piece, then its target; a third point drops the plan.
   * @param {string} point
   */
  plan(point) {
    const { planned } = this;
    const isOwn = this.isPlanner(point);
    if (planned && !planned.to && !isOwn) this.setPlan({ ...planned, to: point });
    else this.setPlan(isOwn && planned?.from !== point ? { from: point } : null);
  }

  setPlan(/** @type {{ from: string, to?: string } | null} */ plan) {
    this.planned = plan;
    this.board.plan(plan);
  }

  /**
   * Offers moves, and plays the planned one if it is among them; `planners` are the seats that may plan meanwhile.
   * @param {Scene} scene
   * @param {Choice[]} choices
   * @param {string[]} planners
   */
  offer(choices, scene, planners = []) {
    super.offer(choices, scene);
    this.layHits();
    const { planned } = this;
    this.planners = planners;
    if (!planned || (choices.length === 0 && planners.length > 0)) return;
    this.setPlan(null);
    const fits = choices.filter(
      ({ acts: [act, second] }) => !second && planned.to && act.from === planned.from && act.to === planned.to,
    );
    // The position is not shown yet.
    if (fits.length === 1) queueMicrotask(() => this.play(fits[0].move));
  }

  /** A touch on a movable piece drags it; elsewhere it scrolls the page. @param {any} event */
  hold(event) {
    const [finger, second] = event.touches;
    const point = second ? null : this.board.nearest(finger.clientX, finger.clientY);
    if (point && (this.canStart(point) || this.isPlanner(point))) event.preventDefault();
  }

  drag(/** @type {any} */ event) {
    if (!this.held || !this.from || this.held.point !== this.from) return;
    if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < 8) return;
    const unit = this.board.unit(this.from);
    if (!unit) return;
    const lift = this.lift ?? /** @type {SVGElement} */ (unit.cloneNode(true));
    if (!this.lift) {
      this.board.root.setPointerCapture(event.pointerId);
      Object.assign(this, { lift });
      lift.classList.add("lifted");
      unit.classList.add("origin");
      this.board.layers.hints.append(lift);
    }
    const place = this.board.spotOf(event);
    lift.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }

  release(/** @type {any} */ event) {
    if (!this.held) return;
    const { point: start, fresh } = this.held;
    const { lift } = this;
    const dragged = lift !== null;
    lift?.remove();
    Object.assign(this, { held: null, lift: null });
    const point = this.board.nearest(event.clientX, event.clientY);
    if (dragged) {
      this.board.still = true;
      if (point && point !== start) this.choose(point);
      else this.let();
      setTimeout(() => (this.board.still = false), 400);
    } else if (this.planned?.from === start && point && point !== start) {
      this.setPlan({ from: start, to: point });
    } else if (!fresh && point === start) {
      this.choose(point);
    }
  }

  // Keys: one point has the focus; arrow keys move it.

  /** A button for each point, for the keyboard and for screen readers. */
  layHits() {
    const hits = [...this.board.model.points.keys()].map((point) => {
      const { x, y } = this.board.at(point);
      const label = this.label(point);
      return svg(
        "g",
        { class: "hit", role: "button", tabindex: -1, "data-point": point, "aria-label": label },
        svg("circle", { cx: x, cy: y, r: 47 }),
      );
    });
    const layer = this.board.layers.hits;
    const had = layer.contains(focused(layer));
    layer.replaceChildren(...hits);
    const first = layer.querySelector(`[data-point="${this.at ?? ""}"]`) ?? hits[0];
    first.setAttribute("tabindex", "0");
    if (had) /** @type {SVGElement} */ (first).focus();
  }

  label(/** @type {string} */ point) {
    const heap = this.scene.counts.get(point);
    if (heap) {
      const sold = ["", `, ${t("halfSold")}`, `, ${t("sold")}`][this.scene.sold.get(point) ?? 0];
      const { zones, seats } = this.board.model;
      const owner = seats.find(({ name }) => zones.some((zone) => zone.seat === name && zone.points.includes(point)));
      const content = [heap.stone ? t("stone") : "", heap.count > 0 ? counters(heap.count) : ""]
        .filter(Boolean)
        .join(" + ");
      return `${point}: ${owner ? nameOf(owner) : t("zoneLarge")}, ${content || t("empty")}${sold}`;
    }
    const letters = this.scene.men.get(point);
    if (!letters) return `${point}: ${t("empty")}`;
    const seat = seatOf(this.board.model, manOf(this.board.model, letters[0]).seat);
    return `${point}: ${nameOf(seat)}, ${letters.map((one) => this.manName(one)).join(" + ")}`;
  }

  focus(/** @type {string} */ point) {
    const { hits } = this.board.layers;
    const hit = /** @type {SVGElement | null} */ (hits.querySelector(`[data-point="${point}"]`));
    if (!hit) return;
    hits.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    hit.setAttribute("tabindex", "0");
    hit.focus({ preventScroll: true });
    this.at = point;
  }

  key(/** @type {any} */ event) {
    const point = event.target.dataset?.point;
    if (!point) return;
    const ways = /** @type {Record<string, number[]>} */ ({
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    });
    if (event.key in ways) this.walk(point, ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.choose(point);
    else if (event.key === "Escape") {
      this.setPlan(null);
      this.let();
    } else return;
    event.preventDefault();
  }

  /** Moves the focus to the nearest point in a direction on the picture. @param {string} point */
  walk(point, /** @type {number[]} */ [dx, dy]) {
    const here = this.board.at(point);
    let best = null;
    let least = Infinity;
    for (const other of this.board.model.points.keys()) {
      const { x, y } = this.board.at(other);
      const ahead = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      const far = ahead + 2 * aside;
      if (ahead > 1 && aside < ahead * 1.2 && far < least) [best, least] = [other, far];
    }
    if (best) this.focus(best);
  }
}

// The input on the board: clicks, drags and keys on points.

import { Choosing } from "./choosing.js";
import { nameOf, t } from "./i18n.js";
import { plain } from "./engine/model.js";
import { svg } from "./svg.js";

export class BoardInput extends Choosing {
  constructor(board, tray, play, refuse) {
    super(board, tray, play, refuse);
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    board.root.addEventListener("touchstart", (event) => this.hold(event), { passive: false });
    board.root.addEventListener("pointermove", (event) => this.drag(event));
    board.root.addEventListener("pointerup", (event) => this.release(event));
    board.root.addEventListener("pointercancel", () => this.let());
    board.root.addEventListener("keydown", (event) => this.key(event));
    board.root.addEventListener("focusin", (event) => (this.at = event.target.dataset?.point ?? this.at));
    document.addEventListener("keydown", () => board.root.classList.add("keys"));
  }

  /** Clears the selection; returns the focus from its questions to the board. */
  let() {
    const { activeElement: one } = document;
    const had = this.tray.contains(one) || (this.board.root.contains(one) && one.closest(".way"));
    super.let();
    if (had) this.focus(this.at);
  }

  // Pointers: clicks and drags select and play.

  press(event) {
    if (event.button !== 0) return;
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
    if (this.from !== point && !(this.from && this.acts.some((act) => act.to === point && this.wants(act))) && this.canStart(point)) {
      if (this.chosen.length === 0) {
        this.held.fresh = true;
        this.choose(point);
      }
    }
  }

  /** A touch on a movable piece drags it; elsewhere it scrolls the page. */
  hold(event) {
    const [finger, second] = event.touches;
    const point = second || this.choices.length === 0 ? null : this.board.nearest(finger.clientX, finger.clientY);
    if (point && this.canStart(point)) event.preventDefault();
  }

  drag(event) {
    if (!this.held || !this.from || this.held.point !== this.from) return;
    if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < 8) return;
    const unit = this.board.unit(this.from);
    if (!unit) return;
    if (!this.lift) {
      this.board.root.setPointerCapture(event.pointerId);
      this.lift = unit.cloneNode(true);
      this.lift.classList.add("lifted");
      unit.classList.add("origin");
      this.board.layers.hints.append(this.lift);
    }
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.view.getScreenCTM().inverse());
    this.lift.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }

  release(event) {
    if (!this.held) return;
    const { point: start, fresh } = this.held;
    const dragged = this.lift !== null && this.lift !== undefined;
    this.held = null;
    this.lift?.remove();
    this.lift = null;
    const point = this.board.nearest(event.clientX, event.clientY);
    if (dragged) {
      this.board.still = true;
      if (point && point !== start) this.choose(point);
      else this.let();
      setTimeout(() => (this.board.still = false), 400);
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
      return svg("g", { class: "hit", role: "button", tabindex: -1, "data-point": point, "aria-label": label },
        svg("circle", { cx: x, cy: y, r: 47 }));
    });
    const layer = this.board.layers.hits;
    const had = layer.contains(document.activeElement);
    layer.replaceChildren(...hits);
    const first = layer.querySelector(`[data-point="${this.at ?? ""}"]`) ?? hits[0];
    first.setAttribute("tabindex", 0);
    if (had) first.focus();
  }

  label(point) {
    const heap = this.scene.counts.get(point);
    if (heap) {
      const sold = { 1: `, ${t("halfSold")}`, 2: `, ${t("sold")}` }[this.scene.sold.get(point)] ?? "";
      return `${point}: ${heap.stone ? "Q, " : ""}${heap.count} ${t("counters")}${sold}`;
    }
    const letters = this.scene.men.get(point);
    if (!letters) return `${point}: ${t("empty")}`;
    const owner = this.board.model.men.get(plain(letters[0])).seat;
    const seat = this.board.model.seats.find(({ name }) => name === owner);
    return `${point}: ${nameOf(seat)}, ${letters.map((one) => this.manName(one)).join(" + ")}`;
  }

  focus(point) {
    const { hits } = this.board.layers;
    const hit = hits.querySelector(`[data-point="${point}"]`);
    if (!hit) return;
    hits.querySelector('[tabindex="0"]')?.setAttribute("tabindex", -1);
    hit.setAttribute("tabindex", 0);
    hit.focus({ preventScroll: true });
    this.at = point;
  }

  key(event) {
    const point = event.target.dataset?.point;
    if (!point) return;
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key in ways) this.walk(point, ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.choose(point);
    else if (event.key === "Escape") this.let();
    else return;
    event.preventDefault();
  }

  /** Moves the focus to the nearest point in a direction on the picture. */
  walk(point, [dx, dy]) {
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

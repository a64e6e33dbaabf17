// The board as SVG: points, pieces, marks. It contains no rules.

import { STEP, drawGround } from "./ground.js";
import { drawUnit, manOf, seatOf } from "./pieces.js";
import { drawCounters, drawStores } from "./mancala.js";
import { calm, pace, svg } from "./svg.js";

/** Screens on which a long board stands upright: phones. */
export const UPRIGHT = matchMedia("(max-width: 600px) and (orientation: portrait)");
/** Distance of the outer pits from the long edges of the board. */
const RIM = 0.72 * STEP;

const LAYERS = ["ground", "marks", "movable", "men", "counters", "arrows", "shapes", "plans", "hints", "hits"];

export class Board {
  /** The board of the game, and the position on it, once there are any. */
  model = /** @type {Model} */ (/** @type {unknown} */ (null));
  scene = /** @type {Picture} */ (/** @type {unknown} */ (null));
  /** Quarters by which the board is turned clockwise. */
  turns = 0;
  /** Whether air defence is shown; numbers from 0 as axes; files as each side counts them; no animation. */
  zones = false;
  numbers = false;
  files = false;
  still = false;
  isUpright = false;
  margin = 0;
  size = { width: 0, height: 0 };
  view = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (null));
  layers = /** @type {Record<string, SVGGElement>} */ ({});

  /** `mayStand` says whether a board of pits stands upright on a phone. */
  constructor(/** @type {HTMLElement} */ root, { mayStand = false } = {}) {
    this.root = root;
    this.mayStand = mayStand;
  }

  /** Draws the empty board of a game. @param {Model} model */
  lay(model) {
    this.model = model;
    const pits = model.style === "pits";
    const edge = model.style === "lines" ? 0.78 : pits ? 0.62 : 0.82;
    this.margin = edge * STEP;
    this.isUpright = pits && this.mayStand && UPRIGHT.matches;
    const across = (model.width - 1) * STEP + 2 * this.margin;
    const down = (model.height - 1) * STEP + 2 * (pits ? RIM : this.margin);
    const [width, height] = this.isUpright ? [down, across] : [across, down];
    this.size = { width, height };
    const view = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", class: `board ${model.style}` });
    this.layers = {};
    for (const name of LAYERS) view.append((this.layers[name] = svg("g", { class: name })));
    this.root.replaceChildren(view);
    this.root.style.setProperty("--ratio", String(width / height));
    this.root.style.setProperty("--units", String(width));
    this.view = view;
    this.drawGround();
  }

  /** Returns the place on the picture of a point in board coordinates. @param {number} x @param {number} y */
  place(x, y) {
    const { width, height } = this.model;
    const [column, row] = [
      [x, height - 1 - y],
      [y, x],
      [width - 1 - x, y],
      [height - 1 - y, width - 1 - x],
    ][(this.turns + Number(this.isUpright)) % 4];
    const [left, top] =
      this.model.style !== "pits"
        ? [this.margin, this.margin]
        : this.isUpright
          ? [RIM, this.margin]
          : [this.margin, RIM];
    return { x: left + column * STEP, y: top + row * STEP };
  }

  /**
   * Returns the direction on the picture of sowing one way from a place.
   * @param {Spot} place
   * @param {boolean} [clockwise]
   */
  direction({ x, y }, clockwise) {
    const isPlus = !clockwise;
    if (this.isUpright) return { dx: 0, dy: isPlus === x < this.size.width / 2 ? 1 : -1 };
    return { dx: isPlus === y > this.size.height / 2 ? 1 : -1, dy: 0 };
  }

  at(/** @type {string} */ point) {
    const { x, y } = /** @type {Spot} */ (this.model.points.get(point));
    return this.place(x, y);
  }

  get flipped() {
    return this.turns === 2;
  }

  /** Turns the board clockwise by a number of quarters; at 0 the first rank is below. @param {number} turns */
  turnTo(turns) {
    this.turns = turns;
    this.drawGround();
  }

  /**
   * Returns the quarters that bring a side of the board to the front; odd ones only on square boards.
   * @param {string} side
   */
  turnFor(side) {
    const turns = ["bottom", "right", "top", "left"].indexOf(side);
    return this.model.width === this.model.height && this.model.style === "squares"
      ? turns
      : turns === 2 && this.model.style !== "pits"
        ? 2
        : 0;
  }

  drawGround() {
    drawGround(this);
  }

  /** Draws the pieces, and marks the last move and checks. @param {Picture} scene */
  show(scene) {
    const gone = this.captured(scene);
    this.scene = scene;
    const marks = this.layers.marks;
    marks.replaceChildren();
    if (this.zones) for (const cover of scene.covers) this.drawCover(marks, cover);
    for (const act of scene.last) {
      for (const point of [act.from, act.to, act.other]) if (point) this.mark(marks, point, "last");
    }
    for (const point of scene.check) this.mark(marks, point, "check");
    if (this.model.style === "pits") {
      drawCounters(this, scene);
      drawStores(this, scene.stores);
      return;
    }
    const men = [...scene.men].map(([point, letters]) => {
      const { x, y } = this.at(point);
      const unit = drawUnit(this.model, letters);
      unit.dataset.point = point;
      unit.style.transform = `translate(${x}px, ${y}px)`;
      return unit;
    });
    this.layers.men.replaceChildren(...gone, ...men);
    this.slide(scene.last);
    for (const unit of gone)
      unit.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 300 * pace, fill: "forwards" }).finished.then(
        () => unit.remove(),
        () => {},
      );
  }

  /**
   * Takes the units of the picture that the last move captures, if it shows the position before.
   * @param {Picture} scene
   */
  captured({ last, men }) {
    const { scene } = this;
    if (this.still || !scene || this.model.style === "pits" || calm()) return [];
    const takes = (/** @type {Act} */ { from, to, other = "" }) =>
      [to, other].filter(
        (point) =>
          point &&
          from &&
          this.seatOn(from) &&
          this.seatOn(point) &&
          this.seatOn(point) !== this.seatOn(from) &&
          scene.men.get(point) !== men.get(point),
      );
    return last
      .flatMap(takes)
      .flatMap((point) => this.unit(point) ?? [])
      .map((unit) => {
        unit.removeAttribute("data-point");
        unit.classList.add("gone");
        return unit;
      });
  }

  /** Animates the pieces of the last move. @param {Act[]} acts */
  slide(acts) {
    for (const { from, to, act } of acts) {
      const unit = act === "go" && this.unit(to);
      if (!unit || this.still || calm()) continue;
      const [a, b] = [this.at(from), this.at(to)];
      unit.animate([{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }], {
        duration: 160 * pace,
        easing: "ease-out",
      });
    }
  }

  unit(/** @type {string} */ point) {
    return /** @type {SVGElement | null} */ (this.layers.men.querySelector(`[data-point="${point}"]`));
  }

  mark(/** @type {SVGElement} */ layer, /** @type {string} */ point, /** @type {string} */ kind) {
    const { x, y } = this.at(point);
    const shape =
      this.model.style === "squares"
        ? svg("rect", { class: `mark ${kind}`, x: x - 48, y: y - 48, width: 96, height: 96 })
        : svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r: 48 });
    layer.append(shape);
  }

  /** @param {SVGElement} layer @param {Scene["covers"][0]} cover */
  drawCover(layer, { seat, points }) {
    const colour = seatOf(this.model, seat).colour;
    for (const point of points) {
      const { x, y } = this.at(point);
      layer.append(svg("rect", { class: `cover ${colour}`, x: x - 50, y: y - 50, width: 100, height: 100 }));
    }
  }

  /** Returns the seat of the unit on a point. @param {string} point */
  seatOn(point) {
    const letters = this.scene.men.get(point)?.[0];
    return letters && manOf(this.model, letters).seat;
  }

  /** Returns the effect of an act at its target: `takes`, `joins` a friend's unit, or none. @param {Act} act */
  effect({ from, to }) {
    const there = this.seatOn(to);
    if (!there) return "";
    return there === this.seatOn(from) ? "joins" : "takes";
  }

  /** Rings around the units that can move. @param {string[]} points */
  showMovable(points) {
    this.layers.movable.replaceChildren(
      ...points.map((point) => {
        const { x, y } = this.at(point);
        return svg("circle", { class: "movable", cx: x, cy: y, r: 47 });
      }),
    );
  }

  /** Shows a move planned for the next turn. @param {{ from: string, to?: string } | null} plan */
  plan(plan) {
    this.layers.plans.replaceChildren();
    for (const point of [plan?.from, plan?.to]) if (point) this.mark(this.layers.plans, point, "planned");
  }

  /**
   * Shows the selected unit, the `planned` part of its move, and its targets by effect.
   * @param {string | null} from
   * @param {Iterable<[string, string]>} targets
   * @param {Act[]} planned
   */
  hint(from, targets, planned = []) {
    const hints = this.layers.hints;
    hints.replaceChildren();
    if (from) this.mark(hints, from, "picked");
    for (const act of planned) hints.append(this.arrow(act.from, act.to, 1));
    for (const [point, effect] of targets) {
      const { x, y } = this.at(point);
      const ring = { x: x - 44, y: y - 44, width: 88, height: 88, rx: 16 };
      hints.append(
        effect === "joins"
          ? svg("rect", { class: "target joins", ...ring })
          : svg("circle", { class: `target ${effect}`.trim(), cx: x, cy: y, r: effect ? 46 : 15 }),
      );
    }
  }

  /**
   * Draws an arrow for each move's acts, the best the widest; in pits, values.
   * @param {{ acts: Act[], label: string }[]} list
   */
  arrows(list) {
    const layer = this.layers.arrows;
    layer.replaceChildren();
    list.forEach(({ acts, label }, rank) => {
      for (const act of acts) {
        if (act.other) layer.append(this.arrow(act.from, act.other, rank));
        if (act.to) layer.append(this.arrow(act.from, act.to, rank));
        else if (act.from) layer.append(this.value(act, label, rank));
      }
      if (list.length > 1 && acts[0]?.to) layer.append(this.number(acts[0], rank));
    });
  }

  arrow(/** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ rank) {
    const [a, b] = [this.at(from), this.at(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const width = rank === 0 ? 9 : 6;
    const end = length - 12;
    const d = `M14 ${-width}H${end - 30}V${-width * 2.4}L${end} 0L${end - 30} ${width * 2.4}V${width}H14Z`;
    return svg("path", {
      class: `arrow rank${Math.min(rank, 3)}`,
      d,
      transform: `translate(${a.x} ${a.y}) rotate(${angle})`,
    });
  }

  /** The number of a line, at the foot of its arrow. @param {Act} act @param {number} rank */
  number({ from, to }, rank) {
    const [a, b] = [this.at(from), this.at(to)];
    const part = 34 / Math.hypot(b.x - a.x, b.y - a.y);
    return svg(
      "g",
      {
        class: `value rank${Math.min(rank, 3)}`,
        transform: `translate(${a.x + (b.x - a.x) * part} ${a.y + (b.y - a.y) * part})`,
      },
      svg("circle", { r: 15 }),
      svg("text", { "text-anchor": "middle", dy: "0.36em" }, rank + 1),
    );
  }

  value(/** @type {Act} */ act, /** @type {string} */ label, /** @type {number} */ rank) {
    const { x, y } = this.at(act.from);
    // Two directions share a pit; each value stands on its own side.
    const { dx, dy } = act.clockwise === undefined ? { dx: 0, dy: 0 } : this.direction({ x, y }, act.clockwise);
    const half = dx === 0 ? 32 : 23;
    return svg(
      "g",
      {
        class: `value rank${Math.min(rank, 3)}`,
        transform: `translate(${x + dx * 23.5} ${y - (dy === 0 ? 30 : -dy * 28)})`,
      },
      svg("rect", { x: -half, y: -15, width: 2 * half, height: 30, rx: 12 }),
      svg("text", { "text-anchor": "middle", dy: "0.36em" }, label),
    );
  }

  /** Returns a place on the screen as a place on the picture. @param {{ clientX: number, clientY: number }} place */
  spotOf({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.view.getScreenCTM()?.inverse());
  }

  /**
   * Returns the point nearest to a place on the screen, if it is near enough.
   * @param {number} clientX
   * @param {number} clientY
   */
  nearest(clientX, clientY) {
    const place = this.spotOf({ clientX, clientY });
    let best = /** @type {string | null} */ (null);
    let least = 62;
    for (const point of this.model.points.keys()) {
      const { x, y } = this.at(point);
      const far = Math.hypot(place.x - x, place.y - y);
      if (far < least) [best, least] = [point, far];
    }
    return best;
  }
}

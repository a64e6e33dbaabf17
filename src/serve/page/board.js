// The board as SVG: what is drawn once, the men, the marks. It knows points and men, no rules.

import { drawUnit } from "./pieces.js";
import { drawMancala, drawCounters } from "./mancala.js";
import { plain } from "./model.js";
import { svg } from "./svg.js";

const STEP = 100;
const LAYERS = ["ground", "marks", "men", "counters", "arrows", "hints", "hits"];

export class Board {
  constructor(root) {
    this.root = root;
    this.flipped = false;
    this.zones = false;
  }

  /** Draws the empty board of a game. */
  lay(model) {
    this.model = model;
    const pits = model.style === "pits";
    const edge = model.style === "lines" ? 0.78 : pits ? 0.62 : 0.82;
    this.margin = edge * STEP;
    const width = (model.width - 1) * STEP + 2 * this.margin;
    const height = (model.height - 1) * STEP + 2 * (pits ? 0.72 * STEP : this.margin);
    this.size = { width, height };
    const view = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", class: `board ${model.style}` });
    this.layers = {};
    for (const name of LAYERS) view.append((this.layers[name] = svg("g", { class: name })));
    this.root.replaceChildren(view);
    this.root.style.setProperty("--ratio", width / height);
    this.view = view;
    this.drawGround();
  }

  /** Where a point of the board's own coordinates is on the picture. */
  place(x, y) {
    const { width, height } = this.model;
    const [column, row] = this.flipped ? [width - 1 - x, y] : [x, height - 1 - y];
    const top = this.model.style === "pits" ? 0.72 * STEP : this.margin;
    return { x: this.margin + column * STEP, y: top + row * STEP };
  }

  at(point) {
    const { x, y } = this.model.points.get(point);
    return this.place(x, y);
  }

  flip() {
    this.flipped = !this.flipped;
    this.drawGround();
  }

  drawGround() {
    const { model, size } = this;
    const ground = this.layers.ground;
    ground.replaceChildren(svg("rect", { class: "wood", width: size.width, height: size.height, rx: 14 }));
    if (model.style === "pits") {
      drawMancala(this, ground);
      return;
    }
    if (model.style === "squares") this.drawSquares(ground);
    for (const zone of model.zones) this.drawZone(ground, zone);
    for (const area of model.areas) this.drawArea(ground, area);
    for (const line of model.lines) {
      const points = line.map((point) => this.at(point)).map(({ x, y }) => `${x},${y}`);
      ground.append(svg("polyline", { class: "line", points: points.join(" ") }));
    }
    for (const zone of model.zones.filter((zone) => zone.kind === "reef")) {
      const [from, to] = zone.points.map((point) => this.at(point));
      ground.append(svg("line", { class: "reef", x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    }
    this.drawNames(ground);
  }

  drawSquares(ground) {
    for (const point of this.model.points.keys()) {
      const { x, y } = this.at(point);
      ground.append(svg("rect", { class: "square", x: x - 50, y: y - 50, width: 100, height: 100 }));
    }
  }

  drawZone(ground, { kind, seat, points }) {
    if (kind === "reef") return;
    if (kind === "palace") {
      const corners = points.map((point) => this.at(point));
      const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      ground.append(svg("rect", { class: "palace", x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }));
      return;
    }
    const colour = this.model.seats.find((one) => one.name === seat)?.colour ?? "";
    for (const point of points) {
      const { x, y } = this.at(point);
      if (kind === "station") {
        const sides = [[-1, -1], [1, -1], [-1, 1], [1, 1]].filter(([dx]) => {
          const next = x + dx * STEP;
          return next > 0 && next < this.size.width;
        });
        const corner = ([dx, dy]) => `M${x + dx * 8} ${y + dy * 22}v${-dy * 14}h${dx * 14}`;
        ground.append(svg("path", { class: "station", d: sides.map(corner).join("") }));
      } else if (kind === "marked") {
        ground.append(svg("path", { class: "cross", d: `M${x - 42} ${y - 42}l84 84m0-84l-84 84` }));
      } else if (kind === "throne") {
        ground.append(svg("rect", { class: `throne ${colour}`, x: x - 46, y: y - 46, width: 92, height: 92, rx: 6 }));
      } else {
        // Cells at the edge reach to the edge of the board.
        const [left, right] = this.reach(x, this.size.width);
        const [top, bottom] = this.reach(y, this.size.height);
        ground.append(svg("rect", {
          class: `cell ${kind}`, x: x - left, y: y - top, width: left + right, height: top + bottom,
        }));
      }
    }
  }

  reach(at, size) {
    const half = STEP / 2 + 0.5;
    return [at - STEP < 0 ? at : half, at + STEP > size ? size - at : half];
  }

  drawArea(ground, { kind, corners: [x1, y1, x2, y2] }) {
    const [a, b] = [this.place(x1, y1), this.place(x2, y2)];
    const toEdge = x2 === this.model.width - 1 && x1 > 0;
    let [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    if (toEdge && !this.flipped) right = this.size.width;
    if (toEdge && this.flipped) left = 0;
    const top = Math.min(a.y, b.y);
    const height = Math.abs(a.y - b.y);
    const inset = x1 === 0 ? 0 : 14;
    ground.append(svg("rect", {
      class: `area ${kind}`, x: left, y: top + inset, width: right - left, height: height - 2 * inset,
    }));
    if (kind === "river" && x1 === 0) {
      const text = (part, sign) => svg("text", {
        class: "river-text", x: left + (right - left) * part, y: top + height / 2, dy: "0.35em", "text-anchor": "middle",
      }, sign);
      ground.append(text(0.25, "楚 河"), text(0.75, "漢 界"));
    }
  }

  /** The names of files and ranks, on the left and below. */
  drawNames(ground) {
    const { points, width, height } = this.model;
    const size = 10 + this.size.width / 90;
    for (const [name, { x, y }] of points) {
      const at = this.place(x, y);
      const label = (x, y, text) =>
        ground.append(svg("text", { class: "name", x, y, dy: "0.35em", "text-anchor": "middle", "font-size": size }, text));
      if (y === (this.flipped ? height - 1 : 0)) label(at.x, this.size.height - 15, name[0]);
      if (x === (this.flipped ? width - 1 : 0)) label(15, at.y, name.slice(1));
    }
  }

  /** Draws what stands where, and marks the last move and checks. */
  show(scene) {
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
      return;
    }
    const men = [...scene.men].map(([point, letters]) => {
      const { x, y } = this.at(point);
      const unit = drawUnit(this.model, letters);
      unit.dataset.point = point;
      unit.style.transform = `translate(${x}px, ${y}px)`;
      return unit;
    });
    this.layers.men.replaceChildren(...men);
    this.slide(scene.last);
  }

  /** Lets the men of the last move slide to where they are now. */
  slide(acts) {
    for (const { from, to, kind } of acts) {
      const unit = kind === "-" && this.unit(to);
      if (!unit || this.still) continue;
      const [a, b] = [this.at(from), this.at(to)];
      unit.animate(
        [{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }],
        { duration: 160, easing: "ease-out" },
      );
    }
  }

  unit(point) {
    return this.layers.men.querySelector(`[data-point="${point}"]`);
  }

  mark(layer, point, kind) {
    const { x, y } = this.at(point);
    const shape = this.model.style === "squares"
      ? svg("rect", { class: `mark ${kind}`, x: x - 48, y: y - 48, width: 96, height: 96 })
      : svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r: 48 });
    layer.append(shape);
  }

  drawCover(layer, { seat, points }) {
    const colour = this.model.seats.find((one) => one.name === seat).colour;
    for (const point of points) {
      const { x, y } = this.at(point);
      layer.append(svg("rect", { class: `cover ${colour}`, x: x - 50, y: y - 50, width: 100, height: 100 }));
    }
  }

  /** Whose unit stands on a point. */
  seatOn(point) {
    const letters = this.scene.men.get(point)?.[0];
    return letters && this.model.men.get(plain(letters)).seat;
  }

  /** What an act does where it ends: it `takes`, it `joins` a friend's unit, or nothing beyond going there. */
  effect({ from, to }) {
    const there = this.seatOn(to);
    if (!there) return "";
    return there === this.seatOn(from) ? "joins" : "takes";
  }

  /** Shows what is picked up, what of its move is `planned`, and where it may go: points with the effect there. */
  hint(from, targets, planned = []) {
    const hints = this.layers.hints;
    hints.replaceChildren();
    if (from) this.mark(hints, from, "picked");
    for (const act of planned) hints.append(this.arrow(act.from, act.to, 1));
    for (const [point, effect] of targets) {
      const { x, y } = this.at(point);
      const ring = { x: x - 44, y: y - 44, width: 88, height: 88, rx: 16 };
      hints.append(effect === "joins" ? svg("rect", { class: "target joins", ...ring })
        : svg("circle", { class: `target ${effect}`.trim(), cx: x, cy: y, r: effect ? 46 : 15 }));
    }
  }

  /** Draws an arrow for each of the moves' acts, the best the widest; values stand where nothing can be pointed at. */
  arrows(list) {
    const layer = this.layers.arrows;
    layer.replaceChildren();
    list.forEach(({ acts, label }, rank) => {
      for (const act of acts) {
        if (act.to) layer.append(this.arrow(act.from, act.to, rank));
        else if (act.from) layer.append(this.value(act, label, rank));
      }
    });
  }

  arrow(from, to, rank) {
    const [a, b] = [this.at(from), this.at(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const width = rank === 0 ? 9 : 6;
    const end = length - 12;
    const d = `M14 ${-width}H${end - 30}V${-width * 2.4}L${end} 0L${end - 30} ${width * 2.4}V${width}H14Z`;
    return svg("path", { class: `arrow rank${Math.min(rank, 3)}`, d, transform: `translate(${a.x} ${a.y}) rotate(${angle})` });
  }

  value(act, label, rank) {
    const { x, y } = this.at(act.from);
    const shift = act.way === "+" ? 28 : act.way === "-" ? -28 : 0;
    return svg("g", { class: `value rank${Math.min(rank, 3)}`, transform: `translate(${x + shift} ${y - 40})` },
      svg("rect", { x: -28, y: -16, width: 56, height: 32, rx: 16 }),
      svg("text", { "text-anchor": "middle", dy: "0.36em" }, label));
  }

  /** The point nearest to a place on the screen, if it is near enough. */
  nearest(clientX, clientY) {
    const place = new DOMPoint(clientX, clientY).matrixTransform(this.view.getScreenCTM().inverse());
    let best = null;
    let least = 62;
    for (const point of this.model.points.keys()) {
      const { x, y } = this.at(point);
      const far = Math.hypot(place.x - x, place.y - y);
      if (far < least) [best, least] = [point, far];
    }
    return best;
  }
}

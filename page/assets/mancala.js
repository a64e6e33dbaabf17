// Boards of pits with counters, and animated sowing.

import { calm, pace, pause, svg } from "./svg.js";

const HALF = 47;

/** Returns the outline of a space: large ones are the round ends of the board. @param {Board} board @param {string} point */
function outline(board, point) {
  const { x, y } = board.at(point);
  const large = board.model.zones.some((zone) => zone.kind === "large" && zone.points.includes(point));
  if (!large) return { class: "pit", d: `M${x - HALF} ${y - HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}z` };
  if (board.isUpright) {
    const way = y < board.size.height / 2 ? 1 : -1;
    const inner = y + way * HALF;
    return { class: "pit large", d: `M${x - 97} ${inner}C${x - 97} ${y - way * 75} ${x + 97} ${y - way * 75} ${x + 97} ${inner}z` };
  }
  const way = x < board.size.width / 2 ? 1 : -1;
  const inner = x + way * HALF;
  return {
    class: "pit large",
    d: `M${inner} ${y - 97}C${x - way * 75} ${y - 97} ${x - way * 75} ${y + 97} ${inner} ${y + 97}z`,
  };
}

/** The empty board. @param {Board} board @param {SVGElement} ground */
export function drawMancala(board, ground) {
  for (const point of board.model.points.keys()) {
    ground.append(svg("path", outline(board, point)));
    const { x, y } = board.at(point);
    // Beside the pits on the long edges; in the large spaces, before their stones.
    const far = point.length === 1 ? -70 : (board.isUpright ? x >= board.size.width / 2 : y >= board.size.height / 2) ? 60 : -60;
    const at = board.isUpright ? { x: x + far, y } : { x, y: y + far };
    ground.append(svg("text", { class: "name", ...at, dy: "0.35em", "text-anchor": "middle", "font-size": 19 }, point));
  }
}

/** Places of counters in a pit, as in a sunflower: denser with more counters. @param {number} count */
function seeds(count) {
  const gap = Math.min(14, 38 / Math.sqrt(Math.max(count, 1)));
  return Array.from({ length: count }, (_, i) => {
    const turn = i * 2.39996;
    const far = gap * Math.sqrt(i + 0.4);
    return { x: far * Math.cos(turn), y: far * Math.sin(turn) };
  });
}

/** @param {Board} board @param {string} point @param {number | undefined} sold @param {number | undefined} sold */
function drawPit(board, point, /** @type {Heap} */ { count, stone }, sold) {
  const { x, y } = board.at(point);
  const group = svg("g", { class: "heap", transform: `translate(${x} ${y})` });
  if (stone) group.append(svg("ellipse", { class: "stone", rx: 24, ry: 30 }));
  for (const seed of seeds(count)) {
    group.append(svg("circle", { class: "counter", cx: seed.x.toFixed(1), cy: (seed.y - 4).toFixed(1), r: count > 24 ? 5.5 : 8 }));
  }
  const large = point.length === 1;
  const [across, down] = !large ? [40, 40] : board.isUpright ? [66, 8] : [0, 70];
  group.append(svg("text", { class: "count", x: across, y: down, "text-anchor": large ? "middle" : "end" }, stone ? `Q ${count}` : count));
  if (sold) {
    const row = board.model.zones.find((zone) => zone.kind === "row" && zone.points.includes(point));
    const buyer = board.model.seats.find((seat) => seat.name !== row?.seat);
    group.prepend(svg("rect", { class: `sold ${buyer?.colour}`, x: -HALF, y: sold === 2 ? -HALF : 0, width: 2 * HALF, height: sold === 2 ? 2 * HALF : HALF }));
  }
  return group;
}

/** The counters of a position. @param {Board} board @param {Pick<Scene, "counts" | "sold">} scene */
export function drawCounters(board, scene) {
  const heaps = [...scene.counts].map(([point, heap]) => drawPit(board, point, heap, scene.sold.get(point)));
  board.layers.counters.replaceChildren(...heaps);
}

/** Animates the turn that leads to `scene`: counters are taken, dropped and captured one after another. @param {Board} board @param {Scene} scene @param {Step[]} steps @param {Scene} before @param {() => boolean} stillWanted */
export async function sow(board, before, scene, steps, stillWanted) {
  if (calm() || !before || steps.length === 0) return;
  const counts = new Map([...before.counts].map(([point, heap]) => [point, { ...heap }]));
  const delay = pace * Math.max(12, Math.min(130, 2600 / steps.length));
  for (const { step, point = "", count = 0 } of steps) {
    if (!stillWanted()) return;
    const heap = /** @type {Heap} */ (counts.get(point));
    if (step === "take") heap.count -= count;
    else if (step === "drop") heap.count += 1;
    else if (step === "capture") {
      const shown = board.layers.counters.children[[...counts.keys()].indexOf(point)];
      await shown?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: delay * 2 }).finished;
      Object.assign(heap, { count: 0, stone: false });
    } else break;
    drawCounters(board, { counts, sold: before.sold });
    board.layers.marks.replaceChildren();
    board.mark(board.layers.marks, point, step);
    await pause(step === "drop" ? delay : delay * 2);
  }
}

/** Draws a store, in rows of twenty counters. @param {number} count */
export function drawStore(count) {
  const dots = Array.from({ length: Math.max(0, count) }, (_, i) => svg("circle", { class: "counter", cx: 6 + (i % 20) * 10, cy: 6 + Math.floor(i / 20) * 10, r: 4.2 }));
  return svg("svg", { class: "heap-of", viewBox: "0 0 204 42", "aria-hidden": "true" }, ...dots);
}

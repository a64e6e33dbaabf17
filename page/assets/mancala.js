// Boards of pits with pebbles, their stores, and animated sowing.

import { calm, html, pace, pause, svg } from "./svg.js";

const HALF = 47;

const PEBBLE = "M-9 1C-10-5-4-9 2-8 8-7 11-1 9 4 6 9-8 9-9 1z";
const STONE = "M-30 8C-34-18-14-38 8-35 30-32 36-8 32 10 28 32 6 39-12 34-24 30-28 20-30 8z";

/** The seat whose row a pit is in. @param {Board} board @param {string} point */
function ownerOf({ model: { seats, zones } }, point) {
  const row = zones.find((zone) => zone.kind === "row" && zone.points.includes(point));
  return seats.find(({ name }) => name === row?.seat);
}

/**
 * Returns the outline of a space: large ones are the round ends of the board.
 * @param {Board} board
 * @param {string} point
 */
function outline(board, point) {
  const { x, y } = board.at(point);
  const large = board.model.zones.some((zone) => zone.kind === "large" && zone.points.includes(point));
  if (!large) {
    const side = HALF - 20;
    const d = `M${x - side} ${y - HALF}h54q20 0 20 20v54q0 20-20 20h-54q-20 0-20-20v-54q0-20 20-20z`;
    return { class: `pit ${ownerOf(board, point)?.colour}`, d };
  }
  if (board.isUpright) {
    const way = y < board.size.height / 2 ? 1 : -1;
    const inner = y + way * HALF;
    return {
      class: "pit large",
      d: `M${x - 97} ${inner}C${x - 97} ${y - way * 75} ${x + 97} ${y - way * 75} ${x + 97} ${inner}z`,
    };
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
    const space = outline(board, point);
    ground.append(svg("path", space), svg("path", { class: "hollow", d: space.d }));
    const { x, y } = board.at(point);
    // Beside the pits on the long edges; in the large spaces, before their stones.
    const far =
      point.length === 1 ? -70 : (board.isUpright ? x >= board.size.width / 2 : y >= board.size.height / 2) ? 60 : -60;
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

/** Draws pebbles at places, each turned another way, in three colours. @param {Spot[]} spots @param {number} size */
function drawPebbles(spots, size) {
  const place = (/** @type {number} */ x, /** @type {number} */ y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const curve = `q${place(2 * size, -3 * size)} ${place(5 * size, -2 * size)}`;
  const gloss = spots.map(({ x, y }) => `M${place(x - 5 * size, y - 2 * size)}${curve}`);
  return [
    ...spots.map(({ x, y }, i) =>
      svg("path", {
        class: `counter tone${i % 3}`,
        d: PEBBLE,
        transform: `translate(${place(x, y)}) rotate(${i * 67}) scale(${size})`,
      }),
    ),
    svg("path", { class: "gloss", d: gloss.join("") }),
  ];
}

/** A mandarin, which is a large stone. */
export const drawStone = () =>
  svg("g", { class: "stone" }, svg("path", { d: STONE }), svg("path", { class: "gloss", d: "M-19-10Q-14-24 2-25" }));

/** @param {Board} board @param {string} point */
function drawPit(board, point, /** @type {Heap} */ { count, stone }, /** @type {number | undefined} */ sold) {
  const { x, y } = board.at(point);
  const group = svg("g", { class: "heap", transform: `translate(${x} ${y})` });
  if (stone) group.append(drawStone());
  group.append(
    ...drawPebbles(
      seeds(count).map((seed) => ({ x: seed.x, y: seed.y - 4 })),
      count > 24 ? 0.65 : 1,
    ),
  );
  const large = point.length === 1;
  const [across, down] = !large ? [40, 40] : board.isUpright ? [66, 8] : [0, 70];
  const anchor = large ? "middle" : "end";
  group.append(svg("text", { class: "count", x: across, y: down, "text-anchor": anchor }, stone ? count || "" : count));
  if (sold) {
    const buyer = board.model.seats.find((seat) => seat !== ownerOf(board, point));
    group.prepend(
      svg("rect", {
        class: `sold ${buyer?.colour}`,
        x: -HALF,
        y: sold === 2 ? -HALF : 0,
        width: 2 * HALF,
        height: sold === 2 ? 2 * HALF : HALF,
      }),
    );
  }
  return group;
}

/** The counters of a position. @param {Board} board @param {Pick<Scene, "counts" | "sold">} scene */
export function drawCounters(board, scene) {
  const heaps = [...scene.counts].map(([point, heap]) => drawPit(board, point, heap, scene.sold.get(point)));
  board.layers.counters.replaceChildren(...heaps);
}

/** Fills the stores beside a board. @param {Board} board @param {Map<string, number>} stores */
export function drawStores(board, stores) {
  const [across, viewBox] = board.isUpright ? [6, "0 0 64 132"] : [20, "0 0 204 42"];
  for (const one of board.root.closest("#table, .stage")?.querySelectorAll(".store") ?? []) {
    const count = stores.get(one.getAttribute("data-store") ?? "") ?? 0;
    const spot = (/** @type {number} */ i) => ({ x: 6 + (i % across) * 10, y: 6 + Math.floor(i / across) * 10 });
    const spots = Array.from({ length: Math.max(0, count) }, (_, i) => spot(i));
    const pile = svg("svg", { class: "heap-of", viewBox, "aria-hidden": "true" }, ...drawPebbles(spots, 0.5));
    one.replaceChildren(pile, html("b", {}, count));
  }
}

/**
 * Pours what lies in some spaces over the edge of the board, into the store of a seat or of their owners.
 * @param {Board} board @param {string[]} points @param {number} duration @param {string} [seat]
 */
function pour(board, points, duration, seat) {
  const keys = [...board.model.points.keys()];
  return Promise.all(
    points.map((point) => {
      const { x, y } = board.at(point);
      const name = seat ?? ownerOf(board, point)?.name;
      const edge = board.at(keys.find((one) => ownerOf(board, one)?.name === name) ?? point);
      const way = (/** @type {number} */ at, /** @type {number} */ size) => 150 * Math.sign(at - size / 2);
      const { width, height } = board.size;
      const to = board.isUpright ? `${x + way(edge.x, width)}px, ${y}px` : `${x}px, ${y + way(edge.y, height)}px`;
      const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${to})`, opacity: 0 }];
      const heap = board.layers.counters.children[[...board.scene.counts.keys()].indexOf(point)];
      return heap?.animate(frames, { duration, easing: "ease-in", fill: "forwards" }).finished;
    }),
  );
}

/**
 * Animates the turn that leads to `scene`: counters are taken, dropped and poured into the stores one after another.
 * @param {Board} board @param {Scene} before @param {Scene} scene @param {Step[]} steps
 * @param {() => boolean} stillWanted
 */
export async function sow(board, before, scene, steps, stillWanted) {
  if (calm() || !before || steps.length === 0) return;
  const counts = new Map([...before.counts].map(([point, heap]) => [point, { ...heap }]));
  const stores = new Map(before.stores);
  const delay = pace * Math.max(12, Math.min(130, 2600 / steps.length));
  for (const { step, point = "", count = 0 } of steps) {
    if (!stillWanted()) return;
    const heap = /** @type {Heap} */ (counts.get(point));
    if (step === "take") heap.count -= count;
    else if (step === "drop") heap.count += 1;
    else if (step === "capture") {
      await pour(board, [point], delay * 4, before.seat);
      Object.assign(heap, { count: 0, stone: false });
      drawStores(board, stores.set(before.seat, (stores.get(before.seat) ?? 0) + count));
    } else {
      if (step === "share") await pour(board, [...counts.keys()], delay * 6);
      drawStores(board, scene.stores);
      return;
    }
    drawCounters(board, { counts, sold: before.sold });
    board.layers.marks.replaceChildren();
    board.mark(board.layers.marks, point, step);
    await pause(step === "drop" ? delay : delay * 2);
  }
}

/** Shows where counters fall in a move, by number, and what it captures. @param {Board} board @param {Step[]} steps */
export function foresee(board, steps) {
  board.layers.hints.querySelector(".foreseen")?.remove();
  const words = /** @type {Map<string, string>} */ (new Map());
  let drops = 0;
  for (const { step, point = "", count } of steps) {
    const had = words.get(point) ?? "";
    if (step === "capture") words.set(point, `+${count}`);
    if (step !== "drop") continue;
    drops++;
    words.set(point, had.includes("·") ? had.replace(/( …)?$/, " …") : had + (had && " · ") + drops);
  }
  if (words.size > 0)
    board.layers.hints.append(
      svg(
        "g",
        { class: "foreseen" },
        ...[...words].map(([point, text]) => {
          const [place, from] = [board.at(point), board.at(steps[0].point ?? "")];
          const [dx, dy] = [place.x - from.x, place.y - from.y];
          const half = Math.max(17, 7 * text.length);
          // Beside the arrows on the neighbours of the first pit.
          const isNear = Math.hypot(dx, dy) < 120;
          const x = place.x + (isNear && !board.isUpright ? 16 * Math.sign(dx) : 0);
          const y = place.y + (isNear && board.isUpright ? 26 * Math.sign(dy) : -26);
          return svg(
            "g",
            { class: text[0] === "+" ? "taken" : "", "data-point": point, transform: `translate(${x} ${y})` },
            svg("rect", { x: -half, y: -17, width: 2 * half, height: 34, rx: 17 }),
            svg("text", { "text-anchor": "middle", dy: "0.36em" }, text),
          );
        }),
      ),
    );
}

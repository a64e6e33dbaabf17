// The empty board as SVG: squares, lines, zones, areas, and the names of files and ranks.

import { drawGlyph, seatOf } from "./pieces.js";
import { drawMancala } from "./mancala.js";
import { svg } from "./svg.js";

/** Distance from a point to the next. */
export const STEP = 100;

/** Rocks in the water between two points, with foam around them. @param {Spot} from @param {Spot} to */
export function drawReef(from, to) {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const rocks = [
    [-15, -24, 13],
    [10, -16, 15],
    [-12, 4, 16],
    [14, 14, 13],
    [-8, 28, 11],
  ];
  const rock = (/** @type {number[]} */ [dx, dy, r]) =>
    `M${dx - r} ${dy + r * 0.7}l${r * 0.5}${-r * 1.3} ${r * 0.6}${-r * 0.4} ${r * 0.7} ${r * 0.7} ${r * 0.3} ${r}z`;
  return svg(
    "g",
    { class: "reef", transform: `translate(${x} ${y})` },
    ...rocks.map(([dx, dy, r]) =>
      svg("ellipse", { class: "foam", cx: dx, cy: dy + r * 0.6, rx: r * 1.35, ry: r * 0.55 }),
    ),
    svg("path", { class: "rock", d: rocks.map(rock).join("") }),
  );
}

function reach(/** @type {number} */ at, /** @type {number} */ size) {
  const half = STEP / 2 + 0.5;
  return [at - STEP < 0 ? at : half, at + STEP > size ? size - at : half];
}

function drawSquares(/** @type {Board} */ board, /** @type {SVGElement} */ ground) {
  for (const point of board.model.points.keys()) {
    const { x, y } = board.at(point);
    ground.append(svg("rect", { class: "square", x: x - 50, y: y - 50, width: 100, height: 100 }));
  }
}

function drawZone(
  /** @type {Board} */ board,
  /** @type {SVGElement} */ ground,
  /** @type {Model["zones"][0]} */ { kind, seat, points },
) {
  if (kind === "reef") return;
  if (kind === "palace") {
    const corners = points.map((point) => board.at(point));
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    ground.append(
      svg("rect", { class: "palace", x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }),
    );
    return;
  }
  const colour = seatOf(board.model, seat)?.colour ?? "";
  for (const point of points) {
    const { x, y } = board.at(point);
    if (kind === "station") {
      const sides = [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ].filter(([dx]) => {
        const next = x + dx * STEP;
        return next > 0 && next < board.size.width;
      });
      const corner = (/** @type {number[]} */ [dx, dy]) => `M${x + dx * 8} ${y + dy * 22}v${-dy * 14}h${dx * 14}`;
      ground.append(svg("path", { class: "station", d: sides.map(corner).join("") }));
    } else if (kind === "marked") {
      ground.append(svg("path", { class: "cross", d: `M${x - 42} ${y - 42}l84 84m0-84l-84 84` }));
    } else if (kind === "throne") {
      ground.append(svg("rect", { class: `throne ${colour}`, x: x - 46, y: y - 46, width: 92, height: 92, rx: 6 }));
    } else {
      // Cells at the edge extend to the edge of the board.
      const [left, right] = reach(x, board.size.width);
      const [top, bottom] = reach(y, board.size.height);
      ground.append(
        svg("rect", { class: `cell ${kind}`, x: x - left, y: y - top, width: left + right, height: top + bottom }),
      );
    }
  }
}

/** @param {Board} board @param {SVGElement} ground */
function drawArea(board, ground, /** @type {Model["areas"][0]} */ { kind, corners: [x1, y1, x2, y2] }) {
  const [a, b] = [board.place(x1, y1), board.place(x2, y2)];
  const toEdge = x2 === board.model.width - 1 && x1 > 0;
  let [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  if (toEdge && !board.flipped) right = board.size.width;
  if (toEdge && board.flipped) left = 0;
  const top = Math.min(a.y, b.y);
  const height = Math.abs(a.y - b.y);
  const inset = x1 === 0 ? 0 : 14;
  ground.append(
    svg("rect", { class: `area ${kind}`, x: left, y: top + inset, width: right - left, height: height - 2 * inset }),
  );
  if (kind === "river" && x1 === 0) {
    const words = /** @type {[string, number][]} */ ([
      ["楚", 0.2],
      ["河", 0.3],
      ["漢", 0.7],
      ["界", 0.8],
    ]);
    ground.append(
      ...words.map(([sign, part]) =>
        svg(
          "g",
          { transform: `translate(${left + (right - left) * part} ${top + height / 2})` },
          drawGlyph(sign, 46, "river-text"),
        ),
      ),
    );
  }
}

/**
 * Draws the numbers of the files as each side counts them, from its right.
 * @param {Board} board
 * @param {SVGElement} ground
 */
function drawFiles(board, ground) {
  for (const { x, y } of board.model.points.values()) {
    const isFirst = y === 0;
    if (!isFirst && y !== board.model.height - 1) continue;
    const place = board.place(x, y);
    const edge = place.y > board.size.height / 2 ? board.size.height - 20 : 20;
    ground.append(
      svg(
        "text",
        { class: "name", x: place.x, y: edge, dy: "0.35em", "text-anchor": "middle", "font-size": 25 },
        isFirst ? board.model.width - x : x + 1,
      ),
    );
  }
}

/** Draws the names of files and ranks, on the left and below. @param {Board} board @param {SVGElement} ground */
function drawNames(board, ground) {
  const size = 10 + board.size.width / 60;
  // The engine's names, or numbers from 0 as in the leaflet of Commander Chess.
  const names = (/** @type {string} */ point, /** @type {Spot} */ { x, y }) =>
    board.numbers ? { file: x, rank: y } : { file: point[0], rank: point.slice(1) };
  const spots = [...board.model.points].map(([point, spot]) => ({ ...names(point, spot), ...board.at(point) }));
  const [low, left] = [Math.max(...spots.map(({ y }) => y)), Math.min(...spots.map(({ x }) => x))];
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string | number} */ text) =>
    ground.append(svg("text", { class: "name", x, y, dy: "0.35em", "text-anchor": "middle", "font-size": size }, text));
  const isTurned = board.turns % 2 === 1;
  for (const { file, rank, x, y } of spots) {
    if (y === low) label(x, board.size.height - 20, isTurned ? rank : file);
    if (x === left) label(23, y, isTurned ? file : rank);
  }
}

/** Draws the empty board. @param {Board} board */
export function drawGround(board) {
  const { model, size } = board;
  const ground = board.layers.ground;
  ground.replaceChildren(svg("rect", { class: "wood", width: size.width, height: size.height, rx: 14 }));
  if (model.style === "pits") {
    drawMancala(board, ground);
    return;
  }
  if (model.style === "squares") drawSquares(board, ground);
  for (const zone of model.zones) drawZone(board, ground, zone);
  for (const area of model.areas) drawArea(board, ground, area);
  for (const line of model.lines) {
    const points = line.map((point) => board.at(point)).map(({ x, y }) => `${x},${y}`);
    ground.append(svg("polyline", { class: "line", points: points.join(" ") }));
  }
  for (const zone of model.zones.filter((zone) => zone.kind === "reef")) {
    const [from, to] = zone.points.map((point) => board.at(point));
    ground.append(drawReef(from, to));
  }
  if (board.files) drawFiles(board, ground);
  else drawNames(board, ground);
}

// Arrows and circles that people draw on the board with the right button: texts as in PGN, `Gh3e3` an arrow, `Re5` a
// circle.

import { svg } from "./svg.js";

const SHAPE = /^([RGYB])([a-z]\d+|[A-Z])([a-z]\d+|[A-Z])?$/;

/** Draws shapes on a board. @param {Board} board @param {string[]} shapes */
export function drawShapes(board, shapes = []) {
  board.layers.shapes.replaceChildren(
    ...shapes
      .map((one) => SHAPE.exec(one) ?? [])
      .filter(([, , from, to]) => board.model.points.has(from) && (!to || board.model.points.has(to)))
      .map(([, colour, from, to]) => {
        const { x, y } = board.at(from);
        const shape = to ? board.arrow(from, to, 0) : svg("circle", { cx: x, cy: y, r: 46 });
        shape.setAttribute("class", `${to ? "arrow" : "circle"} drawn ${colour}`);
        return shape;
      }),
  );
}

/**
 * Listens for drawing with the right button; `toggle(shape)` adds or removes a shape, in red with Shift.
 * @param {Board} board
 * @param {(shape: string) => void} toggle
 */
export function listenForShapes(board, toggle) {
  const near = (/** @type {PointerEvent} */ event) => board.model && board.nearest(event.clientX, event.clientY);
  let from = /** @type {string | null} */ (null);
  board.root.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  board.root.addEventListener(
    "pointerdown",
    (/** @type {PointerEvent} */ event) => (from = event.button === 2 ? near(event) : null),
  );
  board.root.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const to = event.button === 2 && from ? near(event) : null;
    if (to) toggle(`${event.shiftKey ? "R" : "G"}${from}${to === from ? "" : to}`);
    from = null;
  });
}

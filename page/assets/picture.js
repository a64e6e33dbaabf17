// Exports the board as SVG or PNG.

import { save } from "./record.js";

/** Computed styles to copy into the picture. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "letter-spacing",
  "display",
  "visibility",
];
/** Elements of play, left out of the picture. */
const AIDS = ".hits, .hints";
const PIXELS = 1200;

/** Returns the board as SVG without style sheets. @param {SVGSVGElement} view */
function standAlone(view) {
  const copy = /** @type {SVGSVGElement} */ (view.cloneNode(true));
  const originals = /** @type {SVGElement[]} */ ([...view.querySelectorAll("*")]);
  [...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of LOOKS) {
      const value = style.getPropertyValue(name);
      if (value) element.setAttribute(name, value);
    }
    // A CSS transform places the pieces.
    if (originals[i].style.transform) {
      const { e, f } = new DOMMatrix(style.transform);
      element.setAttribute("transform", `translate(${e} ${f})`);
    }
    element.removeAttribute("style");
    element.removeAttribute("class");
  });
  return copy;
}

function written(/** @type {Board} */ board) {
  // Finds elements to remove by their index: the copy has no classes any more.
  const aids = [...board.view.children].map((layer) => layer.matches(AIDS));
  const copy = standAlone(board.view);
  [...copy.children].forEach((layer, i) => aids[i] && layer.remove());
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(board.size.width));
  copy.setAttribute("height", String(board.size.height));
  return new XMLSerializer().serializeToString(copy);
}

export async function drawPicture(/** @type {Board} */ board, /** @type {string} */ name) {
  const text = written(board);
  if (/svg$/.test(name)) return save(name, new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = PIXELS / Math.max(board.size.width, board.size.height);
  [canvas.width, canvas.height] = [board.size.width * scale, board.size.height * scale];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return save(
    name,
    await new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png")),
  );
}

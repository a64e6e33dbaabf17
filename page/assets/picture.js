// The board as a picture by itself, as SVG or PNG.

import { save } from "./record.js";

/** What the page's style sheets say of a shape and its text. */
const LOOKS = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap",
  "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing", "display", "visibility"];
/** What belongs to playing, not to the picture. */
const AIDS = ".hits, .hints";
const PIXELS = 1200;

/** The board as a picture that needs no style sheet. */
export function standAlone(view) {
  const copy = view.cloneNode(true);
  const originals = [...view.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of LOOKS) {
      const value = style.getPropertyValue(name);
      if (value) element.setAttribute(name, value);
    }
    // Men stand where a transform of their style puts them.
    if (originals[i].style.transform) {
      const { e, f } = new DOMMatrix(style.transform);
      element.setAttribute("transform", `translate(${e} ${f})`);
    }
    element.removeAttribute("style");
    element.removeAttribute("class");
  });
  return copy;
}

function written(board) {
  // What is left out is taken from the copy by its place: the copy has no classes any more.
  const aids = [...board.view.children].map((layer) => layer.matches(AIDS));
  const copy = standAlone(board.view);
  [...copy.children].forEach((layer, i) => aids[i] && layer.remove());
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", board.size.width);
  copy.setAttribute("height", board.size.height);
  return new XMLSerializer().serializeToString(copy);
}

export async function drawPicture(board, name, kind) {
  const text = written(board);
  if (kind === "svg") return save(name, new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = PIXELS / Math.max(board.size.width, board.size.height);
  [canvas.width, canvas.height] = [board.size.width * scale, board.size.height * scale];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  save(name, await new Promise((done) => canvas.toBlob(done, "image/png")));
}

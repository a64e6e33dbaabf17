// Bytes of files of other programs: numbers, and texts in Unicode or in the Chinese encoding GB18030.

import { fault } from "./tree.js";

const chinese = new TextDecoder("gb18030");

/** The text of a file, whatever its encoding. @param {Uint8Array} bytes */
export function readText(bytes) {
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[`${bytes.subarray(0, 2)}`];
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return chinese.decode(bytes);
  }
}

/** Cuts a decoded field at its end, and joins its white space. @param {string} text */
export const tidy = (text) => text.replace(/\0.*/s, "").replace(/\s+/g, " ").trim();

export const readChinese = (/** @type {Uint8Array} */ bytes) => tidy(chinese.decode(bytes));

/** The code of four bytes with a number. @param {number} at */
const four = (at) => [0x81 + Math.floor(at / 12600), 0x30 + (Math.floor(at / 1260) % 10), 0x81 + (Math.floor(at / 10) % 126), 0x30 + (at % 10)];

const codes = /** @type {Map<string, number[]>} */ (new Map());

/** Browsers decode GB18030 only: the table of the characters is made by decoding all of them. */
function tabulate() {
  const take = (/** @type {number[]} */ code) => {
    const text = chinese.decode(Uint8Array.from(code));
    if (text.length === 1 && text !== "\ufffd") codes.set(text, code);
  };
  // Codes of four bytes first, so that those of two bytes replace them.
  for (let i = 0; i < 39420; i++) take(four(i));
  for (let a = 0x81; a < 0xff; a++) for (let b = 0x40; b < 0xff; b++) take([a, b]);
}

/** Encodes the beginning of a text in at most `most` bytes. @param {string} text */
export function writeChinese(text, most = Infinity) {
  if (codes.size === 0 && /[^\0-\x7f]/.test(text)) tabulate();
  const bytes = /** @type {number[]} */ ([]);
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0;
    const code = point < 0x80 ? [point] : codes.get(letter) ?? (point < 0x10000 ? [0x3f] : four(point + 123464));
    if (bytes.length + code.length > most) break;
    bytes.push(...code);
  }
  return bytes;
}

/** Reads bytes in order; throws at their end. */
export class Reader {
  at = 0;
  /** `key(place)` is subtracted from each byte. @param {Uint8Array} bytes @param {(place: number) => number} key */
  constructor(bytes, key = () => 0) {
    this.bytes = bytes;
    this.key = key;
  }

  get left() {
    return this.bytes.length - this.at;
  }

  take(/** @type {number} */ count) {
    if (count < 0 || count > this.left) throw fault("cutShort");
    const { at, key } = this;
    this.at += count;
    return this.bytes.slice(at, at + count).map((byte, i) => byte - key(at + i));
  }

  /** A number of four bytes, the lowest first. */
  number() {
    return this.take(4).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }
}

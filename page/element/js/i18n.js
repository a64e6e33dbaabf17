// The language of an element in place of the page's: elements of several languages share these scripts.

import { catalogues } from "./assets.js";

let language = /** @type {keyof Names} */ ("en");

/** Sets the language of all that is drawn now. @param {keyof Names} next */
export const speak = (next) => (language = next);

/** Returns the text of a key. @param {string} key */
export const t = (key) => catalogues[language][key];

/** Returns a name in the language. @param {{ names: Names }} thing */
export const nameOf = (thing) => thing.names[language];

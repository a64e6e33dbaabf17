// Nothing is stored in the browser of another page's readers.

/** Values by their names: all have their defaults. */
export const local = { get: (/** @type {string} */ name, /** @type {any} */ otherwise) => otherwise };

// Storage: values and databases of the browser; where those are full or blocked, memory for the time of the visit.

/** Shows that nothing will outlast the visit. @param {unknown} error */
function warn(error) {
  console.warn(`kept in memory only: ${error}`);
  document.getElementById("unstored")?.removeAttribute("hidden");
}

/** Values by their names, as JSON. */
class Values {
  memory = /** @type {Map<string, string>} */ (new Map());

  /** `area()` returns the browser's storage; a blocked one throws. @param {() => Storage} area */
  constructor(area) {
    this.area = area;
  }

  /** Returns a value, or `otherwise` if there is none that can be read. @param {string} name @param {any} otherwise */
  get(name, otherwise = null) {
    try {
      return JSON.parse(this.memory.get(name) ?? this.area().getItem(name) ?? "null") ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  /** Stores a value; null removes it. @param {string} name @param {any} value */
  set(name, value) {
    this.memory.delete(name);
    try {
      if (value === null) this.area().removeItem(name);
      else this.area().setItem(name, JSON.stringify(value));
    } catch (error) {
      this.memory.set(name, JSON.stringify(value));
      warn(error);
    }
  }
}

/** Values of the browser, and of this tab. */
export const local = new Values(() => localStorage);
export const session = new Values(() => sessionStorage);

/** Timeout of the database, in milliseconds. */
const PATIENCE = 3000;

function promised(/** @type {IDBRequest} */ request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Rejects when there is no answer in time. @param {Promise<any>} answer */
function inTime(answer) {
  return Promise.race([answer, new Promise((_, failed) => setTimeout(() => failed(new Error("no answer")), PATIENCE))]);
}

/** A database of records of one kind. */
export class Store {
  memory = /** @type {Map<string, any>} */ (new Map());

  /** `records` is the name of the store, `key` the field of its key. */
  constructor(/** @type {string} */ database, /** @type {string} */ records, /** @type {string} */ key) {
    this.records = records;
    this.key = key;
    // Opened at once: a page that opens it while being left would block the database for all later pages (Chromium).
    this.opened = (async () => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(records, { keyPath: key });
      return promised(request);
    })();
    this.opened.catch(() => {});
  }

  /**
   * Runs a request on the database, or `instead` without one.
   * @param {(records: IDBObjectStore) => IDBRequest} act
   * @param {IDBTransactionMode} mode
   * @param {() => any} instead
   */
  async within(mode, act, instead) {
    const { records } = this;
    try {
      return await inTime(
        this.opened.then((opened) => promised(act(opened.transaction(records, mode).objectStore(records)))),
      );
    } catch (error) {
      // Quota exceeded or access denied.
      warn(error);
      return instead();
    }
  }

  all() {
    return this.within(
      "readonly",
      (records) => records.getAll(),
      () => [...this.memory.values()],
    );
  }

  get(/** @type {string} */ key) {
    return this.within(
      "readonly",
      (records) => records.get(key),
      () => this.memory.get(key),
    );
  }

  put(/** @type {any} */ record) {
    this.memory.set(record[this.key], record);
    return this.within(
      "readwrite",
      (records) => records.put(record),
      () => {},
    );
  }

  remove(/** @type {string} */ key) {
    this.memory.delete(key);
    return this.within(
      "readwrite",
      (records) => records.delete(key),
      () => {},
    );
  }
}

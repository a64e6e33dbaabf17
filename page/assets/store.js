// Storage: the browser's database, or memory if there is none.

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

  /** Runs a request on the database, or `instead` without one. @param {(records: IDBObjectStore) => IDBRequest} act @param {IDBTransactionMode} mode @param {() => any} instead */
  async within(mode, act, instead) {
    const { records } = this;
    try {
      return await inTime(this.opened.then((opened) => promised(act(opened.transaction(records, mode).objectStore(records)))));
    } catch (error) {
      // Quota exceeded or access denied: records of this visit stay in memory.
      console.warn(`${records} are kept in memory only: ${error}`);
      return instead();
    }
  }

  all() {
    return this.within("readonly", (records) => records.getAll(), () => [...this.memory.values()]);
  }

  get(/** @type {string} */ key) {
    return this.within("readonly", (records) => records.get(key), () => this.memory.get(key));
  }

  put(/** @type {any} */ record) {
    this.memory.set(record[this.key], record);
    return this.within("readwrite", (records) => records.put(record), () => {});
  }

  remove(/** @type {string} */ key) {
    this.memory.delete(key);
    return this.within("readwrite", (records) => records.delete(key), () => {});
  }
}

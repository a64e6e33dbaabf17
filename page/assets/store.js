// What is kept: in the browser's database, or in memory alone where there is none.

/** Milliseconds; nobody waits longer for a database than this. */
const PATIENCE = 3000;

function promised(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Fails when there is no answer in time. */
function inTime(answer) {
  return Promise.race([answer, new Promise((_, failed) => setTimeout(() => failed(new Error("no answer")), PATIENCE))]);
}

/** A database of records of one kind. */
export class Store {
  memory = new Map();

  /** `records` is what they are called, `key` the field that tells them apart. */
  constructor(database, records, key) {
    Object.assign(this, { records, key });
    // Opened at once: a page that first does so while it is left keeps the database from all that come after it (Chromium).
    this.opened = (async () => this.open(database))();
    this.opened.catch(() => {});
  }

  open(database) {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(this.records, { keyPath: this.key });
    return promised(request);
  }

  /** Does one thing with the records of the database; `instead` in its place where there is none. */
  async within(mode, act, instead) {
    const { records } = this;
    try {
      return await inTime(this.opened.then((opened) => promised(act(opened.transaction(records, mode).objectStore(records)))));
    } catch (error) {
      // Out of room, or not allowed: those of this visit are still there.
      console.warn(`${records} are kept in memory only: ${error}`);
      return instead();
    }
  }

  all() {
    return this.within("readonly", (records) => records.getAll(), () => [...this.memory.values()]);
  }

  get(key) {
    return this.within("readonly", (records) => records.get(key), () => this.memory.get(key));
  }

  put(record) {
    this.memory.set(record[this.key], record);
    return this.within("readwrite", (records) => records.put(record), () => {});
  }

  remove(key) {
    this.memory.delete(key);
    return this.within("readwrite", (records) => records.delete(key), () => {});
  }
}

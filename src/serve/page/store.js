// Where games are kept: the browser's database, or memory alone where there is none.

const NAME = "banco";
const memory = new Map();
/** Milliseconds; nobody waits longer for the database than this. */
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

function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "uid" });
  return promised(request);
}

/** Opened at once: a page that first does so while it is left keeps the database from all that come after it (Chromium). */
const database = (async () => open())();
database.catch(() => {});

/** Does one thing with the games of the database; `instead` in its place where there is none. */
async function within(mode, act, instead) {
  try {
    return await inTime(database.then((games) => promised(act(games.transaction("games", mode).objectStore("games")))));
  } catch (error) {
    // Out of room, or not allowed: the games of this visit are still there.
    console.warn(`games are kept in memory only: ${error}`);
    return instead();
  }
}

/** All games that are kept, the last first. */
export async function all() {
  const games = await within("readonly", (store) => store.getAll(), () => [...memory.values()]);
  return games.sort((a, b) => b.date - a.date);
}

export const get = (uid) => within("readonly", (store) => store.get(uid), () => memory.get(uid));

export function put(game) {
  memory.set(game.uid, game);
  return within("readwrite", (store) => store.put(game), () => {});
}

export function remove(uid) {
  memory.delete(uid);
  return within("readwrite", (store) => store.delete(uid), () => {});
}

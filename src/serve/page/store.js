// Where games are kept: the browser's database, or memory alone where there is none.

const NAME = "banco";
const memory = new Map();

function promised(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

let opened = null;

function database() {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "uid" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  return opened;
}

/** Does one thing with the games of the database; `instead` in its place where there is none. */
async function within(mode, act, instead) {
  try {
    return await promised(act((await database()).transaction("games", mode).objectStore("games")));
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

// Restores lost connections; a session suspended by the server reconnects when the page becomes visible.

import { t } from "./i18n.js";
import { by, pause } from "./svg.js";

/** Close code of a session suspended because all places were taken. */
const ASLEEP = 4001;
const LONGEST = 8000;

/** Resolves when the page becomes visible or receives input. */
function lookedAt() {
  return new Promise((/** @type {(value?: unknown) => void} */ done) => {
    const listening = new AbortController();
    const wake = () => {
      if (document.hidden) return;
      listening.abort();
      done();
    };
    for (const name of ["pointerdown", "keydown", "focus", "visibilitychange"])
      addEventListener(name, wake, { capture: true, signal: listening.signal });
  });
}

/** Opens a connection, however many attempts it takes. @param {Client} client */
export async function reopen(client) {
  for (let wait = 300; ; wait = Math.min(2 * wait, LONGEST)) {
    try {
      return await client.open();
    } catch {
      await pause(wait);
    }
  }
}

/**
 * Returns a handler that reopens a client whenever its connection ends; `restore` restores the page.
 * @param {() => unknown} restore
 */
export function reconnecting(restore) {
  return async (/** @type {Client} */ client, /** @type {{ code: number }} */ event) => {
    const isAsleep = event.code === ASLEEP;
    const lost = t(isAsleep ? "asleep" : "lostLink");
    by("fault").textContent = lost;
    document.body.dataset.link = isAsleep ? "asleep" : "lost";
    if (isAsleep) await lookedAt();
    await reopen(client);
    // A question that was given up has a fault of its own.
    if (by("fault").textContent === lost) by("fault").textContent = "";
    delete document.body.dataset.link;
    await restore();
  };
}

/** The same for a second connection, whose callers repeat what they need. @param {Client} client @param {any} event */
export async function reopenSilently(client, event) {
  if (event.code === ASLEEP) await lookedAt();
  await reopen(client);
}

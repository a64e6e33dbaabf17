// Restores lost connections; a session suspended by the server reconnects when the page becomes visible.

import { t } from "./i18n.js";
import { by, pause } from "./svg.js";

/** Close code of a session suspended because all places were taken. */
const ASLEEP = 4001;
const LONGEST = 8000;

/** Resolves when the page becomes visible or receives input. */
function lookedAt() {
  return new Promise((done) => {
    const events = ["pointerdown", "keydown", "focus"];
    const wake = () => {
      if (document.hidden) return;
      events.forEach((name) => removeEventListener(name, wake, true));
      document.removeEventListener("visibilitychange", wake);
      done();
    };
    events.forEach((name) => addEventListener(name, wake, true));
    document.addEventListener("visibilitychange", wake);
  });
}

async function reopen(client) {
  for (let wait = 300; ; wait = Math.min(2 * wait, LONGEST)) {
    try {
      return await client.open();
    } catch {
      await pause(wait);
    }
  }
}

/**
 * Reopens the client whenever its connection ends. `greeting` returns the lines to send first, `restore`
 * restores the page.
 */
export function keepConnected(client, greeting, restore) {
  client.greeting = greeting;
  client.onclose = async (event) => {
    const isAsleep = event.code === ASLEEP;
    by("fault").textContent = t(isAsleep ? "asleep" : "lostLink");
    document.body.dataset.link = isAsleep ? "asleep" : "lost";
    if (isAsleep) await lookedAt();
    await reopen(client);
    by("fault").textContent = "";
    delete document.body.dataset.link;
    await restore();
  };
}

/** The same for a second connection, which reports its errors. */
export function keepOpen(client, greeting) {
  client.greeting = greeting;
  client.onclose = (event) => event.code === ASLEEP ? lookedAt().then(() => reopen(client)) : reopen(client);
}

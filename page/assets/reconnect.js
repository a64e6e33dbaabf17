// A connection that is lost is sought again; one that the server put to sleep wakes when somebody looks at the page.

import { t } from "./i18n.js";
import { by, pause } from "./svg.js";

/** The code of a session that went to sleep, since all places were taken. */
const ASLEEP = 4001;
const LONGEST = 8000;

/** Resolves when somebody looks at the page or touches it. */
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
 * Opens the client again whenever its connection ends. `greeting` are the lines that the engine has to hear first, `restore`
 * goes on with the page.
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

/** As above, for a conversation beside that of the game, which says what is wrong. */
export function keepOpen(client, greeting) {
  client.greeting = greeting;
  client.onclose = (event) => event.code === ASLEEP ? lookedAt().then(() => reopen(client)) : reopen(client);
}

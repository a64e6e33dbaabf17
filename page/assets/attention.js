// "Your turn" in a shared game: in the title of the tab and, by choice, as a notification while the tab is hidden.

import { isStatic } from "./client.js";
import { t } from "./i18n.js";
import { local } from "./store.js";
import { by, listen } from "./svg.js";

let name = "Banco";
let isOwn = false;

const write = () => (document.title = isOwn ? `● ${t("yourTurn")} – ${name}` : name);

/** Names the tab after the place on the page. @param {string} place */
export function nameTab(place) {
  name = place;
  write();
}

/** Shows whether a person at this page is to move in the shared game. @param {MatchGame} game */
export function drawTurn(game) {
  const was = isOwn;
  isOwn = game.link.isOn && !game.isRemote && game.isHuman && !game.isOver;
  write();
  if (!isOwn || was || !document.hidden || !local.get("notify") || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(t("yourTurn"), { body: name, icon: "icon.svg", tag: "turn" });
    shown.onclick = () => window.focus();
  } catch {
    // Phones notify from service workers only; the title is all there is.
  }
}

/** Keeps the choice of notifications, which the browser has to permit; `shown` is called when the tab is seen again. */
export function listenForTurns(/** @type {() => void} */ shown) {
  document.addEventListener("visibilitychange", () => document.hidden || shown());
  const isPossible = !isStatic && "Notification" in window && isSecureContext;
  by("notify-label").hidden = !isPossible;
  by("notify").checked = isPossible && local.get("notify") && Notification.permission === "granted";
  listen("change", {
    notify: async ({ target }) => {
      target.checked &&= (await Notification.requestPermission()) === "granted";
      local.set("notify", target.checked);
    },
  });
}

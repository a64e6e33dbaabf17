// The link that admits other machines, with its QR code.

import { t } from "./i18n.js";
import { isStatic } from "./client.js";
import { copy } from "./messages.js";
import { by, html, svg } from "./svg.js";

/**
 * The link and the rows of its code; null unless the server admits other machines.
 * @type {{ url: string, rows: string[], people: number } | null}
 */
export let invitation = null;

let loaded = /** @type {Promise<void> | null} */ (null);

async function load() {
  const answer = isStatic ? null : await fetch("invitation");
  if (answer?.ok) invitation = await answer.json();
}

/** Loads the invitation once; without a connection the next call tries again. */
export const loadInvitation = () =>
  (loaded ??= load().catch(() => {
    loaded = null;
  }));

/** Offers the shared game on the start page, and shows how many people sit at it. */
export async function drawTable() {
  const isKnown = loaded !== null;
  await loadInvitation();
  by("to-table").hidden = !invitation;
  if (!invitation) return;
  if (isKnown) await load();
  const { people } = invitation;
  by("to-table").lastElementChild.textContent =
    `${t("joinTable")} (${people === 0 ? t("nobodySits") : `${t("peopleSit")} ${people}`})`;
}

/** Draws the code, and the link to copy. */
export function drawInvitation() {
  const { url, rows } = invitation ?? { url: "", rows: [] };
  const size = rows.length;
  const path = rows.flatMap((row, y) => [...row].map((one, x) => (one === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const code = svg(
    "svg",
    { class: "qr", viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": t("invite") },
    svg("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  );
  const field = html("input", { id: "invitation", readonly: true, value: url, "aria-label": t("invite") });
  return html("div", { class: "invitation" }, code, field, html("button", { onclick: () => copy(url) }, t("copyLink")));
}

// Limits of analysis: processors, memory, and the end of a search, from the fields of the settings.

import { by, listen, options } from "./svg.js";

/** Fields, their options, and the least value to offer. @type {[string, string, number][]} */
const MENUS = [
  ["threads", "Threads", 1],
  ["hash", "Hash", 16],
];

/** Fills the menus of the engine's options that a page may set. @param {OptionSpec[]} all */
export function readEffort(all) {
  for (const [id, name, least] of MENUS) {
    const option = all.find((one) => one.name === name);
    const steps = [1, 2, 4, 8, 16, 32, 64, 128, 256].filter(
      (step) => step <= (option?.range?.[1] ?? 0) && step >= least,
    );
    by(id).replaceChildren(
      ...options(
        steps.map((step) => [String(step), step]),
        String(option?.default),
      ),
    );
  }
}

/** Calls `changed()` for other limits. @param {() => unknown} changed */
export function listenForEffort(changed) {
  const act = () => {
    by("limit-amount").hidden = by("limit").value === "";
    changed();
  };
  listen("change", { threads: act, hash: act, limit: act, "limit-amount": act });
}

/** Returns the limit of an analysis as words of `go`. */
export function limitOf() {
  const amount = Math.max(1, Number(by("limit-amount").value) || 1);
  if (by("limit").value === "depth") return `depth ${Math.round(amount)}`;
  return by("limit").value === "seconds" ? `movetime ${Math.round(amount * 1000)}` : "infinite";
}

/** Sets processors and memory, between searches. @param {Client} client */
export function setEffort(client) {
  for (const [id, name] of MENUS) if (by(id).value) client.set(name, by(id).value);
}

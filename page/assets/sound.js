// Sounds, made in the page: a click for a move, a knock for a capture, a tone for a check and for the end.

import { local } from "./store.js";

let context = /** @type {AudioContext | null} */ (null);

/**
 * Whether sounds are on, by default unless the system requests reduced motion; the number of sounds played, for tests.
 */
export const sound = { isOn: local.get("sound", !matchMedia("(prefers-reduced-motion: reduce)").matches), played: 0 };

export function switchSound(/** @type {boolean} */ isOn) {
  sound.isOn = isOn;
  local.set("sound", isOn);
  wake();
}

/** Browsers block sound before the first input. */
function wake() {
  if (!sound.isOn) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}
for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, true);

/** Plays one decaying tone. @param {number} frequency @param {number} length @param {number} volume */
function tone(frequency, length, volume, type = "sine", delay = 0) {
  if (!context) return;
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + delay;
  Object.assign(oscillator, { type });
  oscillator.frequency.setValueAtTime(frequency, start);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** @type {Record<string, () => unknown>} */
const SOUNDS = {
  move: () => tone(320, 0.07, 0.18, "triangle"),
  capture: () => [tone(190, 0.12, 0.3, "triangle"), tone(90, 0.14, 0.25)],
  check: () => [tone(660, 0.12, 0.14), tone(880, 0.16, 0.12, "sine", 0.1)],
  end: () => [523, 659, 784].forEach((one, i) => tone(one, 0.3, 0.12, "sine", i * 0.13)),
};

/** Plays a sound, if enabled and allowed. @param {string} kind */
export function play(kind) {
  if (!sound.isOn || context?.state !== "running") return;
  SOUNDS[kind]();
  sound.played++;
}

// Errors of the engine in the page's language: by their codes and arguments, from the sentences of the guide.

import { language, pick, t } from "./i18n.js";

/**
 * @type {{ sentences: Record<string, Pair>, names: Pair[] }} Sentences by their codes, and names in their arguments.
 */
let words = { sentences: {}, names: [] };

export async function loadSentences() {
  const answer = await fetch("guide/faults");
  if (answer.ok) words = await answer.json();
}

/** A fault that the page finds itself. @param {string} sentence @returns {Fault} */
export const faultOf = (sentence) => ({ error: "page", code: "text", arguments: {}, sentence });

/**
 * A fault in words for people, with its place in a file or in a list of moves; `model` has the names of the pieces.
 * @param {Fault} fault
 * @param {Model} [model]
 */
export function explain(fault, model) {
  const { file, game, line, number, text } = fault;
  const move = number ? `${t("moveNumber")} ${number} (${text})` : text;
  const place = [file, game && `${t("gameNumber")} ${game}`, line && `${t("line")} ${line}`, move]
    .filter(Boolean)
    .join(", ");
  return [place, fault.error === "position" ? t("badPosition") : "", said(fault, model)].filter(Boolean).join(": ");
}

/** @param {Fault} fault @param {Model} [model] */
function said({ code, arguments: values, sentence }, model) {
  const texts = words.sentences[code];
  if (!texts || language === "en") return sentence;
  const text = pick(texts).replace(/\{(\w+)\}/g, (_, name) => named(values[name], model));
  // Points keep their lower case.
  return /^[a-z]\d/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
}

/**
 * Translates an argument: the name of a piece or another name; everything else stays.
 * @param {string} value
 * @param {Model} [model]
 */
function named(value, model) {
  const man = [...(model?.men.values() ?? [])].find(({ names }) => names.en === value);
  return man?.names.vi ?? words.names.find(([english]) => english === value)?.[1] ?? value;
}

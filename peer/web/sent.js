/**
 * What the host says by codes and values, as sentences in the reader's language; its
 * program may be newer than this page.
 */

import { hasText, say, short } from "./words.js";

/** @typedef {Record<string, string | number>} Values */

const CARD = /^(?:[A2-9TJQK][SHDC]'?|J'?|\d{1,2}[rbko])$/;

/** Why an action or a seat is refused. @param {{ code: string, values: Values }} message */
export const refusal = ({ code, values }) => saidBy(`refused.${code}`, values, "refused.other");

/** Why the host hangs up. @param {{ code: string, values: Values }} message */
export const farewell = ({ code, values }) => saidBy(`bye.${code}`, values, "bye.left");

/** A rule of the game that is played. @param {{ key: string, values: Values }} saying */
export const rule = ({ key, values }) => saidBy(key, values, "rules.other");

/** @param {string} key @param {Values} values @param {string} otherwise */
function saidBy(key, values, otherwise) {
  return hasText(key, values) ? say(key, shown(values)) : say(otherwise);
}

/** With cards as they are shown in a sentence. @param {Values} values @returns {Values} */
const shown = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, signed(value)]));

/** @param {string | number} value */
function signed(value) {
  if (typeof value === "number") return value;
  const words = value.split(" ");
  return words.every((word) => CARD.test(word)) ? words.map(short).join(" ") : value;
}

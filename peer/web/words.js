/**
 * Every text a player is shown comes from here: the catalogue of one language, flat keys
 * with `{name}` placeholders, and plurals by the suffixes of Intl.PluralRules
 * (shared/words.py). A key that ends in `_you` is said to the one it is about.
 */

import { isJoker } from "./cards.js";

/** @typedef {Record<string, string | number>} Values */

export const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** @type {Map<string, string>} */
let texts = new Map();
let plurals = new Intl.PluralRules("en");

/** Speak a language from now on. @param {string} language @param {Record<string, string>} catalogue */
export function speak(language, catalogue) {
  texts = new Map(Object.entries(catalogue));
  plurals = new Intl.PluralRules(language);
}

/** Know more texts of that language. @param {Record<string, string>} catalogue */
export function learn(catalogue) {
  for (const [key, text] of Object.entries(catalogue)) texts.set(key, text);
}

/** @param {string} key @param {Values} values */
function found(key, { count }) {
  return texts.get(key) ?? (typeof count === "number" ? counted(key, count) : undefined);
}

/** French has `many` for millions too, of which a card game has none. @param {string} key @param {number} count */
const counted = (key, count) =>
  texts.get(`${key}_${plurals.select(count)}`) ?? texts.get(`${key}_other`);

/** The text of a key. @param {string} key @param {Values} [values] */
export function say(key, values = {}) {
  const text = found(key, values);
  if (text === undefined) throw RangeError(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there is such a text. @param {string} key @param {Values} [values] */
export const hasText = (key, values = {}) => found(key, values) !== undefined;

/** `a, b and c`. @param {string[]} items */
export function listed(items) {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : say("and", { most: items.slice(0, -1).join(", "), last });
}

/** A card or a tile as it is shown in a sentence: 7♥, 13k. @param {string} card */
export function short(card) {
  if (isJoker(card)) return "★";
  const tile = /^(\d+)([rbko])$/.exec(card);
  if (tile) return `${tile[1]}${tile[2]}`;
  return rankSign(card) + SUIT_SIGNS[/** @type {"S"} */ (card[1])];
}

/** The rank as cards have it. @param {string} card */
export const rankSign = (card) => (card[0] === "T" ? "10" : card[0]);

/** A card or a tile as it is spoken: seven of hearts, red 7. @param {string} card */
export function spoken(card) {
  if (isJoker(card)) return say("joker");
  const tile = /^(\d+)([rbko])$/.exec(card);
  if (tile) {
    return say("spoken.tile", { colour: say(`colour.${tile[2]}`), number: tile[1] });
  }
  return say("spoken", { rank: say(`rank.${card[0]}`), suit: say(`suit.${card[1]}`) });
}

/** A refusal, which is written lower case and open, as a sentence. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The same with its full stop, which in Hindi is a line. @param {string} text */
export const closed = (text) => say("sentence", { text: sentence(text) });

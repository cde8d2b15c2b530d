/** Cards and tiles as they look. */

import { isJoker } from "./cards.js";
import { h } from "./render.js";
import { SUIT_SIGNS, rankSign, say } from "./words.js";

/** What is printed on a card. @param {string} card */
export function cardFace(card) {
  if (isJoker(card)) return twoSigns("★", say("joker"));
  return twoSigns(rankSign(card), SUIT_SIGNS[/** @type {"S"} */ (card[1])]);
}

/** For the eye only, by cards.css; what holds it has a name for the ear. @param {string} rank @param {string} suit */
const twoSigns = (rank, suit) => [
  h("span", { class: "rank", "data-print": rank }),
  h("span", { class: "suit", "data-print": suit }),
];

/** Which ink it is printed with. @param {string} card */
export const cardInk = (card) => `card ink-${isJoker(card) ? "J" : card[1]}`;

/** What is printed on a tile: its number, and a letter for its colour. @param {string} tile */
export const tileFace = (tile) =>
  tile === "J" ? twoSigns("★", "") : twoSigns(tile.slice(0, -1), tile.slice(-1));

/** @param {string} tile */
export const tileInk = (tile) => `tile ink-${tile.slice(-1)}`;

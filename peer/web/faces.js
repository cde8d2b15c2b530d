/** Cards and tiles as they look. */

import { isJoker } from "./cards.js";
import { h } from "./render.js";
import { SUIT_SIGNS, rankSign, say } from "./words.js";

/** What is printed on a card. @param {string} card */
export function cardFace(card) {
  if (isJoker(card)) return [h("span", { class: "rank" }, "★"), h("span", { class: "suit" }, say("joker"))];
  const sign = SUIT_SIGNS[/** @type {"S"} */ (card[1])];
  return [h("span", { class: "rank" }, rankSign(card)), h("span", { class: "suit" }, sign)];
}

/** Which ink it is printed with. @param {string} card */
export const cardInk = (card) => `card ink-${isJoker(card) ? "J" : card[1]}`;

/** What is printed on a tile: colour, and a letter for it. @param {string} tile */
export function tileFace(tile) {
  if (tile === "J") return [h("span", { class: "rank" }, "★"), h("span", { class: "suit" }, "")];
  return [
    h("span", { class: "rank" }, tile.slice(0, -1)),
    h("span", { class: "suit" }, tile.slice(-1)),
  ];
}

/** @param {string} tile */
export const tileInk = (tile) => `tile ink-${tile.slice(-1)}`;

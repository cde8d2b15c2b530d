/** Card and tile notation, as the messages have it. */

export const RANKS = "A23456789TJQK";
export const SUITS = "SHDC";
export const COLOURS = "rbko";

/** Whether that is a card: `7H`, `7H'` of a second deck, `J` and `J'` for jokers. */
export const isCard = (/** @type {string} */ card) =>
  /^(?:[A2-9TJQK][SHDC]'?|J'{0,3})$/.test(card);

/** Cards that were written together, one by one. @param {string} cards */
export const cardsApart = (cards) => cards.match(/[A2-9TJQK][SHDC]'?|J'*/g) ?? [];

/** @param {string} card */
export const isJoker = (card) => /^J'*$/.test(card);

/** @param {string} card */
const rankOf = (card) => RANKS.indexOf(card[0]);

/** @param {string} card */
const suitOf = (card) => (isJoker(card) ? SUITS.length : SUITS.indexOf(card[1]));

/** Whether that is a tile: `7r`, `13k`, `J`. */
export const isTile = (/** @type {string} */ tile) =>
  /^(?:(?:[1-9]|1[0-3])[rbko]|J)$/.test(tile);

export const JOKER = 52;
export const TILES = [...COLOURS]
  .flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${at + 1}${colour}`))
  .concat("J");

/** @type {ReadonlyMap<string, number>} */
const KINDS = new Map(TILES.map((tile, kind) => [tile, kind]));

/** `13 * colour + number - 1`; the joker is 52. @param {string} tile */
export const kindOf = (tile) => /** @type {number} */ (KINDS.get(tile));

/** Tiles that were written together, one by one. @param {string} tiles */
export const apart = (tiles) => tiles.match(/[0-9]+[a-z]|J/g) ?? [];

/** @typedef {"suit" | "rank" | "own"} Sorting */

/**
 * Cards in the order a player likes.
 * @param {readonly string[]} hand @param {Sorting} sorting
 */
export function sorted(hand, sorting) {
  const key = (/** @type {string} */ card) => {
    if (isJoker(card)) return 1000;
    return sorting === "rank"
      ? 10 * rankOf(card) + suitOf(card)
      : 100 * suitOf(card) + rankOf(card);
  };
  return [...hand].sort((one, other) => key(one) - key(other));
}

/**
 * Tiles in the order a player likes: by colour or by number, jokers last.
 * @param {readonly string[]} rack @param {Sorting} sorting
 */
export function sortedTiles(rack, sorting) {
  const key = (/** @type {string} */ tile) => {
    const kind = kindOf(tile);
    return sorting === "rank" && kind !== JOKER ? (kind % 13) * 4 + kind / 13 : kind;
  };
  return [...rack].sort((one, other) => key(one) - key(other));
}

/** Chance that anybody can check, as shared/shuffle.py describes it. */

import { concat, unsigned, utf8 } from "./bytes.js";
import { ownSha256 } from "./sha.js";

const WORDS = 2 ** 32;

/**
 * What a seat publishes before it shows its seed.
 * @param {string} match @param {number} seat @param {Uint8Array} seed
 */
export const commitment = (match, seat, seed) =>
  hash(utf8(`rummy-commit-v1\0${match}\0`), unsigned(seat, 1), sized(seed));

/**
 * The same for one deal of a table, as the transcript has it.
 * @param {string} table @param {number} deal @param {number} seat 255: the host @param {Uint8Array} seed
 */
export const promise = (table, deal, seat, seed) => commitment(`${table}/${deal}`, seat, seed);

/**
 * From what the deck of a hand follows; seeds in the order of the seats.
 * @param {string} match @param {number} hand @param {Uint8Array[]} seeds
 */
export const rootSeed = (match, hand, seeds) =>
  hash(
    utf8(`rummy-root-v1\0${match}\0`),
    unsigned(hand, 4),
    unsigned(seeds.length, 1),
    ...seeds.map(sized),
  );

/** Numbers that follow from a root, each as likely as any other. */
export class Stream {
  /** @param {Uint8Array} root */
  constructor(root) {
    this._root = root;
    this._blocks = 0;
    /** @type {number[]} */
    this._words = [];
  }

  /** The next number from 0 to n-1. @param {number} n */
  below(n) {
    const end = Math.floor(WORDS / n) * n;
    for (;;) {
      if (!this._words.length) this._refill();
      const word = /** @type {number} */ (this._words.shift());
      if (word < end) return word % n;
    }
  }

  _refill() {
    const block = hash(this._root, unsigned(this._blocks++, 4));
    const view = new DataView(block.buffer);
    this._words = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
  }
}

/** The numbers 0 to n-1 in an order that follows from a root. @param {number} n @param {Uint8Array} root */
export function shuffle(n, root) {
  const order = Array.from({ length: n }, (_, at) => at);
  const stream = new Stream(root);
  for (let last = n - 1; last > 0; last--) {
    const other = stream.below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * The pile in the order in which it is drawn from the new stock.
 * @param {number[]} pile @param {Uint8Array} deck @param {number} recycle counts from 1
 */
export function reshuffle(pile, deck, recycle) {
  const from = hash(utf8("rummy-reshuffle-v1\0"), unsigned(recycle, 4), deck);
  return shuffle(pile.length, from).map((place) => pile[place]);
}

/** The seat that deals the first hand of a match. @param {Uint8Array} root @param {number} seats */
export const firstDealer = (root, seats) =>
  new Stream(hash(utf8("rummy-dealer-v1\0"), root)).below(seats);

/** @param {...Uint8Array} parts */
const hash = (...parts) => ownSha256(concat(...parts));

/** @param {Uint8Array} seed */
function sized(seed) {
  if (seed.length !== 32) throw RangeError(`a seed has 32 bytes, not ${seed.length}`);
  return seed;
}

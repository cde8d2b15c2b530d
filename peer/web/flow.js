/**
 * Where every card of a hand comes from and goes to, from the deck and what the seats
 * did. It holds no rules: whether something was allowed is not asked here.
 */

import { RANKS, SUITS, TILES, apart } from "./cards.js";
import { reshuffle } from "./shuffle.js";
import { check } from "./transcript.js";

/** @typedef {import("./transcript.js").Opening} Opening */
/**
 * What was done: what that took from stock or pile, and how many cards the stock had if
 * it was renewed.
 * @typedef {{ words: string[], drawn: string[], renewed: number }} Act
 */

/** Jokers are alike here, as it is never said which of them moves. @param {string} card */
export const withoutMark = (card) => (card.startsWith("J'") ? "J" : card);

/** Cards in an order of their own, to be compared. @param {Iterable<string>} cards */
export const heap = (cards) => [...cards].map(withoutMark).sort().join(" ");

/** The names of a deck's cards by number. @param {Opening} opening */
export function deckOf({ game, options }) {
  if (game === "rummikub") return [...TILES, ...TILES];
  const [decks, jokers] = [Number(options.decks ?? 1), Number(options.jokers ?? 0)];
  check(decks === 1 || decks === 2, "this is no number of decks");
  check(jokers >= 0 && jokers <= 4, "this is no number of jokers");
  const names = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  const second = decks > 1 ? names.map((name) => `${name}'`) : [];
  return [...names, ...second, ...Array(jokers).fill("J")];
}

/** How many cards each seat is dealt. @param {Opening} opening */
function handSize({ game, options, seats }) {
  if (game !== "basic") return game === "gin" ? 10 : 14;
  const sizes = (options.hand_size ?? "").split(",").map(Number);
  const least = Number((options.players ?? "").split(",")[0]);
  return sizes[Math.min(seats - least, sizes.length - 1)];
}

/** A card leaves a place where it has to be. @param {string[]} from @param {string} card @param {string} where */
function take(from, card, where) {
  const place = from.indexOf(withoutMark(card));
  check(place >= 0, `${card} was not ${where}`);
  return from.splice(place, 1)[0];
}

/** One hand while it is played. */
export class Flow {
  /** @param {Opening} opening @param {number} dealer @param {readonly number[]} deck */
  constructor(opening, dealer, deck) {
    this._options = opening.options;
    this._names = deckOf(opening);
    this._deck = Uint8Array.from(deck);
    this._recycles = 0;
    /** Numbers, the next card first. */
    this.stock = [...deck];
    /** Numbers, the upcard last. @type {number[]} */
    this.pile = [];
    /** @type {string[][]} */
    this.melds = [];
    /** How things were before each action since a hidden card was seen. @type {{ seat: number, word: string, was: object }[]} */
    this._past = [];
    /** Whether cards moved in a way that only a knock explains. */
    this.knocked = false;
    /** What the last action took from stock or pile, the first of them uppermost. @type {string[]} */
    this.drawn = [];
    /** How many cards the stock had when the pile had become it; 0: it has not. */
    this.renewed = 0;
    this.hands = Array.from({ length: opening.seats }, () => /** @type {string[]} */ ([]));
    const size = handSize(opening);
    check(size > 0 && size * opening.seats < deck.length, "so many cards cannot be dealt");
    for (let at = 0; at < size * opening.seats; at++) {
      this.hands[(dealer + 1 + at) % opening.seats].push(this._next());
    }
    if (opening.game !== "rummikub") this.pile.push(/** @type {number} */ (this.stock.shift()));
  }

  /** The discard pile from the bottom. */
  get discards() {
    return this.pile.map((number) => this._names[number]);
  }

  _next() {
    return this._names[/** @type {number} */ (this.stock.shift())];
  }

  /**
   * A seat does something.
   * @param {number} seat @param {readonly string[]} words as the transcript writes it
   */
  act(seat, words) {
    const hand = this.hands[seat];
    const [word, card = "", ...more] = words;
    this.drawn = [];
    this.renewed = 0;
    if (word === "back") return this._back(seat);
    const was = { seat, word, was: this._copy() };
    this._do(hand, words);
    this._past = word === "draw" || word === "knock" || this.renewed ? [] : [...this._past, was];
  }

  /**
   * A seat does something, or it is done in its place because its time was up.
   * @param {import("./replay.js").Move} move
   * @returns {Act[]}
   */
  step({ seat, acts, late }) {
    const done = acts.map((words) => {
      this.act(seat, words);
      return { words, drawn: this.drawn, renewed: this.renewed };
    });
    if (late) this._past = [];
    return done;
  }

  /** @param {string[]} hand @param {readonly string[]} words */
  _do(hand, words) {
    const [word, card = "", ...more] = words;
    if (word === "draw") this._draw(hand);
    else if (word === "take") this._takePile(hand, card);
    else if (word === "meld") this.melds.push(this._lay(hand, words.slice(1)));
    else if (word === "lay") this._meld(more[0]).push(take(hand, card, "in the hand"));
    else if (word === "joker") this._takeJoker(hand, card, this._meld(more[0]));
    else if (word === "move") this._move(card, this._meld(more[0]));
    else if (word === "call") this._call(this._meld(card));
    else if (word === "discard") this._discard(hand, card);
    else if (word === "knock") this._knock(hand, card, more);
    else if (word === "table") this._rearrange(hand, words.slice(1));
    else check(word === "pass", `${word} is no action`);
  }

  _copy() {
    const each = (/** @type {string[][]} */ all) => all.map((cards) => [...cards]);
    return { stock: [...this.stock], pile: [...this.pile], melds: each(this.melds), hands: each(this.hands) };
  }

  /** What was done last is taken back. @param {number} seat */
  _back(seat) {
    const last = this._past.pop();
    check(last?.seat === seat, "this could not be taken back");
    Object.assign(this, last?.was);
  }

  /** @param {string[]} hand */
  _draw(hand) {
    if (!this.stock.length) this._recycle();
    if (!this.stock.length) return;
    this.drawn = [this._next()];
    hand.push(...this.drawn);
  }

  /** The upcard, or a card below it and all above. @param {string[]} hand @param {string} card */
  _takePile(hand, card) {
    const lying = this.discards;
    const place = card ? lying.indexOf(withoutMark(card)) : lying.length - 1;
    check(place >= 0, card ? `${card} was not in the discard pile` : "there was no upcard");
    this.drawn = lying.slice(place);
    this.pile.length = place;
    hand.push(...this.drawn);
  }

  /** @param {string[]} hand @param {readonly string[]} cards */
  _lay(hand, cards) {
    return cards.map((card) => take(hand, card, "in the hand"));
  }

  /** @param {string[]} hand @param {string} card @param {string[]} meld */
  _takeJoker(hand, card, meld) {
    meld.push(take(hand, card, "in the hand"));
    hand.push(take(meld, "J", "in the meld"));
  }

  /** @param {string} card @param {string[]} meld */
  _move(card, meld) {
    const from = this.melds.find((one) => one.includes(withoutMark(card)));
    check(from, `${card} was in no meld`);
    meld.push(take(from, card, "in the meld"));
  }

  /** @param {string[]} meld */
  _call(meld) {
    const number = this.pile.pop();
    check(number !== undefined, "nothing was discarded");
    meld.push(this._names[number]);
  }

  /** @param {string[]} hand @param {string} card */
  _discard(hand, card) {
    this.pile.push(this._names.indexOf(take(hand, card, "in the hand")));
    if (this._options.exhaust === "end_of_turn" && !this.stock.length) this._recycle();
  }

  /** @param {string[]} hand @param {string} card @param {readonly string[]} melds */
  _knock(hand, card, melds) {
    this.knocked = true;
    if (card !== "-") this.pile.push(this._names.indexOf(take(hand, card, "in the hand")));
    for (const meld of melds) this.melds.push(this._lay(hand, meld.split("+")));
  }

  /** @param {string[]} rack @param {readonly string[]} sets */
  _rearrange(rack, sets) {
    const were = this.melds.flat();
    this.melds = sets.map(apart);
    const now = this.melds.flat();
    for (const tile of were) take(now, tile, "left on the table");
    for (const tile of now) take(rack, tile, "on the rack");
  }

  /** The discard pile becomes the stock, as the options have it. */
  _recycle() {
    const { max_recycles: most = "0", recycle_top: top, recycle_order: order } = this._options;
    const may = most === "unlimited" || this._recycles < Number(most);
    if (!may || this.pile.length <= (top === "include" ? 0 : 1)) return;
    this._recycles += 1;
    const kept = top === "keep" ? [/** @type {number} */ (this.pile.pop())] : [];
    this.stock = order === "shuffle" ? reshuffle(this.pile, this._deck, this._recycles) : this.pile;
    this.pile = top === "turn_up" ? [/** @type {number} */ (this.stock.shift())] : kept;
    this.renewed = this.stock.length;
  }

  /** @param {string | undefined} number */
  _meld(number) {
    const meld = this.melds[Number(number)];
    check(meld, "there was no such meld");
    return meld;
  }
}

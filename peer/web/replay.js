/**
 * A transcript taken in line by line, and checked as far as that goes without the rules:
 * the chain, the commitments, the deck, the way of every card.
 */

import { Flow, deckOf, heap } from "./flow.js";
import { firstDealer, promise, rootSeed, shuffle } from "./shuffle.js";
import { Chain, TranscriptError, TRANSCRIPT_VERSION, Wrong, canonical, check, isMissing, mark, unpacked } from "./transcript.js";

/** @typedef {import("./transcript.js").Line} Line */
/**
 * What a seat did, or was done in its place when its time was up.
 * @typedef {{ line: number, seat: number, acts: string[][], late: boolean }} Move
 */
/**
 * One hand as far as its lines tell it.
 * @typedef {object} Hand
 * @property {import("./transcript.js").Promised} promised
 * @property {import("./transcript.js").Dealt} dealt
 * @property {Move[]} moves
 * @property {number[] | null} deck null while the host's seed is not known
 * @property {import("./transcript.js").Closed | null} closed
 * @property {string} mark
 * @property {import("./transcript.js").Checked | null} checked
 */

/** The seat that the host commits as. */
const HOST = 255;
const GAMES = ["basic", "gin", "rummikub"];

/** After a TranscriptError it is of no more use. */
export class Replay {
  constructor() {
    this.chain = new Chain();
    /** @type {import("./transcript.js").Opening | null} */
    this.opening = null;
    /** The commitments of a deal that is being prepared. @type {import("./transcript.js").Promised | null} */
    this.promised = null;
    /** @type {Hand[]} */
    this.hands = [];
    this.over = false;
    this.sealed = false;
    this._deal = -1;
    this._at = 0;
    /** @type {number[]} */
    this._scores = [];
  }

  /** The hand that is played. */
  get hand() {
    const last = this.hands.at(-1);
    return last && !last.deck ? last : null;
  }

  /** Take in the next line. @param {string} text @returns {Line} @throws {TranscriptError} */
  add(text) {
    const number = this.chain.lines.length + 1;
    try {
      check(!this.sealed, "there are lines behind the last one");
      const line = this.chain.add(text);
      this._take(line, number);
      return line;
    } catch (error) {
      if (error instanceof Wrong) throw new TranscriptError(number, error.message);
      throw error;
    }
  }

  /** @param {Line} line @param {number} number */
  _take(line, number) {
    check(this._mayStandHere(line.type), "this line cannot stand here");
    switch (line.type) {
      case "match":
        return this._open(line.fact);
      case "commit":
        return this._promise(line.fact);
      case "void":
        this._checkDeal(line.fact.deal);
        this.promised = null;
        return;
      case "deal":
        return this._dealHand(line.fact);
      case "do":
        return this._move(line, number, [line.action]);
      case "time":
        return this._move(line, number, line.actions);
      case "end":
        return this._close(line.fact);
      case "over":
        this.over = true;
        return check(canonical(line.fact.scores) === canonical(this._withBonuses(line.fact.bonuses)), "these are not the scores");
      case "audit":
        return this._audit(line.fact);
      case "reset":
        this._scores.fill(0);
        this.over = false;
        return;
      case "cut":
        return this._cut(line.fact);
      case "seal":
        this.sealed = true;
        return check(line.lines === number - 1, `${line.lines} lines should stand before this one`);
    }
  }

  /** @param {Line["type"]} kind */
  _mayStandHere(kind) {
    const playing = this.hand !== null;
    const between = this.hands.length > 0 && !playing;
    if (kind === "commit") return !playing && !this.promised && !this.over;
    if (kind === "void" || kind === "deal") return this.promised !== null;
    if (kind === "do" || kind === "time" || kind === "end" || kind === "cut") return playing;
    if (kind === "over" || kind === "audit") return between;
    if (kind === "reset") return between && !this.promised;
    return true;
  }

  /** @param {import("./transcript.js").Opening} opening */
  _open(opening) {
    const { version, game, seats, dealer } = opening;
    check(version === TRANSCRIPT_VERSION, `this transcript is of version ${version}, and this program reads version ${TRANSCRIPT_VERSION}`);
    check(GAMES.includes(game), "this game is not known here");
    check(seats > 1 && seats < 9 && (dealer === null || (dealer >= 0 && dealer < seats)), "so many cannot play");
    this.opening = opening;
    this._scores = Array(seats).fill(0);
  }

  /** @param {import("./transcript.js").Promised} promised */
  _promise(promised) {
    check(promised.deal > this._deal, "this deal has been before");
    this._deal = promised.deal;
    unpacked(promised.host);
    this._checkEach(promised.seats);
    this.promised = promised;
  }

  /** @param {import("./transcript.js").Dealt} dealt */
  _dealHand(dealt) {
    const promised = /** @type {import("./transcript.js").Promised} */ (this.promised);
    this._checkDeal(dealt.deal);
    this._checkEach(dealt.seats);
    check(dealt.people.length === this._opened.seats, `${this._opened.seats} people should be named here`);
    this._checkSeat(dealt.dealer);
    dealt.seats.forEach((seed, seat) => this._checkSeed(dealt.deal, seat, seed, promised.seats[seat]));
    this.hands.push({ promised, dealt, moves: [], deck: null, closed: null, mark: "", checked: null });
    this.promised = null;
  }

  /** @param {{ type: string, seat: number, at: number }} line @param {number} number @param {readonly string[]} actions */
  _move({ type, seat, at }, number, actions) {
    this._checkSeat(seat);
    check(at >= this._at, "this was before what stands on the line before");
    this._at = at;
    this.hand?.moves.push({ line: number, seat, acts: actions.map((text) => text.split(" ")), late: type === "time" });
  }

  /** @param {import("./transcript.js").Closed} closed */
  _close(closed) {
    const hand = this._playing(closed.deal);
    const { flow, deck } = this._play(hand, closed.seed);
    checkShown(flow, closed.result);
    check(closed.result.points.length === this._scores.length, "every seat should have points");
    this._scores = this._scores.map((score, seat) => score + closed.result.points[seat]);
    check(canonical(closed.scores) === canonical(this._scores), "these are not the scores");
    hand.closed = closed;
    hand.deck = deck;
    hand.mark = mark(this._last);
  }

  /** @param {Extract<Line, { type: "cut" }>["fact"]} cut */
  _cut(cut) {
    const hand = this._playing(cut.deal);
    cut.missing.forEach((seat) => this._checkSeat(seat));
    hand.deck = this._play(hand, cut.seed).deck;
    hand.mark = mark(this._last);
  }

  /** @param {import("./transcript.js").Checked} checked */
  _audit(checked) {
    const hand = /** @type {Hand} */ (this.hands.at(-1));
    check(!hand.checked && checked.deal === hand.dealt.deal, "this is not the hand that was checked");
    check(checked.seats.length === hand.dealt.seats.length, "every seat should have a verdict");
    hand.checked = checked;
  }

  /** Deal a hand and follow its cards. @param {Hand} hand @param {string} seed the host's */
  _play(hand, seed) {
    const opening = this._opened;
    const { dealt, promised } = hand;
    this._checkSeed(dealt.deal, HOST, seed, promised.host);
    const seeds = [...dealt.seats.filter((one) => !isMissing(one)), seed].map(unpacked);
    const from = rootSeed(opening.table, dealt.deal, seeds);
    if (this.hands.length === 1) {
      const dealer = opening.dealer ?? firstDealer(from, opening.seats);
      check(dealt.dealer === dealer, `seat ${dealer + 1} deals`);
    }
    const deck = shuffle(deckOf(opening).length, from);
    const flow = new Flow(opening, dealt.dealer, deck);
    for (const move of hand.moves) {
      try {
        flow.step(move);
      } catch (error) {
        if (error instanceof Wrong) throw new TranscriptError(move.line, error.message);
        throw error;
      }
    }
    return { flow, deck };
  }

  get _opened() {
    return /** @type {import("./transcript.js").Opening} */ (this.opening);
  }

  get _last() {
    return /** @type {string} */ (this.chain.lines.at(-1));
  }

  /** @param {number} deal */
  _playing(deal) {
    this._checkDeal(deal);
    return /** @type {Hand} */ (this.hand);
  }

  /** @param {readonly { seat: number, points: number }[]} bonuses */
  _withBonuses(bonuses) {
    const scores = [...this._scores];
    for (const { seat, points } of bonuses) scores[seat] += points;
    return scores;
  }

  /** A commitment or seed of every seat, or why there is none. @param {readonly string[]} entries */
  _checkEach(entries) {
    check(entries.length === this._opened.seats, `there are ${this._opened.seats} seats`);
    for (const entry of entries) if (!isMissing(entry)) unpacked(entry);
  }

  /** @param {number} deal */
  _checkDeal(deal) {
    check(deal === this._deal, `this should be of deal ${this._deal}`);
  }

  /** @param {number} seat */
  _checkSeat(seat) {
    check(seat >= 0 && seat < this._opened.seats, "there is no such seat");
  }

  /** @param {number} deal @param {number} seat @param {string} seed @param {string} commitment */
  _checkSeed(deal, seat, seed, commitment) {
    const who = seat === HOST ? "the host" : `seat ${seat + 1}`;
    if (isMissing(seed) || isMissing(commitment)) {
      return check(seed === commitment, `${who} has a seed without a commitment, or none with one`);
    }
    const made = promise(this._opened.table, deal, seat, unpacked(seed));
    check(
      canonical([...made]) === canonical([...unpacked(commitment)]),
      `the seed of ${who} is not the one it had committed to`,
    );
  }
}

/** Whether a result shows the cards that were left. @param {Flow} flow @param {import("./protocol.js").HandEnded} result */
export function checkShown(flow, { hands, melds }) {
  const table = flow.knocked ? flow.melds.flat() : [];
  const shown = [...hands.flat(), ...melds.flat(2)];
  check(heap(shown) === heap([...flow.hands.flat(), ...table]), "the cards shown at the end are others");
  if (melds.length) return;
  flow.hands.forEach((hand, seat) =>
    check(heap(hand) === heap(hands[seat] ?? []), `seat ${seat + 1} held other cards`),
  );
}

/**
 * A finished match watched again: forwards, backwards, to a hand. Pure.
 *
 * A browser holds no rules: it follows every card from the deck, as when it audits, and
 * what somebody had left over it takes from the result.
 */

import { unbase64 } from "./bytes.js";
import { RummyError } from "./errors.js";
import { Flow } from "./flow.js";
import { Replay } from "./replay.js";
import { canonical, link } from "./transcript.js";
import { say } from "./words.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./replay.js").Hand} Hand */
/** @typedef {import("./transcript.js").Opening} Opening */
/**
 * The table after a step, and what happened in it.
 * @typedef {{ hand: Hand, step: number, steps: number, flow: Flow, seat: number | null, events: Event[] }} Scene
 */

/** Characters; a longer one would be no match of people. */
export const MAX_FILE = 4 * 1024 * 1024;

/** The match that a file tells. @param {string} file @throws {RummyError} at the first line that does not hold */
export function readMatch(file) {
  const replay = new Replay();
  const lines = file.split("\n");
  if (lines.pop() !== "") throw new RummyError(say("rerun.fault.cut"));
  for (const line of lines) replay.add(line);
  if (!replay.sealed) throw new RummyError(say("rerun.fault.short"));
  if (!replay.hands.some((hand) => hand.deck)) throw new RummyError(say("rerun.fault.unplayed"));
  return replay;
}

/** What was folded up into a link (shared/TRANSCRIPT.md). @param {string} text @throws {RummyError} */
export async function unfolded(text) {
  try {
    const bytes = unbase64(filledUp(text));
    if (!bytes?.length) throw new RangeError();
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return file(await drained(stream.getReader()));
  } catch {
    throw new RummyError(say("rerun.fault.link"));
  }
}

/** @param {string} text base64url */
const filledUp = (text) =>
  text.replaceAll("-", "+").replaceAll("_", "/") + "=".repeat((4 - (text.length % 4)) % 4);

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
async function drained(reader) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_FILE) throw new RangeError();
  }
}

/** The lines with what each carries of the one before. @param {string} short */
function file(short) {
  let [head, lines] = ["", ""];
  for (const text of short.split("\n")) {
    const [kind, ...facts] = JSON.parse(text);
    const line = canonical([kind, head, ...facts]);
    lines += `${line}\n`;
    head = link(line);
  }
  return lines;
}

/** A place in a match. */
export class Rerun {
  /** @param {Replay} replay whose lines have all been taken in */
  constructor(replay) {
    this.opening = /** @type {Opening} */ (replay.opening);
    this.hands = replay.hands.filter((hand) => hand.deck);
    this._places = this.hands.flatMap((hand) =>
      Array.from({ length: hand.moves.length + 1 }, (_, step) => ({ hand, step })),
    );
    this.place = 0;
  }

  /** How many places there are. */
  get length() {
    return this._places.length;
  }

  /** @param {number} place */
  go(place) {
    this.place = Math.max(0, Math.min(this.length - 1, place));
  }

  /** To the deal of a hand, by its place in the match. @param {number} at */
  jump(at) {
    this.go(this._places.findIndex(({ hand }) => hand === this.hands[at]));
  }

  /** Which hand is shown, from 0. */
  get at() {
    return this.hands.indexOf(this._places[this.place].hand);
  }

  /** The scores before the hand that is shown, or after it if it is over. */
  get scores() {
    const { hand, step } = this._places[this.place];
    const over = step === hand.moves.length ? this.at : this.at - 1;
    return this.hands[over]?.closed?.scores ?? Array(this.opening.seats).fill(0);
  }

  /** @returns {Scene} */
  get scene() {
    const { hand, step } = this._places[this.place];
    const flow = new Flow(this.opening, hand.dealt.dealer, /** @type {number[]} */ (hand.deck));
    /** @type {Event[]} */
    let events = [{ type: "hand_dealt", dealer: hand.dealt.dealer, first: this._first(hand) }];
    for (const move of hand.moves.slice(0, step)) {
      events = happened(move, flow, hand);
    }
    if (step && step === hand.moves.length && hand.closed) events.push(hand.closed.result);
    const seat = step ? hand.moves[step - 1].seat : null;
    return { hand, step, steps: hand.moves.length, flow, seat, events };
  }

  /** @param {Hand} hand */
  _first(hand) {
    return hand.moves[0]?.seat ?? (hand.dealt.dealer + 1) % this.opening.seats;
  }
}

/**
 * What happens by a move; the flow follows it.
 * @param {import("./replay.js").Move} move @param {Flow} flow @param {Hand} hand
 * @returns {Event[]}
 */
function happened({ seat, acts, late }, flow, hand) {
  const events = acts.map((words) => {
    const before = flow.melds.map((meld) => [...meld]);
    flow.act(seat, words);
    return eventOf(seat, words, flow, before, hand);
  });
  return late ? [{ type: "timed_out", seat }, ...events] : events;
}

/**
 * What happened when a seat did something.
 * @param {number} seat @param {string[]} words @param {Flow} flow after it
 * @param {string[][]} before the melds before it @param {Hand} hand
 * @returns {Event}
 */
function eventOf(seat, words, flow, before, hand) {
  const [word, card = "", ...more] = words;
  const meld = Number(more[0]);
  switch (word) {
    case "draw":
      return { type: "drew", seat, source: "stock", card: flow.drawn[0] ?? null, above: [] };
    case "take":
      return { type: "drew", seat, source: "discard", card: flow.drawn[0], above: flow.drawn.slice(1) };
    case "meld":
      return { type: "laid_down", seat, cards: words.slice(1), meld: flow.melds.length - 1 };
    case "lay":
      return { type: "laid_off", seat, card, meld };
    case "joker":
      return { type: "joker_taken", seat, card, meld, joker: "J" };
    case "move":
      return { type: "moved", seat, card, meld, source: before.findIndex((one) => one.includes(card)) };
    case "call":
      return { type: "called", seat, card: /** @type {string} */ (flow.melds[Number(card)].at(-1)), meld: Number(card) };
    case "discard":
      return { type: "discarded", seat, card };
    case "knock":
      return {
        type: "knocked",
        seat,
        discard: card === "-" ? null : card,
        melds: more.map((one) => one.split("+")),
        unmatched: [],
        deadwood: hand.closed?.result.deadwood[seat] ?? 0,
      };
    case "table":
      return { type: "rearranged", seat, tiles: added(before.flat(), flow.melds.flat()), sets: [] };
    case "back":
      return { type: "taken_back", seat };
    default:
      return { type: "passed", seat };
  }
}

/** What is new among tiles. @param {string[]} before @param {string[]} after */
function added(before, after) {
  const left = [...before];
  return after.filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

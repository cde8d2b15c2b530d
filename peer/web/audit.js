/**
 * A guest checks a hand: did the host show what follows from everybody's seeds?
 *
 * A browser holds no rules. It follows every card from the deck to where the transcript
 * says that it went, and at each step what it was shown has to be what lay there.
 */

import { apart } from "./cards.js";
import { Flow, withoutMark, heap } from "./flow.js";
import { checkShown } from "./replay.js";
import { Wrong, canonical, check, isMissing } from "./transcript.js";
import { say } from "./words.js";

/** @typedef {import("./protocol.js").AnyView} AnyView */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./replay.js").Hand} Hand */
/** @typedef {import("./transcript.js").Opening} Opening */
/**
 * What one guest found. `partly`: nothing is wrong with what it saw, but it did not see
 * everything, or its own seed is not in the deck.
 * @typedef {{ finding: "ok" | "partly" | "failed", why: string }} Verdict
 */

/** @typedef {Pick<Update, "seq" | "events" | "view">} Seen */

/** Steps that are kept: who watches may never be told how a hand came about. */
const MOST_STEPS = 5000;

/** All that one seat, or who watches, was shown and has not been checked yet. */
export class Witness {
  /** @param {Seen[]} [seen] */
  constructor(seen = []) {
    /** By the number of the update. @type {Map<number, Seen[]>} */
    this._seen = new Map();
    this._isBack = false;
    /** The first step that was seen since the connection was lost. */
    this._backAt = -1;
    seen.forEach((one) => this.saw(one));
  }

  get seen() {
    return [...this._seen.values()].flat();
  }

  /** The connection was lost: what is seen next may be of a later hand. */
  returned() {
    this._isBack = true;
  }

  /** Keep what the host sent. @param {Seen} update */
  saw({ seq, events, view }) {
    if (this._isBack) this._backAt = seq;
    this._isBack = false;
    this._seen.set(seq, [...(this._seen.get(seq) ?? []), { seq, events, view }]);
    if (this._seen.size > MOST_STEPS) this._seen.delete([...this._seen.keys()][0]);
  }

  /** How many steps of a hand it was not told of. @param {Hand} hand */
  missed({ dealt, moves }) {
    const steps = Array.from({ length: moves.length + 1 }, (_, at) => dealt.seq + at);
    return steps.filter((seq) => !this._seen.has(seq)).length;
  }

  /** @param {Hand} hand */
  sawAny(hand) {
    return this.missed(hand) <= hand.moves.length;
  }

  /**
   * The first thing a seat, or who watches, was shown that cannot be; empty if all can.
   * @param {Hand} hand @param {number | null} seat @param {Opening} opening
   */
  lie({ dealt, moves, deck, closed }, seat, opening) {
    const flow = new Flow(opening, dealt.dealer, deck ?? []);
    const last = dealt.seq + moves.length;
    for (let at = 0; at <= moves.length; at++) {
      const move = moves[at - 1];
      const done = move ? flow.step(move) : [];
      try {
        for (const { events, view } of this._seen.get(dealt.seq + at) ?? []) {
          checkStory(events, flow, seat, { seat: move?.seat ?? null, done });
          if (!view) throw new Wrong(say("fair.lie.cards"));
          checkView(view, flow, seat, closed);
        }
      } catch (error) {
        if (error instanceof Wrong) {
          return say("fair.lie.step", { step: at + 1, lie: error.message });
        }
        throw error;
      }
    }
    // When we came back the next hand may have been on the table already, and who
    // watches has seen some of it before this one is opened.
    const end = this._backAt > last ? this._backAt : Infinity;
    const more = seat !== null && [...this._seen.keys()].some((seq) => seq > last && seq < end);
    return more ? say("fair.lie.more") : "";
  }

  /** Drop what belongs to a hand and those before it. @param {Hand} hand */
  forget({ dealt, moves }) {
    for (const seq of this._seen.keys()) {
      if (seq <= dealt.seq + moves.length) this._seen.delete(seq);
    }
  }
}

/**
 * The verdict of a seat, or of who watches, on a hand whose seeds are open.
 * @param {Witness} witness @param {Hand} hand @param {number | null} seat @param {Opening} opening
 * @param {string | null} own the seed it gave for this deal
 * @returns {Verdict}
 */
export function judged(witness, hand, seat, opening, own) {
  const lie = witness.lie(hand, seat, opening);
  if (lie) return { finding: "failed", why: lie };
  const entry = seat === null ? null : hand.dealt.seats[seat];
  if (entry !== null && own !== entry) return { finding: "partly", why: leftOut(entry, own) };
  const [missed, steps] = [witness.missed(hand), hand.moves.length + 1];
  if (missed) return { finding: "partly", why: say("fair.partly.steps", { missed, steps }) };
  return { finding: "ok", why: "" };
}

/**
 * All that was secret in a hand, for who watched it: what each seat was dealt, and drew.
 * @typedef {{ type: "opened", hand: number, dealt: string[][], drawn: string[][] }} Opened
 */

/** @param {Hand} hand whose seeds are open @param {Opening} opening @returns {Opened} */
export function opened({ dealt, moves, deck }, opening) {
  const flow = new Flow(opening, dealt.dealer, deck ?? []);
  const hands = flow.hands.map((hand) => [...hand]);
  /** @type {string[][]} */
  const drawn = hands.map(() => []);
  for (const move of moves) {
    for (const act of flow.step(move)) drawn[move.seat].push(...act.drawn);
  }
  return { type: "opened", hand: dealt.hand, dealt: hands, drawn };
}

/** @param {string} entry @param {string | null} own */
function leftOut(entry, own) {
  if (own === null) return say("fair.partly.unseeded");
  if (isMissing(entry)) return say("fair.partly.dropped", { entry });
  return say("fair.partly.other");
}

/** @param {string} what @param {string | number | null} shown @param {string | number | null} right */
function compare(what, shown, right) {
  const text = (/** @type {string | number | null} */ value) => (value === "" ? "none" : value ?? "none");
  if (shown !== right) throw new Wrong(say("fair.lie.shown", { what, shown: text(shown), right: text(right) }));
}

/** @param {AnyView} view @param {Flow} flow @param {number | null} seat @param {Hand["closed"]} closed */
function checkView(view, flow, seat, closed) {
  const tiles = view.type === "tiles";
  const table = tiles ? view.table.map(apart) : view.melds.map((meld) => meld.cards);
  compare("hand", heap(tiles ? apart(view.rack) : view.hand), heap(seat === null ? [] : flow.hands[seat]));
  compare("counts", view.counts.join(" "), flow.hands.map((hand) => hand.length).join(" "));
  compare("stock", tiles ? view.pool : view.stock, flow.stock.length);
  compare("table", heaps(table), heaps(flow.melds));
  if (!tiles) checkPile(view, flow);
  if (view.result && closed) {
    checkShown(flow, view.result);
    compare("result", canonical(view.result), canonical(closed.result));
  }
}

/** @param {import("./protocol.js").View} view @param {Flow} flow */
function checkPile({ upcard, pile, discards, unmatched, turn, phase }, flow) {
  const lying = flow.discards;
  compare("discards", discards, lying.length);
  // The last discard may lie face down.
  const hidden = upcard === null && (turn === null || phase === "layoff");
  if (!hidden) compare("upcard", upcard && withoutMark(upcard), lying.at(-1) ?? null);
  if (pile.length) compare("pile", pile.map(withoutMark).join(" "), lying.join(" "));
  if (!flow.knocked) compare("unmatched", heap(unmatched), "");
}

/** @param {readonly (readonly string[])[]} melds */
const heaps = (melds) => melds.map(heap).sort().join(", ");

/** @typedef {import("./flow.js").Act} Act */
/** @typedef {{ seat: number | null, done: Act[] }} Step what was done; no seat: it is the deal */

/** The actions that bring an event. @type {Record<string, string[]>} */
const BROUGHT_BY = {
  drew: ["draw", "take"],
  laid_down: ["meld"],
  laid_off: ["lay"],
  joker_taken: ["joker"],
  moved: ["move"],
  called: ["call"],
  discarded: ["discard"],
  knocked: ["knock"],
  taken_back: ["back"],
};

/** @param {readonly Event[]} events @param {Flow} flow @param {number | null} me @param {Step} step */
function checkStory(events, flow, me, { seat, done }) {
  const left = [...done];
  for (const event of events) {
    if ("seat" in event) compare("a move of seat", event.seat + 1, seat === null ? null : seat + 1);
    check(event.type !== "hand_dealt" || seat === null, "we were told of a deal, and the transcript has none");
    const place = left.findIndex(({ words }) => BROUGHT_BY[event.type]?.includes(words[0]));
    const [act] = place < 0 ? [] : left.splice(place, 1);
    const renewed = Math.max(0, ...done.map((one) => one.renewed));
    checkEvent(event, flow, me, { words: act?.words ?? [], drawn: act?.drawn ?? [], renewed });
  }
}

/** @param {Event} event @param {Flow} flow @param {number | null} me @param {Act} act that brought it */
function checkEvent(event, flow, me, { words, drawn, renewed }) {
  const named = words.slice(1);
  switch (event.type) {
    case "taken_back":
      return compare("a move of", "back", words[0] ?? "");
    case "drew":
      return checkDraw(event, drawn, me);
    case "recycled":
      // A card may have been drawn from the new stock since.
      return compare("a new stock of", event.cards, renewed);
    case "laid_down":
      return compare("a meld of", heap(event.cards), heap(named));
    case "laid_off":
    case "joker_taken":
    case "moved":
    case "discarded":
      return compare("a move of", withoutMark(event.card), withoutMark(named[0] ?? ""));
    case "called":
      return compare("a call of", String(flow.melds[event.meld]?.includes(withoutMark(event.card))), "true");
    case "knocked":
      return compare("a discard of", event.discard ?? "-", named[0] ?? "");
    case "hand_ended":
      return checkShown(flow, event);
  }
}

/** @param {Extract<Event, { type: "drew" }>} event @param {readonly string[]} drawn @param {number | null} me */
function checkDraw({ seat, source, card, above }, drawn, me) {
  const cards = [...(card === null ? [] : [card]), ...above].map(withoutMark).join(" ");
  const known = source === "discard" || seat === me;
  compare("a draw of", cards, known ? drawn.join(" ") : "");
}

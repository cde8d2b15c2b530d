/** One seat's side of the conversation with the host. It keeps what the host said last. */

import { apart, isCard, isTile } from "./cards.js";
import { isRoom } from "./code.js";
import { ProtocolError } from "./errors.js";
import { BYE, READY, act, decode, hello, touched } from "./protocol.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").AnyView} AnyView */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./protocol.js").ToGuest} ToGuest */
/** @typedef {import("./protocol.js").Update} Update */

const MAX_SENT_NAME = 64;

/** Texts in, texts out; holds no rules. */
export class Guest {
  /**
   * @param {string} name @param {string | null} token of a seat that was had before
   * @param {import("./fairness.js").Fairness | null} [fair] without one it takes no part in the shuffle
   * @param {boolean} [watch] it wants no seat
   */
  constructor(name, token, fair = null, watch = false) {
    this.name = name;
    this.token = token;
    this.fair = fair;
    this.watch = watch;
    /** Whether the host has given us a seat, or lets us watch. */
    this.welcomed = false;
    /** Null before the host's welcome, and for who watches. @type {number | null} */
    this.seat = null;
    /** @type {TableView | null} */
    this.table = null;
    /** @type {AnyView | null} */
    this.view = null;
    /** What is played, as sentences. @type {import("./protocol.js").Welcome["rules"]} */
    this.rules = [];
    this.seq = 0;
    /** Whether we may take back what we did last. @type {Update["take_back"]} */
    this.takeBack = "no";
    /** Requests the host has not answered yet, by id. @type {Map<number, string>} */
    this.pending = new Map();
    this._lastAct = 0;
    /** @type {string[]} */
    this._answers = [];
    /** Ready was said and the table does not show it yet. */
    this._askedReady = false;
    /** Of which table it was said last that its player has begun to change it. @type {number | null} */
    this._touched = null;
    /** Hello was said and not answered yet. */
    this._greeting = false;
  }

  hello() {
    this._greeting = true;
    const name = [...this.name].slice(0, MAX_SENT_NAME).join("");
    return hello(name, this.token, this.fair !== null, this.watch);
  }

  /** The message that asks for the next hand. */
  ready() {
    this._askedReady = true;
    return READY;
  }

  /** The message that asks for an action on the table as last seen. @param {Action} action */
  act(action) {
    this._lastAct += 1;
    const text = act(this._lastAct, this.seq, action);
    this.pending.set(this._lastAct, text);
    return text;
  }

  /** What to say again on a fresh channel; a repeat has no second effect. */
  repeats() {
    const begun = this._touched === this.seq ? [touched(this.seq)] : [];
    return [...this.pending.values(), ...(this._askedReady ? [READY] : []), ...begun];
  }

  /** The message that tells that its player has begun to change the table. */
  touch() {
    this._touched = this.seq;
    return touched(this.seq);
  }

  /** What to send the host without being asked by the player. */
  answers() {
    return this._answers.splice(0);
  }

  bye() {
    return BYE;
  }

  /**
   * Take in one message of the host.
   * @param {string} json @returns {ToGuest}
   * @throws {ProtocolError} If the host broke the protocol.
   */
  received(json) {
    const message = decode(json);
    if (message.type === "welcome") {
      this._checkSeat(message);
      if (this._greeting) this.fair?.returned();
      this._greeting = false;
      this.welcomed = true;
      this.seat = message.seat;
      this.token = message.token;
      this.rules = message.rules;
      this._lastAct = Math.max(this._lastAct, message.last_act);
      this._answered(message.last_act);
    } else if (message.type === "update") {
      if (!this.welcomed) {
        throw new ProtocolError("the host sent an update before a welcome");
      }
      if (!isCoherent(message, this.seat)) {
        throw new ProtocolError("the host sent an update that makes no sense");
      }
      this.seq = message.seq;
      this.table = message.table;
      this.view = message.view;
      this.takeBack = message.take_back;
      this._answered(message.last_act);
      this._askedReady &&= mayBeUnready(message.table, this.seat);
    } else if (message.type === "waits" && !this.welcomed) {
      if (message.table && !isSeated(message.table)) {
        throw new ProtocolError("the host sent a table that makes no sense");
      }
      this.table = message.table;
    } else if (message.type === "changed" && message.what === "game") {
      this.rules = message.rules;
    } else if (message.type === "rejected") {
      this.pending.delete(message.id);
    } else if (message.type === "advice" && !named(message.action).every(isKnown)) {
      throw new ProtocolError("the host advises what makes no sense");
    } else if (message.type === "said" && !isFromSomebody(message, this.table)) {
      throw new ProtocolError("the host passed on what nobody said");
    } else if (message.type === "relocated" && !isRoom(message.room)) {
      throw new ProtocolError("the host sent a room that is none");
    }
    if (this.fair && this.welcomed) this._answers.push(...this.fair.told(message, this.seat));
    return message;
  }

  /** @param {import("./protocol.js").Welcome} welcome */
  _checkSeat({ seat, token, moved }) {
    if ((seat === null) !== this.watch) {
      throw new ProtocolError("the host gave us what we did not ask for");
    }
    const isNew = token !== this.token;
    if (this.seat !== null && seat !== this.seat && !(isNew && (moved || this._greeting))) {
      throw new ProtocolError("the host moved us to another seat");
    }
    if (!isNew) return;
    // This is a seat we never had: what was asked at another means nothing here.
    this.pending.clear();
    this._askedReady = false;
    this._touched = null;
    this.view = this.table = null;
    this.seq = 0;
  }

  /** @param {number} lastAct */
  _answered(lastAct) {
    for (const id of this.pending.keys()) if (id <= lastAct) this.pending.delete(id);
  }
}

/** @param {TableView} table @param {number | null} seat */
const mayBeUnready = ({ phase, seats }, seat) =>
  seat !== null && (phase === "between" || phase === "ended") && !seats[seat].ready;

/** Whether every seat of it has its score. @param {TableView} table */
const isSeated = ({ seats, scores }) => seats.length > 0 && scores.length === seats.length;

/** @param {import("./protocol.js").Said} said @param {TableView | null} table */
function isFromSomebody({ seat, watcher, phrase, text }, table) {
  if (!table || Boolean(phrase) === Boolean(text)) return false;
  return seat === null ? Boolean(watcher) : seat >= 0 && seat < table.seats.length;
}

/**
 * Whether every seat, meld and card that an update names is there; a screen relies on it.
 * @param {Update} update @param {number | null} me
 */
function isCoherent({ table, view, whys }, me) {
  const seats = table.seats.length;
  const isSeat = (/** @type {number} */ seat) => seat >= 0 && seat < seats;
  if ((me !== null && !isSeat(me)) || table.scores.length !== seats) return false;
  if (!isAskedWell(table, isSeat)) return false;
  if (!whys.every(({ seat, cards }) => isSeat(seat) && cards.every(isKnown))) return false;
  if (!view) return true;
  return (
    view.seat === me &&
    view.counts.length === seats &&
    (view.turn === null || isSeat(view.turn)) &&
    (!view.result || view.result.hands.length === seats) &&
    (view.type === "tiles" ? areTilesCoherent(view, isSeat) : areCardsCoherent(view, isSeat))
  );
}

/** @param {string} card */
const isKnown = (card) => isCard(card) || isTile(card);

/** The cards that an action names. @param {Action} action */
function named(action) {
  const { card, cards, discard, melds, table } = /** @type {Record<string, any>} */ (action);
  return [card, cards, discard, melds, table].flat(2).filter((one) => one !== undefined && one !== null);
}

/** The vote and the clocks. @param {TableView} table @param {(seat: number) => boolean} isSeat */
function isAskedWell({ seats, vote, clock }, isSeat) {
  const { length } = seats;
  const votes = !vote || ([vote.asker, ...vote.voters].every(isSeat) && vote.said.length === length);
  const named = clock ? [clock.runs, clock.asked].filter((seat) => seat !== null) : [];
  const clocks = !clock || (clock.left.length === length && clock.pauses.length === length);
  return votes && clocks && named.every(isSeat);
}

/** @param {import("./protocol.js").View} view @param {(seat: number) => boolean} isSeat */
function areCardsCoherent(view, isSeat) {
  const { may_lay_off, may_take_joker, may_move, may_call } = view;
  const fits = [...may_lay_off, ...may_take_joker, ...may_move, ...may_call];
  const spreads = view.may_knock.flatMap(({ discard, melds }) => [
    ...(discard ? [discard] : []),
    ...melds.flat(),
  ]);
  const cards = [
    ...[view.hand, view.must_keep, view.unmatched, view.pile, view.may_dive].flat(),
    ...view.may_lay_down.flat(),
    ...view.melds.flatMap((meld) => meld.cards),
    ...spreads,
    ...fits.map((fit) => fit.card),
    ...[view.upcard, view.must_lay].flatMap((card) => card ?? []),
  ];
  return (
    [view.dealer, ...view.melds.map((meld) => meld.seat)].every(isSeat) &&
    cards.every(isCard) &&
    new Set(view.hand).size === view.hand.length &&
    fits.every(({ meld }) => meld >= 0 && meld < view.melds.length)
  );
}

/** @param {import("./protocol.js").TileView} view @param {(seat: number) => boolean} isSeat */
function areTilesCoherent(view, isSeat) {
  return (
    view.opened.every(isSeat) &&
    [view.rack, ...view.table].every((tiles) => {
      const each = apart(tiles);
      return each.join("") === tiles && each.every(isTile);
    }) &&
    view.max_jokers >= 1 &&
    view.max_jokers <= 2
  );
}

/**
 * The game messages between a guest and the host, as shared/wire.py has them.
 *
 * A guest says hello first and the host answers welcome or refused. Then every change
 * brings an update with the events (the story) and the whole view (the truth).
 */

import { cardsApart } from "./cards.js";
import { either, flag, int, list, map, maybe, oneOf, or, read, record, some, tagged, text } from "./shape.js";

export const VERSION = 1;
export const MAX_SIZE = 16 * 1024;
export const MAX_NAME = 20;

/** @typedef {string} Card */
/** @typedef {{ type: "draw", source: "stock" | "discard", card?: Card } | { type: "lay_down", cards: Card[] } | { type: "lay_off", card: Card, meld: number, end?: "low" | "high" } | { type: "take_joker", card: Card, meld: number } | { type: "move", card: Card, meld: number } | { type: "call", meld: number, end?: "low" | "high" } | { type: "discard", card: Card } | { type: "pass" } | { type: "knock", discard: Card | null, melds: Card[][] } | { type: "rearrange", table: Card[][] } | { type: "take_back" }} Action */

const card = text(4);
const someCards = list(card);
const melds = list(someCards);
const seat = int;
/** @type {import("./shape.js").Shape<Card[]>} */
const together = (value) =>
  typeof value === "string" ? cardsApart(value) : someCards(value ?? []);
const runEnd = oneOf("low", "high");

const REASONS = /** @type {const} */ ([
  ...["went_out", "exhausted", "stalemate", "gin", "big_gin", "knock", "undercut"],
  ...["tie", "dead", "looped", "pool_out"],
]);
const LATER = /** @type {const} */ ([
  ...["take_joker", "move", "call", "discard", "knock", "big_gin"],
]);
const PHASES = /** @type {const} */ ([
  ...["upcard", "draw", "play", "wall", "layoff", "call", "called", "over"],
]);

const ended = {
  reason: oneOf(...REASONS),
  winner: maybe(seat),
  going_rummy: flag,
  points: list(int),
  hands: list(someCards),
  melds: some(melds),
  deadwood: some(int),
  bonus: or(int, 0),
  doubled: or(flag, false),
  rummy_pays: or(oneOf("double", "flat10"), "double"),
};

const bonus = record({ seat, kind: oneOf("game", "boxes", "shutout"), points: int });

const won = { winners: list(seat), scores: list(int), bonuses: some(bonus) };

/** How a hand ended, as the transcript has it too. */
export const handEnded = record({ type: oneOf("hand_ended"), ...ended });

/** The same of a match. */
export const matchEnded = record({ type: oneOf("match_ended"), ...won });

const eventShape = tagged({
  hand_dealt: { dealer: seat, first: seat },
  drew: {
    seat,
    source: oneOf("stock", "discard"),
    card: maybe(card),
    above: some(card),
  },
  recycled: { cards: int, shuffled: flag, upcard: or(maybe(card), null) },
  laid_down: { seat, cards: someCards, meld: int },
  laid_off: { seat, card, meld: int },
  joker_taken: { seat, card, meld: int, joker: card },
  moved: { seat, card, source: int, meld: int },
  called: { seat, card, meld: int },
  discarded: { seat, card },
  passed: { seat },
  knocked: { seat, discard: maybe(card), melds, unmatched: someCards, deadwood: int },
  rearranged: { seat, tiles: someCards, sets: melds },
  timed_out: { seat },
  taken_back: { seat },
  hand_ended: ended,
  hand_voided: { missing: list(seat) },
  match_ended: won,
});

const result = or(maybe(handEnded), null);
const layOffs = record({ card, meld: int, end: or(maybe(runEnd), null) });
const spread = record({ discard: maybe(card), melds, deadwood: int });

const view = tagged({
  cards: {
    seat: maybe(seat),
    turn: maybe(seat),
    phase: or(oneOf(...PHASES), "draw"),
    dealer: seat,
    hand: together,
    counts: list(int),
    stock: int,
    upcard: maybe(card),
    discards: int,
    recycles_left: or(maybe(int), 0),
    melds: some(record({ seat, cards: someCards })),
    can: some(
      oneOf("draw_stock", "draw_discard", "dive", "pass", "lay_down", "lay_off", ...LATER),
    ),
    may_lay_down: some(someCards),
    may_lay_off: some(layOffs),
    must_keep: some(card),
    knock_limit: or(int, 10),
    deadwood: or(int, 0),
    matched: some(someCards),
    may_knock: some(spread),
    unmatched: some(card),
    result,
    pile: some(card),
    may_dive: some(card),
    must_lay: or(maybe(card), null),
    may_take_joker: some(layOffs),
    may_move: some(layOffs),
    may_call: some(layOffs),
  },
  tiles: {
    seat: maybe(seat),
    turn: maybe(seat),
    counts: list(int),
    pool: int,
    rack: or(text(), ""),
    table: some(text()),
    opened: some(seat),
    needed: or(int, 0),
    can: some(oneOf("rearrange", "draw", "pass")),
    max_jokers: or(int, 2),
    turns_left: or(maybe(int), null),
    result,
  },
});

const seatView = record({
  name: text(),
  kind: oneOf("open", "person", "bot"),
  here: flag,
  substitute: flag,
  ready: flag,
  silent: or(flag, false),
  away: or(maybe(int), null),
  level: or(oneOf("easy", "medium", "hard", "master"), null),
  patience: or(int, 100),
  former: or(text(), ""),
  opens: or(flag, false),
});

const action = tagged({
  draw: { source: oneOf("stock", "discard"), card: or(card, undefined) },
  lay_down: { cards: someCards },
  lay_off: { card, meld: int, end: or(runEnd, undefined) },
  take_joker: { card, meld: int },
  move: { card, meld: int },
  call: { meld: int, end: or(runEnd, undefined) },
  discard: { card },
  pass: {},
  knock: { discard: maybe(card), melds },
  rearrange: { table: melds },
  take_back: {},
});

const why = record({ seat, cards: someCards, reason: text(20) });

const terms = record({
  absent: or(oneOf("wait", "bot", "void"), "bot"),
  absent_after: or(int, 60),
  talk: or(oneOf("off", "phrases", "text"), "phrases"),
  watch: or(flag, true),
  locked: or(flag, false),
  clock: or(text(), "game"),
});

const clock = record({
  control: record({ turn: int, bank: int, increment: int }),
  left: list(int),
  runs: maybe(seat),
  holds: int,
  why: maybe(oneOf("pause", "away")),
  asked: maybe(seat),
  pauses: list(int),
});

const vote = record({
  number: int,
  what: oneOf("undo", "go_on", "void", "end"),
  asker: seat,
  said: list(maybe(flag)),
  voters: list(seat),
  left: int,
  outcome: oneOf("open", "yes", "no", "late", "off"),
});

const table = record({
  game: text(),
  preset: text(),
  phase: oneOf("lobby", "hand", "between", "ended"),
  seats: list(seatView),
  hand: int,
  scores: list(int),
  target: int,
  round: or(int, 0),
  wins: some(int),
  max_hands: or(int, 0),
  lowest_wins: or(flag, false),
  options: or(map(text()), {}),
  terms: or(terms, terms({})),
  clock: or(maybe(clock), null),
  watchers: some(text()),
  vote: or(maybe(vote), null),
});

/** What of an update is checked when a hand is over. */
export const SEEN = record({ seq: int, events: list(eventShape), view: maybe(view) });

const values = or(map(either(text(), int)), {});

const saying = record({ key: text(), values });

const toGuest = tagged({
  welcome: {
    version: int,
    seat: maybe(seat),
    token: text(),
    last_act: int,
    back: or(flag, false),
    rules: some(saying),
    moved: or(flag, false),
  },
  waits: { table: or(maybe(table), null) },
  refused: { code: text(), values },
  update: {
    seq: int,
    last_act: int,
    events: list(eventShape),
    table,
    view: maybe(view),
    whys: some(why),
    take_back: or(oneOf("no", "asking", "freely"), "no"),
  },
  changed: {
    what: oneOf("game", "term", "kicked", "handed_over", "handed_back", "took_over"),
    seat: or(maybe(seat), null),
    name: or(text(), ""),
    value: or(text(), ""),
    rules: some(saying),
  },
  advice: { seq: int, action },
  rejected: { id: int, code: text(), values },
  mix: { table: text(64), deal: int },
  recorded: { first: int, lines: list(text()) },
  relocated: { room: text(16), secret: or(text(16), "") },
  said: {
    seat: or(maybe(seat), null),
    watcher: or(text(), ""),
    phrase: or(text(), ""),
    text: or(text(), ""),
  },
  ping: {},
  pong: {},
  bye: { code: or(text(40), "left"), values, replaced: or(flag, false) },
});

/** @typedef {import("./shape.js").Of<typeof eventShape>} Event */
/** @typedef {Extract<Event, { type: "hand_ended" }>} HandEnded */
/** @typedef {import("./shape.js").Of<typeof view>} AnyView */
/** @typedef {Extract<AnyView, { type: "cards" }>} View */
/** @typedef {Extract<AnyView, { type: "tiles" }>} TileView */
/** @typedef {import("./shape.js").Of<typeof seatView>} SeatView */
/** @typedef {import("./shape.js").Of<typeof table>} TableView */
/** @typedef {import("./shape.js").Of<typeof clock>} ClockView */
/** @typedef {import("./shape.js").Of<typeof spread>} Spread */
/** @typedef {import("./shape.js").Of<typeof toGuest>} ToGuest */
/** @typedef {Extract<ToGuest, { type: "update" }>} Update */
/** @typedef {Extract<ToGuest, { type: "welcome" }>} Welcome */
/** @typedef {Extract<ToGuest, { type: "mix" }>} Mix */
/** @typedef {Extract<ToGuest, { type: "recorded" }>} Recorded */
/** @typedef {Extract<ToGuest, { type: "said" }>} Said */

/**
 * What the host sent.
 * @param {string} json
 * @throws {import("./errors.js").ProtocolError} If it is not one of its messages.
 */
export const decode = (json) => read(toGuest, json, MAX_SIZE);

/**
 * The first message on a fresh channel.
 * @param {string} name @param {string | null} token @param {boolean} mixes it takes part in the joint shuffle
 * @param {boolean} watch it wants no seat
 */
export const hello = (name, token, mixes, watch = false) =>
  JSON.stringify({ type: "hello", version: VERSION, name, token, mixes, watch });

/** @param {number} id @param {number} seq @param {Action} action */
export const act = (id, seq, action) => JSON.stringify({ type: "act", id, seq, action });

/** @param {number} deal @param {string} commitment */
export const commit = (deal, commitment) =>
  JSON.stringify({ type: "commit", deal, commitment });

/** @param {number} deal @param {string} seed */
export const reveal = (deal, seed) => JSON.stringify({ type: "reveal", deal, seed });

/** @param {number} deal @param {"ok" | "partly" | "failed"} finding */
export const audited = (deal, finding) =>
  JSON.stringify({ type: "audited", deal, finding });

/** We have begun to change the table. @param {number} seq */
export const touched = (seq) => JSON.stringify({ type: "touched", seq });

export const PAUSE = JSON.stringify({ type: "pause" });
/** Who watches may see our hands one hand later, or not. @param {boolean} yes */
export const opens = (yes) => JSON.stringify({ type: "opens", yes });

/** Have everybody hear a phrase. @param {string} phrase its code */
export const sayPhrase = (phrase) => JSON.stringify({ type: "say", phrase });

/** Have everybody hear a text. @param {string} text */
export const sayText = (text) => JSON.stringify({ type: "say", text });

/** @param {"undo" | "go_on" | "void" | "end"} what */
export const ask = (what) => JSON.stringify({ type: "ask", what });

/** @param {number} vote @param {boolean} yes */
export const answer = (vote, yes) => JSON.stringify({ type: "answer", vote, yes });

export const HINT = JSON.stringify({ type: "hint" });
export const READY = JSON.stringify({ type: "ready" });
export const PING = JSON.stringify({ type: "ping" });
export const PONG = JSON.stringify({ type: "pong" });

export const BYE = JSON.stringify({ type: "bye", code: "left", values: {} });

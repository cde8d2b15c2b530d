/** What happened, told to one reader: events and changes at the table in, sentences out. */

import { MAX_NAME } from "./protocol.js";
import { closed, hasText, listed, say } from "./words.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").HandEnded} HandEnded */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./protocol.js").SeatView} SeatView */
/** How a card is written: short for the eye, spoken for the ear. @typedef {(card: string) => string} Write */

/** What is left of a name for who does not look closely. @param {string} name */
const lookOf = (name) => name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Names that a sentence would make the reader of. */
const PRONOUNS = new Set(["", "you", "your", "yours", "vous", "votre", "vôtre", "आप", "आपका"].map(lookOf));

/** How one reader speaks of everybody at the table. */
export class People {
  /** @param {readonly Pick<SeatView, "name">[]} seats @param {number | null} me @param {boolean} tiles */
  constructor(seats, me, tiles) {
    const names = seats.map((seat, at) => ownName(seat, at));
    const looks = names.map(lookOf);
    this.names = names.map((name, at) =>
      looks.filter((look) => look === looks[at]).length > 1 || PRONOUNS.has(looks[at])
        ? say("seat.same", { name, number: at + 1 })
        : name,
    );
    this.me = me;
    this.tiles = tiles;
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.me ? say("seat.you") : this.others(seat);
  }

  /** @param {number} seat */
  others(seat) {
    return this.names[seat] ?? say("seat.player", { number: seat + 1 });
  }

  /** A sentence about a seat, which has words of its own for who sits there. @param {string} key @param {number} seat @param {import("./words.js").Values} [values] */
  says(key, seat, values = {}) {
    return say(seat === this.me ? `${key}_you` : key, { name: this.others(seat), ...values });
  }
}

/** The name somebody chose, fit to be shown. @param {Pick<SeatView, "name">} seat @param {number} at */
export function ownName(seat, at) {
  const printable = seat.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  const name = [...printable].slice(0, MAX_NAME).join("");
  return name || say("seat.player", { number: at + 1 });
}

/**
 * The sentences for an event.
 * @param {Event} event @param {People} people @param {Pick<TableView, "hand">} table @param {Write} write
 * @returns {string[]}
 */
export function tell(event, people, table, write) {
  const all = (/** @type {readonly string[]} */ cards) => cards.map(write).join(" ");
  switch (event.type) {
    case "hand_dealt":
      return [say("story.dealt", { hand: table.hand }), dealt(event, people)];
    case "drew":
      return [drew(event, people, write)];
    case "recycled":
      return [recycled(event, write)];
    case "laid_down":
      return [people.says("story.laid", event.seat, { cards: all(event.cards), number: event.meld + 1 })];
    case "laid_off":
      return [people.says("story.off", event.seat, { card: write(event.card), number: event.meld + 1 })];
    case "joker_taken": {
      const { card, joker, meld } = event;
      const values = { card: write(card), joker: write(joker), number: meld + 1 };
      return [people.says("story.joker", event.seat, values)];
    }
    case "moved": {
      const values = { card: write(event.card), source: event.source + 1, number: event.meld + 1 };
      return [people.says("story.moved", event.seat, values)];
    }
    case "called": {
      const values = { card: write(event.card), number: event.meld + 1 };
      return [people.says("story.called", event.seat, values)];
    }
    case "hand_voided": {
      const names = listed(event.missing.map((seat) => people.name(seat)));
      return [names ? say("story.voided", { names }) : say("story.void")];
    }
    case "discarded":
      return [people.says("story.discarded", event.seat, { card: write(event.card) })];
    case "passed":
      return [people.says("story.passed", event.seat)];
    case "knocked":
      return knocked(event, people, write);
    case "rearranged":
      return [
        people.says("story.played", event.seat, { cards: all(event.tiles) }),
        ...event.sets.map((tiles) => say("story.newset", { cards: all(tiles) })),
      ];
    case "taken_back":
      return [people.says("story.took_back", event.seat)];
    case "timed_out":
      return [people.says("story.time", event.seat)];
    case "hand_ended":
      return [closed(handOutcome(event, people))];
    case "match_ended":
      return [matchWon(event, people)];
  }
}

/** @param {Extract<Event, { type: "hand_dealt" }>} event @param {People} people */
function dealt({ dealer, first }, people) {
  const starts = people.says("story.starts", first);
  return people.tiles ? starts : `${people.says("story.deals", dealer)} ${starts}`;
}

/** @param {Extract<Event, { type: "drew" }>} event @param {People} people @param {Write} write */
function drew(event, people, write) {
  const { seat } = event;
  const tile = people.tiles;
  if (event.card === null) {
    return people.says(tile ? "story.drew.tile.hidden" : "story.drew.hidden", seat);
  }
  const card = write(event.card);
  if (event.above.length) {
    return people.says("story.dived", seat, { card, cards: event.above.map(write).join(" ") });
  }
  if (tile) return people.says("story.drew.tile", seat, { card });
  return people.says(event.source === "discard" ? "story.took" : "story.drew", seat, { card });
}

/** @param {Extract<Event, { type: "recycled" }>} event @param {Write} write */
function recycled({ cards, shuffled, upcard }, write) {
  const line = say(shuffled ? "story.recycled.shuffled" : "story.recycled.turned", { count: cards });
  return upcard === null ? line : `${line} ${say("story.recycled.upcard", { card: write(upcard) })}`;
}

/** @param {Extract<Event, { type: "knocked" }>} event @param {People} people @param {Write} write */
function knocked({ seat, discard, melds, unmatched, deadwood }, people, write) {
  const all = (/** @type {readonly string[]} */ cards) => cards.map(write).join(" ");
  const over = { count: unmatched.length, cards: all(unmatched), deadwood };
  return [
    discard === null
      ? people.says("story.biggin", seat)
      : people.says("story.knocked", seat, { card: write(discard) }),
    ...melds.map((meld, at) => say("story.spread", { number: at + 1, cards: all(meld) })),
    ...(unmatched.length ? [say("story.over", over)] : discard === null ? [] : [say("story.gin")]),
  ];
}

/** @param {Extract<Event, { type: "match_ended" }>} event @param {People} people */
function matchWon({ winners, scores }, people) {
  if (!winners.length) return say("story.match.over");
  const count = Math.max(...winners.map((seat) => scores[seat] ?? 0));
  if (winners.length === 1) return people.says("story.match", winners[0], { count });
  const names = listed(winners.map((seat) => people.name(seat)));
  return say("story.match.shared", { names, count });
}

/** How a hand ended. @param {HandEnded} result @param {People} people */
export function handOutcome(result, people) {
  if (result.winner !== null) {
    const key = hasText(`end.${result.reason}`) ? result.reason : "exhausted";
    return people.says(`end.${key}`, result.winner);
  }
  const why = say(hasText(`why.${result.reason}`) ? `why.${result.reason}` : "why.other");
  const shared = result.points.some((points) => points !== 0);
  return say(shared ? "end.shared" : "end.nobody", { why });
}

/** What else counted. @param {HandEnded} result */
export function remarks(result) {
  return [
    ...(result.going_rummy ? [say(`end.rummy.${result.rummy_pays}`)] : []),
    ...(result.bonus ? [say("end.bonus", { count: result.bonus })] : []),
    ...(result.doubled ? [say("end.doubled")] : []),
  ];
}

/** @param {readonly number[]} winners @param {People} people */
export function matchOutcome(winners, people) {
  if (winners.length === 1) return people.says("end.match", winners[0]);
  const names = listed(winners.map((seat) => people.name(seat)));
  return say("end.match.shared", { names });
}

/** What wins the match. @param {TableView} table */
export function aim(table) {
  const hands = table.max_hands || table.round;
  if (table.round) return say("end.aim.wins", { count: hands });
  if (hands) return say(table.lowest_wins ? "end.aim.hands.low" : "end.aim.hands", { count: hands });
  return say(table.lowest_wins ? "end.aim.low" : "end.aim.target", { count: table.target });
}

/**
 * Who came, went, vanished, came back or got ready.
 * @param {TableView} old @param {TableView} now @param {People} people
 */
export function changes(old, now, people) {
  const ended = old.phase === "between" || old.phase === "ended"; // a void hand is none
  const reset = ended && now.phase === "between" && now.hand === 0 && old.hand > 0;
  const lines = now.seats.map((seat, at) =>
    at === people.me ? "" : change(at, old.seats[at], seat, people, now),
  );
  return [...(reset ? [say("story.reset")] : []), ...lines.filter(Boolean)];
}

/**
 * @param {number} at @param {SeatView} was @param {SeatView} now @param {People} people
 * @param {TableView} table
 */
function change(at, was, now, people, table) {
  const name = people.others(at);
  if (was.kind !== now.kind && (now.here || now.kind !== "person")) {
    const number = at + 1;
    const left = ownName(was, at);
    if (now.kind === "open") return say("story.left", { name: left, number });
    if (now.kind === "person") return say("story.sat", { name, number });
    const replaced = was.kind === "person";
    return replaced ? say("story.replaced", { left, name, number }) : say("story.bot", { name, number });
  }
  if (now.kind !== "person") return "";
  if (was.here && !now.here) return `${say("story.away", { name })} ${absence(table)}`.trim();
  if (now.here && !was.here) return say("story.back", { name });
  if (now.silent && !was.silent) return say("story.silent", { name });
  if (was.silent && !now.silent) return say("story.answers", { name });
  if (now.substitute && !was.substitute) return say("story.substitute", { name });
  if (!now.substitute && milestone(now.away ?? 0) > milestone(was.away ?? 0)) {
    return say("story.missing", { name, time: lasting(now.away ?? 0) });
  }
  const between = table.phase === "between" || table.phase === "ended";
  return between && now.ready && !was.ready ? say("story.isready", { name }) : "";
}

/** The last number of seconds worth telling: 15, 30, then each minute. @param {number} seconds */
function milestone(seconds) {
  if (seconds >= 60) return seconds - (seconds % 60);
  return seconds < 45 ? seconds - (seconds % 15) : 30;
}

/** What happens when somebody is missed; nothing before the match. @param {TableView} table */
function absence({ phase, terms }) {
  if (phase === "lobby") return "";
  if (terms.absent === "wait") return say("story.absence.wait");
  const bot = terms.absent === "bot";
  const time = lasting(terms.absent_after);
  if (!terms.absent_after) return say(bot ? "story.absence.bot" : "story.absence.void");
  return say(bot ? "story.absence.bot.after" : "story.absence.void.after", { time });
}

/** How long that is, in words; from a minute on without the seconds. @param {number} seconds */
const lasting = (seconds) =>
  seconds < 60
    ? say("time.seconds", { count: seconds })
    : say("time.minutes", { count: Math.floor(seconds / 60) });

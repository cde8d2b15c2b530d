/** What happened, told to one reader: events and changes at the table in, sentences out. */

import { hasText, listed, say, sentence } from "./words.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").HandEnded} HandEnded */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./protocol.js").SeatView} SeatView */
/** How a card is written: short for the eye, spoken for the ear. @typedef {(card: string) => string} Write */

const MAX_NAME = 20;

/** How one reader speaks of everybody at the table. */
export class People {
  /** @param {readonly SeatView[]} seats @param {number | null} me @param {boolean} tiles */
  constructor(seats, me, tiles) {
    const names = seats.map((seat, at) => ownName(seat, at));
    const looks = names.map((name) => name.normalize("NFKD").toLowerCase());
    this.names = names.map((name, at) =>
      looks.filter((look) => look === looks[at]).length > 1
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

  /** A sentence about a seat. @param {string} key @param {number} seat @param {import("./words.js").Values} [values] */
  says(key, seat, values = {}) {
    const mine = `${key}_you`;
    const own = seat === this.me && hasText(mine);
    return say(own ? mine : key, { name: this.others(seat), ...values });
  }
}

/** The name somebody chose, fit to be shown. @param {SeatView} seat @param {number} at */
export function ownName(seat, at) {
  const printable = seat.name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  const name = [...printable].slice(0, MAX_NAME).join("");
  return name || say("seat.player", { number: at + 1 });
}

/**
 * The sentences for an event.
 * @param {Event} event @param {People} people @param {TableView} table @param {Write} write
 * @returns {string[]}
 */
export function tell(event, people, table, write) {
  const all = (/** @type {readonly string[]} */ cards) => cards.map(write).join(" ");
  switch (event.type) {
    case "hand_dealt":
      return [people.says("story.dealt", event.first, { hand: table.hand })];
    case "drew":
      return [drew(event, people, write)];
    case "recycled":
      return [say("story.recycled", { count: event.cards })];
    case "laid_down":
      return [people.says("story.laid", event.seat, { cards: all(event.cards) })];
    case "laid_off":
      return [people.says("story.off", event.seat, { card: write(event.card), number: event.meld + 1 })];
    case "joker_taken": {
      const { card, joker, meld } = event;
      const values = { card: write(card), joker: write(joker), number: meld + 1 };
      return [people.says("story.joker", event.seat, values)];
    }
    case "moved": {
      const values = { card: write(event.card), number: event.meld + 1 };
      return [people.says("story.moved", event.seat, values)];
    }
    case "called": {
      const values = { card: write(event.card), number: event.meld + 1 };
      return [people.says("story.called", event.seat, values)];
    }
    case "hand_voided": {
      const names = listed(event.missing.map((seat) => people.name(seat)));
      return [say("story.voided", { names })];
    }
    case "discarded":
      return [people.says("story.discarded", event.seat, { card: write(event.card) })];
    case "passed":
      return [people.says("story.passed", event.seat)];
    case "knocked": {
      const key = event.discard === null ? "biggin" : event.deadwood ? "knocked" : "gin";
      return [people.says(`story.${key}`, event.seat, { count: event.deadwood })];
    }
    case "rearranged":
      return [people.says("story.played", event.seat, { cards: all(event.tiles) })];
    case "taken_back":
      return [people.says("story.took_back", event.seat)];
    case "timed_out":
      return [people.says("story.time", event.seat)];
    case "hand_ended":
      return [`${outcome(event, people)}.`];
    case "match_ended":
      return [`${matchOutcome(event.winners, people)}.`];
  }
}

/** @param {Extract<Event, { type: "drew" }>} event @param {People} people @param {Write} write */
function drew(event, people, write) {
  const card = event.card === null ? "" : write(event.card);
  if (event.above.length) {
    const cards = event.above.map(write).join(" ");
    return people.says("story.dived", event.seat, { card, cards });
  }
  if (event.source === "discard") return people.says("story.took", event.seat, { card });
  return people.says(people.tiles ? "story.drew_tile" : "story.drew", event.seat, { card });
}

/** How a hand ended. @param {HandEnded} result @param {People} people */
export function outcome(result, people) {
  if (result.winner !== null) {
    const key = hasText(`end.${result.reason}`) ? result.reason : "exhausted";
    return people.says(`end.${key}`, result.winner);
  }
  const why = say(hasText(`why.${result.reason}`) ? `why.${result.reason}` : "why.other");
  const shared = result.points.some((points) => points !== 0);
  return shared ? say("end.shared", { why: sentence(why) }) : say("end.nobody", { why });
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
  if (hands) return say("end.aim.hands", { count: hands });
  return say(table.lowest_wins ? "end.aim.low" : "end.aim.target", { count: table.target });
}

/**
 * Who came, went, vanished, came back or got ready.
 * @param {TableView} old @param {TableView} now @param {People} people
 */
export function changes(old, now, people) {
  const reset = now.phase === "between" && now.hand === 0 && old.hand > 0;
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
  if (was.kind !== now.kind) {
    if (now.kind === "open") return say("story.left", { name: ownName(was, at) });
    return say(now.kind === "bot" ? "story.bot" : "story.sat", { name });
  }
  if (now.kind !== "person") return "";
  if (was.here && !now.here) return say("story.away", { name });
  if (now.here && !was.here) return say("story.back", { name });
  if (now.substitute && !was.substitute) return say("story.substitute", { name });
  const between = table.phase === "between" || table.phase === "ended";
  return between && now.ready && !was.ready ? say("story.isready", { name }) : "";
}

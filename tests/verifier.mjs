// A second verifier of transcripts, written from shared/TRANSCRIPT.md alone.
//
//     node tests/verifier.mjs FILE
//
// It checks the chain, the seeds, every deck and where every card comes from and goes to;
// of the rules it knows no more than that takes. Exit code 0: all holds; 1: the first
// line that does not, and why.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const MISSING = ["declined", "absent", "silent", "wrong", "twice"];
const HOST = 255;

class Wrong extends Error {}

function check(holds, why) {
  if (!holds) throw new Wrong(why);
}

// Bytes

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const u8 = (n) => Buffer.from([n]);
const u32 = (n) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const packed = (bytes) => bytes.toString("base64url");

function unpacked(text) {
  const bytes = Buffer.from(text, "base64url");
  check(bytes.length === 32 && packed(bytes) === text, "not 32 bytes in base64url");
  return bytes;
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((k) => `${JSON.stringify(k)}:${canonical(value[k])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

// Chance

export const promise = (table, deal, seat, seed) =>
  sha256("rummy-commit-v1\0", `${table}/${deal}`, "\0", u8(seat), seed);

export const rootOf = (table, deal, seeds) =>
  sha256("rummy-root-v1\0", table, "\0", u32(deal), u8(seeds.length), ...seeds);

function stream(root) {
  let block = 0;
  let words = [];
  return (n) => {
    const end = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      if (!words.length) {
        const bytes = sha256(root, u32(block++));
        for (let i = 0; i < 32; i += 4) words.push(bytes.readUInt32BE(i));
      }
      const word = words.shift();
      if (word < end) return word % n;
    }
  };
}

export function shuffle(n, root) {
  const order = Array.from({ length: n }, (_, i) => i);
  const below = stream(root);
  for (let last = n - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

export function reshuffled(pile, deck, times) {
  const root = sha256("rummy-reshuffle-v1\0", u32(times), Buffer.from(deck));
  return shuffle(pile.length, root).map((place) => pile[place]);
}

export const firstDealer = (root, seats) => stream(sha256("rummy-dealer-v1\0", root))(seats);

// Cards: all jokers are alike here, and so are the twins among tiles.

function cardNames(decks, jokers) {
  const names = [];
  for (let deck = 0; deck < decks; deck++) {
    for (const suit of "SHDC") {
      for (const rank of "A23456789TJQK") names.push(rank + suit + "'".repeat(deck));
    }
  }
  return names.concat(Array(jokers).fill("J"));
}

function tileNames() {
  const kinds = [];
  for (const colour of "rbko") {
    for (let number = 1; number <= 13; number++) kinds.push(`${number}${colour}`);
  }
  kinds.push("J");
  return kinds.concat(kinds);
}

const alike = (card) => (card.startsWith("J'") ? "J" : card);

function take(from, card, whose) {
  const place = from.indexOf(alike(card));
  check(place >= 0, `${card} is not ${whose}`);
  return from.splice(place, 1)[0];
}

const same = (one, two) =>
  canonical([...one].map(alike).sort()) === canonical([...two].map(alike).sort());

// Hands

class Hand {
  constructor(opening, dealer, deck) {
    const { game, options, seats } = opening;
    const decks = Number(options.decks ?? 1);
    this.options = options;
    this.names = game === "rummikub" ? tileNames() : cardNames(decks, Number(options.jokers ?? 0));
    this.deck = deck;
    this.left = [...deck];
    this.pile = [];
    this.recycles = 0;
    this.melds = [];
    this.past = [];
    const size = { gin: () => 10, rummikub: () => 14, basic: () => sizeOf(options, seats) }[game]();
    this.hands = Array.from({ length: seats }, () => []);
    for (let i = 0; i < size * seats; i++) {
      this.hands[(dealer + 1 + i) % seats].push(this.names[this.left.shift()]);
    }
    if (game !== "rummikub") this.pile.push(this.left.shift());
  }

  hold(seat, number) {
    this.hands[seat].push(this.names[number]);
  }

  act(seat, words) {
    const hand = this.hands[seat];
    const [word, card, ...more] = words;
    const { left, pile, melds, hands, recycles } = this;
    const was = structuredClone({ left, pile, melds, hands });
    this.does(seat, hand, words);
    const seen = word === "draw" || word === "knock" || recycles !== this.recycles;
    if (seen) this.past = [];
    else if (word !== "back") this.past.push({ seat, word, was });
  }

  does(seat, hand, words) {
    const [word, card, ...more] = words;
    switch (word) {
      case "back": {
        const last = this.past.pop();
        check(last?.seat === seat, "there is nothing to take back");
        const free = ["meld", "lay", "joker", "move"].includes(last.word);
        check(free || card === "agreed", "others had to agree");
        Object.assign(this, last.was);
        break;
      }
      case "draw":
        if (!this.left.length) this.recycle();
        if (this.left.length) this.hold(seat, this.left.shift());
        else this.mustEnd = true;
        break;
      case "take": {
        check(this.pile.length, "there is no upcard");
        const place = card ? this.pile.map((n) => this.names[n]).indexOf(alike(card)) : this.pile.length - 1;
        check(place >= 0, `${card} is not in the discard pile`);
        for (const number of this.pile.splice(place)) this.hold(seat, number);
        break;
      }
      case "meld":
        this.melds.push([card, ...more].map((one) => take(hand, one, "in the hand")));
        break;
      case "lay":
        this.meld(more[0]).push(take(hand, card, "in the hand"));
        break;
      case "joker":
        this.meld(more[0]).push(take(hand, card, "in the hand"));
        hand.push(take(this.meld(more[0]), "J", "in the meld"));
        break;
      case "move": {
        const from = this.melds.find((meld) => meld.includes(alike(card)));
        check(from, `${card} is in no meld`);
        this.meld(more[0]).push(take(from, card, "in the meld"));
        break;
      }
      case "call":
        check(this.pile.length, "nothing was discarded");
        this.meld(card).push(this.names[this.pile.pop()]);
        break;
      case "discard":
        this.pile.push(this.number(take(hand, card, "in the hand")));
        if (this.options.exhaust === "end_of_turn" && !this.left.length) this.recycle();
        break;
      case "knock":
        if (card !== "-") this.pile.push(this.number(take(hand, card, "in the hand")));
        for (const meld of more) {
          this.melds.push(meld.split("+").map((one) => take(hand, one, "in the hand")));
        }
        break;
      case "table": {
        const was = this.melds.flat();
        this.melds = words.slice(1).map((set) => set.match(/[0-9]+[a-z]|J/g));
        const now = this.melds.flat();
        for (const tile of was) take(now, tile, "on the table any more");
        for (const tile of now) take(hand, tile, "on the rack");
        break;
      }
      case "pass":
        break;
      default:
        throw new Wrong(`${word} is no action`);
    }
  }

  meld(number) {
    check(this.melds[number], "there is no such meld");
    return this.melds[number];
  }

  number(name) {
    return this.names.indexOf(name);
  }

  recycle() {
    const { max_recycles: most, recycle_top: top, recycle_order: order } = this.options;
    const most_ = most === "unlimited" ? Infinity : Number(most ?? 0);
    if (this.recycles >= most_ || this.pile.length <= (top === "include" ? 0 : 1)) return;
    this.recycles += 1;
    const kept = top === "keep" ? [this.pile.pop()] : [];
    const drawn = order === "shuffle" ? reshuffled(this.pile, this.deck, this.recycles) : this.pile;
    this.pile = top === "turn_up" ? [drawn.shift()] : kept;
    this.left = drawn;
  }

  ended(result) {
    const shown = [...result.hands, ...(result.melds ?? []).flat()].flat();
    const knocked = result.melds !== undefined ? this.melds.flat() : [];
    check(same(shown, [...this.hands.flat(), ...knocked]), "the cards shown at the end are others");
    if (result.melds === undefined) {
      this.hands.forEach((hand, seat) =>
        check(same(hand, result.hands[seat]), `seat ${seat + 1} held other cards`),
      );
    }
  }
}

function sizeOf(options, seats) {
  const sizes = options.hand_size.split(",").map(Number);
  const least = Number(options.players.split(",")[0]);
  return sizes[Math.min(seats - least, sizes.length - 1)];
}

// Lines

class Verifier {
  constructor() {
    this.head = "";
    this.number = 0;
    this.sealed = false;
    this.hand = null;
    this.deals = -1;
  }

  line(text) {
    check(!this.sealed, "there are lines behind the last one");
    const line = JSON.parse(text);
    check(canonical(line) === text, "this line is not in its canonical form");
    const [kind, prev, ...rest] = line;
    check(prev === this.head, "this line does not carry the hash of the line before");
    check((kind === "match") === (this.number === 0), "the rules stand on the first line");
    check(typeof this[kind] === "function" && KINDS.includes(kind), "there is no such line");
    this[kind](...rest);
    this.head = packed(sha256(text));
    this.number += 1;
  }

  match(opening) {
    check(opening.version === 1, "this is another version");
    this.opening = opening;
    this.scores = Array(opening.seats).fill(0);
  }

  commit(fact) {
    check(!this.hand, "a hand is being played");
    check(fact.deal > this.deals, "this deal has been before");
    this.deals = fact.deal;
    this.promised = fact;
  }

  void(fact) {
    check(this.promised?.deal === fact.deal, "nothing of this deal was promised");
    this.promised = null;
  }

  deal(fact) {
    const { promised, opening } = this;
    check(promised?.deal === fact.deal, "nothing of this deal was promised");
    check(fact.seats.length === opening.seats, "a seat is missing");
    fact.seats.forEach((seed, seat) => this.seed(fact.deal, seat, seed, promised.seats[seat]));
    this.dealt = { ...fact, host: promised.host, moves: [] };
    this.hand = true;
    this.promised = null;
  }

  seed(deal, seat, seed, commitment) {
    if (MISSING.includes(seed) || MISSING.includes(commitment)) {
      check(seed === commitment, "a seed without a commitment, or none with one");
    } else {
      const made = promise(this.opening.table, deal, seat, unpacked(seed));
      check(packed(made) === commitment, "a seed is not the one that was committed to");
    }
  }

  do(seat, at, action) {
    check(this.hand, "no hand is being played");
    check(at >= (this.at ?? 0), "this was before what stands on the line before");
    this.at = at;
    this.dealt.moves.push([this.number + 1, seat, action.split(" ")]);
  }

  time(seat, at, actions) {
    check(Array.isArray(actions), "what was done in its place is missing");
    for (const action of actions) this.do(seat, at, action);
    if (this.dealt.moves.length) this.dealt.moves.at(-1)[3] = true;
  }

  play(seed) {
    const { opening, dealt } = this;
    this.seed(dealt.deal, HOST, seed, dealt.host);
    const seeds = dealt.seats.filter((one) => !MISSING.includes(one));
    const root = rootOf(opening.table, dealt.deal, [...seeds, seed].map(unpacked));
    if (opening.dealer === null && dealt.hand === 1 && !this.dealtBefore) {
      check(firstDealer(root, opening.seats) === dealt.dealer, "another seat deals");
    }
    this.dealtBefore = true;
    const cards = opening.game === "basic"
      ? 52 * Number(opening.options.decks) + Number(opening.options.jokers)
      : { gin: 52, rummikub: 106 }[opening.game];
    const hand = new Hand(opening, dealt.dealer, shuffle(cards, root));
    for (const [number, seat, words, isLate] of dealt.moves) {
      this.blamed = number;
      check(!hand.mustEnd, "the hand should be over");
      check(hand.hands[seat], "there is no such seat");
      hand.act(seat, words);
      if (isLate) hand.past = [];
    }
    this.blamed = undefined;
    this.hand = null;
    return hand;
  }

  end(fact) {
    check(this.hand && fact.deal === this.dealt.deal, "no such hand is being played");
    this.play(fact.seed).ended(fact.result);
    this.scores = this.scores.map((score, seat) => score + fact.result.points[seat]);
    check(canonical(this.scores) === canonical(fact.scores), "these are not the scores");
  }

  over(fact) {
    const bonus = (seat) =>
      fact.bonuses.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.points, 0);
    const scores = this.scores.map((score, seat) => score + bonus(seat));
    check(canonical(scores) === canonical(fact.scores), "these are not the scores");
  }

  audit(fact) {
    check(!this.hand && fact.deal === this.dealt?.deal, "this hand was not played");
  }

  reset() {
    check(!this.hand, "a hand is being played");
    this.scores = this.scores.map(() => 0);
  }

  cut(fact) {
    check(this.hand && fact.deal === this.dealt.deal, "no such hand is being played");
    this.play(fact.seed);
  }

  seal(lines) {
    check(lines === this.number, `${lines} lines should stand before this one`);
    this.sealed = true;
  }
}

const KINDS = ["match", "commit", "void", "deal", "do", "time", "end", "over", "audit", "reset", "cut", "seal"];

export function verify(data) {
  const verifier = new Verifier();
  const lines = data.split("\n");
  const rest = lines.pop();
  try {
    lines.forEach((text) => verifier.line(text));
    check(rest === "", "this line has no end");
    check(verifier.sealed, "the file ends before its last line");
  } catch (error) {
    return `line ${verifier.blamed ?? verifier.number + 1}: ${error.message}`;
  }
  return "";
}

if (process.argv[2]) {
  const data = readFileSync(process.argv[2]);
  const text = data.toString("utf8");
  const wrong = Buffer.from(text, "utf8").equals(data) ? verify(text) : "line 1: this is not text";
  console.log(wrong || "ok");
  process.exitCode = wrong ? 1 : 0;
}

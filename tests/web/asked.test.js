/** What all are asked, clocks and advice, as a player is told of them. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { adviceText, advisedCards } from "../../peer/web/advice.js";
import { mayAnswer, mayAsk, news, question } from "../../peer/web/asked.js";
import { low, mayPause, pauses, stamp, standstill } from "../../peer/web/clocks.js";
import { Ending } from "../../peer/web/ending.js";
import { reason } from "../../peer/web/hand_end.js";
import { People } from "../../peer/web/story.js";
import { speak } from "../../peer/web/words.js";
import { catalogue } from "./house.js";

const seats = ["Ann", "Ben", "Cleo"].map((name) => ({ name }));
const people = new People(seats, 1, false);

/** @param {object} [more] @returns {any} */
const vote = (more) => ({
  ...{ number: 1, what: "void", asker: 0, said: [true, null, null], voters: [0, 1, 2] },
  ...{ left: 20, outcome: "open", ...more },
});

/** @param {object} [more] @returns {any} */
const clock = (more) => ({
  ...{ control: { turn: 40, bank: 0, increment: 0 }, left: [40_000, 35_000, 40_000], runs: 1 },
  ...{ holds: 0, why: null, asked: null, pauses: [3, 2, 3], ...more },
});

afterEach(() => speak("en", catalogue("en")));

test("what is asked, answered and decided is told once", () => {
  const asked = vote();
  const asks = "Ann asks to declare this hand void: nobody scores, and it is dealt anew.";
  assert.equal(question(asked, people), asks);
  assert.deepEqual(news(null, asked, people), [asks]);
  assert.deepEqual(news(asked, vote({ left: 19 }), people), []);
  const answered = vote({ said: [true, true, false], outcome: "no" });
  assert.deepEqual(news(asked, answered, people), [
    "You agree.",
    "Cleo does not agree.",
    "Not enough agree: nothing changes.",
  ]);
  assert.deepEqual(news(answered, answered, people), []);
  const next = vote({ number: 2, what: "undo", asker: 1, said: [null, true, null] });
  assert.deepEqual(news(answered, next, people), ["You ask everybody to let you take back what you did last."]);
  const yes = vote({ number: 2, what: "undo", asker: 1, said: [true, true, true], outcome: "yes" });
  assert.deepEqual(news(next, yes, people).at(-1), "All agree: it is taken back.");
});

test("who is asked answers once, while it is asked", () => {
  assert.equal(mayAnswer(vote(), 1), true);
  assert.equal(mayAnswer(vote(), 0), false);
  assert.equal(mayAnswer(vote(), null), false);
  assert.equal(mayAnswer(vote({ voters: [0, 2] }), 1), false);
  assert.equal(mayAnswer(vote({ outcome: "late" }), 1), false);
});

test("what can be asked depends on the table", () => {
  const here = { kind: "person", here: true, substitute: false };
  /** @param {object} [more] @returns {any} */
  const table = (more) => ({ vote: null, phase: "hand", seats: [here, here], ...more });
  assert.deepEqual(mayAsk(table(), "no", 1), ["void", "end"]);
  assert.deepEqual(mayAsk(table(), "asking", 1), ["undo", "void", "end"]);
  assert.deepEqual(mayAsk(table(), "freely", 1), ["void", "end"]);
  const missed = table({ seats: [{ ...here, here: false }, here] });
  assert.deepEqual(mayAsk(missed, "no", 1), ["go_on", "void", "end"]);
  assert.deepEqual(mayAsk(table({ phase: "between" }), "no", 1), ["end"]);
  assert.deepEqual(mayAsk(table({ phase: "lobby" }), "no", 1), []);
  assert.deepEqual(mayAsk(table({ vote: vote() }), "asking", 1), []);
  assert.deepEqual(mayAsk(table(), "asking", null), []);
});

test("a time is written like that of a clock", () => {
  const times = [0, 1, 1_000, 41_001, 60_000, 725_000, 3_725_000];
  assert.deepEqual(times.map(stamp), ["0:00", "0:01", "0:01", "0:42", "1:00", "12:05", "1:02:05"]);
});

test("thirty and ten seconds are worth a word, once", () => {
  assert.equal(low(31_000, 30_000), 30);
  assert.equal(low(30_000, 29_000), undefined);
  assert.equal(low(10_400, 9_400), 10);
  assert.equal(low(31_000, 9_000), 10);
  assert.equal(low(9_000, 40_000), undefined);
});

test("why the clock stands is said, and for how long", () => {
  assert.equal(standstill(clock(), 0, people), "");
  const paused = clock({ holds: 60_000, why: "pause", asked: 0 });
  assert.equal(standstill(paused, 18_500, people), "The clock stands: 0:42");
  assert.equal(standstill(paused, 60_000, people), "");
  const away = clock({ holds: 20_000, why: "away", runs: 2 });
  assert.equal(standstill(away, 0, people), "The clock of Cleo stands, because the connection is lost: 0:20");
  assert.deepEqual(pauses(clock(), paused, people), ["Ann has asked for a minute: the clock stands."]);
  assert.deepEqual(pauses(paused, paused, people), []);
  assert.deepEqual(pauses(paused, clock(), people), ["The clock goes on."]);
  assert.deepEqual(pauses(paused, null, people), []);
});

test("a minute can be asked for while some are left and the clock runs", () => {
  assert.equal(mayPause(clock(), 0, 1), true);
  assert.equal(mayPause(clock({ pauses: [3, 0, 3] }), 0, 1), false);
  assert.equal(mayPause(clock({ runs: null }), 0, 1), false);
  assert.equal(mayPause(clock({ holds: 60_000, why: "pause", asked: 0 }), 5_000, 1), false);
  assert.equal(mayPause(clock({ holds: 60_000, why: "pause", asked: 0 }), 60_000, 1), true);
  assert.equal(mayPause(clock(), 0, null), false);
  assert.equal(mayPause(null, 0, 1), false);
});

test("advice has the words of the button for it, and the cards it is about", () => {
  const view = /** @type {any} */ ({ type: "cards", upcard: "9C", may_knock: [{ discard: "KD", melds: [], deadwood: 4 }] });
  /** @type {[any, string, string[]][]} */
  const cases = [
    [{ type: "draw", source: "stock" }, "Draw", []],
    [{ type: "draw", source: "discard" }, "Take 9♣", []],
    [{ type: "draw", source: "discard", card: "7H" }, "Take 7♥ and all above", []],
    [{ type: "lay_down", cards: ["7H", "7S", "7D"] }, "Lay down 7♥ 7♠ 7♦", ["7H", "7S", "7D"]],
    [{ type: "lay_off", card: "7H", meld: 1, end: "low" }, "Lay 7♥ low on meld 2", ["7H"]],
    [{ type: "take_joker", card: "7H", meld: 1 }, "Swap 7♥ for the joker of meld 2", ["7H"]],
    [{ type: "move", card: "7H", meld: 1 }, "Move 7♥ to meld 2", []],
    [{ type: "call", meld: 0 }, "Rummy! Lay 9♣ on meld 1", []],
    [{ type: "discard", card: "QS" }, "Discard Q♠", ["QS"]],
    [{ type: "knock", discard: "KD", melds: [] }, "Knock with 4, discard K♦", ["KD"]],
    [{ type: "knock", discard: null, melds: [] }, "Big gin!", []],
    [{ type: "pass" }, "Pass", []],
  ];
  for (const [action, words, cards] of cases) {
    assert.equal(adviceText(action, view), words);
    assert.deepEqual(advisedCards(action, view), cards);
  }
});

test("advice about tiles names those of the rack and the sets that are new", () => {
  const view = /** @type {any} */ ({ type: "tiles", table: ["7r7k7o", "1b2b3b"] });
  const fresh = /** @type {any} */ ({ type: "rearrange", table: [["7r", "7k", "7o"], ["1b", "2b", "3b"], ["9r", "10r", "J"]] });
  assert.deepEqual(advisedCards(fresh, view), ["9r", "10r", "J"]);
  assert.equal(adviceText(fresh, view), "Lay down 9r 10r ★");
  const longer = /** @type {any} */ ({ type: "rearrange", table: [["7r", "7k", "7o"], ["1b", "2b", "3b", "4b"]] });
  assert.deepEqual(advisedCards(longer, view), ["4b"]);
  assert.equal(adviceText(longer, view), "play 4b, so that the table has 1b 2b 3b 4b");
});

test("why computer players did something is told in the reader's language", () => {
  const out = /** @type {any} */ ({ seat: 0, cards: ["KS"], reason: "out" });
  const held = /** @type {any} */ ({ seat: 0, cards: [], reason: "held_back" });
  assert.equal(reason(out, people), "Ann, K♠: it was the last card.");
  assert.equal(reason(held, people), "Ann: all melds were held back, to be laid down at once.");
  speak("fr", catalogue("fr"));
  assert.equal(reason(out, people), "Ann, K♠\u00a0: c’était la dernière carte.");
  speak("hi", catalogue("hi"));
  assert.equal(reason(out, people), "Ann, K♠: यह आख़िरी पत्ता था।");
});

test("the end of a hand is kept until the next is dealt", () => {
  const ending = new Ending();
  const ended = { type: "hand_ended", winner: 0 };
  const whys = [{ seat: 0, cards: [], reason: "out" }];
  ending.update(/** @type {any} */ ({ events: [ended], view: null, whys }));
  ending.update(/** @type {any} */ ({ events: [], view: null, whys: [] }));
  assert.deepEqual([ending.result, ending.whys], [ended, whys]);
  ending.update(/** @type {any} */ ({ events: [{ type: "hand_dealt" }], view: null, whys: [] }));
  assert.deepEqual([ending.result, ending.whys], [null, []]);
});

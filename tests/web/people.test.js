/** What people say, who is not heard, what the host changes, and a table that moves. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { tellChange } from "../../peer/web/changes.js";
import { isRoom } from "../../peer/web/code.js";
import { ProtocolError } from "../../peer/web/errors.js";
import { Guest } from "../../peer/web/guest.js";
import { Mutes } from "../../peer/web/mutes.js";
import { decode } from "../../peer/web/protocol.js";
import { People } from "../../peer/web/story.js";
import { MAX_TEXT, PHRASES, REACTIONS, heard, spokenText, words } from "../../peer/web/talk.js";
import { speak } from "../../peer/web/words.js";
import { catalogue, vectors } from "./house.js";

const samples = vectors("wire_samples.json").to_guest;

/** What arrives of a message. @param {object} message */
const arrived = (message) => /** @type {any} */ (decode(JSON.stringify(message)));

/** @param {object} said */
const said = (said) => arrived({ type: "said", ...said });

afterEach(() => speak("en", catalogue("en")));

test("every phrase is heard in the reader's language", () => {
  const people = new People([{ name: "Ann" }, { name: "Bob" }], 0, false);
  for (const phrase of [...PHRASES, ...REACTIONS]) assert.ok(words(said({ seat: 1, phrase })));
  assert.equal(heard(said({ seat: 1, phrase: "thanks" }), people), "Bob: Thank you!");
  speak("fr", catalogue("fr"));
  assert.equal(heard(said({ watcher: "Zed", phrase: "thanks" }), people), "Zed, qui regarde\u00a0: Merci\u00a0!");
  speak("hi", catalogue("hi"));
  assert.equal(heard(said({ seat: 1, phrase: "thanks" }), people), "Bob: धन्यवाद!");
});

test("a phrase that this page does not know is not heard", () => {
  assert.equal(words(said({ seat: 1, phrase: "sing_along" })), "");
});

test("a text is one line of nothing but letters", () => {
  for (const [text, spoken] of [
    ["  good\n\tgame  ", "good game"],
    ["a\u001b[31mb\u0000", "a[31mb"],
    ["left\u202eright", "leftright"],
    [`e${"\u0301".repeat(9)}`, `e${"\u0301".repeat(4)}`],
    ["<b>बढ़िया</b>", "<b>बढ़िया</b>"],
  ]) {
    assert.equal(spokenText(text), spoken);
  }
  assert.equal([...words(said({ seat: 1, text: "🃏".repeat(300) }))].length, MAX_TEXT);
});

/** @param {string[]} names a free seat has none @param {string[]} [watchers] */
const table = (names, watchers = []) => ({
  seats: names.map((name) => ({ name, kind: name ? "person" : "open" })),
  watchers,
});

test("a mute follows the person", () => {
  const mutes = new Mutes();
  mutes.seen(table(["Ann", "Bob"], ["Zed"]));
  mutes.mute(1, true);
  mutes.mute("Zed", true);
  assert.deepEqual([0, 1, "Zed"].map((who) => mutes.cover(who)), [false, true, true]);
  mutes.seen(table(["Ann", "Robert"]));
  assert.ok(mutes.cover(1), "another name in the same seat");
  mutes.seen(table(["Ann", ""]));
  mutes.seen(table(["Ann", "Cleo"]));
  assert.ok(!mutes.cover(1), "somebody else in that seat");
  mutes.seen(table(["Zed", "Robert"]));
  assert.ok(mutes.cover(0) && mutes.cover(1), "other seats, same names");
  mutes.mute(0, false);
  assert.ok(!mutes.cover(0) && !mutes.cover("Zed"));
  assert.deepEqual(mutes.gone, ["Bob"]);
});

test("a mute holds over a reload, and what was kept may be anything", () => {
  const mutes = new Mutes();
  mutes.seen(table(["Ann", "Bob"]));
  mutes.mute(1, true);
  const again = new Mutes(mutes.text);
  again.seen(table(["Ann", "Bob"]));
  assert.ok(again.cover(1));
  for (const kept of ["", "7", "{", '{"seats":{}}', '{"seats":["x"],"names":[1]}']) {
    assert.ok(!new Mutes(kept).cover(1));
  }
});

test("what the host changes is told in words", () => {
  for (const [changed, line] of [
    [{ what: "term", name: "talk", value: "off" }, "Nobody talks at this table."],
    [{ what: "term", name: "absent-after", value: "30" }, "The table waits 30 seconds for who is missed."],
    [{ what: "term", name: "sauce", value: "no\u0007ne" }, "The host has settled sauce: none."],
    [{ what: "kicked", seat: 1, name: "Bob" }, "The host has taken the seat of Bob and locked the room."],
    [{ what: "took_over", seat: 1, name: "Ada" }, "Ada, a computer player, makes room for a newcomer."],
    [{ what: "game" }, "The host has changed what is played. Everybody is asked whether they are ready."],
  ]) {
    assert.equal(tellChange(arrived({ type: "changed", .../** @type {object} */ (changed) })), line);
  }
});

test("a newcomer who waits sees who sits there, and has a seat later", () => {
  const guest = new Guest("Bob", null);
  guest.received(JSON.stringify(samples.find((/** @type {any} */ one) => one.type === "waits" && one.table)));
  assert.equal(guest.table?.seats[0].name, "Ann");
  assert.ok(!guest.welcomed);
  guest.received(JSON.stringify({ type: "welcome", version: 1, seat: 1, token: "t", last_act: 0 }));
  assert.ok(guest.welcomed);
  assert.equal(guest.table, null);
});

test("a host that passes on what nobody said, or moves to nowhere, is hung up on", () => {
  const update = samples.find((/** @type {any} */ one) => one.type === "update" && one.view === null);
  const guest = new Guest("Zed", null, null, true);
  guest.received(JSON.stringify({ type: "welcome", version: 1, seat: null, token: "t", last_act: 0 }));
  guest.received(JSON.stringify(update));
  for (const wrong of [{ seat: 7, phrase: "hello" }, { seat: 0 }, { text: "psst" }, { seat: 0, phrase: "hello", text: "psst" }]) {
    assert.throws(
      () => guest.received(JSON.stringify({ type: "said", ...wrong })),
      new ProtocolError("the host passed on what nobody said"),
    );
  }
  for (const wrong of [{ room: "../x" }, { room: "7KQM", secret: "../x" }, { room: "7KQM", secret: "333" }]) {
    assert.throws(
      () => guest.received(JSON.stringify({ type: "relocated", ...wrong })),
      new ProtocolError("the host sent a room that is none"),
    );
  }
  assert.ok(isRoom("7KQM") && !isRoom("7KQ") && !isRoom("7KQ0"));
});

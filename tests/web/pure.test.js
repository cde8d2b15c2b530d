/** Codes, messages, descriptions, tiles and chance, on the samples that pytest uses too. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex } from "../../peer/web/bytes.js";
import { codeIn, readCode, readFragment, written } from "../../peer/web/code.js";
import { CodeError, ProtocolError } from "../../peer/web/errors.js";
import { Guest } from "../../peer/web/guest.js";
import { arranged } from "../../peer/web/order.js";
import * as protocol from "../../peer/web/protocol.js";
import { accepted } from "../../peer/web/sdp.js";
import { readSet } from "../../peer/web/sets.js";
import { commitment, rootSeed, shuffle } from "../../peer/web/shuffle.js";
import { vectors } from "./house.js";

const samples = vectors("wire_samples.json");

test("a code is read however it is typed", () => {
  for (const text of ["7KQ-M3X-WC7", "7kqm3xwc7", " 7kq m3x–wc7\n", "7KQ_M3X_WC7"]) {
    assert.deepEqual(readCode(text), { room: "7KQM", secret: "3XWC" });
  }
  assert.equal(written({ room: "7KQM", secret: "3XWC" }), "7KQ-M3X-WC7");
});

test("a slip is told", () => {
  for (const [text, message] of [
    ["7KQ", "a room code has 9 symbols, like 7KQ-M3X-WC7; this has 3"],
    ["7KQ-M3O-WC7", "symbol 6 of this code is O; codes never contain 0 1 A B D E I L O S U Y Z"],
    ["7KQ-M3X-WC8", "there is a slip in this code; compare it with the host's, symbol by symbol"],
  ]) {
    assert.throws(() => readCode(text), new CodeError(message));
  }
});

test("a link has a code and perhaps a token", () => {
  assert.deepEqual(readFragment("#7KQ-M3X-WC7"), { code: "7KQ-M3X-WC7", token: null });
  assert.deepEqual(readFragment("#7KQ-M3X-WC7~c2VhdA"), { code: "7KQ-M3X-WC7", token: "c2VhdA" });
  const long = `#7KQ-M3X-WC7~${"A".repeat(65)}`;
  assert.deepEqual(readFragment(long), { code: "7KQ-M3X-WC7", token: null });
  assert.equal(codeIn("https://cards.example.org/#7KQ-M3X-WC7"), "7KQ-M3X-WC7");
  assert.equal(codeIn("7KQ-M3X-WC7"), "7KQ-M3X-WC7");
});

test("every message of a host is read, with what may be left out", () => {
  for (const sample of samples.to_guest) {
    const message = protocol.decode(JSON.stringify(sample));
    assert.equal(message.type, sample.type);
    if (message.type !== "update") continue;
    for (const [name, value] of Object.entries(sample.table)) {
      if (name !== "seats") assert.deepEqual(/** @type {any} */ (message.table)[name], value);
    }
    assert.equal(message.events.length, sample.events.length);
  }
});

test("every message of a guest is written as the host reads it", () => {
  const { hello, act, ask, answer, HINT, READY, PAUSE, PING, PONG, BYE } = protocol;
  const { commit, reveal, audited, touched, opens, sayPhrase, sayText } = protocol;
  const sample = (/** @type {string} */ type) =>
    samples.to_host.filter((/** @type {any} */ one) => one.type === type);
  const written = [
    ...sample("hello").map((/** @type {any} */ { name, token, mixes, watch }) => hello(name, token ?? null, mixes ?? false, watch)),
    ...sample("opens").map((/** @type {any} */ { yes }) => opens(yes)),
    ...sample("say").map((/** @type {any} */ { phrase, text }) => (phrase ? sayPhrase(phrase) : sayText(text))),
    ...sample("act").map((/** @type {any} */ { id, seq, action }) => act(id, seq, action)),
    ...sample("commit").map((/** @type {any} */ { deal, commitment }) => commit(deal, commitment)),
    ...sample("reveal").map((/** @type {any} */ { deal, seed }) => reveal(deal, seed)),
    ...sample("audited").map((/** @type {any} */ { deal, finding }) => audited(deal, finding)),
    ...sample("ask").map((/** @type {any} */ { what }) => ask(what)),
    ...sample("answer").map((/** @type {any} */ { vote, yes }) => answer(vote, yes)),
    ...[HINT, READY, PAUSE, PING, PONG, BYE],
    ...sample("touched").map((/** @type {any} */ { seq }) => touched(seq)),
  ];
  // A browser is no computer player, and takes no seat away.
  const ours = samples.to_host.map((/** @type {any} */ { why, replaced, ...rest }) => rest);
  const sorted = (/** @type {object[]} */ messages) =>
    messages.map((message) => JSON.stringify(message)).sort();
  assert.deepEqual(sorted(written.map((text) => JSON.parse(text))), sorted(ours));
});

test("what is no message of a host is refused", () => {
  const update = samples.to_guest.find((/** @type {any} */ sample) => sample.view?.type === "cards");
  for (const wrong of [
    null,
    7,
    {},
    { type: "hello" },
    { type: "toString" },
    { type: "ping", more: 1 },
    { ...update, seq: 1.5 },
    { ...update, seq: "1" },
    { ...update, view: { ...update.view, phase: "dance" } },
    { ...update, events: [{ type: "sang" }] },
    { ...update, table: { ...update.table, scores: 5 } },
  ]) {
    assert.throws(() => protocol.decode(JSON.stringify(wrong)), ProtocolError);
  }
  assert.throws(() => protocol.decode("{"), ProtocolError);
  assert.throws(() => protocol.decode(" ".repeat(16 * 1024 + 1)), ProtocolError);
});

/** A guest that sits where the sample says. @param {any} update */
function seated(update) {
  const guest = new Guest("Ann", null);
  const seat = update.view?.seat ?? 0;
  guest.received(JSON.stringify({ type: "welcome", version: 1, seat, token: "t", last_act: 0 }));
  return guest;
}

test("a guest keeps what it was told, and quotes it", () => {
  const update = samples.to_guest.find((/** @type {any} */ sample) => sample.view?.turn === 0);
  const guest = seated(update);
  guest.received(JSON.stringify(update));
  assert.equal(guest.view?.seat, 0);
  const sent = JSON.parse(guest.act({ type: "discard", card: "QS" }));
  assert.deepEqual(sent, { type: "act", id: 1, seq: update.seq, action: { type: "discard", card: "QS" } });
  assert.deepEqual(guest.repeats().map((text) => JSON.parse(text)), [sent]);
  guest.received(JSON.stringify({ type: "rejected", id: sent.id, code: "x" }));
  assert.equal(guest.pending.size, 0);
});

test("a guest repeats that the table was begun to be changed, while it is that table", () => {
  const update = samples.to_guest.find((/** @type {any} */ sample) => sample.view?.turn === 0);
  const guest = seated(update);
  guest.received(JSON.stringify(update));
  assert.deepEqual(guest.repeats(), []);
  const sent = guest.touch();
  assert.deepEqual(JSON.parse(sent), { type: "touched", seq: update.seq });
  assert.deepEqual(guest.repeats(), [sent]);
  guest.received(JSON.stringify({ ...update, seq: update.seq + 1 }));
  assert.deepEqual(guest.repeats(), []);
});

test("what was begun at a seat is not repeated at another", () => {
  const guest = seated({});
  guest.touch();
  guest.received(JSON.stringify({ type: "welcome", version: 1, seat: 1, token: "other", last_act: 0, moved: true }));
  assert.deepEqual(guest.repeats(), []);
});

test("of two that look the same each keeps its place", () => {
  const held = ["a", "b", "c"].map((id) => ({ id, name: id === "b" ? "J" : "7r" }));
  assert.deepEqual(arranged(held, [held[2], held[1], held[0]]), [held[2], held[1], held[0]]);
  const listed = ["7r", "7r", "J"].map((name) => ({ id: "", name }));
  assert.deepEqual(arranged(held, listed), [held[0], held[2], held[1]]);
});

test("a guest refuses an update that names what is not there", () => {
  const update = samples.to_guest.find((/** @type {any} */ sample) => sample.view?.may_lay_off);
  for (const view of [
    { seat: 1 },
    { turn: 9 },
    { counts: [1] },
    { hand: ["7H", "XX"] },
    { may_lay_off: [{ card: "9H", meld: 7 }] },
    { melds: [{ seat: 5, cards: ["AS", "AD", "AC"] }] },
  ]) {
    const wrong = { ...update, view: { ...update.view, ...view } };
    assert.throws(
      () => seated(update).received(JSON.stringify(wrong)),
      new ProtocolError("the host sent an update that makes no sense"),
    );
  }
  assert.throws(
    () => new Guest("Ann", null).received(JSON.stringify(update)),
    new ProtocolError("the host sent an update before a welcome"),
  );
});

test("tiles are sets, or are none, as in Python", () => {
  for (const { tiles, max_jokers, ...expected } of vectors("set_vectors.json")) {
    const found = readSet(tiles.split(" ").filter(Boolean), max_jokers);
    if (typeof found === "string") assert.deepEqual({ fault: found }, expected, tiles);
    else {
      const { kind, value } = found;
      assert.deepEqual({ set: found.tiles.join(" "), kind, value }, expected, tiles);
    }
  }
});

test("the deck follows from the seeds as in Python", () => {
  for (const { match, hand, cards, seeds, commits, root: expected, deck } of vectors("shuffle_vectors.json")) {
    const bytes = seeds.map(unhex);
    assert.deepEqual(bytes.map((/** @type {Uint8Array} */ seed, /** @type {number} */ at) => hex(commitment(match, at, seed))), commits);
    assert.equal(hex(rootSeed(match, hand, bytes)), expected);
    assert.deepEqual(shuffle(cards, unhex(expected)), deck);
  }
});

const SHA256 = `sha-256 ${Array(32).fill("AB").join(":")}`;
const SHA512 = `sha-512 ${Array(64).fill("CD").join(":")}`;

/** @param {...string} fingerprints */
const described = (...fingerprints) =>
  [
    "v=0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    ...fingerprints.map((one) => `a=fingerprint:${one}`),
    "",
  ].join("\r\n");

test("of several fingerprints only sha-256 is left", () => {
  const { sdp, fingerprint } = accepted(described(SHA512, SHA256, "sha-1 00"));
  assert.equal(sdp, described(SHA256));
  assert.equal(hex(fingerprint), "ab".repeat(32));
});

test("a description without exactly one good fingerprint is refused", () => {
  for (const [lines, message] of /** @type {[string[], string][]} */ ([
    [[], "the description has 0 sha-256 fingerprints instead of one"],
    [[SHA512], "the description has 0 sha-256 fingerprints instead of one"],
    [[SHA256, SHA256], "the description has 2 sha-256 fingerprints instead of one"],
    [[SHA256, SHA256.toUpperCase()], "the description has 2 sha-256 fingerprints instead of one"],
    [["sha-256 AB"], "the description has a malformed fingerprint"],
  ])) {
    assert.throws(() => accepted(described(...lines)), new ProtocolError(message));
  }
  const video = described(SHA256).replace("application", "video");
  assert.throws(
    () => accepted(video),
    new ProtocolError("the description is not of one data channel"),
  );
});

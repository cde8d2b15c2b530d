/** The guest's proof on the transcripts that pytest uses too. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex } from "../../peer/web/bytes.js";
import { ChannelClosed, NotProven, ProtocolError, VersionMismatch } from "../../peer/web/errors.js";
import { TimedOut } from "../../peer/web/inbox.js";
import { GuestSide, proveGuest } from "../../peer/web/proof.js";
import { overPlainHttp, vectors } from "./house.js";

const { transcripts, resumptions } = vectors("proof_vectors.json");
const [first] = transcripts;
const NOT_PROVEN =
  "the other end could not prove that it knows the code: either the code is not the one" +
  " the host shows now, or somebody between you is changing the connection; compare the" +
  " code with the host's and try again";

/** @param {any} transcript @param {object} [changes] */
function sideOf(transcript, changes = {}) {
  const { secret, room, host_fingerprint, guest_fingerprint, guest_scalar } = {
    ...transcript,
    ...changes,
  };
  const fingerprints = { host: unhex(host_fingerprint), guest: unhex(guest_fingerprint) };
  return new GuestSide({ secret, room }, fingerprints, () => unhex(guest_scalar));
}

/** A channel on which somebody says what was written before. @param {...(string | Error)} lines */
function scripted(...lines) {
  return {
    /** @type {string[]} */
    said: [],
    closed: false,
    /** @param {string} text */
    send(text) {
      this.said.push(text);
    },
    async receive() {
      const line = lines.shift() ?? new TimedOut("nothing came");
      if (typeof line !== "string") throw line;
      return line;
    },
    close() {
      this.closed = true;
    },
  };
}

/** @param {ReturnType<typeof scripted>} channel @param {any} [transcript] @param {string | null} [token] */
const prove = (channel, transcript = first, token = null) =>
  proveGuest(
    /** @type {any} */ (channel),
    { secret: transcript.secret, room: transcript.room },
    { host: unhex(transcript.host_fingerprint), guest: unhex(transcript.guest_fingerprint) },
    (size) => unhex(transcript.guest_scalar).slice(0, size),
    token,
  );

for (const transcript of transcripts) {
  const check = async () => {
    const side = sideOf(transcript);
    const response = await side.respond(JSON.stringify(transcript.challenge));
    assert.deepEqual(JSON.parse(response), transcript.response);
    side.check(JSON.stringify(transcript.confirmation));
  };
  test(`the transcript "${transcript.name}"`, check);
  test(`the transcript "${transcript.name}" over plain http`, () => overPlainHttp(check));
}

for (const changes of [
  { secret: "3XWD" },
  { room: "7KQN" },
  { host_fingerprint: "00".repeat(32) },
  { guest_fingerprint: "00".repeat(32) },
]) {
  test(`${Object.keys(changes)} has to be the same at both ends`, async () => {
    const side = sideOf(first, changes);
    await side.respond(JSON.stringify(first.challenge));
    assert.throws(() => side.check(JSON.stringify(first.confirmation)), new NotProven(NOT_PROVEN));
  });
}

/** @param {any} resumption */
function seatSideOf({ secret, room, host_fingerprint, guest_fingerprint, guest_nonce }) {
  const fingerprints = { host: unhex(host_fingerprint), guest: unhex(guest_fingerprint) };
  return new GuestSide({ secret, room }, fingerprints, () => unhex(guest_nonce));
}

for (const one of resumptions) {
  const check = async () => {
    const side = seatSideOf(one);
    const resumption = await side.resume(JSON.stringify(one.challenge), one.token);
    assert.deepEqual(JSON.parse(resumption), one.resumption);
    assert.equal(side.isRecognised(JSON.stringify(one.recognition)), true);
  };
  test(`the resumption "${one.name}"`, check);
  test(`the resumption "${one.name}" over plain http`, () => overPlainHttp(check));
}

test("a host that only claims to know the seat is found out", async () => {
  const [one, other] = resumptions;
  const side = seatSideOf(one);
  await side.resume(JSON.stringify(one.challenge), one.token);
  assert.throws(() => side.isRecognised(JSON.stringify(other.recognition)), new NotProven(NOT_PROVEN));
});

test("a seat that the host does not know leaves the code to prove", async () => {
  const channel = scripted(
    JSON.stringify(first.challenge),
    JSON.stringify({ type: "proof-unknown" }),
    JSON.stringify(first.confirmation),
  );
  await prove(channel, first, "a token of an older table");
  const [resumption, response] = channel.said.map((text) => JSON.parse(text));
  assert.equal(resumption.type, "proof-resumption");
  assert.deepEqual(response, first.response);
});

test("the whole proof over a channel", async () => {
  const channel = scripted(JSON.stringify(first.challenge), JSON.stringify(first.confirmation));
  await prove(channel);
  assert.deepEqual(channel.said.map((text) => JSON.parse(text)), [first.response]);
  assert.equal(channel.closed, false);
});

test("a host that hangs up on our tag means that the code is wrong", async () => {
  const channel = scripted(JSON.stringify(first.challenge), new ChannelClosed("gone"));
  await assert.rejects(prove(channel), new NotProven(NOT_PROVEN));
  assert.equal(channel.closed, true);
});

test("each other end says what it means", async () => {
  const again = "; try again";
  const cases = /** @type {const} */ ([
    ["nonsense", "the other end sent nonsense where it had to prove that it knows the code; make sure that both of you run rummyroom"],
    [new ChannelClosed("gone"), `the other end hung up before it had proved that it knows the code${again}`],
    [new TimedOut("late"), `the other end did not prove in time that it knows the code${again}`],
  ]);
  for (const [line, message] of cases) await assert.rejects(prove(scripted(line)), { message });
});

test("another version is told to both", async () => {
  const newer = scripted(JSON.stringify({ ...first.challenge, version: 2, more: true }));
  await assert.rejects(
    prove(newer),
    new VersionMismatch("this rummyroom is older than the other end's; update it and try again"),
  );
  assert.deepEqual(newer.said.map((text) => JSON.parse(text)), [{ type: "proof-version", version: 1 }]);
  const older = scripted(JSON.stringify({ ...first.challenge, version: 0 }));
  await assert.rejects(
    prove(older),
    new VersionMismatch("the other end's rummyroom is older than this one; it has to be updated"),
  );
});

test("a challenge that is not like ours is refused", async () => {
  for (const change of [
    { nonce: "AAAA" },
    { share: `${first.challenge.share}=` },
    { share: 7 },
    { more: true },
    { type: "proof-response" },
  ]) {
    const json = JSON.stringify({ ...first.challenge, ...change });
    await assert.rejects(sideOf(first).respond(json), ProtocolError);
  }
});

/**
 * The guest's part of the proof that both ends of a fresh channel know the room code.
 *
 * Nothing else on the channel is believed or answered before (peer/proof.py)::
 *
 *     host   challenge (version, nonce, share)
 *     guest  response (version, share, tag)
 *     host   confirmation (tag), only if the guest's tag is right; else it hangs up
 *
 * A guest that had a seat first shows its token (peer/resumption.py), as the code may
 * have changed meanwhile::
 *
 *     guest  resumption (version, nonce, mac)
 *     host   recognition (mac), or unknown: then the code is left
 */

import { alike, base64, unbase64, utf8 } from "./bytes.js";
import { ChannelClosed, ConnectionFailed, NotProven, ProtocolError, RummyError, VersionMismatch } from "./errors.js";
import { SHARE_SIZE, TAG_SIZE, generator, lvCat, sessionKey, tag } from "./pake.js";
import { VERSION } from "./protocol.js";
import { hmacSha256 } from "./sha.js";
import { int, oneOf, read, record, tagged } from "./shape.js";
import { say } from "./words.js";
import { multiply } from "./x25519.js";

/** SHA-256 of both certificates. @typedef {{ host: Uint8Array, guest: Uint8Array }} Fingerprints */
/** @typedef {(size: number) => Uint8Array} Random */

const DEADLINE = 10_000;
const MAX_PROOF = 512;
const NONCE_SIZE = 16;
const LABEL = utf8("rummyroom proof of the room code");
const SEAT_LABEL = utf8("rummyroom proof of a seat");

/** @param {number} size @returns {import("./shape.js").Shape<Uint8Array>} */
const bytesOf = (size) => (value) => {
  const found = typeof value === "string" ? unbase64(value) : null;
  if (found?.length !== size) throw new ProtocolError("bytes of another length");
  return found;
};

const challengeShape = record({
  type: oneOf("proof-challenge"),
  version: int,
  nonce: bytesOf(NONCE_SIZE),
  share: bytesOf(SHARE_SIZE),
});
const toToken = tagged({
  "proof-recognition": { mac: bytesOf(32) },
  "proof-unknown": {},
});
const confirmationShape = record({
  type: oneOf("proof-confirmation"),
  tag: bytesOf(TAG_SIZE),
});

/** The responder's part of one proof: texts in, texts out. */
export class GuestSide {
  /**
   * @param {import("./code.js").Code} code
   * @param {Fingerprints} fingerprints @param {Random} random
   */
  constructor(code, fingerprints, random) {
    this._code = code;
    this._fingerprints = fingerprints;
    this._scalar = random(32);
    this._blind = random(32);
    this._random = random;
    /** @type {Uint8Array} */
    this._expected = new Uint8Array();
  }

  /**
   * The answer to the host's challenge that shows the token of a seat.
   * @param {string} json @param {string} token
   * @throws {VersionMismatch} If the host speaks another version.
   * @throws {ProtocolError} If it is no challenge.
   */
  async resume(json, token) {
    checkVersion(json);
    const { nonce, share } = read(challengeShape, json, MAX_PROOF);
    const { host, guest } = this._fingerprints;
    const own = this._random(NONCE_SIZE);
    const mac = (/** @type {string} */ end) => {
      const texts = [end, String(VERSION), this._code.room].map(utf8);
      const talk = lvCat(SEAT_LABEL, ...texts, host, guest, nonce, share, own);
      return hmacSha256(utf8(token), talk);
    };
    this._expected = await mac("host");
    return JSON.stringify({
      type: "proof-resumption",
      version: VERSION,
      nonce: base64(own),
      mac: base64(await mac("guest")),
    });
  }

  /**
   * Whether the host knows the token too; false if it says that it does not.
   * @param {string} json
   * @throws {NotProven} If it claims to and does not.
   * @throws {ProtocolError} If it is no answer to a token.
   */
  isRecognised(json) {
    const answer = read(toToken, json, MAX_PROOF);
    if (answer.type === "proof-unknown") return false;
    if (!alike(this._expected, answer.mac)) throw new NotProven(say("way.not_proven"));
    return true;
  }

  /**
   * The answer to the host's challenge.
   * @param {string} json
   * @throws {VersionMismatch} If the host speaks another version.
   * @throws {ProtocolError} If it is no challenge.
   */
  async respond(json) {
    checkVersion(json);
    const { nonce, share } = read(challengeShape, json, MAX_PROOF);
    const { room, secret } = this._code;
    const { host, guest } = this._fingerprints;
    const channel = lvCat(LABEL, utf8(String(VERSION)), utf8(room), host, guest);
    const start = await generator(utf8(secret), channel, nonce, this._blind);
    const theirs = { share, data: utf8("host") };
    const own = { share: await multiply(this._scalar, start), data: utf8("guest") };
    const point = await multiply(this._scalar, share);
    const key = await sessionKey(nonce, point, theirs, own);
    this._expected = await tag(nonce, key, theirs);
    return JSON.stringify({
      type: "proof-response",
      version: VERSION,
      share: base64(own.share),
      tag: base64(await tag(nonce, key, own)),
    });
  }

  /**
   * Returns if the host knows the secret.
   * @param {string} json
   * @throws {NotProven} If it does not.
   * @throws {ProtocolError} If it is no confirmation.
   */
  check(json) {
    const { tag } = read(confirmationShape, json, MAX_PROOF);
    if (!alike(this._expected, tag)) throw new NotProven(say("way.not_proven"));
  }
}

/** @param {string} json */
function checkVersion(json) {
  const first = read((value) => /** @type {any} */ (value), json, MAX_PROOF);
  const theirs = int(first?.version);
  if (theirs !== VERSION) {
    throw new VersionMismatch(say(theirs < VERSION ? "way.older_there" : "way.older_here"));
  }
}

/**
 * Prove the token of a seat, or else the secret, to the host at the other end and make
 * it prove that it knows it too.
 * @param {import("./rtc.js").Channel} channel
 * @param {import("./code.js").Code} code
 * @param {Fingerprints} fingerprints @param {Random} random @param {string | null} token
 * @throws {ConnectionFailed} If neither did work; the channel is closed.
 */
export async function proveGuest(channel, code, fingerprints, random, token = null) {
  const side = new GuestSide(code, fingerprints, random);
  const deadline = Date.now() + DEADLINE;
  const left = () => deadline - Date.now();
  try {
    const challenge = await channel.receive(left());
    if (token !== null) {
      channel.send(await versioned(channel, side.resume(challenge, token)));
      if (side.isRecognised(await channel.receive(left()))) return;
    }
    channel.send(await versioned(channel, side.respond(challenge)));
    side.check(await confirmation(channel, left()));
  } catch (error) {
    channel.close();
    throw explained(error);
  }
}

/** Tell the host if it speaks another version. @param {import("./rtc.js").Channel} channel @param {Promise<string>} answer */
async function versioned(channel, answer) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof VersionMismatch) {
      channel.send(JSON.stringify({ type: "proof-version", version: VERSION }));
    }
    throw error;
  }
}

/** @param {import("./rtc.js").Channel} channel @param {number} patience */
async function confirmation(channel, patience) {
  try {
    return await channel.receive(patience);
  } catch (error) {
    // How a host answers a wrong tag.
    if (error instanceof ChannelClosed) throw new NotProven(say("way.not_proven"));
    throw error;
  }
}

/** @param {unknown} error */
function explained(error) {
  if (error instanceof ConnectionFailed) return error;
  if (error instanceof ProtocolError) return new ConnectionFailed(say("way.nonsense"));
  if (error instanceof ChannelClosed) return new ConnectionFailed(say("way.hung_up"));
  return error instanceof RummyError ? new ConnectionFailed(say("way.slow")) : error;
}


/**
 * A guest that shares no line with ours: another WebRTC stack (libdatachannel), CPace
 * over node's own X25519, and what signaling/PROTOCOL.md and the game messages say.
 * Plays a seat of Basic Rummy and prints the scores.
 *
 *     node stranger.js LINK NAME
 */

import * as crypto from "node:crypto";

import { RTCPeerConnection } from "node-datachannel/polyfill";
import { WebSocket } from "ws";

const [, , link, name] = process.argv;
const [address, fragment] = link.split("#");
const code = fragment.replaceAll("-", "");
const room = code.slice(0, 4);
const secret = code.slice(4, 8);

// CPace (draft-irtf-cfrg-cpace): CPACE-X25519-SHA512, the responder

const P = 2n ** 255n - 19n;
const A = 486662n;

/** @param {Buffer} data */
const sha512 = (data) => crypto.createHash("sha512").update(data).digest();
/** @param {Buffer} bytes little-endian */
const toNumber = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
/** @param {bigint} value */
const toBytes = (value) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (let square = ((base % P) + P) % P; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** The u-coordinate of Elligator 2 (RFC 9380 section 6.7.1). @param {Buffer} hash */
function map(hash) {
  const r = toNumber(hash) & (2n ** 255n - 1n);
  const x = (P - A) * power(1n + 2n * r * r, P - 2n);
  const isSquare = power(x ** 3n + A * x * x + x, (P - 1n) / 2n) !== P - 1n;
  return toBytes(((((isSquare ? x : -x - A) % P) + P) % P));
}

/** @param {...(Buffer | string)} parts none of them longer than 16,383 bytes */
function lvCat(...parts) {
  return Buffer.concat(
    parts.map((part) => {
      const bytes = Buffer.from(part);
      const size = bytes.length;
      const prefix = size < 128 ? [size] : [(size & 127) | 128, size >> 7];
      return Buffer.concat([Buffer.from(prefix), bytes]);
    }),
  );
}

/** X25519 (RFC 7748). @param {Buffer} scalar @param {Buffer} point */
function multiply(scalar, point) {
  const der = (/** @type {string} */ head, /** @type {Buffer} */ key) =>
    Buffer.concat([Buffer.from(head, "hex"), key]);
  const privateKey = crypto.createPrivateKey({
    key: der("302e020100300506032b656e04220420", scalar),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = crypto.createPublicKey({
    key: der("302a300506032b656e032100", point),
    format: "der",
    type: "spki",
  });
  return crypto.diffieHellman({ privateKey, publicKey });
}

/** @param {{ version: number, nonce: string, share: string }} challenge @param {Buffer} host @param {Buffer} guest */
function respond(challenge, host, guest) {
  const nonce = Buffer.from(challenge.nonce, "base64");
  const theirs = Buffer.from(challenge.share, "base64");
  const channel = lvCat("rummyroom proof of the room code", "1", room, host, guest);
  const padding = Buffer.alloc(127 - lvCat("CPace255", secret).length);
  const generator = map(sha512(lvCat("CPace255", secret, padding, channel, nonce)).subarray(0, 32));
  const scalar = crypto.randomBytes(32);
  const share = multiply(scalar, generator);
  const point = multiply(scalar, theirs);
  const talk = [lvCat("CPace255_ISK", nonce, point), lvCat(theirs, "host"), lvCat(share, "guest")];
  const macKey = sha512(Buffer.concat([Buffer.from("CPaceMac"), nonce, sha512(Buffer.concat(talk))]));
  const tag = (/** @type {Buffer} */ own, /** @type {string} */ who) =>
    crypto.createHmac("sha512", macKey).update(lvCat(own, who)).digest("base64");
  const answer = { type: "proof-response", version: 1, share: share.toString("base64"), tag: tag(share, "guest") };
  return { answer, expected: tag(theirs, "host") };
}

/** @param {string} sdp */
function fingerprint(sdp) {
  const [, digits] = /a=fingerprint:sha-256 ([0-9A-F:]+)/i.exec(sdp) ?? fail("no fingerprint");
  return Buffer.from(digits.replaceAll(":", ""), "hex");
}

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(why);
  process.exit(1);
}

// The way to the host

const socket = new WebSocket(address.replace(/^http/, "ws") + "signal");
const say = (/** @type {object} */ message) => socket.send(JSON.stringify(message));
socket.on("open", () => say({ type: "join", version: 1, room }));
socket.on("close", () => (seat === null ? fail("the server hung up") : undefined));

/** @type {RTCPeerConnection} */
let peer;
/** @type {RTCDataChannel} */
let channel;

socket.on("message", async (text) => {
  const message = JSON.parse(String(text));
  if (message.type === "error") fail(message.message);
  if (message.type === "joined") await offer(message);
  if (message.type !== "signal") return;
  const { type, ...data } = message.data;
  if (type === "answer") await peer.setRemoteDescription({ type, ...data });
  else if (data.candidate) await peer.addIceCandidate(data);
});

/** @param {{ host: number, ice_servers: RTCIceServer[] }} joined */
async function offer({ host, ice_servers: iceServers }) {
  const tell = (/** @type {object} */ data) => say({ type: "signal", to: host, data });
  peer = new RTCPeerConnection({ iceServers });
  channel = peer.createDataChannel("rummy", { negotiated: true, id: 0 });
  channel.onclose = () => fail("the host hung up");
  channel.onmessage = ({ data }) =>
    heard(JSON.parse(typeof data === "string" ? data : Buffer.from(data).toString()));
  const early = /** @type {object[]} */ ([]);
  let told = false;
  peer.onicecandidate = ({ candidate }) => {
    const { candidate: line = null, sdpMid = null, sdpMLineIndex = null } = candidate ?? {};
    const found = { type: "candidate", candidate: line || null, sdpMid, sdpMLineIndex };
    if (told) tell(found);
    else early.push(found);
  };
  const described = await peer.createOffer();
  await peer.setLocalDescription(described);
  tell({ type: "offer", sdp: peer.localDescription?.sdp ?? described.sdp });
  told = true;
  early.forEach(tell);
}

// The game

let expected = "";
/** @type {number | null} */
let seat = null;
let acts = 0;

/** @param {any} message */
function heard(message) {
  const send = (/** @type {object} */ answer) => channel.send(JSON.stringify(answer));
  switch (message.type) {
    case "proof-challenge": {
      const host = fingerprint(peer.remoteDescription?.sdp ?? "");
      const guest = fingerprint(peer.localDescription?.sdp ?? "");
      const proof = respond(message, host, guest);
      expected = proof.expected;
      return send(proof.answer);
    }
    case "proof-confirmation":
      if (message.tag !== expected) fail("the host does not know the code");
      return send({ type: "hello", version: 1, name });
    case "refused":
      return fail(message.code);
    case "welcome":
      seat = message.seat;
      return;
    case "ping":
      return send({ type: "pong" });
    case "rejected":
      return message.code === "stale" ? undefined : fail(message.code);
    case "update":
      return updated(message, send);
  }
}

/** @param {any} update @param {(answer: object) => void} send */
function updated({ seq, table, view, last_act: answered }, send) {
  if (table.phase === "ended") {
    console.log(JSON.stringify(table.scores));
    process.exit(0);
  }
  if (table.phase !== "hand" || view.turn !== seat || answered < acts) return;
  acts += 1;
  send({ type: "act", id: acts, seq, action: choice(view) });
}

/** The first thing on offer. @param {any} view */
function choice({ can, hand, may_lay_down: melds, may_lay_off: fits, must_keep: kept = [] }) {
  if (can.includes("draw_stock")) return { type: "draw", source: "stock" };
  if (can.includes("lay_down")) return { type: "lay_down", cards: melds[0] };
  if (can.includes("lay_off")) return { type: "lay_off", ...fits[0] };
  const cards = hand.match(/..'?/g);
  return { type: "discard", card: cards.findLast((/** @type {string} */ card) => !kept.includes(card)) };
}

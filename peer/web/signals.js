/** The signaling messages between a guest and the server, as shared/signals.py has them. */

import { int, list, maybe, number, or, read, record, tagged, text } from "./shape.js";

const SIGNALS_VERSION = 1;
const MAX_SIGNAL = 64 * 1024;

const iceServer = record({
  urls: list(text()),
  username: or(text(), undefined),
  credential: or(text(), undefined),
});

/** @type {import("./shape.js").Shape<unknown>} */
const anything = (value) => value;

const toMember = tagged({
  joined: { room: text(), you: int, host: int, ice_servers: list(iceServer) },
  arrived: { member: int },
  left: { member: int, reason: text() },
  signal: { from: int, data: anything },
  error: { code: text(), message: text(), retry_after: or(maybe(number), null) },
  restarting: { retry_after: number },
});

const description = tagged({
  answer: { sdp: text() },
  candidate: {
    candidate: maybe(text(1024)),
    sdpMid: or(maybe(text(64)), null),
    sdpMLineIndex: or(maybe(int), null),
    usernameFragment: or(maybe(text(256)), null),
  },
});

/** @typedef {import("./shape.js").Of<typeof toMember>} ToMember */
/** @typedef {Extract<ToMember, { type: "joined" }>} Joined */
/** @typedef {import("./shape.js").Of<typeof description>} Description */

/** What the server sent. @param {string} json */
export const decodeSignal = (json) => read(toMember, json, MAX_SIGNAL);

/** What the host sent through it. @param {unknown} data */
export const decodeDescription = (data) => description(data);

/** @param {string} room */
export const join = (room) => JSON.stringify({ type: "join", version: SIGNALS_VERSION, room });

/** @param {number} to @param {object} data */
export const signal = (to, data) => JSON.stringify({ type: "signal", to, data });

export const LEAVE = JSON.stringify({ type: "leave" });

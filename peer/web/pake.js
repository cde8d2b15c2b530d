/**
 * CPace: two ends find out whether they know the same short secret, one guess a try.
 *
 * draft-irtf-cfrg-cpace-21, suite CPACE-X25519-SHA512, initiator and responder, explicit
 * key confirmation (section 10.4). All chance is the caller's.
 */

import { concat, utf8 } from "./bytes.js";
import { hmacSha512, sha512 } from "./sha.js";
import { elligator2 } from "./x25519.js";

/** @typedef {{ share: Uint8Array, data: Uint8Array }} Sent */

export const SHARE_SIZE = 32;
export const TAG_SIZE = 64;

const DSI = utf8("CPace255");
const HASH_BLOCK = 128;

/**
 * The parts behind their lengths in LEB128, so that no two lists look alike.
 * @param {...Uint8Array} parts
 */
export function lvCat(...parts) {
  return concat(...parts.flatMap((part) => [leb128(part.length), part]));
}

/**
 * The point both ends start from; who does not know all three knows no other.
 * @param {Uint8Array} secret @param {Uint8Array} channel @param {Uint8Array} session
 * @param {Uint8Array} blind
 */
export async function generator(secret, channel, session, blind) {
  const used = lvCat(DSI, secret).length;
  const padding = new Uint8Array(Math.max(0, HASH_BLOCK - 1 - used));
  const hash = await sha512(lvCat(DSI, secret, padding, channel, session));
  return elligator2(hash.slice(0, 32), blind);
}

/**
 * The key both ends have if they started alike (`ISK`, section 7.2).
 * @param {Uint8Array} session @param {Uint8Array} point
 * @param {Sent} initiator @param {Sent} responder
 */
export function sessionKey(session, point, initiator, responder) {
  return sha512(
    concat(
      lvCat(concat(DSI, utf8("_ISK")), session, point),
      lvCat(initiator.share, initiator.data),
      lvCat(responder.share, responder.data),
    ),
  );
}

/**
 * The proof of an end that it has the key (section 10.4).
 * @param {Uint8Array} session @param {Uint8Array} key @param {Sent} own
 */
export async function tag(session, key, own) {
  const macKey = await sha512(concat(utf8("CPaceMac"), session, key));
  return hmacSha512(macKey, lvCat(own.share, own.data));
}

/** @param {number} value */
function leb128(value) {
  const digits = [];
  for (; value > 127; value >>= 7) digits.push((value & 127) | 128);
  return Uint8Array.of(...digits, value);
}

/**
 * Curve25519: the function X25519 (RFC 7748) and the map to the curve (RFC 9380).
 *
 * Browsers multiply for us where they can; our own is for pages over plain http.
 */

import { concat, unhex } from "./bytes.js";
import { ProtocolError } from "./errors.js";

const P = 2n ** 255n - 19n;
const A = 486662n;
const PKCS8 = unhex("302e020100300506032b656e04220420");

/**
 * X25519 of a scalar and the u-coordinate of a point.
 * @param {Uint8Array} scalar @param {Uint8Array} point @returns {Promise<Uint8Array>}
 * @throws {ProtocolError} If the point has low order: the result says nothing then.
 */
export async function multiply(scalar, point) {
  const product = (await browserMultiply(scalar, point)) ?? ownMultiply(scalar, point);
  if (product.every((byte) => byte === 0)) {
    throw new ProtocolError("the share is a point of low order");
  }
  return product;
}

/** @param {Uint8Array} scalar @param {Uint8Array} point */
async function browserMultiply(scalar, point) {
  const subtle = globalThis.crypto?.subtle;
  let secret, public_;
  try {
    const pkcs8 = concat(PKCS8, scalar);
    secret = await subtle.importKey("pkcs8", pkcs8, "X25519", false, ["deriveBits"]);
    public_ = await subtle.importKey("raw", concat(point), "X25519", false, []);
  } catch {
    return null; // an older browser, or plain http
  }
  try {
    const wanted = { name: "X25519", public: public_ };
    return new Uint8Array(await subtle.deriveBits(wanted, secret, 256));
  } catch {
    return new Uint8Array(32); // how a browser refuses low order
  }
}

/**
 * The Montgomery ladder (RFC 7748 section 5).
 * @param {Uint8Array} scalar @param {Uint8Array} point
 */
export function ownMultiply(scalar, point) {
  const k = (littleEndian(scalar) & ~(7n | (1n << 255n))) | (1n << 254n);
  const x1 = littleEndian(point) % 2n ** 255n;
  let [x2, z2, x3, z3, swap] = [1n, 0n, x1, 1n, 0n];
  for (let t = 254n; t >= 0n; t--) {
    const bit = (k >> t) & 1n;
    if (swap ^ bit) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    swap = bit;
    const a = x2 + z2;
    const b = x2 - z2;
    const aa = (a * a) % P;
    const bb = (b * b) % P;
    const e = aa - bb;
    const da = (x3 - z3) * a;
    const cb = (x3 + z3) * b;
    x3 = (da + cb) ** 2n % P;
    z3 = (x1 * ((da - cb) ** 2n % P)) % P;
    x2 = (aa * bb) % P;
    z2 = (e * (aa + 121665n * e)) % P;
  }
  if (swap) [x2, z2] = [x3, z3];
  return encoded(modulo(x2 * power(z2, P - 2n)));
}

/**
 * Elligator 2, the u-coordinate only (RFC 9380 section 6.7.1). Its exceptional case
 * cannot happen: 2 is no square and -1 is one. `blind` makes the bases of the powers
 * random and does not change what comes out.
 * @param {Uint8Array} field @param {Uint8Array} blind
 */
export function elligator2(field, blind) {
  const u = littleEndian(field) % 2n ** 255n;
  const b = littleEndian(blind) | 1n;
  const denominator = 1n + 2n * u * u;
  const x = modulo(-A * b * power((denominator * b) % P, P - 2n));
  const ySquared = x * x * x + A * x * x + x;
  const isSquare = power((ySquared * b * b) % P, (P - 1n) / 2n) === 1n;
  return encoded(isSquare ? x : modulo(-x - A));
}

/** @param {bigint} value */
const modulo = (value) => ((value % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (base = modulo(base); exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result;
}

/** Little-endian. @param {Uint8Array} bytes */
const littleEndian = (bytes) =>
  bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** @param {bigint} value */
const encoded = (value) =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));

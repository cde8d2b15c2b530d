/**
 * SHA-256, SHA-512 (FIPS 180-4) and HMAC (RFC 2104).
 *
 * Browsers hash for us, except in pages that came over plain http: there is no
 * `crypto.subtle` there, and on the local network no certificate either.
 */

import { concat } from "./bytes.js";

/** @typedef {(bytes: Uint8Array) => Promise<Uint8Array>} Hash */

const MASK = (1n << 64n) - 1n;

/** @type {{ cubes: bigint[], squares: bigint[], k: number[], start: number[] } | undefined} */
let constants;

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export const sha256 = async (bytes) =>
  (await digest("SHA-256", bytes)) ?? ownSha256(bytes);

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export const sha512 = async (bytes) =>
  (await digest("SHA-512", bytes)) ?? ownSha512(bytes);

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export const hmacSha256 = (key, bytes) => hmac(sha256, 64, key, bytes);

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export const hmacSha512 = (key, bytes) => hmac(sha512, 128, key, bytes);

/** @param {string} name @param {Uint8Array} bytes */
async function digest(name, bytes) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  return new Uint8Array(await subtle.digest(name, new Uint8Array(bytes)));
}

/**
 * @param {Hash} hash @param {number} block its block size
 * @param {Uint8Array} key @param {Uint8Array} bytes
 */
async function hmac(hash, block, key, bytes) {
  const padded = concat(key.length > block ? await hash(key) : key, new Uint8Array(block));
  const with_ = (/** @type {number} */ pad) =>
    padded.slice(0, block).map((byte) => byte ^ pad);
  return hash(concat(with_(0x5c), await hash(concat(with_(0x36), bytes))));
}

/** SHA-256 without waiting. @param {Uint8Array} bytes */
export function ownSha256(bytes) {
  const { k, start } = rootConstants();
  const state = Uint32Array.from(start);
  const data = padded(bytes, 64);
  const w = new Uint32Array(64);
  const view = new DataView(data.buffer);
  for (let at = 0; at < data.length; at += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(at + 4 * t);
    for (let t = 16; t < 64; t++) {
      const s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[t] + w[t]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}

/** SHA-512 without waiting. @param {Uint8Array} bytes */
export function ownSha512(bytes) {
  const { cubes, squares } = rootConstants();
  const state = squares.slice();
  const data = padded(bytes, 128);
  const view = new DataView(data.buffer);
  /** @type {bigint[]} */
  const w = [];
  for (let at = 0; at < data.length; at += 128) {
    for (let t = 0; t < 16; t++) w[t] = view.getBigUint64(at + 8 * t);
    for (let t = 16; t < 80; t++) {
      const s0 = turn64(w[t - 15], 1n) ^ turn64(w[t - 15], 8n) ^ (w[t - 15] >> 7n);
      const s1 = turn64(w[t - 2], 19n) ^ turn64(w[t - 2], 61n) ^ (w[t - 2] >> 6n);
      w[t] = (w[t - 16] + s0 + w[t - 7] + s1) & MASK;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 80; t++) {
      const s1 = turn64(e, 14n) ^ turn64(e, 18n) ^ turn64(e, 41n);
      const t1 = h + s1 + ((e & f) ^ (~e & MASK & g)) + cubes[t] + w[t];
      const s0 = turn64(a, 28n) ^ turn64(a, 34n) ^ turn64(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) & MASK));
  }
  const result = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => result.setBigUint64(8 * i, word));
  return new Uint8Array(result.buffer);
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {bigint} word @param {bigint} by */
const turn64 = (word, by) => ((word >> by) | (word << (64n - by))) & MASK;

/**
 * A 1, zeros and the length in bits fill the last block (FIPS 180-4 section 5.1).
 * @param {Uint8Array} bytes @param {number} block
 */
function padded(bytes, block) {
  const size = Math.ceil((bytes.length + 1 + block / 8) / block) * block;
  const data = new Uint8Array(size);
  data.set(bytes);
  data[bytes.length] = 0x80;
  new DataView(data.buffer).setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return data;
}

/**
 * The fractions of the roots of the first primes (FIPS 180-4 section 4.2): computed, as
 * that is shorter than the tables. SHA-256 has their first 32 bits.
 */
function rootConstants() {
  if (!constants) {
    const primes = firstPrimes(80);
    const cubes = primes.map((prime) => fraction(prime, 3n));
    const squares = primes.slice(0, 8).map((prime) => fraction(prime, 2n));
    const [k, start] = [cubes.slice(0, 64), squares].map((roots) =>
      roots.map((root) => Number(root >> 32n)),
    );
    constants = { cubes, squares, k, start };
  }
  return constants;
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return primes.map(BigInt);
}

/** 64 bits behind the point of a root. @param {bigint} prime @param {bigint} degree */
function fraction(prime, degree) {
  const target = prime << (64n * degree);
  let root = 1n << 69n;
  for (;;) {
    const next = ((degree - 1n) * root + target / root ** (degree - 1n)) / degree;
    if (next >= root) return root & MASK;
    root = next;
  }
}

/** Bytes, and the ways they are written. */

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {...Uint8Array} parts */
export function concat(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Base64 with padding (RFC 4648 section 4). @param {Uint8Array} bytes */
export const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/**
 * The bytes that `text` is the base64 of; null if it is none.
 * @param {string} text
 */
export function unbase64(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/**
 * Whether both are alike, in a time that only depends on their lengths.
 * @param {Uint8Array} one @param {Uint8Array} other
 */
export function alike(one, other) {
  let different = one.length ^ other.length;
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    different |= one[i] ^ other[i];
  }
  return different === 0;
}

/** A number as big-endian bytes. @param {number} value @param {number} size */
export function unsigned(value, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; at--, value = Math.floor(value / 256)) {
    bytes[at] = value % 256;
  }
  return bytes;
}

/** Chance that nobody can guess. @param {number} size */
export const random = (size) => crypto.getRandomValues(new Uint8Array(size));

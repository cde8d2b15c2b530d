/**
 * The room code `7KQ-M3X-WC7`: four symbols of room, four of secret, one to check.
 *
 * The server knows the room and never learns the secret: what follows the # of a link
 * stays in the browser.
 */

import { CodeError } from "./errors.js";
import { MAX_TOKEN } from "./settings.js";
import { say } from "./words.js";

export const ALPHABET = "23456789CFGHJKMNPQRTVWX";
const ROOM_SYMBOLS = 4;
const SYMBOLS = 9;
const NEVER = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
  .filter((symbol) => !ALPHABET.includes(symbol))
  .join(" ");
const IGNORED = /[-_\u2010-\u2015\u2212\u200b\u200e\u2060\ufeff\s]/gu;

/** @typedef {{ room: string, secret: string }} Code */

/** @param {string} symbols room and secret */
function checkSymbol(symbols) {
  const weighted = [...symbols].reduce(
    (sum, symbol, at) => sum + (SYMBOLS - at) * ALPHABET.indexOf(symbol),
    0,
  );
  const size = ALPHABET.length;
  return ALPHABET[(size - (weighted % size)) % size];
}

/** The code as people write it. @param {Code} code */
export function written({ room, secret }) {
  const symbols = room + secret;
  return (symbols + checkSymbol(symbols)).replace(/...(?=.)/g, "$&-");
}

/**
 * The code somebody typed; case, spaces and dashes do not matter.
 * @param {string} text @returns {Code}
 * @throws {CodeError} If it has a slip, with what is wrong about it.
 */
export function readCode(text) {
  const symbols = [...text.replace(IGNORED, "").toUpperCase()];
  if (symbols.length !== SYMBOLS) {
    throw new CodeError(say("code.length", { size: SYMBOLS, length: symbols.length }));
  }
  const strange = symbols.findIndex((symbol) => !ALPHABET.includes(symbol));
  if (strange >= 0) {
    const values = { number: strange + 1, symbol: symbols[strange], never: NEVER };
    throw new CodeError(say("code.symbol", values));
  }
  const check = symbols.pop();
  if (checkSymbol(symbols.join("")) !== check) {
    throw new CodeError(say("code.slip"));
  }
  const all = symbols.join("");
  return { room: all.slice(0, ROOM_SYMBOLS), secret: all.slice(ROOM_SYMBOLS) };
}

/** Whether a server could have named a room like that. @param {string} room */
export const isRoom = (room) =>
  room.length === ROOM_SYMBOLS && [...room].every((symbol) => ALPHABET.includes(symbol));

/**
 * What the part of a link behind its # says: a code, and of a seat link the token too.
 * @param {string} fragment with or without the #
 * @returns {{ code: string, token: string | null }}
 */
export function readFragment(fragment) {
  let text = fragment.replace(/^#/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // as it is: the code will be found wanting
  }
  const [code, token] = text.split("~");
  return { code, token: token && token.length <= MAX_TOKEN ? token : null };
}

/**
 * What somebody pasted: a code, or a whole link.
 * @param {string} text
 */
export const codeIn = (text) =>
  text.includes("#") ? readFragment(text.slice(text.indexOf("#"))).code : text;

/**
 * The record of a match, as shared/TRANSCRIPT.md describes it: lines, each of which
 * carries the hash of the one before.
 */

import { base64, unbase64, utf8 } from "./bytes.js";
import { ALPHABET } from "./code.js";
import { ProtocolError, RummyError } from "./errors.js";
import { handEnded, matchEnded } from "./protocol.js";
import { ownSha256 } from "./sha.js";
import { int, list, map, maybe, oneOf, record, tagged, text } from "./shape.js";

export const TRANSCRIPT_VERSION = 1;
const MAX_LINE = 8 * 1024;
const MARK = 5;

/** Why a seat has no part in a deal. */
const MISSING = /** @type {const} */ ([
  ...["declined", "absent", "silent", "wrong", "twice"],
]);

const missingWhy = oneOf(...MISSING);
const missingSeat = record({ seat: int, why: missingWhy });
const part = text(43);
const line = tagged({
  match: {
    fact: record({
      version: int,
      table: text(64),
      match: int,
      game: text(),
      preset: text(),
      options: map(text()),
      seats: int,
      hands: int,
      dealer: maybe(int),
      date: int,
    }),
  },
  commit: { fact: record({ deal: int, host: part, seats: list(part) }) },
  void: {
    fact: record({ deal: int, missing: list((pair) => missingSeat(byName(["seat", "why"], pair))) }),
  },
  deal: {
    fact: record({
      deal: int,
      hand: int,
      seq: int,
      dealer: int,
      seats: list(part),
      people: list(record({ name: text(), kind: oneOf("open", "person", "bot") })),
    }),
  },
  do: { seat: int, at: int, action: text() },
  time: { seat: int, at: int, actions: list(text()) },
  end: { fact: record({ deal: int, seed: part, result: handEnded, scores: list(int) }) },
  over: { fact: matchEnded },
  audit: {
    fact: record({ deal: int, seats: list(oneOf("ok", "partly", "failed", "silent")) }),
  },
  reset: {},
  cut: { fact: record({ deal: int, seed: part, missing: list(int) }) },
  seal: { lines: int },
});

/** @typedef {import("./shape.js").Of<typeof line>} Line */
/** @typedef {typeof MISSING[number]} Missing */
/** @typedef {Extract<Line, { type: "match" }>["fact"]} Opening */
/** @typedef {Extract<Line, { type: "commit" }>["fact"]} Promised */
/** @typedef {Extract<Line, { type: "deal" }>["fact"]} Dealt */
/** @typedef {Extract<Line, { type: "end" }>["fact"]} Closed */
/** @typedef {Extract<Line, { type: "audit" }>["fact"]} Checked */

/** A transcript, or a line of one, that cannot be what happened. */
export class TranscriptError extends RummyError {
  /** @param {number} number of the line, from 1 @param {string} why */
  constructor(number, why) {
    super(`line ${number}: ${why}`);
  }
}

/** What is wrong with a line, by whoever knows which one it is. */
export class Wrong extends RummyError {}

/** @param {unknown} holds @param {string} why @returns {asserts holds} */
export function check(holds, why) {
  if (!holds) throw new Wrong(why);
}

/** Whether a seat has no seed in a deal. @param {string} entry @returns {entry is Missing} */
export const isMissing = (entry) => MISSING.includes(/** @type {Missing} */ (entry));

/** Bytes as text: base64url without padding (RFC 4648 section 5). @param {Uint8Array} bytes */
export const packed = (bytes) =>
  base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The 32 bytes of a hash, a commitment or a seed. @param {string} text */
export function unpacked(text) {
  const bytes = unbase64(`${text.replaceAll("-", "+").replaceAll("_", "/")}=`);
  check(bytes?.length === 32 && packed(bytes) === text, "this is not the base64url of 32 bytes");
  return bytes;
}

/** The one way to write a value. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}

/** The hash of a line, as the next one carries it. @param {string} text */
export const link = (text) => packed(ownSha256(utf8(text)));

/** The table mark after a line: five symbols to compare aloud. @param {string} text */
export function mark(text) {
  let number = ownSha256(utf8(text)).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let symbols = "";
  for (let at = 0; at < MARK; at++, number /= 23n) symbols += ALPHABET[Number(number % 23n)];
  return symbols;
}

/** The lines of one match so far. */
export class Chain {
  constructor() {
    /** @type {string[]} */
    this.lines = [];
    this.head = "";
  }

  /** Take in the next line. @param {string} text @returns {Line} */
  add(text) {
    const { prev, line } = decoded(text);
    check(prev === this.head, "this line does not carry the hash of the line before");
    check(
      (line.type === "match") === !this.lines.length,
      "the rules of the match stand on the first line, only",
    );
    this.lines.push(text);
    this.head = link(text);
    return line;
  }
}

/** A file of lines that can be checked for being whole. @param {readonly string[]} lines */
export function sealed(lines) {
  const last = lines.at(-1);
  const seal = canonical(["seal", last === undefined ? "" : link(last), lines.length]);
  return [...lines, seal].map((one) => `${one}\n`).join("");
}

/** The names of what follows the hash on each kind of line. @type {Record<string, string[]>} */
const NAMES = {
  do: ["seat", "at", "action"],
  time: ["seat", "at", "actions"],
  reset: [],
  seal: ["lines"],
};

/** @param {string} text */
function decoded(text) {
  try {
    check(utf8(text).length <= MAX_LINE, "this line is too long");
    const value = JSON.parse(text);
    check(canonical(value) === text, "this line is not in its canonical form");
    const { type, prev, ...fields } = byName(["type", "prev", ...(NAMES[value[0]] ?? ["fact"])], value);
    return { prev, line: line({ type, ...fields }) };
  } catch (error) {
    if (!(error instanceof ProtocolError || error instanceof SyntaxError)) throw error;
    throw new Wrong("this is not a line of a transcript");
  }
}

/** What stands in a list, by name. @param {string[]} names @param {unknown} values @returns {Record<string, unknown>} */
function byName(names, values) {
  check(Array.isArray(values) && values.length === names.length, "this is not a line of a transcript");
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

/**
 * Rummikub's sets: which tiles may stand together, and why others may not.
 *
 * The one rule that a screen knows (shared/sets.py says it in full): the same tiles can
 * stand in several ways when jokers are among them, so their order counts.
 */

import { JOKER, TILES, kindOf } from "./cards.js";

/** @typedef {"too_few" | "only_jokers" | "too_many_jokers" | "mixed" | "colour_twice" | "group_too_long" | "number_twice" | "run_too_long" | "wraps" | "gap"} Fault */
/** @typedef {{ tiles: string[], kind: "group" | "run", colour: number, first: number, value: number }} TileSet */

/**
 * The set that these tiles are, or why they are none.
 * @param {readonly string[]} tiles @param {number} [maxJokers]
 * @returns {TileSet | Fault}
 */
export function readSet(tiles, maxJokers = 2) {
  const kinds = tiles.map(kindOf);
  const found = readKinds(kinds, maxJokers);
  if (typeof found === "string") return found;
  const size = kinds.length;
  const value =
    found.kind === "group"
      ? size * (found.first + 1)
      : (size * (2 * found.first + size + 1)) / 2;
  return { ...found, tiles: found.tiles.map((kind) => TILES[kind]), value };
}

/** @typedef {{ tiles: number[], kind: "group" | "run", colour: number, first: number }} Found */

/** @param {number[]} kinds @param {number} maxJokers @returns {Found | Fault} */
function readKinds(kinds, maxJokers) {
  if (kinds.length < 3) return "too_few";
  const plain = kinds.filter((kind) => kind !== JOKER);
  if (!plain.length) return "only_jokers";
  if (kinds.length - plain.length > maxJokers) return "too_many_jokers";
  const oneNumber = new Set(plain.map((kind) => kind % 13)).size === 1;
  const oneColour = new Set(plain.map(colourOf)).size === 1;
  if (oneColour && (!oneNumber || plain.length === 1)) {
    const run = runAsListed(kinds, plain);
    if (run) return run;
  }
  if (oneNumber) return group(kinds, plain);
  return oneColour ? runOf(kinds, plain) : "mixed";
}

/** @param {number} kind */
const colourOf = (kind) => Math.floor(kind / 13);

/** @param {number[]} kinds @param {number[]} plain @returns {Found | null} */
function runAsListed(kinds, plain) {
  const place = kinds.indexOf(plain[0]);
  const first = (plain[0] % 13) - place;
  if (first < 0 || first + kinds.length > 13) return null;
  const start = plain[0] - place;
  if (kinds.some((kind, at) => kind !== JOKER && kind !== start + at)) return null;
  return { tiles: kinds, kind: "run", colour: colourOf(plain[0]), first };
}

/** @param {number[]} kinds @param {number[]} plain @returns {Found | Fault} */
function group(kinds, plain) {
  if (new Set(plain).size < plain.length) return "colour_twice";
  if (kinds.length > 4) return "group_too_long";
  let tiles = [...kinds].sort((one, other) => one - other);
  // In the other order it would be a run.
  if (plain.length === 1 && plain[0] % 13 < 6) tiles = [JOKER, JOKER, ...plain];
  return { tiles, kind: "group", colour: 0, first: plain[0] % 13 };
}

/** @param {number[]} kinds @param {number[]} plain @returns {Found | Fault} */
function runOf(kinds, plain) {
  if (new Set(plain).size < plain.length) return "number_twice";
  if (kinds.length > 13) return "run_too_long";
  const low = Math.min(...plain);
  const high = Math.max(...plain);
  const spare = kinds.length - (high - low + 1);
  if (spare < 0) return high - low === 12 ? "wraps" : "gap";
  const above = Math.min(spare, 12 - (high % 13));
  const below = spare - above;
  const filled = Array.from({ length: high - low + 1 }, (_, at) =>
    plain.includes(low + at) ? low + at : JOKER,
  );
  const jokers = (/** @type {number} */ count) => Array(count).fill(JOKER);
  const tiles = [...jokers(below), ...filled, ...jokers(above)];
  return { tiles, kind: "run", colour: colourOf(low), first: (low % 13) - below };
}

/** The numbers around the first gap that the jokers do not fill. @param {readonly string[]} tiles */
export function gapIn(tiles) {
  let jokers = tiles.filter((tile) => tile === "J").length;
  const numbers = tiles
    .filter((tile) => tile !== "J")
    .map((tile) => (kindOf(tile) % 13) + 1)
    .sort((one, other) => one - other);
  for (let at = 1; at < numbers.length; at++) {
    jokers -= numbers[at] - numbers[at - 1] - 1;
    if (jokers < 0) return { low: numbers[at - 1], high: numbers[at] };
  }
  return { low: 0, high: 0 };
}

/** The first tile that comes a second time. @param {readonly string[]} tiles */
export const repeated = (tiles) =>
  tiles.find((tile, at) => tile !== "J" && tiles.indexOf(tile) < at) ?? "J";

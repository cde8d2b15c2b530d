/** What is left on the clocks: the twin of shared/clock.py, on the same vectors. */

/** @typedef {import("./protocol.js").ClockView} ClockView */

/**
 * What a seat has left, in thousandths of a second.
 * @param {ClockView} clock @param {number} seat @param {number} since thousandths since it came
 */
export function left({ left: each, runs, holds }, seat, since) {
  const has = each[seat];
  return seat === runs ? Math.max(0, has - Math.max(0, since - holds)) : has;
}

/**
 * For how many thousandths the clock will stand.
 * @param {ClockView} clock @param {number} since thousandths since it came
 */
export const held = ({ holds }, since) => Math.max(0, holds - since);

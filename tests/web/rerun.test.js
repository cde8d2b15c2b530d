/** A place in a finished match, and files that hold none. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Rerun, readMatch } from "../../peer/web/rerun.js";
import "./house.js";

/** A hand of so many moves, with the scores after it. @param {number} moves @param {number[]} scores */
const hand = (moves, scores) => ({
  deck: [0],
  moves: Array.from({ length: moves }, () => ({})),
  closed: { scores },
});

const match = () =>
  new Rerun(
    /** @type {any} */ ({ opening: { seats: 2 }, hands: [hand(2, [7, 0]), hand(1, [7, 9])] }),
  );

test("nobody goes beyond the beginning or the end", () => {
  const rerun = match();
  assert.equal(rerun.length, 5);
  rerun.go(-3);
  assert.equal(rerun.place, 0);
  rerun.go(99);
  assert.equal(rerun.place, 4);
  rerun.jump(1);
  assert.deepEqual([rerun.place, rerun.at], [3, 1]);
});

test("a hand counts when it is over and not before", () => {
  const rerun = match();
  const scores = [0, 1, 2, 3, 4].map((place) => {
    rerun.go(place);
    return rerun.scores.join(" ");
  });
  assert.deepEqual(scores, ["0 0", "0 0", "7 0", "7 0", "7 9"]);
});

test("a file that was cut off is refused", () => {
  assert.throws(() => readMatch('["match"'), { message: "the last line has no end: the file was cut off" });
  assert.throws(() => readMatch(""), { message: "the file ends before its last line" });
});

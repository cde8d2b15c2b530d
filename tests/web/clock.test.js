/** The clocks, on the vectors that pytest uses too. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { held, left } from "../../peer/web/clock.js";
import { vectors } from "./house.js";

test("what is left on a clock, as in Python", () => {
  for (const { what, clock, since, left: expected, held: stands } of vectors("clock_vectors.json")) {
    const each = clock.left.map((/** @type {number} */ _, /** @type {number} */ seat) => left(clock, seat, since));
    assert.deepEqual(each, expected, what);
    assert.equal(held(clock, since), stands, what);
  }
});

/** What a browser remembers, and what it finds of another version. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepHand, keptHand } from "../../peer/web/memory.js";
import { keepSeat, keptSeat } from "../../peer/web/settings.js";

/** A storage of a browser. */
const storage = () => {
  const kept = new Map();
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
};

const session = storage();
const local = storage();
Object.defineProperty(globalThis, "sessionStorage", { value: session });
Object.defineProperty(globalThis, "localStorage", { value: local });

const SEEN = [{ seq: 3, events: [], view: null }];
const FAIR = { secret: "07".repeat(32), seat: 1, table: "T", asked: 0, revealed: -1, seen: SEEN };
const HAND = { fair: FAIR, order: [{ id: "7H", name: "7H" }] };

test("a hand is kept for who has its token", () => {
  keepHand("c2VhdA", HAND);
  assert.deepEqual(keptHand("c2VhdA"), HAND);
  assert.equal(keptHand("b3RoZXI"), null);
  assert.equal(keptHand(null), null);
});

test("what another version kept of a hand is as good as nothing", () => {
  const { secret, ...older } = FAIR;
  const others = [
    ...["fair", 5, null, [], {}],
    { ...HAND, fair: older },
    { ...HAND, fair: { ...FAIR, secret: null } },
    { ...HAND, fair: { ...FAIR, seen: {} } },
    { ...HAND, fair: { ...FAIR, seen: [null] } },
    { ...HAND, order: "7H" },
  ];
  for (const other of others) {
    keepHand("c2VhdA", /** @type {any} */ (other));
    assert.equal(keptHand("c2VhdA"), null, JSON.stringify(other));
  }
});

test("a token that no host gave is not kept", () => {
  keepSeat("7KQM", { token: "c2VhdA", name: "Ann" });
  assert.equal(keptSeat("7KQM")?.token, "c2VhdA");
  keepSeat("7KQM", { token: "A".repeat(65), name: "Ann" });
  assert.equal(keptSeat("7KQM"), null);
});

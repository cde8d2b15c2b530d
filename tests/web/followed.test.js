/** Cards that are followed: what cannot be taken back, whose time was up, whose seed it was. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { judged } from "../../peer/web/audit.js";
import { Flow } from "../../peer/web/flow.js";
import { Rerun } from "../../peer/web/rerun.js";
import "./house.js";

/** Two play, and the second one begins. @type {any} */
const OPENING = { game: "basic", options: { players: "2,4", hand_size: "10,7,7" }, seats: 2 };
const DECK = Array.from({ length: 52 }, (_, number) => number);

/** A hand in which seat 1 has drawn. */
function drawn() {
  const flow = new Flow(OPENING, 0, DECK);
  flow.act(1, ["draw"]);
  return flow;
}

test("who did something takes it back, and nobody else", () => {
  const flow = drawn();
  const [card] = flow.hands[1];
  const [held, lying] = [[...flow.hands[1]], flow.discards];
  flow.act(1, ["discard", card]);
  assert.throws(() => flow.act(0, ["back"]), { message: "this could not be taken back" });
  const again = drawn();
  again.act(1, ["discard", card]);
  again.act(1, ["back"]);
  assert.deepEqual([again.hands[1], again.discards], [held, lying]);
});

test("what was done because the time was up is not taken back", () => {
  const flow = drawn();
  const [card] = flow.hands[1];
  flow.step({ seat: 1, acts: [["discard", card]], late: true });
  assert.throws(() => flow.act(1, ["back"]), { message: "this could not be taken back" });
});

test("that the time was up is told before what came of it", () => {
  const card = drawn().hands[1][0];
  const moves = [
    { seat: 1, acts: [["draw"], ["discard", card]], late: true },
    { seat: 0, acts: [["draw"]], late: false },
  ];
  const hand = { deck: DECK, dealt: { dealer: 0 }, moves, closed: null };
  const rerun = new Rerun(/** @type {any} */ ({ opening: OPENING, hands: [hand] }));
  rerun.go(1);
  const { events } = rerun.scene;
  assert.deepEqual(events.map(({ type }) => type), ["timed_out", "drew", "discarded"]);
  assert.deepEqual(events[0], { type: "timed_out", seat: 1 });
  rerun.go(2);
  assert.deepEqual(rerun.scene.events.map(({ type }) => type), ["drew"]);
});

test("a deal without one's own seed is verified in part, and it says why", () => {
  /** Nothing was wrong with what it saw, and nothing missed. @type {any} */
  const witness = { lie: () => "", missed: () => 0 };
  /** @param {string} entry of seat 0 in the deal @param {string | null} own */
  const verdict = (entry, own) => {
    const hand = /** @type {any} */ ({ dealt: { seats: [entry, "theirs"] }, moves: [] });
    return judged(witness, hand, 0, OPENING, own);
  };
  assert.deepEqual(verdict("mine", "mine"), { finding: "ok", why: "" });
  const others = [verdict("other", "mine"), verdict("other", null), verdict("silent", "mine")];
  assert.deepEqual(
    others.map(({ finding }) => finding),
    ["partly", "partly", "partly"],
  );
  assert.equal(new Set(others.map(({ why }) => why)).size, 3);
});

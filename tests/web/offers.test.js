/** The buttons that a view offers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { offers, task } from "../../peer/web/offers.js";
import { decode } from "../../peer/web/protocol.js";
import { vectors } from "./house.js";

const sample = vectors("wire_samples.json").to_guest.find(
  (/** @type {any} */ one) => one.view?.type === "cards",
);

/** A view with what matters here. @param {object} fields */
function view(fields) {
  const told = { ...sample, view: { ...sample.view, result: null, ...fields } };
  return /** @type {any} */ (decode(JSON.stringify(told))).view;
}

/** @param {object} fields @param {string[]} [selected] */
const actions = (fields, selected = []) =>
  offers(view(fields), selected, true).map(({ action }) => action);

test("rummy is called on a meld, or passed", () => {
  const fields = { phase: "call", can: ["call", "pass"], may_call: [{ card: "9H", meld: 1 }, { card: "9H", meld: 2, end: "low" }] };
  assert.deepEqual(actions(fields), [
    { type: "call", meld: 1 },
    { type: "call", meld: 2, end: "low" },
    { type: "pass" },
  ]);
});

test("a card of the table is moved to another meld", () => {
  const fields = { phase: "play", can: ["move", "discard"], may_move: [{ card: "9H", meld: 1 }] };
  const moves = actions(fields).filter(({ type }) => type === "move");
  assert.deepEqual(moves, [{ type: "move", card: "9H", meld: 1 }]);
});

test("nothing is melded in Gin Rummy before somebody knocks", () => {
  const turn = { phase: "play", must_lay: null, hand: ["7H"], can: ["discard"] };
  assert.equal(task(view({ ...turn, deadwood: 45 })), "Your turn: discard a card");
  const knocks = { ...turn, can: ["discard", "knock"], deadwood: 8 };
  assert.equal(task(view(knocks)), "Your turn: discard a card, or knock");
  assert.equal(task(view(turn)), "Your turn: meld, lay off, or discard a card to end it");
});

/** What the host says by codes, in the language of who reads it. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { decode } from "../../peer/web/protocol.js";
import { farewell, refusal, rule } from "../../peer/web/sent.js";
import { speak } from "../../peer/web/words.js";
import { catalogue } from "./house.js";

/** What arrives of a message. @param {object} message */
const arrived = (message) => /** @type {any} */ (decode(JSON.stringify(message)));

afterEach(() => speak("en", catalogue("en")));

test("a refusal is read in the reader's language, with cards as they are shown", () => {
  const values = { card: "7H", meld: "TS JS QS" };
  const message = arrived({ type: "rejected", id: 3, code: "does_not_fit", values });
  assert.equal(refusal(message), "7♥ does not fit on 10♠ J♠ Q♠");
  speak("fr", catalogue("fr"));
  assert.equal(refusal(message), "7♥ ne complète pas 10♠ J♠ Q♠");
  speak("hi", catalogue("hi"));
  assert.equal(refusal(message), "7♥ मेल 10♠ J♠ Q♠ में नहीं जुड़ता");
});

test("a refusal counts", () => {
  const refused = (/** @type {number} */ count) =>
    refusal(arrived({ type: "rejected", id: 3, code: "enough_melds", values: { count } }));
  assert.equal(refused(1), "no more than 1 meld may be laid down in a turn");
  assert.equal(refused(2), "no more than 2 melds may be laid down in a turn");
  speak("fr", catalogue("fr"));
  assert.equal(refused(0), "on ne pose pas plus de 0 combinaison par tour");
});

test("farewells and rules are, too", () => {
  speak("fr", catalogue("fr"));
  const why = { why: "No space on J" };
  assert.equal(farewell(arrived({ type: "bye", code: "closed" })), "l’hôte a fermé la table");
  assert.match(farewell(arrived({ type: "bye", code: "not_kept", values: why })), /\(No space on J\)/);
  assert.equal(
    rule({ key: "rules.basic.dealt.for", values: { players: "3-4", count: 7 } }),
    "À 3-4 joueurs, chacun reçoit 7 cartes.",
  );
});

test("what only a newer host says is said to be that", () => {
  const code = "of_the_future";
  assert.match(refusal({ code, values: {} }), /^the host's program forbids that/);
  assert.match(refusal({ code: "enough_melds", values: { count: "two" } }), /^the host's program/);
  assert.equal(farewell({ code, values: {} }), "the host has left");
  assert.match(rule({ key: `rules.${code}`, values: {} }), /^One more rule is in force/);
  assert.match(rule({ key: "constructor", values: {} }), /^One more rule is in force/);
});

/** Texts, plurals and cards in every language. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { closed, hasText, listed, say, short, speak, spoken } from "../../peer/web/words.js";
import { catalogue } from "./house.js";

const LANGUAGES = ["en", "fr", "hi"];

afterEach(() => speak("en", catalogue("en")));

test("a count chooses among plurals, by the rules of the language", () => {
  const few = (/** @type {string} */ language) => {
    speak(language, catalogue(language));
    return [0, 1, 2].map((count) => say("seat.cards", { count }));
  };
  assert.deepEqual(few("en"), ["0 cards", "1 card", "2 cards"]);
  assert.deepEqual(few("fr"), ["0 carte", "1 carte", "2 cartes"]);
  assert.deepEqual(few("hi"), ["0 पत्ता", "1 पत्ता", "2 पत्ते"]);
});

test("a plural that no game needs is said as the usual one", () => {
  speak("fr", catalogue("fr"));
  assert.equal(say("seat.cards", { count: 1_000_000 }), "1000000 cartes");
});

test("cards and tiles are spoken as at a card table", () => {
  const all = (/** @type {string} */ language) => {
    speak(language, catalogue(language));
    return ["AS", "TH'", "QC", "J", "13k"].map(spoken);
  };
  assert.deepEqual(all("en"), ["ace of spades", "ten of hearts", "queen of clubs", "joker", "black 13"]);
  assert.deepEqual(all("fr"), ["as de pique", "dix de cœur", "dame de trèfle", "joker", "13 noir"]);
  assert.deepEqual(all("hi"), ["हुकुम का इक्का", "पान का दहला", "चिड़ी की बेगम", "जोकर", "काला 13"]);
  assert.equal(short("TH"), "10♥");
});

test("a list and a sentence end as the language has it", () => {
  speak("fr", catalogue("fr"));
  assert.equal(listed(["Ann", "Ben", "Cléo"]), "Ann, Ben et Cléo");
  assert.equal(closed("la pioche est vide"), "La pioche est vide.");
  speak("hi", catalogue("hi"));
  assert.equal(listed(["Ann", "Ben"]), "Ann और Ben");
  assert.equal(closed("गड्डी ख़त्म"), "गड्डी ख़त्म।");
});

test("a key of the host that is none has no text", () => {
  for (const key of ["constructor", "__proto__", "no.such.key", "seat.cards"]) {
    assert.equal(hasText(key, {}), false);
  }
  assert.equal(hasText("seat.cards", { count: 3 }), true);
  assert.throws(() => say("no.such.key"), new RangeError("no text no.such.key"));
});

test("every text can be said", () => {
  for (const language of LANGUAGES) {
    speak(language, catalogue(language));
    for (const key of Object.keys(catalogue(language))) assert.doesNotMatch(say(key), /[{}]/);
  }
});

/**
 * The guest's part in the fair deal, told what a table of pytest told its guests.
 * Reads a list of `{ secret, seat, told }` from standard input, and writes the answers
 * and the news of each.
 */

import { readFileSync } from "node:fs";

import { unhex } from "../../peer/web/bytes.js";
import { Fairness } from "../../peer/web/fairness.js";
import { decode } from "../../peer/web/protocol.js";
import { sealed } from "../../peer/web/transcript.js";
import { speak } from "../../peer/web/words.js";

const english = new URL("../../shared/locale/en.json", import.meta.url);
speak("en", JSON.parse(readFileSync(english, "utf8")));
const guests = JSON.parse(readFileSync(0, "utf8"));
const found = guests.map((/** @type {any} */ { secret, seat, told }) => {
  const fair = new Fairness(unhex(secret));
  const answers = told.flatMap((/** @type {string} */ text) => {
    const message = decode(text);
    if (message.type === "welcome") fair.returned();
    return fair.told(message, seat);
  });
  return { answers, news: fair.news(), file: sealed(fair.lines) };
});
console.log(JSON.stringify(found));

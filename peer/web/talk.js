/** What people say to each other, as lines for this reader (shared/talk.py, peer/heard.py). */

import { hasText, say } from "./words.js";

/** @typedef {import("./protocol.js").Said} Said */
/** @typedef {import("./story.js").People} People */

export const PHRASES = [
  ...["hello", "good_luck", "have_fun", "well_played", "nice_meld", "thanks", "please"],
  ...["sorry", "oops", "one_moment", "your_turn", "thinking", "good_game", "another"],
  ...["last_hand", "goodbye"],
];
export const REACTIONS = [
  ...["thumbs_up", "applause", "smile", "laugh", "wow", "sad", "sleepy", "party"],
];

/** Characters of a text. */
export const MAX_TEXT = 200;

/** Marks on one letter; more of them pile up over other lines. */
const MOST_MARKS = 4;

/** A text on one line, without what a screen could obey or be confused by. @param {string} text */
export function spokenText(text) {
  let [kept, marks] = ["", 0];
  for (const char of text) {
    marks = /[\p{Mn}\p{Me}]/u.test(char) ? marks + 1 : 0;
    if (/[\p{Z}\t\n\r]/u.test(char)) kept += " ";
    else if (!/\p{C}/u.test(char) && marks <= MOST_MARKS) kept += char;
  }
  return kept.split(/\s+/u).filter(Boolean).join(" ");
}

/** What was said, in this reader's language; empty: a phrase that this page does not know. @param {Said} said */
export function words({ phrase, text }) {
  if (!phrase) return [...spokenText(text)].slice(0, MAX_TEXT).join("");
  return hasText(`phrase.${phrase}`) ? say(`phrase.${phrase}`) : "";
}

/** The same as a line of the story. @param {Said} said @param {People} people */
export function heard(said, people) {
  const what = words(said);
  if (said.seat === null) return say("said.watcher", { name: spokenText(said.watcher), what });
  return say("said", { name: people.others(said.seat), what });
}

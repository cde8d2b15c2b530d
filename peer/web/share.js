/** Links out of this page: to the table, and to one's own seat at it. */

import { say } from "./words.js";

/** @param {string} fragment which no server ever sees */
export const linkTo = (fragment) => `${location.origin}${location.pathname}#${fragment}`;

/** Hand a link to whatever this device shares by; what to tell the player. @param {string} url */
export async function share(url) {
  if (!navigator.share) return copy(url, say("menu.copied"));
  try {
    await navigator.share({ title: "Rummyroom", url });
  } catch {
    // The player thought better of it.
  }
  return "";
}

/** What to tell the player: that it is done, or the text itself. @param {string} text @param {string} done */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return text; // plain http: to be copied by hand
  }
}

/** Give the player a file. @param {string} name @param {string} text */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // A browser may begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

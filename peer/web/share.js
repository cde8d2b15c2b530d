/** What leaves this page: links to the table and to one's own seat at it, the transcript. */

import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** @param {string} fragment which no server ever sees @param {"" | "?watch"} [query] */
const linkTo = (fragment, query = "") => `${location.origin}${location.pathname}${query}#${fragment}`;

/** Invite somebody. @param {App} app */
export async function invite(app) {
  app.notice = await share(linkTo(app.code));
  app.draw();
}

/** The link that opens this very seat elsewhere. @param {App} app */
export async function copySeat(app) {
  app.notice = await copy(linkTo(`${app.code}~${app.guest?.token ?? ""}`), say("menu.seat.copied"));
  app.draw();
}

/** The link for who only wants to watch. @param {App} app */
export async function copyWatch(app) {
  app.notice = await copy(linkTo(app.code, "?watch"), say("menu.copied"));
  app.draw();
}

/** The match as a file. @param {App} app */
export const saveTranscript = (app) => save("rummyroom.jsonl", app.guest?.fair?.record ?? "");

/** Hand a link to whatever this device shares by; what to tell the player. @param {string} url */
async function share(url) {
  if (!navigator.share) return copy(url, say("menu.copied"));
  try {
    await navigator.share({ title: "Rummyroom", url });
  } catch {
    // The player thought better of it.
  }
  return "";
}

/** What to tell the player: that it is done, or the text itself. @param {string} text @param {string} done */
async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return text; // plain http: to be copied by hand
  }
}

/** Give the player a file. @param {string} name @param {string} text */
function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // A browser may begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

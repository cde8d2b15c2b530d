/** What the host has changed about its table, as sentences (peer/changes.py). */

import { ownName } from "./story.js";
import { hasText, say } from "./words.js";

/** @typedef {Extract<import("./protocol.js").ToGuest, { type: "changed" }>} Changed */

/** Characters of a value that is shown. */
const MOST_SHOWN = 40;

/** @param {Changed} changed */
export function tellChange({ what, seat, name, value }) {
  if (what === "term") return howSettled(printable(name), printable(value));
  return say(`changed.${what}`, { name: ownName({ name }, seat ?? 0) });
}

/** @param {string} text */
const printable = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").slice(0, MOST_SHOWN);

/** How the table is run from now on. @param {string} name @param {string} value */
function howSettled(name, value) {
  const key = `settled.${name.replaceAll("-", "_")}`;
  if (hasText(`${key}.${value}`)) return say(`${key}.${value}`);
  const count = Number(value);
  if (/^\d+$/.test(value) && hasText(key, { count })) return say(key, { count });
  return say("changed.term", { name, value });
}

/** How it is run, as far as people who sit down want to know. @param {import("./protocol.js").TableView["terms"]} terms */
export const inForce = ({ absent, talk, watch, locked }) => [
  say(`settled.absent.${absent}`),
  say(`settled.talk.${talk}`),
  say(`settled.watch.${watch ? "yes" : "no"}`),
  ...(locked ? [say("settled.locked.yes")] : []),
];

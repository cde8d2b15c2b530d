/** What a page would lose by a reload in the middle of a hand, kept with its tab. */

import { SEEN } from "./protocol.js";
import { int, list, maybe, record, text } from "./shape.js";

const KEY = "rummyroom.fair";

/** What a page of this version keeps. */
const kept = record({
  token: text(),
  what: record({
    fair: record({ secret: text(), seat: maybe(int), table: text(), asked: int, revealed: int, seen: list(SEEN) }),
    order: list(record({ id: text(), name: text() })),
  }),
});

/** Keep it for who comes back with this token. @param {string | null} token @param {object} what */
export function keepHand(token, what) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ token, what }));
  } catch {
    // In-app browsers forget: then the verdict on this hand is not complete.
  }
}

/** What was kept for that token; what another version kept is as good as nothing. @param {string | null} token */
export function keptHand(token) {
  try {
    const found = kept(JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
    return found.token === token ? found.what : null;
  } catch {
    return null;
  }
}

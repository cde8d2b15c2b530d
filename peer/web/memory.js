/** What a page would lose by a reload in the middle of a hand, kept with its tab. */

const KEY = "rummyroom.fair";

/** Keep it for who comes back with this token. @param {string | null} token @param {object} what */
export function keepHand(token, what) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ token, what }));
  } catch {
    // In-app browsers forget: then the verdict on this hand is not complete.
  }
}

/** What was kept for that token. @param {string | null} token @returns {any} */
export function keptHand(token) {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return token !== null && found?.token === token ? found.what : null;
  } catch {
    return null;
  }
}

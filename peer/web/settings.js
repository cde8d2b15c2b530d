/** What this browser remembers: a player's taste, the seats it had. Nothing leaves it. */

const PREFIX = "rummyroom.";

/** No host gives a longer one, or reads it. */
export const MAX_TOKEN = 64;

export const DEFAULTS = {
  name: "",
  /** Empty: as the browser wants. */
  language: "",
  theme: /** @type {"auto" | "light" | "dark"} */ ("auto"),
  deck: /** @type {"four" | "two" | "safe"} */ ("four"),
  size: /** @type {"usual" | "large"} */ ("usual"),
  speed: /** @type {"off" | "fast" | "normal" | "slow"} */ ("normal"),
  sorting: /** @type {import("./cards.js").Sorting} */ ("suit"),
  hints: true,
  warnings: true,
  sound: false,
  vibrate: true,
  awake: true,
  relay: false,
  left: false,
  keys: true,
};

/** @typedef {typeof DEFAULTS} Settings */

/** Where to keep things; in-app browsers may refuse. */
const storage = {
  /** @param {string} key @returns {any} */
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    } catch {
      return null;
    }
  },
  /** Whether it is kept. @param {string} key @param {unknown} value */
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
  /** @param {string} start @returns {string[]} */
  keys(start) {
    try {
      const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + start));
      return all.map((key) => key.slice(PREFIX.length));
    } catch {
      return [];
    }
  },
  /** @param {string} key */
  remove(key) {
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // nothing was kept
    }
  },
};

/** @returns {Settings} */
export function loadSettings() {
  const kept = storage.get("settings") ?? {};
  const known = Object.entries(DEFAULTS).map(([name, usual]) => [
    name,
    typeof kept[name] === typeof usual ? kept[name] : usual,
  ]);
  return Object.fromEntries(known);
}

/** @param {Settings} settings */
export const saveSettings = (settings) => storage.set("settings", settings);

/** @typedef {{ token: string, name: string }} KeptSeat */

/** After which a table is surely over. */
const LONG_AGO = 2 * 24 * 3600 * 1000;

/** Who plays and who watches are told apart. @param {string} room @param {boolean} watch */
const place = (room, watch) => `${watch ? "watch" : "seat"}.${room}`;

/** The seat this browser had in a room, or its place among those who watch. @param {string} room @param {boolean} [watch] @returns {KeptSeat | null} */
export function keptSeat(room, watch = false) {
  const seat = storage.get(place(room, watch));
  const fits = typeof seat?.token === "string" && seat.token.length <= MAX_TOKEN && typeof seat.name === "string";
  return fits ? seat : null;
}

/** Whether it is kept; what is old goes. @param {string} room @param {KeptSeat} seat @param {boolean} [watch] */
export function keepSeat(room, seat, watch = false) {
  for (const key of [...storage.keys("seat."), ...storage.keys("watch.")]) {
    if (!(storage.get(key)?.kept > Date.now() - LONG_AGO)) storage.remove(key);
  }
  return storage.set(place(room, watch), { ...seat, kept: Date.now() });
}

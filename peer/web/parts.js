/**
 * What only one game needs, or only a later moment: fetched while something else is
 * waited for. A seat has all of its game before it plays, since the game goes on when
 * the server that this page came from dies.
 */

import { SignalingError } from "./errors.js";
import { learnRules } from "./language.js";
import { say } from "./words.js";

/** Some modules together. @template T */
class Part {
  /** @param {() => Promise<T>} fetched */
  constructor(fetched) {
    this._fetched = fetched;
    /** The modules, when they are there. @type {T | null} */
    this.now = null;
  }

  /** @throws {SignalingError} If the server is away; it can be tried again. */
  async load() {
    try {
      this.now ??= await this._fetched();
    } catch {
      throw new SignalingError("away", say("way.away"));
    }
    return this.now;
  }
}

/** Both card games. */
export const cards = new Part(async () => {
  const [table, offers] = await Promise.all([import("./card_table.js"), import("./offers.js")]);
  return { ...table, ...offers };
});

/** Rummikub. */
export const tiles = new Part(async () => {
  const [table, draft] = await Promise.all([import("./tile_table.js"), import("./draft.js")]);
  return { ...table, ...draft };
});

/** @param {string} game */
export const partOf = (game) => (game === "rummikub" ? tiles : cards);

/** A fair deal. */
export const fair = new Part(async () => {
  const [fairness, words] = await Promise.all([import("./fairness.js"), import("./fair_words.js")]);
  return { ...fairness, ...words };
});

/** The end of a hand. */
export const end = new Part(() => import("./hand_end.js"));

/** The menu, and questions. */
export const menu = new Part(() => import("./menu.js"));

/** The rules, in sentences. */
export const rules = new Part(async () => {
  await learnRules();
  return true;
});

/** What is done by keys and by dragging. */
export const hands = new Part(async () => {
  const [keys, drag] = await Promise.all([import("./keys.js"), import("./drag.js")]);
  return { ...keys, ...drag };
});

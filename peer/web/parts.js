/**
 * What only one game needs, or only a later moment: fetched while something else is
 * waited for. A seat has all of its game before it plays, since the game goes on when
 * the server that this page came from dies.
 */

import { SignalingError } from "./errors.js";
import { learnLater } from "./language.js";
import { say } from "./words.js";

/** Some modules together. @template T */
class Part {
  /** @param {() => Promise<T>} fetched */
  constructor(fetched) {
    this._fetched = fetched;
    /** @type {Promise<T> | null} */
    this._coming = null;
    /** The modules, when they are there. @type {T | null} */
    this.now = null;
  }

  /** @throws {SignalingError} If the server is away; it can be tried again. */
  async load() {
    try {
      this._coming ??= this._fetched();
      this.now = await this._coming;
      return this.now;
    } catch {
      this._coming = null;
      throw new SignalingError("away", say("way.away"));
    }
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

/** A fair deal; what these modules need is named too, so that all is fetched at once. */
export const fair = new Part(async () => {
  const [fairness, words] = await Promise.all([
    import("./fairness.js"),
    import("./fair_words.js"),
    import("./audit.js"),
    import("./replay.js"),
    import("./flow.js"),
    import("./transcript.js"),
    import("./shuffle.js"),
  ]);
  return { ...fairness, ...words };
});

/** The people at the table, what they say; and what every game shows. */
export const people = new Part(async () => {
  const [company] = await Promise.all([
    import("./company.js"),
    import("./faces.js"),
    import("./hand.js"),
  ]);
  return company;
});

// Once one sits

/** What is done by keys and by dragging, and advice. */
export const hands = new Part(async () => {
  const [keys, drag, advice] = await Promise.all([
    import("./keys.js"),
    import("./drag.js"),
    import("./advice.js"),
  ]);
  return { ...keys, ...drag, ...advice };
});

/** A module, and the texts that are said late. @template T @param {Promise<T>} module */
const spoken = async (module) => (await Promise.all([module, learnLater()]))[0];

/** The end of a hand. */
export const end = new Part(() => spoken(import("./hand_end.js")));

/** The menu and other boxes over the table. */
export const menu = new Part(() => spoken(import("./menu.js")));

/** What a player does before the host hears of it: selecting, sorting, trying out. */

import { sorted, sortedTiles } from "./cards.js";
import { Draft } from "./draft.js";
import { arranged, shifted } from "./order.js";

/** @typedef {import("./protocol.js").AnyView} AnyView */
/** @typedef {import("./cards.js").Sorting} Sorting */
/** One card or tile of the hand; `id` names it on the screen. @typedef {{ id: string, name: string }} Held */

/** Where tiles can be moved to, other than a set that is there. */
export const NEW = -1;
export const RACK = -2;

/** Of one seat, for one hand. */
export class Desk {
  constructor() {
    /** In the order they were chosen. @type {string[]} */
    this.selected = [];
    /** @type {readonly Held[]} */
    this.order = [];
    /** The one that the keyboard is on. @type {string | null} */
    this.focus = null;
    /** The tile on the table that the keyboard is on. @type {string | null} */
    this.tableFocus = null;
    /** Drawn this turn. @type {string | null} */
    this.fresh = null;
    /** @type {Draft | null} */
    this.draft = null;
  }

  /** The table has changed. @param {AnyView | null} view */
  update(view) {
    if (view?.type === "tiles") {
      if (!this.draft?.fits(view)) {
        this.draft = new Draft(view);
        this.selected = [];
      }
    } else {
      this.draft = null;
      const hand = view?.hand ?? [];
      this.selected = this.selected.filter((id) => hand.includes(id));
    }
  }

  /** The hand as it is shown. @param {AnyView} view @param {Sorting} sorting @returns {Held[]} */
  held(view, sorting) {
    if (view.type === "cards") {
      const cards = sorting === "own" ? view.hand : sorted(view.hand, sorting);
      const held = cards.map((card) => ({ id: card, name: card }));
      return sorting === "own" ? arranged(held, this.order) : held;
    }
    const pieces = (this.draft?.rack ?? []).map(({ id, tile }) => ({ id: `t${id}`, name: tile }));
    if (sorting === "own") return arranged(pieces, this.order);
    const names = sortedTiles(pieces.map((one) => one.name), sorting);
    return arranged(pieces, names.map((name) => ({ id: "", name })));
  }

  /** @param {string} id */
  toggle(id) {
    const at = this.selected.indexOf(id);
    if (at < 0) this.selected.push(id);
    else this.selected.splice(at, 1);
  }

  clear() {
    this.selected = [];
  }

  /** The selected pieces of the draft. */
  get pieces() {
    return this.selected.map((id) => Number(id.slice(1)));
  }

  /**
   * Move one of the hand; from then on the order is the player's own.
   * @param {readonly Held[]} held @param {string} id @param {number} to
   */
  shift(held, id, to) {
    const from = held.findIndex((one) => one.id === id);
    if (from >= 0) this.order = shifted(held, from, to);
  }
}

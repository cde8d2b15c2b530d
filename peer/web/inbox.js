/** What arrived and nobody has read yet, and then why no more will come. */

import { RummyError } from "./errors.js";

const MOST_UNREAD = 256;

/** Nothing came in time. */
export class TimedOut extends RummyError {}

/** @template T */
export class Inbox {
  constructor() {
    /** @type {T[]} */
    this._items = [];
    /** @type {Error | null} */
    this._reason = null;
    /** @type {(() => void) | null} */
    this._wake = null;
  }

  /** @param {T} item */
  put(item) {
    if (this._reason || this._items.length >= MOST_UNREAD) return;
    this._items.push(item);
    this._wake?.();
  }

  /** Nothing more will come; the first reason stands. @param {Error} reason */
  end(reason) {
    this._reason ??= reason;
    this._wake?.();
  }

  /**
   * The next item, or the reason thrown once all are read.
   * @param {number} [patience] in milliseconds @returns {Promise<T>}
   */
  async get(patience) {
    const until = patience === undefined ? Infinity : Date.now() + patience;
    while (!this._items.length) {
      if (this._reason) throw this._reason;
      if (!(await this._change(until - Date.now()))) throw new TimedOut("nothing came");
    }
    return /** @type {T} */ (this._items.shift());
  }

  /** @param {number} patience @returns {Promise<boolean>} */
  _change(patience) {
    return new Promise((resolve) => {
      const finite = Number.isFinite(patience);
      const timer = finite
        ? setTimeout(() => resolve(false), Math.max(0, patience))
        : undefined;
      this._wake = () => {
        clearTimeout(timer);
        this._wake = null;
        resolve(true);
      };
    });
  }
}

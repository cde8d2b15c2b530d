/** The story so far: shown to the eye, and told once to the ear. */

import { news } from "./asked.js";
import { pauses } from "./clocks.js";
import { changes, tell } from "./story.js";
import { short, spoken } from "./words.js";

/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {{ id: number, short: string }} Line */

const MOST_LINES = 200;

/** Keeps what happened. */
export class Log {
  /** @param {Element} teller a polite live region */
  constructor(teller) {
    this._teller = teller;
    /** @type {Line[]} */
    this._lines = [];
    this._next = 0;
    /** @type {TableView | null} */
    this._table = null;
  }

  /** @param {number} from */
  slice(from) {
    return this._lines.slice(from);
  }

  clear() {
    this._lines = [];
    this._table = null;
    this._teller.replaceChildren();
  }

  /** @param {string} text @param {string} [aloud] */
  add(text, aloud = text) {
    this._lines.push({ id: this._next++, short: text });
    if (this._lines.length > MOST_LINES) this._lines.shift();
    const line = document.createElement("p");
    line.textContent = aloud;
    this._teller.append(line);
    while (this._teller.children.length > 20) this._teller.firstElementChild?.remove();
  }

  /**
   * @param {TableView} table @param {readonly import("./protocol.js").Event[]} events
   * @param {import("./story.js").People} people
   */
  update(table, events, people) {
    const was = this._table;
    const told = [
      ...(was ? changes(was, table, people) : []),
      ...news(was?.vote ?? null, was || table.vote?.outcome === "open" ? table.vote : null, people),
      ...pauses(was?.clock ?? null, table.clock, people),
    ];
    for (const line of told) this.add(line);
    this._table = table;
    for (const event of events) {
      const aloud = tell(event, people, table, spoken);
      tell(event, people, table, short).forEach((line, at) => this.add(line, aloud[at]));
    }
  }
}

/**
 * Whom this player does not want to hear; nobody else learns of it (peer/mutes.py).
 *
 * A mute follows the person: from watching to a seat by the name, through another name by
 * the seat. It is held over a reload of this tab.
 */

/** @typedef {Pick<import("./protocol.js").TableView, "watchers"> & { seats: readonly { name: string, kind: string }[] }} Table */
/** A seat, or the name of who watches. @typedef {number | string} Who */

/** Who is not heard by one player. */
export class Mutes {
  /** @param {string} [kept] as `text` gave it */
  constructor(kept = "") {
    const { seats, names } = readMutes(kept);
    /** @type {Set<number>} */
    this._seats = new Set(seats);
    /** @type {Set<string>} */
    this._names = new Set(names);
    /** @type {Table | null} */
    this._table = null;
  }

  /** To be kept. */
  get text() {
    return JSON.stringify({ seats: [...this._seats], names: [...this._names] });
  }

  /** Those who are muted and not at the table now. */
  get gone() {
    const here = new Set([...(this._table?.seats ?? []).map((seat) => seat.name), ...(this._table?.watchers ?? [])]);
    return [...this._names].filter((name) => !here.has(name));
  }

  /** @param {Who} who @param {boolean} on */
  mute(who, on) {
    const name = this._name(who);
    if (typeof who === "number") this._seats[on ? "add" : "delete"](who);
    if (name) this._names[on ? "add" : "delete"](name);
  }

  /** The table is like that now. @param {Table} table */
  seen(table) {
    this._table = table;
    for (const seat of [...this._seats]) {
      const place = table.seats[seat];
      if (!place || place.kind === "open") this._seats.delete(seat);
      else this._names.add(place.name);
    }
  }

  /** Whether what somebody says is not to be heard. @param {Who} who */
  cover(who) {
    return (typeof who === "number" && this._seats.has(who)) || this._names.has(this._name(who));
  }

  /** @param {Who} who */
  _name(who) {
    return typeof who === "string" ? who : (this._table?.seats[who]?.name ?? "");
  }
}

/** @param {string} kept @returns {{ seats: number[], names: string[] }} */
function readMutes(kept) {
  try {
    const { seats, names } = JSON.parse(kept);
    return {
      seats: seats.filter(Number.isSafeInteger),
      names: names.filter((/** @type {unknown} */ name) => typeof name === "string"),
    };
  } catch {
    return { seats: [], names: [] };
  }
}

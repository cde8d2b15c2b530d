/** A turn with tiles as it is tried out, before the host hears of it. Each step can be undone. */

import { apart, kindOf } from "./cards.js";
import { NEW, RACK } from "./desk.js";
import { readSet } from "./sets.js";

/** One piece: twins look alike but are moved one by one. @typedef {{ id: number, tile: string, own: boolean }} Piece */
/** A set that has lost all its tiles keeps its place. @typedef {{ sets: Piece[][], rack: Piece[] }} Layout */
/** @typedef {import("./protocol.js").TileView} TileView */
/** @typedef {{ set: number, tiles: string[], fault: import("./sets.js").Fault }} Wrong */

/** One turn being tried out. */
export class Draft {
  /** @param {TileView} view */
  constructor(view) {
    let id = 0;
    const piece = (/** @type {boolean} */ own) => (/** @type {string} */ tile) => ({
      id: id++,
      tile,
      own,
    });
    const rack = apart(view.rack).map(piece(true));
    const sets = view.table.map((tiles) => apart(tiles).map(piece(false)));
    this._view = view;
    /** @type {Layout[]} */
    this._steps = [{ sets, rack }];
  }

  get started() {
    return this._steps.length > 1;
  }

  get sets() {
    return this._now.sets;
  }

  get rack() {
    return this._now.rack;
  }

  get _now() {
    return this._steps[this._steps.length - 1];
  }

  /** Whether this is still a draft of what the view shows. @param {TileView} view */
  fits(view) {
    return (
      view.rack === this._view.rack && view.table.join(" ") === this._view.table.join(" ")
    );
  }

  /** The piece with that id, and the set it is in. @param {number} id */
  find(id) {
    const set = this.sets.findIndex((pieces) => pieces.some((piece) => piece.id === id));
    const pieces = set < 0 ? this.rack : this.sets[set];
    return { set: set < 0 ? RACK : set, piece: pieces.find((piece) => piece.id === id) };
  }

  /** Whether these may go back to the rack: what lay on the table may not. @param {number[]} ids */
  mayTakeBack(ids) {
    return ids.some((id) => this.find(id).set !== RACK) && ids.every((id) => this.find(id).piece?.own);
  }

  /**
   * Put pieces into a set, a new one (`NEW`) or back on the rack (`RACK`).
   * @param {readonly number[]} ids in the order they were chosen @param {number} target
   * @param {"low" | "high" | null} [end] where to put them in a run of jokers
   */
  move(ids, target, end = null) {
    const moved = ids.flatMap((id) => this.find(id).piece ?? []);
    if (!moved.length || (target === RACK && !this.mayTakeBack([...ids]))) return;
    const without = (/** @type {Piece[]} */ pieces) =>
      pieces.filter((piece) => !ids.includes(piece.id));
    const sets = this.sets.map((pieces) => {
      const left = without(pieces);
      return left.length === pieces.length ? pieces : ordered(left);
    });
    let rack = without(this.rack);
    if (target === RACK) rack = [...rack, ...moved];
    else if (target === NEW) sets.push(ordered(moved));
    else sets[target] = extended(sets[target] ?? [], moved, end);
    this._steps.push({ sets, rack });
  }

  /** Turn a run around a joker at its end: the joker goes to the other one. @param {number} set */
  flip(set) {
    const flipped = this.flipped(set);
    if (!flipped) return;
    const sets = this.sets.map((pieces, at) => (at === set ? flipped : pieces));
    this._steps.push({ sets, rack: this.rack });
  }

  /** What `flip` would make of a set; null: nothing. @param {number} set @returns {Piece[] | null} */
  flipped(set) {
    const pieces = this.sets[set] ?? [];
    const last = pieces.length - 1;
    for (const turned of [
      [pieces[last], ...pieces.slice(0, last)],
      [...pieces.slice(1), pieces[0]],
    ]) {
      const joker = turned === undefined ? null : turned[0]?.tile === "J" || turned[last]?.tile === "J";
      if (joker && pieces.length > 2 && isListedAs(turned, "run") && !same(turned, pieces)) return turned;
    }
    return null;
  }

  undo() {
    if (this.started) this._steps.pop();
  }

  reset() {
    this._steps.length = 1;
  }

  /** What to propose to the host. */
  table() {
    return this.sets
      .filter((pieces) => pieces.length)
      .map((pieces) => pieces.map((piece) => piece.tile));
  }

  /** How many tiles of the rack lie on the table now. */
  get played() {
    return apart(this._view.rack).length - this.rack.length;
  }

  /** The first set that is none, if one is. @returns {Wrong | null} */
  fault() {
    for (const [set, pieces] of this.sets.entries()) {
      const fault = pieces.length ? this.faultOf(set) : null;
      if (fault) return { set, tiles: pieces.map((piece) => piece.tile), fault };
    }
    return null;
  }

  /** @param {number} set @returns {import("./sets.js").Fault | null} */
  faultOf(set) {
    const tiles = this.sets[set].map((piece) => piece.tile);
    const found = readSet(tiles, this._view.max_jokers);
    return typeof found === "string" ? found : null;
  }

  /** What the sets count that were not on the table before. */
  points() {
    const old = this._view.table.slice();
    let points = 0;
    for (const pieces of this.sets) {
      const tiles = pieces.map((piece) => piece.tile);
      const before = old.indexOf(tiles.join(""));
      const found = readSet(tiles, this._view.max_jokers);
      if (before >= 0) old.splice(before, 1);
      else if (typeof found !== "string") points += found.value;
    }
    return points;
  }
}

/** A set in its order; what is no set yet, by colour and number. @param {Piece[]} pieces */
function ordered(pieces) {
  const found = readSet(pieces.map((piece) => piece.tile));
  if (typeof found === "string") {
    return [...pieces].sort((one, other) => kindOf(one.tile) - kindOf(other.tile));
  }
  const left = [...pieces];
  return found.tiles.map((tile) => {
    const at = left.findIndex((piece) => piece.tile === tile);
    return left.splice(at, 1)[0];
  });
}

/**
 * A set with more tiles; the jokers of a run stay where they are, if they can.
 * @param {Piece[]} old @param {Piece[]} more @param {"low" | "high" | null} end
 */
function extended(old, more, end) {
  const orders = [
    [...old, ...more],
    [...more, ...old],
  ];
  if (end === "low") orders.reverse();
  for (const order of orders) if (isListedAs(order, null)) return order;
  return ordered(orders[0]);
}

/** Whether pieces are a set in this very order. @param {Piece[]} pieces @param {"run" | null} kind */
function isListedAs(pieces, kind) {
  const tiles = pieces.map((piece) => piece.tile);
  const found = readSet(tiles);
  if (typeof found === "string" || (kind && found.kind !== kind)) return false;
  return found.tiles.every((tile, at) => tile === tiles[at]);
}

/** @param {Piece[]} one @param {Piece[]} other */
const same = (one, other) => one.every((piece, at) => piece.tile === other[at].tile);

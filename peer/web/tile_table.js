/** The tile table: every set can be taken apart and built anew until the turn is played. */

import { NEW, RACK } from "./desk.js";
import { tileFace, tileInk } from "./faces.js";
import { handView } from "./hand.js";
import { advisedIn, hintButton, hintNote } from "./hinting.js";
import { h } from "./render.js";
import { refusal } from "./sent.js";
import { gapIn, repeated } from "./sets.js";
import { besides } from "./vote.js";
import { listed, say, sentence, spoken } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").TileView} TileView */
/** @typedef {import("./draft.js").Draft} Draft */

/** @param {App} app @param {TileView} view */
export function tileTable(app, view) {
  const draft = /** @type {Draft} */ (app.desk.draft);
  const mine = view.can.includes("rearrange") && app.ready;
  return [
    h(
      "section",
      { key: "felt", class: "felt tiles", "aria-label": say("table") },
      h("div", { class: "piles" }, pool(app, view, draft)),
      h(
        "div",
        { class: "sets", tabindex: -1, onkeydown: (/** @type {KeyboardEvent} */ event) => walk(app, event) },
        draft.sets.some((pieces) => pieces.length)
          ? null
          : h("p", { class: "none" }, say("table.sets.none")),
        draft.sets.map((_, at) => oneSet(app, draft, at, mine)),
        mine && app.desk.selected.length ? newSet(app) : null,
      ),
    ),
    actions(app, view, draft, mine),
    handView(
      app,
      say("rack", { count: say("seat.tiles", { count: draft.rack.length }) }),
      items(app, view),
    ),
  ];
}

/** @param {App} app @param {TileView} view @param {Draft} draft */
function pool(app, view, draft) {
  const may = view.can.includes("draw") && app.ready && !draft.started;
  const seen = view.seat === null;
  return h(
    "div",
    { class: "pile" },
    h(
      seen ? "div" : "button",
      {
        key: "stock",
        role: seen ? "img" : null,
        class: `face back tileback${may ? " offered" : ""}${view.pool ? "" : " empty"}`,
        "aria-label": say(may ? "pile.pool.draw" : "pile.pool.rest", { count: view.pool }),
        "aria-disabled": seen ? null : String(!may),
        "data-flip": "stock",
        onclick: () => may && app.act({ type: "draw", source: "stock" }),
      },
      h("span", { class: "count" }, String(view.pool)),
    ),
    h("span", { class: "caption", "aria-hidden": "true" }, say("pile.pool")),
  );
}

/** @param {App} app @param {Draft} draft @param {number} at @param {boolean} mine */
function oneSet(app, draft, at, mine) {
  const pieces = draft.sets[at];
  if (!pieces.length) return null;
  const { selected } = app.desk;
  const wrong = draft.faultOf(at) !== null;
  const cards = listed(pieces.map((piece) => spoken(piece.tile)));
  const elsewhere = selected.some((id) => !pieces.some((piece) => `t${piece.id}` === id));
  return h(
    "div",
    {
      key: `set ${at}`,
      class: `set${wrong ? " wrong" : ""}`,
      role: "group",
      "aria-label": say(wrong ? "set.wrong" : "set", { number: at + 1, cards }),
      "data-drop": `set:${at}`,
    },
    h("span", { class: "owner", "aria-hidden": "true" }, `${at + 1}${wrong ? " ✗" : ""}`),
    pieces.map((piece) => tileOnTable(app, piece, mine)),
    mine && elsewhere
      ? h(
          "button",
          {
            key: "add",
            class: "add",
            "aria-label": say("set.add", { count: selected.length, number: at + 1 }),
            onclick: () => app.move(at),
          },
          "+",
        )
      : null,
  );
}

/** The arrows go through all tiles of the table, which are one stop for Tab. @param {App} app @param {KeyboardEvent} event */
function walk(app, event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const table = /** @type {HTMLElement} */ (event.currentTarget);
  const tiles = /** @type {HTMLElement[]} */ ([...table.querySelectorAll("[data-id]")]);
  const at = tiles.indexOf(/** @type {HTMLElement} */ (event.target));
  if (!step || at < 0) return;
  event.preventDefault();
  tiles[(at + step + tiles.length) % tiles.length].focus();
  app.draw();
}

/** @param {App} app @param {import("./draft.js").Piece} piece @param {boolean} mine */
function tileOnTable(app, piece, mine) {
  const id = `t${piece.id}`;
  const pressed = app.desk.selected.includes(id);
  const own = piece.own ? " own" : "";
  if (!mine) {
    return h(
      "span",
      { key: id, class: `face ${tileInk(piece.tile)}`, role: "img", "aria-label": spoken(piece.tile), "data-flip": id },
      tileFace(piece.tile),
    );
  }
  return h(
    "button",
    {
      key: `${id} on`,
      class: `face ${tileInk(piece.tile)}${own}${pressed ? " selected" : ""}`,
      "aria-pressed": String(pressed),
      "aria-label": spoken(piece.tile),
      tabindex: id === walked(app) ? 0 : -1,
      "data-id": id,
      "data-flip": id,
      onclick: () => app.toggle(id),
      onfocus: () => {
        app.desk.tableFocus = id;
      },
    },
    tileFace(piece.tile),
  );
}

/** The tile on the table where Tab stops. @param {App} app */
function walked({ desk }) {
  const pieces = desk.draft?.sets.flat() ?? [];
  const kept = pieces.find((piece) => `t${piece.id}` === desk.tableFocus);
  return `t${(kept ?? pieces[0])?.id}`;
}

/** @param {App} app */
const newSet = (app) =>
  h(
    "button",
    { key: "new set", class: "set newset", "data-drop": "new", onclick: () => app.move(NEW) },
    `+ ${say("do.newset")}`,
  );

/** @param {App} app @param {TileView} view @param {Draft} draft @param {boolean} mine */
function actions(app, view, draft, mine) {
  const { pieces, selected } = app.desk;
  const valid = draft.started && draft.played > 0 && !draft.fault();
  const enough = !view.needed || draft.points() >= view.needed;
  const joker = selected.length === 1 ? draft.find(pieces[0]) : null;
  const flips = joker?.piece?.tile === "J" && joker.set >= 0 && draft.flipped(joker.set);
  const all = mine
    ? [
        valid && enough && !selected.length
          ? doing("done", "main", () => app.act({ type: "rearrange", table: draft.table() }))
          : null,
        selected.length ? doing("newset", "main", () => app.move(NEW)) : null,
        selected.length && draft.mayTakeBack(pieces) ? doing("back", "plain", () => app.move(RACK)) : null,
        flips ? doing("flip", "plain", () => app.tryOut((draft) => draft.flip(joker.set))) : null,
        draft.started ? doing("undo", "plain", () => app.tryOut((draft) => draft.undo())) : null,
        draft.started ? doing("reset", "plain", () => app.tryOut((draft) => draft.reset())) : null,
        selected.length > 1 && !draft.started ? doing("clear", "quiet", () => app.clear()) : null,
        ...(draft.started || selected.length ? [] : ends(app, view)),
      ]
    : [];
  const props = { key: "actions", class: "actions", role: "group", "aria-label": say("turn.yours") };
  const aside = draft.started || selected.length ? null : [besides(app), hintButton(app, view)];
  return h("div", props, hintNote(app) ?? status(view, draft, mine), aside, all);
}

/** How a turn without tiles ends. @param {App} app @param {TileView} view */
function ends(app, view) {
  return [
    view.can.includes("draw")
      ? doing("draw", "last", () => app.act({ type: "draw", source: "stock" }))
      : null,
    view.can.includes("pass") ? doing("pass", "last", () => app.act({ type: "pass" })) : null,
  ];
}

/** @param {string} what @param {string} tone @param {() => void} onclick */
const doing = (what, tone, onclick) =>
  h("button", { key: `do ${what}`, class: `do ${tone}`, onclick }, say(`do.${what}`));

/** Whether the table is valid as it is tried out. @param {TileView} view @param {Draft} draft @param {boolean} mine */
function status(view, draft, mine) {
  if (!mine) return null;
  const wrong = draft.fault();
  if (wrong) return h("span", { class: "note bad" }, `✗ ${fault(wrong, view)}`);
  const points = view.needed
    ? say("draft.points", { points: draft.points(), needed: view.needed })
    : draft.started && `✓ ${say("draft.valid")}`;
  return points ? h("span", { class: "note good" }, points) : null;
}

/** Why a set is none, as the host would say it. @param {import("./draft.js").Wrong} wrong @param {TileView} view */
export function fault({ set, tiles, fault }, { max_jokers: most }) {
  const size = tiles.length;
  const code = fault === "too_few" ? "small_set" : fault;
  const jokers = tiles.filter((tile) => tile === "J").length;
  const values = { number: set + 1, tiles: tiles.join(" "), tile: repeated(tiles), size, count: size, jokers, most };
  return sentence(refusal({ code, values: { ...values, ...gapIn(tiles) } }));
}

/** @param {App} app @param {TileView} view @returns {import("./hand.js").Item[]} */
function items(app, view) {
  const { desk, settings } = app;
  let fresh = desk.fresh;
  const advised = advisedIn(app, view);
  return desk.held(view, settings.sorting).map(({ id, name }) => {
    const isNew = name === fresh;
    if (isNew) fresh = null;
    const number = desk.selected.indexOf(id) + 1;
    const place = advised.indexOf(name);
    if (place >= 0) advised.splice(place, 1);
    const label = [
      spoken(name),
      ...(isNew ? [say("card.new")] : []),
      ...(number ? [say("card.order", { number })] : []),
      ...(place >= 0 ? [say("card.advised")] : []),
    ];
    return {
      id,
      label: label.join(", "),
      look: `${tileInk(name)}${place >= 0 ? " advised" : ""}${isNew ? " fresh" : ""}`,
      face: [tileFace(name), number ? h("span", { class: "badge" }, String(number)) : null],
    };
  });
}

/** Everything by keys alone: a letter for each thing that has a button too. */

import { longest, offers } from "./offers.js";
import { takeBack } from "./vote.js";
import { say, listed, spoken } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {KeyboardEvent} event */
export function typed(app, event) {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  const form = /** @type {HTMLElement} */ (target).closest?.("input, select, textarea, dialog");
  if (altKey || ctrlKey || metaKey || form || !app.view || !app.settings.keys) return;
  const done = pressed(app, key.toLowerCase());
  if (done) event.preventDefault();
}

/** Whether the key means something. @param {App} app @param {string} key */
function pressed(app, key) {
  if (key === "s") return app.sort(), true;
  if (key === "m") return app.openMenu(), true;
  if (key === "r") return readAloud(app), true;
  if (key === "u") return undo(app);
  if (key === "h") return app.hint(), true;
  if (key === "w") return app.pause(), true;
  if (key === "escape") return app.clear(), true;
  return app.view?.type === "cards" ? cardKey(app, app.view, key) : tileKey(app, key);
}

/** What was tried out, else what was done. @param {App} app */
function undo(app) {
  if (!app.desk.draft?.started) return takeBack(app);
  app.tryOut((draft) => draft.undo());
  return true;
}

/** @param {App} app @param {import("./protocol.js").View} view @param {string} key */
function cardKey(app, view, key) {
  const { selected } = app.desk;
  if (key === "x" && selected.length === 1) return app.discard(selected[0]), true;
  const kinds = { d: "draw", t: "draw", l: "lay", k: "knock", p: "pass" };
  const kind = kinds[/** @type {"d"} */ (key)];
  if (!kind || !app.ready) return false;
  const found = offers(view, selected, true).find(({ action }) =>
    action.type === "draw"
      ? kind === "draw" && (action.source === "stock") === (key === "d")
      : action.type.startsWith(kind),
  );
  if (found) app.act(found.action);
  return true;
}

/** @param {App} app @param {string} key */
function tileKey(app, key) {
  const names = { d: "do.draw", p: "do.pass", n: "do.newset", enter: "" };
  const name = names[/** @type {"d"} */ (key)];
  const label = name ? say(name) : null;
  const button = [...document.querySelectorAll(".actions button")].find((one) => one.textContent === label);
  /** @type {HTMLElement | undefined} */ (button)?.click();
  return Boolean(button);
}

/** Say what one holds and what lies there. @param {App} app */
function readAloud(app) {
  const { view, log, desk, settings } = app;
  if (!view) return;
  const held = listed(desk.held(view, settings.sorting).map(({ name }) => spoken(name)));
  log.add(say("read.hand", { cards: held }));
  if (view.type === "tiles") log.add(say("read.tiles", { count: view.pool }));
  else {
    const card = view.upcard ? spoken(view.upcard) : "–";
    log.add(say("read.piles", { count: say("seat.cards", { count: view.stock }), card }));
    for (const meld of longest(view)) log.add(say("do.laydown", { cards: meld.map(spoken).join(", ") }));
  }
  app.draw();
}

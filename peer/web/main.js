/** Starts the page, and tells the session when this device wakes or changes networks. */

import { App } from "./app.js";
import { NEW, RACK } from "./draft.js";
import { letDrag } from "./drag.js";
import { awaitOffer } from "./install.js";
import { typed } from "./keys.js";
import { mayDiscard } from "./offers.js";

const root = /** @type {Element} */ (document.getElementById("app"));
const teller = /** @type {Element} */ (document.getElementById("teller"));
const app = new App(root, teller);

/** A card or tile was dragged onto something. @param {string} id @param {string} target @param {string | null} over */
function dropped(id, target, over) {
  const { view, desk } = app;
  const [kind, number] = target.split(":");
  if (view?.type === "tiles") {
    if (kind === "hand" && desk.draft?.find(Number(id.slice(1))).set === RACK) return shift(id, over);
    if (!view.can.includes("rearrange")) return;
    if (!desk.selected.includes(id)) desk.selected = [id];
    app.move(kind === "new" ? NEW : kind === "hand" ? RACK : Number(number));
  } else if (view?.type === "cards") {
    if (kind === "hand") shift(id, over);
    else if (kind === "discard" && mayDiscard(view, id)) app.discard(id);
    else if (kind === "meld") layOff(view, id, Number(number));
  }
}

/** @param {import("./protocol.js").View} view @param {string} card @param {number} meld */
function layOff(view, card, meld) {
  const ways = view.may_lay_off.filter((fit) => fit.card === card && fit.meld === meld);
  const [{ end } = { end: null }] = ways;
  if (view.can.includes("lay_off") && ways.length) {
    app.act({ type: "lay_off", card, meld, ...(end ? { end } : {}) });
  }
}

/** @param {string} id @param {string | null} over */
function shift(id, over) {
  if (!app.view) return;
  const held = app.desk.held(app.view, app.settings.sorting);
  const to = over === null ? held.length - 1 : held.findIndex((one) => one.id === over);
  if (to >= 0) app.shift(id, to);
}

letDrag(root, dropped);
awaitOffer(() => app.draw());
document.addEventListener("keydown", (event) => typed(app, event));
document.addEventListener("pointerdown", () => app.cue.gesture());
document.addEventListener("contextmenu", (event) => {
  if (/** @type {Element} */ (event.target).closest(".face")) event.preventDefault();
});

addEventListener("hashchange", () => app.arrive());
addEventListener("online", () => app.session?.wake(true));
addEventListener("pageshow", (event) => event.persisted && app.session?.wake(true));
document.addEventListener("visibilitychange", () => {
  void app.cue.keepAwake();
  if (!document.hidden) app.session?.wake(true);
});

addEventListener("popstate", (event) => app.wentBack(event.state));

// A banner that counts down has to be drawn again.
setInterval(() => app.progress.stage === "waiting" && app.session && app.draw(), 1000);

// Later: it loads all files once more, and somebody waits for the cards.
if ("serviceWorker" in navigator && isSecureContext) {
  // Without the server there is none this time.
  setTimeout(() => navigator.serviceWorker.register("worker.js").catch(() => {}), 2_000);
}

app.arrive();

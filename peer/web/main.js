/** Starts the page, and tells the session when this device wakes or changes networks. */

import { App } from "./app.js";
import { arrive } from "./arrival.js";
import { tick } from "./clocks.js";
import { letDrag } from "./drag.js";
import { awaitOffer } from "./install.js";
import { typed } from "./keys.js";
import { dress, settled } from "./language.js";

const root = /** @type {Element} */ (document.getElementById("app"));
const teller = /** @type {Element} */ (document.getElementById("teller"));

await settled;
dress();
const app = new App(root, teller);

awaitOffer(() => app.draw());
letDrag(root, app);
document.addEventListener("keydown", (event) => typed(app, event));
document.addEventListener("pointerdown", () => app.cue.gesture());
document.addEventListener("contextmenu", (event) => {
  if (/** @type {Element} */ (event.target).closest(".face")) event.preventDefault();
});

addEventListener("hashchange", () => arrive(app));
addEventListener("online", () => app.session?.wake(true));
addEventListener("pageshow", (event) => event.persisted && app.session?.wake(true));
document.addEventListener("visibilitychange", () => {
  void app.cue.keepAwake();
  if (!document.hidden) app.session?.wake(true);
});

addEventListener("popstate", (event) => app.wentBack(event.state));

addEventListener("pagehide", () => app.remember());

setInterval(() => {
  // A banner that counts down has to be drawn again.
  if (app.progress.stage === "waiting" && app.session) app.draw();
  tick(app);
}, 1000);

// Later: it loads all files once more, and somebody waits for the cards.
if ("serviceWorker" in navigator && isSecureContext) {
  const { lang } = document.documentElement;
  // Without the server there is none this time.
  setTimeout(() => navigator.serviceWorker.register(`worker.js?${lang}`).catch(() => {}), 2_000);
}

arrive(app);

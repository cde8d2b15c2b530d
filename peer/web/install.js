/** The page as an app of its own, where the browser has that; it is never pushed. */

import { h } from "./render.js";
import { say } from "./words.js";

/** What Chromium hands over to be asked later. @type {{ prompt(): Promise<unknown> } | null} */
let offered = null;

/** Hear of it when it can be installed. @param {() => void} changed */
export function awaitOffer(changed) {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = /** @type {any} */ (event);
    changed();
  });
  addEventListener("appinstalled", () => {
    offered = null;
    changed();
  });
}

/** How to install it here, if there is a way. */
export function installing() {
  // Only Safari on iOS has that property, and no question to ask.
  if (/** @type {any} */ (navigator).standalone === false) {
    return h("p", { key: "install", class: "hint" }, say("install.ios"));
  }
  if (!offered) return null;
  const ask = () => void offered?.prompt().catch(() => {});
  return h("button", { key: "install", class: "do", onclick: ask }, say("install"));
}

/** Asking for a hint, and where one is seen: on the cards, and in words beside the buttons. */

import { adviceText, advisedCards } from "./advice.js";
import { h } from "./render.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").AnyView} AnyView */

/** The cards of the hand that the host's advice is about. @param {App} app @param {AnyView} view */
export const advisedIn = ({ advice }, view) =>
  [...(advice ? advisedCards(advice, view) : [])];

/** @param {App} app @param {AnyView} view */
export const hintButton = (app, view) =>
  app.ready && view.can.length && !app.advice
    ? h("button", { key: "hint", class: "do quiet", onclick: () => app.hint() }, say("do.hint"))
    : null;

/** The advice, once it is there. @param {App} app */
export function hintNote({ advice, view }) {
  const text = advice && view && adviceText(advice, view);
  return text ? h("span", { class: "note" }, say("hint", { advice: text })) : null;
}

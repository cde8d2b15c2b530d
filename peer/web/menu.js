/** The menu, and the questions before something that is hard to take back. */

import { companyBox } from "./company_box.js";
import { languages } from "./door.js";
import { recordLinks } from "./hand_end.js";
import { installing } from "./install.js";
import { askToLeave } from "./leaving.js";
import { rules } from "./lobby.js";
import { h } from "./render.js";
import { copySeat, copyWatch, invite } from "./share.js";
import { gameName } from "./table.js";
import { rarely } from "./vote.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./settings.js").Settings} Settings */

/** @type {[keyof Settings, string[]][]} */
const CHOICES = [
  ["theme", ["auto", "light", "dark"]],
  ["deck", ["four", "two", "safe"]],
  ["size", ["usual", "large"]],
  ["speed", ["off", "fast", "normal", "slow"]],
];
/** @type {(keyof Settings)[]} */
const SWITCHES = ["hints", "warnings", "sound", "vibrate", "awake", "left", "keys", "relay"];

/** @param {App} app */
export function dialogs(app) {
  if (app.question) return [questionBox(app, app.question)];
  if (app.menuOpen) return [menuBox(app)];
  return [companyBox(app)].filter((box) => box !== null);
}

/** @param {App} app */
function menuBox(app) {
  const { table } = app;
  const options = Object.entries(table?.options ?? {}).map(([name, value]) => `${name} ${value}`);
  return h(
    "dialog",
    { key: "menu", class: "menu", "aria-labelledby": "menu-title", oncancel: (/** @type {Event} */ event) => shut(app, event) },
    h("header", null, h("h2", { id: "menu-title" }, say("menu.title")), h("button", { class: "small icon", "aria-label": say("menu.close"), onclick: () => app.closeMenu() }, "✕")),
    table ? h("p", null, say("menu.game", { game: gameName(table), preset: table.preset })) : null,
    rules(app, app.guest?.rules ?? []),
    options.length ? h("p", null, say("menu.options", { options: options.join(", ") })) : null,
    table && app.company ? h("button", { class: "do", onclick: () => { app.menuOpen = false; void app.company?.open("people"); } }, say("people")) : null,
    // Who watches is not told a code that is another one, so its links might lead nowhere.
    app.guest?.watch
      ? null
      : [
          h("button", { class: "do", onclick: () => invite(app) }, say("menu.share")),
          table?.terms.watch ? h("button", { class: "do", onclick: () => copyWatch(app) }, say("link.watch")) : null,
          h("button", { class: "do", "aria-describedby": "seat-why", onclick: () => copySeat(app) }, say("menu.seat")),
          h("p", { id: "seat-why", class: "hint" }, say("menu.seat.why")),
        ],
    h("p", { role: "status", class: "hint" }, app.notice),
    app.recorded ? recordLinks(app) : null,
    languages(app),
    CHOICES.map(([name, values]) => choice(app, name, values)),
    SWITCHES.map((name) => switched(app, name)),
    installing(),
    h("p", { class: "hint" }, say("menu.keys")),
    rarely(app),
    h("button", { class: "do danger", onclick: () => askToLeave(app) }, say("menu.leave")),
  );
}

/** @param {App} app @param {keyof Settings} name @param {string[]} values */
const choice = (app, name, values) =>
  h(
    "label",
    { class: "setting" },
    h("span", null, say(`set.${name}`)),
    h(
      "select",
      { onchange: (/** @type {any} */ event) => app.set(name, event.target.value) },
      values.map((value) =>
        h("option", { value, selected: app.settings[name] === value }, say(`set.${name}.${value}`)),
      ),
    ),
  );

/** @param {App} app @param {keyof Settings} name */
const switched = (app, name) =>
  h(
    "label",
    { class: "setting" },
    h("span", null, say(`set.${name}`)),
    h("input", {
      type: "checkbox",
      checked: app.settings[name],
      onchange: (/** @type {any} */ event) => app.set(name, event.target.checked),
    }),
  );

/**
 * @typedef {object} Question
 * @property {string} text
 * @property {string} yes
 * @property {string} no
 * @property {() => void} then
 * @property {{ text: string, then: () => void } | null} [other] what else can be done
 * @property {boolean} [canSilence] it may be asked never again
 */

/** @param {App} app @param {Question} asked */
function questionBox(app, { text, yes, no, then, other, canSilence }) {
  return h(
    "dialog",
    { key: "question", class: "question", "aria-labelledby": "question-text", oncancel: (/** @type {Event} */ event) => shut(app, event) },
    h("p", { id: "question-text" }, text),
    h("div", { class: "choices" },
      h("button", { class: "do main", onclick: () => app.answer(null) }, no),
      other ? h("button", { class: "do", onclick: () => app.answer(other.then) }, other.text) : null,
      h("button", { class: "do danger", onclick: () => app.answer(then) }, yes),
    ),
    canSilence
      ? h(
          "label",
          { class: "setting" },
          h("span", null, say("sure.never")),
          h("input", { type: "checkbox", checked: !app.settings.warnings, onchange: (/** @type {any} */ event) => app.set("warnings", !event.target.checked) }),
        )
      : null,
  );
}

/** @param {App} app @param {Event} event */
function shut(app, event) {
  event.preventDefault();
  if (app.question) app.answer(null);
  else app.closeMenu();
}

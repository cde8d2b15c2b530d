/** The first screen: the code, a name, and how a table is hosted. */

import { enter } from "./arrival.js";
import { installing } from "./install.js";
import { LANGUAGES } from "./language.js";
import { h } from "./render.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function doorScreen(app) {
  const { door } = app;
  return h(
    "main",
    { key: "door", class: "door" },
    h("h1", null, h("span", { class: "logo", "aria-hidden": "true" }, "♠♥♣♦"), " Rummyroom"),
    h("p", { class: "tagline" }, say("door.tagline")),
    h(
      "form",
      {
        class: "panel",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          enter(app, door.watch);
        },
      },
      field("code", door.code, say("door.code"), say("door.code.hint"), door.fault === "code" ? door.message : "", {
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        oninput: (/** @type {any} */ event) => {
          door.code = event.target.value;
        },
      }),
      field("name", door.name, say("door.name"), say("door.name.hint"), door.fault === "name" ? door.message : "", {
        autocomplete: "nickname",
        maxlength: 20,
        oninput: (/** @type {any} */ event) => {
          door.name = event.target.value;
        },
      }),
      door.message && !door.fault ? h("p", { class: "error", role: "alert" }, door.message) : null,
      entries(app),
    ),
    h(
      "details",
      { class: "panel" },
      h("summary", null, say("door.host")),
      h("p", null, say("door.host.why")),
      h("p", null, say("door.host.how")),
      h("pre", { tabindex: 0 }, "rummyroom host"),
      h("p", null, say("door.host.then")),
    ),
    languages(app),
    installing(),
    h("p", null, h("a", { href: "replay" }, say("door.rerun"))),
    h("p", { class: "hint" }, say("door.private")),
  );
}

/** Playing, or only watching; what was asked for comes first. @param {App} app */
function entries(app) {
  const { door } = app;
  const join = say(door.back ? "door.back" : "door.join");
  const [main, other] = door.watch ? [say("door.watch"), join] : [join, say("door.watch")];
  return [
    h("button", { class: "do main", type: "submit" }, main),
    h("button", { class: "do", type: "button", onclick: () => enter(app, !door.watch) }, other),
  ];
}

/** In which language all this is. @param {App} app */
export const languages = (app) =>
  h(
    "label",
    { key: "language", class: "setting" },
    h("span", null, say("set.language")),
    h(
      "select",
      { onchange: (/** @type {any} */ event) => void app.speak(event.target.value) },
      h("option", { value: "", selected: !app.settings.language }, say("set.language.auto")),
      Object.entries(LANGUAGES).map(([language, name]) =>
        h("option", { value: language, lang: language, selected: app.settings.language === language }, name),
      ),
    ),
  );

/**
 * @param {string} id @param {string} value @param {string} label @param {string} hint @param {string} fault
 * @param {Record<string, any>} props
 */
function field(id, value, label, hint, fault, props) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("input", {
      id,
      name: id,
      value,
      type: "text",
      enterkeyhint: "go",
      "aria-describedby": `${id}-hint`,
      "aria-invalid": fault ? "true" : null,
      ...props,
    }),
    h("p", { id: `${id}-hint`, class: fault ? "error" : "hint", role: fault ? "alert" : null }, fault || hint),
  );
}

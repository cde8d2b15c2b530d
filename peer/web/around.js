/** What of the people is always to be seen: who watches, what was said, what who watches may do. */

import { h } from "./render.js";
import { spokenText } from "./talk.js";
import { listed, say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").TableView} TableView */

/** Drawn, as not every machine has a sign for it. @param {string} path */
const icon = (path) =>
  h("svg", { class: "drawing", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: path }));

/** The buttons beside the menu. @param {App} app @param {TableView | null} table */
export function around({ company, guest }, table) {
  if (!company || !table || !guest?.welcomed) return null;
  const names = table.watchers.map(spokenText);
  const label = say("people.watch", { count: names.length, names: listed(names) });
  return [
    names.length
      ? h(
          "button",
          { key: "watchers", class: "small icon watchers", "aria-label": label, title: label, onclick: () => void company.open("people") },
          icon("M2 12c2.6-4.4 6-6.6 10-6.6s7.4 2.2 10 6.6c-2.6 4.4-6 6.6-10 6.6s-7.4-2.2-10-6.6zM12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6z"),
          h("span", null, String(names.length)),
        )
      : null,
    table.terms.talk === "off"
      ? null
      : h("button", { key: "talk", class: "small icon", "aria-label": say("talk"), title: say("talk"), onclick: () => void company.open("talk") }, icon("M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z")),
  ];
}

/** What somebody said a moment ago; the story has told it to the ear. @param {App} app @param {number} at */
export function bubble({ company }, at) {
  const what = company?.said(at);
  return what ? h("span", { key: "said", class: "said", "aria-hidden": "true" }, what) : null;
}

/** The same of those who have no seat. @param {App} app @param {TableView} table */
export function voices({ company }, table) {
  const said = ["", ...table.watchers].map((name) => company?.said(name)).filter(Boolean);
  return said.length ? h("p", { key: "voices", class: "voices", "aria-hidden": "true" }, said.join(" ")) : null;
}

/** What who watches may do. @param {App} app @param {TableView} table */
export function watching(app, table) {
  const { company } = app;
  if (!company || app.people.me !== null || !app.guest?.welcomed) return null;
  const last = company.opened.at(-1)?.hand;
  return h(
    "div",
    { key: "watching", class: "actions" },
    h("span", { class: "note" }, say("watch.you")),
    last === undefined ? null : h("button", { class: "do", onclick: () => void company.open("opened", last) }, say("watch.open", { hand: last })),
    table.seats.some((seat) => seat.kind === "open") ? h("button", { class: "do main", onclick: () => app.takeSeat() }, say("watch.sit")) : null,
  );
}

/** Before a match, and before a seat: what is played, by what rules, who is waited for. */

import { inForce } from "./changes.js";
import { h } from "./render.js";
import { rule } from "./sent.js";
import { invite } from "./share.js";
import { gameName } from "./table.js";
import { listed, say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").TableView} TableView */

/** @param {App} app @param {TableView} table */
export function lobby(app, table) {
  return h(
    "section",
    { key: "lobby", class: "lobby panel" },
    h("h2", null, say("menu.game", { game: gameName(table), preset: table.preset })),
    app.code && !app.guest?.watch ? h("p", { class: "code" }, say("lobby.code", { code: app.code.replaceAll("-", "\u2011") })) : null,
    app.notice ? h("p", { role: "status" }, app.notice) : null,
    ready(app, table),
    app.guest?.watch ? null : h("button", { key: "invite", class: mayBeReady(app, table) ? "do" : "do main", onclick: () => invite(app) }, say("lobby.invite")),
    rules(app, app.guest?.rules ?? []),
    h("ul", { class: "terms" }, inForce(table.terms).map((line) => h("li", null, line))),
  );
}

/** @param {App} app @param {TableView} table */
const mayBeReady = ({ people: { me }, progress }, { seats }) =>
  me !== null && progress.stage === "seated" && !seats[me].ready;

/** Who sits down is ready; after a change of the game everybody is asked anew. @param {App} app @param {TableView} table */
function ready(app, table) {
  const missing = table.seats.flatMap(({ kind, ready }, at) =>
    kind === "person" && !ready && at !== app.people.me ? [app.people.others(at)] : [],
  );
  return [
    missing.length ? h("p", { key: "missing" }, say("lobby.unready", { names: listed(missing) })) : null,
    mayBeReady(app, table) ? h("button", { key: "ready", class: "do main", onclick: () => app.readyForNext() }, say("lobby.ready")) : null,
  ];
}

/** How it is played, for who wants to read it. @param {App} app @param {import("./protocol.js").Welcome["rules"]} sayings */
export const rules = (app, sayings) =>
  sayings.length
    ? h(
        "details",
        { key: "rules", class: "rules" },
        h("summary", null, say("menu.rules")),
        h("ul", null, sayings.map((one) => h("li", null, rule(one)))),
      )
    : null;

/** All seats are taken; one will be free. @param {App} app @param {TableView} table */
export const waitingRoom = (app, table) =>
  h(
    "section",
    { key: "waits", class: "lobby panel" },
    h("h2", null, gameName(table)),
    h("p", null, say("waits")),
    h("button", { class: "do", onclick: () => app.goHome() }, say("stage.other")),
  );

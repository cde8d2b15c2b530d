/** What is shown over the table about its people: talk, who is here, opened hands. */

import { cardFace, cardInk, tileFace, tileInk } from "./faces.js";
import { h } from "./render.js";
import { MAX_TEXT, PHRASES, REACTIONS, spokenText } from "./talk.js";
import { listed, say, spoken } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./company.js").Company} Company */

/** @param {App} app */
export function companyBox(app) {
  const { company, table } = app;
  if (!company?.box || !table) return null;
  if (company.box === "talk") return talk(company, table);
  if (company.box === "people") return peopleBox(app, company, table);
  const hand = company.opened.find((one) => one.hand === company.hand);
  return hand ? openedHand(app, company, hand) : null;
}

/** @param {Company} company @param {string} title @param {import("./render.js").Children[]} inside */
const box = (company, title, ...inside) =>
  h(
    "dialog",
    {
      key: company.box,
      class: `menu ${company.box}`,
      "aria-labelledby": "box-title",
      oncancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        company.close();
      },
    },
    h("header", null, h("h2", { id: "box-title" }, title), h("button", { class: "small icon", "aria-label": say("menu.close"), onclick: () => company.close() }, "✕")),
    ...inside,
  );

/** @param {Company} company @param {import("./protocol.js").TableView} table */
function talk(company, { terms }) {
  if (terms.talk === "off") return box(company, say("talk"), h("p", null, say("settled.talk.off")));
  const button = (/** @type {string} */ code) =>
    h("button", { class: "do quiet", onclick: () => company.phrase(code) }, say(`phrase.${code}`));
  return box(
    company,
    say("talk"),
    h("div", { class: "reactions" }, REACTIONS.map(button)),
    h("div", { class: "phrases" }, PHRASES.map(button)),
    terms.talk === "text" ? own(company) : null,
  );
}

/** @param {Company} company */
const own = (company) =>
  h(
    "form",
    {
      class: "own",
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        company.text(event.target.elements.words.value);
      },
    },
    h("label", { for: "words" }, say("talk.text")),
    h("input", { id: "words", name: "words", type: "text", maxlength: MAX_TEXT, autocomplete: "off", enterkeyhint: "send" }),
    h("button", { class: "do", type: "submit" }, say("talk.send")),
  );

/** @param {App} app @param {Company} company @param {import("./protocol.js").TableView} table */
function peopleBox(app, company, table) {
  const { me } = app.people;
  const seats = table.seats.flatMap(({ kind }, at) => (kind === "person" && at !== me ? [at] : []));
  const names = table.watchers.map(spokenText);
  return box(
    company,
    say("people"),
    names.length ? h("p", null, say("people.watch", { count: names.length, names: listed(names) })) : null,
    company.sits && table.terms.watch ? opensSwitch(app, company, table) : null,
    seats.map((at) => mute(company, at, app.people.others(at))),
    table.watchers.map((name) => mute(company, name, spokenText(name))),
    company.mutes.gone.map((name) => mute(company, name, spokenText(name))),
    h("p", { class: "hint" }, say("people.mute.why")),
  );
}

/** @param {Company} company @param {import("./mutes.js").Who} who @param {string} name */
const mute = (company, who, name) =>
  h(
    "label",
    { key: `mute ${who}`, class: "setting" },
    h("span", null, say("people.mute", { name })),
    h("input", { type: "checkbox", checked: company.mutes.cover(who), onchange: (/** @type {any} */ event) => company.mute(who, event.target.checked) }),
  );

/** @param {App} app @param {Company} company @param {import("./protocol.js").TableView} table */
function opensSwitch(app, company, { seats }) {
  const persons = seats.filter((seat) => seat.kind === "person");
  const yes = persons.filter((seat) => seat.opens).length;
  return [
    h(
      "label",
      { key: "opens", class: "setting" },
      h("span", null, say("people.opens")),
      h("input", {
        type: "checkbox",
        "aria-describedby": "opens-count",
        checked: seats[app.people.me ?? 0].opens,
        onchange: (/** @type {any} */ event) => company.opens(event.target.checked),
      }),
    ),
    h("p", { id: "opens-count", class: "hint" }, say("people.opens.count", { yes, people: persons.length })),
  ];
}

/** @param {App} app @param {Company} company @param {import("./audit.js").Opened} hand */
const openedHand = (app, company, { hand, dealt, drawn }) =>
  box(
    company,
    say("watch.title", { hand }),
    dealt.map((cards, at) => [
      h("h3", null, app.people.others(at)),
      row(say("watch.dealt"), cards),
      drawn[at].length ? row(say("watch.drawn"), drawn[at]) : null,
    ]),
    company.opened.map((one) =>
      one.hand === hand ? null : h("button", { key: `hand ${one.hand}`, class: "do", onclick: () => void company.open("opened", one.hand) }, say("watch.open", { hand: one.hand })),
    ),
  );

/** @param {string} label @param {readonly string[]} cards */
const row = (label, cards) =>
  h(
    "p",
    { class: "left" },
    h("span", { class: "hint" }, label),
    h(
      "span",
      { class: "row mini", role: "img", "aria-label": listed(cards.map(spoken)) },
      cards.map((card) => {
        const tile = /\d+[rbko]$/.test(card);
        return h("span", { class: `face ${tile ? tileInk(card) : cardInk(card)}` }, tile ? tileFace(card) : cardFace(card));
      }),
    ),
  );

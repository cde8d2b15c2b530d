/** The card table: stock, discard pile, melds, what can be done, the hand. */

import { cardFace, cardInk } from "./faces.js";
import { handView } from "./hand.js";
import { advisedIn, hintButton, hintNote } from "./hinting.js";
import { fitting, heldMelds, isDraw, mayDiscard, offers } from "./offers.js";
import { h } from "./render.js";
import { besides } from "./vote.js";
import { listed, say, short, spoken } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").View} View */

/** @param {App} app @param {View} view */
export function cardTable(app, view) {
  return [
    h(
      "section",
      { key: "felt", class: "felt", "aria-label": say("table") },
      h("div", { class: "piles" }, stock(app, view), discards(app, view)),
      meldsOf(app, view),
    ),
    actions(app, view),
    handView(
      app,
      say("hand", { count: say("seat.cards", { count: view.hand.length }) }),
      items(app, view),
    ),
  ];
}

/** @param {App} app @param {View} view */
function stock(app, view) {
  const may = view.can.includes("draw_stock") && app.ready;
  const seen = view.seat === null;
  const key = may ? "pile.stock.draw" : "pile.stock.rest";
  return h(
    "div",
    { class: "pile" },
    h(
      seen ? "div" : "button",
      {
        key: "stock",
        role: seen ? "img" : null,
        class: `face back${may ? " offered" : ""}${view.stock ? "" : " empty"}`,
        "aria-label": say(key, { count: view.stock }),
        "aria-disabled": seen ? null : String(!may),
        "data-flip": "stock",
        onclick: () => may && app.act({ type: "draw", source: "stock" }),
      },
      h("span", { class: "count" }, String(view.stock)),
    ),
    h("span", { class: "caption", "aria-hidden": "true" }, say("pile.stock")),
  );
}

/** @param {App} app @param {View} view */
function discards(app, view) {
  const [chosen] = app.desk.selected;
  const take = view.can.includes("draw_discard") && isDraw(view) && app.ready;
  const drop =
    !take && app.ready && app.desk.selected.length === 1 && mayDiscard(view, chosen);
  const offered = take || drop ? " offered" : "";
  const seen = view.seat === null;
  return h(
    "div",
    { class: "pile", "data-drop": "discard" },
    h(
      seen ? "div" : "button",
      {
        key: "discards",
        role: seen ? "img" : null,
        class: `face ${view.upcard ? cardInk(view.upcard) : view.discards ? "back" : "empty"}${offered}`,
        "aria-label": discardLabel(view, take, drop ? chosen : null),
        "aria-disabled": seen ? null : String(!take && !drop),
        "data-flip": view.upcard ?? "discards",
        onclick: () => {
          if (take) app.act({ type: "draw", source: "discard" });
          else if (drop) app.discard(chosen);
        },
      },
      view.upcard ? cardFace(view.upcard) : null,
    ),
    h("span", { class: "caption", "aria-hidden": "true" }, say("pile.discard")),
    view.pile.length > 1
      ? h("span", { class: "beneath" }, view.pile.slice(0, -1).reverse().map(short).join(" "))
      : null,
  );
}

/** @param {View} view @param {boolean} take @param {string | null} drop */
function discardLabel(view, take, drop) {
  if (drop) return say("do.discard", { card: spoken(drop) });
  if (!view.upcard) return say(view.discards ? "pile.discard.down" : "pile.discard.empty");
  const key = take ? "pile.discard.take" : "pile.discard.shows";
  return say(key, { card: spoken(view.upcard) });
}

/** @param {App} app @param {View} view */
function meldsOf(app, view) {
  const { people } = app;
  return h(
    "div",
    { class: "melds", tabindex: -1 },
    view.melds.length ? null : h("p", { class: "none" }, say("table.none")),
    view.melds.map((meld, at) => {
      const mine = meld.seat === people.me;
      const owner = mine
        ? say("meld.yours")
        : say("meld.theirs", { name: people.others(meld.seat) });
      const cards = listed(meld.cards.map(spoken));
      const lay = layOn(app, view, at);
      return h(
        lay ? "button" : "div",
        {
          key: `meld ${at} ${lay ? "on" : "off"}`,
          class: `meld${lay ? " offered" : ""}${mine ? " mine" : ""}`,
          role: lay ? null : "img",
          "aria-label": [
            say("meld", { number: at + 1, owner, cards }),
            ...(lay ? [say("meld.lay", { card: spoken(lay.card) })] : []),
          ].join(". "),
          "data-drop": `meld:${at}`,
          onclick: lay ? () => app.act(lay) : null,
        },
        h("span", { class: "owner", "aria-hidden": "true" }, `${at + 1} · ${owner}`),
        h(
          "span",
          { class: "row", "aria-hidden": "true" },
          meld.cards.map((card) =>
            h("span", { key: card, class: `face ${cardInk(card)}`, "data-flip": card }, cardFace(card)),
          ),
        ),
      );
    }),
    view.unmatched.length
      ? h("p", { class: "none" }, say("table.unmatched", { cards: view.unmatched.map(short).join(" ") }))
      : null,
  );
}

/**
 * How the one selected card goes on a meld, if there is one way.
 * @param {App} app @param {View} view @param {number} meld
 * @returns {Extract<import("./protocol.js").Action, { type: "lay_off" }> | null}
 */
function layOn(app, view, meld) {
  const { selected } = app.desk;
  if (!app.ready || selected.length !== 1 || !view.can.includes("lay_off")) return null;
  const ways = view.may_lay_off.filter((fit) => fit.card === selected[0] && fit.meld === meld);
  if (ways.length !== 1) return null;
  const [{ card, end }] = ways;
  return { type: "lay_off", card, meld, ...(end ? { end } : {}) };
}

/** @param {App} app @param {View} view */
function actions(app, view) {
  const found = app.ready ? offers(view, app.desk.selected, app.settings.hints) : [];
  return h(
    "div",
    { key: "actions", class: "actions", role: "group", "aria-label": say("turn.yours") },
    hintNote(app) ?? (view.deadwood && app.settings.hints
      ? h("span", { class: "note" }, say("hand.deadwood", { count: view.deadwood }))
      : null),
    besides(app),
    hintButton(app, view),
    found.map(({ key, label, action, tone }) =>
      h(
        "button",
        {
          key: `do ${key}`,
          class: `do ${tone}`,
          onclick: () =>
            action.type === "discard" ? app.discard(action.card) : app.act(action),
        },
        label,
      ),
    ),
    app.desk.selected.length > 1
      ? h("button", { key: "clear", class: "do quiet", onclick: () => app.clear() }, say("do.clear"))
      : null,
  );
}

/** @param {App} app @param {View} view @returns {import("./hand.js").Item[]} */
function items(app, view) {
  const { desk, settings } = app;
  const advised = advisedIn(app, view);
  const melded = new Set(settings.hints ? heldMelds(view).flat() : []);
  return desk.held(view, settings.sorting).map(({ id, name }) => {
    const fits = settings.hints ? fitting(view, name) : [];
    const fresh = name === desk.fresh;
    const label = [
      spoken(name),
      ...(fresh ? [say("card.new")] : []),
      ...fits.map((number) => say("card.fits", { number })),
      ...(melded.has(name) ? [say("card.meld")] : []),
      ...(advised.includes(name) ? [say("card.advised")] : []),
    ];
    const marks = `${advised.includes(name) ? " advised" : ""}${fits.length ? " fits" : ""}${melded.has(name) ? " melded" : ""}`;
    return {
      id,
      label: label.join(", "),
      look: `${cardInk(name)}${marks}${fresh ? " fresh" : ""}`,
      face: cardFace(name),
    };
  });
}

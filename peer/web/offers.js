/**
 * What a player can do now with the cards that are selected. Read off the view, which
 * says what the rules allow; nothing is worked out here.
 */

import { say, short } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {{ key: string, label: string, action: Action, tone: "main" | "plain" | "last" }} Offer */

/** @param {View} view */
export const isDraw = (view) => ["upcard", "draw", "wall"].includes(view.phase);

/** @param {View} view @param {string} card */
export const mayDiscard = (view, card) =>
  view.can.includes("discard") && view.hand.includes(card) && !view.must_keep.includes(card);

/** The melds in the hand that are not part of a longer one. @param {View} view */
export const longest = (view) =>
  view.may_lay_down.filter(
    (meld) =>
      !view.may_lay_down.some(
        (other) => other.length > meld.length && meld.every((card) => other.includes(card)),
      ),
  );

/** The numbers, from 1, of the melds that a card fits. @param {View} view @param {string} card */
export const fitting = (view, card) => [
  ...new Set(view.may_lay_off.filter((fit) => fit.card === card).map((fit) => fit.meld + 1)),
];

/** The melds of the hand as they would be shown. @param {View} view */
export const heldMelds = (view) => (view.matched.length ? view.matched : longest(view));

/**
 * The buttons, most useful first.
 * @param {View} view @param {readonly string[]} selected @param {boolean} hints
 * @returns {Offer[]}
 */
export function offers(view, selected, hints) {
  if (!view.can.length) return [];
  if (isDraw(view)) return draws(view);
  if (view.phase === "call") return calls(view);
  const lays = selected.length ? selectedOffers(view, selected) : hints ? suggested(view) : [];
  return [...lays, ...knocks(view, selected), ...cardEnds(view, selected)];
}

/** @param {View} view @returns {Offer[]} */
function draws(view) {
  const card = view.upcard === null ? "" : short(view.upcard);
  /** @type {Offer[]} */
  const ways = view.may_dive.map((dive) => ({
    key: `dive ${dive}`,
    label: say("do.dive", { card: short(dive) }),
    action: { type: "draw", source: "discard", card: dive },
    tone: "plain",
  }));
  if (view.can.includes("draw_discard")) {
    ways.unshift(offer("take", say("do.take", { card }), { type: "draw", source: "discard" }));
  }
  if (view.can.includes("draw_stock")) {
    ways.unshift(offer("draw", say("do.draw"), { type: "draw", source: "stock" }, "main"));
  }
  if (view.can.includes("pass")) {
    ways.push(offer("pass", say("do.pass"), { type: "pass" }, "last"));
  }
  return ways;
}

/** Whether the card just discarded is laid off by us. @param {View} view @returns {Offer[]} */
function calls(view) {
  const card = short(view.upcard ?? "J");
  const ways = view.may_call.map(({ meld, end }) => {
    const label = say(end ? `do.call.${end}` : "do.call", { card, number: meld + 1 });
    /** @type {Action} */
    const action = { type: "call", meld, ...(end ? { end } : {}) };
    return offer(`call ${meld} ${end}`, label, action, "main");
  });
  return [...ways, offer("pass", say("do.pass"), { type: "pass" }, "last")];
}

/** What the hand itself suggests. @param {View} view */
function suggested(view) {
  const melds = view.can.includes("lay_down") ? longest(view).map(layDown) : [];
  const moves = view.may_move.map(({ card, meld }) => {
    const label = say("do.move", { card: short(card), number: meld + 1 });
    return offer(`move ${card} ${meld}`, label, { type: "move", card, meld });
  });
  return [...melds, ...view.hand.flatMap((card) => lays(view, card)), ...moves];
}

/** What the selected cards are good for. @param {View} view @param {readonly string[]} selected */
function selectedOffers(view, selected) {
  const same = (/** @type {string[]} */ meld) =>
    meld.length === selected.length && meld.every((card) => selected.includes(card));
  if (selected.length === 1) return lays(view, selected[0]);
  if (!view.can.includes("lay_down")) return [];
  const known = view.may_lay_down.filter(same).map(layDown);
  // A meld the view left out because another looks like it; the host knows.
  return known.length || selected.length < 3 ? known : [layDown([...selected])];
}

/** @param {View} view @param {string} card */
function lays(view, card) {
  const offs = view.can.includes("lay_off")
    ? view.may_lay_off.filter((fit) => fit.card === card)
    : [];
  const swaps = view.can.includes("take_joker")
    ? view.may_take_joker.filter((fit) => fit.card === card)
    : [];
  return [
    ...offs.map(({ meld, end }) => {
      const key = end ? `do.layoff.${end}` : "do.layoff";
      const label = say(key, { card: short(card), number: meld + 1 });
      /** @type {Action} */
      const action = { type: "lay_off", card, meld, ...(end ? { end } : {}) };
      return offer(`off ${card} ${meld} ${end}`, label, action);
    }),
    ...swaps.map(({ meld }) => {
      const label = say("do.joker", { card: short(card), number: meld + 1 });
      return offer(`joker ${card} ${meld}`, label, { type: "take_joker", card, meld });
    }),
  ];
}

/** @param {View} view @param {readonly string[]} selected */
function knocks(view, selected) {
  const big = view.may_knock.filter((spread) => spread.discard === null);
  const least = Math.min(...view.may_knock.map((spread) => spread.deadwood));
  const usual = view.may_knock.filter((spread) =>
    selected.length === 1 ? spread.discard === selected[0] : spread.deadwood === least,
  );
  const ways = big.length ? big : selected.length > 1 ? [] : usual;
  return ways.map(({ discard, melds, deadwood }, at) => {
    const card = discard === null ? "" : short(discard);
    const key = discard === null ? "do.biggin" : deadwood ? "do.knock" : "do.gin";
    const label = say(key, { card, count: deadwood });
    const shown = ways.length > 1 ? `${label} (${melds.map(shorts).join(", ")})` : label;
    return offer(`knock ${discard} ${at}`, shown, { type: "knock", discard, melds }, "main");
  });
}

/** How the turn ends. @param {View} view @param {readonly string[]} selected */
function cardEnds(view, selected) {
  const [card] = selected;
  if (selected.length === 1 && mayDiscard(view, card)) {
    const label = say("do.discard", { card: short(card) });
    return [offer("discard", label, { type: "discard", card }, "last")];
  }
  if (!view.can.includes("pass")) return [];
  return [offer("pass", say("do.pass.layoff"), { type: "pass" }, "last")];
}

/** @param {string[]} meld */
function layDown(meld) {
  const label = say("do.laydown", { cards: shorts(meld) });
  return offer(`down ${meld.join(" ")}`, label, { type: "lay_down", cards: meld }, "main");
}

/** @param {string[]} meld */
const shorts = (meld) => meld.map(short).join(" ");

/**
 * @param {string} key @param {string} label @param {Action} action
 * @param {Offer["tone"]} [tone] @returns {Offer}
 */
const offer = (key, label, action, tone = "plain") => ({ key, label, action, tone });

/** Why a card is better not discarded; empty: no reason. @param {View} view @param {string} card */
export function betterUse(view, card) {
  const [number] = fitting(view, card);
  if (number) return say("sure.fits", { card: short(card), number });
  const melded = heldMelds(view).some((meld) => meld.includes(card));
  return melded ? say("sure.meld", { card: short(card) }) : "";
}

/** What a seat that has to act is told. @param {View} view */
export function task(view) {
  const card = view.upcard === null ? "" : short(view.upcard);
  if (view.must_lay) return say("turn.must", { card: short(view.must_lay) });
  if (view.phase === "upcard") return say("turn.upcard", { card });
  if (view.phase === "wall") return say("turn.wall", { card });
  if (view.phase === "draw") return say("turn.draw");
  if (view.phase === "layoff") return say("turn.layoff");
  if (view.phase === "call") return say("turn.call", { card });
  if (view.phase === "called") return say("turn.called");
  const stuck = !view.hand.some((one) => mayDiscard(view, one)) && !view.may_knock.length;
  if (stuck) return say("turn.stuck");
  if (view.can.includes("knock") || view.can.includes("big_gin")) return say("turn.gin");
  // Nothing is melded where there is a knock.
  return say(view.deadwood ? "turn.discard" : "turn.play");
}

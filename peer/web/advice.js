/** What a strong computer player would do: the cards that it is about, and as words. */

import { apart } from "./cards.js";
import { say, short } from "./words.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").AnyView} AnyView */

/** @param {readonly string[]} cards */
const all = (cards) => cards.map(short).join(" ");

/** The cards of the hand that an action is about. @param {Action} action @param {AnyView} view @returns {string[]} */
export function advisedCards(action, view) {
  if (action.type === "rearrange") return view.type === "tiles" ? added(action.table, view) : [];
  if (action.type === "lay_down") return action.cards;
  if (action.type === "knock") return action.discard === null ? [] : [action.discard];
  return "card" in action && action.card && action.type !== "draw" && action.type !== "move" ? [action.card] : [];
}

/** The tiles of the rack that a table has more than the one that lies there. @param {string[][]} table @param {{ table: string[] }} view */
function added(table, view) {
  const lying = view.table.flatMap(apart);
  return table.flat().filter((tile) => {
    const at = lying.indexOf(tile);
    if (at >= 0) lying.splice(at, 1);
    return at < 0;
  });
}

/** What the button for it says. @param {Action} action @param {AnyView} view @returns {string} */
export function adviceText(action, view) {
  switch (action.type) {
    case "draw":
      if (action.source === "stock") return say("do.draw");
      if (action.card) return say("do.dive", { card: short(action.card) });
      return say("do.take", { card: view.type === "cards" && view.upcard ? short(view.upcard) : "" });
    case "lay_down":
      return say("do.laydown", { cards: all(action.cards) });
    case "lay_off":
      return onMeld("do.layoff", action);
    case "take_joker":
      return onMeld("do.joker", action);
    case "move":
      return onMeld("do.move", action);
    case "call":
      return onMeld("do.call", { card: (view.type === "cards" && view.upcard) || "J", ...action });
    case "discard":
      return say("do.discard", { card: short(action.card) });
    case "knock":
      return knock(action, view);
    case "rearrange":
      return tiles(action.table, view);
    case "take_back":
      return say("do.take_back");
    case "pass":
      return say("do.pass");
  }
}

/** @param {string} key @param {{ card: string, meld: number, end?: "low" | "high" }} action */
const onMeld = (key, { card, meld, end }) =>
  say(end ? `${key}.${end}` : key, { card: short(card), number: meld + 1 });

/** @param {Extract<Action, { type: "knock" }>} action @param {AnyView} view */
function knock({ discard }, view) {
  if (discard === null) return say("do.biggin");
  const spread = view.type === "cards" ? view.may_knock.find((one) => one.discard === discard) : null;
  const count = spread?.deadwood ?? 0;
  return say(count ? "do.knock" : "do.gin", { card: short(discard), count });
}

/** The tiles to play, and what the sets are then that are others now. @param {string[][]} table @param {AnyView} view */
function tiles(table, view) {
  if (view.type !== "tiles") return say("do.done");
  const lying = view.table.map((set) => apart(set).join(" "));
  const played = all(added(table, view));
  const sets = table.filter((set) => !lying.includes(set.join(" "))).map(all).join(", ");
  if (sets === played) return say("do.laydown", { cards: played });
  return say("hint.tiles", { tiles: played, sets });
}

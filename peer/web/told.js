/** What the host says: a message in, and the app knows it. */

import { adviceText } from "./advice.js";
import { Desk } from "./desk.js";
import { tellFairness, verdict } from "./fair_words.js";
import { refusal } from "./sent.js";
import { keepSeat } from "./settings.js";
import { People } from "./story.js";
import { closed, say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./guest.js").Guest} Guest */
/** @typedef {import("./protocol.js").ToGuest} ToGuest */
/** @typedef {Extract<ToGuest, { type: "advice" }>} Advice */
/** @typedef {Extract<ToGuest, { type: "rejected" }>} Rejected */

/** @param {App} app @param {ToGuest} message */
export function told(app, message) {
  const guest = /** @type {Guest} */ (app.guest);
  if (message.type === "welcome") welcomed(app, message);
  else if (message.type === "relocated") moved(app, message);
  else if (message.type === "waits") meet(app, guest);
  else if (message.type === "rejected") rejected(app, message);
  else if (message.type === "advice") advised(app, message);
  else if (message.type === "update") updated(app, message, guest);
  app.company?.told(message);
  for (const news of guest.fair?.news() ?? []) {
    if (news.type === "opened") app.company?.opened.push(news);
    for (const line of tellFairness(news, app.people)) app.log.add(line);
    app.ending.fairness.push(...verdict(news, app.people));
  }
  app.draw();
}

/** @param {App} app @param {import("./protocol.js").Welcome} welcome */
function welcomed(app, { token, seat, moved }) {
  if (moved) app.log.add(say("moved", { number: (seat ?? 0) + 1 }));
  keepToken(app, token);
}

/** The table has another code. @param {App} app @param {import("./code.js").Code} code */
function moved(app, { room, secret }) {
  if (!app.place) return;
  app.place = { room, secret: secret || app.place.secret };
  history.replaceState(history.state, "", `#${app.code}`);
  keepToken(app, app.guest?.token ?? "");
}

/** So that the seat is had back over a reload. @param {App} app @param {string} token */
function keepToken(app, token) {
  const { name, watch } = /** @type {Guest} */ (app.guest);
  if (app.place && !keepSeat(app.place.room, { token, name }, watch)) {
    // In-app browsers forget: then the address does it.
    history.replaceState(history.state, "", `#${app.code}~${token}`);
  }
}

/** @param {App} app @param {Rejected} message */
function rejected(app, message) {
  const why = closed(refusal(message));
  app.log.add(why);
  if (!message.id) app.company?.refused(why);
}

/** @param {App} app @param {Advice} advice */
function advised(app, advice) {
  app.advised = advice;
  const text = app.view && app.advice ? adviceText(app.advice, app.view) : "";
  if (text) app.log.add(say("hint", { advice: text }));
}

/** Know everybody by name. @param {App} app @param {Guest} guest */
export function meet(app, { table, seat }) {
  if (table) app.people = new People(table.seats, seat, table.game === "rummikub");
}

/** @param {App} app @param {import("./protocol.js").Update} update @param {Guest} guest */
function updated(app, update, guest) {
  const { table, view, events } = update;
  const { names, tiles } = app.people;
  meet(app, guest);
  if (names.length && app.people.tiles !== tiles) app.desk = new Desk();
  app.came = performance.now();
  for (const event of events) {
    if (event.type === "hand_dealt") app.desk = Object.assign(new Desk(), { order: app.desk.order });
    else if (event.type === "drew" && event.seat === guest.seat) app.desk.fresh = event.card;
  }
  app.ending.update(update);
  app.desk.update(view);
  app.log.update(table, events, app.people);
  app.cue.turn(view !== null && view.turn !== null && view.turn === guest.seat);
}

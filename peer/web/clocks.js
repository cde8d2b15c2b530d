/** The clocks as one reader sees them (peer/timing.py), second by second. */

import { held, left } from "./clock.js";
import { h } from "./render.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./clock.js").ClockView} ClockView */
/** @typedef {import("./story.js").People} People */

/** Seconds left that are worth a word. */
const LOW = [10, 30];

/** How long that is: 0:42, 12:05, 1:02:05; 0:00 only when nothing is left. @param {number} thousandths */
export function stamp(thousandths) {
  const seconds = Math.ceil(thousandths / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600));
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

/** The last moment worth a word that passed while that went from one to the other. @param {number} had @param {number} has */
export const low = (had, has) => LOW.find((at) => had > at * 1000 && at * 1000 >= has);

/** Why the clock stands, and for how long; empty when it does not. @param {ClockView} clock @param {number} since @param {People} people */
export function standstill(clock, since, people) {
  const more = held(clock, since);
  if (!more || clock.runs === null) return "";
  const time = stamp(more);
  return clock.why === "away" ? people.says("clock.away", clock.runs, { time }) : say("clock.pause", { time });
}

/** That somebody has asked for a minute, or that it is over. @param {ClockView | null} old @param {ClockView | null} now @param {People} people */
export function pauses(old, now, people) {
  const [was, is] = [old, now].map((clock) => (clock?.why === "pause" ? clock.asked : null));
  if (is === was || !now) return [];
  return [is === null ? say("clock.on") : people.says("clock.paused", is)];
}

/** Whether somebody can ask for a minute now. @param {ClockView | null} clock @param {number} since @param {number | null} me @returns {clock is ClockView} */
export const mayPause = (clock, since, me) =>
  clock !== null && clock.runs !== null && me !== null && clock.pauses[me] > 0 &&
  (clock.why !== "pause" || !held(clock, since));

/** What changes with time; it is named in the page, and written there each second. @param {App} app @param {string} name */
function clockText(app, name) {
  const { table, since, people } = app;
  if (name === "vote") return say("vote.left", { count: Math.max(0, Math.ceil((table?.vote?.left ?? 0) - since / 1000)) });
  const clock = table?.clock;
  if (!clock) return "";
  return name === "stands" ? standstill(clock, since, people) : stamp(left(clock, Number(name), since));
}

/** @param {App} app @param {string} name @param {string} look */
export const ticking = (app, name, look) =>
  h("span", { class: look, "data-clock": name }, clockText(app, name));

/** What a seat has left. @param {App} app @param {number} seat */
export const timeOf = (app, seat) =>
  app.table?.clock && app.table.phase === "hand" ? ticking(app, String(seat), "time") : null;

/** That the clock stands. @param {App} app */
export function stands(app) {
  const clock = app.table?.clock;
  if (!clock || !standstill(clock, app.since, app.people)) return null;
  return h("div", { key: "stands", class: "banner stands" }, ticking(app, "stands", ""));
}

/** A minute for who needs one, which nobody has to be asked for. @param {App} app */
export function minute(app) {
  const { table, people } = app;
  const clock = table?.clock ?? null;
  if (table?.phase !== "hand" || !app.ready || !mayPause(clock, app.since, people.me)) return null;
  const count = clock.pauses[people.me ?? 0];
  const name = say("clock.minute", { count });
  return h("button", { key: "minute", class: "small icon", "aria-label": name, title: name, onclick: () => app.pause() }, h("span", { "data-print": `❚❚ ${count}` }));
}

/** Another second is over. @param {App} app */
export function tick(app) {
  const { table, since, people } = app;
  const had = app.stood;
  app.stood = Boolean(table?.clock && standstill(table.clock, since, people));
  if (had && !app.stood) app.draw();
  for (const one of document.querySelectorAll("[data-clock]")) {
    const text = clockText(app, one.getAttribute("data-clock") ?? "");
    if (one.textContent !== text) one.replaceChildren(text);
  }
  if (table?.clock) warn(app, table.clock);
}

/** Say to whose clock runs that little is left. @param {App} app @param {ClockView} clock */
function warn(app, clock) {
  const me = app.people.me;
  if (me === null || clock.runs !== me) {
    app.had = 0;
    return;
  }
  const has = left(clock, me, app.since);
  const count = low(app.had, has);
  app.had = has;
  if (!count) return;
  app.log.add(say("clock.low", { count }));
  app.draw();
}

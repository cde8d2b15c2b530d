/** Leaving a table, and what becomes of the seat. */

import { ask } from "./protocol.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** Ask before anything is lost. @param {App} app */
export function askToLeave(app) {
  const { table, session, company } = app;
  app.menuOpen = false;
  if (company) company.box = null;
  const watches = app.guest?.watch ?? false;
  const playing = !watches && (table?.phase === "hand" || table?.phase === "between");
  const end = { text: say("leave.end"), then: () => session?.wish(ask("end")) };
  app.ask({
    text: say(watches ? "leave.watch.sure" : "menu.leave.sure"),
    yes: say(watches || !playing ? "menu.leave.yes" : "leave.bot"),
    no: say("menu.leave.no"),
    then: () => leave(app),
    other: playing && app.progress.stage === "seated" ? end : null,
  });
}

/** @param {App} app */
function leave(app) {
  app.left = true;
  void app.session?.leave();
  app.draw();
}

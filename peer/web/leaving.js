/** Leaving a table, and what becomes of the seat. */

import { menu } from "./parts.js";
import { ask } from "./protocol.js";
import { closed, say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** Ask before anything is lost. @param {App} app */
export async function askToLeave(app) {
  await menu.load().catch((error) => app.log.add(closed(error.message)));
  if (!menu.now) return app.draw();
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

/** Coming to a table: by the address of the page, or by the form of the first screen. */

import { codeIn, readCode, readFragment, written } from "./code.js";
import { CodeError } from "./errors.js";
import { keepSeat, keptSeat, saveSettings } from "./settings.js";
import { closed, say, sentence } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** What the address says: a code, a seat, or nothing. @param {App} app */
export function arrive(app) {
  const { code, token } = readFragment(location.hash);
  app.door.code = code;
  app.door.message = "";
  app.door.back = false;
  const watch = new URLSearchParams(location.search).has("watch");
  app.door.watch = watch;
  app.end();
  try {
    if (!code) return app.draw();
    const { room } = readCode(code);
    if (token && keepSeat(room, { token, name: app.settings.name }, watch)) {
      history.replaceState(history.state, "", `#${code}`);
    }
    const kept = token ? { token, name: app.settings.name } : keptSeat(room, watch);
    app.door.back = kept !== null && !watch;
    if (kept) return app.sitDown(code, kept.name, kept.token, watch);
  } catch (error) {
    faulty(app, "code", error);
  }
  app.draw();
}

/** The form of the first screen was sent. @param {App} app @param {boolean} watch */
export function enter(app, watch) {
  app.door.fault = app.door.message = "";
  const name = app.door.name.trim();
  try {
    const code = written(readCode(codeIn(app.door.code)));
    if (!name) {
      app.door.fault = "name";
      app.door.message = sentence(say("door.no.name"));
      app.draw();
      return document.getElementById("name")?.focus();
    }
    app.settings.name = name;
    saveSettings(app.settings);
    history.replaceState(history.state, "", `${location.pathname}${watch ? "?watch" : ""}#${code}`);
    app.sitDown(code, name, keptSeat(readCode(code).room, watch)?.token ?? null, watch);
  } catch (error) {
    faulty(app, "code", error);
    app.draw();
    document.getElementById("code")?.focus();
  }
}

/** @param {App} app @param {string} field @param {unknown} error */
function faulty(app, field, error) {
  if (!(error instanceof CodeError)) throw error;
  app.door.fault = field;
  app.door.message = closed(error.message);
}

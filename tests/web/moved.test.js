/** A table in another room, with the little of a browser that a session needs. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Guest } from "../../peer/web/guest.js";
import { catalogue } from "./house.js";

const page = { documentElement: { lang: "en" } };
const answer = { ok: true, json: async () => catalogue("en") };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
Object.assign(globalThis, { document: page, fetch: async () => answer });
const { Session } = await import("../../peer/web/session.js");

test("a table that has moved is looked for in its new room", async () => {
  const guest = new Guest("Ann", null);
  guest.received(JSON.stringify({ type: "welcome", version: 1, seat: 0, token: "t", last_act: 0 }));
  /** @type {any[]} */
  const told = [];
  let place = { room: "7KQM", secret: "3XWC" };
  const session = new Session(/** @type {any} */ ({
    url: "ws://127.0.0.1:1/signal",
    code: () => place,
    guest,
    told: (/** @type {any} */ message) => {
      told.push(message.type);
      place = { ...place, room: message.room };
    },
    progressed: () => {},
  }));
  /** @type {string[]} */
  const asked = [];
  globalThis.WebSocket = /** @type {any} */ (
    class {
      constructor() {
        setTimeout(() => this.onopen());
      }
      onopen() {}
      /** @param {string} text */
      send(text) {
        asked.push(JSON.parse(text).room);
        session.stop("");
        this.onclose();
      }
      onclose() {}
      close() {}
    }
  );
  session._seated = true;
  session._take(/** @type {any} */ (guest.received(JSON.stringify({ type: "relocated", room: "9WXC" }))));
  await session.keep();
  assert.deepEqual(told, ["relocated"]);
  assert.deepEqual(asked, ["9WXC"]);
});

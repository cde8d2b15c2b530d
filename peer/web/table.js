/** The screen of a seat at the table: who sits there, what lies there, how it stands. */

import { around, bubble, voices, watching } from "./around.js";
import { cardTable } from "./card_table.js";
import { minute, stands, timeOf } from "./clocks.js";
import { handEnd } from "./hand_end.js";
import { lobby, waitingRoom } from "./lobby.js";
import { task } from "./offers.js";
import { h } from "./render.js";
import { tileTable } from "./tile_table.js";
import { votePanel } from "./vote.js";
import { closed, hasText, say, sentence } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").TableView} TableView */

/** @param {App} app */
export function tableScreen(app) {
  const { table, view } = app;
  const kind = view?.type === "tiles" ? " with-tiles" : "";
  const left = app.settings.left ? " left-handed" : "";
  const busy = app.guest?.pending.size ? " busy" : "";
  return h(
    "main",
    { key: "table", class: `table${kind}${left}${busy} ${table ? table.phase : "away"}` },
    bar(app),
    h("div", { key: "banners", class: "banners" }, banner(app), stands(app), votePanel(app)),
    table ? seats(app, table) : null,
    table ? voices(app, table) : null,
    table ? center(app, table) : null,
    story(app),
  );
}

/** @param {App} app @param {TableView} table */
function center(app, table) {
  const { view } = app;
  if (!app.guest?.welcomed) return waitingRoom(app, table);
  if (table.phase === "lobby") return [lobby(app, table), watching(app, table)];
  if (table.phase !== "hand") return [handEnd(app, table), watching(app, table)];
  if (!view) return watching(app, table);
  const lies = view.type === "cards" ? cardTable(app, view) : tileTable(app, view);
  // Who watches has nothing in hand, and nothing to do with what lies there.
  return view.seat === null ? [lies[0], watching(app, table)] : lies;
}

/** @param {App} app */
function bar(app) {
  return h(
    "header",
    { key: "bar", class: "bar" },
    h("h1", { class: "turn", role: "status", "aria-live": "polite" }, standing(app)),
    minute(app),
    around(app, app.table),
    h(
      "button",
      { class: "small icon", "aria-label": say("menu"), onclick: () => app.openMenu() },
      "☰",
    ),
  );
}

/** What is waited for, for this seat. @param {App} app */
export function standing(app) {
  const { table, view, people } = app;
  if (!table) return say(`stage.${app.progress.stage === "waiting" ? "meeting" : app.progress.stage}`, { why: app.progress.why });
  if (!app.guest?.welcomed || app.progress.stage === "stopped") return gameName(table);
  if (table.phase === "lobby") {
    const free = table.seats.filter((seat) => seat.kind === "open").length;
    return free ? say("lobby.wait", { count: free }) : say("lobby.full");
  }
  if (table.phase !== "hand" || !view || view.turn === null) return gameName(table);
  if (view.turn !== people.me) {
    const seat = table.seats[view.turn];
    const waits = !seat.here && !seat.substitute;
    return say(waits ? "turn.waits" : "turn.theirs", { name: people.others(view.turn) });
  }
  if (view.type === "tiles") return say(view.can.includes("draw") ? "turn.tiles" : "turn.tiles.pass");
  return task(view);
}

/** @param {TableView} table */
export const gameName = (table) =>
  hasText(`game.${table.game}`) ? say(`game.${table.game}`) : table.game;

/** What is the matter with the connection. @param {App} app */
function banner(app) {
  const { stage, why, retryAt } = app.progress;
  // Who waits for a seat has found the table.
  if (stage === "seated" || (stage === "proving" && app.table)) return null;
  const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
  const words = { why: sentence(why), seconds };
  const text =
    stage === "stopped"
      ? stopped(app)
      : stage === "waiting"
        ? say(seconds > 0 ? "stage.waiting" : "stage.waiting_now", words)
        : say(`stage.${stage}`);
  return h(
    "div",
    { key: "banner", class: `banner ${stage}`, role: stage === "stopped" ? "alert" : null },
    h("span", null, text),
    stage === "waiting"
      ? h("button", { class: "small", onclick: () => app.session?.wake(true) }, say("stage.retry"))
      : null,
    stage === "stopped"
      ? [
          h("button", { class: "small", onclick: () => app.rejoin() }, say("stage.again")),
          h("button", { class: "small", onclick: () => app.goHome() }, say("stage.other")),
        ]
      : null,
  );
}

/** Why nothing goes on. @param {App} app */
function stopped({ left, progress: { why } }) {
  if (left) return say("stage.left");
  return why ? closed(why) : say("stage.closed");
}

/** @param {App} app @param {TableView} table */
function seats(app, table) {
  const { view, people } = app;
  const count = view?.type === "tiles" ? "seat.tiles" : "seat.cards";
  return h(
    "ul",
    { key: "seats", class: "seats" },
    table.seats.map((seat, at) => {
      const turn = table.phase === "hand" && view?.turn === at;
      const notes = [
        ...(seat.kind === "bot" ? [say("seat.bot")] : []),
        ...(seat.kind === "bot" && seat.level ? [say(`level.${seat.level}`)] : []),
        ...(seat.kind === "person" && !seat.here ? [say("seat.away")] : []),
        ...(seat.kind === "person" && seat.here && seat.silent ? [say("seat.silent")] : []),
        ...(seat.substitute ? [say("seat.substitute")] : []),
        ...(table.phase !== "hand" && table.phase !== "lobby" && seat.ready ? [say("seat.ready")] : []),
      ];
      const cards = view && table.phase === "hand" ? say(count, { count: view.counts[at] }) : null;
      const mine = at === people.me ? " me" : "";
      return h(
        "li",
        { key: `seat ${at}`, class: `seat${turn ? " to-play" : ""}${mine}${seat.kind === "open" ? " free" : ""}`, "data-flip": `seat ${at}` },
        h("span", { class: "name" }, turn ? h("span", { class: "marker", role: "img", "aria-label": say("seat.turn") }, "▶") : null, seat.kind === "open" ? say("seat.free") : people.others(at), mine ? ` (${say("seat.you")})` : ""),
        timeOf(app, at),
        h("span", { class: "facts" }, [cards, table.hand || table.phase !== "lobby" ? say("seat.score", { score: table.scores[at] }) : null, ...notes].filter(Boolean).join(" · ")),
        bubble(app, at),
      );
    }),
  );
}

/** The story: a few lines on a phone, all of it beside a larger table. @param {App} app */
function story(app) {
  const lines = app.log.slice(-40);
  return h(
    "section",
    { key: "story", class: "story", "aria-label": say("story") },
    h("h2", null, say("story")),
    h(
      "ol",
      { tabindex: -1 },
      lines.map(({ id, short }) => h("li", { key: `line ${id}` }, short)),
    ),
  );
}

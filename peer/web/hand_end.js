/** The end of a hand: who won, what everybody was left with, how the match stands. */

import { cardFace, cardInk, tileFace, tileInk } from "./faces.js";
import { h } from "./render.js";
import { saveTranscript } from "./share.js";
import { aim, matchOutcome, handOutcome, remarks } from "./story.js";
import { closed, hasText, listed, say, short, spoken } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./protocol.js").HandEnded} HandEnded */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./story.js").People} People */

/** @param {App} app @param {TableView} table */
export function handEnd(app, table) {
  const { people } = app;
  const { result, matchEnd, fairness, whys } = app.ending;
  const over = table.phase === "ended";
  const winners = matchEnd?.winners ?? [];
  return h(
    "section",
    { key: "end", class: "end panel", "aria-labelledby": "end-title" },
    h(
      "h2",
      { id: "end-title" },
      over && winners.length
        ? matchOutcome(winners, people)
        : result
          ? handOutcome(result, people)
          : say(`game.${table.game}`),
    ),
    over && winners.length && result ? h("p", null, closed(handOutcome(result, people))) : null,
    result ? remarks(result).map((line) => h("p", null, line)) : null,
    over ? bonuses(app) : null,
    scores(app, table, result),
    over ? null : h("p", { class: "aim" }, aim(table)),
    fairness.map((line) => h("p", { class: "fair" }, line)),
    next(app, table),
    reasons(whys, people),
    over && app.recorded ? recordLinks(app) : null,
  );
}

/** @param {App} app */
const bonuses = ({ ending, people }) =>
  (ending.matchEnd?.bonuses ?? []).map(({ seat, kind, points }) =>
    h("p", null, people.says(`end.bonus.${kind}`, seat, { count: points })),
  );

/** Why the computer players did what they did. @param {Update["whys"]} whys @param {People} people */
function reasons(whys, people) {
  const lines = whys.flatMap((why) => (hasText(`because.${why.reason}`) ? [reason(why, people)] : []));
  if (!lines.length) return null;
  return h("details", { key: "whys", class: "whys" }, h("summary", null, say("end.whys")), h("ul", null, lines.map((line) => h("li", null, line))));
}

/** @param {Update["whys"][number]} why @param {People} people */
export function reason({ seat, cards, reason }, people) {
  const why = say(`because.${reason}`);
  if (!cards.length) return people.says("because.line", seat, { why });
  return people.says("because.cards", seat, { cards: cards.map(short).join(" "), why });
}

/** @param {App} app @param {TableView} table @param {HandEnded | null} result */
function scores(app, table, result) {
  const { people, view } = app;
  const tiles = view?.type === "tiles" || table.game === "rummikub";
  const wins = table.round > 0;
  const head = (/** @type {string} */ key) => h("th", { scope: "col" }, say(`end.head.${key}`));
  return h(
    "table",
    { class: "scores" },
    h("thead", null, h("tr", null, head("player"), head("hand"), head("score"), wins ? head("wins") : null)),
    h(
      "tbody",
      null,
      table.seats.map((_, at) => [
        h(
          "tr",
          { class: result?.winner === at ? "won" : null },
          h("th", { scope: "row" }, people.others(at), at === people.me ? ` (${say("seat.you")})` : ""),
          h("td", null, result ? signedPoints(result.points[at] ?? 0) : ""),
          h("td", null, String(table.scores[at])),
          wins ? h("td", null, String(table.wins[at] ?? 0)) : null,
        ),
        result ? h("tr", { class: "left" }, h("td", { colspan: wins ? 4 : 3 }, leftover(result, at, tiles))) : null,
      ]),
    ),
  );
}

/** The match as a file. @param {App} app */
export const recordLinks = (app) => [
  h("button", { key: "save", class: "do", "aria-describedby": "save-why", onclick: () => saveTranscript(app) }, say("fair.save")),
  h("p", { key: "save-why", id: "save-why", class: "hint" }, say("fair.save.why")),
];

/** @param {number} points */
const signedPoints = (points) => (points > 0 ? `+${points}` : String(points));

/** The cards a seat ended with, melds first. @param {HandEnded} result @param {number} at @param {boolean} tiles */
function leftover(result, at, tiles) {
  const groups = [...(result.melds[at] ?? []), result.hands[at]].filter((cards) => cards.length);
  if (!groups.length) return h("span", { class: "none" }, say("end.nothing"));
  return groups.map((cards) =>
    h(
      "span",
      { class: "row mini", role: "img", "aria-label": listed(cards.map(spoken)) },
      cards.map((card) =>
        h("span", { class: `face ${tiles ? tileInk(card) : cardInk(card)}` }, tiles ? tileFace(card) : cardFace(card)),
      ),
    ),
  );
}

/** @param {App} app @param {TableView} table */
function next(app, table) {
  const { me } = app.people;
  if (app.progress.stage === "stopped") return null;
  if (me !== null && !table.seats[me]?.ready) {
    const key = table.phase === "ended" ? "do.again" : "do.next";
    return h("button", { key: "next", class: "do main", onclick: () => app.readyForNext() }, say(key));
  }
  const missing = table.seats.flatMap((seat, at) => (seat.ready ? [] : [app.people.others(at)]));
  return h("p", { key: "waiting", class: "waiting" }, say("end.waiting", { names: listed(missing) }));
}

/** Asking all, and answering: the panel above the table, the buttons, what the menu has. */

import { awaited, mayAnswer, mayAsk, question } from "./asked.js";
import { ticking } from "./clocks.js";
import { answer, ask } from "./protocol.js";
import { h } from "./render.js";
import { listed, say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./asked.js").Motion} Motion */

/** What is asked now, and what each has said to it. @param {App} app */
export function votePanel(app) {
  const { people } = app;
  const vote = app.table?.vote;
  if (vote?.outcome !== "open") return null;
  const said = vote.voters.flatMap((seat) => {
    const yes = vote.said[seat];
    return yes === null || seat === vote.asker ? [] : [people.says(yes ? "vote.agrees" : "vote.declines", seat)];
  });
  const missing = awaited(vote).map((seat) => people.name(seat));
  return h(
    "section",
    { key: "vote", class: "banner vote", "aria-labelledby": "vote-asked" },
    h("p", { id: "vote-asked" }, question(vote, people)),
    h("p", { class: "hint" }, [...said, missing.length ? say("vote.waits", { names: listed(missing) }) : ""].join(" "), " ", ticking(app, "vote", "")),
    mayAnswer(vote, people.me) ? choices(app, vote.number) : null,
  );
}

/** @param {App} app @param {number} number */
const choices = (app, number) =>
  h("div", { class: "choices" }, [false, true].map((yes) =>
    h("button", { class: "do", disabled: !app.ready, onclick: () => app.session?.wish(answer(number, yes)) }, say(yes ? "vote.answer.yes" : "vote.answer.no"))));

/** What this player can ask all now. @param {App} app @returns {Motion[]} */
const motions = ({ table, guest, people, ready }) =>
  table && guest && ready ? mayAsk(table, guest.takeBack, people.me) : [];

/** Ask all; what ends something is confirmed before. @param {App} app @param {Motion} what */
function put(app, what) {
  const then = () => app.session?.wish(ask(what));
  app.menuOpen = false;
  if (what === "undo" || what === "go_on") return app.answer(then);
  app.ask({ text: say(`vote.sure.${what}`), yes: say(`vote.ask.${what}`), no: say("vote.sure.no"), then });
}

/** @param {App} app @param {Motion} what @param {string} tone */
const asking = (app, what, tone) =>
  h("button", { key: `ask ${what}`, class: `do ${tone}`, onclick: () => put(app, what) }, say(`vote.ask.${what}`));

/** Take back what was done last. @param {App} app */
export function takeBack(app) {
  if (!app.ready) return false;
  if (app.guest?.takeBack === "freely") app.act({ type: "take_back" });
  else if (motions(app).includes("undo")) put(app, "undo");
  else return false;
  return true;
}

/** Beside the usual actions: what was done last, and who is missed. @param {App} app */
export function besides(app) {
  const may = motions(app);
  const freely = app.ready && app.guest?.takeBack === "freely";
  return [
    may.includes("go_on") ? asking(app, "go_on", "plain") : null,
    freely ? h("button", { key: "back", class: "do quiet", onclick: () => takeBack(app) }, say("do.take_back")) : null,
    may.includes("undo") ? asking(app, "undo", "quiet") : null,
  ];
}

/** In the menu: what is rarely wanted. @param {App} app */
export const rarely = (app) =>
  motions(app).flatMap((what) => (what === "void" || what === "end" ? [asking(app, what, "")] : []));

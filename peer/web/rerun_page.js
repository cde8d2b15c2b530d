/** Starts the page on which a finished match is watched again. */

import { cardFace, cardInk, tileFace, tileInk } from "./faces.js";
import { dress, learnRerun, settled } from "./language.js";
import { h, patch } from "./render.js";
import { Rerun, readMatch, unfolded } from "./rerun.js";
import { loadSettings } from "./settings.js";
import { People, tell } from "./story.js";
import { listed, say, short, spoken } from "./words.js";

/** Thousandths of a second for a step when it goes on by itself. */
const PACES = { fast: 400, normal: 1000, slow: 2200 };

const root = /** @type {Element} */ (document.getElementById("app"));
const teller = /** @type {Element} */ (document.getElementById("teller"));

const page = {
  rerun: /** @type {Rerun | null} */ (null),
  fault: "",
  /** Whose eyes; null: all hands are open. */
  eyes: /** @type {number | null} */ (null),
  pace: /** @type {keyof typeof PACES} */ ("normal"),
  playing: 0,
};

/** @param {Promise<string> | string} file */
async function openFile(file) {
  stopPlaying();
  try {
    Object.assign(page, { rerun: new Rerun(readMatch(await file)), fault: "", eyes: null });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    Object.assign(page, { rerun: null, fault: say("rerun.fault", { why: error.message }) });
  }
  draw();
}

function arrive() {
  const text = location.hash.replace(/^#/, "");
  if (text) void openFile(unfolded(text));
  else draw();
}

/** @param {number} place */
function go(place) {
  if (!page.rerun) return;
  page.rerun.go(place);
  draw();
  const { events, flow } = page.rerun.scene;
  teller.textContent = sentences(page.rerun, events, spoken).join(" ") || String(flow.stock.length);
}

/** @param {number} by */
function jump(by) {
  const { rerun } = page;
  if (!rerun) return;
  const to = Math.max(0, Math.min(rerun.hands.length - 1, rerun.at + by));
  rerun.jump(to);
  go(rerun.place);
}

function play() {
  const { rerun } = page;
  if (!rerun) return;
  if (page.playing) return stopPlaying(true);
  if (rerun.place === rerun.length - 1) rerun.go(0);
  page.playing = setInterval(() => {
    go(rerun.place + 1);
    if (rerun.place === rerun.length - 1) stopPlaying(true);
  }, PACES[page.pace]);
  draw();
}

function stopPlaying(again = false) {
  clearInterval(page.playing);
  page.playing = 0;
  if (again) draw();
}

function draw() {
  const { theme, deck, size } = loadSettings();
  Object.assign(document.documentElement.dataset, { theme, deck, size });
  document.title = say("rerun.title");
  patch(root, [page.rerun ? match(page.rerun) : chooser()]);
}

function chooser() {
  return h(
    "main",
    { key: "chooser", class: "door" },
    h("h1", null, say("rerun.title")),
    h("p", { class: "tagline" }, say("rerun.tagline")),
    h(
      "div",
      { class: "panel" },
      h(
        "div",
        { class: "chosen" },
        h("label", { class: "do main", for: "file" }, say("rerun.choose")),
        h("input", {
          id: "file",
          type: "file",
          accept: ".jsonl,application/jsonl,text/plain",
          onchange: (/** @type {any} */ { target }) => {
            if (target.files[0]) void openFile(target.files[0].text());
            // So the same file can be chosen again.
            target.value = "";
          },
        }),
      ),
      page.fault ? h("p", { class: "error", role: "alert" }, page.fault) : null,
      h("p", { class: "hint" }, say("rerun.private")),
    ),
    h("p", null, h("a", { href: "./" }, say("rerun.play"))),
  );
}

/** @param {Rerun} rerun */
function match(rerun) {
  const { hand, step, steps, flow, seat, events } = rerun.scene;
  const people = peopleOf(rerun);
  return h(
    "main",
    { key: "rerun", class: "rerun" },
    h("h1", null, say(`game.${rerun.opening.game}`)),
    h("p", { class: "hint" }, say("rerun.verified"), " ", h("a", { href: "replay" }, say("rerun.other"))),
    h(
      "p",
      { class: "aim" },
      say("rerun.place", { hand: rerun.at + 1, hands: rerun.hands.length, step, steps }),
    ),
    h("p", { class: "told" }, sentences(rerun, events, short).join(" ")),
    h(
      "section",
      { class: "felt", "aria-label": say("table") },
      piles(rerun, flow),
      h("div", { class: "melds" }, flow.melds.map((meld) => (meld.length ? handOf(meld, rerun, "meld") : null))),
    ),
    flow.hands.map((held, at) =>
      h(
        "section",
        { key: `hand ${at}`, class: `panel held${at === seat ? " to-play" : ""}` },
        h(
          "h2",
          null,
          `${people.others(at)} · ${say("seat.score", { score: rerun.scores[at] })}`,
        ),
        page.eyes === null || page.eyes === at
          ? handOf(held, rerun, "mini")
          : h("p", null, say(rerun.opening.game === "rummikub" ? "seat.tiles" : "seat.cards", { count: held.length })),
      ),
    ),
    step === steps && hand.mark ? h("p", { class: "fair" }, say("fair.mark", { mark: hand.mark })) : null,
    controls(rerun),
  );
}

/** @param {Rerun} rerun @param {import("./flow.js").Flow} flow */
function piles(rerun, flow) {
  const { opening } = rerun;
  const upcard = flow.discards.at(-1);
  const tiles = opening.game === "rummikub";
  return h(
    "div",
    { class: "piles" },
    h(
      "p",
      { class: "pile" },
      say(tiles ? "pile.pool.rest" : "pile.stock.rest", { count: flow.stock.length }),
    ),
    upcard ? h("div", { class: "pile" }, handOf([upcard], rerun, "meld")) : null,
  );
}

/** @param {readonly string[]} held @param {Rerun} rerun @param {string} look */
function handOf(held, { opening }, look) {
  if (!held.length) return h("p", { class: "none" }, say("end.nothing"));
  const tiles = opening.game === "rummikub";
  const sorted = look === "mini" ? [...held].sort(bySuit) : held;
  return h(
    "span",
    { class: `row ${look}`, role: "img", "aria-label": listed(sorted.map(spoken)) },
    sorted.map((card) =>
      h("span", { class: `face ${tiles ? tileInk(card) : cardInk(card)}` }, tiles ? tileFace(card) : cardFace(card)),
    ),
  );
}

/** @param {string} one @param {string} other */
function bySuit(one, other) {
  const key = (/** @type {string} */ card) =>
    /^\d/.test(card) && !/[SHDC]'?$/.test(card)
      ? card.slice(-1) + card.slice(0, -1).padStart(2, "0")
      : card[1] + "A23456789TJQK".indexOf(card[0]).toString(16);
  return key(one) < key(other) ? -1 : 1;
}

/** @param {Rerun} rerun */
function controls(rerun) {
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
    h("button", { key, class: "do", "aria-label": say(`rerun.step.${key}`), title: say(`rerun.step.${key}`), onclick }, sign);
  const choice = (/** @type {string} */ id, /** @type {string} */ value, /** @type {[string, string][]} */ all, /** @type {(value: string) => void} */ chosen) =>
    h(
      "p",
      { class: "field" },
      h("label", { for: id }, say(`rerun.${id}`)),
      h(
        "select",
        { id, onchange: (/** @type {any} */ { target }) => chosen(target.value) },
        all.map(([one, text]) => h("option", { value: one, selected: one === value || null }, text)),
      ),
    );
  const people = peopleOf(rerun);
  const last = rerun.length - 1;
  return h(
    "nav",
    { class: "panel", "aria-label": say("rerun.controls") },
    h("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: String(rerun.place),
      "aria-label": say("rerun.slider"),
      oninput: (/** @type {any} */ { target }) => go(Number(target.value)),
    }),
    h(
      "p",
      { class: "choices" },
      button("hand_back", "|◀", () => jump(-1)),
      button("back", "◀", () => go(rerun.place - 1)),
      button(page.playing ? "pause" : "run", page.playing ? "⏸" : "▶▶", play),
      button("forward", "▶", () => go(rerun.place + 1)),
      button("hand_forward", "▶|", () => jump(1)),
    ),
    choice(
      "eyes",
      String(page.eyes ?? ""),
      [["", say("rerun.open")], ...people.names.map((name, at) => /** @type {[string, string]} */ ([String(at), name]))],
      (value) => {
        page.eyes = value === "" ? null : Number(value);
        draw();
      },
    ),
    choice(
      "pace",
      page.pace,
      Object.keys(PACES).map((pace) => [pace, say(`set.speed.${pace}`)]),
      (value) => {
        page.pace = /** @type {keyof typeof PACES} */ (value);
        stopPlaying(true);
      },
    ),
  );
}

/** @param {Rerun} rerun */
function peopleOf({ opening, at, hands }) {
  return new People(hands[at].dealt.people, null, opening.game === "rummikub");
}

/** @param {Rerun} rerun @param {import("./protocol.js").Event[]} events @param {import("./story.js").Write} write */
function sentences(rerun, events, write) {
  const people = peopleOf(rerun);
  return events.flatMap((event) => {
    const hidden = event.type === "drew" && event.source === "stock" && page.eyes !== null && page.eyes !== event.seat;
    if (event.type === "drew" && event.source === "stock" && event.card && !hidden) {
      return [people.says("rerun.drew", event.seat, { card: write(event.card) })];
    }
    return tell(event, people, { hand: rerun.hands[rerun.at].dealt.hand }, write);
  });
}

/** @param {KeyboardEvent} event */
function typed(event) {
  const { rerun } = page;
  const field = /** @type {Element} */ (event.target).closest("input, select");
  if (!rerun || field || event.altKey || event.ctrlKey || event.metaKey) return;
  const places = { ArrowLeft: rerun.place - 1, ArrowRight: rerun.place + 1, Home: 0, End: rerun.length - 1 };
  if (event.key in places) go(places[/** @type {keyof typeof places} */ (event.key)]);
  else if (event.key === "PageUp") jump(-1);
  else if (event.key === "PageDown") jump(1);
  else return;
  event.preventDefault();
}

await settled;
await learnRerun();
dress();
document.addEventListener("keydown", typed);
addEventListener("hashchange", arrive);
arrive();

/** The people at a table besides their cards: what they say, who is not heard, who watches. */

import { tellChange } from "./changes.js";
import { Mutes } from "./mutes.js";
import { opens, sayPhrase, sayText } from "./protocol.js";
import { heard, spokenText, words } from "./talk.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./audit.js").Opened} Opened */
/** @typedef {import("./mutes.js").Who} Who */
/** @typedef {import("./protocol.js").ToGuest} ToGuest */
/** @typedef {"talk" | "people" | "opened"} Box what is shown over the table */

/** For how long what was said stands at its seat, in milliseconds. */
const STANDS = 8_000;
const MUTES = "rummyroom.mutes.";

/** Of one table, for one reader. */
export class Company {
  /** @param {App} app @param {string} room of the table */
  constructor(app, room) {
    this._app = app;
    this._room = room;
    this.mutes = new Mutes(keptMutes(room));
    /** @type {Box | null} */
    this.box = null;
    /** Which of the opened hands is shown, by its number. */
    this.hand = 0;
    /** @type {Opened[]} */
    this.opened = [];
    /** What stands at a seat, or for who watches. @type {Map<Who, { what: string, until: number }>} */
    this._said = new Map();
    /** @type {readonly string[] | null} */
    this._watchers = null;
  }

  /** Whether this player has a seat. */
  get sits() {
    return this._app.people.me !== null;
  }

  /** What somebody said a moment ago. @param {Who} who */
  said(who) {
    const said = this._said.get(who);
    return said && said.until > Date.now() ? said.what : "";
  }

  /** Take in what the host says about people. @param {ToGuest} message @param {boolean} back it is told again after a while away */
  told(message, back = false) {
    if (message.type === "said") this._heard(message);
    else if (message.type === "changed") this._app.log.add(tellChange(message));
    else if (message.type === "update") this._seen(message.table, back);
    else if (message.type === "relocated") this._room = message.room;
  }

  /** What we wished for may not be. @param {string} why */
  refused(why) {
    this._stand(this._app.people.me ?? "", why);
  }

  /** @param {string} phrase its code */
  phrase(phrase) {
    this._wish(sayPhrase(phrase));
  }

  /** @param {string} text */
  text(text) {
    if (spokenText(text)) this._wish(sayText(text));
  }

  /** Who watches may see our hands, or not. @param {boolean} yes */
  opens(yes) {
    this._app.session?.wish(opens(yes));
  }

  /** @param {Who} who @param {boolean} on */
  mute(who, on) {
    this.mutes.mute(who, on);
    keepMutes(this._room, this.mutes.text);
    if (on) this._said.delete(who);
    this._app.draw();
  }

  /** @param {Box} box @param {number} [hand] */
  open(box, hand = 0) {
    this.box = box;
    this.hand = hand;
    this._app.draw();
  }

  close() {
    this.box = null;
    this._app.draw();
  }

  /** @param {string} text */
  _wish(text) {
    this.box = null;
    this._app.session?.wish(text);
    this._app.draw();
  }

  /** @param {import("./protocol.js").Said} said */
  _heard(said) {
    const who = said.seat ?? said.watcher;
    const what = words(said);
    if (!what || this.mutes.cover(who)) return;
    this._app.log.add(heard(said, this._app.people));
    this._stand(who, said.seat === null ? heard(said, this._app.people) : what);
  }

  /** @param {Who} who @param {string} what */
  _stand(who, what) {
    this._said.set(who, { what, until: Date.now() + STANDS });
    setTimeout(() => this._app.draw(), STANDS + 50);
  }

  /** @param {import("./protocol.js").TableView} table @param {boolean} back */
  _seen(table, back) {
    const { log } = this._app;
    const before = this._watchers;
    this._watchers = table.watchers;
    this.mutes.seen(table);
    keepMutes(this._room, this.mutes.text);
    if (!before || back) return;
    for (const name of fresh(table.watchers, before)) log.add(say("story.watches", { name }));
    for (const name of fresh(before, table.watchers)) log.add(say("story.watched", { name }));
  }
}

/** Printable names that are here and not there. @param {readonly string[]} here @param {readonly string[]} there */
const fresh = (here, there) => here.filter((name) => !there.includes(name)).map(spokenText);

/** A mute holds over a reload, and ends with the tab. @param {string} room */
function keptMutes(room) {
  try {
    return sessionStorage.getItem(MUTES + room) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} room @param {string} text */
function keepMutes(room, text) {
  try {
    sessionStorage.setItem(MUTES + room, text);
  } catch {
    // An in-app browser forgets.
  }
}

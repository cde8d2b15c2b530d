/** One player in one browser: the session, the desk, the settings, and the page. */

import { arrive } from "./arrival.js";
import { random } from "./bytes.js";
import { readCode, written } from "./code.js";
import { Cue } from "./cue.js";
import { Desk } from "./desk.js";
import { doorScreen } from "./door.js";
import { Ending } from "./ending.js";
import { Guest } from "./guest.js";
import { dress, learnRules, settle } from "./language.js";
import { Log } from "./log.js";
import { keep, kept } from "./memory.js";
import { duration, glide, places } from "./motion.js";
import * as parts from "./parts.js";
import { HINT, PAUSE } from "./protocol.js";
import { patch } from "./render.js";
import { Session } from "./session.js";
import { keptSeat, loadSettings, saveSettings } from "./settings.js";
import { People } from "./story.js";
import { tableScreen } from "./table.js";
import { meet, told } from "./told.js";
import { closed, say } from "./words.js";

/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./menu.js").Question} Question */

const SORTINGS = /** @type {const} */ (["suit", "rank", "own"]);

/** Everything the screens read, and everything they ask for. */
export class App {
  /** @param {Element} root @param {Element} teller the live region of the story */
  constructor(root, teller) {
    this._root = root;
    this.settings = loadSettings();
    this.cue = new Cue(() => this.settings);
    this.log = new Log(teller);
    this.desk = new Desk();
    this.people = new People([], null, false);
    /** @type {Guest | null} */
    this.guest = null;
    /** @type {Session | null} */
    this.session = null;
    /** @type {import("./code.js").Code | null} */
    this.place = null;
    this.ending = new Ending();
    /** When the last update came, by `performance.now()`. */
    this.came = 0;
    /** What clocks.js saw last: whether they stood, and what this player had left. */
    this.stood = false;
    this.had = 0;
    /** What the host would do, and where. @type {import("./told.js").Advice | null} */
    this.advised = null;
    /** @type {Question | null} */
    this.question = null;
    this.menuOpen = false;
    this.notice = "";
    this.rulesRead = false;
    this.left = false;
    this.door = { code: "", name: this.settings.name, message: "", fault: "", back: false, watch: false };
    /** @type {import("./company.js").Company | null} */
    this.company = null;
  }

  // What the screens read

  get table() {
    return this.guest?.table ?? null;
  }

  get view() {
    return this.guest?.view ?? null;
  }

  get code() {
    return this.place ? written(this.place) : "";
  }

  get progress() {
    return this.session?.progress ?? { stage: /** @type {const} */ ("stopped"), why: "", retryAt: 0, code: "" };
  }

  /** Whether a request can be made now. */
  get ready() {
    return this.session?.canAct ?? false;
  }

  /** Thousandths of a second since the last update came. */
  get since() {
    return performance.now() - this.came;
  }

  /** What the host would do here, if it was asked. */
  get advice() {
    return this.advised?.seq === this.guest?.seq ? (this.advised?.action ?? null) : null;
  }

  // Coming in

  /** @param {string} text @param {string} name @param {string | null} token @param {boolean} [watch] */
  sitDown(text, name, token, watch = false) {
    this.end();
    this.place = readCode(text);
    this.left = false;
    const guest = (this.guest = new Guest(name, token, null, watch));
    const session = new Session({
      url: new URL("signal", document.baseURI).href.replace(/^http/, "ws"),
      code: this.place,
      guest,
      relayOnly: () => this.settings.relay,
      prepare: () => this._prepare(guest),
      told: (message) => told(this, message),
      progressed: () => this._progressed(session),
    });
    this.session = session;
    void session.keep();
    if (history.state?.table) return;
    history.replaceState({ door: true }, "");
    history.pushState({ table: true }, "");
  }

  /** While the way to the host is found: what a seat needs. @param {Guest} guest */
  async _prepare(guest) {
    const [{ Fairness }, { Company }] = await Promise.all([parts.fair.load(), parts.people.load()]);
    guest.fair ??= new Fairness(random(32), kept(guest.token));
    if (guest === this.guest) this.company ??= new Company(this, this.place?.room ?? "");
  }

  /** Once the seat is there: what its player may want next. */
  async complete() {
    if (!parts.hands.now) (await parts.hands.load()).letDrag(this._root, this);
    await Promise.all([parts.end.load(), parts.menu.load()]);
    this.draw();
  }

  /** The page may be gone the next moment. */
  remember() {
    if (this.guest?.fair) keep(this.guest.token, this.guest.fair.memory);
  }

  /** The back button asks before it leaves a table. @param {{ door?: boolean } | null} state */
  wentBack(state) {
    if (!state?.door || !this.session) return;
    history.pushState({ table: true }, "");
    parts.menu.load().then(({ askToLeave }) => askToLeave(this), (error) => this.log.add(closed(error.message)));
  }

  /** Leave the table that this page was at, if any. */
  end() {
    this.session?.stop("");
    this.session = this.guest = this.company = this.place = null;
    this.ending = new Ending();
    this.advised = null;
    this.desk = new Desk();
    this.log.clear();
    this.cue.turn(false);
  }

  /** @param {Session} session */
  _progressed(session) {
    if (session !== this.session) return;
    const { stage, why, code } = session.progress;
    if (stage === "stopped" && this.guest && !this.guest.welcomed && !this.left) {
      // We never sat: back to the door, with the reason.
      const message = code === "full_watch" ? `${closed(say("refused.full"))} ${say("door.watch.instead")}` : why && closed(why);
      const watch = code === "full_watch" || this.guest.watch;
      this.door = { ...this.door, code: this.code, name: this.guest.name, watch, message };
      this.session = this.guest = this.company = null;
    }
    if (stage === "stopped") this.cue.turn(false);
    this.draw();
  }

  rejoin() {
    const watch = this.guest?.watch ?? false;
    const kept = this.place && keptSeat(this.place.room, watch);
    const token = this.guest?.token ?? kept?.token ?? null;
    this.sitDown(this.code, this.guest?.name ?? this.settings.name, token, watch);
  }

  /** Who watches would rather play. */
  takeSeat() {
    const { name } = /** @type {Guest} */ (this.guest);
    const token = (this.place && keptSeat(this.place.room)?.token) ?? null;
    history.replaceState(history.state, "", `${location.pathname}#${this.code}`);
    this.sitDown(this.code, name, token);
  }

  goHome() {
    this.end();
    history.replaceState({ door: true }, "", location.pathname);
    arrive(this);
  }

  // What the player asks for

  /** @param {Action} action */
  act(action) {
    if (!this.ready) return;
    this.session?.act(action);
    this.desk.clear();
    this.desk.fresh = null;
    this.draw();
  }

  /** Discard, but ask first when the card has a better use. @param {string} card */
  discard(card) {
    const view = this.view;
    if (view?.type !== "cards") return;
    const why = (this.settings.warnings && parts.cards.now?.betterUse(view, card)) || "";
    const then = () => this.act({ type: "discard", card });
    if (why) this.ask({ text: why, yes: say("sure.yes"), no: say("sure.no"), then, canSilence: true });
    else then();
  }

  hint() {
    if (this.ready) this.session?.wish(HINT);
  }

  /** Have the clock stand for a minute. */
  pause() {
    this.session?.wish(PAUSE);
  }

  readyForNext() {
    this.session?.ready();
  }

  /** @param {string} id */
  toggle(id) {
    this.desk.toggle(id);
    this.desk.focus = id;
    this.draw();
  }

  clear() {
    this.desk.clear();
    this.draw();
    this.focusHand();
  }

  sort() {
    const at = SORTINGS.indexOf(this.settings.sorting);
    if (this.view) this.desk.order = this.desk.held(this.view, this.settings.sorting).map((one) => one.name);
    this.set("sorting", SORTINGS[(at + 1) % SORTINGS.length]);
  }

  /** @param {string} id @param {number} to */
  shift(id, to) {
    if (!this.view) return;
    this.desk.shift(this.desk.held(this.view, this.settings.sorting), id, to);
    this.set("sorting", "own");
    this.desk.focus = id;
  }

  /** Put the selected tiles somewhere. @param {number} target */
  move(target) {
    this.tryOut((draft) => draft.move(this.desk.pieces, target));
  }

  /** Do something with the tiles that only this player sees. @param {(draft: import("./draft.js").Draft) => void} change */
  tryOut(change) {
    const { draft } = this.desk;
    const fresh = !draft?.started;
    if (draft) change(draft);
    // More is asked of who is late then.
    if (fresh && draft?.started && this.table?.clock && this.guest) this.session?.wish(this.guest.touch());
    this.desk.clear();
    this.draw();
  }

  // Menu and questions

  async openMenu() {
    this.menuOpen = true;
    this.notice = "";
    await this.show();
  }

  /** Draw what lies over the table, once it is there. */
  async show() {
    if (!parts.menu.now) await parts.menu.load().catch((error) => this.log.add(closed(error.message)));
    this.draw();
  }

  /** The rules are asked for. */
  async readRules() {
    try {
      await learnRules();
      this.rulesRead = true;
    } catch {
      this.notice = closed(say("way.away"));
    }
    this.draw();
  }

  closeMenu() {
    this.menuOpen = false;
    this.draw();
  }

  /** @param {Question} question */
  ask(question) {
    this.question = question;
    void this.show();
  }

  /** @param {(() => void) | null} then */
  answer(then) {
    this.question = null;
    this.draw();
    then?.();
  }

  /** @template {keyof import("./settings.js").Settings} K @param {K} name @param {import("./settings.js").Settings[K]} value */
  set(name, value) {
    this.settings[name] = value;
    saveSettings(this.settings);
    void this.cue.keepAwake();
    this.draw();
  }

  /** @param {string} language of the reader's choice; empty: as the browser wants */
  async speak(language) {
    this.set("language", language);
    await settle(language);
    if (this.rulesRead) await learnRules().catch(() => (this.rulesRead = false));
    dress();
    if (this.guest) meet(this, this.guest);
    this.draw();
  }

  /** Whether there is a transcript to save. */
  get recorded() {
    return Boolean(this.guest?.fair?.lines.length);
  }

  // The page

  focusHand() {
    const id = CSS.escape(this.desk.focus ?? "");
    /** @type {HTMLElement | null} */ (this._root.querySelector(`.grid [data-id="${id}"]`))?.focus();
  }

  draw() {
    const time = duration(this.settings.speed);
    const before = time ? places(this._root) : null;
    const focused = document.activeElement?.getAttribute("data-id");
    const { theme, deck, size } = this.settings;
    Object.assign(document.documentElement.dataset, { theme, deck, size });
    const screen = this.session ? tableScreen(this) : doorScreen(this);
    const boxes = parts.menu.now?.dialogs(this) ?? [];
    for (const dialog of this._root.querySelectorAll("dialog")) {
      // So the focus goes back to where it was.
      if (!boxes.some(({ key }) => key === /** @type {any} */ (dialog).key)) dialog.close();
    }
    patch(this._root, [screen, ...boxes]);
    for (const dialog of this._root.querySelectorAll("dialog")) if (!dialog.open) dialog.showModal();
    // Who held a card that is gone goes on with the hand.
    if (focused && document.activeElement === document.body) this._focusNext();
    if (before) glide(this._root, before, time);
  }

  _focusNext() {
    const next = this._root.querySelector('.grid [tabindex="0"]');
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }
}

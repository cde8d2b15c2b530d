/**
 * A seat at the table that is kept: finds the host, proves the code, sits down, and does
 * it again by itself whenever the connection is lost.
 */

import { random } from "./bytes.js";
import { ChannelClosed, ConnectionFailed, NotProven, ProtocolError, Refused, RummyError, SignalingError, VersionMismatch } from "./errors.js";
import { joinRoom } from "./meet.js";
import { PING, PONG } from "./protocol.js";
import { proveGuest } from "./proof.js";
import { connect } from "./rtc.js";
import { farewell, refusal } from "./sent.js";
import { say } from "./words.js";

const HEARTBEAT = 2_000;
/** Silence after which the player is told that something is wrong. */
const SUSPECT = 5_000;
/** Silence after which the host counts as gone. */
const DEAD = 12_000;
const WELCOME = 10_000;
const PAUSES = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** What more tries would not change. */
const FINAL_CODES = ["version", "refused", "malformed"];

/** @typedef {"meeting" | "connecting" | "proving" | "seated" | "silent" | "waiting" | "stopped"} Stage */
/** `code` is that of a refusal. @typedef {{ stage: Stage, why: string, retryAt: number, code: string }} Progress */
/**
 * @typedef {object} Options
 * @property {string} url of the signaling WebSocket
 * @property {() => import("./code.js").Code} code as it is now: a table may have another
 * @property {import("./guest.js").Guest} guest
 * @property {() => boolean} relayOnly
 * @property {(message: import("./protocol.js").ToGuest) => void} told
 * @property {(progress: Progress) => void} progressed
 */

/** One seat's conversation, over as many channels as it takes. */
export class Session {
  /** @param {Options} options */
  constructor(options) {
    this._options = options;
    this._guest = options.guest;
    /** @type {import("./rtc.js").Channel | null} */
    this._channel = null;
    /** @type {Progress} */
    this.progress = { stage: "meeting", why: "", retryAt: 0, code: "" };
    this._stopped = false;
    this._heard = 0;
    this._seated = false;
    this._tries = 0;
    this._awake = () => {};
  }

  /** Keep the seat until left, or until there is no use in trying. */
  async keep() {
    while (!this._stopped) {
      try {
        await this._play();
      } catch (error) {
        if (this._stopped) break;
        if (!(error instanceof RummyError)) throw error;
        if (this._isFinal(error)) return this._end(error);
        await this._pause(error);
      }
    }
  }

  /** @param {import("./protocol.js").Action} action */
  act(action) {
    this._say(this._guest.act(action));
  }

  ready() {
    this._say(this._guest.ready());
  }

  /** Tell the host what is no action. @param {string} text */
  wish(text) {
    this._say(text);
  }

  /** Whether a request can be made now. */
  get canAct() {
    return this._channel !== null && this._seated && this._guest.pending.size === 0;
  }

  /** Leave on purpose. */
  async leave() {
    this._say(this._guest.bye());
    const channel = this._channel;
    this.stop("");
    await channel?.finish();
  }

  /** Try no more, and say why. @param {string} why */
  stop(why) {
    if (this._stopped) return;
    this._stopped = true;
    this._channel = null;
    this._seated = false;
    this._awake();
    this._progress("stopped", why);
  }

  /**
   * The machine woke up or its network changed: do not trust the old connection, and do
   * not wait for the next try.
   * @param {boolean} suspect
   */
  wake(suspect) {
    this._tries = 0;
    if (suspect && this._channel && Date.now() - this._heard > HEARTBEAT + 1000) {
      this._channel.close();
    }
    this._awake();
  }

  /** @param {string} text */
  _say(text) {
    try {
      this._channel?.send(text);
    } catch (error) {
      if (!(error instanceof ChannelClosed)) throw error;
    }
  }

  /** @param {Stage} stage @param {string} [why] @param {number} [retryAt] @param {string} [code] */
  _progress(stage, why = "", retryAt = 0, code = "") {
    this.progress = { stage, why, retryAt, code };
    this._options.progressed(this.progress);
  }

  /** Show what is going on once it has begun. @template T @param {Stage} stage @param {Promise<T>} work */
  _during(stage, work) {
    this._progress(stage);
    return work;
  }

  /** From the server to the end of one channel. */
  async _play() {
    const { url, guest, relayOnly } = this._options;
    const code = this._options.code();
    const meeting = await this._during("meeting", joinRoom(url, code.room));
    let channel;
    try {
      const connected = await this._during("connecting", connect(meeting, relayOnly()));
      channel = connected.channel;
      const proof = proveGuest(channel, code, connected.fingerprints, random, guest.token);
      await this._during("proving", proof);
    } finally {
      meeting.close();
    }
    if (this._stopped) return channel.close();
    this._channel = channel;
    const beat = setInterval(() => this._beat(channel), HEARTBEAT);
    this._heard = Date.now();
    try {
      channel.send(guest.hello());
      await this._listen(channel);
    } finally {
      clearInterval(beat);
      channel.close();
      this._channel = null;
      this._seated = false;
    }
  }

  /** @param {import("./rtc.js").Channel} channel */
  async _listen(channel) {
    for (let patience = WELCOME; ; patience = Infinity) {
      const json = await channel.receive(this._seated ? undefined : patience);
      const message = this._guest.received(json);
      this._guest.answers().forEach((text) => this._say(text));
      this._heard = Date.now();
      if (this.progress.stage === "silent") this._progress("seated");
      if (message.type === "ping") channel.send(PONG);
      else if (message.type === "refused") throw refusedSeat(message);
      else if (message.type === "bye") return this.stop(parting(message));
      else if (message.type !== "pong") this._take(message);
    }
  }

  /** @param {import("./protocol.js").ToGuest} message */
  _take(message) {
    if (message.type === "welcome") {
      this._seated = true;
      this._tries = 0;
    } else if (!this._seated && message.type !== "waits") {
      throw new ProtocolError("the host did not answer our hello");
    }
    this._options.told(message);
    if (message.type !== "welcome") return;
    this._guest.repeats().forEach((text) => this._say(text));
    this._progress("seated");
  }

  /** Keep asking; a host that is silent for long is hung up on. @param {import("./rtc.js").Channel} channel */
  _beat(channel) {
    const silence = Date.now() - this._heard;
    if (silence > DEAD) return channel.close();
    if (silence > SUSPECT && this.progress.stage === "seated") this._progress("silent");
    try {
      channel.send(PING);
    } catch {
      channel.close(); // the browser has given it up without a word
    }
  }

  /** No more tries. @param {RummyError} error */
  _end(error) {
    this._progress("stopped", error.message, 0, error instanceof Refused ? error.code : "");
  }

  /** @param {RummyError} error */
  _isFinal(error) {
    if (error instanceof NotProven || error instanceof VersionMismatch) return true;
    if (error instanceof Refused) return true;
    if (error instanceof SignalingError) {
      if (FINAL_CODES.includes(error.code)) return true;
      // Who was seated waits for the host to come back, and a server that has just begun
      // says when it knows.
      const isUnknown = error.code === "unknown_room" && error.retryAfter === null;
      return isUnknown && this._guest.token === null;
    }
    return error instanceof ConnectionFailed && this._guest.token === null;
  }

  /** @param {RummyError} error */
  async _pause(error) {
    const asked = error instanceof SignalingError ? error.retryAfter : null;
    const usual = PAUSES[Math.min(this._tries++, PAUSES.length - 1)];
    const pause = asked ? 1000 * asked : usual * (0.75 + Math.random() / 2);
    this._progress("waiting", error.message, Date.now() + pause);
    await new Promise((resolve) => {
      this._awake = () => resolve(undefined);
      setTimeout(resolve, pause);
    });
  }
}

/** Why there is no seat. @param {Extract<import("./protocol.js").ToGuest, { type: "refused" }>} message */
function refusedSeat(message) {
  return new Refused(message.code, refusal(message));
}

/** Why the host hung up; empty: the table is closed. @param {Extract<import("./protocol.js").ToGuest, { type: "bye" }>} bye */
function parting(bye) {
  if (bye.replaced) return say("stage.elsewhere");
  return bye.code === "closed" ? "" : farewell(bye);
}

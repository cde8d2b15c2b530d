/**
 * A guest's part in a fair deal: its seeds, its transcript, its verdicts.
 *
 * A seed is shown only when the host has published everybody's commitments, its own among
 * them, and once in each deal.
 */

import { Witness, judged, opened } from "./audit.js";
import { concat, hex, unhex, utf8 } from "./bytes.js";
import { ProtocolError } from "./errors.js";
import { audited, commit, reveal } from "./protocol.js";
import { Replay } from "./replay.js";
import { ownSha256 } from "./sha.js";
import { promise } from "./shuffle.js";
import { TranscriptError, packed, sealed } from "./transcript.js";
import { say } from "./words.js";

/** @typedef {import("./replay.js").Hand} Hand */
/** @typedef {import("./transcript.js").Missing} Missing */
/**
 * What people want to know.
 * @typedef {{ type: "judged", hand: number, verdict: import("./audit.js").Verdict, mark: string } | { type: "counted", seats: string[] } | { type: "left_out", seat: number, why: Missing, again: boolean } | { type: "broken", why: string } | import("./audit.js").Opened} News
 */

/** @typedef {{ secret: string, seat: number | null, table: string, asked: number, revealed: number, seen: import("./audit.js").Seen[] }} Memory */

/** What one guest does so that nobody can choose the deck. */
export class Fairness {
  /**
   * @param {Uint8Array} secret from which all seeds follow
   * @param {Memory | null} [memory] of the same seat before a reload
   */
  constructor(secret, memory = null) {
    this._secret = memory ? unhex(memory.secret) : secret;
    /** @type {number | null} */
    this._seat = memory?.seat ?? null;
    this._replay = new Replay();
    this._witness = new Witness(memory?.seen);
    this._broken = false;
    this._table = memory?.table ?? "";
    /** The deals that a commitment was last given for, and a seed last shown for. */
    this._asked = memory?.asked ?? -1;
    this._revealed = memory?.revealed ?? -1;
    /** By what we were told last; then the host's seed is due. */
    this._handEnded = false;
    /** The connection was lost, and the lines were not told again yet. */
    this._returned = false;
    /** Who was said to be left out of the deal that is prepared. @type {Set<number>} */
    this._named = new Set();
    /** @type {News[]} */
    this._news = [];
    /** The transcripts of the matches before this one. @type {string[][]} */
    this.finished = [];
  }

  /** What a reload would lose; the lines of the transcript come again. @returns {Memory} */
  get memory() {
    const { _secret, _seat: seat, _table: table, _asked: asked, _revealed: revealed } = this;
    return { secret: hex(_secret), seat, table, asked, revealed, seen: this._witness.seen };
  }

  /** The transcript of the match that is played, or of the last one. @returns {readonly string[]} */
  get lines() {
    const { lines } = this._replay.chain;
    return lines.length ? lines : (this.finished.at(-1) ?? []);
  }

  /** The same as a file. */
  get record() {
    return sealed(this.lines);
  }

  /** What has come up since this was asked last. */
  news() {
    return this._news.splice(0);
  }

  /** The connection was lost, and all lines of this match are told again. */
  returned() {
    this._returned = true;
    this._witness.returned();
  }

  /**
   * What to answer the host; nothing if we only watch.
   * @param {import("./protocol.js").ToGuest} message @param {number | null} seat
   * @returns {string[]}
   * @throws {ProtocolError} If it asks for what would give the deck away.
   */
  told(message, seat) {
    const answers = this._told(message, seat);
    if (seat !== null) return answers;
    // What was dealt a hand ago has been told by what happened since.
    this._news = this._news.filter((news) => news.type !== "left_out");
    return [];
  }

  /** @param {import("./protocol.js").ToGuest} message @param {number | null} seat @returns {string[]} */
  _told(message, seat) {
    if (seat !== this._seat) {
      // What was shown to another seat says nothing about this one.
      this._seat = seat;
      this._witness = new Witness();
      this._asked = this._revealed = -1;
    }
    if (message.type === "mix") {
      if (seat === null) throw new ProtocolError("the host asks who watches for a seed");
      return [this._commitment(message, seat)];
    }
    if (message.type === "recorded") return this._recorded(message, seat);
    if (message.type === "update" && message.view) {
      this._witness.saw(message);
      this._handEnded = message.view.result !== null;
    }
    if (message.type === "bye" && this._handEnded) this._closing();
    return [];
  }

  /** @param {number} deal @param {number} seat */
  _seed(deal, seat) {
    const place = utf8(`rummyroom-guest\0`);
    return ownSha256(concat(place, this._secret, utf8(`\0${this._table}\0${deal}\0${seat}`)));
  }

  /** @param {number} deal @param {number} seat */
  _promise(deal, seat) {
    return packed(promise(this._table, deal, seat, this._seed(deal, seat)));
  }

  /** @param {import("./protocol.js").Mix} mix @param {number} seat */
  _commitment({ table, deal }, seat) {
    if ((this._table && this._table !== table) || deal <= this._revealed) {
      throw new ProtocolError("the host asks for a seed of a deal that has been");
    }
    this._closing();
    this._table = table;
    this._asked = deal;
    return commit(deal, this._promise(deal, seat));
  }

  /** @param {import("./protocol.js").Recorded} recorded @param {number | null} seat */
  _recorded(recorded, seat) {
    const before = this._replay.chain.lines;
    if (recorded.first === 0 && before.length && recorded.lines[0] !== before[0]) this._begin();
    /** @type {string[]} */
    const answers = [];
    const { lines } = this._replay.chain;
    recorded.lines.forEach((text, at) => {
      const place = recorded.first + at;
      if (this._broken) return;
      if (place > lines.length) {
        throw new ProtocolError("the host left lines of the transcript out");
      }
      if (place === lines.length) answers.push(...this._line(text, seat));
      else if (text !== lines[place]) this._break(`line ${place + 1} is not what it was before`);
    });
    if (recorded.first === 0) this._returned = false;
    return answers.length ? answers : this._repeated(recorded, seat);
  }

  /** The connection was lost, and perhaps our seed with it. @param {import("./protocol.js").Recorded} recorded @param {number | null} seat */
  _repeated({ first }, seat) {
    const { promised } = this._replay;
    if (first || !promised || this._broken) return [];
    return this._reveal(promised, seat);
  }

  /** Another match. */
  _begin() {
    this._closing();
    this.finished.push(this._replay.chain.lines);
    this._replay = new Replay();
    this._broken = false;
  }

  /** @param {string} text @param {number | null} seat @returns {string[]} */
  _line(text, seat) {
    try {
      return this._happened(this._replay.add(text), seat);
    } catch (error) {
      if (!(error instanceof TranscriptError)) throw error;
      this._break(error.message);
      const { hand } = this._replay;
      return hand ? [audited(hand.dealt.deal, "failed")] : [];
    }
  }

  /** @param {string} why */
  _break(why) {
    this._broken = true;
    this._news.push({ type: "broken", why });
  }

  /** @param {import("./transcript.js").Line} line @param {number | null} seat @returns {string[]} */
  _happened(line, seat) {
    switch (line.type) {
      case "commit":
        return this._reveal(line.fact, seat);
      case "void":
        for (const { seat: other, why } of line.fact.missing) {
          this._named.add(other);
          this._news.push({ type: "left_out", seat: other, why, again: true });
        }
        return [];
      case "deal":
        this._dealt(line.fact);
        return [];
      case "end":
      case "cut":
        return this._judge(/** @type {Hand} */ (this._replay.hands.at(-1)), seat);
      case "audit":
        this._news.push({ type: "counted", seats: line.fact.seats });
        return [];
      default:
        return [];
    }
  }

  /** @param {import("./transcript.js").Dealt} dealt */
  _dealt({ seats }) {
    seats.forEach((why, seat) => {
      // Why a deal came to nothing was said already.
      if (this._named.has(seat) || (why !== "absent" && why !== "silent")) return;
      this._news.push({ type: "left_out", seat, why, again: false });
    });
    this._named.clear();
  }

  /** @param {import("./transcript.js").Promised} promised @param {number | null} seat */
  _reveal({ deal, seats }, seat) {
    if (seat === null || deal !== this._asked || deal < this._revealed) return [];
    const ours = seats[seat] === this._promise(deal, seat);
    if (!ours || this._replay.opening?.table !== this._table) return [];
    this._revealed = deal;
    return [reveal(deal, packed(this._seed(deal, seat)))];
  }

  /** @param {Hand} hand @param {number | null} seat */
  _judge(hand, seat) {
    const { opening } = this._replay;
    const { deal, hand: number } = hand.dealt;
    if (opening && seat === null) this._news.push(opened(hand, opening));
    if (!opening || !this._witness.sawAny(hand)) return []; // it was played before we came
    const own = seat !== null && deal === this._revealed ? packed(this._seed(deal, seat)) : null;
    const verdict = judged(this._witness, hand, seat, opening, own);
    this._witness.forget(hand);
    this._news.push({ type: "judged", hand: number, verdict, mark: hand.mark });
    return [audited(deal, verdict.finding)];
  }

  /** No more of this hand will come; a seed that is still hidden stays so. */
  _closing() {
    const { hand } = this._replay;
    if (!hand || this._broken) return;
    if (this._returned) {
      /** @type {import("./audit.js").Verdict} */
      const away = { finding: "partly", why: say("fair.partly.away") };
      this._news.push({ type: "judged", hand: hand.dealt.hand, verdict: away, mark: "" });
    } else {
      this._break(`the host has not opened its seed of hand ${hand.dealt.hand}`);
    }
  }
}

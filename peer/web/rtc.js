/** A guest's way to its host: one data channel, candidates trickled both ways. */

import { utf8 } from "./bytes.js";
import { ChannelClosed, ConnectionFailed, ProtocolError, SignalingError } from "./errors.js";
import { Inbox } from "./inbox.js";
import { MAX_SIZE } from "./protocol.js";
import { accepted } from "./sdp.js";
import { sha256 } from "./sha.js";
import { decodeDescription } from "./signals.js";
import { say } from "./words.js";

const PEER_DEADLINE = 30_000;
const MAX_EARLY = 64;

/** @typedef {import("./meet.js").Meeting} Meeting */
/** @typedef {import("./proof.js").Fingerprints} Fingerprints */

/** Ordered reliable text between two peers. */
export class Channel {
  /** @param {RTCPeerConnection} peer @param {RTCDataChannel} data */
  constructor(peer, data) {
    /** @type {Inbox<string>} */
    this._inbox = new Inbox();
    this._peer = peer;
    this._data = data;
    data.binaryType = "arraybuffer";
    data.onmessage = ({ data: frame }) => this._received(frame);
    data.onclose = () => this.close();
  }

  /** @param {string | ArrayBuffer} frame */
  _received(frame) {
    try {
      if (typeof frame !== "string" && frame.byteLength > MAX_SIZE) throw RangeError();
      this._inbox.put(typeof frame === "string" ? frame : decoder.decode(frame));
    } catch {
      this._inbox.end(new ProtocolError("a message is not text"));
      this.close();
    }
  }

  /** @param {string} text @throws {ChannelClosed} If it is closed. */
  send(text) {
    if (this._data.readyState !== "open") throw new ChannelClosed(say("way.cut"));
    this._data.send(utf8(text));
  }

  /** @param {number} [patience] @throws {ChannelClosed} If no more will come. */
  receive(patience) {
    return this._inbox.get(patience);
  }

  /** Hang up; harmless when repeated. */
  close() {
    this._inbox.end(new ChannelClosed(say("way.cut")));
    this._data.close();
    this._peer.close();
  }

  /** Hang up after what was sent has gone out. */
  async finish() {
    const until = Date.now() + 1000;
    while (this._data.bufferedAmount > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this._data.close();
    setTimeout(() => this.close(), 300);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reach the host of the room.
 * @param {Meeting} meeting @param {boolean} relayOnly
 * @returns {Promise<{ channel: Channel, fingerprints: Fingerprints }>}
 * @throws {import("./errors.js").RummyError} If there is no way, with the cause found.
 */
export async function connect(meeting, relayOnly) {
  const peer = new RTCPeerConnection({
    iceServers: meeting.iceServers,
    iceTransportPolicy: relayOnly ? "relay" : "all",
  });
  const data = peer.createDataChannel("rummy", { negotiated: true, id: 0 });
  const channel = new Channel(peer, data);
  const attempt = new Attempt(peer, meeting);
  try {
    await attempt.open(data);
    return { channel, fingerprints: await attempt.fingerprints() };
  } catch (error) {
    channel.close();
    throw error;
  }
}

/** One attempt to reach the host. */
class Attempt {
  /** @param {RTCPeerConnection} peer @param {Meeting} meeting */
  constructor(peer, meeting) {
    this._peer = peer;
    this._meeting = meeting;
    this._answered = false;
    /** Of the host's description. @type {Uint8Array} */
    this._fingerprint = new Uint8Array();
    /** @type {RTCIceCandidateInit[]} */
    this._early = [];
  }

  /** @param {RTCDataChannel} data @returns {Promise<void>} */
  open(data) {
    return new Promise((resolve, reject) => {
      const fail = (/** @type {Error} */ error) => reject(error);
      const timer = setTimeout(
        () => fail(new ConnectionFailed(say(this._answered ? "way.no_path" : "way.no_answer"))),
        PEER_DEADLINE,
      );
      data.onopen = () => {
        clearTimeout(timer);
        resolve();
      };
      this._peer.onconnectionstatechange = () => {
        if (this._peer.connectionState === "failed") fail(new ConnectionFailed(say("way.no_path")));
      };
      this._listen().catch((error) => {
        if (!this._answered || !(error instanceof SignalingError)) fail(error);
      });
      this._offer().catch(fail);
    });
  }

  async _offer() {
    const offer = await this._peer.createOffer();
    this._peer.onicecandidate = ({ candidate }) =>
      this._meeting.send({
        type: "candidate",
        candidate: candidate?.candidate ?? null,
        sdpMid: candidate?.sdpMid ?? "0",
        sdpMLineIndex: candidate?.sdpMLineIndex ?? 0,
        usernameFragment: candidate?.usernameFragment ?? null,
      });
    // The offer leaves before any candidate is known (RFC 8838).
    this._meeting.send({ type: "offer", sdp: offer.sdp });
    await this._peer.setLocalDescription(offer);
  }

  async _listen() {
    for (;;) {
      const event = await this._meeting.receive();
      if (event.type === "signal" && event.from === this._meeting.host) {
        await this._signaled(decodeDescription(event.data));
      } else if (event.type === "left" && event.member === this._meeting.host) {
        if (!this._answered) throw new SignalingError("closed", say("way.host_left"));
      }
    }
  }

  /** @param {import("./signals.js").Description} description */
  async _signaled(description) {
    if (description.type === "answer") {
      if (this._answered) throw new ProtocolError("an answer came out of turn");
      const { sdp, fingerprint } = accepted(description.sdp);
      this._answered = true;
      this._fingerprint = fingerprint;
      await this._peer.setRemoteDescription({ type: "answer", sdp });
      for (const candidate of this._early.splice(0)) await this._add(candidate);
    } else {
      const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = description;
      const init = { candidate: candidate ?? "", sdpMid, sdpMLineIndex, usernameFragment };
      if (this._answered) await this._add(init);
      else if (this._early.length < MAX_EARLY) this._early.push(init);
    }
  }

  /** @param {RTCIceCandidateInit} candidate */
  async _add(candidate) {
    try {
      await this._peer.addIceCandidate(candidate);
    } catch {
      // One that this browser cannot use: there are others.
    }
  }

  /**
   * SHA-256 of both certificates; the host's as it was really used, where that can be
   * read, else as described, which the browser has checked.
   * @returns {Promise<Fingerprints>}
   */
  async fingerprints() {
    const own = accepted(this._peer.localDescription?.sdp ?? "").fingerprint;
    const used = this._peer.sctp?.transport.getRemoteCertificates?.()[0];
    // Some stacks have the method and an empty answer.
    if (!used?.byteLength) return { host: this._fingerprint, guest: own };
    const host = await sha256(new Uint8Array(used));
    if (host.some((byte, at) => byte !== this._fingerprint[at])) {
      throw new ConnectionFailed(say("way.impostor"));
    }
    return { host, guest: own };
  }
}

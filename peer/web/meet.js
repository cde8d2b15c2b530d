/** The signaling client: a guest's place in a room. */

import { ProtocolError, SignalingError } from "./errors.js";
import { Inbox, TimedOut } from "./inbox.js";
import { LEAVE, decodeSignal, join, signal } from "./signals.js";
import { hasText, say } from "./words.js";

const SERVER_DEADLINE = 8_000;

/** @typedef {Exclude<import("./signals.js").ToMember, { type: "joined" | "error" }>} RoomEvent */

/**
 * Enter a room as a guest.
 * @param {string} url of the WebSocket @param {string} room
 * @throws {SignalingError} If the server is away or refuses.
 */
export async function joinRoom(url, room) {
  const socket = new WebSocket(url);
  /** @type {Inbox<import("./signals.js").ToMember>} */
  const inbox = new Inbox();
  let opened = false;
  socket.onopen = () => {
    opened = true;
    socket.send(join(room));
  };
  socket.onmessage = ({ data }) => {
    try {
      inbox.put(decodeSignal(data));
    } catch {
      inbox.end(away("way.stranger"));
      socket.close();
    }
  };
  socket.onclose = () => inbox.end(away(opened ? "way.lost" : "way.away"));
  try {
    const welcome = await inbox.get(SERVER_DEADLINE);
    if (welcome.type === "error") throw refusedEntry(welcome);
    if (welcome.type !== "joined") throw away("way.stranger");
    return new Meeting(socket, inbox, welcome);
  } catch (error) {
    socket.close();
    throw error instanceof TimedOut ? away("way.away") : error;
  }
}

/** Our place in a room; to be closed when it is not needed any more. */
export class Meeting {
  /**
   * @param {WebSocket} socket @param {Inbox<import("./signals.js").ToMember>} inbox
   * @param {import("./signals.js").Joined} joined
   */
  constructor(socket, inbox, joined) {
    this.host = joined.host;
    this.iceServers = joined.ice_servers;
    this._socket = socket;
    this._inbox = inbox;
  }

  /** Have something relayed to the host, in order. @param {object} description */
  send(description) {
    if (this._socket.readyState === WebSocket.OPEN) {
      this._socket.send(signal(this.host, description));
    }
  }

  /**
   * What happens next in the room.
   * @returns {Promise<RoomEvent>}
   * @throws {SignalingError} If nothing will.
   */
  async receive() {
    const message = await this._inbox.get();
    if (message.type === "error") throw refusedEntry(message);
    if (message.type === "joined") throw new ProtocolError("this was said before");
    if (message.type === "arrived") this.host = message.member;
    return message;
  }

  close() {
    if (this._socket.readyState === WebSocket.OPEN) this._socket.send(LEAVE);
    this._socket.close();
    this._inbox.end(new SignalingError("closed", ""));
  }
}

/** @param {string} key */
const away = (key) => new SignalingError("away", say(key));

/** @param {{ code: string, message: string, retry_after: number | null }} error */
function refusedEntry({ code, message, retry_after }) {
  const key = `signal.${code}`;
  const why = hasText(key) ? say(key) : message.slice(0, 500);
  return new SignalingError(code, why, retry_after);
}

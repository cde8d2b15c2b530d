/**
 * Everything that can go wrong, by who has to act on it. Messages are sentences for a
 * player: lower case, no full stop.
 */

/** Anything this program can explain to the person in front of it. */
export class RummyError extends Error {}

/** The other side sent what the protocol does not allow. */
export class ProtocolError extends RummyError {}

/** The text is not a room code. */
export class CodeError extends RummyError {}

/** The signaling server could not or would not introduce us. */
export class SignalingError extends RummyError {
  /** @param {string} code @param {string} message @param {number | null} retryAfter */
  constructor(code, message, retryAfter = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** No data channel to the host, with the cause found. */
export class ConnectionFailed extends RummyError {}

/** Who answers is not who we mean, or we are not who the host means: no use trying on. */
export class NotProven extends ConnectionFailed {}

/** The other end speaks another version of the game messages. */
export class VersionMismatch extends ConnectionFailed {}

/** The channel to the host is gone. */
export class ChannelClosed extends RummyError {}

/** The host gave us no seat, with its reason and the code of that. */
export class Refused extends RummyError {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

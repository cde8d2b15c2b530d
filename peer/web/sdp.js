/**
 * What we accept in the host's answer: one data channel, exactly one sha-256 fingerprint.
 *
 * Browsers differ dangerously in which of several fingerprints they believe, so the
 * others are taken out and a second one is refused before a browser sees it.
 */

import { ProtocolError } from "./errors.js";
import { unhex } from "./bytes.js";

const MEDIA = /^m=application [0-9]+ (?:UDP|TCP)\/DTLS\/SCTP webrtc-datachannel$/;
const FINGERPRINT = /^a=fingerprint:(\S+)(?: (.*))?$/i;
const DIGITS = /^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31}$/;

/**
 * The description without other fingerprints, and the one that it has.
 * @param {string} sdp @returns {{ sdp: string, fingerprint: Uint8Array }}
 * @throws {ProtocolError} If it is not what it should be.
 */
export function accepted(sdp) {
  const lines = sdp.split(/\r\n|\n|\r/);
  const media = lines.filter((line) => line.startsWith("m="));
  if (media.length !== 1 || !MEDIA.test(media[0])) {
    throw new ProtocolError("the description is not of one data channel");
  }
  const kept = lines.filter((line) => !FINGERPRINT.test(line) || isSha256(line));
  const found = kept.filter((line) => /^a=fingerprint/i.test(line));
  if (found.length !== 1) {
    throw new ProtocolError(
      `the description has ${found.length} sha-256 fingerprints instead of one`,
    );
  }
  const digits = FINGERPRINT.exec(found[0])?.[2] ?? "";
  if (!DIGITS.test(digits)) {
    throw new ProtocolError("the description has a malformed fingerprint");
  }
  return { sdp: kept.join("\r\n"), fingerprint: unhex(digits.replaceAll(":", "")) };
}

/** @param {string} line */
const isSha256 = (line) => FINGERPRINT.exec(line)?.[1].toLowerCase() === "sha-256";

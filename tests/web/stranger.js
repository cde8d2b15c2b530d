/**
 * A guest over a WebRTC stack that is neither a browser's nor aiortc: libdatachannel.
 * Plays a seat of Basic Rummy and prints the scores.
 *
 *     node stranger.js LINK NAME
 */

import { RTCPeerConnection } from "node-datachannel/polyfill";
import { WebSocket } from "ws";

import { readCode } from "../../peer/web/code.js";
import { Guest } from "../../peer/web/guest.js";
import { offers } from "../../peer/web/offers.js";
import { Session } from "../../peer/web/session.js";

Object.assign(globalThis, { RTCPeerConnection, WebSocket });

const [, , link, name] = process.argv;
const [server, code] = link.split("#");
const guest = new Guest(name, null);

/** The first thing on offer, or the last card. @param {any} view */
function choice(view) {
  const [first] = offers(view, [], true);
  return first?.action ?? { type: "discard", card: view.hand.at(-1) };
}

function play() {
  const { view } = guest;
  if (view && view.turn === guest.seat && session.canAct) session.act(choice(view));
}

const session = new Session({
  url: new URL("signal", server).href.replace(/^http/, "ws"),
  code: readCode(code),
  guest,
  relayOnly: () => false,
  told: (message) => {
    if (message.type === "rejected" && message.code !== "stale") throw Error(message.message);
    if (message.type === "update" && message.table.phase === "ended") {
      console.log(JSON.stringify(message.table.scores));
      process.exit(0);
    }
    setImmediate(play);
  },
  progressed: ({ stage, why }) => {
    if (stage !== "stopped") return;
    console.error(why);
    process.exit(1);
  },
});
await session.keep();

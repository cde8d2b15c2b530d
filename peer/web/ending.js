/** What is known of the end of a hand, while nothing new is dealt. */

/** @typedef {import("./protocol.js").HandEnded} HandEnded */
/** @typedef {Extract<import("./protocol.js").Event, { type: "match_ended" }>} MatchEnded */

/** For the panel that shows it. */
export class Ending {
  constructor() {
    /** @type {HandEnded | null} */
    this.result = null;
    /** @type {MatchEnded | null} */
    this.matchEnd = null;
    /** What is known of the fairness of the deal. @type {string[]} */
    this.fairness = [];
    /** Why the computer players did what they did. @type {import("./protocol.js").Update["whys"]} */
    this.whys = [];
  }

  /** Keep what the host says of it. @param {import("./protocol.js").Update} update */
  update({ events, view, whys }) {
    for (const event of events) {
      if (event.type === "hand_dealt") Object.assign(this, new Ending());
      else if (event.type === "hand_ended") this.result = event;
      else if (event.type === "match_ended") this.matchEnd = event;
    }
    if (view?.result) this.result = view.result;
    if (whys.length) this.whys = whys;
  }
}

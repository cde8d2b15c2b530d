/** What all are asked, as one reader sees it: a vote in, sentences out (peer/asked.py). */

import { say } from "./words.js";

/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {NonNullable<TableView["vote"]>} Vote */
/** @typedef {Vote["what"]} Motion */
/** @typedef {import("./story.js").People} People */

/** What is asked, and by whom. @param {Vote} vote @param {People} people */
export const question = ({ what, asker }, people) => people.says(`vote.${what}`, asker);

/** The seats whose answers are missing. @param {Vote} vote */
export const awaited = ({ voters, said }) => voters.filter((seat) => said[seat] === null);

/** What has become of it; empty while it is open. @param {Vote} vote */
function voteOutcome({ outcome, what }) {
  if (outcome === "open") return "";
  return outcome === "yes" ? say(`vote.yes.${what}`) : say(`vote.${outcome}`);
}

/** What has been asked, answered and decided. @param {Vote | null} old @param {Vote | null} now @param {People} people */
export function news(old, now, people) {
  if (!now) return [];
  const was = old?.number === now.number ? old : null;
  const answers = now.said.flatMap((yes, seat) => {
    const isNew = yes !== null && seat !== now.asker && (was?.said[seat] ?? null) === null;
    return isNew ? [people.says(yes ? "vote.agrees" : "vote.declines", seat)] : [];
  });
  const decided = was?.outcome !== now.outcome && voteOutcome(now);
  return [...(was ? [] : [question(now, people)]), ...answers, ...(decided ? [decided] : [])];
}

/** Whether the reader is asked and has not answered. @param {Vote | null} vote @param {number | null} me */
export const mayAnswer = (vote, me) =>
  vote !== null && vote.outcome === "open" && me !== null && awaited(vote).includes(me);

/**
 * What the reader can ask all now.
 * @param {TableView} table @param {string} takeBack @param {number | null} me
 * @returns {Motion[]}
 */
export function mayAsk({ vote, phase, seats }, takeBack, me) {
  if (me === null || vote?.outcome === "open") return [];
  const playing = phase === "hand";
  const missed = seats.some(({ kind, here, substitute }) => kind === "person" && !here && !substitute);
  /** @type {[Motion, boolean][]} */
  const can = [
    ["undo", takeBack === "asking"],
    ["go_on", playing && missed],
    ["void", playing],
    ["end", playing || phase === "between"],
  ];
  return can.flatMap(([motion, may]) => (may ? [motion] : []));
}

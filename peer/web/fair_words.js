/** What a guest found out about the fairness of a deal, as sentences. */

import { say } from "./words.js";

/** @typedef {import("./fairness.js").News} News */
/** @typedef {import("./story.js").People} People */

const MOST_SAID = 300;

/** What the host made us say is kept short, and printable. @param {string} text */
const shownWhy = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").slice(0, MOST_SAID);

/** The sentences for the story. @param {News} news @param {People} people @returns {string[]} */
export function tellFairness(news, people) {
  switch (news.type) {
    case "judged":
      return news.mark ? [judgement(news), say("fair.mark", { mark: news.mark })] : [judgement(news)];
    case "counted":
      return countedOut(news.seats, people);
    case "left_out": {
      const why = say(`fair.why.${news.why}`);
      return [people.says(news.again ? "fair.again" : "fair.out", news.seat, { why })];
    }
    case "opened":
      return [say("fair.opened", { hand: news.hand })];
    case "broken":
      return [say("fair.broken", { why: shownWhy(news.why) })];
  }
}

/** What belongs to the end of a hand, where its mark is compared. @param {News} news @param {People} people */
export function verdict(news, people) {
  if (news.type === "left_out" || news.type === "opened") return [];
  if (news.type === "judged" && news.mark) {
    return [`${judgement(news)} ${say("fair.mark", { mark: news.mark })} ${say("fair.mark.why")}`];
  }
  return tellFairness(news, people);
}

/** @param {Extract<News, { type: "judged" }>} news */
const judgement = ({ hand, verdict: { finding, why } }) =>
  say(`fair.${finding}`, { hand, why: shownWhy(why) });

/** @param {string[]} seats @param {People} people */
function countedOut(seats, people) {
  const players = seats.length;
  const verified = seats.filter((finding) => finding === "ok").length;
  if (verified === players) return [say("fair.all", { players })];
  const foul = seats.flatMap((finding, seat) =>
    finding === "failed" ? [people.says("fair.foul", seat)] : [],
  );
  return [say("fair.some", { verified, players }), ...foul];
}

/**
 * Every text a player is shown, in one place: flat keys, `{name}` placeholders, and
 * plurals by the suffixes of Intl.PluralRules. `_you` is said to the one it is about.
 */

import { isJoker } from "./cards.js";

/** @type {Record<string, string>} */
const EN = {
  "game.basic": "Basic Rummy",
  "game.gin": "Gin Rummy",
  "game.rummikub": "Rummikub",

  "door.tagline": "Rummy with friends. No account, no game server: your cards travel straight between you and the host.",
  "door.code": "Room code",
  "door.code.hint": "Nine letters and digits, like 7KQ-M3X-WC7",
  "door.name": "Your name",
  "door.name.hint": "What the others call you",
  "door.join": "Join the table",
  "door.back": "Take my seat again",
  "door.no.name": "type your name first",
  "door.host": "Host a table yourself",
  "door.host.why": "A phone or a browser can join a table, but not host one: the host runs the game, in Python, on a computer that stays on.",
  "door.host.how": "On a computer with Rummyroom installed:",
  "door.host.then": "It prints a code and a link. Send them to your friends; they need nothing but a browser.",
  "install": "Install it on this device",
  "install.ios": "To have Rummyroom on your home screen: share this page, then “Add to Home Screen”.",
  "door.private": "This page sets no cookies and asks nobody else for anything. The host and the others learn your network address, as in every direct connection; only the host, who runs the game, could see your cards.",

  "stage.meeting": "Looking for the table…",
  "stage.connecting": "Connecting to the host…",
  "stage.proving": "Checking the code with the host…",
  "stage.seated": "Connected",
  "stage.silent": "The host has not answered for a while…",
  "stage.waiting": "{why}. Trying again in {seconds} s.",
  "stage.waiting_now": "{why}. Trying again…",
  "stage.retry": "Try now",
  "stage.stopped": "{why}.",
  "stage.elsewhere": "This seat is open in another tab or on another device, and plays there now.",
  "stage.closed": "The host has closed the table.",
  "stage.left": "You have left the table. Your seat is kept for you.",
  "stage.again": "Come back to the table",
  "stage.other": "Another table",

  "seat.free": "free seat",
  "seat.player": "Player {number}",
  "seat.same": "{name} (seat {number})",
  "seat.you": "you",
  "seat.bot": "computer",
  "seat.away": "not connected",
  "seat.silent": "does not answer",
  "seat.substitute": "computer plays",
  "seat.ready": "ready",
  "seat.turn": "to play",
  "seat.opened": "has opened",
  "seat.cards_one": "{count} card",
  "seat.cards_other": "{count} cards",
  "seat.tiles_one": "{count} tile",
  "seat.tiles_other": "{count} tiles",
  "seat.score": "score {score}",

  "lobby.wait_one": "{count} seat is free. The game begins when it is taken, or when the host starts.",
  "lobby.wait_other": "{count} seats are free. The game begins when all are taken, or when the host starts.",
  "lobby.full": "All seats are taken.",
  "lobby.invite": "Invite somebody",
  "lobby.code": "The room code is {code}",

  "turn.yours": "Your turn",
  "turn.theirs": "{name} to play",
  "turn.waits": "{name} is not connected; we wait",
  "turn.draw": "Your turn: draw a card",
  "turn.upcard": "Your turn: take {card} or pass",
  "turn.wall": "Your turn: take {card} to knock, or pass",
  "turn.play": "Your turn: lay cards, then discard one",
  "turn.must": "You took {card}: lay it before anything else",
  "turn.gin": "Your turn: discard, or knock",
  "turn.call": "{card} fits a meld: call rummy, or pass",
  "turn.layoff": "Lay off what fits, then end the hand",
  "turn.tiles": "Your turn: play tiles, or draw one",
  "turn.title": "● Your turn",

  "fair.ok": "Your browser has verified the deal of hand {hand}.",
  "fair.partly": "The deal of hand {hand} is verified in part: {why}.",
  "fair.failed": "The deal of hand {hand} is NOT verified: {why}.",
  "fair.broken": "The deal is NOT verified: {why}.",
  "fair.mark": "Table mark: {mark}.",
  "fair.mark.why": "It is the same on every screen; compare it aloud.",
  "fair.all": "Deal verified by all {players} players.",
  "fair.some": "Deal verified by {verified} of {players} players.",
  "fair.foul": "{name}'s program found that the deal was NOT fair.",
  "fair.foul_you": "Your program found that the deal was NOT fair.",
  "fair.out": "{name} {why}: the deal is made without that seed.",
  "fair.out_you": "The host says that your program {why}: the deal is without it.",
  "fair.again": "{name} {why}: the deal is made again without that seed.",
  "fair.again_you": "The host says that your program {why}: the deal is without it.",
  "fair.why.declined": "takes no part in the shuffle",
  "fair.why.absent": "is away",
  "fair.why.silent": "did not answer in time",
  "fair.why.wrong": "showed another seed than promised",
  "fair.why.twice": "promised two seeds",
  "fair.save": "Save the record of this match",
  "fair.save.why": "Anybody can check it: rummyroom verify FILE",

  "table": "Table",
  "table.none": "No melds yet",
  "table.sets.none": "No sets yet",
  "table.unmatched": "Left over from the knock",
  "meld": "Meld {number}, {owner}: {cards}",
  "meld.yours": "yours",
  "meld.theirs": "{name}’s",
  "meld.lay": "Lay {card} here",
  "set": "Set {number}: {cards}",
  "set.add_one": "Put {count} tile here",
  "set.add_other": "Put {count} tiles here",
  "set.new": "New set",
  "set.wrong": "Set {number}, not valid: {cards}",

  "pile.stock": "Stock",
  "pile.stock.draw": "Draw from the stock, {count} left",
  "pile.stock.rest": "Stock, {count} left",
  "pile.discard": "Discards",
  "pile.discard.take": "Take {card} from the discard pile",
  "pile.discard.shows": "The discard pile shows {card}",
  "pile.discard.empty": "The discard pile is empty",
  "pile.discard.down": "The discard pile lies face down",
  "pile.discard.drop": "Discard {card}",
  "pile.pool": "Pool",
  "pile.pool.draw": "Draw a tile, {count} left",
  "pile.pool.rest": "Pool, {count} left",

  "do.draw": "Draw",
  "do.take": "Take {card}",
  "do.dive": "Take {card} and all above",
  "do.pass": "Pass",
  "do.pass.layoff": "End the hand",
  "do.laydown": "Lay down {cards}",
  "do.layoff": "Lay {card} on meld {number}",
  "do.layoff.low": "Lay {card} low on meld {number}",
  "do.layoff.high": "Lay {card} high on meld {number}",
  "do.joker": "Swap {card} for the joker of meld {number}",
  "do.call": "Rummy! Lay {card} on meld {number}",
  "do.call.low": "Rummy! Lay {card} low on meld {number}",
  "do.call.high": "Rummy! Lay {card} high on meld {number}",
  "do.move": "Move {card} to meld {number}",
  "do.discard": "Discard {card}",
  "do.knock": "Knock with {count}, discard {card}",
  "do.gin": "Gin! Discard {card}",
  "do.biggin": "Big gin!",
  "do.done": "Play these tiles",
  "do.undo": "Undo",
  "do.reset": "Reset",
  "do.flip": "Joker to the other end",
  "do.back": "Back to rack",
  "do.newset": "New set",
  "do.next": "Next hand",
  "do.again": "Another match",
  "do.clear": "Deselect",

  "hand": "Your hand, {count}",
  "rack": "Your rack, {count}",
  "hand.sort": "Sort",
  "hand.sort.suit": "by suit",
  "hand.sort.colour": "by colour",
  "hand.sort.rank": "by rank",
  "hand.sort.number": "by number",
  "hand.sort.own": "my order",
  "hand.left": "Move left",
  "hand.right": "Move right",
  "hand.deadwood": "Unmatched: {count}",
  "card.new": "new",
  "card.fits": "fits meld {number}",
  "card.meld": "part of a meld",
  "card.order": "chosen as number {number}",

  "draft.valid": "Table valid",
  "draft.points": "Your first sets count {points} of {needed}",
  "draft.fault": "Set {number} ({tiles}) {why}",
  "fault.too_few_one": "has one tile; a set has at least three",
  "fault.too_few_other": "has {count} tiles; a set has at least three",
  "fault.only_jokers": "has only jokers",
  "fault.too_many_jokers": "has too many jokers",
  "fault.mixed": "is neither of one number nor of one colour",
  "fault.colour_twice": "has {colour} twice; the colours of a group are all different",
  "fault.group_too_long": "is too long; a group has at most four tiles",
  "fault.number_twice": "has {number} twice; the numbers of a run are all different",
  "fault.run_too_long": "is too long; a run has at most thirteen tiles",
  "fault.wraps": "has 1 and 13; 1 is the lowest and does not follow 13",
  "fault.gap": "has nothing between {low} and {high}; a run has no gaps",

  "sure.fits": "{card} could be laid off on meld {number}. Discard it anyway?",
  "sure.meld": "{card} is part of a meld in your hand. Discard it anyway?",
  "sure.yes": "Discard it",
  "sure.no": "Keep it",
  "sure.never": "Don’t show these warnings again",

  "story": "What happened",
  "story.dealt": "Hand {hand} is dealt. {name} starts.",
  "story.dealt_you": "Hand {hand} is dealt. You start.",
  "story.drew": "{name} drew from the stock.",
  "story.drew_you": "You drew {card}.",
  "story.drew_tile": "{name} drew a tile.",
  "story.drew_tile_you": "You drew {card}.",
  "story.took": "{name} took {card}.",
  "story.took_you": "You took {card}.",
  "story.dived": "{name} took {card} and {cards} above it.",
  "story.dived_you": "You took {card} and {cards} above it.",
  "story.recycled_one": "The stock was empty: a new one of {count} card.",
  "story.recycled_other": "The stock was empty: the discards became a new one of {count} cards.",
  "story.laid": "{name} laid down {cards}.",
  "story.laid_you": "You laid down {cards}.",
  "story.off": "{name} laid {card} on meld {number}.",
  "story.off_you": "You laid {card} on meld {number}.",
  "story.joker": "{name} swapped {card} for {joker} in meld {number}.",
  "story.joker_you": "You swapped {card} for {joker} in meld {number}.",
  "story.moved": "{name} moved {card} to meld {number}.",
  "story.moved_you": "You moved {card} to meld {number}.",
  "story.called": "{name} called rummy and laid {card} on meld {number}.",
  "story.called_you": "You called rummy and laid {card} on meld {number}.",
  "story.voided": "The hand is void, as {names} did not come back; it is dealt anew.",
  "story.discarded": "{name} discarded {card}.",
  "story.discarded_you": "You discarded {card}.",
  "story.passed": "{name} passed.",
  "story.passed_you": "You passed.",
  "story.knocked": "{name} knocked with {count}.",
  "story.knocked_you": "You knocked with {count}.",
  "story.gin": "{name} went gin.",
  "story.gin_you": "You went gin.",
  "story.biggin": "{name} went big gin.",
  "story.biggin_you": "You went big gin.",
  "story.played": "{name} played {cards}.",
  "story.played_you": "You played {cards}.",
  "story.time": "{name}’s time is up.",
  "story.time_you": "Your time is up.",
  "story.left": "{name} left; the seat is free.",
  "story.sat": "{name} sits down.",
  "story.bot": "{name}, a computer player, sits down.",
  "story.away": "{name} is not connected; the seat is kept.",
  "story.back": "{name} is back.",
  "story.substitute": "A computer player plays for {name}.",
  "story.isready": "{name} is ready.",
  "story.reset": "All scores are 0 now.",

  "end.went_out": "{name} is out and wins the hand",
  "end.went_out_you": "You are out and win the hand",
  "end.gin": "{name} wins the hand with gin",
  "end.gin_you": "You win the hand with gin",
  "end.big_gin": "{name} wins the hand with big gin",
  "end.big_gin_you": "You win the hand with big gin",
  "end.knock": "{name} wins the hand",
  "end.knock_you": "You win the hand",
  "end.undercut": "{name} undercuts the knock and wins",
  "end.undercut_you": "You undercut the knock and win",
  "end.pool_out": "The pool is used up: {name} wins the hand",
  "end.pool_out_you": "The pool is used up: you win the hand",
  "end.stalemate": "Stalemate: {name} wins the hand",
  "end.stalemate_you": "Stalemate: you win the hand",
  "end.exhausted": "The stock is used up: {name} wins the hand",
  "end.exhausted_you": "The stock is used up: you win the hand",
  "end.nobody": "Nobody scores: {why}",
  "end.shared": "{why}; the lowest racks share the win",
  "why.stalemate": "no player can go out any more",
  "why.tie": "both have the same left over",
  "why.dead": "the stock is used up and nobody has knocked",
  "why.pool_out": "the pool is used up and nobody is out",
  "why.looped": "the upcard went to and fro for ever",
  "why.other": "the stock is used up and nobody is out",
  "end.rummy.double": "Going rummy counts double.",
  "end.rummy.flat10": "Going rummy adds 10 points.",
  "end.doubled": "The first upcard was a spade: the hand counts twice.",
  "end.bonus": "{count} points of it are a bonus.",
  "end.head.player": "Player",
  "end.head.left": "Left with",
  "end.head.hand": "This hand",
  "end.head.score": "Score",
  "end.head.wins": "Hands won",
  "end.nothing": "nothing",
  "end.match": "{name} wins the match",
  "end.match_you": "You win the match!",
  "end.match.shared": "The match is shared by {names}",
  "end.bonus.game": "{name}: {points} for reaching the target",
  "end.bonus.boxes": "{name}: {points} for the hands won",
  "end.bonus.shutout": "{name}: {points} because the other has none",
  "end.waiting": "We wait for {names}.",
  "end.aim.target": "The first to reach {count} wins the match.",
  "end.aim.low": "When somebody has {count}, the lowest score wins.",
  "end.aim.hands": "The match is over after {count} hands.",

  "menu": "Menu",
  "menu.title": "Table and settings",
  "menu.close": "Close",
  "menu.share": "Invite: share the link",
  "menu.copied": "The link is copied.",
  "menu.seat": "Copy my seat link",
  "menu.seat.why": "Opens this very seat in another browser. Keep it to yourself.",
  "menu.seat.copied": "Your seat link is copied. Keep it to yourself.",
  "menu.leave": "Leave the table",
  "menu.leave.sure": "Leave the table? A computer player plays on for you; the link brings you back.",
  "menu.leave.yes": "Leave",
  "menu.leave.no": "Stay",
  "menu.game": "{game}, {preset}",
  "menu.rules": "How it is played",
  "menu.options": "Changed rules: {options}",
  "menu.keys": "Keys: arrows choose a card, Space selects it, Shift with arrows moves it; D draws, T takes, X discards, L lays, K knocks, P passes, S sorts, U undoes, R reads the table.",
  "set.theme": "Colours",
  "set.theme.auto": "as the device",
  "set.theme.light": "light",
  "set.theme.dark": "dark",
  "set.deck": "Card colours",
  "set.deck.four": "four colours",
  "set.deck.two": "red and black",
  "set.deck.safe": "for colour blindness",
  "set.size": "Cards",
  "set.size.usual": "usual",
  "set.size.large": "large print",
  "set.speed": "Animations",
  "set.speed.off": "off",
  "set.speed.fast": "fast",
  "set.speed.normal": "normal",
  "set.speed.slow": "slow",
  "set.hints": "Show what fits and what melds",
  "set.warnings": "Warn before a costly discard",
  "set.sound": "A sound when it is my turn",
  "set.vibrate": "Vibrate when it is my turn",
  "set.awake": "Keep the screen on while it is my turn",
  "set.relay": "Hide my address: connect through a relay only",
  "set.left": "Buttons on the left",

  "rejected": "{message}.",
  "read.hand": "You hold {cards}.",
  "read.piles": "The stock has {count}, the discard pile shows {card}.",
  "read.tiles": "The pool has {count} tiles.",
  "joker": "joker",
  "and": "{most} and {last}",
  "spoken": "{rank} of {suit}",
  "spoken.tile": "{colour} {number}",
};

const RANK_WORDS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const COLOUR_WORDS = { r: "red", b: "blue", k: "black", o: "orange" };
export const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const plurals = new Intl.PluralRules("en");

/** @typedef {Record<string, string | number>} Values */

/** The text of a key. @param {string} key @param {Values} [values] */
export function say(key, values = {}) {
  const count = values.count;
  const text =
    EN[key] ??
    (typeof count === "number" ? EN[`${key}_${plurals.select(count)}`] : undefined);
  if (text === undefined) throw RangeError(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there is such a text. @param {string} key */
export const hasText = (key) => key in EN;

/** `a, b and c`. @param {string[]} items */
export function listed(items) {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : say("and", { most: items.slice(0, -1).join(", "), last });
}

/** A card or a tile as it is shown in a sentence: 7♥, 13k. @param {string} card */
export function short(card) {
  if (isJoker(card)) return "★";
  const tile = /^(\d+)([rbko])$/.exec(card);
  if (tile) return `${tile[1]}${tile[2]}`;
  return rankSign(card) + SUIT_SIGNS[/** @type {"S"} */ (card[1])];
}

/** The rank as cards have it. @param {string} card */
export const rankSign = (card) => (card[0] === "T" ? "10" : card[0]);

/** A card or a tile as it is spoken: seven of hearts, red 7. @param {string} card */
export function spoken(card) {
  if (isJoker(card)) return say("joker");
  const tile = /^(\d+)([rbko])$/.exec(card);
  if (tile) {
    const colour = COLOUR_WORDS[/** @type {"r"} */ (tile[2])];
    return say("spoken.tile", { colour, number: tile[1] });
  }
  const rank = RANK_WORDS[/** @type {"A"} */ (card[0])];
  return say("spoken", { rank, suit: SUIT_WORDS[/** @type {"S"} */ (card[1])] });
}

/** The name of a tile's colour. @param {string} tile */
export const colourWord = (tile) => COLOUR_WORDS[/** @type {"r"} */ (tile.slice(-1))] ?? say("joker");

/** A refusal, which is written lower case and open, as a sentence. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

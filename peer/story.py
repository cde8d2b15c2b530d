"""
What happened, told to one reader: events and changes at the table in, sentences out.

Pure. What other people chose (names, reasons) is made printable before it is shown:
no control character, terminal escape or change of writing direction gets through.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from shared.cards import Card
from shared.events import (
    Bonus,
    Called,
    Discarded,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    HandVoided,
    JokerTaken,
    Knocked,
    LaidDown,
    LaidOff,
    MatchEnded,
    Moved,
    Passed,
    Rearranged,
    Recycled,
    Seat,
    TakenBack,
    TimedOut,
)
from shared.wire import MAX_NAME, SeatView, TableView
from shared.words import say


def printable(text: str) -> str:
    """``text`` as one line without anything a terminal would obey."""
    kept = (c if c.isprintable() else " " if c.isspace() else "" for c in text)
    return " ".join("".join(kept).split())


def sentence(text: str) -> str:
    """A refusal, which is written lower case and open, as a sentence."""
    text = printable(text)
    return text[:1].upper() + text[1:] + "."


def listed(items: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def count(number: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def spaced(cards: Iterable[Card]) -> str:
    """Cards as they are read out."""
    return " ".join(cards)


@dataclass(frozen=True)
class People:
    """How one reader speaks of everybody at the table."""

    names: tuple[str, ...]
    "By seat, told apart where they look alike."

    me: Seat | None

    tiles: bool = False
    "They play with tiles and a pool, not with cards and a stock."

    @classmethod
    def at(cls, table: TableView, me: Seat | None) -> "People":
        """The people of ``table`` as the one in seat ``me`` speaks of them."""
        names = [own_name(seat, view) for seat, view in enumerate(table.seats)]
        looks = [_look(name) for name in names]
        return cls(
            tuple(
                f"{name} (seat {seat + 1})"
                if looks.count(look) > 1 or look in ("", "you", "your", "yours")
                else name
                for seat, (name, look) in enumerate(zip(names, looks, strict=True))
            ),
            me,
            table.game == "rummikub",
        )

    def name(self, seat: Seat) -> str:
        """A name, or ``you``."""
        if seat == self.me:
            return "you"
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return f"Player {seat + 1}"

    def subject(self, seat: Seat) -> str:
        """A name at the start of a sentence."""
        return "You" if seat == self.me else self.name(seat)

    def owner(self, seat: Seat) -> str:
        """``yours``, ``Ann's``."""
        return "yours" if seat == self.me else f"{self.name(seat)}'s"

    def does(self, seat: Seat, own: str, other: str) -> str:
        """``You win``, ``Ann wins``."""
        return f"{self.subject(seat)} {own if seat == self.me else other}"


def own_name(seat: Seat, view: SeatView) -> str:
    """The name somebody chose, fit to print."""
    return printable(view.name)[:MAX_NAME].strip() or f"Player {seat + 1}"


def _look(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in decomposed if c.isalnum())


def tell(event: Event, people: People) -> list[str]:
    """The sentences for ``event``."""
    match event:
        case HandDealt():
            return [_hand_dealt(event, people)]
        case Drew():
            return [_drew(event, people)]
        case Recycled():
            return [_recycled(event)]
        case LaidDown():
            who, cards = people.subject(event.seat), spaced(event.cards)
            return [f"{who} laid down meld {event.meld + 1}: {cards}."]
        case LaidOff():
            who = people.subject(event.seat)
            return [f"{who} laid off {event.card} on meld {event.meld + 1}."]
        case JokerTaken():
            who, number = people.subject(event.seat), event.meld + 1
            return [f"{who} put {event.card} on meld {number} and took {event.joker}."]
        case Moved():
            who, number = people.subject(event.seat), event.meld + 1
            source = f"from meld {event.source + 1}"
            return [f"{who} moved {event.card} {source} to meld {number}."]
        case Called():
            who, number = people.subject(event.seat), event.meld + 1
            return [f"{who} called rummy and laid {event.card} on meld {number}."]
        case Discarded():
            return [f"{people.subject(event.seat)} discarded {event.card}."]
        case Passed():
            return [f"{people.subject(event.seat)} passed."]
        case Knocked():
            return _knocked(event, people)
        case Rearranged():
            return _rearranged(event, people)
        case TimedOut():
            whose = "Your" if event.seat == people.me else people.owner(event.seat)
            return [f"{whose} time is up."]
        case HandEnded():
            return _hand_ended(event, people)
        case TakenBack(seat):
            key = "story.took_back_you" if seat == people.me else "story.took_back"
            return [say(key, name=people.name(seat))]
        case HandVoided(missing):
            return [_hand_voided(missing, people)]
        case MatchEnded():
            bonuses = [_bonus(bonus, people) for bonus in event.bonuses]
            return [*bonuses, _match_ended(event, people)]
        case _:
            assert_never(event)


def _hand_dealt(event: HandDealt, people: People) -> str:
    starts = f"{people.does(event.first, 'start', 'starts')}."
    if people.tiles:
        return starts
    return f"{people.does(event.dealer, 'deal', 'deals')}. {starts}"


def _drew(event: Drew, people: People) -> str:
    who = people.subject(event.seat)
    if people.tiles:
        return f"{who} drew {event.card or 'a tile'} from the pool."
    if event.above:
        cards = f"{event.card}, and {spaced(event.above)} above it,"
        return f"{who} took {cards} from the discard pile."
    if event.source == "discard":
        return f"{who} took {event.card} from the discard pile."
    return f"{who} drew {event.card or 'a card'} from the stock."


def _recycled(event: Recycled) -> str:
    how = "was shuffled" if event.shuffled else "was turned over"
    cards = count(event.cards, "card")
    line = f"The stock was empty: the discard pile {how} into a new stock of {cards}."
    return line if event.upcard is None else f"{line} The upcard is {event.upcard}."


def _rearranged(event: Rearranged, people: People) -> list[str]:
    sets = [f"New on the table: {spaced(tiles)}." for tiles in event.sets]
    return [f"{people.subject(event.seat)} played {spaced(event.tiles)}.", *sets]


def _hand_voided(missing: tuple[Seat, ...], people: People) -> str:
    names = listed([people.name(seat) for seat in missing]) or "somebody"
    back = "is back" if len(missing) == 1 else "are back"
    return f"The hand is void: nobody scores, and it is dealt anew when {names} {back}."


def _knocked(event: Knocked, people: People) -> list[str]:
    who = people.subject(event.seat)
    lines = [f"{who} knocked and discarded {event.discard} face down."]
    if event.discard is None:
        lines = [f"{who} knocked with big gin: all eleven cards are melded."]
    lines += [f"Meld {n}: {spaced(meld)}." for n, meld in enumerate(event.melds, 1)]
    if event.unmatched:
        over = f"{spaced(event.unmatched)}, which {_counts(event.unmatched)}"
        return [*lines, f"Left over: {over} {event.deadwood}."]
    return [*lines, "Nothing is left over: that is gin."] if event.discard else lines


def _counts(cards: tuple[Card, ...]) -> str:
    return "counts" if len(cards) == 1 else "count"


def _hand_ended(event: HandEnded, people: People) -> list[str]:
    lines = [_outcome(event, people)]
    for seat, melds in enumerate(event.melds):
        if melds and seat != _knocker(event):
            shown = ", ".join(spaced(meld) for meld in melds)
            lines.append(f"{people.does(seat, 'have', 'has')} the melds {shown}.")
    if event.going_rummy:
        pays = "counts double" if event.rummy_pays == "double" else "adds 10 points"
        lines.append(f"Nothing was laid before this turn: going rummy {pays}.")
    for seat, cards in enumerate(event.hands):
        if cards:
            left = f"{people.does(seat, 'are', 'is')} left with {spaced(cards)}"
            if event.deadwood:
                left += f", which {_counts(cards)} {event.deadwood[seat]}"
            lines.append(f"{left}.")
    if event.doubled:
        lines.append("The first upcard was a spade: the hand counts twice.")
    for seat, points in enumerate(event.points):
        if points:
            scores = (
                people.does(seat, "score", "scores")
                if points > 0
                else people.does(seat, "lose", "loses")
            )
            lines.append(f"{scores} {count(abs(points), 'point')}{_of_them(event)}.")
    return lines


_BONUSES = {"gin": "gin", "big_gin": "big gin", "undercut": "the undercut"}


def _of_them(event: HandEnded) -> str:
    if not event.bonus:
        return ""
    return f", {event.bonus} of them for {_BONUSES.get(event.reason, 'a bonus')}"


def _knocker(event: HandEnded) -> Seat | None:
    """Whose melds were told when they were spread."""
    if event.winner is None or event.reason != "undercut":
        return event.winner
    return 1 - event.winner


def _outcome(event: HandEnded, people: People) -> str:
    winner = event.winner
    if winner is None and any(event.points):
        return f"{_why(event)}. The lowest racks share the win."
    if winner is None:
        return f"{_why(event)}. Nobody scores."
    wins = "win" if winner == people.me else "wins"
    match event.reason:
        case "went_out":
            return f"{people.does(winner, 'are', 'is')} out and {wins} the hand."
        case "gin" | "big_gin":
            what = _BONUSES[event.reason]
            return f"{people.subject(winner)} {wins} the hand with {what}."
        case "knock":
            return f"{people.subject(winner)} {wins} the hand."
        case "undercut":
            undercut = people.does(winner, "undercut", "undercuts")
            return f"{undercut} the knock and {wins} the hand."
        case _:
            return f"{_why(event)}. {people.does(winner, 'win', 'wins')} the hand."


def _why(event: HandEnded) -> str:
    match event.reason:
        case "stalemate":
            return "No player can go out any more: a stalemate"
        case "tie":
            return "Both have the same left over"
        case "dead":
            return "The stock is used up and nobody has knocked"
        case "pool_out":
            return "The pool is used up and nobody is out"
        case "looped":
            return "The upcard was taken so often that this would go on for ever"
        case _:
            return "The stock is used up and nobody is out"


def _bonus(bonus: Bonus, people: People) -> str:
    gets = people.does(bonus.seat, "get", "gets")
    what = {
        "game": "for reaching the target",
        "boxes": "for the hands won",
        "shutout": "because the other has none",
    }
    return f"{gets} {count(bonus.points, 'point')} {what[bonus.kind]}."


def _match_ended(event: MatchEnded, people: People) -> str:
    scores = [event.scores[seat] for seat in event.winners if seat < len(event.scores)]
    points = count(max(scores, default=0), "point")
    if len(event.winners) > 1:
        who = listed(people.name(seat) for seat in event.winners)
        return f"The match is over: {who} share the win with {points} each."
    if not event.winners:
        return "The match is over."
    winner = event.winners[0]
    wins = "win" if winner == people.me else "wins"
    return f"The match is over: {people.name(winner)} {wins} with {points}."


def totals(table: TableView, people: People) -> list[str]:
    """The scores of the match."""
    scores = ", ".join(
        f"{people.name(seat)} {points}" for seat, points in enumerate(table.scores)
    )
    lines = [f"Scores: {scores}."]
    target = count(table.target, "point")
    if table.round:
        wins = ", ".join(
            f"{people.name(seat)} {won}" for seat, won in enumerate(table.wins)
        )
        lines.append(f"Hands won: {wins}.")
        hands = count(table.max_hands or table.round, "hand")
        aim = f"After {hands} the most hands won win the match."
    elif table.max_hands:
        best = "lowest" if table.lowest_wins else "highest"
        aim = f"After {count(table.max_hands, 'hand')} the {best} score wins the match."
    elif table.lowest_wins:
        aim = f"When somebody has {target}, the lowest score wins the match."
    else:
        aim = f"The first to reach {target} wins the match."
    return lines if table.phase == "ended" else [*lines, aim]

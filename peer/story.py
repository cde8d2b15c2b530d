"""
What happened, told to one reader: events and changes at the table in, sentences out.

Pure. What other people chose (names, reasons) is made printable before it is shown:
no control character, terminal escape or change of writing direction gets through.
"""

from collections.abc import Iterable, Sequence
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
from shared.tableview import SeatView, TableView
from shared.talk import PRONOUNS, look
from shared.wire import MAX_NAME
from shared.words import Value, has_text, say


def printable(text: str) -> str:
    """``text`` as one line without anything a terminal would obey."""
    kept = (_kept(c) for c in text)
    return " ".join(word for word in "".join(kept).split(" ") if word).strip()


def _kept(character: str) -> str:
    """It, or what stands in its place; French needs spaces that no line ends at."""
    if character.isprintable() or character == "\xa0":
        return character
    return " " if character.isspace() else ""


def sentence(text: str) -> str:
    """A refusal, which is written lower case and open, as a sentence."""
    text = printable(text)
    return closed(text[:1].upper() + text[1:])


def closed(text: str) -> str:
    """A text that is written open, such as one that is a heading too, as a sentence."""
    return say("sentence", text=text)


def listed(items: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = items
    return say("and", most=", ".join(most), last=last) if most else last


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
        return cls(told_apart(names), me, table.game == "rummikub")

    def name(self, seat: Seat) -> str:
        """A name, or ``you``."""
        return say("seat.you") if seat == self.me else self.others(seat)

    def others(self, seat: Seat) -> str:
        """What everybody else calls who sits there."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return say("seat.player", number=seat + 1)

    def owner(self, seat: Seat) -> str:
        """``yours``, ``Ann's``."""
        if seat == self.me:
            return say("meld.yours")
        return say("meld.theirs", name=self.others(seat))

    def says(self, key: str, seat: Seat, **values: Value) -> str:
        """A sentence about a seat: ``key_you`` to who sits there, ``key`` to others."""
        mine = f"{key}_you" if seat == self.me else key
        return say(mine, name=self.others(seat), **values)

    def tally(self, numbers: Iterable[int]) -> str:
        """A number for each: ``you 3, Ann 5``."""
        return ", ".join(
            f"{self.name(seat)} {number}" for seat, number in enumerate(numbers)
        )


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names by seat, with its number where one looks like another or like "you"."""
    looks = [look(name) for name in names]
    return tuple(
        say("seat.same", name=name, number=seat + 1)
        if looks.count(shape) > 1 or shape in PRONOUNS
        else name
        for seat, (name, shape) in enumerate(zip(names, looks, strict=True))
    )


def own_name(seat: Seat, view: SeatView) -> str:
    """The name somebody chose, fit to print."""
    name = printable(view.name)[:MAX_NAME].strip()
    return name or say("seat.player", number=seat + 1)


def tell(event: Event, people: People) -> list[str]:
    """The sentences for ``event``."""
    match event:
        case HandDealt():
            return [_hand_dealt(event, people)]
        case Drew():
            return [_drew(event, people)]
        case Recycled():
            return [_recycled(event)]
        case LaidDown() | LaidOff() | JokerTaken() | Moved() | Called():
            return [_melded(event, people)]
        case Discarded(seat, card):
            return [people.says("story.discarded", seat, card=card)]
        case Passed(seat):
            return [people.says("story.passed", seat)]
        case Knocked():
            return _knocked(event, people)
        case Rearranged(seat, tiles, sets):
            played = people.says("story.played", seat, cards=spaced(tiles))
            return [played, *(say("story.newset", cards=spaced(one)) for one in sets)]
        case TimedOut(seat):
            return [people.says("story.time", seat)]
        case TakenBack(seat):
            return [people.says("story.took_back", seat)]
        case HandEnded():
            return _hand_ended(event, people)
        case HandVoided(missing):
            return [_hand_voided(missing, people)]
        case MatchEnded():
            bonuses = [_bonus(bonus, people) for bonus in event.bonuses]
            return [*bonuses, _match_ended(event, people)]
        case _:
            assert_never(event)


def _hand_dealt(event: HandDealt, people: People) -> str:
    starts = people.says("story.starts", event.first)
    if people.tiles:
        return starts
    deals = people.says("story.deals", event.dealer)
    return f"{deals} {starts}"


def _drew(event: Drew, people: People) -> str:
    seat, card = event.seat, event.card
    if event.above and card is not None:
        return people.says("story.dived", seat, card=card, cards=spaced(event.above))
    if people.tiles and card is None:
        return people.says("story.drew.tile.hidden", seat)
    if people.tiles and card is not None:
        return people.says("story.drew.tile", seat, card=card)
    if card is None:
        return people.says("story.drew.hidden", seat)
    if event.source == "discard":
        return people.says("story.took", seat, card=card)
    return people.says("story.drew", seat, card=card)


def _recycled(event: Recycled) -> str:
    key = "story.recycled.shuffled" if event.shuffled else "story.recycled.turned"
    line = say(key, count=event.cards)
    if event.upcard is None:
        return line
    upcard = say("story.recycled.upcard", card=event.upcard)
    return f"{line} {upcard}"


def _melded(
    event: LaidDown | LaidOff | JokerTaken | Moved | Called, people: People
) -> str:
    number = event.meld + 1
    match event:
        case LaidDown(seat, cards):
            shown = spaced(cards)
            return people.says("story.laid", seat, cards=shown, number=number)
        case LaidOff(seat, card):
            return people.says("story.off", seat, card=card, number=number)
        case JokerTaken(seat, card, _, joker):
            values = {"card": card, "joker": joker}
            return people.says("story.joker", seat, number=number, **values)
        case Moved(seat, card, source):
            values = {"card": card, "source": str(source + 1)}
            return people.says("story.moved", seat, number=number, **values)
        case Called(seat, card):
            return people.says("story.called", seat, card=card, number=number)
        case _:
            assert_never(event)


def _hand_voided(missing: tuple[Seat, ...], people: People) -> str:
    if not missing:
        return say("story.void")
    return say("story.voided", names=listed(people.name(seat) for seat in missing))


def _knocked(event: Knocked, people: People) -> list[str]:
    if event.discard is None:
        first = people.says("story.biggin", event.seat)
    else:
        first = people.says("story.knocked", event.seat, card=event.discard)
    lines = [
        first,
        *(
            say("story.spread", number=number, cards=spaced(meld))
            for number, meld in enumerate(event.melds, 1)
        ),
    ]
    if event.unmatched:
        lines.append(
            say(
                "story.over",
                count=len(event.unmatched),
                cards=spaced(event.unmatched),
                deadwood=event.deadwood,
            )
        )
    elif event.discard is not None:
        lines.append(say("story.gin"))
    return lines


def _hand_ended(event: HandEnded, people: People) -> list[str]:
    lines = [closed(_outcome(event, people))]
    for seat, melds in enumerate(event.melds):
        if melds and seat != _knocker(event):
            shown = ", ".join(spaced(meld) for meld in melds)
            lines.append(people.says("term.story.melds", seat, melds=shown))
    if event.going_rummy:
        lines.append(say(f"end.rummy.{event.rummy_pays}"))
    for seat, cards in enumerate(event.hands):
        if cards:
            lines.append(_held(event, seat, people))
    if event.doubled:
        lines.append(say("end.doubled"))
    for seat, points in enumerate(event.points):
        if points:
            lines.append(_scored(event, seat, people))
    return lines


def _held(event: HandEnded, seat: Seat, people: People) -> str:
    """What a seat was left with."""
    cards = event.hands[seat]
    if not event.deadwood:
        return people.says("term.story.held", seat, cards=spaced(cards))
    return people.says(
        "term.story.counted",
        seat,
        count=len(cards),
        cards=spaced(cards),
        deadwood=event.deadwood[seat],
    )


def _scored(event: HandEnded, seat: Seat, people: People) -> str:
    points = event.points[seat]
    if points < 0:
        return people.says("term.story.loses", seat, count=-points)
    if not event.bonus:
        return people.says("term.story.scores", seat, count=points)
    known = has_text(f"term.bonus.{event.reason}")
    what = say(f"term.bonus.{event.reason}" if known else "term.bonus.other")
    return people.says(
        "term.story.bonus", seat, count=points, bonus=event.bonus, what=what
    )


def _knocker(event: HandEnded) -> Seat | None:
    """Whose melds were told when they were spread."""
    if event.winner is None or event.reason != "undercut":
        return event.winner
    return 1 - event.winner


def _outcome(event: HandEnded, people: People) -> str:
    if event.winner is not None:
        reason = event.reason if has_text(f"end.{event.reason}") else "exhausted"
        return people.says(f"end.{reason}", event.winner)
    known = has_text(f"why.{event.reason}")
    why = say(f"why.{event.reason}" if known else "why.other")
    return say("end.shared" if any(event.points) else "end.nobody", why=why)


def _bonus(bonus: Bonus, people: People) -> str:
    return people.says(f"end.bonus.{bonus.kind}", bonus.seat, count=bonus.points)


def _match_ended(event: MatchEnded, people: People) -> str:
    winners = event.winners
    scores = [event.scores[seat] for seat in winners if seat < len(event.scores)]
    points = max(scores, default=0)
    if not winners:
        return say("story.match.over")
    if len(winners) == 1:
        return people.says("story.match", winners[0], count=points)
    names = listed(people.name(seat) for seat in winners)
    return say("story.match.shared", names=names, count=points)


def totals(table: TableView, people: People) -> list[str]:
    """The scores of the match, and what wins it while it lasts."""
    lines = [say("term.scores", scores=people.tally(table.scores))]
    if table.round:
        lines.append(say("term.wins", wins=people.tally(table.wins)))
    return lines if table.phase == "ended" else [*lines, _aim(table)]


def _aim(table: TableView) -> str:
    hands = table.max_hands or table.round
    if table.round:
        return say("end.aim.wins", count=hands)
    if hands:
        low = table.lowest_wins
        return say("end.aim.hands.low" if low else "end.aim.hands", count=hands)
    low = table.lowest_wins
    return say("end.aim.low" if low else "end.aim.target", count=table.target)

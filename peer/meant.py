"""Whom a typed name means: somebody in a seat, or somebody who watches. Pure."""

from peer.story import People, own_name
from shared.events import Seat
from shared.tableview import TableView
from shared.talk import spoken_text
from shared.words import say


def seat_meant(table: TableView, people: People, words: list[str]) -> Seat | list[str]:
    """The seat of a number or a name, or why there is none."""
    found = [one for one in who(table, people, words) if isinstance(one, int)]
    return found[0] if len(found) == 1 else unclear(found, words)


def somebody_meant(
    table: TableView, people: People, words: list[str]
) -> Seat | str | list[str]:
    """The seat, or the name of who watches; or why there is nobody."""
    found = who(table, people, words)
    return found[0] if len(found) == 1 else unclear(found, words)


def who(table: TableView, people: People, words: list[str]) -> list[Seat | str]:
    """All whom ``words`` can mean: a number is that of a seat."""
    text = " ".join(words).casefold()
    seats: list[Seat | str] = [
        seat
        for seat, one in enumerate(table.seats)
        if one.kind != "open"
        and text in (str(seat + 1), own_name(seat, one).casefold(), _full(people, seat))
    ]
    if text.isascii() and text.isdecimal() and seats:
        return seats[:1]
    watching = [name for name in table.watchers if spoken_text(name).casefold() == text]
    return [*seats, *watching]


def unclear(found: list[Seat | str] | list[Seat], words: list[str]) -> list[str]:
    """Why nobody is meant."""
    key = "term.who.several" if found else "term.who.none"
    return [say(key, name=" ".join(words)[:40])]


def _full(people: People, seat: Seat) -> str:
    """The name with what tells it apart from others."""
    return people.others(seat).casefold()

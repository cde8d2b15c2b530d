"""What the host can do about a seat, as entries of a menu. Pure."""

from collections.abc import Callable

from peer.requests import HandBack, HandOver, Kick, Patience
from peer.story import printable
from peer.tui.desk import Desk
from peer.tui.menu import Entry, Menu, not_now, sure
from shared.events import Seat
from shared.words import say

PATIENCE = (100, 150, 200, 300, 500)
"Percent of the time that was agreed on."


def for_host(desk: Desk, seat: Seat, back: Callable[[], Menu]) -> list[Entry]:
    """What only the host can do; what somebody would mind is asked about first.

    ``back`` makes the menu that these are in.
    """
    table = desk.table
    if table is None or not desk.host:
        return []
    one, name = table.seats[seat], desk.people.name(seat)
    found = []
    if one.kind == "person":
        found.append(
            Entry(
                say("term.tui.seat.patience", percent=one.patience),
                key="p",
                opens=lambda: _patience(desk, seat, back),
            )
        )
    if one.kind == "person" and seat != desk.guest.seat:
        over = say("do.hand_over", name=name)
        kick = say("do.kick", name=name)
        found += [
            Entry(over, key="c", opens=lambda: sure(over, HandOver(seat))),
            Entry(kick, key="k", opens=lambda: sure(kick, Kick(seat))),
        ]
    if one.former:
        give = say("do.hand_back", number=seat + 1, name=printable(one.former))
        found.append(Entry(give, key="g", asks=HandBack(seat), opens=back))
    return found


def _patience(desk: Desk, seat: Seat, back: Callable[[], Menu]) -> Menu:
    """How much time somebody has."""
    table = desk.table
    assert table is not None
    entries = [
        Entry(
            desk.people.says("clock.patience", seat, percent=percent),
            key=str(number),
            asks=Patience(seat, percent),
            opens=back,
        )
        for number, percent in enumerate(PATIENCE, 1)
    ]
    now = table.seats[seat].patience
    return Menu(
        say("term.tui.seat", number=seat + 1),
        [],
        [*entries, not_now()],
        at=PATIENCE.index(now) if now in PATIENCE else 0,
        back=back,
    )

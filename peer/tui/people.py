"""Who is here, and what can be done about a seat, as menus. Pure."""

from peer import scene
from peer.requests import HandBack, HandOver, Kick, Patience
from peer.tui.desk import Desk
from peer.tui.menu import Entry, Menu, not_now, sure
from shared.events import Seat
from shared.words import say

PATIENCE = (100, 150, 200, 300, 500)
"Percent of the time that was agreed on."


def who(desk: Desk) -> Menu:
    """Everybody at the table, to choose from."""
    table = desk.table
    assert table is not None
    entries = [
        Entry(line, key=str(seat + 1), opens=lambda seat=seat: seat_menu(desk, seat))  # type: ignore[misc]
        for seat, line in enumerate(scene.seats(table, desk.guest.seat))
    ]
    return Menu(
        say("term.tui.table.who"),
        [],
        [*entries, not_now()],
        refresh=lambda: who(desk),
    )


def seat_menu(desk: Desk, seat: Seat) -> Menu | None:
    """Who sits there, and what can be done about it."""
    table = desk.table
    if table is None or seat >= len(table.seats):
        return None
    lines = [scene.seats(table, desk.guest.seat)[seat]]
    entries = _for_host(desk, seat) if desk.host else []
    return Menu(
        say("term.tui.seat", number=seat + 1),
        lines,
        [*entries, not_now()] if entries else [],
        refresh=lambda: seat_menu(desk, seat),
        back=lambda: who(desk),
    )


def _for_host(desk: Desk, seat: Seat) -> list[Entry]:
    """What only the host can do; nothing is done before it is asked."""
    table = desk.table
    assert table is not None
    one, name = table.seats[seat], desk.people.name(seat)
    found = []
    if one.kind == "person":
        found.append(
            Entry(
                say("term.tui.seat.patience", percent=one.patience),
                key="p",
                opens=lambda: _patience(desk, seat),
            )
        )
    if one.kind == "person" and seat != desk.guest.seat:
        over = say("term.tui.seat.handover", name=name)
        kick = say("term.tui.seat.kick", name=name)
        found += [
            Entry(over, key="c", opens=lambda: sure(over, HandOver(seat))),
            Entry(kick, key="k", opens=lambda: sure(kick, Kick(seat))),
        ]
    if one.former:
        back = say("term.tui.seat.handback", name=one.former)
        found.append(Entry(back, key="g", asks=HandBack(seat)))
    return found


def _patience(desk: Desk, seat: Seat) -> Menu:
    """How much time somebody has."""
    table = desk.table
    assert table is not None
    entries = [
        Entry(
            desk.people.says("clock.patience", seat, percent=percent),
            key=str(number),
            asks=Patience(seat, percent),
        )
        for number, percent in enumerate(PATIENCE, 1)
    ]
    now = table.seats[seat].patience
    return Menu(
        say("term.tui.seat", number=seat + 1),
        [],
        [*entries, not_now()],
        at=PATIENCE.index(now) if now in PATIENCE else 0,
        back=lambda: who(desk),
    )

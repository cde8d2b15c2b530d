"""The menu about the table, and how it is run: the host changes that here. Pure."""

from functools import partial

from peer import asked, changes, scene, whys
from peer.requests import Settle
from peer.timing import may_pause, minutes_left, stamp
from peer.tui import gaming
from peer.tui.desk import Desk
from peer.tui.faces import signed
from peer.tui.menu import Entry, Menu, not_now, sure
from shared.actions import TakeBack
from shared.clock import read_clock
from shared.tableview import Motion
from shared.terms import NAMES, Terms
from shared.wire import Ask, Pause
from shared.words import say

VALUES = {
    "absent": ("bot", "wait", "void"),
    "absent-after": ("0", "30", "60", "120", "300", "600"),
    "talk": ("phrases", "text", "off"),
    "watch": ("yes", "no"),
    "locked": ("no", "yes"),
    "clock": ("game", "off", "30", "45", "60", "120", "5m+10s", "10m+20s", "15m+30s"),
}
"What is offered for each term; of those with other values one can be typed."

TYPED = frozenset({"absent-after", "clock"})


def table_menu(desk: Desk) -> Menu:
    """All that can be asked and settled about the table."""
    entries = [
        *_pause(desk),
        *_asks(desk),
        Entry(say("term.tui.table.rules"), key="r", opens=lambda: rules(desk)),
        Entry(say("term.tui.table.terms"), key="t", opens=lambda: terms(desk)),
    ]
    if desk.host:
        game = say("term.tui.table.game")
        entries.append(Entry(game, key="g", opens=lambda: gaming.game_menu(desk)))
    lines = [] if desk.table is None else [scene.game(desk.table)]
    return Menu(
        say("term.tui.table"),
        lines,
        [*entries, not_now()],
        refresh=lambda: table_menu(desk),
    )


def _pause(desk: Desk) -> list[Entry]:
    """I need a minute."""
    clock = None if desk.table is None else desk.table.clock
    if clock is None or not may_pause(clock, desk.since, desk.guest.seat):
        return []
    count = minutes_left(clock, desk.guest.seat)
    return [Entry(say("clock.minute", count=count), key="m", asks=Pause())]


def _asks(desk: Desk) -> list[Entry]:
    """What needs the consent of others."""
    table = desk.table
    if table is None:
        return []
    motions = asked.may_ask(table, desk.take_back, desk.guest.seat)
    found = [
        Entry(say(f"do.ask.{motion}"), opens=lambda one=motion: ask(desk, one))  # type: ignore[misc]
        for motion in motions
    ]
    if desk.take_back == "freely":
        found.append(Entry(say("do.takeback"), asks=TakeBack()))
    return found


def ask(desk: Desk, motion: Motion) -> Menu:
    """Whether everybody shall be asked that."""
    return sure(say(f"term.tui.ask.{motion}.sure"), Ask(motion))


def undo(desk: Desk) -> None:
    """Take back what was only done here, or else what was done last."""
    if desk.holding.undo():
        return
    match desk.take_back:
        case "freely":
            desk.ask(TakeBack())
        case "asking":
            desk.over = ask(desk, "undo")
        case "no":
            desk.said = [say("term.tui.undo.none")]


def why(desk: Desk) -> Menu | None:
    """Why the computer players did what they did, when the hand is over."""
    told = whys.told(desk.plain.narrator.whys, desk.people)
    if not told or desk.table is None or desk.table.phase == "hand":
        return None
    return Menu(say("term.tui.why"), [signed(line) for line in told])


def rules(desk: Desk) -> Menu:
    """What is played, in words."""
    told = desk.plain.typed("rules")
    return Menu(say("term.tui.table.rules"), told if isinstance(told, list) else [])


def sentences(terms: Terms) -> list[str]:
    """How the table is run."""
    return [changes.settled_as(name, _value(terms, name)) for name in NAMES]


def _label(name: str, value: str) -> str:
    """The same as a line to choose, where it has to be short."""
    if name == "absent-after":
        return say("term.tui.terms.after", count=int(value))
    control = read_clock(value) if name == "clock" and value != "game" else None
    if control is not None and control.bank:
        time, more = stamp(1000 * control.bank), control.increment
        return say("term.tui.terms.bank", time=time, more=more)
    return changes.settled_as(name, value)


def _value(terms: Terms, name: str) -> str:
    """A term as it is written when it is settled."""
    value = getattr(terms, name.replace("-", "_"))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def terms(desk: Desk) -> Menu:
    """How the table is run; the host chooses a line to change it."""
    title = say("term.tui.table.terms")
    table = desk.table
    if table is None:
        return Menu(title)
    if not desk.host:
        return Menu(title, sentences(table.terms), refresh=lambda: terms(desk))
    entries = [
        Entry(text, opens=lambda name=name: _values(desk, name))  # type: ignore[misc]
        for name in NAMES
        for text in [_label(name, _value(table.terms, name))]
    ]
    return Menu(
        title,
        [say("term.tui.terms.how")],
        [*entries, not_now()],
        refresh=lambda: terms(desk),
        back=lambda: table_menu(desk),
    )


def _values(desk: Desk, name: str) -> Menu:
    """What a term may be."""

    def again() -> Menu:
        return terms(desk)

    now = "" if desk.table is None else _value(desk.table.terms, name)
    offered = VALUES[name]
    entries = [
        Entry(
            _label(name, value),
            key=str(number),
            asks=Settle(name, value),
            opens=again,
        )
        for number, value in enumerate(offered, 1)
    ]
    if name in TYPED:
        how = say("term.tui.type.clock" if name == "clock" else "term.tui.type.seconds")
        take = partial(Settle, name)
        entries.append(gaming.typed_value(desk, how, take, again))
    at = offered.index(now) if now in offered else 0
    title = say("term.tui.table.terms")
    return Menu(title, [], [*entries, not_now()], at=at, back=again)

"""What can be said to everybody, and who is heard: boxes over the table."""

from collections.abc import Sequence
from functools import partial

from peer.requests import SendAway
from peer.scene import seats
from peer.story import sentence
from peer.tui.desk import Desk
from peer.tui.menu import Entry, Menu, not_now
from peer.tui.people import for_host
from peer.tui.writing import Writing
from shared.errors import IllegalAction
from shared.events import Seat
from shared.phrases import PHRASES, REACTIONS
from shared.talk import spoken_text
from shared.wire import Opens, Say
from shared.words import say

KEYS = "1234567890abcdefgh"
"Of the entries of a menu, in order."


def phrases(desk: Desk) -> Menu | None:
    """What can be said without typing; more of it and a text behind keys of theirs."""
    if desk.table is None:
        return None
    talk = desk.table.terms.talk
    if talk == "off":
        desk.said = [sentence(str(IllegalAction("talk_off")))]
        return None
    more = [Entry(say("term.tui.reactions"), key="r", opens=lambda: reactions(desk))]
    if talk == "text":
        write = partial(_write, desk)
        more.append(Entry(say("term.tui.write.entry"), key="w", opens=write))
    entries = [*_codes(desk, PHRASES), *more, not_now()]
    return Menu(say("term.tui.say"), entries=entries)


def reactions(desk: Desk) -> Menu:
    """Those that are no words."""
    entries = [*_codes(desk, REACTIONS), not_now()]
    return Menu(say("term.tui.say"), entries=entries)


def people(desk: Desk) -> Menu | None:
    """Everybody else who can be heard here, and whether one's own hands are shown."""
    table, me = desk.table, desk.guest.seat
    if table is None:
        return None
    heard: list[tuple[Seat | str, str]] = [
        (seat, line) for seat, line in enumerate(seats(table, me))
    ]
    heard += [
        (name, say("term.tui.watcher", name=spoken_text(name)))
        for name in table.watchers
    ]
    entries = [
        Entry(_marked(desk, who, label), key=key, opens=partial(person, desk, who))
        for key, (who, label) in zip(KEYS, heard, strict=False)
    ]
    return Menu(
        say("term.tui.people"),
        [],
        [*entries, *_opens(desk), not_now()],
        refresh=lambda: people(desk),
    )


def person(desk: Desk, who: Seat | str) -> Menu:
    """What can be done about somebody, or about a seat."""
    entries = [_mute_entry(desk, who)] if _can_speak(desk, who) else []
    if isinstance(who, int):
        entries += for_host(desk, who, partial(person, desk, who))
    if desk.host and isinstance(who, str):
        away = Entry(say("term.tui.away"), key="a", opens=partial(_ask_away, desk, who))
        entries.append(away)
    return Menu(
        _title(desk, who),
        entries=[*entries, not_now()] if entries else [],
        refresh=partial(_still, desk, who),
        back=partial(people, desk),
    )


def _title(desk: Desk, who: Seat | str) -> str:
    if isinstance(who, str) or desk.table is None:
        return _name(desk, who)
    return seats(desk.table, desk.guest.seat)[who]


def _still(desk: Desk, who: Seat | str) -> Menu | None:
    """The same menu, if there is still such a seat or such a one who watches."""
    table = desk.table
    if table is None:
        return None
    known = who < len(table.seats) if isinstance(who, int) else who in table.watchers
    return person(desk, who) if known else None


def _can_speak(desk: Desk, who: Seat | str) -> bool:
    """Whether it is somebody else, and a person."""
    if isinstance(who, str) or desk.table is None:
        return True
    return desk.table.seats[who].kind == "person" and who != desk.guest.seat


def _mute_entry(desk: Desk, who: Seat | str) -> Entry:
    muted = desk.guest.mutes.cover(who)
    label = say("term.tui.unmute") if muted else say("term.tui.mute")
    return Entry(label, key="m", opens=partial(_mute, desk, who, not muted))


def _codes(desk: Desk, codes: Sequence[str]) -> list[Entry]:
    return [
        Entry(say(f"phrase.{code}"), key=key, opens=partial(_say, desk, code))
        for key, code in zip(KEYS, codes, strict=False)
    ]


def _say(desk: Desk, code: str) -> None:
    desk.ask(Say(phrase=code))


def _write(desk: Desk) -> None:
    desk.writing = Writing(desk.draft_text)


def _name(desk: Desk, who: Seat | str) -> str:
    return spoken_text(who) if isinstance(who, str) else desk.people.name(who)


def _marked(desk: Desk, who: Seat | str, label: str) -> str:
    return say("term.tui.muted", name=label) if desk.guest.mutes.cover(who) else label


def _mute(desk: Desk, who: Seat | str, on: bool) -> None:
    desk.mute(who, on)
    name = _name(desk, who)
    desk.said = [say("muted.on", name=name) if on else say("muted.off", name=name)]


def _opens(desk: Desk) -> list[Entry]:
    """Whether who watches may see one's own hands later, for who has any."""
    table, me = desk.table, desk.guest.seat
    if table is None or me is None or not table.terms.watch:
        return []
    opens = table.seats[me].opens
    label = say("term.tui.opens.no") if opens else say("term.tui.opens.yes")
    return [Entry(label, key="o", opens=partial(_open, desk, not opens))]


def _open(desk: Desk, yes: bool) -> None:
    desk.ask(Opens(yes))
    desk.said = [say("opens.asked") if yes else say("opens.closed")]


def _ask_away(desk: Desk, name: str) -> Menu:
    entries = [
        Entry(say("term.tui.away.yes"), key="y", opens=partial(_send_away, desk, name)),
        Entry(say("term.tui.away.no"), key="n"),
    ]
    shown = spoken_text(name)
    return Menu(
        say("term.tui.sure"), [say("term.tui.away.sure", name=shown)], entries, at=1
    )


def _send_away(desk: Desk, name: str) -> None:
    desk.ask(SendAway(name))

"""Who comes, goes and is missed, as sentences. Pure."""

from collections.abc import Sequence
from typing import assert_never

from peer.places import milestone
from peer.story import People, own_name
from shared.events import Seat
from shared.tableview import SeatView, TableView
from shared.talk import spoken_text
from shared.words import say


def changes(old: TableView, new: TableView, people: People) -> list[str]:
    """Who came, went, vanished, came back or got ready; that the scores were reset."""
    ended = old.phase in ("between", "ended")  # a first hand that is void is none
    reset = ended and new.phase == "between" and new.hand == 0 < old.hand
    pairs = list(enumerate(zip(old.seats, new.seats, strict=False)))
    return [
        *([say("story.reset")] if reset else []),
        *(
            line
            for seat, (was, now) in pairs
            if seat != people.me and (line := _change(seat, was, now, people, new))
        ),
        *(
            line
            for seat, (was, now) in pairs
            for line in _allows(seat, was, now, people)
        ),
        *watchers(old.watchers, new.watchers),
    ]


def watchers(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Who has begun to watch, and who has gone."""
    return [
        *(say("story.watches", name=spoken_text(n)) for n in new if n not in old),
        *(say("story.watched", name=spoken_text(n)) for n in old if n not in new),
    ]


def _allows(seat: Seat, was: SeatView, now: SeatView, people: People) -> list[str]:
    """What somebody lets who watches see, and what time somebody has."""
    if (was.kind, was.name) != (now.kind, now.name) or now.kind != "person":
        return []
    lines = []
    if now.opens != was.opens:
        lines.append(people.says("story.opens" if now.opens else "story.closes", seat))
    if now.patience != was.patience:
        lines.append(people.says("clock.patience", seat, percent=now.patience))
    return lines


def _change(
    seat: Seat, was: SeatView, now: SeatView, people: People, table: TableView
) -> str:
    name = people.name(seat)
    if was.kind != now.kind and (now.here or now.kind != "person"):
        return _new_occupant(seat, was, now, name)
    if now.kind != "person":
        return ""
    if was.here and not now.here:
        away = say("story.away", name=name)
        return f"{away} {absence(table)}".rstrip()
    if now.here and not was.here:
        return say("story.back", name=name)
    if now.silent and not was.silent:
        return say("story.silent", name=name)
    if was.silent and not now.silent:
        return say("story.answers", name=name)
    if now.substitute and not was.substitute:
        return say("story.substitute", name=name)
    if not now.substitute and milestone(now.away or 0) > milestone(was.away or 0):
        return say("story.missing", name=name, time=duration(now.away or 0))
    if now.ready and not was.ready and table.phase in ("between", "ended"):
        return say("story.isready", name=name)
    return ""


def absence(table: TableView) -> str:
    """What happens when somebody is missed; nothing before the match."""
    if table.phase == "lobby":
        return ""
    wait = table.terms.absent_after
    time = duration(wait)
    match table.terms.absent:
        case "wait":
            return say("story.absence.wait")
        case "bot":
            if not wait:
                return say("story.absence.bot")
            return say("story.absence.bot.after", time=time)
        case "void":
            if not wait:
                return say("story.absence.void")
            return say("story.absence.void.after", time=time)
        case _:
            assert_never(table.terms.absent)


def duration(seconds: int) -> str:
    """How long that is, in words; from a minute on without the seconds."""
    if seconds < 60:
        return say("time.seconds", count=seconds)
    return say("time.minutes", count=seconds // 60)


def _new_occupant(seat: Seat, was: SeatView, now: SeatView, name: str) -> str:
    number = seat + 1
    match now.kind:
        case "open":
            return say("story.left", name=own_name(seat, was), number=number)
        case "bot" if was.kind == "person":
            left = own_name(seat, was)
            return say("story.replaced", left=left, name=name, number=number)
        case "bot":
            return say("story.bot", name=name, number=number)
        case "person":
            return say("story.sat", name=name, number=number)
        case _:
            assert_never(now.kind)


def missed_for(view: SeatView) -> str:
    """For how long somebody has been missed; empty if that is not known."""
    return duration(view.away) if view.away else ""


def seated(seat: Seat | None, back: bool) -> str:
    """That we sit, or watch."""
    if seat is None and back:
        return say("term.plain.watching.back")
    if seat is None:
        return say("term.plain.watching")
    if back:
        return say("term.tui.seated.back", number=seat + 1)
    return say("term.tui.seated", number=seat + 1)

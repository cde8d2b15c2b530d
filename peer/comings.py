"""Who comes, goes and is missed, as sentences. Pure."""

from typing import assert_never

from peer.places import milestone
from peer.story import People, count, own_name
from shared.events import Seat
from shared.wire import SeatView, TableView


def changes(old: TableView, new: TableView, people: People) -> list[str]:
    """Who came, went, vanished, came back or got ready; that the scores were reset."""
    reset = new.phase == "between" and new.hand == 0 < old.hand
    return ["All scores are 0 now."] * reset + [
        line
        for seat, (was, now) in enumerate(zip(old.seats, new.seats, strict=False))
        if seat != people.me and (line := _change(seat, was, now, people, new))
    ]


def _change(
    seat: Seat, was: SeatView, now: SeatView, people: People, table: TableView
) -> str:
    name = people.name(seat)
    if was.kind != now.kind:
        return _new_occupant(seat, was, now, name)
    if now.kind != "person":
        return ""
    if was.here and not now.here:
        then = absence(table)
        return f"{name} is not connected; the seat is kept.{then and f' {then}'}"
    if now.here and not was.here:
        return f"{name} is back."
    if now.silent and not was.silent:
        return f"{name} does not answer; perhaps the connection is lost."
    if was.silent and not now.silent:
        return f"{name} answers again."
    if now.substitute and not was.substitute:
        return f"A computer player plays for {name}."
    if not now.substitute and milestone(now.away or 0) > milestone(was.away or 0):
        return f"{name} has been missing for {duration(now.away or 0)}."
    if now.ready and not was.ready and table.phase in ("between", "ended"):
        return f"{name} is ready."
    return ""


def absence(table: TableView) -> str:
    """What happens when somebody is missed; nothing before the match."""
    if table.phase == "lobby":
        return ""
    wait = table.terms.absent_after
    after = f" after {duration(wait)}" if wait else ""
    match table.terms.absent:
        case "wait":
            return "We wait."
        case "bot":
            return f"A computer player plays on{after}."
        case "void":
            return f"The hand is void{after}."
        case _:
            assert_never(table.terms.absent)


def duration(seconds: int) -> str:
    """How long that is, in words; from a minute on without the seconds."""
    if seconds < 60:
        return count(seconds, "second")
    return count(seconds // 60, "minute")


def _new_occupant(seat: Seat, was: SeatView, now: SeatView, name: str) -> str:
    match now.kind:
        case "open":
            return f"{own_name(seat, was)} left; seat {seat + 1} is free."
        case "bot" if was.kind == "person":
            left = own_name(seat, was)
            return f"{left} left; a computer player, {name}, takes seat {seat + 1}."
        case "bot":
            return f"{name}, a computer player, takes seat {seat + 1}."
        case "person":
            return f"{name} takes seat {seat + 1}."
        case _:
            assert_never(now.kind)


def away_for(view: SeatView) -> str:
    """For how long somebody has been missed, after "not connected"."""
    return f" for {duration(view.away)}" if view.away else ""

"""Another game for the people of a table: who sits where then. Pure."""

from collections.abc import Callable
from typing import Any

from peer.records import GamePicked
from peer.requests import Play
from peer.table import Table
from shared.errors import IllegalAction
from shared.events import Seat
from shared.ruleset import Ruleset, changed_options, find_ruleset


def picked(table: Table, play: Play, new_token: Callable[[], str]) -> GamePicked:
    """The record of it; no person loses a seat.

    Raises:
        OptionError: If there is no such game.
        IllegalAction: If it cannot be now, or not with so many people.
    """
    if table.phase == "hand":
        raise IllegalAction("game_in_hand")
    if table.committed is not None:
        raise IllegalAction("game_being_dealt")
    ruleset = find_ruleset(play.game, play.preset, play.options)
    seats = _places(table, _count(table, ruleset, play.seats))
    stay = [seat == place for place, seat in enumerate(seats)]
    return GamePicked(
        game=ruleset.name,
        preset=ruleset.preset,
        options=changed_options(ruleset),
        max_hands=play.hands,
        seats=seats,
        tokens=tuple(
            table.places[place].token if stays else new_token()
            for place, stays in enumerate(stay)
        ),
    )


def _count(table: Table, ruleset: Ruleset[Any], wanted: int | None) -> int:
    """How many seats there are then."""
    people = sum(place.kind == "person" for place in table.places)
    allowed = ruleset.seats
    if people > allowed[-1]:
        raise IllegalAction(
            "too_many_people",
            game=ruleset.name,
            preset=ruleset.preset,
            most=allowed[-1],
            people=people,
        )
    if wanted is None:
        return max(allowed[0], min(allowed[-1], len(table.places)))
    if wanted not in allowed:
        raise IllegalAction(
            "not_for_these",
            game=ruleset.name,
            preset=ruleset.preset,
            least=allowed[0],
            most=allowed[-1],
            seats=wanted,
        )
    if wanted < people:
        raise IllegalAction("too_few_seats", people=people)
    return wanted


def _places(table: Table, count: int) -> tuple[Seat | None, ...]:
    """The former seat of who sits in each; people stay where they can."""
    taken = [seat for seat, place in enumerate(table.places) if place.kind != "open"]
    people = [seat for seat in taken if table.places[seat].kind == "person"]
    seats: list[Seat | None] = [
        seat if seat in taken else None for seat in range(count)
    ]
    for person in people:
        if person >= count:
            free = [n for n, seat in enumerate(seats) if seat is None]
            free += [n for n in reversed(range(count)) if seats[n] not in people]
            seats[free[0]] = person
    return tuple(seats)

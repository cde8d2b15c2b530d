"""What becomes of a seat by a record about it. Pure."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from peer.places import Place
from peer.records import (
    CameBack,
    GamePicked,
    HandedBack,
    HandedOver,
    HandsOpened,
    PatienceSet,
    SaidReady,
    SeatFreed,
    SeatTaken,
    SubstituteCalled,
    TakenOver,
)
from shared.events import Seat

SeatRecord: TypeAlias = (
    SeatTaken
    | SeatFreed
    | SubstituteCalled
    | CameBack
    | SaidReady
    | HandedOver
    | HandedBack
    | TakenOver
    | HandsOpened
    | PatienceSet
)


def seated(place: Place, record: SeatRecord) -> Place:
    """The place after a record about it; who sits down is ready to play.

    Raises:
        ValueError: If it cannot be given back to anybody.
    """
    match record:
        case SeatTaken(_, name, kind, level):
            return replace(place, name=name, kind=kind, level=level, ready=True)
        case SeatFreed(_, token):
            return Place(token)
        case SubstituteCalled(_, token):
            return replace(place, substitute=token)
        case CameBack():
            return replace(place, substitute=None)
        case SaidReady():
            return replace(place, ready=True)
        case HandedOver():
            return _handed_over(place, record)
        case HandedBack():
            return _handed_back(place)
        case TakenOver(_, name, token):
            return Place(token, name, "person", ready=True)
        case HandsOpened(_, yes):
            return replace(place, opens=yes)
        case PatienceSet(_, percent):
            return replace(place, patience=percent)
        case _:
            assert_never(record)


def _handed_over(place: Place, record: HandedOver) -> Place:
    former = (place.name, place.token) if record.may_return else None
    return Place(
        record.token,
        record.name,
        "bot",
        record.level,
        patience=place.patience,
        ready=True,
        former=former,
    )


def _handed_back(place: Place) -> Place:
    if place.former is None:
        raise ValueError("this seat was nobody else's")
    name, token = place.former
    return Place(
        token,
        name,
        "person",
        substitute=place.token,
        patience=place.patience,
        ready=place.ready,
    )


def reseated(places: tuple[Place, ...], picked: GamePicked) -> tuple[Place, ...]:
    """The places at the table of another game: people say anew that they are ready.

    Raises:
        ValueError: If the record does not fit the places.
    """
    return tuple(
        Place(token) if seat is None else _moved(places[seat], token)
        for seat, token in zip(picked.seats, picked.tokens, strict=True)
    )


def _moved(place: Place, token: str) -> Place:
    return replace(place, token=token, substitute=None, ready=place.kind == "bot")


def moves(picked: GamePicked) -> dict[Seat, Seat]:
    """The new seat of everybody who keeps one, by the former one."""
    return {old: new for new, old in enumerate(picked.seats) if old is not None}

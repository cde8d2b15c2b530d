"""What a program asks for: a JSON object a line. JSON.md shows each of them."""

from typing import Annotated, TypeAlias, assert_never

import msgspec
from msgspec import Meta

from peer import requests
from peer.requests import Request
from shared.actions import Action
from shared.events import Seat
from shared.reasons import Level
from shared.wire import Answer, Ask, Opens, Pause, Say, Touched

Word: TypeAlias = Annotated[str, Meta(max_length=64)]

Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class _Start(_Asked, frozen=True, tag="start"):
    pass


class _Next(_Asked, frozen=True, tag="next"):
    pass


class _Reset(_Asked, frozen=True, tag="reset"):
    pass


class _Hint(_Asked, frozen=True, tag="hint"):
    pass


class _Quit(_Asked, frozen=True, tag="quit"):
    pass


class _Seat(_Asked, frozen=True, tag="seat"):
    level: Level | None = None


class _Unseat(_Asked, frozen=True, tag="unseat"):
    pass


class _Settle(_Asked, frozen=True, tag="settle"):
    name: Word
    value: Word


class _Play(_Asked, frozen=True, tag="play"):
    game: Word
    preset: Word | None = None
    options: dict[Word, Word] = {}
    hands: Annotated[int, Meta(ge=1, le=1000)] | None = None
    seats: Number | None = None


class _Kick(_Asked, frozen=True, tag="kick"):
    seat: Number


class _HandOver(_Asked, frozen=True, tag="hand_over"):
    seat: Number


class _HandBack(_Asked, frozen=True, tag="hand_back"):
    seat: Number


class _Patience(_Asked, frozen=True, tag="patience"):
    seat: Number
    percent: int


class _SendAway(_Asked, frozen=True, tag="send_away"):
    watcher: str


class _Mute(_Asked, frozen=True, tag="mute"):
    on: bool
    seat: Seat | None = None
    watcher: str = ""


class _End(_Asked, frozen=True, tag="end"):
    pass


_Simple: TypeAlias = _Start | _Next | _Reset | _Hint | _Quit | _Seat | _Unseat | _Mute

_Managed: TypeAlias = (
    _Settle | _Play | _Kick | _HandOver | _HandBack | _Patience | _SendAway | _End
)

_Wish: TypeAlias = Ask | Answer | Opens | Pause | Say | Touched

_Typed: TypeAlias = Action | _Wish | _Simple | _Managed

_decoder = msgspec.json.Decoder(_Typed)


def read(line: str) -> Request | None:
    """The request of a line; None asks for a hint.

    Raises:
        ValueError: If it is none, and why.
    """
    try:
        asked: _Typed = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    match asked:
        case (
            _Settle()
            | _Play()
            | _Kick()
            | _HandOver()
            | _HandBack()
            | _Patience()
            | _SendAway()
            | _End()
        ):
            return _managed(asked)
        case _Mute(on, seat, watcher):
            return requests.Mute(watcher if seat is None else seat, on)
        case _Start():
            return requests.Start()
        case _Next():
            return requests.Next()
        case _Reset():
            return requests.Reset()
        case _Seat(level):
            return requests.Company(True, level)
        case _Unseat():
            return requests.Company(False)
        case _Hint():
            return None
        case _Quit():
            return requests.Quit()
        case _:
            return asked


def _managed(asked: _Managed) -> requests.Managed:
    match asked:
        case _Settle(name, value):
            return requests.Settle(name, value)
        case _Play(game, preset, options, hands, seats):
            return requests.Play(game, preset, options, hands, seats)
        case _Kick(seat):
            return requests.Kick(seat)
        case _HandOver(seat):
            return requests.HandOver(seat)
        case _HandBack(seat):
            return requests.HandBack(seat)
        case _Patience(seat, percent):
            return requests.Patience(seat, percent)
        case _SendAway(watcher):
            return requests.SendAway(watcher)
        case _End():
            return requests.End()
        case _:
            assert_never(asked)

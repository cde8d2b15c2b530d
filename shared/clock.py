"""
The clocks of a table: what was agreed on, and what is left. Pure.

A clock gives each turn so many seconds, or each player a bank for the match, to which
every turn of his adds an increment. ``peer/web/clock.js`` is the twin of :func:`left`,
held to the same vectors (``tests/clock_vectors.json``).
"""

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from shared.errors import OptionError
from shared.events import Seat

PAUSE = 60
"Seconds of a pause that somebody asked for."

PAUSES = 3
"How often each player may have one in a match."

USUAL_PATIENCE = 100

MOST_PATIENCE = 500

Hold: TypeAlias = Literal["pause", "away"]
"Why a clock stands: somebody has asked for a minute, its player is disconnected."


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on, in seconds."""

    turn: int = 0
    "For each turn; 0: there is a bank."

    bank: int = 0
    increment: int = 0
    "What a turn adds to the bank when it is over."


class ClockView(Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks as everybody may see them; see :func:`left`."""

    control: Control

    left: tuple[int, ...] = ()
    "Of each seat, in thousandths of a second, when this was sent."

    runs: Seat | None = None
    "Whose clock runs, perhaps not at once; None: no hand is being played."

    holds: int = 0
    "Thousandths of a second until it goes on."

    why: Hold | None = None
    "Why it holds."

    asked: Seat | None = None
    "Who has asked for the pause."

    pauses: tuple[int, ...] = ()
    "How many more each seat may ask for in this match."


def left(clock: ClockView, seat: Seat, since: int) -> int:
    """What ``seat`` has left, ``since`` thousandths after ``clock`` came.

    The one rule of every screen.
    """
    has = clock.left[seat]
    return max(0, has - max(0, since - clock.holds)) if seat == clock.runs else has


def held(clock: ClockView, since: int) -> int:
    """For how many thousandths the clock will stand, ``since`` after it came."""
    return max(0, clock.holds - since)


# Text forms

_TURN = re.compile(r"([0-9]{1,4})s?")
_BANK = re.compile(r"([0-9]{1,5})([sm])\+([0-9]{1,4})s")

LIMITS = {"turn": (5, 3600), "bank": (30, 3 * 3600), "increment": (5, 600)}
"""In seconds. An increment of nothing would put a player whose bank is empty out of the
game, as would a turn that nobody can have."""


def read_clock(text: str) -> Control | None:
    """What a text form stands for; None: there is no clock.

    Raises:
        OptionError: If it is none of them.
    """
    if text == "off":
        return None
    if turn := _TURN.fullmatch(text):
        return Control(turn=int(turn[1]))
    if bank := _BANK.fullmatch(text):
        seconds = int(bank[1]) * (60 if bank[2] == "m" else 1)
        return Control(bank=seconds, increment=int(bank[3]))
    raise OptionError("clock")


def written_clock(control: Control | None) -> str:
    """The text form that :func:`read_clock` reads."""
    if control is None:
        return "off"
    if control.turn:
        return str(control.turn)
    bank = control.bank
    text = f"{bank // 60}m" if bank % 60 == 0 else f"{bank}s"
    return f"{text}+{control.increment}s"


def checked_clock(text: str) -> str:
    """``text`` in its usual form, if it is one of a clock to play by.

    Raises:
        OptionError: If it is none, or nobody can play by it.
    """
    if text == "game":
        return text
    control = read_clock(text)
    if control is not None:
        names = ("turn",) if control.turn or not control.bank else ("bank", "increment")
        for name in names:
            least, most = LIMITS[name]
            if not least <= getattr(control, name) <= most:
                raise OptionError(f"clock.{name}", least=least, most=most)
    return written_clock(control)

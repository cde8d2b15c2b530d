"""
How a table is run, whatever is played at it.

Each of these is a value of the table with a name and a text form. The options of a
host's command, programs and the lobby settle them alike, by :func:`settled`.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from shared.clock import checked_clock
from shared.errors import OptionError

Absent: TypeAlias = Literal["wait", "bot", "void"]
"""What happens when a seat is away for long: nothing; a computer player acts for it;
the hand is void, and is dealt anew when everybody is there again."""

Talk: TypeAlias = Literal["off", "phrases", "text"]
"What people may say to each other: nothing, phrases of the catalogue, anything."

LONGEST_ABSENCE = 3600


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host has settled about a table."""

    absent: Absent = "bot"
    absent_after: int = 60
    "Seconds until that happens."

    talk: Talk = "phrases"
    watch: bool = True
    "Whether people may watch who do not play."

    locked: bool = False
    "Nobody new may sit down or watch."

    clock: str = "game"
    "See :func:`shared.clock.read_clock`; ``game`` is the clock of the game itself."


USUAL = Terms()


def settled(terms: Terms, name: str, text: str) -> Terms:
    """``terms`` with one of them as ``text`` says.

    Raises:
        OptionError: If there is no such term, or no such value of it.
    """
    read = _READERS.get(name)
    if read is None:
        known = ", ".join(_READERS)
        raise OptionError("no_term", name=repr(name[:20]), known=known)
    return replace(terms, **{name.replace("-", "_"): read(name, text.strip())})


def written_terms(terms: Terms) -> dict[str, str]:
    """Each of them in the text form that :func:`settled` reads."""
    values = {name: getattr(terms, name.replace("-", "_")) for name in NAMES}
    return {
        name: ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for name, value in values.items()
    }


def _one_of(*allowed: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in allowed:
            raise OptionError("term_words", name=name, words=", ".join(allowed))
        return text

    return read


def _yes_or_no(name: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise OptionError("term_switch", name=name)
    return text == "yes"


def _seconds(name: str, text: str) -> int:
    digits = text.isascii() and text.isdigit() and len(text) <= 4
    if not digits or int(text) > LONGEST_ABSENCE:
        raise OptionError("term_seconds", name=name, most=LONGEST_ABSENCE)
    return int(text)


def _clock(name: str, text: str) -> str:
    return checked_clock(text)


_READERS: dict[str, Callable[[str, str], Any]] = {
    "absent": _one_of(*get_args(Absent)),
    "absent-after": _seconds,
    "talk": _one_of(*get_args(Talk)),
    "watch": _yes_or_no,
    "locked": _yes_or_no,
    "clock": _clock,
}

NAMES = tuple(_READERS)

FORMS = {
    "absent": ", ".join(get_args(Absent)),
    "absent-after": f"0-{LONGEST_ABSENCE}",
    "talk": ", ".join(get_args(Talk)),
    "watch": "yes, no",
    "locked": "yes, no",
    "clock": "off, game, 45, 10m+20s",
}
"What can be written for each, or examples of it."

"""What a person may settle once and for all, and how each value is read and written."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from peer.bot_options import LEVELS
from peer.table_options import TALK
from peer.values import LANGUAGES, SPEEDS
from shared.code import read_server
from shared.errors import CodeError

_SWITCH = {
    **dict.fromkeys(("on", "1", "true", "yes"), True),
    **dict.fromkeys(("off", "0", "false", "no"), False),
}


class Setting(NamedTuple):
    """One thing to settle."""

    read: Callable[[object], object]
    """The value in its one form, from that of TOML.

    Raises:
        ValueError: With what it must be instead.
    """

    meaning: str

    from_text: Callable[[str], object] = str
    "What a variable or a command line has for it, as TOML would say it."


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be text")
    return value.strip()


def _server(value: object) -> str:
    return read_server(_text(value))


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _switch_from(text: str) -> object:
    value = _SWITCH.get(text.lower())
    if value is None:
        raise ValueError("must be on or off")
    return value


def _days(value: object) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not (whole and 1 <= int(str(value)) <= 3650):
        raise ValueError("must be a number from 1 to 3650")
    return int(str(value))


def _number_from(text: str) -> object:
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _speed(value: object) -> str:
    if value not in SPEEDS:
        *most, last = SPEEDS
        raise ValueError(f"must be {', '.join(most)} or {last}")
    return str(value)


def _lang(value: object) -> str:
    if value not in LANGUAGES:
        *most, last = LANGUAGES
        raise ValueError(f"must be {', '.join(most)} or {last}")
    return str(value)


def _level(value: object) -> str:
    words = [word.strip() for word in str(value).split(",")]
    if any(word not in LEVELS for word in words):
        *most, last = LEVELS
        raise ValueError(
            f"must be {', '.join(most)} or {last}, or with commas one for each"
        )
    return ",".join(words)


def _talk(value: object) -> str:
    if value not in TALK:
        *most, last = TALK
        raise ValueError(f"must be {', '.join(most)} or {last}")
    return str(value)


SETTINGS: Mapping[str, Setting] = {
    "journal_days": Setting(_days, "for how many days a table can go on", _number_from),
    "lan": Setting(
        _switch,
        "whether tables are announced and looked for on the local network",
        _switch_from,
    ),
    "lang": Setting(_lang, "the language of tables: English, French or Hindi"),
    "level": Setting(_level, "how well computer players play"),
    "name": Setting(_text, "what the others call you"),
    "server": Setting(_server, "the signaling server"),
    "speed": Setting(_speed, "pace of the computer players"),
    "talk": Setting(_talk, "what people may say to each other at your table"),
    "warnings": Setting(
        _switch,
        "whether to ask before a discard that has a better use",
        _switch_from,
    ),
    "watch": Setting(
        _switch, "whether people may watch at your table who do not play", _switch_from
    ),
}


def checked(key: str, value: object) -> object:
    """``value`` in its one form, if it suits ``key``.

    Raises:
        ValueError: With a sentence that names the key.
    """
    try:
        return SETTINGS[key].read(value)
    except CodeError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        raise ValueError(f"{key} {error}") from None


def typed(key: str, text: str) -> object:
    """The value that a variable or a person wrote for ``key``.

    Raises:
        ValueError: With a sentence that names the key.
    """
    try:
        value = SETTINGS[key].from_text(text)
    except ValueError as error:
        raise ValueError(f"{key} {error}") from None
    return checked(key, value)


def unknown(key: str) -> str:
    """What to say of a key that there is not."""
    from difflib import get_close_matches

    close = get_close_matches(key.lower().replace("-", "_"), SETTINGS, n=1)
    meant = f"did you mean {close[0]}?" if close else f"only {', '.join(SETTINGS)}"
    return f"there is no setting {key[:40]!r}: {meant}"


def as_toml(value: object) -> str:
    """``value`` as config.toml has it."""
    # JSON writes strings, numbers and booleans as TOML does, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

"""
Every text a player is shown, in the player's language.

One catalogue for each language, ``locale/*.json``: flat keys, ``{name}`` where a value
goes, and a suffix (``_one``, ``_other``) where the text depends on ``count``, by the
plural categories of CLDR. The browser client is served the same files, without what
only terminals say (:data:`TERMINAL`). A key that ends in ``_you`` is said to the one
it is about.

A process has one reader, so the language is chosen once (:func:`speak`); what travels
between peers are codes and values, a :class:`Saying` where it is any text.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from typing import Literal, TypeAlias

import msgspec

Language: TypeAlias = Literal["en", "fr", "hi"]

LANGUAGES: tuple[Language, ...] = ("en", "fr", "hi")

TERMINAL = "term."
"How the keys begin that the browser has no use for."

Value: TypeAlias = str | int

_language: ContextVar[Language] = ContextVar("language", default="en")


def speak(language: Language) -> None:
    """Speak to this reader from now on."""
    _language.set(language)


def spoken_language() -> Language:
    """The one that :func:`say` speaks."""
    return _language.get()


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """All texts of ``language``."""
    from importlib.resources import files  # 10 ms that only a reader waits for

    data = files("shared").joinpath("locale", f"{language}.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, str])


def category(language: Language, count: int) -> Literal["one", "other"]:
    """The plural category of a whole number, as CLDR has it (UTS 35, part 3).

    French has ``many`` for millions too, of which a card game has none.
    """
    singular = count == 1 if language == "en" else 0 <= count <= 1
    return "one" if singular else "other"


def has_text(key: str) -> bool:
    """Whether anything is said under ``key``, without a count."""
    return key in catalogue(_language.get())


def say(key: str, /, **values: Value) -> str:
    """The text of ``key``; a value called ``count`` chooses among its plurals.

    Raises:
        KeyError: If there is no such text, or a value is missing.
    """
    language = _language.get()
    texts = catalogue(language)
    text = texts.get(key)
    if text is None:
        text = texts[f"{key}_{category(language, int(values['count']))}"]
    return text.format_map(values)


def say_sent(key: str, values: Mapping[str, Value], otherwise: str) -> str:
    """The text of what another program sent; it may be newer than this one.

    ``otherwise`` is the key of what is said in place of a text that is not here, or has
    not the values it needs.
    """
    try:
        return say(key, **values)
    except (KeyError, ValueError):
        return say(otherwise)


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text on its way to a reader; ``str`` says it in the reader's language."""

    key: str
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        return say_sent(self.key, self.values, "rules.other")

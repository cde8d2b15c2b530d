"""How somebody plays from this command line: by its options, settings and terminal."""

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING

from peer.bot_options import levels
from peer.terminal import can_be_drawn
from peer.values import SPEEDS

if TYPE_CHECKING:
    from peer.config import Config
    from peer.manner import Manner

UNEVEN = ("hi",)
"""Languages told in lines unless the drawn table is asked for: programs and terminals
disagree about how many cells Devanagari takes, which shifts whatever stands behind."""


def config_of(options: Namespace) -> "Config":
    """The settings in force under ``options``.

    Raises:
        ConfigError: If one makes no sense.
    """
    from peer.config import load_config

    return load_config(
        server=getattr(options, "server", None),
        name=options.name,
        lan=False if getattr(options, "no_lan", False) else None,
        speed=options.speed,
        lang=options.lang,
    )


def choose_language(options: Namespace) -> None:
    """Speak to the player of this command, if it has one.

    Raises:
        ConfigError: If a setting makes no sense.
    """
    if "lang" in options:
        from peer.config import load_config
        from shared.words import LANGUAGES, speak

        chosen = load_config(lang=options.lang).lang
        speak(next(one for one in LANGUAGES if one == chosen))


def manner_of(options: Namespace, config: "Config") -> "Manner":
    """What follows from them for a seat."""
    from peer.manner import Manner

    person = at_terminal() and not options.auto and not options.json
    may_draw = person and may_be_drawn(options)
    drawn = may_draw and is_drawn(options, config.lang)
    return Manner(
        name=config.name,
        auto=options.auto,
        as_json=options.json,
        pace=SPEEDS[config.speed],
        prompts=person,
        by_key=person and not drawn and not is_spoken(os.environ) and _has_keys(),
        drawn=drawn,
        could_draw=may_draw and not drawn,
        warnings=config.warnings,
        watch=getattr(options, "watches", False),
        levels=getattr(options, "levels", None) or levels(config.level),
        save=options.save,
        seed=options.seed,
    )


def may_be_drawn(options: Namespace) -> bool:
    """Whether there is room and nobody wants lines."""
    return not wants_lines(options, os.environ) and can_be_drawn()


def is_drawn(options: Namespace, lang: str) -> bool:
    """Whether it is drawn where it may be, for who reads this language."""
    return bool(options.drawn) or lang not in UNEVEN


def wants_lines(options: Namespace, environ: Mapping[str, str]) -> bool:
    """Whether the screen is plain lines, even if a full one could be had."""
    return bool(options.plain) or not at_terminal() or is_spoken(environ)


def at_terminal() -> bool:
    """Whether a person may sit here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_spoken(environ: Mapping[str, str]) -> bool:
    """Whether nothing that was written may be drawn over.

    A person says so with ``ACCESSIBLE``, for a screen reader, and a terminal with
    ``TERM=dumb``; on Windows there is no ``TERM``.
    """
    accessible = environ.get("ACCESSIBLE", "") not in ("", "0")
    nameless = "" if sys.platform == "win32" else "dumb"
    return accessible or environ.get("TERM", nameless) == "dumb"


def _has_keys() -> bool:
    """Whether this terminal can hand over single keys."""
    from importlib.util import find_spec

    return bool(find_spec("termios"))

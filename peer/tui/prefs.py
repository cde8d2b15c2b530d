"""How somebody wants the table to look, kept from one game to the next."""

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from peer.config import state_folder, write_private
from peer.tui.inks import Deck, Theme

logger = logging.getLogger(__name__)


class Prefs(Struct):
    """One player's options; each is changed on the page of options."""

    theme: Theme = "dark"
    deck: Deck = "four"
    shapes: bool = False
    "The colours of tiles have shapes, not letters."

    speed: str = "normal"
    "How long it is shown what has just changed; a word of SPEEDS."

    bell: bool = False
    warnings: bool = True


SPEEDS = {"off": 0.0, "fast": 0.4, "normal": 0.9, "slow": 2.0}
"Seconds for which a change is lit."


def load_prefs() -> Prefs:
    """What was kept, or else the usual."""
    try:
        prefs = msgspec.json.decode(_file().read_bytes(), type=Prefs)
        return prefs if prefs.speed in SPEEDS else Prefs()
    except FileNotFoundError:
        return Prefs()
    except (OSError, msgspec.MsgspecError):
        logger.warning("x the options of the table cannot be read; they start anew")
        return Prefs()


def save_prefs(prefs: Prefs) -> None:
    """Keep them for the next game."""
    try:
        write_private(_file(), msgspec.json.encode(prefs).decode())
    except OSError as error:
        logger.warning("x the options of the table cannot be kept: %s", error.strerror)


def _file() -> Path:
    return state_folder() / "table.json"

"""What a host has changed about its table, as sentences. Pure."""

from typing import assert_never

from peer import timing
from peer.story import printable
from shared.clock import read_clock
from shared.wire import Changed, Waits
from shared.words import has_text, say

_MOST = 40
"Characters of a value that is shown."


def told(news: Changed | Waits) -> str:
    """What is new, for whoever is told."""
    match news:
        case Waits():
            return say("waits")
        case Changed(what="term", name=name, value=value):
            return settled_as(printable(name)[:_MOST], printable(value)[:_MOST])
        case Changed(what=what, name=name):
            return say(f"changed.{what}", name=printable(name))
        case _:
            assert_never(news)


def settled_as(name: str, value: str) -> str:
    """How the table is run with that term."""
    term = name.replace("-", "_")
    key = f"settled.{term}.{value}"
    if has_text(key):
        return say(key)
    if name == "clock" and (agreed := _clock(value)):
        return agreed
    if value.isascii() and value.isdigit() and has_text(f"settled.{term}_other"):
        return say(f"settled.{term}", count=int(value))
    return say("changed.term", name=name, value=value)


def _clock(text: str) -> str:
    """What that clock gives everybody; empty if this program knows none like it."""
    try:
        return timing.agreed(read_clock(text))
    except ValueError:
        return ""

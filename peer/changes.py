"""What a host has changed about its table, as sentences. Pure."""

from typing import assert_never

from peer.story import printable
from shared.wire import Bye, Changed, Waits
from shared.words import has_text, say

_MOST = 40
"Characters of a value that is shown."


def told(news: Changed | Waits) -> str:
    """What is new, for whoever is told."""
    match news:
        case Waits():
            return say("waits")
        case Changed(what="term", name=name, value=value):
            return _settled(printable(name)[:_MOST], printable(value)[:_MOST])
        case Changed(what=what, name=name):
            return say(f"changed.{what}", name=printable(name))
        case _:
            assert_never(news)


def _settled(name: str, value: str) -> str:
    """How the table is run from now on."""
    key = f"settled.{name}.{value}"
    if has_text(key):
        return say(key)
    if value.isascii() and value.isdigit() and has_text(f"settled.{name}_other"):
        return say(f"settled.{name}", count=int(value))
    return say("changed.term", name=name, value=value)


def goodbye(bye: Bye) -> str:
    """Why we are no more at the table; empty if the host says it in its own words."""
    return say(f"bye.{bye.code}") if bye.code else ""

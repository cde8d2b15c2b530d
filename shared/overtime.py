"""
A game's own clock, and what becomes of a turn whose time is up. Pure.

It never ends the hand by itself. A game that has a rule for it is :class:`Timed`; where
there is none, a computer player plays the rest of the turn, and what it chose is kept.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from shared.actions import Action
from shared.clock import Control, read_clock
from shared.errors import IllegalAction
from shared.events import Event, TimedOut
from shared.ruleset import Ruleset

S = TypeVar("S")


@runtime_checkable
class Timed(Protocol):
    """A ruleset that says how long a turn may take, and what happens then."""

    @property
    def turn_seconds(self) -> int:
        """0: as long as it likes."""

    def overtime(self, state: Any, touched: bool) -> tuple[Action, ...]:
        """What is done in place of whose turn it is when the time is up.

        ``touched``: he has begun to change the table.
        """

    def timed_out(self, state: Any, actions: Sequence[Action]) -> Any:
        """See :func:`timed_out`."""


def control_of(text: str, ruleset: Ruleset[Any]) -> Control | None:
    """The clock of a table by its text form; ``game`` is what ``ruleset`` says.

    Raises:
        ValueError: If there is no such form.
    """
    if text != "game":
        return read_clock(text)
    seconds = ruleset.turn_seconds if isinstance(ruleset, Timed) else 0
    return Control(turn=seconds) if seconds else None


def timed_out(
    ruleset: Ruleset[S], state: S, actions: Sequence[Action]
) -> tuple[S, Sequence[Event]]:
    """The state when ``actions`` have ended a turn whose time was up.

    Raises:
        IllegalAction: If the hand is over, or the rules forbid one of them.
        ValueError: If they are not just what is left of the turn.
    """
    if isinstance(ruleset, Timed):
        after: tuple[S, Sequence[Event]] = ruleset.timed_out(state, actions)
        return after
    seat = ruleset.view(state, None).turn
    if seat is None:
        raise IllegalAction("hand_over")
    events: list[Event] = [TimedOut(seat)]
    for action in actions:
        if ruleset.view(state, None).turn != seat:
            raise ValueError("what ends a turn cannot go on after it")
        state, more = ruleset.apply(state, seat, action)
        events += more
    if ruleset.view(state, None).turn == seat:
        raise ValueError("a turn whose time is up has to end")
    return state, events

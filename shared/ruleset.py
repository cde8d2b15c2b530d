"""The seam between the games and everything that plays them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from shared.actions import Action
from shared.events import Bonus, Event, HandEnded, Seat
from shared.view import AnyView

S = TypeVar("S")
"The State of one ruleset: the whole hand, secrets included. Only a host has one."


class Ruleset(Protocol[S]):
    """One variant with its options: a frozen value.

    Same deck, same actions: same state, on every machine, for ever. All chance is in
    the order of the deck, from which a reshuffle follows too.
    """

    @property
    def name(self) -> str:
        """What the game is called on the wire, as ``basic``."""

    @property
    def preset(self) -> str:
        """The named set of options it was made from."""

    @property
    def seats(self) -> range:
        """How many can play."""

    @property
    def deck(self) -> int:
        """How many cards :meth:`deal` expects, as the indices 0 to deck-1."""

    def deal(self, seats: int, deck: Sequence[int], dealer: Seat) -> S:
        """The first state of a hand; ``deck[0]`` is the first card dealt."""

    def apply(self, state: S, seat: Seat, action: Action) -> tuple[S, Sequence[Event]]:
        """The state after ``action`` and what happened. Checks everything.

        Raises:
            IllegalAction: If the rules forbid it; ``state`` is what it was.
        """

    def view(self, state: S, seat: Seat | None) -> AnyView:
        """What ``seat`` may know; None is a spectator."""

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """``event`` as ``seat`` may hear of it."""

    def legal(self, state: S, seat: Seat) -> Iterable[Action]:
        """Exactly the actions :meth:`apply` accepts, each once, in one order.

        In Rummikub, whose turns cannot be listed, only some of them.
        """

    def result(self, state: S) -> HandEnded | None:
        """How the hand ended; None while it is played."""

    def target(self, seats: int) -> int:
        """The score that ends a match of so many seats."""

    def next_dealer(self, dealer: Seat, result: HandEnded, seats: int) -> Seat:
        """Who deals the hand after this one."""

    def bonuses(self, scores: Sequence[int], wins: Sequence[int]) -> Sequence[Bonus]:
        """What is added when a match is over; ``wins`` counts the hands each has won.

        It does not decide who has won: the scores without it do.
        """


@runtime_checkable
class Rounds(Protocol):
    """A ruleset whose match is a round: most hands won win it, then most points."""

    def round(self, seats: int) -> int:
        """How many hands a round of so many seats has."""


def round_of(ruleset: Ruleset[Any], seats: int) -> int:
    """How many hands a match of so many seats has; 0: it goes up to a target."""
    return ruleset.round(seats) if isinstance(ruleset, Rounds) else 0


def rulesets() -> Mapping[str, Ruleset[Any]]:
    """Every preset by its name."""
    from shared.rulesets import basic, gin, rummikub

    return {**basic.PRESETS, **gin.PRESETS, **rummikub.PRESETS}

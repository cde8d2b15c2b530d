"""
A match that is watched again, as screens see it. Pure.

What plays it again knows the whole state of each hand (:mod:`peer.rerun`); a screen is
shown what is open.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from shared.events import Event, Seat
from shared.tableview import TableView
from shared.transcript import Checked
from shared.view import AnyView


class Place(NamedTuple):
    """Where in a match somebody is."""

    hand: int
    hands: int
    step: int
    steps: int
    "Of this hand."


class Scene(NamedTuple):
    """All there is to draw."""

    table: TableView

    view: AnyView
    "What everybody may know."

    hands: Mapping[Seat, Sequence[str]]
    "The cards or tiles of those whose hands are open."

    new: Mapping[Seat, str]
    "What was drawn by this step, as far as that is seen."

    mark: str
    "The table mark after this hand."

    checked: Checked | None
    "What everybody found of it, if it is over here."


class Again(Protocol):
    """See :class:`peer.rerun.Rerun`."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def seat(self) -> Seat | None:
        """Whose eyes; None: everybody's."""

    @property
    def place(self) -> Place:
        """Where in the match this is."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step brought."""

    @property
    def at_start(self) -> bool:
        """Whether nothing lies before."""

    @property
    def at_end(self) -> bool:
        """Whether nothing more comes."""

    def look(self, seat: Seat | None) -> None:
        """With the eyes of that seat from now on; None: everybody's."""

    def forward(self) -> list[str]:
        """The next step, told."""

    def back(self) -> list[str]:
        """The step before, told again."""

    def first(self) -> None:
        """To the deal of the first hand."""

    def last(self) -> None:
        """To where nothing more comes."""

    def hand_before(self) -> None:
        """To the deal of this hand, or of the one before it."""

    def next_hand(self) -> None:
        """To the next deal, or to the end."""

    def jump(self, number: int) -> list[str]:
        """The deal of a hand."""

    def scene(self) -> Scene:
        """All there is to see, to be drawn."""

    def story(self) -> list[str]:
        """This hand up to here."""

    def step_told(self) -> list[str]:
        """The last step, without the hands."""

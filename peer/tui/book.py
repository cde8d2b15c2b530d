"""What a screen may ask about games, presets and options; it holds no rules itself."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from shared.tableview import TableView


class Book(Protocol):
    """What the host's own player has at hand, to choose from."""

    def presets(self, game: str) -> Sequence[str]:
        """The sets of house rules of a game."""

    def seats(self, table: TableView) -> range:
        """How many can play what is played there."""

    def options(self, table: TableView) -> Mapping[str, str]:
        """Every option of what is played there, with its value."""

    def offered(self, table: TableView, name: str) -> tuple[Sequence[str], bool]:
        """Values of an option to choose from; whether others may be typed."""


class NoBook:
    """Of who is not the host: there is nothing to choose from."""

    def presets(self, game: str) -> Sequence[str]:
        """See :class:`Book`."""
        return ()

    def seats(self, table: TableView) -> range:
        """See :class:`Book`."""
        return range(len(table.seats), len(table.seats) + 1)

    def options(self, table: TableView) -> Mapping[str, str]:
        """See :class:`Book`."""
        return {}

    def offered(self, table: TableView, name: str) -> tuple[Sequence[str], bool]:
        """See :class:`Book`."""
        return (), False

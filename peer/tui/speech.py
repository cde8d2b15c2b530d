"""Who has said something lately, and what. Pure: whoever has a clock forgets it."""

from typing import NamedTuple

from shared.events import Seat


class _Spoken(NamedTuple):
    number: int
    words: str
    line: str


class Speech:
    """The newest words of each seat, and of each who watches by their name."""

    def __init__(self) -> None:
        self.number = 0
        "Counts what was said."

        self._lately: dict[Seat | str, _Spoken] = {}

    @property
    def newest(self) -> str:
        """Who said the last of it, and what, as a line."""
        return max(self._lately.values(), default=_Spoken(0, "", "")).line

    def add(self, who: Seat | str, words: str, line: str) -> None:
        """``who`` has said that; ``line`` says so."""
        self.number += 1
        self._lately[who] = _Spoken(self.number, words, line)

    def of(self, who: Seat | str) -> str:
        """What ``who`` said, as long as it is shown."""
        return self._lately[who].words if who in self._lately else ""

    def forget(self, number: int) -> None:
        """It has been shown for long enough, up to that number."""
        lately = self._lately.items()
        self._lately = {who: one for who, one in lately if one.number > number}

"""Keeps what a guest was told: the transcript in a file, its results for statistics.

The file is written anew after each hand, so a program that is killed loses one at most.
A table may play several matches: the second one's is ``NAME-2.jsonl``, and so on.
"""

import logging
from collections.abc import Callable
from pathlib import Path

from peer.config import write_private
from peer.fair_news import Answer
from peer.fairness import Fairness
from peer.results import Results, result_of
from shared.errors import RummyError
from shared.events import Seat
from shared.transcript import sealed
from shared.wire import Bye, Mix, Recorded, Update
from shared.words import say

logger = logging.getLogger(__name__)


class Kept(Fairness):
    """A guest's part in a fair deal, with a memory on disk."""

    def __init__(
        self,
        secret: bytes,
        save: Path | None = None,
        results: Results | None = None,
        warn: Callable[[str], None] = logger.warning,
    ) -> None:
        """``warn`` is called with a sentence when something cannot be kept, once.

        Raises:
            RummyError: If there is a file ``save`` already.
        """
        super().__init__(secret)
        if save is not None and save.exists():
            raise RummyError(say("term.save.there", file=str(save)))
        self._save = save
        self._results = results
        self._warn = warn
        self._warned = False
        self._kept = (0, 0)
        "The match and how many marks it had when it was written."

    def told(
        self, message: Mix | Recorded | Update | Bye, seat: Seat | None
    ) -> list[Answer]:
        """See :class:`~peer.fairness.Fairness`."""
        if isinstance(message, Recorded) and message.first == 0:
            self.keep()  # before another match takes its place
        answers = super().told(message, seat)
        now = len(self.finished), len(self.marks)
        if now != self._kept and self.marks:
            self._kept = now
            self.keep()
        return answers

    def keep(self) -> None:
        """Write what there is of this match."""
        if not self.chain.lines:
            return
        try:
            if self._save is not None:
                write_private(self._path(self._save), sealed(self.chain.lines))
            if self._results is not None and self._seat is not None and self.marks:
                self._results.add(result_of(self.replay, self._seat))
        except OSError as error:
            if not self._warned:
                self._warned = True
                self._warn(say("term.unsaved.match", why=error.strerror or ""))

    def _path(self, save: Path) -> Path:
        number = len(self.finished) + 1
        return save if number == 1 else save.with_stem(f"{save.stem}-{number}")

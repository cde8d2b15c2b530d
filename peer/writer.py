"""Between a host and the world: what it wants kept is kept before the rest is done."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

from peer.journal import Journal
from peer.outputs import HangUp, Keep, Output, Send
from peer.places import Peer
from peer.records import Record
from peer.table import Table
from peer.tasks import log_failure

logger = logging.getLogger(__name__)


class Writer:
    """Holds outputs back until the journal has what they follow from.

    The disk is waited for in a thread. What comes up meanwhile waits for its turn and
    is then written together, so a slow disk delays everybody, but never the clock.
    """

    def __init__(
        self,
        journal: Journal | None,
        carry_out: Callable[[Output], None],
        undo: Callable[[Table, str, Collection[Peer]], None],
    ) -> None:
        """``undo`` is told from which table on nothing could be kept, why, and whose
        welcome was not sent because of it.
        """
        self._journal = journal
        self._carry_out = carry_out
        self._undo = undo
        self._waiting: list[Output] = []
        self._writing: asyncio.Task[None] | None = None

    def put(self, outputs: Sequence[Output]) -> None:
        """Carry ``outputs`` out, in order, as soon as may be."""
        if self._journal is None or not (self._is_writing or _records(outputs)):
            self._carry_all_out(outputs)
            return
        self._waiting += outputs
        if not self._is_writing:
            self._writing = asyncio.create_task(self._write(self._journal))
            self._writing.add_done_callback(log_failure)

    async def done(self) -> None:
        """Wait until nothing is held back any more."""
        while self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing])

    @property
    def _is_writing(self) -> bool:
        """One that was called off before it began never says that it is over."""
        return self._writing is not None and not self._writing.done()

    async def _write(self, journal: Journal) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                records = _records(batch)
                try:
                    if records:
                        await loop.run_in_executor(None, journal.append, records)
                except OSError as error:
                    self._give_up(batch, error)
                else:
                    self._carry_all_out(batch)
        finally:
            self._writing = None

    def _give_up(self, batch: Sequence[Output], error: OSError) -> None:
        """Nothing from the first record on has happened, but for who is hung up on."""
        lost, self._waiting = [*batch, *self._waiting], []
        (first, keep), *_ = (
            (place, output)
            for place, output in enumerate(lost)
            if isinstance(output, Keep)
        )
        hung_up = [output for output in lost[first:] if isinstance(output, HangUp)]
        self._carry_all_out([*lost[:first], *hung_up])
        welcomes = (o for o in lost[first:] if isinstance(o, Send) and o.is_welcome)
        unwelcomed = {welcome.peer for welcome in welcomes}
        why = error.strerror or type(error).__name__
        self._undo(keep.before, why, unwelcomed)

    def _carry_all_out(self, outputs: Sequence[Output]) -> None:
        for output in outputs:
            self._carry_out(output)


def _records(outputs: Sequence[Output]) -> list[Record]:
    return [output.record for output in outputs if isinstance(output, Keep)]

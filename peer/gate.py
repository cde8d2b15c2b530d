"""Between a host's door and its table: who comes in has to prove the code first."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence

from peer.door import Door, Visit
from peer.hosting import Hosting
from peer.meet import Meeting
from peer.proof import Fingerprints, prove_host
from peer.tasks import log_failure
from shared.code import Code, make_secret
from shared.errors import ConnectionFailed, SignalingError
from shared.signals import IceServer

logger = logging.getLogger(__name__)

MAX_FAILURES = 5
"Wrong guesses of the secret before there is a new one."

MAX_PROOFS = 16
"Guests that may be proving themselves at once."

PAUSE = 5.0
"Seconds in which nobody is let in after the first new secret; it doubles each time."

LONGEST_PAUSE = 300.0


class Gate:
    """Lets proven guests of a room to a table; each wrong proof counts.

    After :data:`MAX_FAILURES` there is a new secret, and a pause, so that nobody can
    guess for long; who is at the table already is not touched by that.
    """

    def __init__(
        self,
        meeting: Meeting,
        table: Hosting,
        notice: Callable[[str], None],
        show: Callable[[Code], None],
        ice_servers: Sequence[IceServer] = (),
        code: Code | None = None,
    ) -> None:
        """``notice`` is called with sentences for the host's own player.

        ``show`` is called with each code, the first one, which may be given, at once.
        """
        self.code = code or _new_code(meeting.room)
        show(self.code)
        self._show = show
        self._meeting = meeting
        self._table = table
        self._notice = notice
        self._ice_servers = ice_servers
        self._failures = 0
        self._pause = PAUSE
        self._paused_until = 0.0
        self._proofs: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Task[None]] = set()

    async def keep(self) -> None:
        """Let guests in until cancelled, or until no more can come."""
        door = Door(self._meeting, ice_servers=self._ice_servers)
        try:
            async for visit in door:
                if self._is_busy():
                    logger.info("x a guest is turned away after wrong guesses")
                    self._spawn(visit.connection.close(), self._closing)
                else:
                    self._spawn(self._admit(visit), self._proofs)
        except SignalingError as error:
            self._notice(f"nobody new can join: {error}; the game goes on")
        finally:
            for proof in self._proofs:
                proof.cancel()
            tasks = (*self._proofs, *self._closing)
            await asyncio.gather(*tasks, return_exceptions=True)
            await door.close()

    def _spawn(
        self, work: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]
    ) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(log_failure)

    def _is_busy(self) -> bool:
        return len(self._proofs) >= MAX_PROOFS or _now() < self._paused_until

    async def _admit(self, visit: Visit) -> None:
        own, theirs = visit.connection.fingerprints
        try:
            await prove_host(
                visit.channel,
                self.code.secret,
                self.code.room,
                Fingerprints(host=own, guest=theirs),
                guessed_wrong=self._failed,
            )
        except ConnectionFailed as error:
            logger.info("x a guest did not prove itself: %s", error)
        except asyncio.CancelledError:
            await visit.connection.close()
            raise
        else:
            self._table.admit(visit.channel)

    def _failed(self) -> None:
        self._failures += 1
        if self._failures < MAX_FAILURES:
            return
        self._failures = 0
        self._paused_until = _now() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        # They prove the old secret.
        for proof in self._proofs - {asyncio.current_task()}:
            proof.cancel()
        self.code = _new_code(self.code.room)
        self._notice(
            f"somebody tried {MAX_FAILURES} wrong codes, so there is a new one;"
            " who is at the table stays, but needs it to come back"
        )
        self._show(self.code)


def _new_code(room: str) -> Code:
    return Code(room, make_secret(secrets.randbelow))


def _now() -> float:
    return asyncio.get_running_loop().time()

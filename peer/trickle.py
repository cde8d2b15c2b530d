"""The candidates of one connection: ours on their way out, the peer's coming in."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from peer import sdp
from peer.findings import Findings, kinds
from peer.rtc import Link, Question
from peer.tasks import log_failure
from shared.signals import Candidate, IceServer

logger = logging.getLogger(__name__)

MAX_CANDIDATES = 64
"Of the other peer; more are ignored."

MAX_QUESTIONS = 16
"To STUN and TURN servers for one connection."

ANSWER_TIMEOUT = 10.0
"Seconds such a server has."


class Trickle:
    """Nobody waits for a candidate: each is told when it is known (RFC 8838)."""

    def __init__(
        self,
        link: Link,
        servers: Sequence[IceServer],
        send: Callable[[str], None],
        findings: Findings,
    ) -> None:
        self._link = link
        self._servers = servers
        self._send = send
        self._findings = findings
        self._gathering = True
        self._told: set[str] = set()
        "Addresses of ours that the peer knows."

        self._tasks: set[asyncio.Task[None]] = set()
        self._ufrag: str | None = None
        self._early: list[Candidate] = []
        "Came before the description they belong to."

        self._taken = 0
        self._complete = False
        "The peer has no more candidates."

    def gather(self) -> None:
        """Ask the servers in the background and tell the peer what they answer."""
        self._told.update(map(sdp.address, self._link.candidates))
        self._spawn(self._gather())

    def begin(self, remote: sdp.Session) -> None:
        """The peer's description is here; its candidates count from now on."""
        self._ufrag = remote.ufrag
        inside = Counter(sdp.kind(line) for line in remote.candidates)
        self._findings.note(f"addresses in their description: {kinds(inside)}")
        for line in remote.candidates:
            self._take(Candidate(candidate=line))
        if remote.complete:
            self._take(Candidate(candidate=None))
        for candidate in self._early:
            self._take(candidate)
        self._early.clear()

    def add(self, candidate: Candidate) -> None:
        """The peer trickled a candidate, or garbage."""
        if self._ufrag is not None:
            self._take(candidate)
        elif len(self._early) < MAX_CANDIDATES:
            self._early.append(candidate)

    def stop(self) -> None:
        """No candidate is of use any more."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Stop, and wait until everything is put away."""
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _gather(self) -> None:
        # With many networks STUN alone would make more than that.
        relays_first = sorted(
            self._link.questions(self._servers), key=lambda asked: asked.kind == "stun"
        )
        await asyncio.gather(*map(self._ask, relays_first[:MAX_QUESTIONS]))
        self._gathering = False
        self._findings.note("our addresses are complete")
        self._send("")
        if self._complete:
            self._spawn(self._link.add(None))  # after those that are being added

    async def _ask(self, question: Question) -> None:
        self._findings.asked[question.kind] += 1
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                line = await question.ask()
        except Exception as error:
            # The edge of what a server can answer: this one is of no use.
            self._findings.note(f"a {question.kind.upper()} server gave no address")
            logger.debug("x because of %r", error, exc_info=True)
            return
        self._findings.answered[question.kind] += 1
        address = sdp.address(line)
        if address not in self._told:
            self._told.add(address)
            self._findings.note(f"we tell an address: {sdp.kind(line)}")
            self._send(line)

    def _take(self, candidate: Candidate) -> None:
        if candidate.username_fragment not in (None, self._ufrag) or self._complete:
            return
        if not candidate.candidate:
            self._complete = True
            self._findings.note("their addresses are complete")
            # While a relay may still come, ICE must not run out of pairs and fail.
            if not self._gathering:
                self._spawn(self._link.add(None))
            return
        usable = sdp.candidate(candidate.candidate)
        if usable is not None and self._taken < MAX_CANDIDATES:
            self._taken += 1
            self._findings.theirs[sdp.kind(usable)] += 1
            self._findings.note(f"an address of theirs: {sdp.kind(usable)}")
            self._spawn(self._add(usable))

    async def _add(self, candidate: str) -> None:
        try:
            await self._link.add(candidate)
        except OSError:
            # No way to ask for the name a browser hides its address behind.
            logger.debug("x a candidate cannot be resolved", exc_info=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_failure)

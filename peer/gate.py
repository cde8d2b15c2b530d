"""Between a host's door and its table: who comes in has to prove the code first."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from peer.channel import Channel
from peer.connection import RtcConnection
from peer.door import Door, Visit
from peer.hosting import Hosting
from peer.meet import Meeting
from peer.policy import OPEN, Policy
from peer.proof import prove_host
from peer.redial import again, another, enter_again, may_pass
from peer.sides import Fingerprints
from peer.tasks import log_failure
from peer.whereabouts import Moves, own_address
from shared.code import Code, make_secret
from shared.errors import ConnectionFailed, SignalingError
from shared.signals import IceServer, Member
from shared.words import say

logger = logging.getLogger(__name__)

MAX_FAILURES = 5
"Wrong guesses of the secret before there is a new one."

MAX_PROOFS = 16
"Guests that may be proving themselves at once."

PAUSE = 5.0
"Seconds in which no code is believed after the first new secret; each time twice that."

LONGEST_PAUSE = 300.0

LOOK = 1.0
"Seconds between two looks at the address of this machine."


class Gate:
    """Lets proven guests of a room to a table; each wrong proof counts.

    After :data:`MAX_FAILURES` there is a new secret, and a pause in which no code is
    believed, so that nobody can guess for long. Who is at the table already is not
    touched by that, and comes back with the token of the seat.

    When the signaling server is lost, the gate goes back to it with the claim of the
    room, for as long as it takes.
    """

    def __init__(
        self,
        meeting: Meeting,
        table: Hosting,
        notice: Callable[[str], None],
        show: Callable[[Code, str | None], None],
        ice_servers: Sequence[IceServer] = (),
        policy: Policy = OPEN,
        code: Code | None = None,
    ) -> None:
        """``notice`` is called with sentences for the host's own player.

        ``show`` is called with each code and the claim of its room, the first one at
        once: ``code``, or one that is made.
        """
        self.code = code or _new_code(meeting.room)
        show(self.code, meeting.claim)
        self._show = show
        self._meeting = meeting
        self._table = table
        self._notice = notice
        self._ice_servers = ice_servers
        self._policy = policy
        self._guests: dict[Member, Channel] = {}
        "Who came in and still is in the room of the signaling server."

        self._failures = 0
        self._pause = PAUSE
        self._paused_until = 0.0
        self._proofs: dict[asyncio.Task[None], RtcConnection] = {}
        "Who is proving itself."

        self._closing: set[asyncio.Task[None]] = set()

    async def keep(self) -> None:
        """Let guests in until cancelled, or until no more can come.

        The server may come and go. At the end the room is left.
        """
        try:
            while True:
                await self._return(await self._let_in())
                self._notice(say("term.gate.back"))
        except SignalingError as error:
            self._notice(say("term.gate.ended", why=str(error)))
        finally:
            self._turn_away(self._proofs)
            await asyncio.gather(*self._closing, return_exceptions=True)
            await self._meeting.close()

    async def _let_in(self) -> SignalingError:
        """Let guests in until the server is lost, and say why it is."""
        door = Door(
            self._meeting,
            ice_servers=self._ice_servers,
            policy=self._policy,
            left=self._left,
        )
        watching = asyncio.create_task(self._watch(self._meeting))
        watching.add_done_callback(log_failure)
        try:
            while True:
                visit = await anext(door)
                if len(self._proofs) >= MAX_PROOFS:
                    logger.info("x a guest is turned away, others prove themselves")
                    self._close(visit.connection)
                else:
                    proof = asyncio.create_task(self._admit(visit))
                    self._proofs[proof] = visit.connection
                    proof.add_done_callback(self._proofs.pop)
                    proof.add_done_callback(log_failure)
        except SignalingError as error:
            if may_pass(error):
                return error
            raise
        finally:
            watching.cancel()
            await door.close()

    async def _return(self, lost: SignalingError) -> None:
        """Take the room back; the table does not wait for it.

        Raises:
            SignalingError: If the server will not have us any more.
        """
        self._notice(say("term.gate.paused", why=str(lost)))
        self._guests.clear()
        former = self._meeting
        await former.close()
        try:
            self._meeting = await enter_again(partial(again, former), lost)
        except SignalingError as error:
            if error.code != "claim":
                raise
            # A server that has forgotten us gave the room to somebody else.
            self._meeting = await enter_again(partial(another, former), error)
            self.code = _new_code(self._meeting.room)
            self._show(self.code, self._meeting.claim)

    async def _watch(self, meeting: Meeting) -> None:
        """Notice before the server does that this machine has another address."""
        moves = Moves(own_address)
        while True:
            await asyncio.sleep(LOOK)
            if moves.again():
                logger.info("x this machine has another address")
                await meeting.drop()
                return

    def _left(self, member: Member) -> None:
        channel = self._guests.pop(member, None)
        if channel is not None:
            self._table.suspect(channel)

    def _turn_away(self, proofs: Iterable[asyncio.Task[None]]) -> None:
        """End these proofs, one that has not begun too, and hang up."""
        for proof in tuple(proofs):
            proof.cancel()
            self._close(self._proofs[proof])

    def _close(self, connection: RtcConnection) -> None:
        closing = asyncio.create_task(connection.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        closing.add_done_callback(log_failure)

    async def _admit(self, visit: Visit) -> None:
        own, theirs = visit.connection.fingerprints
        try:
            await prove_host(
                visit.channel,
                None if _now() < self._paused_until else self.code.secret,
                self.code.room,
                Fingerprints(host=own, guest=theirs),
                guessed_wrong=self._failed,
                tokens=self._table.tokens(),
            )
        except ConnectionFailed as error:
            logger.info("x a guest did not prove itself: %s", error)
        else:
            self._guests[visit.member] = visit.channel
            self._table.admit(visit.channel)

    def _failed(self) -> None:
        self._failures += 1
        if self._failures < MAX_FAILURES:
            return
        self._failures = 0
        self._paused_until = _now() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        self._renew(say("term.gate.newcode", count=MAX_FAILURES))

    def renew(self) -> None:
        """Who was kicked knows the code: from now on another one holds."""
        self._renew(say("term.gate.kicked"))

    def _renew(self, why: str) -> None:
        # They prove the old secret.
        self._turn_away(self._proofs.keys() - {asyncio.current_task()})
        self.code = _new_code(self.code.room)
        self._notice(why)
        self._show(self.code, self._meeting.claim)


def _new_code(room: str) -> Code:
    return Code(room, make_secret(secrets.randbelow))


def _now() -> float:
    return asyncio.get_running_loop().time()

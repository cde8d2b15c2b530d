"""A guest's way to its host, as often as it is needed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from peer import redial
from peer.channel import Channel
from peer.connection import RtcConnection
from peer.meet import HostAway, Meeting, connect, join_room
from peer.proof import prove_guest
from peer.redial import enter_again, may_pass
from peer.sides import Fingerprints
from peer.tasks import log_failure
from shared.code import Code
from shared.errors import SignalingError
from shared.signals import Arrived

logger = logging.getLogger(__name__)

RECONNECT_DEADLINE = 10.0
"Seconds for a channel to a host that we have reached before."

SETTLING_TRIES = 6
"How often a server may say that it does not know the room yet."

SETTLING_PAUSE = 3.0
"Seconds between two of them at most."

Reach = Callable[..., Awaitable[tuple[RtcConnection, Channel]]]
"What :func:`~peer.meet.connect` does."

Find = Callable[[], Awaitable[str | None]]
"Looks for the signaling server where it may be now."


class Way:
    """Leads to an open and proven channel, and to another one when that is lost.

    Our place in the room is kept while we play: so the host hears at once when this
    program is killed, and we hear of a host that is back.
    """

    def __init__(
        self,
        server: str,
        code: Code,
        *,
        reach: Reach = connect,
        find: Find | None = None,
    ) -> None:
        self._server = server
        self._connect = reach
        self._code = code
        self._find = find
        self.hint = asyncio.Event()
        "Set when the signaling server, or that it is lost, says the host may be gone."

        self._meeting: Meeting | None = None
        self._staying: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._may_guess = False
        "Whether the code may be shown once more without being asked for."

    async def first(self, token: str | None) -> tuple[RtcConnection, Channel]:
        """Reach the host; ``token`` is that of a seat we had, if we had one.

        Raises:
            SignalingError: If there is no such room.
            ConnectionFailed: If there is no way, or it is not the host we mean.
            ProtocolError: If the host's answer makes no sense.
        """
        meeting = self._meeting = await self._enter_first()
        connection, channel = await self._connect(meeting)
        await self._prove(connection, channel, token, self._code.secret)
        self._stay(meeting)
        return connection, channel

    async def again(self, token: str | None) -> Channel:
        """Reach the host anew, to be taken for the one who was there before.

        The code is shown if the host does not know the token, but once and then no
        more, unless it proved the right one: what asks for it may be no host.

        Raises:
            RummyError: As in :meth:`first`.
        """
        # Over a fresh socket, as the old one may hang with what it ran on.
        meeting = await self._enter()
        await self._leave()
        self._meeting = meeting
        try:
            connection, channel = await self._reach(meeting)
            secret = self._code.secret if self._may_guess else None
            await self._prove(connection, channel, token, secret)
        except asyncio.CancelledError:
            self._stay(meeting)  # the other connection came back
            raise
        self._stay(meeting)
        return channel

    @property
    def room(self) -> str:
        """Where the host is."""
        return self._code.room

    def follow(self, room: str, secret: str) -> None:
        """The host is there from now on; without a secret it still is the same."""
        moves = room != self._code.room
        self._code = Code(room, secret or self._code.secret)
        if moves:
            self._spawn(self._move())

    async def _move(self) -> None:
        await self._leave()
        try:
            meeting = await self._enter()
        except SignalingError as error:
            logger.debug("x no place in the other room yet: %s", error)
            return
        if self._meeting is None:
            self._meeting = meeting
            self._stay(meeting)
        else:
            await meeting.close()  # the way was needed meanwhile

    async def close(self) -> None:
        """Leave the room."""
        await self._leave()
        await asyncio.gather(*self._closing)

    async def _enter_first(self) -> Meeting:
        """Enter the room, which a server that has just begun may not know yet."""
        for _ in range(SETTLING_TRIES):
            try:
                return await join_room(self._server, self._code.room)
            except SignalingError as error:
                if error.code != "unknown_room" or error.retry_after is None:
                    raise
                logger.debug("x the server does not know the room yet")
                await asyncio.sleep(min(error.retry_after, SETTLING_PAUSE))
        return await join_room(self._server, self._code.room)

    async def _prove(
        self,
        connection: RtcConnection,
        channel: Channel,
        token: str | None,
        secret: str | None,
    ) -> None:
        own, theirs = connection.fingerprints
        try:
            await prove_guest(
                channel,
                secret,
                self._code.room,
                Fingerprints(host=theirs, guest=own),
                token=token,
                guessing=self._guessing,
            )
        except BaseException:
            await connection.close()
            raise
        self._may_guess = True

    def _guessing(self) -> None:
        self._may_guess = False

    async def _enter(self) -> Meeting:
        room = self._code.room
        try:
            return await join_room(self._server, room, deadline=redial.DEADLINE)
        except SignalingError as error:
            if self._find is None or not may_pass(error):
                raise
            found = await self._find()
            if found is None or found == self._server:
                raise
        self._server = found
        return await join_room(found, room, deadline=redial.DEADLINE)

    async def _reach(self, meeting: Meeting) -> tuple[RtcConnection, Channel]:
        while True:
            try:
                return await self._connect(meeting, deadline=RECONNECT_DEADLINE)
            except HostAway:
                while not isinstance(await meeting.receive(), Arrived):
                    pass

    def _stay(self, meeting: Meeting) -> None:
        self._staying = asyncio.create_task(self._keep_place(meeting))
        self._staying.add_done_callback(log_failure)

    async def _keep_place(self, meeting: Meeting) -> None:
        while True:
            try:
                while True:
                    await meeting.receive()
                    self.hint.set()  # we are told of the host only
            except SignalingError as error:
                self.hint.set()  # the server may have been the host's own
                lost = error
            try:
                if not may_pass(lost):
                    raise lost
                self._spawn(meeting.close())
                meeting = self._meeting = await enter_again(
                    partial(redial.again, meeting), lost
                )
                self.hint.set()  # meanwhile nobody told us of the host
            except SignalingError as error:
                # The game does not need it; when we do, we hear why.
                logger.debug("x no place in the room any more: %s", error)
                return

    async def _leave(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.wait([self._staying])
            self._staying = None
        if self._meeting is not None:
            self._spawn(self._meeting.close())
            self._meeting = None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        task.add_done_callback(log_failure)

"""A host's way to its guests."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Self

from msgspec import Raw

from peer.channel import Channel, Inbox
from peer.connection import RtcConnection
from peer.meet import PEER_DEADLINE, Meeting
from peer.policy import OPEN, Policy
from peer.tasks import log_failure
from shared.errors import ConnectionFailed, ProtocolError, RummyError, SignalingError
from shared.signals import (
    IceServer,
    Left,
    Member,
    Offer,
    Signaled,
    decode_description,
)
from shared.words import say

logger = logging.getLogger(__name__)

HALF_OPEN = 16
"Guests that may be on their way in at once."


class Visit(NamedTuple):
    """A guest that has come in."""

    member: Member
    channel: Channel
    connection: RtcConnection


class Door:
    """Lets guests into a host's room: ``async for member, channel, _ in door``.

    Each guest is on its own: one that talks nonsense, never finishes or leaves costs
    the others nothing. The iteration ends with the SignalingError that ended the
    meeting; channels live on.
    """

    def __init__(
        self,
        meeting: Meeting,
        *,
        ice_servers: Sequence[IceServer] = (),
        policy: Policy = OPEN,
        deadline: float = PEER_DEADLINE,
        half_open: int = HALF_OPEN,
        left: Callable[[Member], None] = lambda member: None,
    ) -> None:
        """``ice_servers`` are asked besides those the signaling server told.

        ``left`` is called for everybody whose place in the room is gone.
        """
        self._meeting = meeting
        self._ice_servers = (*meeting.ice_servers, *ice_servers)
        self._policy = policy
        self._deadline = deadline
        self._half_open = half_open
        self._tell_left = left
        self._guests: dict[Member, RtcConnection] = {}
        "On their way in, up to where the iteration hands them over."

        self._visits = Inbox[Visit]()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening = asyncio.create_task(self._listen())
        self._listening.add_done_callback(log_failure)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Visit:
        """The next guest whose channel is open.

        Raises:
            SignalingError: If no more can come.
        """
        while True:
            visit = await self._visits.get()
            if self._forget(visit.member, visit.connection):
                return visit

    async def close(self) -> None:
        """Let nobody in any more and hang up on who is not through yet."""
        self._listening.cancel()
        await asyncio.wait([self._listening])
        closed = SignalingError("closed", "the door is closed")
        self._visits.end(closed)
        guests = list(self._guests.values())
        self._guests.clear()
        for connection in guests:
            connection.give_up(closed)
        await asyncio.gather(*(connection.close() for connection in guests))
        await asyncio.gather(*self._tasks)

    async def _listen(self) -> None:
        try:
            while True:
                match await self._meeting.receive():
                    case Signaled(sender=member, data=data):
                        await self._heard(member, data)
                    case Left(member=member):
                        self._left(member)
                        self._tell_left(member)
                    case _:
                        pass
        except SignalingError as error:
            self._visits.end(error)
        except Exception:
            self._visits.end(SignalingError("closed", say("term.door.fault")))
            raise

    async def _heard(self, member: Member, data: Raw) -> None:
        connection = self._guests.get(member)
        try:
            description = decode_description(data)
            if isinstance(description, Offer):
                self._answer(member, description)
            elif connection is not None:
                await connection.signal(description)
        except ProtocolError as error:
            if connection is not None:
                connection.give_up(error)
        except Exception:
            # The edge of what a guest can cause.
            logger.exception("x a signal of a guest could not be taken in")
            if connection is not None:
                connection.give_up(ConnectionFailed("a signal was too much for us"))

    def _left(self, member: Member) -> None:
        connection = self._guests.get(member)
        # One that has found its path may leave the room before we see its channel.
        if connection is not None and not connection.path_found:
            connection.give_up(ConnectionFailed("the guest has left"))

    def _answer(self, member: Member, offer: Offer) -> None:
        former = self._guests.pop(member, None)
        if former is not None:
            former.give_up(ConnectionFailed("the guest has made another offer"))
        if len(self._guests) >= self._half_open:
            logger.warning("x too many guests come in at once")
            return
        send = partial(self._meeting.send, member)
        connection = RtcConnection(
            "answer", self._ice_servers, send, policy=self._policy
        )
        self._guests[member] = connection
        task = asyncio.create_task(self._let_in(member, connection, offer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_failure)

    async def _let_in(
        self, member: Member, connection: RtcConnection, offer: Offer
    ) -> None:
        try:
            await connection.signal(offer)
            channel = await connection.open(self._deadline)
        except RummyError as error:
            logger.debug("x a guest did not come in: %s", error)
            await self._turn_away(member, connection)
        except Exception:
            # The edge of what a guest can cause.
            logger.exception("x a guest could not be let in")
            await self._turn_away(member, connection)
        else:
            self._visits.put(Visit(member, channel, connection))

    async def _turn_away(self, member: Member, connection: RtcConnection) -> None:
        self._forget(member, connection)
        await connection.close()

    def _forget(self, member: Member, connection: RtcConnection) -> bool:
        """Whether it still was on its way in."""
        known = self._guests.get(member) is connection
        if known:
            del self._guests[member]
        return known

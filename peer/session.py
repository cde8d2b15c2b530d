"""One seat's conversation over a channel: hello, heartbeat, messages, goodbye."""

import asyncio
import logging
import time

from peer.channel import Channel
from peer.guest import Guest
from shared.actions import Action
from shared.errors import ChannelClosed, ProtocolError, SignalingError
from shared.reasons import Reason
from shared.wire import Bye, Ping, Pong, Refused, ToGuest, Welcome

logger = logging.getLogger(__name__)

HEARTBEAT = 2.0
"Seconds between two questions whether the host is there."

WELCOME = 10.0
"Seconds the host has to give us a seat, or to say that it has none."

DEAD = 12.0
"Seconds of silence after which the host counts as gone."


class Session:
    """A guest at the table, over an open and proven channel."""

    def __init__(self, guest: Guest, channel: Channel) -> None:
        self.guest = guest
        self._channel = channel
        self._heard = time.monotonic()
        self._heartbeat: asyncio.Task[None] | None = None

    async def sit_down(self) -> Welcome:
        """Ask for a seat.

        Raises:
            SignalingError: If the host has none for us, or speaks another version.
            ChannelClosed: If the host went away.
            ProtocolError: If the host answered with something else.
        """
        self._channel.send(self.guest.hello())
        self._heartbeat = asyncio.create_task(self._beat())
        try:
            async with asyncio.timeout(WELCOME):
                answer = await self.receive()
        except TimeoutError:
            raise ChannelClosed(
                "the host does not answer any more; ask whether the table is still open"
            ) from None
        match answer:
            case Welcome() as welcome:
                return welcome
            case Refused() as refused:
                raise SignalingError(refused.code, refused.message)
            case Bye() as bye:
                raise ChannelClosed(bye.reason or "the host has left")
            case _:
                raise ProtocolError("the host did not answer our hello")

    async def receive(self) -> ToGuest:
        """The next message of the host that is not heartbeat.

        Raises:
            ChannelClosed: If the host went away.
            ProtocolError: If the host broke the protocol.
        """
        while True:
            text = await self._channel.receive()
            logger.debug("< host: %s", text)
            message = self.guest.received(text)
            self._heard = time.monotonic()
            if isinstance(message, Ping):
                self._channel.send(self.guest.pong())
            elif not isinstance(message, Pong):
                return message

    def act(self, action: Action, why: Reason | None = None) -> None:
        """Ask the host for ``action``; the answer comes by :meth:`receive`.

        Raises:
            ChannelClosed: If the host went away.
        """
        self._channel.send(self.guest.act(action, why))

    def ready(self) -> None:
        """Ask for the next hand.

        Raises:
            ChannelClosed: If the host went away.
        """
        self._channel.send(self.guest.ready())

    async def leave(self, reason: str = "") -> None:
        """Say goodbye, if anybody listens, and close the channel."""
        try:
            self._channel.send(self.guest.bye(reason))
        except ChannelClosed:
            pass
        await self.close()

    async def close(self) -> None:
        """Close the channel without a word: the host keeps the seat for a while."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        await self._channel.close()

    async def _beat(self) -> None:
        """Keep asking; a host that is silent for long is hung up on."""
        last = time.monotonic()
        while True:
            await asyncio.sleep(HEARTBEAT)
            now = time.monotonic()
            if now - last > 2 * HEARTBEAT:
                self._heard = now  # this machine slept: give the host time to answer
            last = now
            if now - self._heard > DEAD:
                logger.info("x the host is silent")
                break
            try:
                self._channel.send(self.guest.ping())
            except ChannelClosed:
                return
        await self._channel.close()

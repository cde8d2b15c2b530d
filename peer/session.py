"""One seat's conversation over a channel: hello, heartbeat, messages, goodbye."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from peer import clock
from peer.channel import Channel
from peer.guest import Guest
from shared.actions import Action
from shared.errors import (
    ChannelClosed,
    ProtocolError,
    SignalingCode,
    SignalingError,
)
from shared.reasons import Reason
from shared.wire import Bye, Ping, Pong, Refused, Said, ToGuest, Waits, Welcome, Wish
from shared.words import say

logger = logging.getLogger(__name__)

HEARTBEAT = 2.0
"Seconds between two questions whether the host is there."

WELCOME = 10.0
"Seconds the host has to give us a seat, or to say that it has none."


_SIGNALING: dict[str, SignalingCode] = {
    "full": "full",
    "full_watch": "full",
    "too_old": "version",
    "too_new": "version",
}
"What having no seat amounts to, by the code the host refuses it with."


class SaidBye(ChannelClosed):
    """The host did not give us a seat but said goodbye."""


class Conversation(Protocol):
    """What plays a seat needs of the one who talks with the host."""

    guest: Guest

    def act(self, action: Action, why: Reason | None = None) -> None:
        """See :meth:`Session.act`."""

    def ready(self) -> None:
        """See :meth:`Session.ready`."""


class Session:
    """A guest at the table, over one open and proven channel."""

    is_up = True
    "Whether what is asked for may reach the host now, as far as we know."

    def __init__(
        self,
        guest: Guest,
        channel: Channel,
        beat: float = HEARTBEAT,
        now: Callable[[], float] = clock.now,
    ) -> None:
        self.guest = guest
        self.heard = now()
        "When the host was heard last."

        self._now = now
        self._channel = channel
        self._beat_every = beat
        self._heartbeat: asyncio.Task[None] | None = None

    async def sit_down(self) -> Welcome | Waits:
        """Ask for a seat, and for what was asked before and not answered.

        Who has to wait for one is welcomed later (:meth:`receive`).

        Raises:
            SignalingError: If the host has none for us, or speaks another version.
            SaidBye: If the host closes the table.
            ChannelClosed: If the host went away.
            ProtocolError: If the host answered with something else.
        """
        self._channel.send(self.guest.hello())
        self._heartbeat = asyncio.create_task(self._beat())
        try:
            async with asyncio.timeout(WELCOME):
                answer = await self.receive()
        except TimeoutError:
            raise ChannelClosed(say("term.session.silent")) from None
        match answer:
            case Welcome() as welcome:
                for text in self.guest.repeats():
                    self._channel.send(text)
                return welcome
            case Waits() as waits:
                return waits
            case Refused() as refused:
                raise SignalingError(
                    _SIGNALING.get(refused.code, "refused"), str(refused)
                )
            case Bye() as bye:
                raise SaidBye(str(bye))
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
            self.heard = self._now()
            for answer in self.guest.answers():
                self._channel.send(answer)
            if isinstance(message, Ping):
                self._channel.send(self.guest.pong())
            elif isinstance(message, Said) and self.guest.mutes.hush(message):
                pass
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

    def wish(self, wish: Wish) -> None:
        """Ask all who are there, or answer what was asked.

        Raises:
            ChannelClosed: If the host went away.
        """
        self._channel.send(self.guest.wish(wish))

    def ask(self) -> None:
        """Ask whether the host is there; :attr:`heard` tells."""
        with suppress(ChannelClosed):  # who receives is told
            self._channel.send(self.guest.ping())

    async def leave(self) -> None:
        """Say goodbye, if anybody listens, and close the channel."""
        try:
            self._channel.send(self.guest.bye())
        except ChannelClosed:
            pass
        await self.close()

    async def close(self) -> None:
        """Close the channel without a word: the host keeps the seat for a while."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        await self._channel.close()

    async def _beat(self) -> None:
        """Keep asking, so that each end knows that the other is there."""
        while True:
            await asyncio.sleep(self._beat_every)
            self.ask()


def _refusal(refused: Refused) -> SignalingError:
    return SignalingError(_SIGNALING.get(refused.code, "refused"), str(refused))

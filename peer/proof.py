"""
Both ends of a fresh channel prove that they know the secret of the room code.

Nothing else on the channel is believed or answered before. CPace
(:mod:`shared.pake`) gives whoever sits in the middle, or guesses, one guess for one
attempt, and both DTLS fingerprints go into it, so that nobody who changed them can
pass the messages on::

    host   Challenge(version, nonce, share)
    guest  Response(version, share, tag)
    host   Confirmation(tag), only if the guest's tag is right; else it hangs up

The share depends on the nonce. The host is the initiator and speaks first because then
its nonce is known to both before any share is made, and the guest has its answer one
round trip after the channel opened. The guest needs no nonce: its fingerprint is part
of the channel identifier, its share part of the key, and the draft (section 10.6) asks
no more. A host that is not what it says has one guess from the guest's tag; a guest
that is not has none that the host does not see fail.

A guest that had a seat may first show its token (:mod:`peer.resumption`).
"""

import secrets
from asyncio import timeout
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from peer.channel import Channel
from peer.resumption import Unknown
from peer.sides import (
    Fingerprints,
    GuestSide,
    HostSide,
    NotNow,
    NotProven,
    OtherVersion,
    Paused,
    Random,
    UnknownSeat,
    VersionMismatch,
    encode,
)
from shared.errors import ChannelClosed, ConnectionFailed, ProtocolError
from shared.wire import VERSION
from shared.words import say

DEADLINE = 10.0
"Seconds for the whole proof."


async def prove_host(
    channel: Channel,
    secret: str | None,
    room: str,
    fingerprints: Fingerprints,
    random: Random = secrets.token_bytes,
    deadline: float = DEADLINE,
    guessed_wrong: Callable[[], None] = lambda: None,
    tokens: Sequence[str] = (),
) -> None:
    """Prove the secret to the guest at the other end and make it prove it first.

    Instead it may once show one of ``tokens``; it has to if ``secret`` is None.
    ``guessed_wrong`` is called as soon as the guest's proof is seen to be wrong, before
    the time that it takes to hang up.

    Raises:
        ConnectionFailed: If it did not; the channel is closed.
    """
    side = HostSide(secret or "", room, fingerprints, random, tokens)
    async with _attempt(channel, deadline):
        channel.send(side.challenge())
        response = await channel.receive()
        try:
            recognition = side.recognise(response)
        except UnknownSeat:
            channel.send(encode(Unknown()))
            recognition, response = None, await channel.receive()
        if recognition is not None:
            channel.send(recognition)
            return
        if secret is None:
            channel.send(encode(Paused()))
            raise NotNow
        try:
            confirmation = side.confirm(response)
        except NotProven:
            guessed_wrong()
            raise
        channel.send(confirmation)


async def prove_guest(
    channel: Channel,
    secret: str | None,
    room: str,
    fingerprints: Fingerprints,
    random: Random = secrets.token_bytes,
    deadline: float = DEADLINE,
    token: str | None = None,
    guessing: Callable[[], None] = lambda: None,
) -> None:
    """Prove the secret to the host at the other end and make it prove it too.

    With a ``token`` that is shown first, and the secret only if the host knows no such
    seat, never if it is None. ``guessing`` is called before the secret is shown, which
    gives a host that is none its one guess.

    Raises:
        ConnectionFailed: If either did not work; the channel is closed.
    """
    side = GuestSide(secret or "", room, fingerprints, random)
    async with _attempt(channel, deadline):
        challenge = await channel.receive()
        try:
            if token is not None:
                channel.send(side.resume(challenge, token))
                if side.is_recognised(await channel.receive()):
                    return
            if secret is None:
                raise UnknownSeat
            response = side.respond(challenge)
        except VersionMismatch:
            channel.send(encode(OtherVersion(VERSION)))
            raise
        guessing()
        channel.send(response)
        try:
            side.check(await channel.receive())
        except ChannelClosed:
            # How a host answers a wrong tag.
            raise NotProven from None


@asynccontextmanager
async def _attempt(channel: Channel, deadline: float) -> AsyncIterator[None]:
    """Hang up on everything that goes wrong inside and say what it means."""
    try:
        async with timeout(deadline):
            yield
    except ConnectionFailed:
        await channel.close()
        raise
    except (ProtocolError, ChannelClosed, TimeoutError) as error:
        await channel.close()
        raise ConnectionFailed(_explanation(error)) from error


def _explanation(error: ProtocolError | ChannelClosed | TimeoutError) -> str:
    match error:
        case ProtocolError():
            return say("way.nonsense")
        case ChannelClosed():
            return say("way.hung_up")
        case TimeoutError():
            return say("way.slow")

"""What a malicious signaling server may try with a guest and a host in its hands."""

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable

from villain import ROOM, Leg

from peer.guest import Guest
from peer.sides import Fingerprints, GuestSide, HostSide
from shared.code import ALPHABET
from shared.wire import VERSION, Welcome, encode

HELLO = Guest("Eve").hello()
WELCOME = encode(Welcome(version=VERSION, seat=0, token="t", last_act=0))


async def pass_on(guest: Leg, host: Leg) -> None:
    """Pass every word on between the two connections that have its certificates."""

    async def pump(one: Leg, other: Leg) -> None:
        while True:
            other.send(await one.receive())

    pumps = [
        asyncio.create_task(pump(*legs)) for legs in ((host, guest), (guest, host))
    ]
    await asyncio.wait(pumps, return_when="FIRST_COMPLETED")
    for task in pumps:
        task.cancel()
    await asyncio.gather(*pumps, return_exceptions=True)


class Replay:
    """Say to each victim what the one before it was told by the other end."""

    def __init__(self) -> None:
        self._challenge: str | None = None
        self._response: str | None = None

    async def __call__(self, guest: Leg, host: Leg) -> None:
        challenge = await host.receive()
        guest.send(self._challenge or challenge)
        response = await guest.receive()
        host.send(self._response or response)
        self._challenge, self._response = challenge, response
        await _claim_success(guest, host)


async def reflect(guest: Leg, host: Leg) -> None:
    """Give each victim its own share and its own tag back."""
    challenge = json.loads(await host.receive())
    guest.send(json.dumps(challenge))
    response = json.loads(await guest.receive())
    host.send(json.dumps({**response, "share": challenge["share"]}))
    guest.send(json.dumps({"type": "proof-confirmation", "tag": response["tag"]}))
    await _claim_success(guest, host)


async def drop(guest: Leg, host: Leg) -> None:
    """Swallow the proof and go on as if it had been."""
    await host.receive()
    await _claim_success(guest, host)


async def hang_up(guest: Leg, host: Leg) -> None:
    """Let the guest show its tag, and close on both."""
    guest.send(await host.receive())
    await guest.receive()
    await asyncio.gather(guest.close(), host.close())


class Guess:
    """Try secrets at both ends, with the certificates that each of them sees."""

    def __init__(self, secret: Callable[[], str]) -> None:
        """``secret`` is the right one, so that no guess is right by luck."""
        self._secret = secret
        self._secrets = map("".join, itertools.product(ALPHABET, repeat=4))

    async def __call__(self, guest: Leg, host: Leg) -> None:
        seen_by_host = Fingerprints(host=host.theirs, guest=host.own)
        seen_by_guest = Fingerprints(host=guest.own, guest=guest.theirs)
        as_guest = GuestSide(self._guess(), ROOM, seen_by_host, secrets.token_bytes)
        as_host = HostSide(self._guess(), ROOM, seen_by_guest, secrets.token_bytes)
        host.send(as_guest.respond(await host.receive()))
        guest.send(as_host.challenge())
        response = json.loads(await guest.receive())
        guest.send(json.dumps({"type": "proof-confirmation", "tag": response["tag"]}))
        await _claim_success(guest, host)

    def _guess(self) -> str:
        return next(guess for guess in self._secrets if guess != self._secret())


async def _claim_success(guest: Leg, host: Leg) -> None:
    """Talk of the game to both, and hear whether anybody does too."""
    host.send(HELLO)
    guest.send(WELCOME)
    await asyncio.gather(guest.hear_out(), host.hear_out())

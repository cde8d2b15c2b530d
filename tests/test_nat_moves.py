"""A guest whose network goes away or changes comes back, and the match is the same."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from commands import Command, command
from netns import Place
from test_nat import STUN, world

pytestmark = pytest.mark.needs("iproute2", "nftables", "coturn")

MATCH = ("--hands", "1", "--seed", "5eed", "--players", "2", "--auto", "--json")
JOIN = ("--seed", "b0b5", "--auto", "--json")
PATIENCE = 170.0
"Seconds after which it has failed; it takes 60 and the rest of a match."

ACTIONS_BEFORE = 6
"Of the hand in whose middle the network goes."


class Ear:
    """Hears all that a command says."""

    def __init__(self, running: Command) -> None:
        self._running = running
        self.updates = 0
        self.ending: dict[str, Any] = {}
        self.heard = asyncio.Condition()

    async def listen(self) -> None:
        said = self._running.process.stdout
        assert said is not None
        while not self.ending and (line := await said.readline()):
            record = msgspec.json.decode(line)
            async with self.heard:
                if record["type"] == "update":
                    self.updates += 1
                elif record["type"] == "ending":
                    self.ending = record
                self.heard.notify_all()

    async def until(self, enough: Callable[[], object]) -> None:
        async with self.heard:
            await self.heard.wait_for(enough)


async def undisturbed(home: Path) -> dict[str, Any]:
    """The ending of the same match in quiet."""
    async with AsyncExitStack() as stack:
        host = ("host", *MATCH, "--port", "0", "--speed", "off", "--name", "Ann")
        ann = await stack.enter_async_context(command(home, *host))
        room = await ann.hear("room")
        join = ("join", room["link"], *JOIN, "--name", "Bob")
        bob = await stack.enter_async_context(command(home, *join, "--speed", "off"))
        await bob.hear("ending")
        return await ann.hear("ending")


async def gone_for(seconds: float, place: Place) -> None:
    place.link_down()
    await asyncio.sleep(seconds)
    place.link_up()


async def moved(place: Place) -> None:
    place.move()


async def test_the_match_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    """Plugged out for 3, 20 and 60 s, and with another address, in mid-hand."""
    quiet = await undisturbed(tmp_path)
    disturbances: list[Callable[[Place], Any]] = [
        lambda place: gone_for(3, place),
        lambda place: gone_for(20, place),
        lambda place: gone_for(60, place),
        moved,
    ]
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        middle, server, _ = await stack.enter_async_context(world(tmp_path))

        async def played(number: int, disturb: Callable[[Place], Any]) -> None:
            home = tmp_path / str(number)
            near, far = middle.place("cone"), middle.place("cone")
            ways = ("--server", server, "--stun", STUN["urls"][0], "--speed", "fast")

            async def run(place: Place, *args: str) -> Command:
                running = command(home, *args, *ways, before=place.inside)
                return await stack.enter_async_context(running)

            ann = await run(near, "host", *MATCH, "--name", "Ann")
            code = (await ann.hear("room"))["code"]
            bob = await run(far, "join", code, *JOIN, "--name", "Bob")
            ears = Ear(ann), Ear(bob)
            listening = [asyncio.create_task(ear.listen()) for ear in ears]
            await ears[1].until(lambda: ears[1].updates > ACTIONS_BEFORE)
            await disturb(far)
            await asyncio.gather(*listening)
            assert ears[0].ending == ears[1].ending == quiet
            assert [await ann.ended(), await bob.ended()] == [0, 0]

        await asyncio.gather(
            *(played(*numbered) for numbered in enumerate(disturbances))
        )

"""What a server that runs for years keeps of those who have gone."""

import asyncio
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from place import Place, place

import signaling
from signaling.limits import Limits, Rate
from signaling.room import Lifetimes
from signaling.rooms import Rooms

HERE = Path(signaling.__path__[0])
OURS = [
    tracemalloc.Filter(True, str(HERE / "*")),
    tracemalloc.Filter(True, str(HERE.parent / "shared" / "*")),
    # They remember 4,096 addresses and as many rooms, and no more.
    tracemalloc.Filter(False, str(HERE / "limits.py")),
]
MANY = Limits(connects=Rate(1e6, 1e6), joins=Rate(1e6, 1e6), room_joins=Rate(1e6, 1e6))


@pytest.fixture(autouse=True)
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def held() -> int:
    """Bytes that our code has asked for and still holds."""
    snapshot = tracemalloc.take_snapshot().filter_traces(OURS)
    return sum(line.size for line in snapshot.statistics("filename"))


async def churn(here: Place, rooms: Rooms, times: int, left: int) -> None:
    """So many hosts and guests come and are lost; so many rooms are then there."""
    for _ in range(times):
        host = await here.host()
        guest = await here.guest(host)
        await guest.signal(host)
        await host.hear_word()
        for peer in guest, host:
            await peer.ws.close()
    async with asyncio.timeout(10):
        while True:
            if len(rooms) == left:
                return
            await asyncio.sleep(0.01)


async def test_nothing_is_kept_of_rooms_that_are_over() -> None:
    rooms = Rooms(lifetimes=Lifetimes(keep=0))
    async with place(rooms=rooms, limits=MANY, sweep=0.01) as here:
        await churn(here, rooms, 50, left=0)
        before = held()
        await churn(here, rooms, 200, left=0)
        assert held() - before < 200 * 100


async def test_an_abandoned_room_is_small_while_it_waits_for_its_host() -> None:
    rooms = Rooms()
    async with place(rooms=rooms, limits=MANY, sweep=0.01) as here:
        await churn(here, rooms, 50, left=50)
        before = held()
        await churn(here, rooms, 200, left=250)
        assert held() - before < 200 * 1024

"""Servers with one Redis, and what of them breaks: a server, the Redis, both."""

import asyncio
import signal
from pathlib import Path

import pytest
from nodes import Store, far_node, node, nodes, store, take_back, until
from place import Peer, Place, error
from prometheus_client import generate_latest

from signaling.backend import ANSWER, AT_ONCE, Backend, Listener, Terms
from signaling.metrics import Metrics
from signaling.outbox import Away

pytestmark = pytest.mark.needs("redis-server")

QUICK = {"ttl": 3.0, "lease": 0.9}
AWAY = error(
    "limit", "this server cannot look for tables right now; try again in 5 seconds"
) | {"retry_after": 5.0}


SLOW = f"""
local function now() local t = redis.call('TIME') return t[1] + t[2] / 1e6 end
local till = now() + {ANSWER} / 50
while now() < till do end
return 'here'
"""
"A hundred of these take twice as long as one may."


def left(peer: Peer, reason: str) -> dict[str, object]:
    return {"type": "left", "member": peer.me, "reason": reason}


def arrived(peer: Peer) -> dict[str, object]:
    return {"type": "arrived", "member": peer.me}


async def is_ready(place: Place) -> bool:
    async with place.session.get(f"{place.server.url}/readyz") as response:
        return response.status == 200


async def is_not_ready(place: Place) -> bool:
    return not await is_ready(place)


async def answer(place: Place, **fields: object) -> dict[str, object]:
    peer = await place.peer()
    await peer.say({"version": 1, **fields})
    heard = await peer.hear()
    await peer.ws.close()
    return heard


async def nothing_left(redis: Store) -> bool:
    return not await redis.keys()


async def test_who_was_with_a_killed_server_is_gone_at_once(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, node(redis) as here, far_node(redis) as there:
        host = await here.host()
        guest = await there.guest(host)
        there.process.kill()
        await there.process.wait()
        await host.signal(guest)
        # Long before a lease of 10 seconds has run out.
        async with asyncio.timeout(5):
            heard = [await host.hear(), await host.hear()]
        assert sorted(message["reason"] for message in heard) == ["gone", "lost"]
        again = await here.guest(host)
        await again.signal(host, "here I am")
        assert await host.hear_word() == "here I am"


async def test_a_killed_server_is_missed_without_a_word(tmp_path: Path) -> None:
    async with (
        store(tmp_path) as redis,
        node(redis, Terms(**QUICK)) as here,
        far_node(redis, **QUICK) as there,
    ):
        host = await here.host()
        guest = await there.guest(host)
        there.process.kill()
        assert await host.hear() == left(guest, "lost")


async def test_the_host_of_a_killed_server_comes_back_elsewhere(tmp_path: Path) -> None:
    async with (
        store(tmp_path) as redis,
        node(redis, Terms(**QUICK)) as here,
        far_node(redis, **QUICK) as there,
    ):
        host = await there.host()
        guest = await here.guest(host)
        there.process.kill()
        assert await guest.hear() == left(host, "lost")
        back = await here.peer()
        await back.come(**take_back(host))
        assert await back.hear() == arrived(guest)
        assert await guest.hear() == arrived(back)
        await guest.signal(back, "again")
        assert await back.hear_word() == "again"


async def test_a_server_stopped_for_five_seconds_loses_nothing(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, node(redis) as here, far_node(redis) as there:
        host = await here.host()
        guest = await there.guest(host)
        there.send(signal.SIGSTOP)
        await host.signal(guest, "while you are away")
        others = [await here.guest(host) for _ in range(3)]
        await asyncio.sleep(5)
        there.send(signal.SIGCONT)
        assert await guest.hear_word() == "while you are away"
        await guest.signal(host, "back")
        assert await host.hear_word() == "back"
        assert len(others) == 3


async def test_a_server_taken_for_dead_gets_its_members_back(tmp_path: Path) -> None:
    async with (
        store(tmp_path) as redis,
        node(redis, Terms(**QUICK)) as here,
        far_node(redis, **QUICK) as there,
    ):
        host = await here.host()
        guest = await there.guest(host)
        hosts_guest = await here.peer()
        far_host = await there.host()
        await hosts_guest.come(type="join", room=far_host.room)
        assert await far_host.hear() == arrived(hosts_guest)
        there.send(signal.SIGSTOP)
        assert await host.hear() == left(guest, "lost")
        assert await hosts_guest.hear() == left(far_host, "lost")
        there.send(signal.SIGCONT)
        assert await host.hear() == arrived(guest)
        assert await hosts_guest.hear() == arrived(far_host)
        await guest.signal(host, "still here")
        assert await host.hear_word() == "still here"
        await hosts_guest.signal(far_host, "you too")
        assert await far_host.hear_word() == "you too"


async def test_who_dies_in_silence_is_forgotten(tmp_path: Path) -> None:
    assert Terms().ttl <= 90
    async with store(tmp_path) as redis, far_node(redis, **QUICK) as there:
        host = await there.host()
        await there.guest(host)
        there.process.kill()
        await until(lambda: nothing_left(redis), seconds=10)


async def test_a_room_is_kept_while_somebody_is_there(tmp_path: Path) -> None:
    terms = Terms(ttl=0.6, lease=0.3)
    async with store(tmp_path) as redis, nodes(redis, terms) as (one, other):
        host = await one.host()
        guest = await other.guest(host)
        await asyncio.sleep(1.5)
        await guest.signal(host, "still here")
        assert await host.hear_word() == "still here"
        assert len(await redis.rooms()) == 1


async def test_a_redis_restarted_in_mid_handshake_loses_nothing(
    tmp_path: Path,
) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        near, far = await one.guest(host), await other.guest(host)
        await far.signal(host, "offer")
        assert await host.hear_word() == "offer"
        await redis.kill()
        for place in one, other:
            await until(lambda place=place: is_not_ready(place))  # type: ignore[misc]
        await host.signal(far, "answer")
        await near.signal(host, "nearby")
        assert await host.hear_word() == "nearby"
        await redis.start()
        assert await far.hear_word() == "answer"
        await far.signal(host, "candidate")
        assert await host.hear_word() == "candidate"
        for place in one, other:
            await until(lambda place=place: is_ready(place))  # type: ignore[misc]
        late = await other.guest(host)
        await late.signal(host, "late")
        assert await host.hear_word() == "late"


async def test_while_redis_is_away_nobody_comes_in_and_all_know(tmp_path: Path) -> None:
    watch = Metrics()
    async with store(tmp_path) as redis, node(redis, watch=watch) as place:
        host = await place.host()
        await place.guest(host)
        await redis.kill()
        await until(lambda: is_not_ready(place))
        async with place.session.get(f"{place.server.url}/readyz") as response:
            assert (response.status, await response.text()) == (
                503,
                "the backend is away\n",
            )
        async with place.session.get(f"{place.server.url}/healthz") as response:
            assert response.status == 200
        assert await answer(place, type="create") == AWAY
        assert await answer(place, type="join", room=host.room) == AWAY
        # It is not held against them that they try.
        for _ in range(250):
            assert await answer(place, type="join", room="2222") == AWAY
        figures = generate_latest(watch.registry).decode()
        assert "rummyroom_backend_up 0.0\n" in figures
        assert "rummyroom_backend_outages_total 1.0\n" in figures
        await redis.start()
        await until(lambda: is_ready(place))
        assert "rummyroom_backend_up 1.0\n" in generate_latest(watch.registry).decode()
        await place.guest(host)


async def test_who_left_meanwhile_is_not_there_afterwards(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        guest = await other.guest(host)
        await redis.kill()
        await until(lambda: is_not_ready(other))
        await guest.say({"type": "leave"})
        assert await guest.hear_close() == 1000
        await redis.start()
        assert await host.hear() == left(guest, "left")


async def test_a_room_that_all_forgot_comes_back_with_its_claim(tmp_path: Path) -> None:
    async with store(tmp_path) as redis:
        async with nodes(redis) as (one, _):
            host = await one.host()
        await redis.forget()
        async with nodes(redis) as (one, other):
            back = await other.peer()
            created = await back.come(**take_back(host))
            assert (created["room"], created["claim"]) == (host.room, host.claim)
            await one.guest(back)


async def test_a_room_that_redis_forgot_is_not_anybodys(tmp_path: Path) -> None:
    terms = Terms(lease=0.9)
    async with store(tmp_path) as redis, nodes(redis, terms) as (one, other):
        host = await one.host()
        await redis.forget()
        squatter = await other.peer()
        await squatter.come(type="create", room=host.room, claim="anything")
        guest = await one.peer()
        await redis.kill()
        await redis.start()
        assert await squatter.hear_close() == 4001
        await until(lambda: is_ready(one))
        await guest.come(type="join", room=host.room)
        assert await host.hear() == arrived(guest)


async def test_a_server_starts_while_redis_is_away(tmp_path: Path) -> None:
    redis = Store(tmp_path)
    async with node(redis) as place:
        assert await answer(place, type="create") == AWAY
        await redis.start()
        try:
            await until(lambda: is_ready(place))
            await place.host()
        finally:
            await redis.kill()


async def test_a_stopping_server_takes_its_members_out(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, node(redis) as here:
        async with node(redis) as there:
            host = await here.host()
            guest = await there.guest(host)
        assert await host.hear() == left(guest, "lost")
        assert len([key for key in await redis.keys() if ":node:" in key]) == 1


async def test_who_asks_while_many_do_is_answered_in_turn(tmp_path: Path) -> None:
    async with store(tmp_path) as redis:
        backend = Backend(redis.url)
        await backend.start(Listener())
        backend._script = backend._redis.register_script(SLOW)
        asked = [backend.run("join", f"R{n}", {}) for n in range(100)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        await backend.close()
    assert answers == [b"here"] * 100


class Deaf(Listener):
    """Knows when Redis cannot be asked."""

    def __init__(self) -> None:
        self.down = asyncio.Event()

    def backend_down(self) -> None:
        self.down.set()


async def test_who_still_waits_when_redis_goes_asks_it_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store(tmp_path) as redis:
        backend, listener, may_answer = Backend(redis.url), Deaf(), asyncio.Event()
        asking = []

        async def script(**asked: object) -> bytes:
            asking.append(asked)
            await may_answer.wait()
            return b"here"

        await backend.start(listener)
        monkeypatch.setattr(backend, "_script", script)
        runs = [backend.run("join", f"R{n}", {}) for n in range(AT_ONCE + 1)]
        asked = asyncio.gather(*runs, return_exceptions=True)
        await redis.kill()
        await asyncio.wait_for(listener.down.wait(), 20)
        may_answer.set()
        *answers, last = await asked
        await backend.close()
    assert answers == [b"here"] * AT_ONCE == [b"here"] * len(asking)
    assert isinstance(last, Away)


async def test_a_server_stops_although_what_it_calls_off_does_not_hear_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``asyncio.wait_for`` of Python 3.11 does now and then, within redis-py."""
    monkeypatch.setattr("signaling.backend.ANSWER", 0.2)
    async with store(tmp_path) as redis:
        backend = Backend(redis.url, terms=Terms(lease=0.1))
        await backend.start(Listener())
        asked, deaf = asyncio.Event(), [True]

        async def renew() -> bool:
            asked.set()
            try:
                await asyncio.sleep(60 if deaf else 0)
            except asyncio.CancelledError:
                if not deaf:
                    raise
                deaf.clear()
            return False

        backend._renew_lease = renew  # type: ignore[method-assign]
        await asked.wait()
        async with asyncio.timeout(20):
            await backend.close()
        assert not deaf and not backend._tasks

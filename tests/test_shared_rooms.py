"""Two servers with one Redis: to members they are one."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from nodes import Store, node, nodes, store, take_back, until
from place import Peer, Place, error

from signaling.backend import Terms
from signaling.rooms import NO_SUCH_TABLE

pytestmark = pytest.mark.needs("redis-server")

GAVE_WAY = "somebody else needed this place at the table; join again if you do"


async def answer(place: Place, **fields: object) -> dict[str, object]:
    peer = await place.peer()
    await peer.say({"version": 1, **fields})
    heard = await peer.hear()
    await peer.ws.close()
    return heard


async def guest(place: Place, host: Peer) -> Peer:
    """One that the host may not know of yet."""
    peer = await place.peer()
    await peer.come(type="join", room=host.room)
    return peer


def left(peer: Peer, reason: str) -> dict[str, object]:
    return {"type": "left", "member": peer.me, "reason": reason}


def arrived(peer: Peer) -> dict[str, object]:
    return {"type": "arrived", "member": peer.me}


async def test_whoever_creates_at_one_is_met_at_the_other(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        guest = await other.guest(host)
        for number in range(100):
            await guest.signal(host, number)
            await host.signal(guest, -number)
        assert [await host.hear_word() for _ in range(100)] == [
            str(n) for n in range(100)
        ]
        assert [await guest.hear_word() for _ in range(100)] == [
            str(-n) for n in range(100)
        ]


async def test_what_is_relayed_is_passed_on_byte_for_byte(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        guest = await other.guest(host)
        data = '{"type": "offer" ,\n "sdp":"\\u0000 \\n\\r é"}'
        await guest.relay(host, data)
        text = (await host.ws.receive(timeout=10)).data
        assert text == f'{{"type":"signal","from":{guest.me},"data":{data}}}'


async def test_a_guest_that_goes_is_missed_at_the_other(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        polite, rude = await other.guest(host), await other.guest(host)
        await polite.say({"type": "leave"})
        assert await polite.hear_close() == 1000
        assert await host.hear() == left(polite, "left")
        rude.transport.abort()
        assert await host.hear() == left(rude, "lost")
        await host.signal(rude)
        assert await host.hear() == left(rude, "gone")


async def test_a_host_that_leaves_closes_the_room_everywhere(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        here, there = await one.guest(host), await other.guest(host)
        await host.say({"type": "leave"})
        for guest in here, there:
            heard = await guest.hear()
            if heard == left(host, "left"):
                heard = await guest.hear()
            assert heard == error("closed", "the host has closed this table")
            assert await guest.hear_close() == 4002
        refused = await answer(other, type="join", room=host.room)
        assert refused["code"] == "unknown_room"
        assert await redis.rooms() == []


async def test_a_lost_host_takes_its_room_back_at_the_other(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        here, there = await one.guest(host), await other.guest(host)
        host.transport.abort()
        assert await here.hear() == left(host, "lost")
        assert await there.hear() == left(host, "lost")
        back = await other.peer()
        created = await back.come(**take_back(host))
        assert (created["room"], created["claim"]) == (host.room, host.claim)
        known = sorted([(await back.hear())["member"], (await back.hear())["member"]])
        assert known == sorted([here.me, there.me])
        assert await here.hear() == arrived(back)
        assert await there.hear() == arrived(back)
        await here.signal(back, "again")
        assert await back.hear_word() == "again"


async def test_a_wrong_claim_takes_nothing(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        refused = await answer(other, type="create", room=host.room, claim="guess")
        assert refused == error(
            "claim", "somebody else hosts a table with this code; host a new one"
        )
        await other.guest(host)


async def test_the_newest_of_two_hosts_with_one_claim_stays(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        guest = await other.guest(host)
        newer = await other.peer()
        await newer.come(**take_back(host))
        assert await host.hear_close() == 4001
        assert await newer.hear() == arrived(guest)
        newest = await one.peer()
        await newest.come(**take_back(host))
        assert await newer.hear_close() == 4001
        await guest.signal(newest, "to you")
        assert await newest.hear() == arrived(guest)
        assert await newest.hear_word() == "to you"


async def test_of_hosts_that_race_for_a_room_one_stays(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, nodes(redis) as (one, other):
        host = await one.host()
        racers = [await place.peer() for place in (one, other) * 5]
        await asyncio.gather(*(racer.come(**take_back(host)) for racer in racers))
        guest = await one.peer()
        joined = await guest.come(type="join", room=host.room)
        (winner,) = [racer for racer in racers if racer.me == joined["host"]]
        assert await winner.hear() == arrived(guest)
        for racer in racers:
            if racer is not winner:
                assert await racer.hear_close() == 4001


async def test_of_sixty_that_race_for_ten_places_ten_come_in(tmp_path: Path) -> None:
    terms = Terms(cap=10)
    async with store(tmp_path) as redis, nodes(redis, terms) as (one, other):
        host = await one.host()
        peers = [await place.peer() for place in (one, other) * 30]
        join = {"type": "join", "version": 1, "room": host.room}
        await asyncio.gather(*(peer.say(join) for peer in peers))
        answers = await asyncio.gather(*(peer.hear() for peer in peers))
        assert Counter(answer["type"] for answer in answers) == {
            "joined": 10,
            "error": 50,
        }
        inside = {answer["you"] for answer in answers if answer["type"] == "joined"}
        assert {(await host.hear())["member"] for _ in range(10)} == inside


async def test_unknown_over_and_full_rooms_are_refused_alike(tmp_path: Path) -> None:
    terms = Terms(cap=1)
    async with store(tmp_path) as redis, nodes(redis, terms) as (one, other):
        full, over = await one.host(), await one.host()
        await other.guest(full)
        await over.say({"type": "leave"})
        await over.hear_close()
        names = (full.room, over.room, "2222", "not a room")
        answers = [await answer(other, type="join", room=name) for name in names]
        alike = error("unknown_room", NO_SUCH_TABLE) | {"retry_after": 2.0}
        assert answers == [alike] * 4


async def test_nobody_comes_into_a_room_that_is_not_there(tmp_path: Path) -> None:
    terms = Terms(quiet=0.0, stay=0.0)
    async with store(tmp_path) as redis, node(redis, terms) as place:
        refused = await answer(place, type="join", room="2222")
        assert refused["code"] == "unknown_room"
        assert await redis.rooms() == []


async def test_the_place_of_a_quiet_guest_is_for_one_elsewhere(tmp_path: Path) -> None:
    terms = Terms(cap=1, quiet=0.0)
    async with store(tmp_path) as redis, nodes(redis, terms) as (one, other):
        host = await one.host()
        quiet = await one.guest(host)
        next_one = await guest(other, host)
        assert await quiet.hear() == error("refused", GAVE_WAY)
        assert await quiet.hear_close() == 4000
        assert await host.hear() == left(quiet, "lost")
        assert await host.hear() == arrived(next_one)


async def test_a_room_whose_host_stays_away_is_over(tmp_path: Path) -> None:
    terms = Terms(ttl=0.6, lease=0.3, keep=0.5)
    async with store(tmp_path) as redis, nodes(redis, terms) as (one, other):
        host = await one.host()
        guest = await other.guest(host)
        host.transport.abort()
        assert await guest.hear() == left(host, "lost")
        why = "the host of this table did not come back; ask for a new code"
        assert await guest.hear() == error("closed", why)
        assert await guest.hear_close() == 4002
        assert await redis.rooms() == []


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (
            Terms(ttl=0.6, lease=0.3, hard=0.5),
            "this table has been open for too long; host a new one",
        ),
        (
            Terms(ttl=0.6, lease=0.3, idle=0.5),
            "nobody came to this table for too long; host a new one",
        ),
    ],
)
async def test_rooms_have_their_time(tmp_path: Path, terms: Terms, why: str) -> None:
    async with store(tmp_path) as redis, node(redis, terms) as place:
        host = await place.host()
        assert await host.hear() == error("closed", why)
        assert await host.hear_close() == 4002


async def test_what_is_said_before_the_answer_is_heard_after_it(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, node(redis) as place:
        peer = await place.peer()
        await peer.say({"type": "create", "version": 1})
        await peer.say({"type": "leave"})
        assert (await peer.hear())["type"] == "created"
        assert await peer.hear_close() == 1000


async def test_too_much_is_not_said_before_the_answer(tmp_path: Path) -> None:
    async with store(tmp_path) as redis, node(redis) as place:
        peer = await place.peer()
        create = b'{"type":"create","version":1}'
        frame = bytes((0x81, 0x80 | len(create))) + bytes(4) + create
        peer.transport.write(frame * 10)
        assert await peer.hear() == error(
            "refused", "too much was said before the answer; wait for it"
        )
        assert await peer.hear_close() == 4000
        await until(lambda: nothing_left(redis))


async def nothing_left(redis: Store) -> bool:
    return not await redis.rooms()


async def test_a_thousand_rooms_leave_nothing(tmp_path: Path) -> None:
    async with store(tmp_path) as redis:
        async with nodes(redis) as (one, other):

            async def churn() -> None:
                for _ in range(50):
                    host = await one.host()
                    guest = await other.guest(host)
                    await host.say({"type": "leave"})
                    await host.hear_close()
                    await guest.ws.close()

            await asyncio.gather(*(churn() for _ in range(20)))
        assert await redis.keys() == []

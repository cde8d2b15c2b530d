"""A guest comes back over real channels, through a real signaling server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest
from peers import DEADLINE
from tabled import new_host

from peer import pauses, redial
from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.channel import Channel
from peer.comeback import Rhythm
from peer.connection import RtcConnection
from peer.gate import Gate
from peer.guest import Guest
from peer.hosting import Hosting
from peer.lasting import LastingSession
from peer.meet import Meeting, connect, create_room
from peer.news import BACK, LOST, SUSPECT, WELL, News
from peer.pauses import Pauses
from peer.session import Session
from peer.way import Way
from shared.code import Code
from shared.errors import ChannelClosed, RummyError
from shared.rulesets.basic import PRESETS
from shared.wire import Bye, Rejected, ToGuest, Update, Welcome
from signaling.server import SignalingServer, start_server

RHYTHM = Rhythm(beat=0.1, look=0.05, suspect=1.0, dead=3.0, gap=30.0)
"Like the real one, in a shorter time."


class Network:
    """Between one guest and its host: it can swallow everything."""

    def __init__(self) -> None:
        self.connections: list[RtcConnection] = []

    async def reach(
        self, meeting: Meeting, deadline: float = DEADLINE
    ) -> tuple[RtcConnection, Channel]:
        """Connect through us."""
        connection, channel = await connect(meeting, deadline=deadline)
        connection._close_timeout = 0.1  # nobody answers where it is cut
        self.connections.append(connection)
        return connection, channel

    def cut(self) -> None:
        """What the last connection sends and receives is lost from now on."""
        for protocol in self.connections[-1]._link._agent._protocols:
            protocol.datagram_received = lambda *_: None
            protocol.transport = Nowhere(protocol.transport)

    def mend(self) -> None:
        for protocol in self.connections[-1]._link._agent._protocols:
            del protocol.datagram_received
            protocol.transport = protocol.transport.real

    def spoil(self) -> None:
        """Lose a packet in twenty each way, and deliver one in ten late."""
        for protocol in self.connections[-1]._link._agent._protocols:
            chance = Random(7)
            arrived = protocol.datagram_received
            protocol.datagram_received = partial(spoiled, chance, arrived)
            protocol.transport = Nowhere(protocol.transport)
            protocol.transport.sendto = partial(
                spoiled, chance, protocol.transport.real.sendto
            )

    def break_sockets(self) -> None:
        """As when the address of this machine changes."""
        for protocol in self.connections[-1]._link._agent._protocols:
            protocol.transport.abort()


class Nowhere:
    """A transport that sends nothing."""

    def __init__(self, real: asyncio.DatagramTransport) -> None:
        self.real = real
        self.close = real.close
        self.abort = real.abort
        self.get_extra_info = real.get_extra_info

    def sendto(self, *_: object) -> None:
        pass


def spoiled(chance: Random, deliver: Callable[..., None], *packet: object) -> None:
    luck = chance.random()
    if luck < 0.1:
        asyncio.get_running_loop().call_later(0.02, deliver, *packet)
    elif luck < 0.95:
        deliver(*packet)


class Evening:
    """A server, Ann who hosts, and Bob who is far away."""

    def __init__(self, server: SignalingServer, table: Hosting, gate: Gate) -> None:
        self.server = server
        self.port = int(server.url.rpartition(":")[2])
        self.table = table
        self.gate = gate
        self.network = Network()
        self.ann = Session(Guest("Ann"), table.own_channel())
        self.way = Way(server.url, gate.code, reach=self.network.reach)
        self.bob: LastingSession

    async def arrive(self) -> None:
        _, channel = await self.way.first(None)
        self.bob = lasting(Guest("Bob"), channel, self.way)
        await self.ann.sit_down()
        await self.bob.sit_down()
        await self.hear(Update)

    async def hear(self, *wanted: object) -> ToGuest | News:
        """The next message to Bob that is, or is one of, ``wanted``."""
        async with asyncio.timeout(DEADLINE):
            while True:
                heard = await self.bob.receive()
                if heard in wanted or type(heard) in wanted:
                    return heard

    async def on_turn(self) -> None:
        """Let Ann play until it is Bob's turn."""
        ann = Autoplay(self.ann, Medium(), 0)
        while not self.bob.guest.view or not self.bob.guest.view.can:
            await self.hear(Update)
            heard: ToGuest = Bye()
            while not isinstance(heard, Update) or heard.seq < self.bob.guest.seq:
                heard = await self.ann.receive()
            await ann.told(heard)

    async def acts(self) -> int:
        """Bob does something; how many actions the table has seen."""
        before = self.bob.guest.seq
        update = await self.bobs_update(Autoplay(self.bob, Medium(), 0))
        assert update.seq > before
        return update.seq

    async def bobs_update(self, player: Autoplay) -> Update:
        seat = self.bob.guest
        assert seat.view is not None and seat.table is not None
        await player.told(Update(seat.seq, 0, (), seat.table, seat.view))
        while seat.pending:
            heard = await self.hear(Update)
        assert isinstance(heard, Update)
        return heard


def lasting(guest: Guest, channel: Channel, way: Way) -> LastingSession:
    quick = Pauses(0.05, 0.2)
    return LastingSession(guest, channel, way.again, rhythm=RHYTHM, pauses=quick)


@asynccontextmanager
async def evening(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr(redial, "Pauses", partial(Pauses, 0.05, 0.2))
    monkeypatch.setattr(pauses, "LONGEST_WISH", 0.05)
    host = new_host(PRESETS["cgio"], 2, b"a seed of the tests")
    server = await start_server("127.0.0.1", 0)
    meeting = await create_room(server.url)
    async with Hosting(host, Medium, pace=0) as table:
        told: list[object] = []
        gate = Gate(meeting, table, told.append, lambda *shown: told.extend(shown))
        keeping = asyncio.create_task(gate.keep())
        here = Evening(server, table, gate)
        await here.arrive()
        yield here
        await here.bob.close()
        await here.way.close()
        await here.ann.leave()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
    await here.server.close()


async def test_a_link_that_is_lost_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(monkeypatch) as here:
        await here.on_turn()
        here.network.cut()
        assert await here.hear(News) == SUSPECT
        assert await here.hear(News) == BACK
        welcome = await here.hear(Welcome)
        assert isinstance(welcome, Welcome) and (welcome.seat, welcome.back) == (
            1,
            True,
        )
        await here.hear(Update)
        await here.acts()
        assert len(here.network.connections) == 2


async def test_a_bad_network_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(monkeypatch) as here:
        here.network.spoil()
        played = asyncio.ensure_future(plays(here.ann))
        bobs = await plays(here.bob)
        anns = await played
        assert (bobs.seq, bobs.table.scores) == (anns.seq, anns.table.scores)
        assert here.table.host.table.places[1].last_act == here.bob.guest._last_act > 5


async def plays(session: Session | LastingSession) -> Update:
    """Play one hand to its end."""
    player = Autoplay(session, Medium(), 0)
    guest = session.guest
    async with asyncio.timeout(60):
        while True:
            heard = await session.receive()
            if isinstance(heard, Update):
                if heard.table.phase != "hand" and guest.view is not None:
                    return heard
                await player.told(heard)
            elif isinstance(heard, Rejected):
                await player.refused(heard)


async def test_an_outage_that_is_over_soon_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        here.way._connect = never
        await here.on_turn()
        here.network.cut()
        assert await here.hear(News) == SUSPECT
        here.network.mend()
        assert await here.hear(News) == WELL
        await here.acts()
        assert here.bob.is_up


async def never(*_: object, **__: object) -> tuple[RtcConnection, Channel]:
    await asyncio.Event().wait()
    raise AssertionError


async def test_a_machine_with_another_address_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        here.network.break_sockets()
        assert await here.hear(BACK, LOST) in (BACK, LOST)
        await here.hear(Update)
        assert here.bob.guest.seat == 1


async def test_what_was_asked_for_in_the_outage_happens_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        await here.on_turn()
        seq = here.bob.guest.seq
        here.network.cut()
        assert await here.acts() == seq + 1
        assert here.bob.guest.view is not None
        assert here.table.host.table.places[1].last_act == 1


async def test_the_new_code_is_not_needed_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        here.gate.code = Code(here.gate.code.room, "9999")
        here.network.cut()
        await here.hear(BACK)
        assert here.gate._failures == 0


async def test_when_the_host_knows_neither_token_nor_code_it_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        here.gate.code = Code(here.gate.code.room, "9999")
        here.bob.guest.token = "of a seat that nobody has"
        here.network.cut()
        with pytest.raises(ChannelClosed, match="^there is no way back to the table: "):
            await here.hear(BACK)
        assert here.gate._failures == 1


async def test_a_second_connection_with_the_token_replaces_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        elsewhere = Way(here.server.url, here.gate.code)
        token = here.bob.guest.token
        _, channel = await elsewhere.first(token)
        again = lasting(Guest("Bob", token), channel, elsewhere)
        assert (await again.sit_down()).seat == 1
        bye = await here.hear(Bye)
        assert bye == Bye("replaced", replaced=True)
        with pytest.raises(RummyError):
            await here.hear(News)
        await again.close()
        await elsewhere.close()


async def test_the_server_dies_in_mid_game_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        await here.on_turn()
        await here.server.close()
        await here.acts()
        here.network.cut()
        assert await here.hear(News) == SUSPECT
        told = await here.hear(News)
        assert isinstance(told, News) and told.state == "trying"
        here.server = await start_server("127.0.0.1", here.port)
        await here.hear(BACK)
        await here.hear(Update)
        assert here.bob.guest.seat == 1


async def test_our_place_in_the_room_is_kept_when_the_server_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(monkeypatch) as here:
        entered: asyncio.Queue[str] = asyncio.Queue()
        again = redial.again

        async def noted(meeting: Meeting) -> Meeting:
            back = await again(meeting)
            entered.put_nowait("guest" if back.claim is None else "host")
            return back

        monkeypatch.setattr(redial, "again", noted)
        await here.server.close()
        here.server = await start_server("127.0.0.1", here.port)
        async with asyncio.timeout(DEADLINE):
            assert await entered.get() == "guest"

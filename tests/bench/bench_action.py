"""From an action to everyone's view of it; the budget is 1 ms at p50, 5 ms at p99.

The host is one process, its three guests are another; each action is one of a computer
player, whose thinking does not count. Beside it a message there and back over raw UDP
and over a data channel of aiortc alone. Then what a guest costs its host and itself.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription

from peer import meet
from peer.bots import advice
from peer.bots.medium import Medium
from peer.connection import RtcConnection
from peer.guest import Guest
from peer.proof import Fingerprints, prove_guest
from peer.session import Session
from shared.code import read_code
from shared.events import Event
from shared.wire import Update

sys.path.insert(0, str(Path(__file__).parent))

from bench_join import Script, script  # noqa: E402

ACTIONS = 600
WARM_UP = 50
GUESTS = 3
IDLE = 10.0
"Seconds in which nobody does anything."

MESSAGE = b"x" * 500
"About as long as an update."


class Player:
    """One guest, with what it saw last."""

    def __init__(self, session: Session, connection: RtcConnection) -> None:
        self.session = session
        self.connection = connection
        self.bot = Medium()
        self.story: list[Event] = []
        self.update: Update | None = None

    async def hear(self, enough: Callable[[Update], bool]) -> None:
        """Up to an update that is ``enough``."""
        while self.update is None or not enough(self.update):
            message = await self.session.receive()
            if isinstance(message, Update):
                self.update = message
                self.story.extend(message.events)

    @property
    def may_act(self) -> bool:
        """Whether it is its turn."""
        view = self.update and self.update.view
        return view is not None and bool(view.can)


async def sat_down(url: str, code: str) -> Player:
    invitation = read_code(code)
    meeting = await meet.join_room(url, invitation.room)
    connection, channel = await meet.connect(meeting)
    own, theirs = connection.fingerprints
    both = Fingerprints(host=theirs, guest=own)
    await prove_guest(channel, invitation.secret, invitation.room, both)
    session = Session(Guest("Ann", None), channel)
    await session.sit_down()
    await meeting.close()
    return Player(session, connection)


async def hear_all(players: Sequence[Player], enough: Callable[[Update], bool]) -> None:
    await asyncio.gather(*(player.hear(enough) for player in players))


def in_a_hand(update: Update) -> bool:
    return update.table.phase == "hand"


async def actions(players: Sequence[Player]) -> list[float]:
    """Milliseconds from each action until the last guest had the new view."""
    times = []
    while len(times) < ACTIONS + WARM_UP:
        acting = next((player for player in players if player.may_act), None)
        if acting is None:
            for player in players:
                player.session.ready()
            await hear_all(players, in_a_hand)
            continue
        assert acting.update is not None and acting.update.view is not None
        action = advice(acting.bot, acting.update.view, acting.story)
        acting.story = []
        seq = acting.update.seq
        began = time.perf_counter()
        acting.session.act(action)
        await hear_all(players, lambda update, seq=seq: update.seq > seq)  # type: ignore[misc]
        times.append(1000 * (time.perf_counter() - began))
    return times[WARM_UP:]


class Ping(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def datagram_received(self, data: bytes, sender: Any) -> None:
        self.heard.put_nowait(data)


async def raw_udp() -> list[float]:
    async with script("udp", program="echoing.py") as echo:
        port = await echo.hear()
        loop = asyncio.get_running_loop()
        transport, ping = await loop.create_datagram_endpoint(
            Ping, remote_addr=("127.0.0.1", port)
        )
        times = await there_and_back(transport.sendto, ping.heard)
        transport.close()
        return times


async def bare_channel() -> list[float]:
    async with script("channel", program="echoing.py") as echo:
        peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        channel = peer.createDataChannel("echo", negotiated=True, id=0)
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        opened = asyncio.Event()
        channel.on("message", heard.put_nowait)
        channel.on("open", opened.set)
        await peer.setLocalDescription(await peer.createOffer())
        answer = await echo.ask(json.dumps(peer.localDescription.sdp))
        await peer.setRemoteDescription(RTCSessionDescription(str(answer), "answer"))
        await opened.wait()
        times = await there_and_back(channel.send, heard)
        await peer.close()
        return times


async def there_and_back(send: Any, heard: "asyncio.Queue[bytes]") -> list[float]:
    times = []
    for _ in range(ACTIONS + WARM_UP):
        began = time.perf_counter()
        send(MESSAGE)
        await heard.get()
        times.append(1000 * (time.perf_counter() - began))
    return times[WARM_UP:]


def show(name: str, times: Sequence[float]) -> None:
    ordered = sorted(times)
    p50, p99 = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    print(f"{name:32} {len(times):5} {p50:8.2f} {p99:8.2f} {ordered[-1]:8.2f}")


def memory(process: int | str) -> float:
    """Resident megabytes."""
    fields = Path(f"/proc/{process}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu(process: int | str) -> float:
    """Seconds it has used."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


async def idle(host: int, players: Sequence[Player]) -> tuple[float, float]:
    """Milliseconds of processor a second that the host and we use meanwhile."""
    waiting = asyncio.ensure_future(hear_all(players, lambda _: False))
    before = cpu(host), cpu("self")
    await asyncio.sleep(IDLE)
    after = cpu(host), cpu("self")
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    used = [1000 * (b - a) / IDLE for a, b in zip(before, after, strict=True)]
    return used[0], used[1]


async def costs(host: Script, url: str) -> list[Player]:
    code = str(await host.ask(f"{GUESTS} 0"))
    alone, empty = await idle(host.pid, []), memory(host.pid)
    own = memory("self")
    players = [await sat_down(url, code) for _ in range(GUESTS)]
    await hear_all(players, in_a_hand)
    seated, full = await idle(host.pid, players), memory(host.pid)
    print(f"{'a guest costs':32}       {'MB':>8} {'idle, ms of CPU a second':>26}")
    print(f"{'its host':32}       {(full - empty) / GUESTS:8.2f}", end=" ")
    print(f"{(seated[0] - alone[0]) / GUESTS:26.2f}")
    print(f"{'itself':32}       {(memory('self') - own) / GUESTS:8.2f}", end=" ")
    print(f"{(seated[1] - alone[1]) / GUESTS:26.2f}")
    return players


async def measure() -> None:
    async with script("host", "127.0.0.1") as host:
        players = await costs(host, str(await host.hear()))
        print("ms                                runs      p50      p99      max")
        show("action to all three views", await actions(players))
        await asyncio.gather(*(player.session.close() for player in players))
    show("there and back, raw UDP", await raw_udp())
    show("there and back, aiortc's channel", await bare_channel())


if __name__ == "__main__":
    asyncio.run(measure())

"""From before the offer to the open data channel; the budget is 150 ms.

One process and one machine, signaling without delay, and a STUN server that never
answers: ours beside aiortc's own RTCPeerConnection, which waits for it.
"""

import asyncio
import socket
import statistics
import time

from aiortc import RTCConfiguration, RTCIceServer, RTCPeerConnection

from peer.connection import RtcConnection
from shared.signals import Description, IceServer

RUNS = 21
PLAIN_RUNS = 1
DEADLINE = 30.0


async def ours(stun: str) -> float:
    """Milliseconds until both ends are open."""
    servers = [IceServer(urls=(stun,))]
    to_host: asyncio.Queue[Description] = asyncio.Queue()
    to_guest: asyncio.Queue[Description] = asyncio.Queue()
    started = time.perf_counter()
    guest = RtcConnection("offer", servers, to_host.put_nowait)
    host = RtcConnection("answer", servers, to_guest.put_nowait)
    relays = [
        asyncio.create_task(relay(to_host, host)),
        asyncio.create_task(relay(to_guest, guest)),
    ]
    await guest.offer()
    await asyncio.gather(guest.open(DEADLINE), host.open(DEADLINE))
    took = time.perf_counter() - started
    await asyncio.gather(guest.close(), host.close())
    for task in relays:
        task.cancel()
    return 1000 * took


async def relay(queue: "asyncio.Queue[Description]", to: RtcConnection) -> None:
    while True:
        await to.signal(await queue.get())


async def plain(stun: str) -> float:
    """The same with what aiortc's documentation shows."""
    started = time.perf_counter()
    configuration = RTCConfiguration(iceServers=[RTCIceServer(stun)])
    guest, host = RTCPeerConnection(configuration), RTCPeerConnection(configuration)
    opened = asyncio.Event()
    guest.createDataChannel("rummy", negotiated=True, id=0).on("open", opened.set)
    host.createDataChannel("rummy", negotiated=True, id=0)
    await guest.setLocalDescription(await guest.createOffer())
    await host.setRemoteDescription(guest.localDescription)
    await host.setLocalDescription(await host.createAnswer())
    await guest.setRemoteDescription(host.localDescription)
    await opened.wait()
    took = time.perf_counter() - started
    await asyncio.gather(guest.close(), host.close())
    return 1000 * took


async def measure(stun: str) -> None:
    print("offer to open channel, ms       runs   median      min      max")
    for name, attempt, runs in (
        ("rummyroom", ours, RUNS),
        ("aiortc alone", plain, PLAIN_RUNS),
    ):
        times = [await attempt(stun) for _ in range(runs)]
        middle = statistics.median(times)
        low, high = min(times), max(times)
        print(f"{name:30} {runs:5} {middle:8.1f} {low:8.1f} {high:8.1f}")


def main() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        asyncio.run(measure(f"stun:127.0.0.1:{silent.getsockname()[1]}"))


if __name__ == "__main__":
    main()

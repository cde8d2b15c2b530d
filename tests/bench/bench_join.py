"""From a typed code to the first view of the cards; the budget is 120 ms.

Host with its server and guest are two processes on this machine, and the STUN server
never answers. Then the two are moved apart by a wire that delays (root, /dev/net/tun):
what each step costs in round trips is what it grew by, and is needed for

    let in by the server  3  TCP, the WebSocket's upgrade, join and joined. The room
                             could be joined by the upgrade's address and the offer
                             go with it: one or two less, and a server that has to
                             read more before it knows whom it talks to.
    channel open          5  offer and answer, with a check of ICE under way before the
                             guest has the answer; two flights of DTLS 1.2; INIT and
                             COOKIE of SCTP. aiortc knows no DTLS 1.3 and no shorter
                             way (draft-hancke-tsvwg-snap).
    code proven           1  CPace in three messages, of which the host's first comes
                             with the open channel. Needed: nothing may be said before.
    first view            1  hello and welcome, and the view in the same breath. The
                             hello could ride on the last message of the proof, for a
                             host that must then hold it back until that is right.
"""

import asyncio
import json
import os
import socket
import statistics
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bench_connect import plain

RUNS = 21
DELAYED_RUNS = 7
DELAYS = (0.025, 0.05, 0.1)
"Seconds one way."

sys.path.insert(0, str(Path(__file__).parent.parent))

from netns import NEAR, wire  # noqa: E402


@asynccontextmanager
async def script(
    *args: str, inside: Sequence[str] = (), program: str = "joining.py"
) -> AsyncIterator["Script"]:
    path = str(Path(__file__).with_name(program))
    process = await asyncio.create_subprocess_exec(
        *(*inside, sys.executable, path, *args), stdin=PIPE, stdout=PIPE
    )
    try:
        yield Script(process)
    finally:
        process.kill()
        await process.wait()


class Script:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid

    async def hear(self) -> object:
        assert self._process.stdout is not None
        return json.loads(await self._process.stdout.readline())

    async def ask(self, line: str) -> object:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        return await self.hear()


async def steps(
    runs: int, address: str, stun: str, ends: Sequence[Sequence[str]] = ((), ())
) -> dict[str, list[float]]:
    """What each run of a join took up to each step."""
    passed: dict[str, list[float]] = {}
    near, far = ends
    async with (
        script("host", address, inside=near) as host,
        script("guest", inside=far) as guest,
    ):
        url = await host.hear()
        for _ in range(runs):
            code = await host.ask("2 1")
            for step, took in dict(await guest.ask(f"{url} {code} {stun}")).items():  # type: ignore[call-overload]
                passed.setdefault(step, []).append(took)
    return passed


async def measure(stun: str) -> None:
    here = await steps(RUNS, "127.0.0.1", stun)
    print("code to first view, ms         runs   median      min      max")
    for step, times in here.items():
        show(step, times)
    alone = await plain(stun)
    show("aiortc alone, offer to channel", [alone])
    if os.geteuid() != 0:
        print("with delay: not measured, as it needs root")
        return
    for delay in DELAYS:
        async with wire(delay=delay) as (near, far):
            ends = (near.inside, far.inside)
            there = await steps(DELAYED_RUNS, NEAR, f"stun:{NEAR}:9", ends)
        apart = f"with {1000 * delay:.0f} ms each way"
        print(f"{apart:30}  runs   median   round trips")
        before = 0.0
        for step, times in there.items():
            more = statistics.median(times) - statistics.median(here[step])
            trips = more / (2000 * delay)
            middle = statistics.median(times)
            print(f"{step:30} {len(times):5} {middle:8.1f} {trips - before:8.1f}")
            before = trips


def show(step: str, times: Sequence[float]) -> None:
    middle = statistics.median(times)
    low, high = min(times), max(times)
    print(f"{step:30} {len(times):5} {middle:8.1f} {low:8.1f} {high:8.1f}")


def main() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        asyncio.run(measure(f"stun:127.0.0.1:{silent.getsockname()[1]}"))


if __name__ == "__main__":
    main()

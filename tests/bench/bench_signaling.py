"""What a message, a join and an idle member cost our server, and others beside it.

Every server runs alone on the first core, its peers on the second. PeerJS and ``ws``
are installed by npm into tests/bench/node once, where node is there. Budgets: 25 us of
CPU a message, 0.85 ms a full join, 16 KiB an idle member, 5 ms at the 99th percentile
of 1,000 messages a second, 10 MiB of growth after 10,000 joins, 45 MB at the start.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
NODE = HERE / "node"
ROOT = HERE.parent.parent
PACKAGES = ("peer@1", "ws@8")
CORES = sorted(os.sched_getaffinity(0))
STAGES = ("throughput", "joins", "latency", "idle")


def servers() -> dict[str, tuple[list[str], str]]:
    """What can be run here, ``{port}`` in place of the port, and what it speaks."""
    found = {}
    for loop in ("asyncio", "uvloop"):
        if loop == "asyncio" or find_spec("uvloop"):
            for name, file, protocol in (
                ("rummyroom", "rummyroom.py", "rummyroom"),
                ("bare aiohttp", "bare_aiohttp.py", "bare"),
            ):
                command = [sys.executable, str(HERE / "relays" / file), "{port}", loop]
                found[f"{name}, {loop}"] = (command, protocol)
    if shutil.which("npm") and install():
        relay = ["node", str(HERE / "relays" / "bare_ws.mjs"), "{port}", f"{NODE}/x"]
        found["bare ws, node"] = (relay, "bare")
        peerjs = str(NODE / "node_modules/peer/dist/bin/peerjs.js")
        address = ["--host", "127.0.0.1", "--port", "{port}"]
        found["PeerJS, node"] = (["node", peerjs, *address], "peerjs")
    return found


def install() -> bool:
    """Whether the packages of node are here, now."""
    if (NODE / "node_modules").is_dir():
        return True
    NODE.mkdir(exist_ok=True)
    command = ["npm", "install", "--prefix", str(NODE), "--silent", "--no-fund"]
    return subprocess.run([*command, *PACKAGES]).returncode == 0


def measure(command: list[str], protocol: str, stage: str) -> dict[str, float]:
    """One stage with a server of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    server = subprocess.Popen(
        on(CORES[0], [part.format(port=port) for part in command]),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, server)
        load = [sys.executable, str(HERE / "load.py"), stage, protocol, port]
        run = subprocess.run(
            on(CORES[-1], [*load, str(server.pid)]),
            capture_output=True,
            text=True,
            timeout=180,
        )
        if run.returncode:
            print(run.stderr, file=sys.stderr)
            return {}
        result: dict[str, float] = json.loads(run.stdout)
        return result
    finally:
        server.kill()
        server.wait()


def on(core: int, command: list[str]) -> list[str]:
    return (
        ["taskset", "-c", str(core), *command] if shutil.which("taskset") else command
    )


def wait_for(port: str, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(200):
        assert server.poll() is None, "it has ended"
        try:
            socket.create_connection(("127.0.0.1", int(port)), 0.2).close()
            time.sleep(0.5)
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("it does not listen")


def main(wanted: str = "") -> None:
    columns = ("us", "ms", "growth", "p50", "p99", "kib", "start")
    heads = ("us/message", "ms/join", "MiB/10k joins", "p50 ms", "p99 ms")
    heads += ("KiB/member", "MiB at start")
    print(f"{'':22}" + "".join(f"{head:>14}" for head in heads))
    for name, (command, protocol) in servers().items():
        if not re.search(wanted, name):
            continue
        found: dict[str, float] = {}
        for stage in STAGES:
            found |= measure(command, protocol, stage)
        shown = (f"{found[c]:14.2f}" if c in found else f"{'-':>14}" for c in columns)
        print(f"{name:22}" + "".join(shown), flush=True)
    print(f"load average {os.getloadavg()[0]:.1f} on {len(CORES)} cores")


if __name__ == "__main__":
    main(*sys.argv[1:])

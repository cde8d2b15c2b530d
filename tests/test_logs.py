"""What a server writes into its log, and what never gets there."""

import json
import logging
import signal
from pathlib import Path

import aiohttp
import pytest
from commands import command
from place import Peer

from signaling.logs import JsonLines


def record(message: str, *args: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord(
        "signaling.x", logging.INFO, "x.py", 1, message, args, None
    )
    made.__dict__.update({"created": 1_800_000_000.25} | more)
    return made


def test_a_line_of_json() -> None:
    assert json.loads(JsonLines().format(record("= %s\n", 'a "b"'))) == {
        "time": "2027-01-15T08:00:00.250000+00:00",
        "level": "info",
        "logger": "signaling.x",
        "message": '= a "b"\n',
    }


def test_a_fault_stays_on_its_line() -> None:
    try:
        raise ValueError("why")
    except ValueError as error:
        fault = (ValueError, error, error.__traceback__)
    line = JsonLines().format(record("x", exc_info=fault))
    assert "\n" not in line
    assert json.loads(line)["error"].endswith("ValueError: why")


@pytest.mark.parametrize("kind", ["text", "json"])
async def test_nobody_is_in_the_log(tmp_path: Path, kind: str) -> None:
    """Even with everything told: no code, no address, nothing of what is relayed."""
    serve = ("serve", "-vv", "--listen", "127.0.0.1:0", "--json", "--log", kind)
    async with command(tmp_path, *serve) as running:
        url = (await running.hear("serving"))["url"]
        async with aiohttp.ClientSession() as session:
            host, guest, stranger = [
                Peer(await session.ws_connect(f"{url}/signal")) for _ in range(3)
            ]
            await host.come(type="create")
            await guest.come(type="join", room=host.room)
            await host.hear()
            await guest.signal(host, "v=0 192.0.2.77")
            await host.hear()
            await stranger.say("{")
            await stranger.hear()
            port = str(guest.transport.get_extra_info("sockname")[1])
        running.process.send_signal(signal.SIGTERM)
        assert await running.ended() == 143
        log = await running.errors()
    assert "Signal" in log and "the signaling server has stopped" in log
    for secret in (host.room, host.claim, "127.0.0.1", port, "192.0.2.77", "v=0"):
        assert secret not in log
    if kind == "json":
        lines = [json.loads(line) for line in log.splitlines()]
        assert {line["level"] for line in lines} == {"info", "debug"}

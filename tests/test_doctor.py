"""``rummyroom doctor`` looks at a real server, a real relay and every kind of NAT."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from commands import Command, command
from netns import KINDS, SECOND, SERVER, Kind, Place, credentials
from place import place
from test_nat import URLS, world

from peer import probe
from peer.policy import OPEN
from shared.signals import IceServer

needs_namespaces = pytest.mark.needs("iproute2", "nftables", "coturn")

STUNS = ["--stun", f"stun:{SERVER}:3478", "--stun", f"stun:{SECOND}:3478"]
NOBODY = "only with relay, and nobody offers one"
RELAY = "yes, through the relay"


async def findings(running: Command) -> tuple[dict[str, Any], dict[str, Any]]:
    """Each check by its name, and the verdict."""
    found = {}
    while line := await running.line():
        said = msgspec.json.decode(line)
        if said["type"] == "verdict":
            return found, said
        found[said["name"]] = said
    raise AssertionError(await running.errors())


@needs_namespaces
@pytest.mark.parametrize("relayed", [True, False])
async def test_what_each_kind_of_network_allows(tmp_path: Path, relayed: bool) -> None:
    expected: dict[Kind, tuple[str, str, str]] = {
        "open": ("ok", "yes", "yes"),
        "cone": ("ok", "yes", RELAY if relayed else NOBODY),
        "symmetric": ("warn", *[RELAY if relayed else NOBODY] * 2),
        "blocked": (
            "warn" if relayed else "fail",
            *[RELAY if relayed else NOBODY] * 2,
        ),
    }
    async with AsyncExitStack() as stack:
        middle, server, certificate = await stack.enter_async_context(world(tmp_path))
        user, password = credentials()
        turns = [word for url in URLS.values() for word in ("--turn", url)]
        ways = [*STUNS, *((*turns, "--turn-user", user) if relayed else ())]

        async def examined(at: Place) -> tuple[Any, Any, int | None]:
            doctor = command(
                tmp_path,
                *("doctor", "--server", server, "--json", *ways),
                before=at.inside,
                RUMMYROOM_TURN_PASSWORD=password,
                SSL_CERT_FILE=str(certificate),
            )
            async with doctor as running:
                return *await findings(running), await running.ended()

        everybody = [examined(middle.place(kind)) for kind in KINDS]
        for kind, told in zip(KINDS, await asyncio.gather(*everybody), strict=True):
            checks, verdict, code = told
            nat, home, mobile = expected[kind]
            assert verdict["sentence"] == (
                f"friends on this network: yes; friends at home: {home};"
                f" friends on mobile data: {mobile}"
            )
            assert checks["nat"]["status"] == nat
            assert checks["websocket"]["status"] == checks["clock"]["status"] == "ok"
            assert (verdict["well"], code) == (
                (False, 5) if nat == "fail" else (True, 0)
            )
            if relayed:
                over = {
                    over: checks[f"relay over {over}"] for over in ("UDP", "TCP", "TLS")
                }
                assert over["TCP"]["status"] == over["TLS"]["status"] == "ok"
                assert (over["UDP"]["status"] == "ok") is (kind != "blocked")


@needs_namespaces
async def test_a_relay_that_takes_no_such_password(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        middle, _, _ = await stack.enter_async_context(world(tmp_path))
        options = ("--turn", URLS["udp"], "--turn", URLS["tls"], "--turn-user", "ann")
        doctor = command(
            tmp_path,
            *("doctor", "--json", *options),
            before=middle.place("open").inside,
            RUMMYROOM_TURN_PASSWORD="wrong",
        )
        checks, _ = await findings(await stack.enter_async_context(doctor))
        assert checks["relay over UDP"]["sentence"] == (
            "it does not take the name and the password; ask who runs it"
        )
        assert checks["relay over TLS"]["sentence"] == (
            "it has no valid certificate; check its name and your clock"
        )


async def test_lines_for_a_person(tmp_path: Path) -> None:
    async with command(tmp_path, "doctor", "--server", "http://127.0.0.1:9") as running:
        lines = []
        while line := await running.line():
            lines.append(line.rstrip())
        assert await running.ended() == 5
    assert lines[1] == "ok   terminal: there is none, which is fine for programs"
    assert "fail tcp: 127.0.0.1 does not answer at port 9; ask who runs it" in lines
    assert lines[-1] == (
        "Friends on this network: yes;"
        " friends elsewhere: unknown, until two STUN servers answer."
    )


async def test_settings_that_make_no_sense_are_a_finding(tmp_path: Path) -> None:
    async with command(tmp_path, "doctor", "--json", RUMMYROOM_LAN="maybe") as running:
        checks, verdict = await findings(running)
        assert checks["config"]["sentence"] == "RUMMYROOM_LAN: lan must be on or off"
        assert not verdict["well"]
        assert await running.ended() == 5


async def test_the_servers_that_the_server_tells_are_asked() -> None:
    turn = IceServer(("turn:127.0.0.1:9",), "ann", "secret")
    async with place(ice_servers=[turn]) as here:
        found, told = await probe.server(here.server.url)
    assert told == (turn,)
    assert found.websocket is None and not found.secure
    assert found.skew is not None and abs(found.skew) < 60


@asynccontextmanager
async def web_server(answer: str) -> AsyncIterator[str]:
    """Says the same to everybody."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(answer.replace("\n", "\r\n").encode())
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    served = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with served:
        yield f"http://127.0.0.1:{served.sockets[0].getsockname()[1]}"


async def test_a_proxy_that_passes_no_websockets_on() -> None:
    answer = "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\n\n"
    async with web_server(answer) as url:
        found, told = await probe.server(url)
    name = url.removeprefix("http://")
    assert found.websocket == (
        f"{name} does not talk like a rummyroom server; check the address"
        "; a proxy before it has to pass WebSockets on"
    )
    assert found.skew is not None and found.skew > 10**9
    assert told == ()


@pytest.mark.parametrize("date", ["", "Date: yesterday\n"])
async def test_a_server_that_does_not_tell_the_time(date: str) -> None:
    async with web_server(f"HTTP/1.1 200 OK\n{date}\n") as url:
        found, _ = await probe.server(url)
    assert found.skew is None and found.tcp is None


async def test_a_server_without_tls() -> None:
    async with web_server("HTTP/1.1 400 No\n\n") as url:
        found, _ = await probe.server(url.replace("http:", "https:"))
    assert found.tls is not None
    assert found.tls.startswith("it has no valid certificate (")
    assert found.tls.endswith("); check the address and your clock")


async def test_a_name_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unknown(*_: object) -> None:
        raise OSError("unknown")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", unknown)
    found, _ = await probe.server("https://cards.example.org")
    assert found.dns == (
        "the name cards.example.org is not known; check the address and your network"
    )


async def test_relays_that_are_not_there() -> None:
    servers = [
        IceServer(("turn:127.0.0.1:9?transport=tcp",), "ann", "secret"),
        IceServer(("stun:127.0.0.1:9",)),
    ]
    [relay] = await probe.relays(servers)
    assert relay == (
        "TCP",
        "it cannot be reached; check its address and your network",
    )


async def test_a_channel_inside_this_process() -> None:
    opened = await probe.channel_ms(OPEN)
    assert opened is not None and opened > 0

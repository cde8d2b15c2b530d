"""The real ``rummyroom serve``: what it tells its operator, systemd and Prometheus."""

import signal
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from certificates import Authority, presented
from commands import command
from notified import Notified
from place import free_ports

NO_RELAY = (
    "There is no relay, so some pairs of players cannot reach each other, such as two "
    "on mobile networks; --turn adds one.\n"
)
RELAY = "Players whose networks need it are relayed by turn:turn.example.org.\n"
HERE = ("serve", "--listen", "127.0.0.1:0")


@pytest.fixture
async def notified(tmp_path: Path) -> AsyncIterator[Notified]:
    systemd = Notified(tmp_path)
    yield systemd
    systemd.close()


async def test_the_banner(tmp_path: Path) -> None:
    port = free_ports(1)[0]
    (tmp_path / "secret").write_text("hush")
    async with command(
        *(tmp_path, "serve", "--listen", f"127.0.0.1:{port}"),
        *("--base-url", f"http://127.0.0.1:{port}", "--turn", "turn:turn.example.org"),
        *("--turn-secret-file", str(tmp_path / "secret")),
    ) as running:
        assert [await running.line() for _ in range(4)] == [
            f"The signaling server is at http://127.0.0.1:{port}; Ctrl-C ends it.\n",
            f"Friends host with: rummyroom host --server http://127.0.0.1:{port}\n",
            RELAY,
            f"http://127.0.0.1:{port} reaches this server, WebSocket included.\n",
        ]


async def test_the_banner_warns(tmp_path: Path) -> None:
    nobody = f"http://localhost:{free_ports(1)[0]}"
    async with command(
        tmp_path, "serve", "--listen", "0.0.0.0:0", "--base-url", nobody
    ) as running:
        assert [await running.line() for _ in range(5)] == [
            f"The signaling server is at {nobody}; Ctrl-C ends it.\n",
            f"Friends host with: rummyroom host --server {nobody}\n",
            NO_RELAY,
            "Warning: 0.0.0.0:0 serves plain http to the world, so anybody on the way "
            "can read who meets whom and take its place; set --tls-cert and --tls-key, "
            "or listen on 127.0.0.1 behind a proxy that does TLS\n",
            f"Warning: {nobody} cannot be reached from here: Connection refused; check "
            "the address of its name, the proxy and the firewall\n",
        ]


@pytest.mark.parametrize("args", [("--json",), ("--log", "json")])
async def test_the_banner_for_programs(tmp_path: Path, args: tuple[str, ...]) -> None:
    nobody = f"https://localhost:{free_ports(1)[0]}"
    async with command(tmp_path, *HERE, "--base-url", nobody, *args) as running:
        assert await running.hear("serving") == {"type": "serving", "url": nobody}
        assert await running.hear("relay") == {"type": "relay", "relay": False}
        one_address = await running.hear("warning")
        assert "--trusted-proxy" in one_address["text"]
        unreachable = await running.hear("warning")
        assert unreachable["text"].startswith(f"{nobody} cannot be reached from here")


async def test_a_hang_up_reads_the_certificate_again(
    tmp_path: Path, notified: Notified
) -> None:
    authority = Authority(tmp_path)
    files = authority.vouch()
    trust = ssl.create_default_context(cafile=authority.file)
    tls = ("--tls-cert", str(files[0]), "--tls-key", str(files[1]), "--json", "-v")
    async with command(
        tmp_path, *HERE, *tls, NOTIFY_SOCKET=notified.address
    ) as running:
        url = (await running.hear("serving"))["url"]
        port = int(url.rpartition(":")[2])
        await notified.hear("READY=1")
        async with (
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trust)) as session,
            session.ws_connect(f"{url}/signal") as member,
        ):
            for old, new in zip(files, authority.vouch("renewed"), strict=True):
                new.replace(old)
            running.process.send_signal(signal.SIGHUP)
            await notified.hear("RELOADING=1")
            await notified.hear("READY=1")
            assert await presented(trust, port) == "renewed"

            files[0].write_text("junk")
            running.process.send_signal(signal.SIGHUP)
            await notified.hear("READY=1")
            assert await presented(trust, port) == "renewed"
            await member.send_str('{"type":"create","version":1}')
            assert (await member.receive_json(timeout=10))["type"] == "created"
        running.process.send_signal(signal.SIGTERM)
        await notified.hear("STOPPING=1")
        assert await running.ended() == 143
        log = await running.errors()
    assert "= the certificate was read again" in log
    assert (
        f"x the old certificate stays: {files[0]} and {files[1]} are not a certificate "
        "in PEM and its key: "
    ) in log


async def test_a_hang_up_without_a_certificate_ends_nothing(
    tmp_path: Path, notified: Notified
) -> None:
    async with command(tmp_path, *HERE, NOTIFY_SOCKET=notified.address) as running:
        await notified.hear("READY=1")
        running.process.send_signal(signal.SIGHUP)
        await notified.hear("RELOADING=1")
        await notified.hear("READY=1")
        running.process.send_signal(signal.SIGINT)
        assert await running.ended() == 130


async def test_a_hang_up_ends_other_commands(tmp_path: Path) -> None:
    async with command(tmp_path, "host", "--port", "0", "--json") as ann:
        await ann.hear("room")
        ann.process.send_signal(signal.SIGHUP)
        assert await ann.ended() == 143


async def test_systemd_hears_that_it_lives(tmp_path: Path, notified: Notified) -> None:
    asked = {"NOTIFY_SOCKET": notified.address, "WATCHDOG_USEC": "20000"}
    async with command(tmp_path, *HERE, **asked):
        await notified.hear("READY=1")
        assert await notified.hear("WATCHDOG=1") == "WATCHDOG=1"
        await notified.hear("WATCHDOG=1")


async def test_figures_are_told_on_their_own_address_only(tmp_path: Path) -> None:
    port = free_ports(1)[0]
    metrics = ("--metrics", f"127.0.0.1:{port}", "--json")
    async with (
        command(tmp_path, *HERE, *metrics) as running,
        aiohttp.ClientSession() as session,
    ):
        url = (await running.hear("serving"))["url"]
        async with session.ws_connect(f"{url}/signal") as member:
            await member.send_str('{"type":"create","version":1}')
            await member.receive_json(timeout=10)
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                figures = (await answer.text()).splitlines()
        assert "rummyroom_rooms 1.0" in figures
        assert "rummyroom_members 1.0" in figures
        assert 'rummyroom_creates_total{outcome="created"} 1.0' in figures
        async with session.get(f"{url}/metrics") as answer:
            assert answer.status == 404


async def ended(home: Path, *args: str, **env: str) -> tuple[int | None, str, str]:
    """How a ``serve`` ends that cannot begin: exit code, output, errors."""
    async with command(home, "serve", *args, **env) as running:
        lines = []
        while line := await running.line():
            lines.append(line)
        return await running.ended(), "".join(lines), await running.errors()


async def test_the_settings_are_only_checked(tmp_path: Path) -> None:
    assert await ended(tmp_path, "--check") == (
        0,
        f"{NO_RELAY}The settings make sense.\n",
        "",
    )
    wrong = {"RUMMYROOM_SERVE_MAX_ROOMS": "0"}
    assert await ended(tmp_path, "--check", **wrong) == (
        2,
        "",
        "rummyroom: RUMMYROOM_SERVE_MAX_ROOMS: '0' is not a number from 1 to 200000\n",
    )
    none = str(tmp_path / "none")
    assert await ended(tmp_path, "--check", "--tls-cert", none, "--tls-key", none) == (
        2,
        "",
        f"rummyroom: {none} cannot be read: No such file or directory\n",
    )


async def test_a_port_for_figures_that_is_taken_is_told(tmp_path: Path) -> None:
    async with command(tmp_path, *HERE, "--json") as running:
        port = (await running.hear("serving"))["url"].rpartition(":")[2]
        both = ("--listen", "127.0.0.1:0", "--metrics", f"127.0.0.1:{port}")
        assert await ended(tmp_path, *both) == (
            1,
            "",
            f"rummyroom: the metrics: port {port} is in use; stop what uses it or "
            "choose another port\n",
        )


async def test_the_relay_is_told_to_members(tmp_path: Path) -> None:
    relay = {
        "RUMMYROOM_SERVE_TURN": "turn:turn.example.org",
        "RUMMYROOM_SERVE_TURN_SECRET": "hush",
    }
    async with (
        command(tmp_path, *HERE, "--json", **relay) as running,
        aiohttp.ClientSession() as session,
    ):
        url = (await running.hear("serving"))["url"]
        async with session.ws_connect(f"{url}/signal") as member:
            await member.send_str('{"type":"create","version":1}')
            created = await member.receive_json(timeout=10)
    stun, turn = created["ice_servers"]
    assert stun == {"urls": ["stun:turn.example.org"]}
    assert turn["urls"] == [
        "turn:turn.example.org?transport=udp",
        "turn:turn.example.org?transport=tcp",
    ]
    assert turn["username"].endswith(f":{created['you']}")
    assert turn["credential"]


async def answers(home: Path, *args: str) -> list[dict[str, object]]:
    """What two who want to host at a server with these settings are told."""
    async with (
        command(home, *HERE, "--json", *args) as running,
        aiohttp.ClientSession() as session,
    ):
        url = (await running.hear("serving"))["url"]
        said = []
        one, other = [await session.ws_connect(f"{url}/signal") for _ in range(2)]
        for member in (one, other):
            await member.send_str('{"type":"create","version":1}')
            said.append(await member.receive_json(timeout=10))
        return said


async def test_the_limits_hold(tmp_path: Path) -> None:
    one, other = await answers(tmp_path, "--max-rooms", "1")
    assert (one["type"], other["type"]) == ("created", "error")
    assert other["message"] == (
        "this server has no free table; try again later or use another server"
    )
    one, other = await answers(tmp_path, "--max-members", "1")
    assert (one["type"], other["type"]) == ("created", "error")
    assert other["message"] == "this server is full; try again in 30 seconds"


async def test_only_pages_of_the_public_address_get_a_socket(tmp_path: Path) -> None:
    port, proxy = free_ports(2)
    here = ("serve", "--listen", f"127.0.0.1:{port}", "--json")
    public = ("--base-url", f"https://localhost:{proxy}")
    url = f"http://127.0.0.1:{port}/signal"
    async with (
        command(tmp_path, *here, *public) as running,
        aiohttp.ClientSession() as session,
    ):
        await running.hear("serving")
        async with session.ws_connect(url, origin=f"https://localhost:{proxy}"):
            pass
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(url, origin=f"https://localhost:{port}")
        assert refused.value.status == 403


async def test_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    trust = ("--trusted-proxy", "127.0.0.1")
    async with (
        command(tmp_path, *HERE, "--json", *trust) as running,
        aiohttp.ClientSession() as session,
    ):
        url = f"{(await running.hear('serving'))['url']}/signal"
        stranger = {"X-Forwarded-For": "8.8.8.8"}
        # One address may connect 60 times at once, this machine ten times as often.
        many = [await session.ws_connect(url, headers=stranger) for _ in range(61)]
        said = await many[-1].receive_json(timeout=10)
        assert said["code"] == "limit"
        async with session.ws_connect(url) as member:
            await member.send_str('{"type":"create","version":1}')
            assert (await member.receive_json(timeout=10))["type"] == "created"


def test_it_needs_nothing_that_only_players_need() -> None:
    """So that a server can be installed without: most of the size is theirs."""
    code = (
        "import sys; from peer.cli import main; import signaling.metrics; "
        "main(['serve', '--check']); print(*sys.modules)"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    players = {"aioice", "aiortc", "av", "cryptography", "dns", "ifaddr", "zeroconf"}
    assert {"aiohttp", "msgspec", "prometheus_client"} <= loaded
    assert loaded & players == set()

"""Credentials for the relay, by themselves and before a real one."""

import asyncio
import os
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from aioice.stun import TransactionFailed
from aioice.turn import TurnClientUdpProtocol, TurnTransport, create_turn_endpoint
from certificates import Authority
from notified import Notified
from place import free_ports

from shared.signals import IceServer
from signaling.ice import LIFETIME, Relay, ice_servers

DEPLOYED = Path(__file__).parent.parent / "signaling/deploy/turnserver.conf"
EVENING = 1_800_000_000.5


def servers(
    stun: tuple[str, ...] = (), turn: tuple[str, ...] = (), member: int = 7
) -> tuple[IceServer, ...]:
    return ice_servers(stun, turn, "hush", lambda: EVENING)(member)


def test_a_credential_is_for_one_member_and_one_evening() -> None:
    (_, relay) = servers(turn=("turn:a.example",))
    assert relay.username == f"{1_800_000_000 + LIFETIME}:7"
    # echo -n 1800043200:7 | openssl dgst -sha1 -hmac hush -binary | base64
    assert relay.credential == "9xjQSxZ+Ur8KJdmu7/W1vOqGlRc="
    (_, other) = servers(turn=("turn:a.example",), member=8)
    assert other.credential != relay.credential
    assert LIFETIME >= 12 * 60 * 60


def test_a_relay_is_told_by_all_its_ways() -> None:
    turn = ("turn:a", "turn:b:1?transport=tcp", "turns:c:5349")
    (stun, relay) = servers(turn=turn)
    assert stun == IceServer(urls=("stun:a",))
    assert relay.urls == (
        "turn:a?transport=udp",
        "turn:a?transport=tcp",
        "turn:b:1?transport=tcp",
        "turns:c:5349?transport=tcp",
    )


def test_stun_servers_that_were_named_are_told_instead() -> None:
    assert servers(stun=("stun:x", "stun:y")) == (
        IceServer(urls=("stun:x",)),
        IceServer(urls=("stun:y",)),
    )
    assert servers(stun=("stun:x",), turn=("turn:a",))[0].urls == ("stun:x",)
    assert servers() == ()


# A real relay


class Coturn(NamedTuple):
    """coturn with the configuration that we ship, on loopback."""

    port: int
    tls_port: int
    authority: Path


@pytest.fixture
async def coturn(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[Coturn]:
    """It denies what we ship, except what a test asks for."""
    configuration = DEPLOYED.read_text()
    for line in getattr(request, "param", ()):
        assert line in configuration
        configuration = configuration.replace(line, "allow-loopback-peers")
    authority = Authority(tmp_path)
    certificate, key = authority.vouch()
    file = tmp_path / "turnserver.conf"
    file.write_text(
        f"{configuration}\nrealm=cards.test\nstatic-auth-secret=hush\n"
        f"cert={certificate}\npkey={key}\n"
    )
    port, tls_port = free_ports(2)
    notified = Notified(tmp_path)
    process = await asyncio.create_subprocess_exec(
        *("turnserver", "-c", file, "-L", "127.0.0.1", "-p", str(port)),
        *("--tls-listening-port", str(tls_port), "--log-file", "stdout"),
        *("--userdb", tmp_path / "db", "--pidfile", tmp_path / "pid"),
        env={"PATH": os.environ["PATH"], "NOTIFY_SOCKET": notified.address},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await notified.hear("READY=1")
        yield Coturn(port, tls_port, authority.file)
    finally:
        process.kill()
        await process.wait()
        notified.close()


class Relayed(asyncio.DatagramProtocol):
    """What reaches one end at the relay."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes | Exception] = asyncio.Queue()
        self.gone = asyncio.Event()

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.heard.put_nowait(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()

    def error_received(self, exc: Exception) -> None:
        self.heard.put_nowait(exc)


def minted(secret: str = "hush", lifetime: int = 60) -> IceServer:
    return Relay(("turn:x",), secret, lifetime).credential(7, time.time())


@asynccontextmanager
async def allocation(
    coturn: Coturn, relay: IceServer, way: str = "udp"
) -> AsyncIterator[tuple[TurnTransport, Relayed]]:
    """A place at the relay for whoever has ``relay``."""
    tls = way == "tls"
    transport, protocol = await create_turn_endpoint(
        Relayed,
        ("127.0.0.1", coturn.tls_port if tls else coturn.port),
        username=relay.username,
        password=relay.credential,
        ssl=ssl.create_default_context(cafile=coturn.authority) if tls else None,
        transport="udp" if way == "udp" else "tcp",
    )
    try:
        yield transport, protocol
    finally:
        transport.close()
        await protocol.gone.wait()


@pytest.mark.needs("coturn")
@pytest.mark.parametrize("way", ["udp", "tcp", "tls"])
async def test_a_real_relay_takes_a_credential(coturn: Coturn, way: str) -> None:
    async with allocation(coturn, minted(), way) as (transport, _):
        host, port = transport.get_extra_info("sockname")
        assert host == "127.0.0.1" and 49152 <= port <= 50151


@pytest.mark.needs("coturn")
@pytest.mark.parametrize(
    "relay", [minted(secret="wrong"), minted(lifetime=-1)], ids=["wrong", "expired"]
)
async def test_a_real_relay_refuses_others(coturn: Coturn, relay: IceServer) -> None:
    with pytest.raises(TransactionFailed) as refused:
        async with allocation(coturn, relay):
            pass
    assert refused.value.response.error_code == 401


async def binding(coturn: Coturn, peer: str) -> int | None:
    """Ask to reach ``peer`` through the relay, without sending anything there; the
    error that is answered."""
    relay = minted()
    here = ("127.0.0.1", coturn.port)
    _, protocol = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: TurnClientUdpProtocol(
            here,
            username=relay.username,
            password=relay.credential,
            lifetime=600,
            channel_refresh_time=500,
        ),
        remote_addr=here,
    )
    try:
        await protocol.connect()
        await protocol.channel_bind(0x4000, (peer, 9))
        return None
    except TransactionFailed as error:
        return error.response.error_code
    finally:
        await protocol.delete()


@pytest.mark.needs("coturn")
async def test_nobody_gets_inside_through_it(coturn: Coturn) -> None:
    private = "127.0.0.1 10.0.0.1 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1"
    for inside in private.split():
        assert (inside, await binding(coturn, inside)) == (inside, 403)
    for outside in ("8.8.8.8", "172.32.0.1", "193.0.0.1"):
        assert (outside, await binding(coturn, outside)) == (outside, None)


@pytest.mark.needs("coturn")
@pytest.mark.parametrize(
    "coturn", [("denied-peer-ip=127.0.0.0-127.255.255.255",)], indirect=True
)
async def test_two_players_may_both_be_behind_it(coturn: Coturn) -> None:
    async with (
        allocation(coturn, minted()) as (one, _),
        allocation(coturn, minted(), "tcp") as (other, heard_by_other),
    ):
        # A relay lets in only who was written to (RFC 8656 section 9).
        other.sendto(b"hello?", one.get_extra_info("sockname"))
        one.sendto(b"hello", other.get_extra_info("sockname"))
        assert await asyncio.wait_for(heard_by_other.heard.get(), 10) == b"hello"

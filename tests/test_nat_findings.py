"""Why there is no way, in a sentence; and what a relay alone tells nobody."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import aioice
import pytest
from commands import command
from peers import CLOSE_TIMEOUT, DEADLINE

from peer.connection import RtcConnection
from peer.findings import Findings, kinds
from peer.policy import Policy
from shared.errors import ConnectionFailed
from shared.signals import Answer, Candidate, Description, IceServer, Offer

ONLY_RELAY = Policy(relay_only=True)
TURN = IceServer(("turn:192.0.2.1",), "ann", "secret")

NO_UDP = (
    "no way to the other player was found: no server answered over UDP, which this"
    " network seems to block, and nobody offers a relay (TURN);"
    " try another network, or a server that offers a relay over TCP or TLS"
)
NO_UDP_NOR_RELAY = (
    "no way to the other player was found: no server answered over UDP, which this"
    " network seems to block, and no relay (TURN) gave us an address either;"
    " try another network, or a relay over TCP or TLS"
)
RELAY_AWAY = (
    "no way through the networks to the other player was found, and the relay (TURN)"
    " gave us no address; check that it runs and takes the password, or try another"
    " network"
)
NO_PATH = (
    "no way through the networks to the other player was found;"
    " try another network, or a server that offers a relay (TURN)"
)
NO_PATH_NOR_RELAY = (
    "no way through the networks to the other player was found, not even by the relay;"
    " try another network"
)
NOTHING_TOLD = (
    "the other player's program told no address to reach it at;"
    " it may have no network, or may use only a relay that is away"
)
ONLY_RELAY_AWAY = (
    "only a relay may be used (--relay-only), and none gave us an address;"
    " check that it runs and takes the password"
)
ONLY_RELAY_UNKNOWN = (
    "only a relay may be used (--relay-only), and nobody offers one (TURN);"
    " name one with --turn"
)


@pytest.mark.parametrize(
    ("asked", "answered", "theirs", "relay_only", "sentence"),
    [
        ({}, {}, {"host": 1}, False, NO_PATH),
        ({"stun": 2}, {"stun": 1}, {"host": 1}, False, NO_PATH),
        ({"stun": 2}, {}, {"host": 1}, False, NO_UDP),
        ({"stun": 2, "turn": 1}, {}, {"host": 1}, False, NO_UDP_NOR_RELAY),
        ({"stun": 2, "turn": 1}, {"stun": 2}, {"host": 1}, False, RELAY_AWAY),
        ({"turn": 1}, {}, {"host": 1}, False, RELAY_AWAY),
        ({"stun": 2, "turn": 1}, {"turn": 1}, {"host": 1}, False, NO_PATH_NOR_RELAY),
        ({"stun": 2}, {}, {}, False, NOTHING_TOLD),
        ({"turn": 1}, {}, {"host": 1}, True, ONLY_RELAY_AWAY),
        ({}, {}, {"host": 1}, True, ONLY_RELAY_UNKNOWN),
        ({"turn": 1}, {"turn": 1}, {"host": 1}, True, NO_PATH_NOR_RELAY),
    ],
)
def test_why_no_pair_of_addresses_worked(
    asked: Mapping[Any, int],
    answered: Mapping[Any, int],
    theirs: Mapping[str, int],
    relay_only: bool,
    sentence: str,
) -> None:
    findings = Findings(relay_only=relay_only)
    findings.asked.update(asked)
    findings.answered.update(answered)
    findings.theirs.update(theirs)
    assert findings.no_path() == sentence


def test_kinds_are_counted() -> None:
    findings = Findings()
    assert kinds(findings.theirs) == "none"
    findings.theirs.update(["srflx", "host", "host"])
    assert kinds(findings.theirs) == "2 host, 1 srflx"


class Relay:
    """What aioice makes of an address that a relay gave."""

    local_candidate = aioice.Candidate.from_sdp(
        "1 1 udp 16777215 192.0.2.1 3478 typ relay raddr 0.0.0.0 rport 9"
    )

    async def close(self) -> None:
        pass


async def relayed(**wanted: Any) -> tuple[aioice.Candidate, Relay]:
    assert wanted["hide_related_address"]
    return Relay.local_candidate, Relay()


@pytest.mark.parametrize("role", ["offer", "answer"])
async def test_a_relay_alone_tells_no_other_address(
    role: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aioice.ice.relayed_candidate", relayed)
    servers = [IceServer(("stun:192.0.2.1",)), TURN]
    said: asyncio.Queue[Description] = asyncio.Queue()
    offered: list[Description] = []
    guest = RtcConnection("offer", [], offered.append, close_timeout=CLOSE_TIMEOUT)
    await guest.offer()
    ours = RtcConnection(role, servers, said.put_nowait, policy=ONLY_RELAY)
    if role == "offer":
        await ours.offer()
    else:
        await ours.signal(offered[0])
    first = cast(Offer | Answer, await said.get())
    assert "a=candidate:" not in first.sdp
    async with asyncio.timeout(DEADLINE):
        candidates = [cast(Candidate, await said.get()) for _ in range(2)]
    assert candidates[0].candidate is not None
    assert candidates[0].candidate.endswith(
        " 192.0.2.1 3478 typ relay raddr 0.0.0.0 rport 9"
    )
    assert not candidates[1].candidate, "the end"
    assert [p.local_candidate.type for p in ours._link._agent._protocols] == ["relay"]
    await asyncio.gather(guest.close(), ours.close())


async def test_a_relay_alone_that_nobody_offers() -> None:
    said: list[Description] = []
    guest = RtcConnection("offer", [], said.append, policy=ONLY_RELAY)
    await guest.offer()
    with pytest.raises(ConnectionFailed) as failed:
        await guest.open(DEADLINE)
    assert str(failed.value) == ONLY_RELAY_UNKNOWN
    assert said == []
    await guest.close()


async def test_a_host_that_allows_only_a_relay_names_one(tmp_path: Path) -> None:
    async with command(tmp_path, "host", "--relay-only", "--port", "0") as ann:
        assert await ann.ended() == 5
        assert await ann.errors() == f"rummyroom: {ONLY_RELAY_UNKNOWN}\n"


async def test_the_timeline_names_no_address(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "peer"):
        said: list[Description] = []
        guest = RtcConnection("offer", [], said.append)
        await guest.offer()
        addresses = [line.split()[4] for line in guest._link.candidates]
        host = RtcConnection("answer", [], lambda _: None)
        await host.signal(said[0])
        await asyncio.gather(guest.close(), host.close())
    assert addresses
    assert any("the offer is sent" in message for message in caplog.messages)
    assert not any(address in caplog.text for address in addresses)


async def test_a_relay_alone_asks_nobody_for_a_browsers_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The question would go to everybody near, and a relay cannot use the answer."""

    async def asked(_: object) -> None:
        raise AssertionError("a name was asked for")

    monkeypatch.setattr("aioice.ice.get_or_create_mdns_protocol", asked)
    ours = RtcConnection("offer", [TURN], lambda _: None, policy=ONLY_RELAY)
    await ours._link.add("1 1 udp 2130706431 a-browser.local 50000 typ host")
    await ours.close()

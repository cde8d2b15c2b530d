"""Candidates on their way: nothing waits for them, and no garbage stops them."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import cast

import pytest
from aioice import stun
from peers import (
    DEADLINE,
    pair,
    silent_server,
    stripped,
    without_candidates,
)

from peer import sdp
from peer.findings import Findings
from peer.rtc import Kind, Link, Question
from peer.trickle import MAX_CANDIDATES, MAX_QUESTIONS, Trickle
from shared.errors import ConnectionFailed
from shared.signals import Answer, Candidate, Description, IceServer, Offer

REMOTE = sdp.Session("abcd", "p" * 22, "00" * 32, "active")
END = Candidate(candidate="", username_fragment="abcd")


class FakeLink:
    """Notes what it is given; its servers answer when a test says so."""

    def __init__(self, questions: int = 0, relays: int = 0) -> None:
        self.relays = relays
        self.added: list[str | None] = []
        self.candidates = (f"candidate:{line(100)}",)
        loop = asyncio.get_running_loop()
        self.answers: list[asyncio.Future[str]] = [
            loop.create_future() for _ in range(questions)
        ]

    def questions(self, servers: Sequence[IceServer]) -> Iterator[Question]:
        for number, answer in enumerate(self.answers):
            kind = "turn" if number >= len(self.answers) - self.relays else "stun"
            yield Question(cast(Kind, kind), lambda answer=answer: answer)

    async def add(self, candidate: str | None) -> None:
        self.added.append(candidate)


def line(number: int, kind: str = "host") -> str:
    return f"1 1 udp 2130706431 192.0.2.{number} 50000 typ {kind}"


def trickled(text: str, ufrag: str | None = "abcd") -> Candidate:
    return Candidate(candidate=f"candidate:{text}", username_fragment=ufrag)


def trickle_over(link: FakeLink, sent: list[str]) -> Trickle:
    return Trickle(cast(Link, link), [], sent.append, Findings())


async def settled() -> None:
    """Every task that can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


# The peer's candidates


async def test_candidates_before_the_description_wait_for_it() -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    trickle.add(trickled(line(1)))
    trickle.add(trickled(line(2), ufrag=None))
    await settled()
    assert link.added == []
    trickle.begin(REMOTE)
    trickle.add(trickled(line(3)))
    await settled()
    assert link.added == [line(1), line(2), line(3)]


async def test_candidates_in_the_description_come_first() -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    trickle.add(trickled(line(2)))
    inlined = (f"candidate:{line(1)}",)
    trickle.begin(replace(REMOTE, candidates=inlined))
    await settled()
    assert link.added == [line(1), line(2)]


async def test_candidates_of_another_description_are_ignored() -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    trickle.add(trickled(line(1), ufrag="efgh"))
    trickle.begin(REMOTE)
    trickle.add(trickled(line(2), ufrag="efgh"))
    trickle.add(trickled(line(3)))
    await settled()
    assert link.added == [line(3)]


@pytest.mark.parametrize("early", [True, False])
async def test_there_is_a_bound(early: bool) -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    if not early:
        trickle.begin(REMOTE)
    for number in range(MAX_CANDIDATES + 10):
        trickle.add(trickled(line(number)))
    if early:
        trickle.begin(REMOTE)
    await settled()
    assert link.added == [line(number) for number in range(MAX_CANDIDATES)]


async def test_early_garbage_counts() -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    for _ in range(MAX_CANDIDATES):
        trickle.add(Candidate(candidate="garbage"))
    trickle.add(trickled(line(1)))
    trickle.begin(REMOTE)
    await settled()
    assert link.added == []


async def test_garbage_is_ignored() -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    trickle.begin(REMOTE)
    for text in ("hello", " ", "candidate:", "\0", "1 1 tcp 1 192.0.2.1 9 typ host"):
        trickle.add(Candidate(candidate=text))
    trickle.add(trickled(line(1)))
    await settled()
    assert link.added == [line(1)]


@pytest.mark.parametrize("end", ["", None])
async def test_the_peers_end_is_held_until_ours(end: str | None) -> None:
    link = FakeLink(questions=1)
    sent: list[str] = []
    trickle = trickle_over(link, sent)
    trickle.gather()
    trickle.begin(REMOTE)
    trickle.add(trickled(line(1)))
    trickle.add(Candidate(candidate=end))
    trickle.add(Candidate(candidate=end))
    trickle.add(trickled(line(2)))
    await settled()
    assert (link.added, sent) == ([line(1)], [])
    link.answers[0].set_result(f"candidate:{line(9, 'relay')}")
    await settled()
    assert link.added == [line(1), None]
    assert sent == [f"candidate:{line(9, 'relay')}", ""]


@pytest.mark.parametrize("steps", range(6))
async def test_the_peers_end_comes_after_its_last_candidate(steps: int) -> None:
    link = FakeLink(questions=1)
    trickle = trickle_over(link, [])
    trickle.gather()
    trickle.begin(REMOTE)
    await settled()
    link.answers[0].set_result(f"candidate:{line(9, 'relay')}")
    for _ in range(steps):
        await asyncio.sleep(0)
    trickle.add(trickled(line(1)))
    trickle.add(END)
    await settled()
    assert link.added == [line(1), None]


async def test_the_peers_end_after_ours_is_not_held() -> None:
    link = FakeLink()
    sent: list[str] = []
    trickle = trickle_over(link, sent)
    trickle.gather()
    await settled()
    assert sent == [""]
    trickle.begin(REMOTE)
    trickle.add(trickled(line(1)))
    trickle.add(END)
    await settled()
    assert link.added == [line(1), None]


async def test_an_end_inside_the_description_counts() -> None:
    link = FakeLink()
    trickle = trickle_over(link, [])
    trickle.gather()
    await settled()
    trickle.begin(replace(REMOTE, complete=True))
    await settled()
    assert link.added == [None]


async def test_a_name_that_nobody_can_be_asked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class NoMulticast(FakeLink):
        async def add(self, candidate: str | None) -> None:
            raise OSError("no such device")

    trickle = trickle_over(NoMulticast(), [])
    trickle.begin(REMOTE)
    trickle.add(trickled(line(1)))
    with caplog.at_level(logging.DEBUG, "peer.trickle"):
        await settled()
    assert "x a candidate cannot be resolved" in caplog.messages


async def test_a_fault_of_ours_is_logged_and_stops_no_other_candidate(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Faulty(FakeLink):
        async def add(self, candidate: str | None) -> None:
            if candidate == line(1):
                raise RuntimeError("a fault of ours")
            await super().add(candidate)

    link = Faulty()
    trickle = trickle_over(link, [])
    trickle.begin(REMOTE)
    trickle.add(trickled(line(1)))
    trickle.add(trickled(line(2)))
    await settled()
    assert link.added == [line(2)]
    [record] = caplog.records
    assert record.levelname == "ERROR"
    assert record.message == "x a task in the background failed"
    assert "RuntimeError: a fault of ours" in caplog.text


# Ours


async def test_each_address_is_told_once_and_when_it_is_known() -> None:
    link = FakeLink(questions=5)
    sent: list[str] = []
    trickle = trickle_over(link, sent)
    trickle.gather()
    await settled()
    link.answers[2].set_result(f"candidate:{line(2, 'srflx')}")
    await settled()
    assert sent == [f"candidate:{line(2, 'srflx')}"]
    link.answers[0].set_result(f"candidate:{line(2, 'srflx')}")
    link.answers[4].set_result(f"candidate:{line(100, 'srflx')}")
    link.answers[1].set_exception(OSError("no route"))
    await settled()
    assert len(sent) == 1
    link.answers[3].set_result(f"candidate:{line(3, 'relay')}")
    await settled()
    assert sent[1:] == [f"candidate:{line(3, 'relay')}", ""]


async def test_no_relay_is_left_out_for_many_networks() -> None:
    link = FakeLink(questions=MAX_QUESTIONS + 5, relays=1)
    sent: list[str] = []
    trickle = trickle_over(link, sent)
    trickle.gather()
    await settled()
    for number, answer in enumerate(link.answers):
        answer.set_result(f"candidate:{line(number + 1)}")
    await settled()
    assert len(sent) == MAX_QUESTIONS + 1, "and the end"
    assert f"candidate:{line(len(link.answers))}" in sent


async def test_closing_stops_asking() -> None:
    link = FakeLink(questions=1)
    sent: list[str] = []
    trickle = trickle_over(link, sent)
    trickle.gather()
    await settled()
    await trickle.close()
    assert link.answers[0].cancelled()
    assert sent == []


# Over aiortc


@asynccontextmanager
async def stun_server(host: str, port: int) -> AsyncIterator[IceServer]:
    """Tells everybody that they are seen as ``host`` and ``port``."""

    class Server(asyncio.DatagramProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = cast(asyncio.DatagramTransport, transport)

        def datagram_received(self, data: bytes, sender: tuple[str, int]) -> None:
            request = stun.parse_message(data)
            response = stun.Message(
                request.message_method,
                stun.Class.RESPONSE,
                transaction_id=request.transaction_id,
            )
            response.attributes["XOR-MAPPED-ADDRESS"] = (host, port)
            self.transport.sendto(bytes(response), sender)

    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(
        Server, local_addr=("127.0.0.1", 0), family=socket.AF_INET
    )
    try:
        port_of_server = transport.get_extra_info("sockname")[1]
        yield IceServer(urls=(f"stun:127.0.0.1:{port_of_server}",))
    finally:
        transport.close()


async def test_the_offer_does_not_wait_for_a_server() -> None:
    with silent_server() as silent:
        async with pair(servers=[silent]) as peers:
            await peers.guest.offer()
            assert [type(d) for d in peers.from_guest] == [Offer]
            text = peers.from_guest[0].sdp
            assert text.count("a=fingerprint:") == 1
            assert "a=candidate:" in text
            assert "a=end-of-candidates" not in text
            await peers.opened()
            assert [type(d) for d in peers.from_host] == [Answer]


async def test_what_a_server_saw_is_trickled() -> None:
    arrived = asyncio.Event()

    def noting(description: Description) -> Sequence[Description]:
        if isinstance(description, Candidate) and description.candidate:
            arrived.set()
        return without_candidates(description)

    with silent_server() as silent:
        async with (
            stun_server("203.0.113.7", 4242) as server,
            pair(servers=[silent, server], guest_says=noting) as peers,
        ):
            await peers.guest.offer()
            await arrived.wait()
            (candidate,) = peers.from_guest[1:]
            assert " 203.0.113.7 4242 typ srflx " in candidate.candidate
            ufrag = sdp.parse(peers.from_guest[0].sdp).ufrag
            assert candidate.username_fragment == ufrag
            assert (candidate.sdp_mid, candidate.sdp_m_line_index) == ("0", 0)


async def test_useless_servers_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    urls = ("", "http://x", "stun:", "turn:x?transport=sctp", "stuns:x", "turn:a:b:c")
    async with pair(servers=[IceServer(urls=urls)]) as peers:
        await peers.open()
    left_out = "x an ICE server that cannot be used is left out"
    assert set(caplog.messages) == {left_out}
    assert caplog.messages.count(left_out) == 2 * len(urls)


@pytest.mark.parametrize("right", [True, False])
async def test_early_candidates_open_the_way(right: bool) -> None:
    """The host knows only candidates that came before the offer; the guest none."""

    def early(description: Description) -> Sequence[Description]:
        match description:
            case Offer(sdp=text):
                ufrag = sdp.parse(text).ufrag if right else "zzzz"
                candidates = [
                    Candidate(candidate=each, username_fragment=ufrag)
                    for each in sdp.parse(text).candidates
                ]
                return [*candidates, Offer(stripped(text))]
        return [description]

    def hidden(description: Description) -> Sequence[Description]:
        match description:
            case Answer(sdp=text):
                return [Answer(stripped(text))]
        return []

    async with pair(guest_says=early, host_says=hidden) as peers:
        if right:
            await peers.open()
        else:
            await peers.guest.offer()
            with pytest.raises(ConnectionFailed):
                await peers.host.open(DEADLINE)

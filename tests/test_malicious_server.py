"""Nobody in the middle: what a malicious signaling server gets out of its victims."""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from types import FrameType
from typing import Any

import pytest
from malice import Guess, Replay, drop, hang_up, pass_on, reflect
from proving import (
    CROSSED,
    SECRET,
    SERVER_AT_THE_GUEST,
    SERVER_AT_THE_HOST,
    TRUE,
    guest_side,
    host_side,
)
from soak import TIMES
from tabled import new_host
from test_proof import HUNG_UP, NONSENSE, NOT_PROVEN, SILENT
from villain import Attack, Leg, Villain, villain_with

from peer import gate as gate_module
from peer import meet
from peer import sides as sides_module
from peer.bots.medium import Medium
from peer.channel import Channel
from peer.gate import Gate
from peer.hosting import Hosting
from peer.proof import prove_guest, prove_host
from peer.sides import Fingerprints, NotProven
from shared.code import Code
from shared.errors import ConnectionFailed
from shared.rulesets.basic import PRESETS

ATTEMPTS = 170 * TIMES
"Of each kind of attack; six kinds make it more than 1,000."

AT_ONCE = 4
"Guests on their way at the same time."


class Scene:
    """A host's table and the guests that want to come to it, with a villain between."""

    def __init__(self, villain: Villain, table: Hosting) -> None:
        self.villain = villain
        self.table = table
        self.admitted = 0
        self.seated = 0
        self.sentences: Counter[str] = Counter()
        "What the guests were told."

        self.notices: list[str] = []
        self.codes: list[Code] = []
        self.gate: Gate
        self._closing: list[asyncio.Future[None]] = []

    def show(self, code: Code, _: str | None) -> None:
        self.codes.append(code)

    def admit(self, channel: Channel) -> None:
        self.admitted += 1
        self._closing.append(asyncio.ensure_future(channel.close()))

    async def attempt(self, deadline: float) -> None:
        """One guest comes, and is told something."""
        meeting = await meet.join_room(self.villain.url, self.gate.code.room)
        try:
            connection, channel = await meet.connect(meeting)
            own, theirs = connection.fingerprints
            seen = Fingerprints(host=theirs, guest=own)
            code = self.gate.code
            await prove_guest(channel, code.secret, code.room, seen, deadline=deadline)
            self.seated += 1
            await channel.close()
        except ConnectionFailed as error:
            self.sentences[str(error)] += 1
        finally:
            await meeting.close()

    async def attempts(self, number: int, deadline: float = 10.0) -> None:
        room = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with room:
                await self.attempt(deadline)
                await self.villain.done.get()

        await asyncio.gather(*(one() for _ in range(number)))

    def game_bytes(self) -> list[str]:
        heard = self.villain.heard_of_guests + self.villain.heard_of_host
        return [text for text in heard if not text.startswith('{"type":"proof-')]


@asynccontextmanager
async def scene(
    attack: Attack, monkeypatch: pytest.MonkeyPatch, deadline: float = 10.0
) -> AsyncIterator[Scene]:
    monkeypatch.setattr(gate_module, "PAUSE", 0.0)
    proof = partial(prove_host, deadline=deadline)
    monkeypatch.setattr(gate_module, "prove_host", proof)
    host = new_host(PRESETS["cgio"], 4, b"seed")
    async with villain_with(attack) as villain, Hosting(host, Medium, pace=0) as table:
        here = Scene(villain, table)
        monkeypatch.setattr(table, "admit", here.admit)
        meeting = await meet.create_room(villain.url)
        here.gate = Gate(meeting, table, here.notices.append, here.show)
        keeping = asyncio.create_task(here.gate.keep())
        yield here
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await meeting.close()


def nobody_got_through(here: Scene) -> None:
    assert (here.seated, here.admitted, here.game_bytes()) == (0, 0, [])


@pytest.mark.soak
@pytest.mark.parametrize(
    ("attack", "sentence"),
    [
        (lambda _: pass_on, NOT_PROVEN),
        (lambda _: Replay(), NONSENSE),
        (lambda _: reflect, NOT_PROVEN),
        (lambda here: Guess(lambda: here[0].gate.code.secret), NOT_PROVEN),
        (lambda _: hang_up, NOT_PROVEN),
        (lambda _: drop, NONSENSE),
    ],
    ids=["swaps", "replays", "reflects", "guesses", "hangs up", "drops"],
)
async def test_a_malicious_server_gets_no_byte_of_the_game(
    attack: Callable[[list[Scene]], Attack],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage: list[Scene] = []
    async with scene(attack(stage), monkeypatch) as here:
        stage.append(here)
        await here.attempts(ATTEMPTS)
        nobody_got_through(here)
        assert here.sentences.total() == ATTEMPTS
        assert here.sentences.most_common(1)[0][0] == sentence
        # After five wrong proofs the host hangs up on whoever is about to show one.
        assert here.sentences.keys() <= {sentence, NOT_PROVEN, HUNG_UP}


async def test_a_server_that_swallows_everything_gets_nothing_and_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def swallow(guest: Leg, host: Leg) -> None:
        await asyncio.gather(guest.hear_out(), host.hear_out())

    async with scene(swallow, monkeypatch, deadline=0.05) as here:
        await here.attempts(8, deadline=0.05)
        nobody_got_through(here)
        assert here.sentences == {SILENT: 8}


async def test_the_host_is_told_of_wrong_proofs_and_shows_a_new_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with scene(pass_on, monkeypatch) as here:
        for _ in range(5):
            await here.attempts(1)
        told = "somebody tried 5 wrong codes, so there is a new one;"
        assert [notice[: len(told)] for notice in here.notices] == [told]
        first, second = here.codes
        assert first.room == second.room
        assert first.secret != second.secret


async def test_the_villain_would_get_through_if_the_proof_left_out_the_certificates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = sides_module._generator

    def careless(
        secret: str, room: str, _: Fingerprints, nonce: bytes, blind: bytes
    ) -> bytes:
        return generator(secret, room, TRUE, nonce, blind)

    monkeypatch.setattr(sides_module, "_generator", careless)
    async with scene(pass_on, monkeypatch) as here:
        await here.attempts(3)
        assert (here.seated, here.admitted) == (3, 3)


# No oracle: a wrong secret looks like a wrong certificate from outside


WRONG = [
    ("3XWD", TRUE),
    (SECRET, SERVER_AT_THE_GUEST),
    (SECRET, SERVER_AT_THE_HOST),
    (SECRET, CROSSED),
]


def steps(work: Callable[[], object]) -> list[tuple[str, str]]:
    """Every call that ``work`` makes, which ends in NotProven."""
    called: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, what: Any) -> None:
        name = what.__qualname__ if event.startswith("c_") else frame.f_code.co_name
        called.append((event, name))

    sys.setprofile(note)
    try:
        with pytest.raises(NotProven):
            work()
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize(("secret", "seen"), WRONG)
def test_a_host_does_the_same_work_for_every_wrong_proof(
    secret: str, seen: Fingerprints
) -> None:
    def fail(secret: str, seen: Fingerprints) -> list[tuple[str, str]]:
        host = host_side()
        response = guest_side(secret, seen=seen).respond(host.challenge())
        return steps(lambda: host.confirm(response))

    assert fail(secret, seen) == fail("2222", TRUE)


@pytest.mark.parametrize(("secret", "seen"), WRONG)
def test_a_guest_does_the_same_work_for_every_wrong_proof(
    secret: str, seen: Fingerprints
) -> None:
    def fail(secret: str, seen: Fingerprints) -> list[tuple[str, str]]:
        host, guest = host_side(secret, seen=seen), guest_side()
        guest.respond(host.challenge())
        confirmation = '{"type":"proof-confirmation","tag":"' + "A" * 86 + '=="}'
        return steps(lambda: guest.check(confirmation))

    assert fail(secret, seen) == fail("2222", TRUE)

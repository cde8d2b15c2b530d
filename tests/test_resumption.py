"""A guest that had a seat comes in with its token, whatever the code is now."""

import asyncio
import base64
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from proving import (
    CROSSED,
    HOST_CERT,
    OTHER_CERT,
    ROOM,
    SECRET,
    SERVER_AT_THE_GUEST,
    SERVER_AT_THE_HOST,
    TRUE,
    chance,
    changed,
    guest_side,
)

from peer.channel import MemoryChannel
from peer.proof import prove_guest, prove_host
from peer.sides import (
    Fingerprints,
    GuestSide,
    HostSide,
    NotProven,
    Random,
    UnknownSeat,
    VersionMismatch,
)
from shared.errors import ChannelClosed, ConnectionFailed, ProtocolError
from shared.pake import BLIND_SIZE, SCALAR_SIZE
from shared.wire import VERSION

TOKEN, ANOTHER = "a-token_of-22-letters.", "another-token-of-22---"
VECTORS = json.loads(Path(__file__).with_name("proof_vectors.json").read_text())


def host_side(
    seen: Fingerprints = TRUE, tokens: Sequence[str] = (ANOTHER, TOKEN), seed: str = "h"
) -> HostSide:
    return HostSide(SECRET, ROOM, seen, chance(seed), tokens)


class Attempt:
    """A guest's proof against a host's, over a channel in memory."""

    def __init__(self) -> None:
        self.wrong = self.guesses = 0

    async def between(
        self,
        *,
        secret: str | None = SECRET,
        token: str | None = TOKEN,
        tokens: Sequence[str] = (ANOTHER, TOKEN),
        seen: Fingerprints = TRUE,
    ) -> list[BaseException | None]:
        """What becomes of it at the host and at the guest."""
        one, two = MemoryChannel.pair()
        return await asyncio.gather(
            prove_host(
                one, SECRET, ROOM, TRUE, guessed_wrong=self._wrong, tokens=tokens
            ),
            prove_guest(two, secret, ROOM, seen, token=token, guessing=self._guessing),
            return_exceptions=True,
        )

    def _wrong(self) -> None:
        self.wrong += 1

    def _guessing(self) -> None:
        self.guesses += 1


# Who passes


@pytest.mark.parametrize("secret", ["3XWD", None])
async def test_a_token_passes_without_the_code(secret: str | None) -> None:
    attempt = Attempt()
    assert await attempt.between(secret=secret) == [None, None]
    assert (attempt.wrong, attempt.guesses) == (0, 0)


async def test_the_channel_is_ready_behind_it() -> None:
    one, two = MemoryChannel.pair()
    await asyncio.gather(
        prove_host(one, SECRET, ROOM, TRUE, tokens=[TOKEN]),
        prove_guest(two, None, ROOM, TRUE, token=TOKEN),
    )
    two.send("hello")
    assert await one.receive() == "hello"


async def test_with_a_token_nobody_knows_the_code_passes() -> None:
    attempt = Attempt()
    assert await attempt.between(tokens=()) == [None, None]
    assert (attempt.wrong, attempt.guesses) == (0, 1)


# Who does not


async def test_a_token_nobody_knows_and_no_code_is_no_wrong_guess() -> None:
    attempt = Attempt()
    host, guest = await attempt.between(secret=None, tokens=(ANOTHER,))
    assert isinstance(host, ConnectionFailed) and not isinstance(host, NotProven)
    assert isinstance(guest, UnknownSeat)
    assert str(guest) == (
        "the host does not know your seat any more; ask for the code it shows now"
        " and join again"
    )
    assert (attempt.wrong, attempt.guesses) == (0, 0)


async def test_with_a_token_nobody_knows_a_wrong_code_is_one_wrong_guess() -> None:
    attempt = Attempt()
    for error in await attempt.between(secret="3XWD", tokens=(ANOTHER,)):
        assert isinstance(error, NotProven)
    assert (attempt.wrong, attempt.guesses) == (1, 1)


@pytest.mark.parametrize("seen", [SERVER_AT_THE_GUEST, SERVER_AT_THE_HOST, CROSSED])
async def test_a_token_works_between_the_true_certificates_only(
    seen: Fingerprints,
) -> None:
    attempt = Attempt()
    host, guest = await attempt.between(secret=None, seen=seen)
    assert isinstance(host, ConnectionFailed) and isinstance(guest, UnknownSeat)


async def test_a_second_token_on_the_same_channel_is_not_tried() -> None:
    ours, theirs = MemoryChannel.pair()
    host = asyncio.ensure_future(prove_host(ours, SECRET, ROOM, TRUE, tokens=[TOKEN]))
    challenge = await theirs.receive()
    theirs.send(guest_side().resume(challenge, ANOTHER))
    assert json.loads(await theirs.receive()) == {"type": "proof-unknown"}
    theirs.send(guest_side().resume(challenge, TOKEN))
    with pytest.raises(ConnectionFailed, match="sent nonsense"):
        await host
    with pytest.raises(ChannelClosed):
        await theirs.receive()


# Who plays tricks


def test_what_was_recorded_from_a_guest_does_not_work_again() -> None:
    old = host_side(seed="old")
    recorded = guest_side().resume(old.challenge(), TOKEN)
    assert old.recognise(recorded) is not None
    with pytest.raises(UnknownSeat):
        host_side(seed="new").recognise(recorded)


def test_what_was_recorded_from_a_host_does_not_work_again() -> None:
    host = host_side()
    recorded = host.recognise(guest_side(seed="old").resume(host.challenge(), TOKEN))
    assert recorded is not None
    guest = guest_side(seed="new")
    guest.resume(host.challenge(), TOKEN)
    with pytest.raises(NotProven):
        guest.is_recognised(recorded)


def test_a_guest_is_not_convinced_by_its_own_mac() -> None:
    guest = guest_side()
    said = json.loads(guest.resume(host_side().challenge(), TOKEN))
    with pytest.raises(NotProven):
        guest.is_recognised(
            json.dumps({"type": "proof-recognition", "mac": said["mac"]})
        )


def test_another_guests_answer_does_not_work_for_this_one() -> None:
    other = guest_side(seen=Fingerprints(HOST_CERT, OTHER_CERT))
    host = host_side()
    with pytest.raises(UnknownSeat):
        host.recognise(other.resume(host.challenge(), TOKEN))


def test_a_known_and_an_unknown_token_look_alike_on_the_wire() -> None:
    challenge = host_side().challenge()
    known, unknown = (
        guest_side().resume(challenge, token) for token in (TOKEN, ANOTHER * 2)
    )
    assert len(known) == len(unknown)
    again = guest_side(seed="again").resume(challenge, TOKEN)
    assert json.loads(again)["mac"] != json.loads(known)["mac"]


@pytest.mark.parametrize("field", ["nonce", "mac"])
def test_a_changed_resumption_fails(field: str) -> None:
    host = host_side()
    said = guest_side().resume(host.challenge(), TOKEN)
    other = guest_side(seed="other").resume(host.challenge(), TOKEN)
    with pytest.raises(UnknownSeat):
        host.recognise(changed(said, **{field: json.loads(other)[field]}))


def test_a_changed_challenge_fails() -> None:
    host, other = host_side(), json.loads(host_side(seed="other").challenge())
    for field in ("nonce", "share"):
        challenge = changed(host.challenge(), **{field: other[field]})
        with pytest.raises(UnknownSeat):
            host.recognise(guest_side().resume(challenge, TOKEN))


def test_another_version_is_told() -> None:
    host = host_side()
    said = guest_side().resume(host.challenge(), TOKEN)
    with pytest.raises(VersionMismatch):
        host.recognise(changed(said, version=VERSION + 1))
    with pytest.raises(VersionMismatch):
        guest_side().resume(changed(host.challenge(), version=0), TOKEN)


@given(st.text() | st.binary(max_size=40).map(lambda mac: said_by_a_host(mac)))
def test_no_text_convinces_a_guest(text: str) -> None:
    guest = guest_side()
    guest.resume(host_side().challenge(), TOKEN)
    with pytest.raises((ProtocolError, NotProven)):
        guest.is_recognised(text)


def said_by_a_host(mac: bytes) -> str:
    encoded = base64.b64encode(mac).decode()
    return json.dumps({"type": "proof-recognition", "mac": encoded})


# The same transcript in every language


@pytest.mark.parametrize("vector", VECTORS["resumptions"], ids=lambda v: v["name"])
def test_golden_transcripts(vector: dict[str, str]) -> None:
    seen = Fingerprints(
        bytes.fromhex(vector["host_fingerprint"]),
        bytes.fromhex(vector["guest_fingerprint"]),
    )
    drawn = {
        "host": [vector["host_nonce"], vector["host_scalar"], "00" * BLIND_SIZE],
        "guest": ["01" * SCALAR_SIZE, "00" * BLIND_SIZE, vector["guest_nonce"]],
    }

    def draw(end: str) -> Random:
        return lambda size: bytes.fromhex(drawn[end].pop(0))

    host = HostSide(
        vector["secret"], vector["room"], seen, draw("host"), [vector["token"]]
    )
    guest = GuestSide("", vector["room"], seen, draw("guest"))
    assert json.loads(host.challenge()) == vector["challenge"]
    said = guest.resume(host.challenge(), vector["token"])
    assert json.loads(said) == vector["resumption"]
    answer = host.recognise(said)
    assert answer is not None and json.loads(answer) == vector["recognition"]
    assert guest.is_recognised(json.dumps(vector["recognition"]))

"""The proof of the room code step by step: tricks, nonsense, golden transcripts."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from proving import (
    GUEST_CERT,
    HOST_CERT,
    OTHER_CERT,
    ROOM,
    SECRET,
    SERVER_AT_THE_GUEST,
    TRUE,
    chance,
    changed,
    guest_side,
    host_side,
)

from peer.sides import (
    MAX_SIZE,
    Fingerprints,
    GuestSide,
    HostSide,
    NotProven,
    Random,
    VersionMismatch,
)
from shared import pake
from shared.errors import ProtocolError
from shared.wire import VERSION

VECTORS = json.loads(Path(__file__).with_name("proof_vectors.json").read_text())
CPACE = json.loads(Path(__file__).with_name("cpace_vectors.json").read_text())
LOW_ORDER = [
    CPACE["low_order"]["points"][index][0] for index in CPACE["low_order"]["must_abort"]
]


def test_three_messages_and_the_host_speaks_first() -> None:
    host, guest = host_side(), guest_side()
    challenge = host.challenge()
    response = guest.respond(challenge)
    guest.check(host.confirm(response))


@given(st.text(max_size=8), st.text(max_size=8), st.binary(min_size=32, max_size=32))
def test_whatever_both_agree_on_passes(secret: str, room: str, cert: bytes) -> None:
    seen = Fingerprints(cert, GUEST_CERT)
    host, guest = host_side(secret, room, seen), guest_side(secret, room, seen)
    guest.check(host.confirm(guest.respond(host.challenge())))


def test_nothing_is_said_twice_the_same_way() -> None:
    sides = [HostSide(SECRET, ROOM, TRUE, chance(seed)) for seed in "ab"]
    challenges = [json.loads(side.challenge()) for side in sides]
    assert challenges[0]["nonce"] != challenges[1]["nonce"]
    assert challenges[0]["share"] != challenges[1]["share"]


def test_wrong_secret_and_wrong_fingerprint_look_alike_on_the_wire() -> None:
    challenge = host_side().challenge()
    responses = [
        guest_side(secret, seen=seen).respond(challenge)
        for secret, seen in [
            (SECRET, TRUE),
            ("3XWD", TRUE),
            (SECRET, SERVER_AT_THE_GUEST),
        ]
    ]
    assert len({len(response) for response in responses}) == 1
    assert len(set(responses)) == 3


def test_a_fingerprint_that_is_missing_is_not_proven_silently() -> None:
    with pytest.raises(ValueError, match="the SHA-256 of both certificates"):
        host_side(seen=Fingerprints(HOST_CERT, b""))
    with pytest.raises(ValueError, match="the SHA-256 of both certificates"):
        guest_side(seen=Fingerprints(b"", GUEST_CERT)).respond(host_side().challenge())


def test_a_field_too_many_a_byte_too_few_and_a_size_too_big() -> None:
    challenge = host_side().challenge()
    for text, complaint in [
        (changed(challenge, more=1), "unknown field `more`"),
        (changed(challenge, share=base64.b64encode(bytes(31)).decode()), "length"),
        (changed(challenge, nonce="!"), "base64"),
        (challenge + " " * MAX_SIZE, "^a message of the proof is too long$"),
        ("\udc80", "^not the expected message of the proof: "),
    ]:
        with pytest.raises(ProtocolError, match=complaint):
            guest_side().respond(text)


# Who plays tricks


def test_a_host_is_not_convinced_by_its_own_share() -> None:
    host = host_side()
    share = json.loads(host.challenge())["share"]
    response = guest_side().respond(host.challenge())
    with pytest.raises(NotProven):
        host.confirm(changed(response, share=share))


def test_a_guest_is_not_convinced_by_its_own_tag() -> None:
    guest = guest_side()
    tag = json.loads(guest.respond(host_side().challenge()))["tag"]
    with pytest.raises(NotProven):
        guest.check(json.dumps({"type": "proof-confirmation", "tag": tag}))


def test_what_was_recorded_from_a_guest_does_not_work_again() -> None:
    old = host_side(seed="old")
    recorded = guest_side(seed="old").respond(old.challenge())
    old.confirm(recorded)
    with pytest.raises(NotProven):
        host_side(seed="new").confirm(recorded)


def test_what_was_recorded_from_a_host_does_not_work_again() -> None:
    old = host_side(seed="old")
    challenge = old.challenge()
    recorded = old.confirm(guest_side(seed="old").respond(challenge))
    guest = guest_side(seed="new")
    guest.respond(challenge)
    with pytest.raises(NotProven):
        guest.check(recorded)


def test_another_guests_answer_does_not_work_for_this_one() -> None:
    """Both know the code; each connection has its own certificates."""
    host = host_side()
    other = Fingerprints(HOST_CERT, OTHER_CERT)
    with pytest.raises(NotProven):
        host.confirm(guest_side(seen=other).respond(host.challenge()))


@pytest.mark.parametrize("field", ["nonce", "share"])
def test_a_changed_challenge_fails(field: str) -> None:
    host, guest = host_side(), guest_side()
    other = json.loads(host_side(seed="other").challenge())[field]
    response = guest.respond(changed(host.challenge(), **{field: other}))
    with pytest.raises(NotProven):
        host.confirm(response)


@pytest.mark.parametrize("field", ["share", "tag"])
def test_a_changed_response_fails(field: str) -> None:
    host = host_side()
    response = guest_side().respond(host.challenge())
    other = json.loads(guest_side(seed="other").respond(host.challenge()))[field]
    with pytest.raises(NotProven):
        host.confirm(changed(response, **{field: other}))


def test_another_spelling_of_a_share_is_another_share() -> None:
    """X25519 does not look at the highest bit; the tags do."""
    host, guest = host_side(), guest_side()

    def respelled(text: str) -> str:
        share = bytearray(base64.b64decode(json.loads(text)["share"]))
        share[31] ^= 0x80
        return changed(text, share=base64.b64encode(share).decode())

    with pytest.raises(NotProven):
        host.confirm(respelled(guest.respond(host.challenge())))
    with pytest.raises(NotProven):
        host.confirm(guest.respond(respelled(host.challenge())))


@pytest.mark.parametrize("point", LOW_ORDER)
def test_a_share_of_low_order_ends_the_proof(point: str) -> None:
    share = base64.b64encode(bytes.fromhex(point)).decode()
    host = host_side()
    with pytest.raises(ProtocolError, match="^the share is a point of low order$"):
        guest_side().respond(changed(host.challenge(), share=share))
    response = guest_side().respond(host.challenge())
    with pytest.raises(ProtocolError, match="^the share is a point of low order$"):
        host.confirm(changed(response, share=share))


# Any text in place of any message

valid = {
    "challenge": host_side(seed="other").challenge(),
    "response": guest_side(seed="other").respond(host_side(seed="other").challenge()),
}
fields = st.fixed_dictionaries(
    {"type": st.sampled_from(["proof-challenge", "proof-response", "proof-version"])},
    optional={
        "version": st.integers() | st.just(VERSION),
        "nonce": st.binary(max_size=20).map(base64.b64encode).map(bytes.decode),
        "share": st.binary(max_size=40).map(base64.b64encode).map(bytes.decode),
        "tag": st.binary(max_size=70).map(base64.b64encode).map(bytes.decode),
    },
)
texts = (
    st.text()
    | fields.map(json.dumps)
    | st.sampled_from(sorted(valid.values()))
    | st.binary(min_size=64, max_size=64).map(
        lambda tag: msgspec.json.encode(
            {"type": "proof-confirmation", "tag": tag}
        ).decode()
    )
)
FAILURES = (ProtocolError, NotProven, VersionMismatch)


def fails(step: Callable[[], object]) -> None:
    with pytest.raises(FAILURES):
        step()


@given(texts)
def test_no_text_convinces_a_host(text: str) -> None:
    host = host_side()
    fails(lambda: host.confirm(text))


@given(texts)
def test_no_text_convinces_a_guest(text: str) -> None:
    guest = guest_side()
    guest.respond(host_side().challenge())
    fails(lambda: guest.check(text))


@given(texts)
def test_no_text_in_place_of_a_challenge_leads_anywhere(text: str) -> None:
    host, guest = host_side(), guest_side()
    host.challenge()
    try:
        response = guest.respond(text)
    except FAILURES:
        return
    fails(lambda: host.confirm(response))


# The same transcript in every language


@pytest.mark.parametrize("vector", VECTORS["transcripts"], ids=lambda v: v["name"])
def test_golden_transcripts(vector: dict[str, str]) -> None:
    seen = Fingerprints(
        bytes.fromhex(vector["host_fingerprint"]),
        bytes.fromhex(vector["guest_fingerprint"]),
    )
    drawn = {
        "host": [vector["nonce"], vector["host_scalar"], "00" * pake.BLIND_SIZE],
        "guest": [vector["guest_scalar"], "00" * pake.BLIND_SIZE],
    }

    def draw(end: str) -> Random:
        return lambda size: bytes.fromhex(drawn[end].pop(0))

    start = pake.generator(
        vector["secret"].encode(),
        bytes.fromhex(vector["channel_identifier"]),
        bytes.fromhex(vector["nonce"]),
        bytes(pake.BLIND_SIZE),
    )
    assert start.hex() == vector["generator"]
    host = HostSide(vector["secret"], vector["room"], seen, draw("host"))
    guest = GuestSide(vector["secret"], vector["room"], seen, draw("guest"))
    assert json.loads(host.challenge()) == vector["challenge"]
    assert json.loads(guest.respond(host.challenge())) == vector["response"]
    confirmation = host.confirm(json.dumps(vector["response"]))
    assert json.loads(confirmation) == vector["confirmation"]
    guest.check(json.dumps(vector["confirmation"]))

"""CPace against the vectors of draft-irtf-cfrg-cpace, appendix B.1 (X25519)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import ProtocolError
from shared.pake import Sent, generator, lv_cat, multiply, session_key, tag

VECTORS = json.loads(Path(__file__).with_name("cpace_vectors.json").read_text())
EXCHANGE = {name: bytes.fromhex(text) for name, text in VECTORS["exchange"].items()}
INITIATOR = Sent(EXCHANGE["Ya"], EXCHANGE["ADa"])
RESPONDER = Sent(EXCHANGE["Yb"], EXCHANGE["ADb"])

SCALAR = bytes.fromhex(VECTORS["low_order"]["s"])
POINTS = [
    (bytes.fromhex(point), bytes.fromhex(product))
    for point, product in VECTORS["low_order"]["points"]
]

BLIND = bytes(range(32))

scalars = st.binary(min_size=32, max_size=32)
short = st.binary(max_size=200)


def test_lengths_go_before_the_parts() -> None:
    assert lv_cat(b"1234", b"5", b"", b"678").hex() == "043132333401350003363738"
    assert lv_cat(bytes(127)) == b"\x7f" + bytes(127)
    assert lv_cat(bytes(128)) == b"\x80\x01" + bytes(128)


@given(st.lists(short), st.lists(short))
def test_no_two_lists_look_alike(one: list[bytes], two: list[bytes]) -> None:
    assert (lv_cat(*one) == lv_cat(*two)) == (one == two)


def test_the_generator() -> None:
    made = generator(EXCHANGE["PRS"], EXCHANGE["CI"], EXCHANGE["sid"], BLIND)
    assert made == EXCHANGE["g"]


@given(st.binary(max_size=40))
def test_the_blind_does_not_move_the_generator(blind: bytes) -> None:
    prs, ci, sid = EXCHANGE["PRS"], EXCHANGE["CI"], EXCHANGE["sid"]
    assert generator(prs, ci, sid, blind) == EXCHANGE["g"]


@pytest.mark.parametrize(("scalar", "share"), [("ya", "Ya"), ("yb", "Yb")])
def test_the_shares(scalar: str, share: str) -> None:
    assert multiply(EXCHANGE[scalar], EXCHANGE["g"]) == EXCHANGE[share]


@pytest.mark.parametrize(("scalar", "share"), [("ya", "Yb"), ("yb", "Ya")])
def test_both_ends_reach_the_same_point(scalar: str, share: str) -> None:
    assert multiply(EXCHANGE[scalar], EXCHANGE[share]) == EXCHANGE["K"]


def test_the_session_key() -> None:
    key = session_key(EXCHANGE["sid"], EXCHANGE["K"], INITIATOR, RESPONDER)
    assert key == EXCHANGE["ISK_IR"]


@pytest.mark.parametrize("index", range(len(POINTS)))
def test_low_order_points_abort_and_others_do_not(index: int) -> None:
    point, product = POINTS[index]
    if index in VECTORS["low_order"]["must_abort"]:
        with pytest.raises(ProtocolError, match="^the share is a point of low order$"):
            multiply(SCALAR, point)
    else:
        assert multiply(SCALAR, point) == product


def test_each_end_has_its_own_tag() -> None:
    sid, key = EXCHANGE["sid"], EXCHANGE["ISK_IR"]
    assert tag(sid, key, INITIATOR) != tag(sid, key, RESPONDER)
    assert tag(sid, key, Sent(b"", INITIATOR.share)) != tag(sid, key, INITIATOR)
    assert tag(bytes(16), key, INITIATOR) != tag(sid, key, INITIATOR)
    assert tag(sid, bytes(64), INITIATOR) != tag(sid, key, INITIATOR)


@given(short, short, short, scalars, scalars)
def test_who_starts_alike_ends_alike(
    secret: bytes, channel: bytes, session: bytes, one: bytes, two: bytes
) -> None:
    start = generator(secret, channel, session, BLIND)
    assert multiply(one, multiply(two, start)) == multiply(two, multiply(one, start))


@given(short, short, short)
def test_every_input_moves_the_generator(
    secret: bytes, channel: bytes, session: bytes
) -> None:
    start = generator(secret, channel, session, BLIND)
    assert generator(secret + b"x", channel, session, BLIND) != start
    assert generator(secret, channel + b"x", session, BLIND) != start
    assert generator(secret, channel, session + b"x", BLIND) != start


@given(short)
def test_the_generator_lies_on_the_curve(secret: bytes) -> None:
    p = 2**255 - 19
    u = int.from_bytes(generator(secret, b"", b"", BLIND), "little")
    assert 0 < u < p
    assert pow(u**3 + 486662 * u**2 + u, (p - 1) // 2, p) == 1

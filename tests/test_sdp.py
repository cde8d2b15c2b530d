"""Offers and answers: what is written, what is read, and what is refused."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peer.sdp import Session, address, candidate, parse, with_colons, write
from shared.errors import ProtocolError

PRINT = "0f" * 32
OTHER = "aa" * 32
HOST = "candidate:1 1 udp 2130706431 192.0.2.7 50000 typ host"

OURS = Session(
    ufrag="abcd",
    password="p" * 22,
    fingerprint=PRINT,
    setup="actpass",
    candidates=(HOST,),
)

CHROMIUM = f"""\
v=0
o=- 4611731400430051336 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=ice-ufrag:Xy1+
a=ice-pwd:0123456789abcdefghijkl/+
a=ice-options:trickle
a=fingerprint:sha-256 {with_colons(PRINT)}
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
"""

FIREFOX = f"""\
v=0
o=mozilla...THIS_IS_SDPARTA-99.0 2187 0 IN IP4 0.0.0.0
s=-
t=0 0
a=fingerprint:sha-256 {with_colons(PRINT)}
a=group:BUNDLE 0
a=ice-options:trickle
a=msid-semantic:WMS *
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:0 1 UDP 2122252543 192.0.2.7 50000 typ host
a=sendrecv
a=ice-pwd:0123456789abcdef0123456789abcdef
a=ice-ufrag:0123abcd
a=mid:0
a=setup:active
a=sctp-port:5000
a=max-message-size:1073741823
a=end-of-candidates
"""


def without(sdp: str, attribute: str) -> str:
    return re.sub(rf"^a={attribute}\b.*\n", "", sdp, flags=re.M)


def with_line(sdp: str, line: str) -> str:
    return f"{sdp}{line}\r\n"


def refusal(sdp: str) -> str:
    with pytest.raises(ProtocolError) as caught:
        parse(sdp)
    return str(caught.value)


ice_text = st.text("abcXYZ019+/", min_size=22, max_size=64)


@given(
    st.builds(
        Session,
        ufrag=ice_text,
        password=ice_text,
        fingerprint=st.binary(min_size=32, max_size=32).map(bytes.hex),
        setup=st.sampled_from(["actpass", "active", "passive"]),
        mid=st.sampled_from(["0", "data", "a-b.c"]),
        port=st.integers(1, 65535),
        max_message_size=st.sampled_from([0, 16384, 262144, 2**32]),
        candidates=st.lists(st.just(HOST), max_size=3).map(tuple),
        complete=st.booleans(),
    )
)
def test_what_is_written_is_read(session: Session) -> None:
    assert parse(write(session)) == session


def test_what_is_written_has_one_fingerprint_and_every_line_its_end() -> None:
    sdp = write(OURS)
    assert sdp.count("a=fingerprint:") == 1
    assert f"a=fingerprint:sha-256 {':'.join(['0F'] * 32)}\r\n" in sdp
    assert sdp.replace("\r\n", "").isprintable()


def test_a_chromium_offer_is_read() -> None:
    assert parse(CHROMIUM.replace("\n", "\r\n")) == Session(
        ufrag="Xy1+",
        password="0123456789abcdefghijkl/+",
        fingerprint=PRINT,
        setup="actpass",
        max_message_size=262144,
    )


def test_a_firefox_answer_is_read() -> None:
    assert parse(FIREFOX.replace("\n", "\r\n")) == Session(
        ufrag="0123abcd",
        password="0123456789abcdef0123456789abcdef",
        fingerprint=PRINT,
        setup="active",
        max_message_size=1073741823,
        candidates=("candidate:0 1 UDP 2122252543 192.0.2.7 50000 typ host",),
        complete=True,
    )


def test_without_a_size_the_default_of_the_rfc_holds() -> None:
    assert parse(without(CHROMIUM, "max-message-size")).max_message_size == 65536


def test_other_algorithms_are_dropped() -> None:
    sha_512 = f"a=fingerprint:sha-512 {':'.join(['AB'] * 64)}"
    assert parse(with_line(CHROMIUM, sha_512)).fingerprint == PRINT
    only = without(CHROMIUM, "fingerprint")
    assert refusal(with_line(only, sha_512)) == (
        "the description has 0 sha-256 fingerprints instead of one"
    )


@pytest.mark.parametrize(
    "second",
    [
        f"a=fingerprint:sha-256 {with_colons(OTHER)}",
        f"a=fingerprint:sha-256 {with_colons(PRINT)}",
        f"a=fingerprint:SHA-256 {with_colons(OTHER)}",
        f"a=fingerprint: sha-256 {with_colons(OTHER)}",
        "a=fingerprint:sha-256",
    ],
)
@pytest.mark.parametrize("sdp", [CHROMIUM, FIREFOX])
def test_a_second_fingerprint_is_refused(sdp: str, second: str) -> None:
    expected = "the description has 2 sha-256 fingerprints instead of one"
    assert refusal(with_line(sdp, second)) == expected
    assert refusal(with_line("", second) + sdp) == expected


@pytest.mark.parametrize(
    "value", ["", "AA", with_colons(PRINT)[:-1], PRINT, "0G:" * 32]
)
def test_a_malformed_fingerprint_is_refused(value: str) -> None:
    sdp = with_line(without(CHROMIUM, "fingerprint"), f"a=fingerprint:sha-256 {value}")
    assert refusal(sdp) == "the description has a malformed fingerprint"


@pytest.mark.parametrize(
    ("attribute", "bad"),
    [
        ("ice-ufrag", "abc"),
        ("ice-ufrag", "a:bcd"),
        ("ice-pwd", "short"),
        ("ice-pwd", "x" * 257),
        ("mid", ""),
        ("mid", "two words"),
        ("setup", "holdconn"),
        ("sctp-port", "five"),
        ("sctp-port", "0"),
        ("sctp-port", "65536"),
        ("sctp-port", "٣"),
        ("max-message-size", "-1"),
        ("max-message-size", "9" * 5000),
    ],
)
def test_what_is_missing_or_malformed_is_named(attribute: str, bad: str) -> None:
    rest = without(CHROMIUM, attribute)
    sentence = f"the description has no valid {attribute}"
    assert refusal(with_line(rest, f"a={attribute}:{bad}")) == sentence
    if attribute != "max-message-size":
        assert refusal(rest) == sentence


def test_a_peer_that_takes_no_whole_message_is_refused() -> None:
    sdp = CHROMIUM.replace("262144", "16383")
    assert refusal(sdp) == "the other side takes no messages of 16384 bytes"


@pytest.mark.parametrize(
    "sdp",
    [
        "",
        "v=0\r\n",
        without(CHROMIUM, "x").replace("m=application", "m=audio"),
        with_line(CHROMIUM, "m=audio 9 UDP/TLS/RTP/SAVPF 111"),
        with_line(CHROMIUM, "m=application 9 UDP/DTLS/SCTP webrtc-datachannel"),
        CHROMIUM.replace("UDP/DTLS/SCTP webrtc-datachannel", "DTLS/SCTP 5000"),
    ],
)
def test_anything_but_one_data_channel_is_refused(sdp: str) -> None:
    assert refusal(sdp) == "the description is not of one data channel"


@given(st.randoms(use_true_random=False), st.sampled_from([CHROMIUM, FIREFOX]))
def test_no_change_of_a_description_does_anything_else(
    chance: random.Random, sdp: str
) -> None:
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(sdp))
        end = start + chance.choice([0, 1, 2, 40])
        junk = chance.choice(["", "\r\n", "\0", " ", ":", "m=", "a=", "é", "9" * 20])
        sdp = sdp[:start] + junk + sdp[end:]
    try:
        session = parse(sdp)
    except ProtocolError:
        return
    assert parse(write(session)) == session


@given(st.text())
def test_no_text_does_anything_else(text: str) -> None:
    with pytest.raises(ProtocolError):
        parse(text)


@pytest.mark.parametrize(
    ("line", "usable"),
    [
        (HOST, HOST.removeprefix("candidate:")),
        (f"a={HOST}", HOST.removeprefix("candidate:")),
        (
            "candidate:842163049 1 udp 1677729535 203.0.113.9 46154 typ srflx"
            " raddr 0.0.0.0 rport 0 generation 0 ufrag Xy1+ network-cost 999",
            "842163049 1 udp 1677729535 203.0.113.9 46154 typ srflx",
        ),
        (
            "candidate:0 1 UDP 2122252543"
            " 3a1f4b8e-0000-4000-8000-123456789abc.local 5 typ host",
            "0 1 UDP 2122252543 3a1f4b8e-0000-4000-8000-123456789abc.local 5 typ host",
        ),
        (
            "candidate:1 1 udp 1 2001:db8::1 9 typ relay",
            "1 1 udp 1 2001:db8::1 9 typ relay",
        ),
    ],
)
def test_a_candidate_is_reduced_to_what_matters(line: str, usable: str) -> None:
    assert candidate(line) == usable


@pytest.mark.parametrize(
    "line",
    [
        "",
        "candidate:",
        "hello",
        "\0" * 100,
        HOST.replace("candidate:1 1", "candidate:1 2"),
        HOST.replace("udp", "tcp"),
        HOST.replace("50000", "0"),
        HOST.replace("50000", "65536"),
        HOST.replace("50000", "x"),
        HOST.replace("2130706431", "9" * 400),
        HOST.replace("192.0.2.7", "224.0.0.1"),
        HOST.replace("192.0.2.7", "0.0.0.0"),
        HOST.replace("192.0.2.7", "::"),
        HOST.replace("192.0.2.7", "ff02::1"),
        HOST.replace("192.0.2.7", "example.org"),
        HOST.replace("192.0.2.7", "a.b.local"),
        HOST.replace("typ host", "typ friend"),
        HOST.replace(" typ host", ""),
        f"{HOST}\r\na=fingerprint:sha-256 x",
    ],
)
def test_a_candidate_that_is_of_no_use_is_none(line: str) -> None:
    assert candidate(line) is None


def test_the_address_of_a_candidate() -> None:
    assert address(HOST) == "192.0.2.7 50000"

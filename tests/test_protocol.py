"""PROTOCOL.md says what the code does."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec import Raw

from shared.errors import SignalingCode
from shared.signals import (
    MAX_SIZE,
    VERSION,
    Answer,
    Candidate,
    CloseCode,
    Create,
    Description,
    Offer,
    Signal,
    Signaled,
    ToMember,
    ToServer,
    decode_description,
    decode_to_member,
    decode_to_server,
)
from signaling import limits, room, rooms, server, upgrade, websocket

TEXT = (Path(__file__).parent.parent / "signaling" / "PROTOCOL.md").read_text()
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)\n```", TEXT, re.S)
LIMITS = limits.Limits()


def examples(kind: str) -> list[str]:
    return [text for speaker, text in EXAMPLES if speaker == kind]


def rows() -> dict[str, list[str]]:
    """The rows of all tables by their first column."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in TEXT.splitlines()
        if line.startswith("|")
    ]
    return {first.replace("`", ""): rest for first, *rest in cells}


def type_of(text: str) -> str:
    kind: str = json.loads(text)["type"]
    return kind


def tags(union: object) -> set[str]:
    return {msgspec.inspect.type_info(kind).tag for kind in get_args(union)}  # type: ignore[union-attr]


@pytest.mark.parametrize("text", examples("member"))
def test_what_a_member_says_is_understood(text: str) -> None:
    message = decode_to_server(text)
    if isinstance(message, Create) and message.version != VERSION:
        assert json.loads(text)["version"] == message.version
    else:
        told = msgspec.to_builtins(message, builtin_types=(Raw,))
        assert json.loads(text).items() <= plain(told).items()
    if isinstance(message, Signal):
        decode_description(message.data)


@pytest.mark.parametrize("text", examples("server"))
def test_what_the_server_says_is_what_it_would_say(text: str) -> None:
    message = decode_to_member(text)
    assert msgspec.json.encode(message).decode() == text
    if isinstance(message, Signaled):
        decode_description(message.data)


@pytest.mark.parametrize("text", examples("peer"))
def test_what_a_peer_says_is_what_ours_would_say(text: str) -> None:
    description = decode_description(Raw(text.encode()))
    assert isinstance(description, Offer | Answer | Candidate)
    assert msgspec.json.encode(description).decode() == text


def plain(message: dict[str, object]) -> dict[str, object]:
    return {
        name: json.loads(bytes(value)) if isinstance(value, Raw) else value
        for name, value in message.items()
    }


def test_every_message_has_an_example() -> None:
    assert {type_of(text) for text in examples("member")} == tags(ToServer)
    assert {type_of(text) for text in examples("server")} == tags(ToMember)
    assert {type_of(text) for text in examples("peer")} == tags(Description)
    assert len(EXAMPLES) == TEXT.count("```") // 2


def test_every_refusal_and_every_close_is_explained() -> None:
    explained = rows()
    assert set(get_args(SignalingCode)) - {"full", "away"} <= explained.keys()
    codes = {int(code) for code in explained if code.isdigit()}
    ours = {websocket.PROTOCOL_ERROR, websocket.INVALID_TEXT, websocket.POLICY}
    assert codes == {*CloseCode, *ours, websocket.TOO_BIG}


@pytest.mark.parametrize(
    ("row", "rate"),
    [
        ("connections from an address", LIMITS.connects),
        ("joins from an address", LIMITS.joins),
        ("wrong rooms and claims from an address", LIMITS.failures),
        ("messages from an address", LIMITS.messages),
        ("joins of a room, by all", LIMITS.room_joins),
        ("messages of all guests of a room", LIMITS.room_messages),
    ],
)
def test_the_rates_are_ours(row: str, rate: limits.Rate) -> None:
    burst, per_second = rows()[row]
    assert (float(burst), float(per_second)) == rate


@pytest.mark.parametrize(
    ("row", "most"),
    [
        ("sockets from an address", LIMITS.sockets_per_address),
        ("sockets of the server", LIMITS.sockets),
        ("rooms of the server", rooms.MAX_ROOMS),
        ("guests of a room", rooms.MAX_GUESTS),
        ("characters of SDP", 16 * 1024),
        ("characters of a candidate", 1024),
        ("candidates each way, after each offer or answer", room.MAX_CANDIDATES),
        ("bytes of the request for a WebSocket", upgrade.MAX_HEAD),
        ("seconds for that request", server.FIRST_REQUEST),
        ("seconds until create or join", server.FIRST_MESSAGE),
        ("seconds until a guest's first signal", room.FIRST_SIGNAL),
        ("seconds a room waits for its host", room.KEEP),
        ("seconds a room lives unused", room.IDLE),
        ("seconds a room lives at all", room.HARD),
    ],
)
def test_the_limits_are_ours(row: str, most: float) -> None:
    assert float(rows()[row][0]) == most


def test_the_numbers_in_the_text_are_ours() -> None:
    assert f"smaller than {MAX_SIZE:,} bytes" in TEXT
    assert LIMITS.near == 10 and "ten times as much" in TEXT
    assert f"counts once more for each {limits.UNIT:,} bytes" in TEXT
    assert f"{websocket.QUEUE_MESSAGES} messages or {websocket.QUEUE_BYTES:,}" in TEXT
    assert rooms.SETTLING == 10 and room.QUIET == 30 and room.STAY == 120
    assert f"version {VERSION}" in TEXT.splitlines()[0]


def test_the_sentences_are_ours() -> None:
    assert json.dumps(rooms.NO_SUCH_TABLE) in TEXT

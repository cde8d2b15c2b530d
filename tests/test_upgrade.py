"""The request by which a connection becomes a WebSocket."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from signaling.upgrade import MAX_FIELDS, Upgrade, accept, read_upgrade, refuse

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
FIELDS = {
    b"Host": b"rummy.example",
    b"Upgrade": b"websocket",
    b"Connection": b"Upgrade",
    b"Sec-WebSocket-Key": KEY,
    b"Sec-WebSocket-Version": b"13",
}


def head(
    fields: dict[bytes, bytes] | None = None,
    line: bytes = b"GET /signal HTTP/1.1",
    more: bytes = b"",
) -> bytes:
    lines = [b"%b: %b" % field for field in {**FIELDS, **(fields or {})}.items()]
    return b"\r\n".join([line, *lines]) + more


def without(name: bytes) -> bytes:
    lines = head().split(b"\r\n")
    return b"\r\n".join(line for line in lines if not line.startswith(name + b":"))


def test_the_example_of_the_rfc() -> None:
    upgrade = read_upgrade(head())
    assert upgrade == Upgrade("/signal", KEY, None, [])
    assert accept(upgrade) == (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    )


def test_what_browsers_and_proxies_add_is_read() -> None:
    more = b"\r\nX-Forwarded-For: 203.0.113.5, 10.0.0.1\r\nx-forwarded-for:10.0.0.2"
    fields = {
        b"UPGRADE": b"WebSocket",
        b"Connection": b"keep-alive, upgrade",
        b"Origin": b"https://rummy.example",
        b"Sec-WebSocket-Extensions": b"permessage-deflate",
        b"Cookie": b"a=b:c",
    }
    assert read_upgrade(head(fields, b"GET /signal?v=1 HTTP/1.1", more)) == Upgrade(
        "/signal",
        KEY,
        "https://rummy.example",
        ["203.0.113.5, 10.0.0.1", "10.0.0.2"],
    )


@pytest.mark.parametrize(
    "request_head",
    [
        head(line=b"POST /signal HTTP/1.1"),
        head(line=b"GET /signal HTTP/1.0"),
        head(line=b"GET /signal"),
        head(line=b"GET http://rummy.example/signal HTTP/1.1"),
        head({b"Upgrade": b"h2c"}),
        head({b"Connection": b"keep-alive"}),
        head({b"Sec-WebSocket-Version": b"12"}),
        head({b"Sec-WebSocket-Key": b"dGhl"}),
        head({b"Sec-WebSocket-Key": b"not base 64"}),
        head({b"Content-Length": b"5"}),
        head({b"Transfer-Encoding": b"chunked"}),
        *map(without, FIELDS),
        head(more=b"\r\nSec-WebSocket-Key: " + KEY),
        head(more=b"\r\nOrigin: a\r\norigin: b"),
        head(more=b"\r\n folded: line"),
        head(more=b"\r\nno colon"),
        head(more=b"\r\n: no name"),
        head(more=b"\r\nx: \xff"),
        head(more=b"\r\nx: y" * MAX_FIELDS),
        b"",
    ],
)
def test_anything_else_is_left_to_others(request_head: bytes) -> None:
    assert read_upgrade(request_head) is None


def test_a_refusal_is_a_whole_answer() -> None:
    assert refuse("403 Forbidden", "no") == (
        b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\n"
        b"Content-Length: 3\r\nConnection: close\r\n\r\nno\n"
    )


@given(st.binary() | st.binary().map(lambda junk: head(more=b"\r\n" + junk)))
def test_no_request_is_a_fault(junk: bytes) -> None:
    upgrade = read_upgrade(junk)
    assert upgrade is None or accept(upgrade)

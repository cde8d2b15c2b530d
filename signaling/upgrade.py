"""The request by which a connection becomes a WebSocket (RFC 6455 section 4.2)."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha1
from typing import NamedTuple

MAX_HEAD = 8 * 1024
"Bytes of a request before its body."

MAX_FIELDS = 64

END = b"\r\n\r\n"

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Upgrade(NamedTuple):
    """A request for a WebSocket."""

    path: str
    key: bytes
    origin: str | None
    forwarded: Sequence[str]
    "Each ``X-Forwarded-For``, in order."


def read_upgrade(head: bytes) -> Upgrade | None:
    """``head`` without its empty line, if it is all that such a request has to be."""
    line, *lines = head.split(b"\r\n")
    request = line.split(b" ")
    if len(request) != 3 or request[0] != b"GET" or request[2] != b"HTTP/1.1":
        return None
    if len(lines) > MAX_FIELDS or not request[1].startswith(b"/"):
        return None
    if not head.isascii():
        return None
    fields: dict[bytes, bytes] = {}
    forwarded: list[str] = []
    for field in lines:
        name, colon, value = field.partition(b":")
        if not colon or not name or name != name.strip():
            return None
        name, value = name.lower(), value.strip()
        if name == b"x-forwarded-for":
            forwarded.append(value.decode())
        elif name in fields and name.startswith((b"sec-websocket-key", b"origin")):
            return None
        else:
            fields[name] = value
    if not _is_upgrade(fields):
        return None
    origin = fields.get(b"origin")
    return Upgrade(
        path=request[1].partition(b"?")[0].decode(),
        key=fields[b"sec-websocket-key"],
        origin=None if origin is None else origin.decode(),
        forwarded=forwarded,
    )


def accept(upgrade: Upgrade) -> bytes:
    """The answer; no extension is accepted, so nothing is ever compressed."""
    digest = b64encode(sha1(upgrade.key + _GUID, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Accept: %b\r\n\r\n" % digest
    )


def refuse(status: str, sentence: str) -> bytes:
    """An answer that ends the connection instead."""
    body = f"{sentence}\n".encode()
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode() + body


def _is_upgrade(fields: dict[bytes, bytes]) -> bool:
    connection = [word.strip() for word in fields.get(b"connection", b"").split(b",")]
    return (
        fields.get(b"upgrade", b"").lower() == b"websocket"
        and b"upgrade" in [word.lower() for word in connection]
        and fields.get(b"sec-websocket-version") == b"13"
        and _is_key(fields.get(b"sec-websocket-key", b""))
        and b"host" in fields
        and not {b"content-length", b"transfer-encoding"} & fields.keys()
    )


def _is_key(key: bytes) -> bool:
    try:
        return len(b64decode(key, validate=True)) == 16
    except binascii.Error:
        return False

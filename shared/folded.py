"""
A transcript folded up so that it fits into a link, as TRANSCRIPT.md describes it.

Nothing is lost: what each line carries of the one before follows from that one.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence

import msgspec

from shared.errors import RummyError
from shared.transcript import link

MAX_LINK = 12_000
"Characters behind the # that browsers and messengers carry without cutting them."

MAX_UNFOLDED = 4 * 1024 * 1024
"Bytes; a longer one would be no match of people."

_encoder = msgspec.json.Encoder(order="sorted")


def folded(lines: Sequence[str]) -> str:
    """The lines of a transcript that holds, as base64url."""
    short = []
    for line in lines:
        kind, _, *facts = msgspec.json.decode(line)
        short.append(_encoder.encode([kind, *facts]))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"\n".join(short)) + packer.flush()
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unfolded(text: str) -> bytes:
    """The file that was folded up.

    Raises:
        RummyError: If it is none.
    """
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(-15)
        short = unpacker.decompress(data, MAX_UNFOLDED)
        if not unpacker.eof:
            raise ValueError("it is cut off, or too long")
        return b"".join(_lines(short))
    except (ValueError, zlib.error, RecursionError, msgspec.DecodeError) as error:
        raise RummyError(
            "this link holds no transcript; perhaps it was cut off on its way"
        ) from error


def _lines(short: bytes) -> list[bytes]:
    head, lines = "", []
    for text in short.split(b"\n"):
        kind, *facts = msgspec.json.decode(text, type=list[object])
        line = _encoder.encode([kind, head, *facts])
        lines.append(line + b"\n")
        head = link(line.decode())
    return lines

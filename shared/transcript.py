"""
The record of a match: JSON Lines, each of which carries the hash of the one before.

``TRANSCRIPT.md`` beside this file says it for other programs. All that a line says is
public when it is written: what a seat does is, and of the chance only commitments are
and the seeds of the guests, from which nothing follows without the host's. That one
is written when the hand is over, and with it everybody's cards follow from the file.
So the host and every guest have the same lines.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from shared.code import ALPHABET
from shared.errors import RummyError
from shared.events import HandEnded, MatchEnded, Seat

VERSION = 1
"Of these lines."

MARK = 5
"Symbols of a table mark."

MAX_LINE = 8 * 1024
"Bytes; the longest is a turn of Rummikub with every tile on the table."

Missing: TypeAlias = Literal["declined", "absent", "silent", "wrong", "twice"]
"""Why a seat has no part in a deal: its program does not shuffle, nobody was there,
it said nothing in time, its seed was not what it committed to, it committed twice."""

MISSING: tuple[Missing, ...] = ("declined", "absent", "silent", "wrong", "twice")


Found: TypeAlias = Literal["ok", "partly", "failed", "silent"]
"""What a seat's program found of a deal. ``partly``: it was away for a time, or had no
seed in it; ``silent``: it has said nothing."""


class TranscriptError(RummyError):
    """A transcript, or a line of one, that cannot be what happened."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        "The first one that does not hold, from 1."
        self.why = why


class _Fact(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Sitting(_Fact, frozen=True):
    """Who has a seat."""

    name: str
    kind: Literal["open", "person", "bot"]


class Opening(_Fact, frozen=True):
    """The rules of a match."""

    version: int
    table: str
    "Identifies the table; commitments and roots are bound to it."

    match: int
    "Counts the matches of the table from 1."

    game: str
    preset: str
    options: dict[str, str]
    "Every option, as it is written after --set."

    seats: int

    hands: int
    "Hands in the match, whatever the scores; 0: the ruleset says."

    dealer: Seat | None
    "Who deals the first hand; None: that is drawn by lot from its root."

    date: int
    "When it began, in seconds since 1970 by the clock of the host."


class Promised(_Fact, frozen=True):
    """The commitments to the seeds of one deal, before any of those is shown."""

    deal: int
    "Counts the deals of the table from 0, those that came to nothing too."

    host: str
    seats: tuple[str, ...]
    "A commitment, or why there is none."


class Voided(_Fact, frozen=True):
    """A deal that came to nothing, because of whom, and why; there will be another."""

    deal: int
    missing: tuple[tuple[Seat, Missing], ...]


class Dealt(_Fact, frozen=True):
    """The seeds of all but the host; with the host's they make the deck."""

    deal: int
    hand: int
    "Counts the hands of the match from 1."

    seq: int
    "Of the update that brings the cards."

    dealer: Seat
    seats: tuple[str, ...]
    "A seed, or why there is none."

    people: tuple[Sitting, ...]


class Closed(_Fact, frozen=True):
    """A hand is over: the host's seed, and what the hand came to."""

    deal: int
    seed: str
    result: HandEnded
    scores: tuple[int, ...]
    "Of the match, without its bonuses."


class Checked(_Fact, frozen=True):
    """What the programs of the seats found when they rebuilt the deal."""

    deal: int
    seats: tuple[Found, ...]


class Cut(_Fact, frozen=True):
    """A hand ended without points, because of who was missing; its seed is open."""

    deal: int
    seed: str
    missing: tuple[Seat, ...]


class Line(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One line: a JSON array of its kind, the hash of the line before, and the fact."""

    prev: str
    "Empty on the first line."


class MatchLine(Line, frozen=True, tag="match"):
    """The first line."""

    fact: Opening


class CommitLine(Line, frozen=True, tag="commit"):
    """Before each deal."""

    fact: Promised


class VoidLine(Line, frozen=True, tag="void"):
    """After a deal that nobody plays."""

    fact: Voided


class DealLine(Line, frozen=True, tag="deal"):
    """A hand begins."""

    fact: Dealt


class DoLine(Line, frozen=True, tag="do"):
    """A seat did something."""

    seat: Seat
    at: int
    "Thousandths of a second since the match began."

    action: str
    "See :mod:`shared.shorthand`."


class TimeLine(Line, frozen=True, tag="time"):
    """The time of a seat was up, and the host ended its turn."""

    seat: Seat
    at: int
    "Thousandths of a second since the match began."

    actions: tuple[str, ...]
    "What was done in its place."


class EndLine(Line, frozen=True, tag="end"):
    """A hand is over."""

    fact: Closed


class OverLine(Line, frozen=True, tag="over"):
    """The match is over."""

    fact: MatchEnded


class AuditLine(Line, frozen=True, tag="audit"):
    """After a hand."""

    fact: Checked


class ResetLine(Line, frozen=True, tag="reset"):
    """The scores begin anew."""


class CutLine(Line, frozen=True, tag="cut"):
    """A hand is void; another is dealt in its place."""

    fact: Cut


class SealLine(Line, frozen=True, tag="seal"):
    """The last line of a file. It is not in the chain: it says how long that was."""

    lines: int
    "How many stand before it."


AnyLine: TypeAlias = (
    MatchLine
    | CommitLine
    | VoidLine
    | DealLine
    | DoLine
    | TimeLine
    | EndLine
    | OverLine
    | AuditLine
    | ResetLine
    | CutLine
    | SealLine
)

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(AnyLine)


def encode(line: AnyLine) -> str:
    """``line`` as its canonical text, without a line end."""
    return _encoder.encode(line).decode()


def decode(text: str) -> AnyLine:
    """The line that is written as ``text``.

    Raises:
        ValueError: If it is none, or not in its canonical form.
    """
    try:
        data = text.encode()
        line: AnyLine = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise ValueError(f"this is not a line of a transcript: {error}") from None
    if len(data) > MAX_LINE:
        raise ValueError("this line is too long")
    if _encoder.encode(line) != data:
        raise ValueError("this line is not in its canonical form")
    return line


def link(text: str) -> str:
    """The hash of a line, as the next one carries it."""
    return packed(hashlib.sha256(text.encode()).digest())


def packed(data: bytes) -> str:
    """Bytes as text: base64url without padding (RFC 4648 section 5)."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """The 32 bytes of a hash, a commitment or a seed.

    Raises:
        ValueError: If ``text`` stands for none.
    """
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4)) if text.isascii() else b""
    if len(data) != 32 or packed(data) != text:
        raise ValueError("this is not the base64url of 32 bytes")
    return data


def mark(text: str) -> str:
    """The table mark after a line: five symbols that people can compare aloud."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest())
    symbols = ""
    for _ in range(MARK):
        number, place = divmod(number, len(ALPHABET))
        symbols += ALPHABET[place]
    return symbols


class Chain:
    """The lines of one match so far, as text."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.head = ""
        "The hash of the last line."

    def add(self, text: str) -> AnyLine:
        """Take in the next line.

        Raises:
            ValueError: If it cannot stand there.
        """
        line = decode(text)
        if line.prev != self.head:
            raise ValueError("this line does not carry the hash of the line before")
        if isinstance(line, MatchLine) == bool(self.lines):
            raise ValueError("the rules of the match stand on the first line, only")
        self.lines.append(text)
        self.head = link(text)
        return line


def sealed(lines: Sequence[str]) -> str:
    """A file of ``lines``; it can be checked for being whole."""
    head = link(lines[-1]) if lines else ""
    return "".join(f"{line}\n" for line in (*lines, encode(SealLine(head, len(lines)))))

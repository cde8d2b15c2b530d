"""
What a journal holds: each change of a table, a line each. Pure.

A line is a JSON object, ``{"crc":"1f0c9a3e","record":{...}}``. The checksum is the
CRC-32 of the record's bytes, begun with that of the line before, so that a line that is
changed, missing or out of place is found. A line counts once its end is there: what
comes behind the last one was being written when the power went, and nobody was told.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Struct

from shared.actions import Action
from shared.errors import RummyError
from shared.events import Seat
from shared.reasons import Level, Reason
from shared.terms import Terms
from shared.transcript import Found, Missing
from shared.words import say

VERSION = 1
"Of these records and the rules behind them."


class JournalError(RummyError):
    """A journal that cannot be gone on with, or not be kept, and why."""


class _Record(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class TableMade(_Record, frozen=True, tag="table_made"):
    """The first record: what is played, and by how many."""

    version: int
    game: str
    preset: str
    options: dict[str, str]
    "What differs from the preset."

    seed: str
    "All decks follow from it, unless others add seeds of theirs; in hexadecimal."

    tokens: tuple[str, ...]
    "Of each seat: who shows one has it."

    max_hands: int | None
    terms: Terms


class Settled(_Record, frozen=True, tag="settled"):
    """The host has settled how the table is run."""

    terms: Terms


class RoomOpened(_Record, frozen=True, tag="room_opened"):
    """Where guests come in; again when the code has changed."""

    server: str | None
    "None: the host runs it."

    port: int | None
    "Of the server the host runs."

    room: str
    claim: str | None
    secret: str


class SeatTaken(_Record, frozen=True, omit_defaults=True, tag="seat_taken"):
    """Somebody has a seat that was free."""

    seat: Seat
    name: str
    kind: Literal["person", "bot"]
    level: Level | None = None
    "Of a computer player."


class SeatFreed(_Record, frozen=True, tag="seat_freed"):
    """A seat is open again; ``token`` is for who comes next."""

    seat: Seat
    token: str


class SubstituteCalled(_Record, frozen=True, tag="substitute_called"):
    """A computer player acts for whoever has the seat."""

    seat: Seat
    token: str


class CameBack(_Record, frozen=True, tag="came_back"):
    """The seat is its player's again, not the substitute's."""

    seat: Seat


class HandedOver(_Record, frozen=True, tag="handed_over"):
    """A computer player has the seat from now on."""

    seat: Seat
    name: str
    "Of the computer player."

    level: Level | None
    token: str
    may_return: bool
    "The host may give the seat back to whose it was."


class HandedBack(_Record, frozen=True, tag="handed_back"):
    """The seat is its former player's again; the computer player acts until then."""

    seat: Seat


class TakenOver(_Record, frozen=True, tag="taken_over"):
    """A newcomer has the seat of a computer player."""

    seat: Seat
    name: str
    token: str


class GamePicked(_Record, frozen=True, tag="game_picked"):
    """Something else is played from now on; the people are back in the lobby."""

    game: str
    preset: str
    options: dict[str, str]
    max_hands: int | None
    seats: tuple[Seat | None, ...]
    "The former seat of who sits there now; None: nobody does."

    tokens: tuple[str, ...]
    "Of each seat; another one than before for who was moved."


class TableEnded(_Record, frozen=True, tag="table_ended"):
    """The host has ended the game for everybody: it will not go on."""


class Acted(_Record, frozen=True, omit_defaults=True, tag="acted"):
    """The rules have allowed it."""

    seat: Seat
    id: int
    "As the seat counts its requests."

    action: Action

    at: int = 0
    "Thousandths of a second since the match began."

    why: Reason | None = None
    "Of a computer player."

    spent: int = 0
    "Thousandths of a second that whose turn it was has used of its clock."


class TurnEnded(_Record, frozen=True, tag="turn_ended"):
    """The time of whose turn it is was up; this was done in its place."""

    actions: tuple[Action, ...]
    at: int
    "Thousandths of a second since the match began."


class MinuteTaken(_Record, frozen=True, tag="minute_taken"):
    """A seat has asked for a minute."""

    seat: Seat


class MinuteRan(_Record, frozen=True, tag="minute_ran"):
    """So many thousandths of a second are left of the minute that was asked for."""

    rest: int


class PatienceSet(_Record, frozen=True, tag="patience_set"):
    """The host has settled how much time a seat has, in percent."""

    seat: Seat
    percent: int


class SaidReady(_Record, frozen=True, tag="said_ready"):
    """A seat waits for the next hand."""

    seat: Seat


class HandsOpened(_Record, frozen=True, tag="hands_opened"):
    """A seat lets who watches see its hands one hand later, or not any more."""

    seat: Seat
    yes: bool


class Committed(_Record, frozen=True, tag="committed"):
    """The commitments of the next deal are published."""

    seats: tuple[str, ...]
    "As in the transcript: base64url, or why there is none."

    date: int
    "Of the host's clock, in seconds since 1970."


class DealFailed(_Record, frozen=True, tag="deal_failed"):
    """Nothing came of the commitments that were published, because of these seats."""

    missing: tuple[tuple[Seat, Missing], ...]


class Dealt(_Record, frozen=True, tag="dealt"):
    """The next hand; the deck follows from these seeds and how many were dealt."""

    seeds: tuple[str, ...]
    """Of the seats that have committed to one, then the host's; each 32 bytes in
    hexadecimal (:func:`shared.shuffle.root`)."""

    date: int = 0
    "Of the host's clock, in seconds since 1970."


class Verified(_Record, frozen=True, tag="verified"):
    """What the guests found of the last deal."""

    seats: tuple[Found, ...]


class Voided(_Record, frozen=True, tag="voided"):
    """The hand is over without points, because of who is missing."""

    missing: tuple[Seat, ...]


class Stopped(_Record, frozen=True, tag="stopped"):
    """All have agreed to end the match, between two hands or after a void one."""


class ScoresReset(_Record, frozen=True, tag="scores_reset"):
    """The match has begun again from nothing."""


Record: TypeAlias = (
    TableMade
    | RoomOpened
    | SeatTaken
    | SeatFreed
    | SubstituteCalled
    | CameBack
    | Acted
    | TurnEnded
    | MinuteTaken
    | MinuteRan
    | PatienceSet
    | SaidReady
    | Committed
    | DealFailed
    | Dealt
    | Verified
    | Voided
    | ScoresReset
    | Settled
    | HandedOver
    | HandedBack
    | TakenOver
    | GamePicked
    | TableEnded
    | HandsOpened
    | Stopped
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)
_BEFORE, _BETWEEN, _AFTER = b'{"crc":"', b'","record":', b"}"
_RECORD = len(_BEFORE) + 8 + len(_BETWEEN)
"Where a line's record begins."


class Written(NamedTuple):
    """What a journal holds."""

    records: tuple[Record, ...]
    size: int
    "Bytes of the finished lines."

    crc: int
    "Of the last one."


def written(records: Sequence[Record], crc: int = 0) -> tuple[bytes, int]:
    """The lines of ``records`` behind a line with ``crc``, and their last checksum."""
    lines = []
    for record in records:
        data = _encoder.encode(record)
        crc = crc32(data, crc)
        lines.append(b"%b%08x%b%b%b\n" % (_BEFORE, crc, _BETWEEN, data, _AFTER))
    return b"".join(lines), crc


def read(content: bytes, name: str) -> Written:
    """What a file called ``name`` holds; an unfinished last line is left out.

    Raises:
        JournalError: If it is no journal, of another version, or damaged.
    """
    *lines, torn = content.split(b"\n")
    if not torn and lines and b"\0" in lines[-1]:
        lines.pop()  # a part of it never reached the disk
    records: list[Record] = []
    size = crc = 0
    for number, line in enumerate(lines, 1):
        data, crc = line[_RECORD : -len(_AFTER)], crc32(line[_RECORD:-1], crc)
        if line != b"%b%08x%b%b%b" % (_BEFORE, crc, _BETWEEN, data, _AFTER):
            raise _damaged(name, number) if records else _no_journal(name)
        records.append(_decoded(data, name))
        size += len(line) + 1
    if not records:
        raise _no_journal(name)
    return Written(tuple(records), size, crc)


def _decoded(data: bytes, name: str) -> Record:
    try:
        record = _decoder.decode(data)
    except msgspec.MsgspecError:
        raise _other_version(name) from None
    if isinstance(record, TableMade) and record.version != VERSION:
        raise _other_version(name)
    return record


def _damaged(name: str, number: int) -> JournalError:
    return JournalError(say("term.journal.damaged", number=number, name=name))


def _no_journal(name: str) -> JournalError:
    return JournalError(say("term.journal.none", name=name))


def _other_version(name: str) -> JournalError:
    return JournalError(say("term.journal.version", name=name))

"""What happened at the table: facts, past tense, one closed union.

Events tell the story and carry codes and cards, never sentences: each screen tells
them in its reader's language. The truth is in the View that comes with them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from shared.cards import Card

Seat: TypeAlias = int
"A place at the table, 0 to n-1, clockwise."


class HandDealt(Struct, frozen=True, forbid_unknown_fields=True, tag="hand_dealt"):
    """Everybody has cards; the player to the dealer's left starts."""

    dealer: Seat
    first: Seat


class Drew(Struct, frozen=True, forbid_unknown_fields=True, tag="drew"):
    """A seat took one card."""

    seat: Seat
    source: Literal["stock", "discard"]
    card: Card | None
    "None: drawn from the stock by somebody else."


class Recycled(Struct, frozen=True, forbid_unknown_fields=True, tag="recycled"):
    """The stock was empty and the discard pile became the new stock."""

    cards: int
    shuffled: bool


class LaidDown(Struct, frozen=True, forbid_unknown_fields=True, tag="laid_down"):
    """A seat put a new meld on the table."""

    seat: Seat
    cards: tuple[Card, ...]
    meld: int


class LaidOff(Struct, frozen=True, forbid_unknown_fields=True, tag="laid_off"):
    """A seat added a card to a meld."""

    seat: Seat
    card: Card
    meld: int


class Discarded(Struct, frozen=True, forbid_unknown_fields=True, tag="discarded"):
    """A seat put a card on the discard pile and its turn ended."""

    seat: Seat
    card: Card


class Passed(Struct, frozen=True, forbid_unknown_fields=True, tag="passed"):
    """A seat declined: in Rummikub, to play while the pool is empty."""

    seat: Seat


class Rearranged(Struct, frozen=True, forbid_unknown_fields=True, tag="rearranged"):
    """A seat played tiles, perhaps rearranging the table, and its turn ended."""

    seat: Seat
    tiles: tuple[Card, ...]
    "What it played from its rack."

    sets: tuple[tuple[Card, ...], ...]
    "The sets on the table that were not there before."


class TimedOut(Struct, frozen=True, forbid_unknown_fields=True, tag="timed_out"):
    """A seat's time is up; the table is what it was, and its turn ended."""

    seat: Seat


class HandEnded(Struct, frozen=True, forbid_unknown_fields=True, tag="hand_ended"):
    """The hand is over and all cards are shown."""

    reason: Literal["went_out", "exhausted", "stalemate", "pool_out"]
    "``pool_out``: the pool is empty and the last turns are over."

    winner: Seat | None
    "None: nobody scores."

    going_rummy: bool
    "The winner went out in one turn, with nothing laid before: the double counts."

    points: tuple[int, ...]
    "What each seat adds to its score; it may be less than nothing."

    hands: tuple[tuple[Card, ...], ...]
    "What each seat was left with."


class MatchEnded(Struct, frozen=True, forbid_unknown_fields=True, tag="match_ended"):
    """Somebody has reached the target."""

    winners: tuple[Seat, ...]
    "More than one when the highest scores are equal."

    scores: tuple[int, ...]


Event: TypeAlias = (
    HandDealt
    | Drew
    | Recycled
    | LaidDown
    | LaidOff
    | Discarded
    | Passed
    | Rearranged
    | TimedOut
    | HandEnded
    | MatchEnded
)

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


class Drew(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="drew"
):
    """A seat took one card."""

    seat: Seat
    source: Literal["stock", "discard"]
    card: Card | None
    "None: drawn from the stock by somebody else."

    above: tuple[Card, ...] = ()
    "What lay on it in the discard pile, from the bottom, and was taken too."


class Recycled(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="recycled"
):
    """The stock was empty and the discard pile became the new stock."""

    cards: int
    "In the new stock."

    shuffled: bool

    upcard: Card | None = None
    "What begins the new discard pile, if anything does."


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


class JokerTaken(Struct, frozen=True, forbid_unknown_fields=True, tag="joker_taken"):
    """A seat put a card in the place of a joker and took the joker."""

    seat: Seat
    card: Card
    meld: int
    joker: Card


class Discarded(Struct, frozen=True, forbid_unknown_fields=True, tag="discarded"):
    """A seat put a card on the discard pile and its turn ended."""

    seat: Seat
    card: Card


class HandEnded(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="hand_ended",
):
    """The hand is over and all cards are shown."""

    reason: Literal["went_out", "exhausted", "stalemate"]
    winner: Seat | None
    "None: nobody scores."

    going_rummy: bool
    "The winner went out in one turn, with nothing laid before, and that counts."

    points: tuple[int, ...]
    "What each seat adds to its score."

    hands: tuple[tuple[Card, ...], ...]
    "What each seat was left with."

    rummy_pays: Literal["double", "flat10"] = "double"
    "How going rummy counts: everything twice, or 10 points more."


class MatchEnded(Struct, frozen=True, forbid_unknown_fields=True, tag="match_ended"):
    """Somebody has reached the target."""

    winners: tuple[Seat, ...]
    "More than one when the best scores are equal."

    scores: tuple[int, ...]


Event: TypeAlias = (
    HandDealt
    | Drew
    | Recycled
    | LaidDown
    | LaidOff
    | JokerTaken
    | Discarded
    | HandEnded
    | MatchEnded
)

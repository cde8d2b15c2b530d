"""What a seat may ask for: requests, imperative, one closed union."""

from typing import Literal, TypeAlias

from msgspec import Struct

from shared.cards import Card

End: TypeAlias = Literal["low", "high"]
"Of a run."


class Draw(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="draw"
):
    """Take one card."""

    source: Literal["stock", "discard"]

    card: Card | None = None
    "Of the discard pile: this card and all that lie above it; None: the top one."


class LayDown(Struct, frozen=True, forbid_unknown_fields=True, tag="lay_down"):
    """Put a new meld on the table."""

    cards: tuple[Card, ...]
    "In any order; a run with jokers from low to high: a joker stands for its place."


class LayOff(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="lay_off"
):
    """Add one card to a meld that lies on the table."""

    card: Card
    meld: int
    "Its place in the view's list of melds, from 0."

    end: End | None = None
    "Where a joker goes on a run; nothing else needs it."


class TakeJoker(Struct, frozen=True, forbid_unknown_fields=True, tag="take_joker"):
    """Put the card that a joker on the table stands for there, and take the joker."""

    card: Card
    meld: int


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag="move"):
    """Move a card from the meld it lies in to another one."""

    card: Card

    meld: int
    "Where it goes: a place in the view's list of melds, from 0."


class Call(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="call"
):
    """Call rummy: lay off the card that was just discarded."""

    meld: int

    end: End | None = None
    "Where a joker goes on a run; nothing else needs it."


class Discard(Struct, frozen=True, forbid_unknown_fields=True, tag="discard"):
    """Put a card on the discard pile and end the turn."""

    card: Card


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Decline: the upcard, to lay off more, to call rummy, to play without a pool."""


class Knock(Struct, frozen=True, forbid_unknown_fields=True, tag="knock"):
    """End the play with these melds; without a card left over it is gin."""

    discard: Card | None
    "None: every card is melded, the eleventh too, which is big gin."

    melds: tuple[tuple[Card, ...], ...]
    "The knocker's own choice; what they leave over counts against the knocker."


class Rearrange(Struct, frozen=True, forbid_unknown_fields=True, tag="rearrange"):
    """Play tiles: the whole table as it shall be, which ends the turn (Rummikub)."""

    table: tuple[tuple[Card, ...], ...]
    """Every set, old and new. A joker in a run stands for the number of its place, in
    a group for a colour that is missing."""


class TakeBack(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="take_back"
):
    """Take back what one did last (:mod:`shared.match`)."""

    agreed: bool = False
    "All have allowed it. Only a host says so."


Action: TypeAlias = (
    Draw
    | LayDown
    | LayOff
    | TakeJoker
    | Move
    | Call
    | Discard
    | Pass
    | Knock
    | Rearrange
    | TakeBack
)

"""What happened at the table: facts, past tense, one closed union.

Events tell the story and carry codes and cards, never sentences: each screen tells
them in its reader's language. The truth is in the View that comes with them.
"""

from typing import Literal, TypeAlias, assert_never

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


class Moved(Struct, frozen=True, forbid_unknown_fields=True, tag="moved"):
    """A seat moved a card from one meld to another."""

    seat: Seat
    card: Card
    source: int
    meld: int


class Called(Struct, frozen=True, forbid_unknown_fields=True, tag="called"):
    """A seat called rummy: the card just discarded went to a meld."""

    seat: Seat
    card: Card
    meld: int


class Discarded(Struct, frozen=True, forbid_unknown_fields=True, tag="discarded"):
    """A seat put a card on the discard pile and its turn ended."""

    seat: Seat
    card: Card


class Passed(Struct, frozen=True, forbid_unknown_fields=True, tag="passed"):
    """A seat declined: the upcard, to lay off more, to call rummy, to play tiles."""

    seat: Seat


class Knocked(Struct, frozen=True, forbid_unknown_fields=True, tag="knocked"):
    """A seat ended the play and spread its hand."""

    seat: Seat
    discard: Card | None
    "It lies face down on the discard pile; None: big gin leaves none."

    melds: tuple[tuple[Card, ...], ...]
    unmatched: tuple[Card, ...]
    "Nothing is left over in gin."

    deadwood: int
    "What the unmatched cards count."


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


class TakenBack(Struct, frozen=True, forbid_unknown_fields=True, tag="taken_back"):
    """A seat took back what it had done last; the table is what it was before."""

    seat: Seat


class HandEnded(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="hand_ended",
):
    """The hand is over and all cards are shown."""

    reason: Literal[
        "went_out",
        "exhausted",
        "stalemate",
        "gin",
        "big_gin",
        "knock",
        "undercut",
        "tie",
        "dead",
        "looped",
        "pool_out",
    ]
    """``dead``: nobody knocked in time; ``looped``: the upcard went to and fro;
    ``pool_out``: the pool is empty and the last turns are over."""

    winner: Seat | None
    "None: nobody scores."

    going_rummy: bool
    "The winner went out in one turn, with nothing laid before, and that counts."

    points: tuple[int, ...]
    "What each seat adds to its score; it may be less than nothing."

    hands: tuple[tuple[Card, ...], ...]
    "What each seat was left with."

    melds: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    "After a knock: the melds in front of each seat, lay-offs included."

    deadwood: tuple[int, ...] = ()
    "After a knock: what each seat's cards left over count."

    bonus: int = 0
    "How much of the winner's points is for gin, big gin or an undercut."

    doubled: bool = False
    "A spade was turned up: the points, bonus and all, are twice what they were."

    rummy_pays: Literal["double", "flat10"] = "double"
    "How going rummy counts: everything twice, or 10 points more."


class HandVoided(Struct, frozen=True, forbid_unknown_fields=True, tag="hand_voided"):
    """The hand ended without points; it is dealt anew when nobody is missing."""

    missing: tuple[Seat, ...]
    "Who was waited for."


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the match as a whole."""

    seat: Seat
    kind: Literal["game", "boxes", "shutout"]
    "For reaching the target, for each hand won, for a loser without a point."

    points: int


class MatchEnded(Struct, frozen=True, forbid_unknown_fields=True, tag="match_ended"):
    """Somebody has reached the target, or all were dealt, or it was ended early."""

    winners: tuple[Seat, ...]
    """More than one when the best scores are equal; none when all have agreed to end
    it early."""

    scores: tuple[int, ...]
    "With the bonuses."

    bonuses: tuple[Bonus, ...] = ()
    "They do not count toward the target."


Event: TypeAlias = (
    HandDealt
    | Drew
    | Recycled
    | LaidDown
    | LaidOff
    | JokerTaken
    | Moved
    | Called
    | Discarded
    | Passed
    | Knocked
    | Rearranged
    | TimedOut
    | TakenBack
    | HandEnded
    | HandVoided
    | MatchEnded
)


def redacted(event: Event, seat: Seat | None) -> Event:
    """``event`` as ``seat`` may hear of it: what others draw from the stock is hidden.

    None is a spectator.
    """
    match event:
        case Drew(drawer, "stock") if drawer != seat:
            return Drew(drawer, "stock", None)
        case (
            HandDealt()
            | Drew()
            | Recycled()
            | LaidDown()
            | LaidOff()
            | JokerTaken()
            | Moved()
            | Called()
            | Discarded()
            | Passed()
            | Knocked()
            | Rearranged()
            | TimedOut()
            | TakenBack()
            | HandEnded()
            | HandVoided()
            | MatchEnded()
        ):
            return event
        case _:
            assert_never(event)

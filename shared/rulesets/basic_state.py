"""One hand of Basic Rummy as a value."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shared.events import HandEnded, Seat


class State(Struct, frozen=True):
    """One hand, secrets included. A set of cards is a mask, a pile is bytes."""

    deck: bytes
    "As it was dealt; a reshuffle follows from it."

    dealer: Seat
    turn: Seat
    phase: Literal["draw", "play", "call", "called", "over"]
    """``call``: the seat whose turn it is may call rummy; ``called``: it has, and has
    to discard."""

    hands: tuple[int, ...]

    stock: bytes
    "The next card is the last."

    pile: bytes
    "The upcard is the last."

    melds: tuple[int, ...] = ()
    "As the meld rules in force write them."

    owners: tuple[Seat, ...] = ()
    "Who laid down each meld."

    taken: int = 0
    "The card that may not be discarded this turn, as a mask; 0: none."

    owed: int = 0
    "The card, as a mask, that has to be laid before all else; 0: none."

    melded: int = 0
    "Melds laid down this turn."

    laid_off: int = 0
    "Cards laid off this turn, those put in the place of a joker too."

    moved: int = 0
    "Cards moved from meld to meld this turn, as a mask."

    thrower: Seat | None = None
    "Who discarded the card that rummy may be called on."

    resume: Seat | None = None
    "Who draws next once nobody calls."

    laid: int = 0
    "A bit for each seat that laid something in an earlier turn."

    recycles: int = 0
    "How often the discard pile has become the stock."

    idle: int = 0
    "Turns in a row in which nothing was laid, by their player or by a call."

    face_down: bool = False
    "The winner's last card lies face down on the discard pile."

    result: HandEnded | None = None

    @property
    def hand(self) -> int:
        """The cards of the seat whose turn it is."""
        return self.hands[self.turn]

    @property
    def laying(self) -> bool:
        """Whether something was laid this turn."""
        return self.melded > 0 or self.laid_off > 0


def thrown(state: State, card: int) -> State:
    """The hand with a card, an index, discarded; a turn that it ends is written down.

    It ends none when rummy was called.
    """
    hands, pile = with_hand(state, state.hand ^ 1 << card), state.pile + card.to_bytes()
    if state.phase == "called":
        return replace(state, hands=hands, pile=pile)
    laying = state.laying
    return replace(
        state,
        hands=hands,
        pile=pile,
        taken=0,
        melded=0,
        laid_off=0,
        moved=0,
        laid=state.laid | laying << state.turn,
        idle=0 if laying else state.idle + 1,
    )


def discardable(state: State) -> int:
    """The cards that may end a turn that has begun with a draw.

    (cardgames.io, Rummy: the discard.)
    """
    return 0 if state.owed else state.hand & ~state.taken


def with_hand(state: State, hand: int) -> tuple[int, ...]:
    """The hands when the seat whose turn it is holds ``hand``."""
    return put(state.hands, state.turn, hand)


def put(masks: tuple[int, ...], place: int, mask: int) -> tuple[int, ...]:
    """``masks`` with another one at ``place``."""
    return (*masks[:place], mask, *masks[place + 1 :])

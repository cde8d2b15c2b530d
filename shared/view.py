"""What one seat may know of a hand: enough to draw the screen, nothing more."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.actions import End
from shared.cards import Card
from shared.events import HandEnded, Seat

Kind: TypeAlias = Literal[
    "draw_stock",
    "draw_discard",
    "dive",
    "lay_down",
    "lay_off",
    "take_joker",
    "discard",
]
"A kind of action, as a view offers it."


class MeldView(Struct, frozen=True, forbid_unknown_fields=True):
    """One meld on the table."""

    seat: Seat
    "Who laid it down."

    cards: tuple[Card, ...]
    "A run from low to high, a joker in the place it stands for; a set by suit."


class Fit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the viewer's hand that may be laid off on a meld."""

    card: Card
    meld: int

    end: End | None = None
    "Where a joker may go on a run."


class View(Struct, frozen=True, forbid_unknown_fields=True, tag="cards"):
    """The card table as one seat sees it (Basic Rummy, Gin Rummy)."""

    seat: Seat | None
    "Whose view; None is a spectator's."

    turn: Seat | None
    "Who has to act; None when the hand is over."

    phase: Literal["draw", "play", "over"]
    dealer: Seat
    hand: tuple[Card, ...]
    "The viewer's own cards, by suit and rank."

    counts: tuple[int, ...]
    "How many cards each seat holds."

    stock: int
    "Cards left to draw."

    upcard: Card | None
    "Top of the discard pile; None: there is none, or it lies face down."

    discards: int
    "How many cards the discard pile has, the upcard included."

    recycles_left: int | None
    "How often the discard pile may still become the stock; None: always."

    melds: tuple[MeldView, ...]

    can: tuple[Kind, ...] = ()
    "The kinds of action open to the viewer now; empty when it is not its turn."

    may_lay_down: tuple[tuple[Card, ...], ...] = ()
    "Every meld in the viewer's hand, also while it waits; of two that look alike one."

    may_lay_off: tuple[Fit, ...] = ()
    "Every card of the viewer's hand that fits a meld, also while it waits."

    may_discard: tuple[Card, ...] = ()
    "The cards that may end the turn now."

    result: HandEnded | None = None
    "How the hand ended, when it is over."

    pile: tuple[Card, ...] = ()
    "The discard pile from the bottom, where cards below the top may be taken."

    may_dive: tuple[Card, ...] = ()
    "The cards below the top that may be taken now, with all that lie above."

    must_lay: Card | None = None
    "The viewer took it from below the top and has to lay it before all else."

    may_take_joker: tuple[Fit, ...] = ()
    "Every card of the viewer's hand that a joker on the table may be had for."

    def public(self) -> "View":
        """What everybody may know of it: the spectator's view."""
        return replace(
            self,
            seat=None,
            hand=(),
            can=(),
            may_lay_down=(),
            may_lay_off=(),
            may_discard=(),
            may_dive=(),
            must_lay=None,
            may_take_joker=(),
        )

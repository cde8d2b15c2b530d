"""What one seat may know of a hand: enough to draw the screen, nothing more."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.cards import Card
from shared.events import HandEnded, Seat
from shared.tiles import Tile, Tiles, apart

Kind: TypeAlias = Literal[
    "draw_stock", "draw_discard", "lay_down", "lay_off", "discard"
]
"A kind of action, as a view offers it."


TileKind: TypeAlias = Literal["rearrange", "draw", "pass"]
"A kind of action, as a tile view offers it."


class MeldView(Struct, frozen=True, forbid_unknown_fields=True):
    """One meld on the table."""

    seat: Seat
    "Who laid it down."

    cards: tuple[Card, ...]
    "A run from low to high; a set by suit."


class Fit(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the viewer's hand that may be laid off on a meld."""

    card: Card
    meld: int


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
    "Every meld in the viewer's hand, also while it waits."

    may_lay_off: tuple[Fit, ...] = ()
    "Every card of the viewer's hand that fits a meld, also while it waits."

    may_discard: tuple[Card, ...] = ()
    "The cards that may end the turn now."

    result: HandEnded | None = None
    "How the hand ended, when it is over."

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
        )


class TileView(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="tiles"
):
    """The tile table as one seat sees it (Rummikub).

    In JSON a field that has its default is left out.
    """

    seat: Seat | None
    "Whose view; None is a spectator's."

    turn: Seat | None
    "Who has to act; None when the hand is over."

    counts: tuple[int, ...]
    "How many tiles each seat holds."

    pool: int
    "Tiles left to draw."

    rack: Tiles = ""
    "The viewer's own tiles, by colour and number, jokers last."

    table: tuple[Tiles, ...] = ()
    "Every set: a run from low to high, a group by colour with its jokers last."

    opened: tuple[Seat, ...] = ()
    "Who has laid down the first sets."

    needed: int = 0
    "What the viewer's first sets have to count; 0: it has laid them down."

    can: tuple[TileKind, ...] = ()
    "The kinds of action open to the viewer now; empty when it is not its turn."

    max_jokers: int = 2
    "How many jokers a set may have."

    turns_left: int | None = None
    "The turns until the hand ends, when that is certain."

    result: HandEnded | None = None
    "How the hand ended, when it is over."

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the rack."""
        return apart(self.rack)

    @property
    def sets(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles of each set on the table."""
        return tuple(apart(tiles) for tiles in self.table)

    def public(self) -> "TileView":
        """What everybody may know of it: the spectator's view."""
        return replace(self, seat=None, rack="", needed=0, can=())


AnyView: TypeAlias = View | TileView

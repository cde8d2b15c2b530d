"""What one seat may know of a hand: enough to draw the screen, nothing more."""

from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from shared.actions import End
from shared.cards import Card, Cards
from shared.cards import apart as cards_apart
from shared.events import HandEnded, Seat
from shared.tiles import Tile, Tiles, apart

Kind: TypeAlias = Literal[
    "draw_stock",
    "draw_discard",
    "dive",
    "pass",
    "lay_down",
    "lay_off",
    "take_joker",
    "move",
    "call",
    "discard",
    "knock",
    "big_gin",
]
"A kind of action, as a view offers it."


TileKind: TypeAlias = Literal["rearrange", "draw", "pass"]
"A kind of action, as a tile view offers it."


Phase: TypeAlias = Literal[
    "upcard", "draw", "play", "wall", "layoff", "call", "called", "over"
]
"""``upcard``: the first upcard may be taken or passed; ``wall``: the last one may be
taken, but only to knock; ``layoff``: somebody has knocked; ``call``: rummy may be
called on the upcard; ``called``: it has been, and a card is discarded for that."""


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


class Spread(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to knock: one of the best for its discard."""

    discard: Card | None
    "None: big gin."

    melds: tuple[tuple[Card, ...], ...]
    deadwood: int


class View(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="cards",
):
    """The card table as one seat sees it (Basic Rummy, Gin Rummy).

    In JSON a field that has its default is left out, which keeps an update short.
    """

    seat: Seat | None
    "Whose view; None is a spectator's."

    turn: Seat | None
    "Who has to act; None when the hand is over."

    phase: Phase = "draw"

    dealer: Seat
    held: Cards = field(default="", name="hand")
    "The viewer's own cards, by suit and rank."

    counts: tuple[int, ...]
    "How many cards each seat holds."

    stock: int
    "Cards left to draw."

    upcard: Card | None
    "Top of the discard pile; None: there is none, or it lies face down."

    discards: int
    "How many cards the discard pile has, the upcard included."

    recycles_left: int | None = 0
    "How often the discard pile may still become the stock; None: always."

    melds: tuple[MeldView, ...] = ()

    can: tuple[Kind, ...] = ()
    "The kinds of action open to the viewer now; empty when it is not its turn."

    may_lay_down: tuple[tuple[Card, ...], ...] = ()
    "Every meld in the viewer's hand, also while it waits; of two that look alike one."

    may_lay_off: tuple[Fit, ...] = ()
    "Every card of the viewer's hand that fits a meld, also while it waits."

    must_keep: tuple[Card, ...] = ()
    "Cards of the viewer's hand that may not be discarded this turn."

    knock_limit: int = 10
    "In games with a knock: what unmatched cards may count at most; 0: gin only."

    deadwood: int = 0
    "In games with a knock, on the viewer's turn: what the unmatched cards count."

    matched: tuple[tuple[Card, ...], ...] = ()
    "The best melds of the viewer's hand, which leave that."

    may_knock: tuple[Spread, ...] = ()
    "The best ways to knock now, for each discard all that leave equally little."

    unmatched: tuple[Card, ...] = ()
    "What the knocker's melds left over; it lies open."

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

    may_move: tuple[Fit, ...] = ()
    "On the viewer's turn: every card of the table with a meld it may be moved to."

    may_call: tuple[Fit, ...] = ()
    "Where the upcard may be laid off by the viewer, who would call rummy with it."

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return cards_apart(self.held)

    @property
    def has_knock(self) -> bool:
        """Whether melds stay in the hand until a knock; on the viewer's turn only."""
        return bool(self.deadwood or self.matched) or self.phase == "layoff"

    @property
    def may_discard(self) -> tuple[Card, ...]:
        """The cards that may end the turn now."""
        if "discard" not in self.can:
            return ()
        return tuple(card for card in self.hand if card not in self.must_keep)

    def public(self) -> "View":
        """What everybody may know of it: the spectator's view."""
        return replace(
            self,
            seat=None,
            held="",
            can=(),
            may_lay_down=(),
            may_lay_off=(),
            must_keep=(),
            deadwood=0,
            matched=(),
            may_knock=(),
            may_dive=(),
            must_lay=None,
            may_take_joker=(),
            may_move=(),
            may_call=(),
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

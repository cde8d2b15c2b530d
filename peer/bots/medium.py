"""The computer player of the middle level: sound play, no memory, no deep thought."""

from collections.abc import Iterable, Sequence

from peer.bots import Bot, gin, tiles_medium
from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Rearrange,
    TakeJoker,
)
from shared.cards import DECK, JOKERS, NAMES, Card, bits, index_of, mask_of
from shared.events import Event
from shared.melds import (
    FULL,
    accepts,
    best_melds,
    deadwood,
    has_meld,
    is_meld,
    value,
)
from shared.reasons import Reason
from shared.view import AnyView, Fit, TileView, View

OUTS = 5
"What one more card that would complete a meld is worth, in points of a discard."


class Medium(Bot):
    """Lays down and lays off what it can, keeps what may become a meld.

    It takes the upcard only to put it on the table in the same turn, so that every
    turn either draws from the stock or makes the hands smaller: no hand goes on for
    ever because of it. What it thinks of a hand it thinks of one deck with the ace low;
    what it may do it reads in the view, whatever the rules.
    """

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :class:`~peer.bots.Bot`."""
        action = self._choice(view)
        self.why = _reason(view, action)
        return action

    def _choice(self, view: AnyView) -> Action:
        if isinstance(view, TileView):
            return tiles_medium.choose(view)
        if view.has_knock:
            return gin.choose(view)
        if view.phase == "draw":
            return Draw("discard" if _wants_upcard(view) else "stock")
        hand = _faces(view.hand)
        if "call" in view.can:
            return Call(view.may_call[0].meld, view.may_call[0].end)
        if "lay_down" in view.can:
            return LayDown(_meld(view, hand))
        if "lay_off" in view.can:
            fit = max(view.may_lay_off, key=lambda fit: _opens(view, hand, fit))
            return LayOff(fit.card, fit.meld, fit.end)
        if "discard" in view.can:
            return Discard(_least_useful(view, hand))
        swap = view.may_take_joker[0]
        return TakeJoker(swap.card, swap.meld)


def _reason(view: AnyView, action: Action) -> Reason | None:
    match action:
        case Discard() if len(view.hand) == 1:
            return "out"
        case Discard() if isinstance(view, View) and view.has_knock:
            return "least"
        case Discard():
            return "chances"
        case Knock():
            least = isinstance(view, View) and view.may_knock[0].deadwood
            return "knock" if least else "gin"
        case Rearrange():
            return "simple_sets"
        case _:
            return None


def _faces(cards: Iterable[Card]) -> int:
    """``cards`` as those of one deck, without jokers."""
    indices = [index_of(card) for card in cards]
    return mask_of({NAMES[index % DECK] for index in indices if index < JOKERS})


def _meld(view: View, hand: int) -> tuple[Card, ...]:
    """A meld of the best arrangement, or else the longest there is."""
    for meld in best_melds(hand):
        for cards in view.may_lay_down:
            if len(cards) == meld.bit_count() and _faces(cards) == meld:
                return cards
    return max(view.may_lay_down, key=len)


def _wants_upcard(view: View) -> bool:
    """Whether the upcard can go to the table at once."""
    if view.upcard is None or "draw_discard" not in view.can:
        return False
    card, hand = _faces([view.upcard]), _faces(view.hand)
    fits = any(_accepts(meld.cards) & card for meld in view.melds)
    return fits or deadwood(hand | card) <= deadwood(hand)


def _accepts(cards: Iterable[Card]) -> int:
    """What fits on a meld, if it is one of one deck with the ace low."""
    meld = _faces(cards)
    return accepts(meld) if is_meld(meld) else 0


def _opens(view: View, hand: int, fit: Fit) -> int:
    """How many cards of the hand fit the meld of ``fit`` once it is laid off there."""
    grown = (*view.melds[fit.meld].cards, fit.card)
    return (_accepts(grown) & hand).bit_count()


def _least_useful(view: View, hand: int) -> Card:
    """The discard that leaves many ways to a meld and few points."""
    unseen = FULL ^ hand
    for meld in view.melds:
        unseen &= ~_faces(meld.cards)
    if view.upcard is not None:
        unseen &= ~_faces([view.upcard])

    def worth(card: Card) -> int:
        face = _faces([card])
        if not face:
            return -1
        outs = sum(has_meld(hand ^ face | 1 << other) for other in bits(unseen))
        return value(face) + OUTS * outs

    return max(view.may_discard, key=worth)

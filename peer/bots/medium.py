"""The computer player of the middle level: sound play, no memory, no deep thought."""

from collections.abc import Sequence

from peer.bots import gin, tiles_medium
from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.cards import Card, bits, index_of, mask_of
from shared.events import Event
from shared.melds import FULL, VALUES, accepts, best_melds, deadwood, has_meld
from shared.view import AnyView, Fit, TileView, View

OUTS = 5
"What one more card that would complete a meld is worth, in points of a discard."


class Medium:
    """Lays down and lays off what it can, keeps what may become a meld.

    It takes the upcard only to put it on the table in the same turn, so that every
    turn either draws from the stock or makes the hands smaller: no hand goes on for
    ever because of it.
    """

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        """See :meth:`peer.bots.Bot.choose`."""
        if isinstance(view, TileView):
            return tiles_medium.choose(view)
        if view.has_knock:
            return gin.choose(view)
        if view.phase == "draw":
            return Draw("discard" if _wants_upcard(view) else "stock")
        hand = mask_of(view.hand)
        for meld in best_melds(hand):
            for cards in view.may_lay_down:
                if mask_of(cards) == meld:
                    return LayDown(cards)
        if view.may_lay_off:
            fit = max(view.may_lay_off, key=lambda fit: _opens(view, hand, fit))
            return LayOff(fit.card, fit.meld)
        return Discard(_least_useful(view, hand))


def _wants_upcard(view: View) -> bool:
    """Whether the upcard can go to the table at once."""
    if view.upcard is None or "draw_discard" not in view.can:
        return False
    card, hand = 1 << index_of(view.upcard), mask_of(view.hand)
    fits = any(accepts(mask_of(meld.cards)) & card for meld in view.melds)
    return fits or deadwood(hand | card) <= deadwood(hand)


def _opens(view: View, hand: int, fit: Fit) -> int:
    """How many cards of the hand fit the meld of ``fit`` once it is laid off there."""
    card = 1 << index_of(fit.card)
    grown = mask_of(view.melds[fit.meld].cards) | card
    return (accepts(grown) & hand).bit_count()


def _least_useful(view: View, hand: int) -> Card:
    """The discard that leaves many ways to a meld and few points."""
    unseen = FULL ^ hand
    for meld in view.melds:
        unseen &= ~mask_of(meld.cards)
    if view.upcard is not None:
        unseen &= ~(1 << index_of(view.upcard))

    def worth(card: Card) -> int:
        index = index_of(card)
        rest = hand ^ 1 << index
        outs = sum(has_meld(rest | 1 << other) for other in bits(unseen))
        return VALUES[index] + OUTS * outs

    return max(view.may_discard, key=worth)

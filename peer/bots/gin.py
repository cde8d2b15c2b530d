"""How the middle level plays where there is a knock: simply, and with exact counts."""

from shared.actions import Action, Discard, Draw, Knock, LayOff, Pass
from shared.cards import Card, index_of, mask_of
from shared.melds import VALUES, deadwood, melds_in
from shared.view import Fit, Spread, View


def choose(view: View) -> Action:
    """Knock as soon as that is possible; else have as little left over as can be.

    The upcard is taken only for a meld that leaves less than before, which cannot go on
    for long.
    """
    match view.phase:
        case "upcard" | "draw" | "wall":
            return _draw(view)
        case "layoff":
            return lay_off(view)
        case _ if view.may_knock:
            best = min(view.may_knock, key=_cost)
            return Knock(best.discard, best.melds)
        case _:
            return Discard(min(view.may_discard, key=lambda card: _left(view, card)))


def _draw(view: View) -> Action:
    if "draw_discard" in view.can and (view.phase == "wall" or _wants_upcard(view)):
        return Draw("discard")
    return Draw("stock") if "draw_stock" in view.can else Pass()


def _wants_upcard(view: View) -> bool:
    """Whether it is of use in a meld, when something else is discarded for it."""
    if view.upcard is None:
        return False
    hand = mask_of(view.hand)
    upcard = 1 << index_of(view.upcard)
    if not any(meld & upcard for meld in melds_in(hand | upcard)):
        return False
    least = min(deadwood(hand ^ 1 << index_of(card) | upcard) for card in view.hand)
    return least < view.deadwood


def _cost(spread: Spread) -> tuple[int, bool]:
    """Big gin before gin before the rest."""
    return spread.deadwood, spread.discard is not None


def _left(view: View, card: Card) -> tuple[int, int]:
    """What is left over without ``card``; of equals the costliest goes."""
    index = index_of(card)
    return deadwood(mask_of(view.hand) ^ 1 << index), -VALUES[index]


def lay_off(view: View) -> Action:
    """What makes the hand cheaper, the best first, and then no more."""
    hand = mask_of(view.hand)

    def left(fit: Fit) -> int:
        return deadwood(hand ^ 1 << index_of(fit.card))

    best = min(view.may_lay_off, key=left, default=None)
    if best is None or left(best) >= view.deadwood:
        return Pass()
    return LayOff(best.card, best.meld)

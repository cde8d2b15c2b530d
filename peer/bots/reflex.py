"""What can be done without thinking: something legal at once, whatever the game."""

from shared.actions import (
    Action,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Move,
    Pass,
    TakeJoker,
)
from shared.cards import index_of
from shared.view import AnyView, TileView, View


def reflex(view: AnyView) -> Action:
    """A legal action where ``view.can`` is not empty."""
    if isinstance(view, TileView):
        return Draw("stock") if "draw" in view.can else Pass()
    if "draw_stock" in view.can:
        return Draw("stock")
    if "pass" in view.can:
        return Pass()
    if view.may_discard:
        return Discard(max(view.may_discard, key=lambda card: index_of(card) % 13))
    return _without_a_discard(view)


def _without_a_discard(view: View) -> Action:
    """What has to be laid, or ends the hand, before anything may be discarded."""
    if view.may_knock:
        return Knock(view.may_knock[0].discard, view.may_knock[0].melds)
    if "lay_down" in view.can:
        return LayDown(view.may_lay_down[0])
    if "lay_off" in view.can:
        fit = view.may_lay_off[0]
        return LayOff(fit.card, fit.meld, fit.end)
    if "take_joker" in view.can:
        return TakeJoker(view.may_take_joker[0].card, view.may_take_joker[0].meld)
    if "move" in view.can:
        return Move(view.may_move[0].card, view.may_move[0].meld)
    return Draw("discard")

"""
What is done for a seat whose time is up. Pure.

A game of tiles says itself what happens. Of cards a computer player draws one and
discards one, or passes: it lays nothing down for anybody unless the rules demand it.
"""

from typing import Any

from msgspec.structs import replace

from peer.bots.medium import Medium
from peer.bots.reflex import reflex
from shared.actions import Action, Discard
from shared.overtime import Timed
from shared.ruleset import Ruleset
from shared.view import AnyView, View


def rest_of_turn(
    ruleset: Ruleset[Any], state: Any, touched: bool
) -> tuple[Action, ...]:
    """The actions that end the turn of a hand that is being played.

    ``touched``: whose turn it is has begun to change the table.
    """
    if isinstance(ruleset, Timed):
        return ruleset.overtime(state, touched)
    actions: list[Action] = []
    seat = ruleset.view(state, None).turn
    while seat is not None and ruleset.view(state, None).turn == seat:
        action = quick(ruleset.view(state, seat))
        state, _ = ruleset.apply(state, seat, action)
        actions.append(action)
    return tuple(actions)


def quick(view: AnyView) -> Action:
    """The least that can be done where ``view.can`` is not empty, and done well."""
    action = reflex(view)
    if isinstance(view, View) and isinstance(action, Discard):
        return Medium().choose(replace(view, can=("discard",), may_knock=()), ())
    return action

"""What a hand of Gin Rummy comes to."""

from typing import Literal, TypeAlias

from shared.cards import names
from shared.events import HandEnded
from shared.melds import best_melds, value
from shared.rulesets.gin_options import Options
from shared.rulesets.gin_state import State, shown

Verdict: TypeAlias = Literal["gin", "big_gin", "knock", "undercut", "tie"]


def settled(rules: Options, state: State) -> HandEnded:
    """After a knock: whoever has less left over scores the difference and a bonus.

    It is the opponent's turn, who has laid off what it wanted; its own melds are
    counted at their best (pagat.com, Gin Rummy: scoring).
    """
    own = best_melds(state.hand)
    unmatched = state.hand ^ sum(own)
    knocker = 1 - state.turn
    left, others = value(state.hands[knocker]), value(unmatched)
    verdict, bonus = _verdict(rules, state, left, others)
    winner = {"tie": None, "undercut": state.turn}.get(verdict, knocker)
    times = 2 if state.doubled else 1
    points = times * (abs(others - left) + bonus)
    by_seat = -1 if knocker else 1
    return HandEnded(
        reason=verdict,
        winner=winner,
        going_rummy=False,
        points=tuple(points if seat == winner else 0 for seat in (0, 1)),
        hands=(names(state.hands[knocker]), names(unmatched))[::by_seat],
        melds=(shown(state.melds), shown(own))[::by_seat],
        deadwood=(left, others)[::by_seat],
        bonus=times * bonus,
        doubled=state.doubled and winner is not None,
    )


def _verdict(
    rules: Options, state: State, left: int, others: int
) -> tuple[Verdict, int]:
    """How the knock came out, and its bonus. Gin always wins.

    (pagat.com, Gin Rummy: gin, undercut; big gin: cardgames.io; tie: OpenSpiel.)
    """
    if state.big_gin and rules.big_gin_bonus != "off":
        return "big_gin", rules.big_gin_bonus
    if left == 0:
        return "gin", rules.gin_bonus
    if left < others:
        return "knock", 0
    if left == others and not rules.undercut_on_tie:
        return "tie", 0
    return "undercut", rules.undercut_bonus


def dead(state: State, reason: Literal["dead", "looped"]) -> HandEnded:
    """Without a knock nobody scores.

    (pagat.com, Gin Rummy: dead hand; looped: OpenSpiel.)
    """
    return HandEnded(
        reason=reason,
        winner=None,
        going_rummy=False,
        points=(0, 0),
        hands=tuple(names(hand) for hand in state.hands),
    )

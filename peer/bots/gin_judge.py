"""
How the higher levels play where there is a knock: by weights.

A discard is judged by what it leaves over, what the next card may save, and how likely
it helps the opponent, who is known by what it took, threw and refused. The weights were
found by playing some million hands against the level below.
"""

from dataclasses import dataclass

from peer.bots.chances import NEAR, gains, partners
from peer.bots.explain import Judged
from peer.bots.explain import best as chosen
from peer.bots.gin import lay_off
from peer.bots.memory import Memory
from shared.actions import Action, Discard, Draw, Knock, Pass
from shared.cards import Card, bits, index_of, mask_of
from shared.melds import deadwood
from shared.reasons import Reason
from shared.view import View

WORSE = 10
"A discard that leaves so much more than the best one is not thought about."


@dataclass(frozen=True)
class Weights:
    """What counts how much; points of deadwood are the unit."""

    melds: float
    "What a draw may save by making a meld."

    low: float
    "What it may save by being cheaper."

    danger: float
    "A pair of unseen cards that the discard would make a meld of for the opponent."

    rising: float
    "How much more that counts with each turn."

    known: float
    "How much more it counts for each of the pair that the opponent is known to hold."

    refused: float
    "How much less, where the opponent refused a card that goes with it."

    late: float
    "How much more deadwood counts with each turn."

    knock: tuple[float, ...]
    "With how much to knock at most, for each three turns."

    caution: float
    "How much less, for each card that the opponent took from the discard pile."


HARD = Weights(
    melds=2.5,
    low=0.31,
    danger=0.48,
    rising=0.06,
    known=3.0,
    refused=0.93,
    late=0.047,
    knock=(10, 8, 5, 4, 5),
    caution=0.0,
)

MASTER = Weights(
    melds=2.5,
    low=0.33,
    danger=0.43,
    rising=0.06,
    known=3.6,
    refused=0.65,
    late=0.047,
    knock=(10, 6, 0, 0, 0),
    caution=2.1,
)


def choose(
    view: View, memory: Memory, weights: Weights
) -> tuple[Action, Reason | None]:
    """What to do now, and why; ``memory`` was told of everything up to ``view``."""
    match view.phase:
        case "upcard" | "draw" | "wall":
            return _draw(view, memory, weights), None
        case "layoff":
            return lay_off(view), None
    best = min(
        view.may_knock,
        key=lambda spread: (spread.deadwood, spread.discard is not None),
        default=None,
    )
    # The last upcard is taken only to knock with it.
    if best is not None and (
        not view.may_discard or best.deadwood <= _limit(view, memory, weights)
    ):
        return Knock(best.discard, best.melds), "knock" if best.deadwood else "gin"
    card, why = _discard(view, memory, weights)
    return Discard(card), why


def _draw(view: View, memory: Memory, weights: Weights) -> Action:
    if "draw_discard" in view.can and (
        view.phase == "wall" or _wants_upcard(view, memory, weights)
    ):
        return Draw("discard")
    return Draw("stock") if "draw_stock" in view.can else Pass()


def _wants_upcard(view: View, memory: Memory, weights: Weights) -> bool:
    """Whether it makes a meld that saves something, or lets us knock."""
    if view.upcard is None:
        return False
    hand, upcard = mask_of(view.hand), 1 << index_of(view.upcard)
    best = min(deadwood(hand ^ 1 << card | upcard) for card in bits(hand))
    limit = min(_limit(view, memory, weights), view.knock_limit)
    if view.deadwood > limit >= best:
        return True
    card = upcard.bit_length() - 1
    makes_meld = any(pair & ~hand == 0 for pair in partners(card))
    return makes_meld and best < view.deadwood


def _limit(view: View, memory: Memory, weights: Weights) -> float:
    """With how much left over to knock now; gin always."""
    stage = min(memory.turns // 2 // 3, len(weights.knock) - 1)
    taken = sum(
        cards.bit_count() for seat, cards in memory.held.items() if seat != view.seat
    )
    return max(0.0, weights.knock[stage] - weights.caution * taken)


def _discard(view: View, memory: Memory, weights: Weights) -> tuple[Card, Reason]:
    hand, unseen = mask_of(view.hand), memory.unseen(view)
    turn = memory.turns // 2
    left = {card: deadwood(hand ^ 1 << index_of(card)) for card in view.may_discard}
    least = min(left.values())

    def judged(card: Card) -> Judged:
        index = index_of(card)
        melds, low = gains(hand ^ 1 << index, unseen, left[card])
        saved = weights.melds * melds + weights.low * low
        danger = weights.danger * (1 + weights.rising * turn)
        return Judged(
            left[card] * (1 + weights.late * turn),
            saved / max(1, unseen.bit_count()),
            danger * _danger(index, view, memory, unseen, weights),
        )

    near = [card for card in left if left[card] <= least + WORSE]
    return chosen({card: judged(card) for card in near})


def _danger(
    card: int, view: View, memory: Memory, unseen: int, weights: Weights
) -> float:
    """How many pairs of the opponent ``card`` would complete, weighted."""
    opponent = 1 - view.seat if view.seat is not None else 0
    held = memory.held.get(opponent, 0)
    refused = memory.refused.get(opponent, 0) & ~memory.thrown.get(opponent, 0)
    total = 0.0
    for pair in partners(card):
        if pair & ~(unseen | held):
            continue
        weight = (1.0, weights.known, 3 * weights.known)[(pair & held).bit_count()]
        for other in bits(pair & ~held):
            if NEAR[other] & refused:
                weight *= weights.refused
        total += weight
    return total

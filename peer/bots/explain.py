"""The reason of a discard, from what it was judged by."""

from collections.abc import Mapping
from typing import NamedTuple

from shared.cards import Card
from shared.reasons import Reason


class Judged(NamedTuple):
    """What speaks against a discard and for it."""

    left: float
    "What stays in the hand that is in no meld."

    hopes: float
    "What later draws may save of that."

    danger: float
    "What the others may make of the discard."

    @property
    def cost(self) -> float:
        """The least is the best discard."""
        return self.left - self.hopes + self.danger


def best(judged: Mapping[Card, Judged]) -> tuple[Card, Reason]:
    """The best discard, and what made it the best."""
    chosen = min(judged, key=lambda card: judged[card].cost)
    if len(judged) == 1:
        return chosen, "only"
    if chosen != min(judged, key=lambda c: judged[c].left - judged[c].hopes):
        return chosen, "safe"
    if judged[chosen].left > min(one.left for one in judged.values()):
        return chosen, "chances"
    return chosen, "least"

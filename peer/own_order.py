"""The order in which a player wants to hold cards or tiles. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence


def arranged(held: Iterable[str], order: Iterable[str]) -> list[str]:
    """What is ``held`` in that order; what the order does not name comes last."""
    left = Counter(held)
    kept = []
    for one in order:
        if left[one]:
            left[one] -= 1
            kept.append(one)
    return [*kept, *left.elements()]


def fronted(order: Sequence[str], first: Sequence[str]) -> tuple[str, ...]:
    """``order`` with these in front.

    Raises:
        ValueError: With the first that is not in it.
    """
    rest = list(order)
    for one in first:
        if one not in rest:
            raise ValueError(one)
        rest.remove(one)
    return (*first, *rest)

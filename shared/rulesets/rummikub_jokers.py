"""
What may become of a set with a joker where it may not be taken apart.

Every such set of the old table must live on as a set of the new one: all its plain
tiles are still there, and each of its jokers is where it was, or free. A turn is judged
by its two tables, not by the moves in between, so whatever can be explained by allowed
moves is allowed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from shared.rulesets.rummikub_options import Options
from shared.sets import Set
from shared.tiles import JOKER

JokerFault: TypeAlias = Literal[
    "joker_new_set", "joker_from_rack", "joker_both_colours", "joker_set"
]


class Change(NamedTuple):
    """One way in which a set with jokers can have become another one."""

    freed: int
    "Jokers that left it."

    replaced: int
    "How many of them have a tile in their place."

    extra: int
    "Jokers that came."

    instead: tuple[bytes, ...]
    "The choices of which tiles took their places."


def joker_fault(
    options: Options, old: Sequence[Set], new: Sequence[Set], played: bytes
) -> JokerFault | None:
    """What is wrong with the jokers of ``new``; None if nothing is.

    To find the one rule that is broken, the others are let go one after the other
    (Rummikub rule sheet: joker; stricter options: tournament and older rules).
    """
    jokers = [one for one in old if one.jokers]
    if options.joker_set_manipulable or not jokers:
        return None
    if _explained(options, jokers, new, played):
        return None
    loose = replace(options, joker_reuse="same_turn")
    if _explained(loose, jokers, new, played):
        return "joker_new_set"
    if loose.joker_retrieve_from == "rack":
        loose = replace(loose, joker_retrieve_from="matching")
        if _explained(loose, jokers, new, played):
            return "joker_from_rack"
    loose = replace(loose, joker_group3="either")
    if _explained(loose, jokers, new, played):
        return "joker_both_colours"
    return "joker_set"


def became(options: Options, old: Set, new: Set) -> list[Change]:
    """The ways in which ``old`` can have become ``new``; empty if that is not allowed.

    There can be several, because jokers are alike: one may have left and another come
    (Rummikub rule sheet: joker; what explains a set: own).
    """
    if old.kind != new.kind:
        return []
    ways = _group_became if old.kind == "group" else _run_became
    return list(ways(options, old, new))


def _explained(
    options: Options, jokers: Sequence[Set], new: Sequence[Set], played: bytes
) -> bool:
    """Whether every set with a joker has a set of its own that it may have become.

    (Rummikub rule sheet: joker; matching of sets: own.)
    """
    candidates = [
        [
            (place, change)
            for place, other in enumerate(new)
            for change in became(options, one, other)
        ]
        for one in jokers
    ]
    for chosen in product(*candidates):
        places = {place for place, _ in chosen}
        changes = [change for _, change in chosen]
        if len(places) == len(chosen) and _go_together(options, changes, played):
            return True
    return False


def _go_together(options: Options, changes: Sequence[Change], played: bytes) -> bool:
    """Whether there are jokers, and tiles of the rack, for all of it.

    (Rummikub rule sheet: joker, same turn; from the rack: older rules.)
    """
    pool = played.count(JOKER) + sum(change.freed for change in changes)
    for change in changes:
        back = change.replaced if options.joker_reuse == "same_turn" else 0
        if change.extra > pool - change.freed + back:
            return False
    if options.joker_retrieve_from != "rack":
        return True
    rack = Counter(played)
    ways = product(*(change.instead for change in changes))
    return any(not Counter(b"".join(way)) - rack for way in ways)


def _run_became(options: Options, old: Set, new: Set) -> Iterator[Change]:
    """A run with its jokers where they were, or free (Rummikub rule sheet: joker)."""
    if old.colour != new.colour:
        return
    was, now = dict(_places(old)), dict(_places(new))
    if any(kind != JOKER and now.get(place) != kind for place, kind in was.items()):
        return
    jokers = [place for place, kind in was.items() if kind == JOKER]
    instead = bytes(
        [13 * old.colour + p for p in jokers if p in now and now[p] != JOKER]
    )
    dropped = sum(place not in now for place in jokers)
    extra = sum(kind == JOKER and place not in was for place, kind in now.items())
    loose = _not_needed(options, was, now)
    if dropped > loose:
        return
    # One that was not needed any more may have been followed by another.
    for gone in range(dropped, loose + 1):
        came = extra + gone - dropped
        yield Change(len(instead) + gone, len(instead), came, (instead,))


def _not_needed(options: Options, was: dict[int, int], now: dict[int, int]) -> int:
    """How many jokers at one end can leave for tiles added at the other end.

    (Rummikub rule sheet: joker.)
    """
    if options.joker_retrieve_from != "rack_or_table":
        return 0
    plain = [place for place, kind in was.items() if kind != JOKER]
    added = [place for place, kind in now.items() if kind != JOKER and place not in was]
    ends = ([p for p in was if p < plain[0]], [p for p in was if p > plain[-1]])
    low, high = (sum(now.get(p, JOKER) == JOKER for p in places) for places in ends)
    above = sum(place > plain[-1] for place in added)
    return max(min(low, above), min(high, len(added) - above))


def _places(run: Set) -> Iterator[tuple[int, int]]:
    return enumerate(run.tiles, run.first)


def _group_became(options: Options, old: Set, new: Set) -> Iterator[Change]:
    """A group of the same number, some jokers freed (Rummikub rule sheet: joker)."""
    was, now = set(old.tiles) - {JOKER}, set(new.tiles) - {JOKER}
    if old.first != new.first or not was <= now:
        return
    more = sorted(now - was)
    for kept in range(min(old.jokers, new.jokers) + 1):
        freed, extra = old.jokers - kept, new.jokers - kept
        without = len(new.tiles) - extra
        if freed and options.joker_group3 == "both" and without < 4:
            continue
        instead = tuple(bytes(choice) for choice in combinations(more, freed))
        if instead:
            yield Change(freed, freed, extra, instead)

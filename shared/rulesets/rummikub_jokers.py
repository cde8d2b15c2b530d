"""
What may become of a set with a joker where it may not be taken apart.

Every such set of the old table must live on as a set of the new one: all its plain
tiles are still there, and each of its jokers is where it was, or free. A turn is judged
by its two tables, not by the moves in between, so whatever can be explained by allowed
moves is allowed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from shared.rulesets.rummikub_options import Options
from shared.sets import Set
from shared.tiles import JOKER

JokerFault: TypeAlias = Literal[
    "joker_new_set", "joker_from_rack", "joker_both_colours", "joker_set"
]


class Change(NamedTuple):
    """How one set with a joker became another one."""

    freed: int
    "Jokers that are not there any more, or not where they were."

    replaced: int
    "How many of them have a tile in their place."

    extra: int
    "Jokers that were not there before."

    instead: tuple[bytes, ...]
    "The choices of which tiles took their places."


def joker_fault(
    options: Options, old: Sequence[Set], new: Sequence[Set], played: bytes
) -> JokerFault | None:
    """What is wrong with the jokers of ``new``; None if nothing is.

    To find the one rule that is broken, the others are let go one after the other.
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


def became(options: Options, old: Set, new: Set) -> Change | None:
    """How ``old`` can have become ``new``; None if that is not allowed."""
    if old.kind != new.kind:
        return None
    if old.kind == "group":
        return _group_became(options, old, new)
    return _run_became(options, old, new)


def _explained(
    options: Options, jokers: Sequence[Set], new: Sequence[Set], played: bytes
) -> bool:
    """Whether every set with a joker has a set of its own that it may have become."""
    for chosen in permutations(range(len(new)), len(jokers)):
        changes = [
            change
            for one, place in zip(jokers, chosen, strict=True)
            if (change := became(options, one, new[place])) is not None
        ]
        if len(changes) == len(jokers) and _go_together(options, changes, played):
            return True
    return False


def _go_together(options: Options, changes: Sequence[Change], played: bytes) -> bool:
    """Whether there are jokers, and tiles of the rack, for all of it."""
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


def _run_became(options: Options, old: Set, new: Set) -> Change | None:
    if old.colour != new.colour:
        return None
    was, now = dict(_places(old)), dict(_places(new))
    instead, dropped = b"", 0
    for place, kind in was.items():
        there = now.get(place)
        if kind != JOKER and there != kind:
            return None
        if kind == JOKER and there is None:
            dropped += 1
        elif kind == JOKER and there != JOKER:
            instead += bytes([13 * old.colour + place])
    added = [kind for place, kind in now.items() if place not in was]
    if dropped:
        plain = len(added) - added.count(JOKER)
        if options.joker_retrieve_from != "rack_or_table" or plain < dropped:
            return None
    freed = len(instead) + dropped
    return Change(freed, len(instead), added.count(JOKER), (instead,))


def _places(run: Set) -> Iterator[tuple[int, int]]:
    return enumerate(run.tiles, run.first)


def _group_became(options: Options, old: Set, new: Set) -> Change | None:
    was, now = set(old.tiles) - {JOKER}, set(new.tiles) - {JOKER}
    if old.first != new.first or not was <= now:
        return None
    freed, more = max(0, old.jokers - new.jokers), sorted(now - was)
    if freed > len(more):
        return None
    if freed and options.joker_group3 == "both" and len(new.tiles) < 4:
        return None
    instead = tuple(bytes(choice) for choice in combinations(more, freed))
    return Change(freed, freed, max(0, new.jokers - old.jokers), instead)

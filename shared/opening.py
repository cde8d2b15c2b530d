"""Whether the first sets can be made of a rack, exactly (Rummikub)."""

from shared.sets import Set, sets_in
from shared.tiles import JOKER

_LONGEST = 5
"A longer run is two shorter ones that count as much."


def opening(rack: bytes, needed: int, max_jokers: int = 2) -> tuple[Set, ...] | None:
    """Sets of the tiles of a rack that count ``needed`` or more; None: there are none.

    Every choice of sets is tried in one order, the most valuable first. That a joker
    only stands for a tile that is not there loses nothing: where it stood for one that
    is needed elsewhere, the two may change places (Rummikub rule sheet: initial meld;
    the order of search: own).
    """
    return _search(bytes(sorted(rack)), needed, max_jokers, {})


def _search(
    rack: bytes, needed: int, max_jokers: int, failed: dict[bytes, int]
) -> tuple[Set, ...] | None:
    if needed <= 0:
        return ()
    if failed.get(rack, needed + 1) <= needed or _most(rack) < needed:
        return None
    sets = sets_in(rack, max_jokers, _LONGEST)
    for one in sorted(sets, key=lambda one: -one.value):
        rest = _search(without(rack, one.tiles), needed - one.value, max_jokers, failed)
        if rest is not None:
            return (one, *rest)
    failed[rack] = needed
    return None


def without(rack: bytes, tiles: bytes) -> bytes:
    """A rack after ``tiles`` of it are gone."""
    left = bytearray(rack)
    for kind in tiles:
        left.remove(kind)
    return bytes(left)


def _most(rack: bytes) -> int:
    """No sets of these tiles count more."""
    return sum([13 if kind == JOKER else kind % 13 + 1 for kind in rack])

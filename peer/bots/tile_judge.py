"""
How the levels play with tiles.

*Easy* lays sets of its own rack and now and then overlooks them. *Medium* also adds to
sets on the table. *Hard* plays as many tiles as can be played.

*Master* opens as soon as it can, with as few tiles as that takes, and from then on it
draws, whatever it could play, until all of its rack goes at once, mostly some 40 tiles.
What lies on the table helps everybody: who plays at once feeds it, and then waits for
tiles, many of which somebody holds who plays nothing; and the more are drawn, the
likelier is a rack to fit in whole. Against one *hard* that wins nearly every hand.

What else was measured, in hands won by one of two players over 400 to 4,000 hands
(standard errors from 0.7 to 2.6 %): of turns with as many tiles the one with most
points, 51 %; to hold back turns of fewer than 2, 3, 4 or 6 tiles, 47 to 53 %; to hold
back till no more than 1, 2 or 3 would stay, 42 to 47 %; to choose by the next turns
against eight racks that the other may hold, 54 % without drawing on purpose and 56 to
86 % with it, the more the oftener it drew. To hold back the first sets, too, while
more than 20 tiles are left to draw: 12 %.
"""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from peer.bots import tiles_medium
from peer.bots.tile_turns import Proposal, best
from peer.tile_plan import plan
from shared.actions import Action, Draw, Pass, Rearrange
from shared.opening import opening
from shared.reasons import Reason
from shared.rulesets.rummikub_options import Options
from shared.sets import Set, sets_in
from shared.tiles import JOKER, kinds_of, names
from shared.view import TileView


class Choice(NamedTuple):
    """What to do, and why."""

    action: Action
    reason: Reason | None = None
    "Drawing and passing need none."


def easy(view: TileView, seed: int) -> Choice:
    """Sets of the rack, which it overlooks in one of four turns."""
    simple = plan(view)
    sets = [step.tiles for step in simple.steps if step.place is None]
    overlooked = sha256(f"{seed} {view.rack} {view.pool}".encode()).digest()[0] < 64
    optional = bool({"draw", "pass"} & set(view.can))
    if sets and not (overlooked and optional):
        return Choice(Rearrange((*view.sets, *sets)), _laid(view))
    if simple.steps and not optional:
        return Choice(Rearrange(simple.table), "simple_sets")
    return _idle(view)


def medium(view: TileView) -> Choice:
    """Sets of the rack, and tiles added to sets."""
    action = tiles_medium.choose(view)
    return (
        Choice(action, "simple_sets") if isinstance(action, Rearrange) else _idle(view)
    )


def hard(view: TileView, rules: Options) -> Choice:
    """As many tiles as can be played."""
    return _played(view, best(view, rules), "most_tiles")


def _laid(view: TileView) -> Reason:
    return "opening" if view.needed else "simple_sets"


def _played(view: TileView, found: Proposal | None, reason: Reason) -> Choice:
    """What was found; else what is plain to see, if anything."""
    if found is None:
        return medium(view)
    if len(found.played) == len(view.hand):
        reason = "out"
    elif view.needed:
        reason = "opening"
    return Choice(_laying(found.table), reason)


def _laying(table: Iterable[bytes]) -> Rearrange:
    return Rearrange(tuple(map(names, table)))


def _idle(view: TileView) -> Choice:
    return Choice(Draw("stock") if "draw" in view.can else Pass())


# Master

_SEVERAL = 3
"More tiles at once than these are a hand that was held back."


def master(view: TileView, rules: Options) -> Choice:
    """Nothing between the first sets and the last tile, unless the pool is empty."""
    out = best(view, rules, out=True)
    if out is not None:
        held = len(out.played) > _SEVERAL and not view.needed
        return Choice(_laying(out.table), "held_back" if held else "out")
    if view.pool and not rules.voluntary_draw:
        return hard(view, rules)
    if view.needed:
        return _opened(view, rules)
    if "draw" in view.can or _waits(view):
        return _idle(view)
    points = (*(kind % 13 + 1 for kind in range(JOKER)), max(1, rules.joker_rack_value))
    return _played(view, best(view, rules, points), "least_value")


def _opened(view: TileView, rules: Options) -> Choice:
    """The first sets as soon as they are there, of few tiles and without a joker."""
    rack = kinds_of(view.hand)
    few = _fewest(rack.replace(bytes([JOKER]), b""), view.needed)
    sets = few or opening(rack, view.needed, view.max_jokers)
    if sets is None:
        return _played(view, best(view, rules), "opening")
    table = (*view.sets, *(names(one.tiles) for one in sets))
    return Choice(
        Rearrange(table), "keeps_joker" if few and JOKER in rack else "opening"
    )


def _fewest(plain: bytes, needed: int) -> tuple[Set, ...] | None:
    """The set, or the two, that count enough and take the fewest tiles."""
    sets = sets_in(plain)
    for number in (1, 2):
        enough = [
            some
            for some in combinations(sets, number)
            if sum(one.value for one in some) >= needed
            and not Counter(b"".join(one.tiles for one in some)) - Counter(plain)
        ]
        if enough:
            return min(enough, key=lambda some: sum(len(one.tiles) for one in some))
    return None


def _waits(view: TileView) -> bool:
    """Whether it passes when the pool is empty, although it could play.

    That does no harm while nobody holds fewer tiles, and who plays first is the one who
    helps the others.
    """
    own = len(view.hand)
    return "pass" in view.can and view.turns_left is None and min(view.counts) == own

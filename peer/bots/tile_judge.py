"""
How the levels play with tiles.

*Easy* lays sets of its own rack and now and then overlooks them. *Medium* also adds to
sets on the table. *Hard* plays as many tiles as can be played, *master* as few as are
good: whoever plays does not draw, so sets that can only be made on the own rack are a
store of turns, and what is not on the table helps nobody else.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from peer.bots import tiles_medium
from peer.bots.tile_search import best_turn
from peer.bots.tile_turns import Proposal, best
from peer.tile_plan import plan
from shared.actions import Action, Draw, Pass, Rearrange
from shared.opening import opening, without
from shared.reasons import Reason
from shared.rulesets.rummikub_options import Options
from shared.tiles import JOKER, kinds_of, names
from shared.view import TileView


class Choice(NamedTuple):
    """What to do, and why."""

    action: Action
    reason: Reason | None = None
    "Drawing and passing need none."


@dataclass(frozen=True)
class Style:
    """How careful a master is."""

    close: int = 3
    "Somebody who holds so few tiles may go out: get rid of points."

    late: int = 6
    "With so few tiles left to draw the hand may soon be over."

    joker: int = 6
    "So many other tiles have to go with a joker."

    hold: int = 9
    order: str = ""
    opening: str = "most"


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
    return Choice(Rearrange(tuple(map(names, found.table))), reason)


def _idle(view: TileView) -> Choice:
    return Choice(Draw("stock") if "draw" in view.can else Pass())


MASTER = Style()

_BOTH = tuple(20 + kind % 13 for kind in range(JOKER)) + (20,)
"Tiles first, then points."


def master(view: TileView, rules: Options, style: Style = MASTER) -> Choice:
    """As few tiles as are good, unless the end is near."""
    out = best(view, rules, _BOTH, out=True)
    if out is not None:
        return _played(view, out, "out")
    others = [n for seat, n in enumerate(view.counts) if seat != view.seat]
    if min(others) <= style.close or view.pool <= style.late:
        points = tuple(kind % 13 + 1 for kind in range(JOKER)) + (
            max(1, rules.joker_rack_value),
        )
        return _played(view, best(view, rules, points), "least_value")
    if view.needed:
        return _opened(view, rules, style)
    if min(others) <= style.hold:
        return _spared(view, rules, style)
    return _held_back(view, rules, style)


def _opened(view: TileView, rules: Options, style: Style) -> Choice:
    if style.opening == "few":
        rack = kinds_of(view.hand)
        jokers = bytes([JOKER]) * rack.count(JOKER)
        table = tuple(kinds_of(tiles) for tiles in view.sets)
        for left in (without(rack, jokers), rack):
            first = opening(left, view.needed, view.max_jokers)
            if first is not None:
                sets = tuple(one.tiles for one in first)
                return _played(
                    view, Proposal((*table, *sets), b"".join(sets)), "opening"
                )
        return medium(view)
    return _played(view, best(view, rules, _BOTH), "opening")


def _held_back(view: TileView, rules: Options, style: Style) -> Choice:
    """What is not safe to keep; else one of the sets that are."""
    rack = kinds_of(view.hand)
    jokers = bytes([JOKER]) * rack.count(JOKER)
    own = best_turn(b"", without(rack, jokers), _BOTH)
    store = b"" if own is None else own.played
    loose = without(rack, store + jokers)
    if style.order == "high":
        order = sorted(set(loose), key=lambda kind: -(kind % 13))
    elif style.order == "loner":
        order = sorted(
            set(loose), key=lambda kind: (_friends(kind, loose), -(kind % 13))
        )
    else:
        order = []
    for kind in order:
        one = best(view, rules, _BOTH, without(rack, bytes([kind])), out=True)
        if one is not None:
            return _played(view, one, "held_back")
    more = best(view, rules, _BOTH, bytes(sorted(store + jokers)))
    if more is not None:
        return _played(view, more, "held_back")
    if own is not None:
        dear = max(own.sets, key=lambda tiles: sum(kind % 13 + 1 for kind in tiles))
        table = tuple(kinds_of(tiles) for tiles in view.sets)
        return _played(view, Proposal((*table, dear), dear), "simple_sets")
    return _spared(view, rules, style)


def _spared(view: TileView, rules: Options, style: Style) -> Choice:
    """As many tiles as can be played, but a joker only if many go with it."""
    jokers = bytes([JOKER]) * view.rack.count("J")
    without_them = best(view, rules, _BOTH, jokers)
    if not jokers:
        return _played(view, without_them, "most_tiles")
    most = best(view, rules, _BOTH)
    if most is None:
        return medium(view)
    used = most.played.count(JOKER)
    kept = 0 if without_them is None else len(without_them.played)
    if len(most.played) - used - kept < style.joker * used:
        if without_them is not None:
            return _played(view, without_them, "keeps_joker")
        if "draw" in view.can:
            return _idle(view)
    return _played(view, most, "most_tiles")


def _friends(kind: int, rack: bytes) -> int:
    """How many other tiles of ``rack`` may stand in a set with it."""
    return sum(
        other != kind
        and (
            other % 13 == kind % 13
            or (other // 13 == kind // 13 and abs(other - kind) <= 2)
        )
        for other in set(rack)
    )

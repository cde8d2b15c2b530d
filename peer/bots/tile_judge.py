"""
How the levels play with tiles.

*Easy* lays sets of its own rack and now and then overlooks them. *Medium* also adds to
sets on the table. *Hard* plays as many tiles as can be played. *Master* does, too, but
keeps jokers that bring little; while nobody is near the end it also keeps what it can
lay at any time, which helps nobody else and saves a draw later, and near the end it
gets rid of points.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from peer.bots import tiles_medium
from peer.bots.tile_search import best_turn
from peer.bots.tile_turns import Proposal, best
from peer.tile_plan import plan
from shared.actions import Action, Draw, Pass, Rearrange
from shared.opening import without
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
    """How careful a master is. That other values are better could not be measured."""

    close: int = 3
    "Somebody who holds so few tiles may go out: get rid of points."

    late: int = 6
    "With so few tiles left to draw the hand may soon be over."

    far: int = 13
    "While everybody else holds so many tiles, sets of the own rack are kept."

    joker: int = 3
    "So many more tiles have to go with a joker that is played."


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
    """As many tiles as are good, and at the end as many points."""
    out = best(view, rules, _BOTH, out=True)
    if out is not None:
        return _played(view, out, "out")
    others = min(n for seat, n in enumerate(view.counts) if seat != view.seat)
    if others <= style.close or view.pool <= style.late:
        points = (*(kind % 13 + 1 for kind in range(JOKER)), _joker(rules))
        return _played(view, best(view, rules, points), "least_value")
    if view.needed:
        return _played(view, best(view, rules, _BOTH), "opening")
    return _patient(view, rules, style, others)


def _joker(rules: Options) -> int:
    return max(1, rules.joker_rack_value)


def _patient(view: TileView, rules: Options, style: Style, others: int) -> Choice:
    """Own sets are kept as long as that is safe; then the jokers, if it costs little.

    If there is nothing but own sets, one of them is laid, so as not to draw.
    """
    rack = kinds_of(view.hand)
    jokers = bytes([JOKER]) * rack.count(JOKER)
    own = best_turn(b"", without(rack, jokers), _BOTH)
    if others < style.far or own is None:
        return _sparing(view, rules, style, jokers)
    loose = best(view, rules, _BOTH, own.played + jokers)
    if loose is not None:
        return _played(view, loose, "held_back")
    dear = max(own.sets, key=lambda tiles: sum(kind % 13 + 1 for kind in tiles))
    table = tuple(kinds_of(tiles) for tiles in view.sets)
    return _played(view, Proposal((*table, dear), dear), "simple_sets")


def _sparing(view: TileView, rules: Options, style: Style, jokers: bytes) -> Choice:
    """As many tiles as can be played, but jokers only if many more go with them."""
    plain = best(view, rules, _BOTH, jokers)
    most = best(view, rules, _BOTH) if jokers else None
    if most is None:
        return _played(view, plain, "most_tiles")
    used = most.played.count(JOKER)
    gained = len(most.played) - used - (0 if plain is None else len(plain.played))
    if gained >= style.joker * used:
        return _played(view, most, "most_tiles")
    if plain is None and "draw" in view.can:
        return _idle(view)
    return _played(view, plain or most, "keeps_joker" if plain else "most_tiles")

"""What one seat sees of a table of tiles, as sentences: a view in, lines out. Pure."""

from collections.abc import Iterable, Sequence

from peer.own_order import arranged
from peer.scene import Sorting
from peer.story import People, count, spaced
from peer.tile_plan import Step, plan
from shared.tiles import INDEX, KINDS, Tile
from shared.view import TileView


def rack(view: TileView, sorting: Sorting, new: Tile | None) -> str:
    """The reader's own tiles, grouped."""
    return rack_of(view.hand, sorting, new)


def rack_of(tiles: Sequence[Tile], sorting: Sorting, new: Tile | None = None) -> str:
    """Tiles of a rack, grouped by colour, or by number."""
    if not tiles:
        return "Your rack is empty."
    groups = _groups(tiles, sorting)
    if new is not None and new in tiles:
        marked = next(group for group in groups.values() if new in group)
        marked[marked.index(new)] = f"{new} (new)"
    shown = ", ".join(spaced(groups[key]) for key in sorted(groups))
    return f"Your rack, {count(len(tiles), 'tile')}: {shown}."


def _groups(tiles: Sequence[Tile], sorting: Sorting) -> dict[int, list[Tile]]:
    if isinstance(sorting, tuple):
        return {0: arranged(tiles, sorting)}
    groups: dict[int, list[Tile]] = {}
    for tile in sorted(tiles, key=lambda tile: INDEX[tile]):
        kind = INDEX[tile]
        number = kind % 13 + (kind == KINDS - 1) * KINDS
        groups.setdefault(kind // 13 if sorting == "suit" else number, []).append(tile)
    return groups


def held(view: TileView, people: People) -> str:
    """How many tiles everybody has."""
    return "Tiles held: {}.".format(
        ", ".join(
            f"{people.name(seat)} {number}" for seat, number in enumerate(view.counts)
        )
    )


def pool(view: TileView) -> list[str]:
    """What is left to draw, and when the hand ends for want of it."""
    if view.pool:
        return [f"The pool has {count(view.pool, 'tile')}."]
    if view.turns_left is None:
        return ["The pool is empty: when everybody has passed, the hand ends."]
    turns = count(view.turns_left, "more turn")
    return [f"The pool is empty: the hand ends after {turns}."]


def sets(tiles: Iterable[Sequence[Tile]]) -> list[str]:
    """What lies on the table, numbered from 1."""
    return [
        f"Set {number}: {spaced(one)}." for number, one in enumerate(tiles, 1) if one
    ]


def table(view: TileView, people: People) -> list[str]:
    """All that lies open, and who has how many tiles."""
    nothing = ["There is no set on the table yet."]
    return [held(view, people), *pool(view), *(sets(view.sets) or nothing)]


def turn(
    view: TileView, people: People, sorting: Sorting, new: Tile | None
) -> list[str]:
    """What somebody needs to know to act; only for a seat that has to act."""
    return [
        "It is your turn.",
        held(view, people),
        *pool(view),
        *sets(view.sets),
        rack(view, sorting, new),
        *_first(view),
        *_offers(view),
        *to_do(view),
    ]


def _first(view: TileView) -> list[str]:
    if not view.needed:
        return []
    return [f"Your first sets have to count at least {view.needed}."]


def _offers(view: TileView) -> list[str]:
    return [_offer(step) for step in plan(view).steps]


def _offer(step: Step) -> str:
    if step.place is None:
        return f"You can lay {spaced(step.tiles)}: type {typed(step)}."
    return f"{spaced(step.tiles)} fits set {step.place + 1}: type {typed(step)}."


def typed(step: Step) -> str:
    """What to type for a step."""
    if step.place is None:
        return f"play {spaced(step.tiles)}"
    return f"add {spaced(step.tiles)} {step.place + 1}"


def to_do(view: TileView) -> list[str]:
    """How to go on, for a seat that has to act."""
    ways = []
    if "draw" in view.can:
        ways.append("draw to end your turn with a tile from the pool")
    if "pass" in view.can:
        ways.append("pass to end your turn")
    if not view.can:
        return []
    more = ", or ".join(["Type play and tiles for a new set", *ways])
    return [f"{more}. Type help for more."]

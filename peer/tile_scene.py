"""What one seat sees of a table of tiles, as sentences: a view in, lines out. Pure."""

from collections.abc import Iterable, Sequence

from peer.own_order import arranged
from peer.scene import Sorting, to_type
from peer.story import People, closed, spaced
from peer.tile_plan import Step, plan
from shared.tiles import INDEX, KINDS, Tile
from shared.view import TileView
from shared.words import say


def rack(view: TileView, sorting: Sorting, new: Tile | None) -> str:
    """The reader's own tiles, grouped."""
    return rack_of(view.hand, sorting, new)


def rack_of(tiles: Sequence[Tile], sorting: Sorting, new: Tile | None = None) -> str:
    """Tiles of a rack, grouped by colour, or by number."""
    if not tiles:
        return say("term.rack.none")
    return say("term.rack", count=len(tiles), tiles=grouped(tiles, sorting, new))


def grouped(tiles: Sequence[Tile], sorting: Sorting, new: Tile | None = None) -> str:
    """Tiles in their groups; one may be marked as new."""
    groups = _groups(tiles, sorting)
    if new is not None and new in tiles:
        marked = next(group for group in groups.values() if new in group)
        marked[marked.index(new)] = say("term.new", card=new)
    return ", ".join(spaced(groups[key]) for key in sorted(groups))


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
    return say("term.tiles.held", counts=people.tally(view.counts))


def pool(view: TileView) -> list[str]:
    """What is left to draw, and when the hand ends for want of it."""
    if view.pool:
        return [say("read.tiles", count=view.pool)]
    if view.turns_left is None:
        return [say("term.pool.last")]
    return [say("term.pool.turns", count=view.turns_left)]


def sets(tiles: Iterable[Sequence[Tile]]) -> list[str]:
    """What lies on the table, numbered from 1."""
    return [
        closed(say("set", number=number, cards=spaced(one)))
        for number, one in enumerate(tiles, 1)
        if one
    ]


def table(view: TileView, people: People) -> list[str]:
    """All that lies open, and who has how many tiles."""
    nothing = [say("term.sets.none")]
    return [held(view, people), *pool(view), *(sets(view.sets) or nothing)]


def turn(
    view: TileView, people: People, sorting: Sorting, new: Tile | None
) -> list[str]:
    """What somebody needs to know to act; only for a seat that has to act."""
    return [
        say("term.turn.yours"),
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
    return [say("term.sets.first", points=view.needed)]


def _offers(view: TileView) -> list[str]:
    return [_offer(step) for step in plan(view).steps]


def _offer(step: Step) -> str:
    values = {"tiles": spaced(step.tiles), "typed": typed(step)}
    if step.place is None:
        return say("term.offer.set", **values)
    return say("term.offer.add", number=step.place + 1, **values)


def typed(step: Step) -> str:
    """What to type for a step."""
    if step.place is None:
        return f"play {spaced(step.tiles)}"
    return f"add {spaced(step.tiles)} {step.place + 1}"


def to_do(view: TileView) -> list[str]:
    """How to go on, for a seat that has to act."""
    ways = [say("term.way.play")]
    if "draw" in view.can:
        ways.append(say("term.way.pool"))
    if "pass" in view.can:
        ways.append(say("term.way.pass"))
    more = say("term.help.more")
    return [f"{to_type(ways)} {more}"] if view.can else []

"""
What a player typed about tiles: a turn is tried out here, then proposed as a whole.

After every step it is said whether the table is valid, and if not, why.
"""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from peer import tile_scene
from peer.scene import Sorting
from peer.story import People, listed, spaced
from peer.tile_draft import Draft
from peer.tile_plan import plan
from shared.actions import Action, Draw, Pass, Rearrange
from shared.errors import IllegalAction
from shared.tiles import Tile, read_tile
from shared.view import TileView
from shared.words import say

Reply: TypeAlias = Action | list[str]

ALIASES = {
    "p": "play",
    "meld": "play",
    "lay": "play",
    "a": "add",
    "t": "take",
    "m": "move",
    "u": "undo",
    "d": "draw",
    "ok": "done",
    "commit": "done",
}
"Other words for a command."


class TileDesk:
    """The commands of a turn with tiles, and the draft they work on."""

    def __init__(self) -> None:
        self._draft: Draft | None = None
        self._sorting: Sorting = "suit"
        self.commands: dict[str, Callable[[TileView, list[str]], Reply]] = {
            "play": self._play,
            "add": self._add,
            "take": self._take,
            "move": self._move,
            "undo": self._undo,
            "reset": self._reset,
            "done": self._done,
            "draw": self._draw,
            "pass": self._pass,
        }

    def typed(
        self, view: TileView, people: People, words: list[str], sorting: Sorting
    ) -> Reply | None:
        """What ``words`` come to; None if they are not about tiles."""
        self._sorting = sorting
        word = ALIASES.get(words[0].lower(), words[0].lower())
        if word in self.commands:
            rest = words[1:]
        elif is_tile(words[0]):
            word, rest = "play", words
        else:
            return None
        if view.turn is None:
            return [say("term.plain.over")]
        if not view.can:
            return [say("term.turn.theirs", name=people.name(view.turn))]
        return self.commands[word](view, rest)

    def draft(self, view: TileView) -> Draft:
        """What has been tried out on the table of ``view``."""
        if self._draft is None or not self._draft.fits(view):
            self._draft = Draft(view)
        return self._draft

    def shown(self, view: TileView, sorting: Sorting) -> list[str]:
        """The table and the rack in the middle of a draft; nothing without one."""
        draft = self.draft(view)
        if not view.can or not draft.started:
            return []
        rack = tile_scene.rack_of(draft.rack, sorting)
        return [*tile_scene.sets(draft.sets), rack, *self._status(view)]

    def hint(self, view: TileView, action: Action) -> str:
        """``action``, which a computer player would do, as what to type."""
        first = ["reset"] if self.draft(view).started else []
        if not isinstance(action, Rearrange):
            return _then([*first, "draw" if "draw" in view.can else "pass"])
        simple = plan(view)
        if simple.table == action.table:
            steps = [tile_scene.typed(step) for step in simple.steps]
            return _then([*first, *steps, "done"])
        return _then([*first, _new_sets(view, action), "done"])

    # One step of a turn

    def _play(self, view: TileView, words: list[str]) -> Reply:
        if not words:
            return [say("term.plain.tile.how.play")]
        tiles = _tiles(words)
        return self._moved(view, self.draft(view).play(tiles))

    def _add(self, view: TileView, words: list[str]) -> Reply:
        *tiles, number = _numbered(words, say("term.plain.tile.how.add"))
        return self._moved(view, self.draft(view).add(_tiles(tiles), int(number)))

    def _take(self, view: TileView, words: list[str]) -> Reply:
        *tiles, number = _numbered(words, say("term.plain.tile.how.take"))
        return self._moved(view, self.draft(view).take(_tiles(tiles), int(number)))

    def _move(self, view: TileView, words: list[str]) -> Reply:
        example = say("term.plain.tile.how.move")
        *most, number = _numbered(words, example)
        *tiles, origin = _numbered(most, example)
        draft = self.draft(view)
        draft.move(_tiles(tiles), int(origin), int(number))
        return self._moved(view, int(origin), int(number))

    def _undo(self, view: TileView, words: list[str]) -> Reply:
        if not self.draft(view).started:
            return [say("term.plain.tile.noundo")]
        self.draft(view).undo()
        return self.shown(view, self._sorting) or [say("term.plain.tile.asitwas")]

    def _reset(self, view: TileView, words: list[str]) -> Reply:
        self.draft(view).reset()
        return [say("term.plain.tile.asitwas"), *tile_scene.to_do(view)]

    def _moved(self, view: TileView, *numbers: int) -> list[str]:
        """The sets that have changed, what is at hand, and whether it is valid."""
        draft = self.draft(view)
        changed = []
        for number in numbers:
            if tiles := spaced(draft.sets[number - 1]):
                changed.append(say("term.plain.tile.set", number=number, tiles=tiles))
            else:
                changed.append(say("term.plain.tile.set.empty", number=number))
        return [
            *changed,
            tile_scene.rack_of(draft.rack, self._sorting),
            *self._status(view),
        ]

    def _status(self, view: TileView) -> list[str]:
        draft = self.draft(view)
        if why := draft.fault():
            taken = [say("term.plain.tile.taken", tiles=spaced(draft.taken))]
            return [
                *(taken if draft.taken and why != draft.homeless() else []),
                say("term.plain.tile.invalid", why=why),
                say("term.plain.tile.goon"),
            ]
        if view.needed:
            count = draft.points()
            points = say("term.plain.tile.points", points=count, needed=view.needed)
            enough = count >= view.needed
            next_step = (
                say("term.plain.tile.done") if enough else say("term.plain.tile.more")
            )
            return [say("term.plain.tile.valid"), points, next_step]
        return [say("term.plain.tile.valid"), say("term.plain.tile.done")]

    # The end of a turn

    def _done(self, view: TileView, words: list[str]) -> Reply:
        draft = self.draft(view)
        if not draft.started:
            return [say("term.plain.tile.unmoved"), *tile_scene.to_do(view)]
        if draft.fault():
            return self._status(view)
        return Rearrange(draft.table())

    def _draw(self, view: TileView, words: list[str]) -> Reply:
        return self._unmoved(view) or Draw("stock")

    def _pass(self, view: TileView, words: list[str]) -> Reply:
        return self._unmoved(view) or Pass()

    def _unmoved(self, view: TileView) -> list[str]:
        if not self.draft(view).started:
            return []
        return [say("term.plain.tile.moved")]


def is_tile(word: str) -> bool:
    """Whether ``word`` names a tile."""
    try:
        return bool(read_tile(word))
    except IllegalAction:
        return False


def _tiles(words: list[str]) -> list[Tile]:
    return [read_tile(word) for word in words]


def _numbered(words: list[str], example: str) -> list[str]:
    """``words`` if they are something and then a small number.

    Raises:
        IllegalAction: If they are not; with the ``example`` of what is understood.
    """
    if len(words) > 1 and words[-1].isascii() and words[-1].isdecimal():
        if len(words[-1]) < 4:
            return words
    raise IllegalAction("not_understood", example=example)


def _new_sets(view: TileView, action: Rearrange) -> str:
    """The sets that a turn makes, and of what."""
    old = Counter(tuple(sorted(tiles)) for tiles in view.sets)
    made = []
    for tiles in action.table:
        if old[tuple(sorted(tiles))]:
            old[tuple(sorted(tiles))] -= 1
        else:
            made.append(tiles)
    rest = Counter(tile for tiles in action.table for tile in tiles)
    rest -= Counter(tile for tiles in view.sets for tile in tiles)
    gone = []
    for number, tiles in enumerate(view.sets, 1):
        if old[tuple(sorted(tiles))]:
            old[tuple(sorted(tiles))] -= 1
            gone.append(str(number))
    own = spaced(tile for tile in view.hand if rest[tile])
    new = listed(map(spaced, made))
    if not gone:
        return say("term.plain.tile.make", tiles=own, sets=new)
    return say(
        "term.plain.tile.remake",
        count=len(gone),
        tiles=own,
        numbers=listed(gone),
        sets=new,
    )


def _then(steps: list[str]) -> str:
    """One step after another."""
    *most, last = steps
    for step in reversed(most):
        last = say("term.plain.tile.then", first=step, rest=last)
    return last

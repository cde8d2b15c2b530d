"""What keys, clicks and drags do to tiles that are tried out. Sans-I/O."""

from peer.tui import ruling
from peer.tui.desk import Desk
from shared.errors import IllegalAction
from shared.wire import Touched
from shared.words import say


class TileKeys:
    """The hands on a table of tiles."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._touched = -1
        "The table at which we have said that we moved tiles."

    def press(self, key: str) -> bool:
        """Whether the key does something with tiles, which is done."""
        picks = self._desk.picks
        if key.isdecimal():
            picks.number = (picks.number + key)[-2:]
            return True
        number, picks.number = picks.number, ""
        match key:
            case "enter" if number:
                self.put(int(number))
            case "enter" if picks.at is not None:
                self.put(picks.at[0])
            case "n":
                self.put(None)
            case "a":
                self._which_set()
            case "u" | "backspace":
                self._step_back()
            case "r":
                self._reset()
            case "up":
                picks.to_set(-1) if picks.active else picks.enter()
            case "down" if picks.active:
                picks.to_set(1)
            case "tab" | "shift+tab":
                picks.active = False if picks.active else picks.enter()
            case "escape":
                picks.picked, picks.active = [], False
                self._desk.holding.drop_picks()
            case "left" | "right" if picks.active:
                picks.move(1 if key == "right" else -1)
            case "space" if picks.at is not None:
                picks.pick(picks.at)
            case _:
                return False
        return True

    def click(self, number: int, place: int) -> None:
        """A click: what is picked goes to that set, or else the tile is picked."""
        desk = self._desk
        if desk.draft is None:
            return
        others = [one for one in desk.picks.picked if one[0] != number]
        if place < 0 or desk.holding.picked or others:
            self.put(number)
        else:
            desk.picks.pick((number, place))

    def put(self, number: int | None) -> None:
        """Put what is picked into a set, or a new one."""
        desk, draft = self._desk, self._desk.draft
        if draft is None:
            return
        if not desk.holding.picked and not desk.picks.lifted(number):
            desk.said = [say("term.tui.pick.first")]
            return
        try:
            put = desk.picks.put(draft, desk.holding.chosen, number)
        except IllegalAction as error:
            desk.said = [say("term.tui.not_possible", why=str(error))]
            return
        desk.holding.picked = []
        desk.holding.holds(draft.rack)
        tiles = " ".join(draft.sets[put - 1])
        desk.said = [say("term.plain.tile.set", number=put, tiles=tiles)]

    def tell(self) -> None:
        """Say that tiles have been moved, once a turn, where a clock makes it count."""
        desk, draft, table = self._desk, self._desk.draft, self._desk.table
        if draft is None or not draft.started or table is None or table.clock is None:
            return
        if self._touched != desk.guest.seq:
            self._touched = desk.guest.seq
            desk.send(Touched(self._touched))

    def _which_set(self) -> None:
        draft = self._desk.draft
        numbers = [n for n, one in enumerate(draft.sets, 1) if one] if draft else []
        which = say("term.tui.set.which", last=numbers[-1]) if numbers else ""
        self._desk.said = [which or say("term.tui.set.none")]

    def _step_back(self) -> None:
        desk, draft = self._desk, self._desk.draft
        if draft is None or not draft.started:
            ruling.undo(desk)
            return
        draft.undo()
        self._back_on(draft.rack)
        desk.said = [say("term.tui.undone")]

    def _reset(self) -> None:
        desk, draft = self._desk, self._desk.draft
        if draft is not None and draft.started:
            draft.reset()
            self._back_on(draft.rack)
            desk.said = [say("term.plain.tile.asitwas")]

    def _back_on(self, rack: tuple[str, ...]) -> None:
        desk, draft = self._desk, self._desk.draft
        desk.holding.picked = []
        desk.holding.holds(rack)
        desk.picks.on(() if draft is None else draft.sets)

    def carried(self, kind: str, place: str, number: str | None) -> None:
        """A tile of the rack or of the table goes to a set, or makes a new one."""
        desk = self._desk
        if desk.draft is None or kind not in ("hand", "tile"):
            return
        desk.picks.picked, desk.holding.picked = [], []
        if kind == "hand":
            desk.holding.picked = [int(place)]
        else:
            source, at = map(int, place.split())
            desk.picks.pick((source, at))
        if number is None or desk.holding.picked or desk.picks.lifted(int(number)):
            self.put(None if number is None else int(number))
        desk.picks.picked, desk.holding.picked = [], []

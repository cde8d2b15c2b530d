"""What keys and clicks do to a desk. Sans-I/O; every click has a key that does it."""

from peer.tui import menu
from peer.tui.desk import Desk
from peer.tui.faces import short, signed
from peer.tui.helping import help_lines
from peer.tui.menu import Entry, Menu
from shared.errors import IllegalAction
from shared.view import TileView
from shared.words import say

ALWAYS = {
    "h": "hint",
    "o": "order",
    "u": "undo",
    "g": "log",
    "comma": "options",
    "question_mark": "help",
    "q": "leave",
}
"What a footer shows behind what the turn allows."

NAMES = {"comma": ",", "question_mark": "?"}
"How a key is written, where that is not the letter."

SAME = {
    "f1": "question_mark",
    "f2": "comma",
    "ctrl+c": "q",
    "ctrl+q": "q",
    "less_than_sign": "shift+left",
    "greater_than_sign": "shift+right",
    "x": "d",
}


def footer(desk: Desk) -> list[tuple[str, str, str]]:
    """What is possible now: how the key is written, what it does, its name.

    Something harmless stands between any two that cannot be taken back.
    """
    shown = [(choice.key, signed(choice.label)) for choice in desk.choices]
    if isinstance(desk.view, TileView) and desk.draft is not None:
        shown = [*_for_tiles(desk), *shown]
    first, later = _apart(shown)
    always = [
        (key, say(f"term.tui.key.{name}"))
        for key, name in ALWAYS.items()
        if _applies(desk, key)
    ]
    every = [*first, always[0], *later, *always[1:]]
    return [(_written(key), label, key) for key, label in every]


def _written(key: str) -> str:
    if key == "space":
        return say("term.tui.key.space")
    return NAMES.get(key, key.upper())


def _applies(desk: Desk, key: str) -> bool:
    """Whether a key of every time has anything to do."""
    if key == "h":
        return desk.our_turn
    return key not in "ou" or bool(desk.holding.row)


def _apart(
    shown: list[tuple[str, str]],
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """A knock stands away from a discard."""
    later = [one for one in shown if one[0] in ("k", "z")]
    return [one for one in shown if one not in later], later


def _for_tiles(desk: Desk) -> list[tuple[str, str]]:
    some = bool(desk.holding.picked or desk.picks.picked)
    moved = desk.draft is not None and desk.draft.started
    shown = [("space", say("term.tui.key.pick"))]
    if some:
        new, add = say("term.tui.key.newset"), say("term.tui.key.addset")
        shown = [("n", new), ("a", add)]
    return [*shown, *([("r", say("term.tui.key.reset"))] if moved else [])]


class Keys:
    """The hands on a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def press(self, key: str) -> None:
        """A key, as Textual calls it."""
        desk = self._desk
        if desk.over is not None:
            self._in_menu(desk.over, key)
            return
        key = SAME.get(key, key)
        tiles = isinstance(desk.view, TileView) and desk.draft is not None
        if tiles and self._with_tiles(key):
            return
        if not (self._with_cards(key) or self._choice(key)):
            self._anyway(key)

    def click(self, target: str) -> None:
        """A click on what is called so."""
        desk = self._desk
        kind, _, rest = target.partition(" ")
        if desk.over is not None:
            if kind == "entry":
                desk.over.at = int(rest)
                self._chosen(desk.over)
            elif kind != "box":
                self._close()
            return
        match kind:
            case "key":
                self.press(rest)
            case "hand":
                desk.picks.active = False
                desk.holding.pick(int(rest))
            case "stock":
                self._choice("s")
            case "pile":
                if not self._choice("t"):
                    self._choice("d")
            case "meld":
                self._on_meld(int(rest))
            case "tile":
                number, place = map(int, rest.split())
                self._on_tile(number, place)
            case "room":
                self._put(None)

    # A menu lies over the table

    def _in_menu(self, over: Menu, key: str) -> None:
        match key:
            case "up" | "left" | "shift+tab":
                over.move(-1)
            case "down" | "right" | "tab":
                over.move(1)
            case "pageup":
                over.scroll = max(0, over.scroll - 10)
            case "pagedown":
                over.scroll += 10
            case "escape" | "q":
                self._close()
            case "enter" | "space":
                self._chosen(over)
            case _:
                keys = [entry.key for entry in over.entries]
                if key and key in keys:
                    over.at = keys.index(key)
                    self._chosen(over)

    def _chosen(self, over: Menu) -> None:
        if not over.entries:
            self._close()
            return
        entry = over.entries[over.at]
        if entry.change:
            menu.change(self._desk.prefs, entry.change)
            self._desk.changed()
            if over.refresh is not None:
                self._desk.over = over.refresh()
                self._desk.over.at = over.at
            elif entry.change == "warnings":
                on = self._desk.prefs.warnings
                label = say("term.tui.never" if on else "term.tui.never.on")
                over.entries[over.at] = entry._replace(label=label)
            return
        if not entry.typed:
            self._close()
            return
        self._desk.over = None
        self._say(entry.typed)

    def _close(self) -> None:
        over, self._desk.over = self._desk.over, None
        question = self._desk.plain.question
        if over is not None and over.asked and question is not None:
            if "no" in question.answers:
                self._say("no")
            else:
                self._desk.plain.drop_question()

    # At the table

    def _say(self, line: str) -> None:
        self._desk.said.clear()
        self._desk.outbox.append(line)

    def _with_cards(self, key: str) -> bool:
        held = self._desk.holding
        match key:
            case "left":
                held.move(-1)
            case "right":
                held.move(1)
            case "home":
                held.cursor = 0
            case "end":
                held.cursor = max(0, len(held.row) - 1)
            case "shift+left":
                held.carry(-1)
            case "shift+right":
                held.carry(1)
            case "space" | "up":
                held.pick(held.cursor)
            case "down" | "escape" | "backspace":
                held.drop_picks()
            case _:
                return False
        return True

    def _choice(self, key: str) -> bool:
        """Do what a key stands for now, or ask which of several ways is meant."""
        found = [choice for choice in self._desk.choices if choice.key == key]
        if not found:
            return False
        ways = found[0].ways
        if len(ways) == 1:
            self._say(ways[0].typed)
        else:
            self._desk.over = menu.choosing(
                say("term.tui.which", what=signed(found[0].label)), ways
            )
        return True

    def _anyway(self, key: str) -> None:
        desk = self._desk
        match key:
            case "enter":
                self._offer()
            case "h":
                self._say("hint")
            case "o":
                desk.holding.sort()
            case "u":
                self._undo()
            case "g":
                start = max(0, len(desk.log) - 12)
                desk.over = Menu(say("term.tui.log"), list(desk.log), scroll=start)
            case "comma":
                desk.over = menu.options(desk.prefs)
            case "question_mark":
                desk.over = Menu(say("term.tui.help"), help_lines(desk))
            case "q":
                self._say("quit")
            case _ if len(key) == 1 and key.isalpha():
                nothing = say("term.tui.key.nothing", pressed=key.upper())
                desk.said = [f"{nothing} {desk.headline}"]

    def _offer(self) -> None:
        """Everything that can be done now, to choose from."""
        found = self._desk.choices
        if len(found) == 1 and len(found[0].ways) == 1:
            self._say(found[0].ways[0].typed)
            return
        entries = [
            Entry(menu.capital(signed(way.label)), way.typed)
            for choice in found
            for way in choice.ways
        ]
        if entries:
            entries.append(menu.not_now())
            self._desk.over = Menu(say("term.tui.offer"), entries=entries)
        else:
            self._desk.said = [self._desk.headline]

    def _undo(self) -> None:
        if not self._desk.holding.undo():
            self._desk.said = [say("term.tui.undo.none")]

    def _on_meld(self, number: int) -> None:
        """Lay off what is picked on that meld, if it fits there."""
        found = [choice for choice in self._desk.choices if choice.key in "lc"]
        ways = [
            way
            for choice in found
            for way in choice.ways
            if str(number + 1) in way.typed.split()
        ]
        if len(ways) == 1:
            self._say(ways[0].typed)
        elif ways:
            self._desk.over = menu.choosing(say("term.tui.which.card"), ways)
        elif self._desk.holding.picked:
            cards = " ".join(map(short, self._desk.holding.chosen))
            self._desk.said = [
                say("term.tui.fits.no", cards=cards, number=number + 1)
            ]

    # With tiles

    def _with_tiles(self, key: str) -> bool:
        picks = self._desk.picks
        if key.isdecimal():
            picks.number = (picks.number + key)[-2:]
            return True
        number, picks.number = picks.number, ""
        match key:
            case "enter" if number:
                self._put(int(number))
            case "enter" if picks.at is not None:
                self._put(picks.at[0])
            case "n":
                self._put(None)
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

    def _on_tile(self, number: int, place: int) -> None:
        """A click: what is picked goes to that set, or else the tile is picked."""
        desk = self._desk
        if desk.draft is None:
            return
        others = [one for one in desk.picks.picked if one[0] != number]
        if place < 0 or desk.holding.picked or others:
            self._put(number)
        else:
            desk.picks.pick((number, place))

    def _put(self, number: int | None) -> None:
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
        desk.said = [say("term.tui.put", number=put, tiles=tiles)]

    def _which_set(self) -> None:
        draft = self._desk.draft
        numbers = [n for n, one in enumerate(draft.sets, 1) if one] if draft else []
        which = say("term.tui.set.which", last=numbers[-1]) if numbers else ""
        self._desk.said = [which or say("term.tui.set.none")]

    def _step_back(self) -> None:
        desk, draft = self._desk, self._desk.draft
        if draft is None or not draft.started:
            self._undo()
            return
        draft.undo()
        self._back_on(draft.rack)
        desk.said = [say("term.tui.undone")]

    def _reset(self) -> None:
        desk, draft = self._desk, self._desk.draft
        if draft is not None and draft.started:
            draft.reset()
            self._back_on(draft.rack)
            desk.said = [say("term.tui.was")]

    def _back_on(self, rack: tuple[str, ...]) -> None:
        desk, draft = self._desk, self._desk.draft
        desk.holding.picked = []
        desk.holding.holds(rack)
        desk.picks.on(() if draft is None else draft.sets)

"""What keys and clicks do to a match that is watched again. Sans-I/O."""

from peer.tui import menu
from peer.tui.keys import SAME, Keys
from peer.tui.menu import Menu
from peer.tui.rewatch import DIGITS, Move, Rewatch
from shared.words import say

MOVES: dict[str, Move] = {
    "left": "back",
    "right": "forward",
    "home": "first",
    "end": "last",
    "pageup": "hand_before",
    "pagedown": "next_hand",
}

HELP = ("step", "hand", "ends", "number", "play", "speed", "eyes", "log", "always")


class RewatchKeys(Keys):
    """The hands on such a desk."""

    def __init__(self, desk: Rewatch) -> None:
        super().__init__(desk)
        self._watched = desk

    def press(self, key: str, character: str | None = None) -> None:
        """A key, as Textual calls it."""
        desk, key = self._watched, SAME.get(key, key)
        if desk.over is not None:
            super().press(key, character)
        elif key in MOVES:
            desk.number = ""
            desk.move(MOVES[key])
        elif len(key) == 1 and key in "0123456789":
            desk.number = (desk.number + key)[:DIGITS]
        elif not self._number(key):
            self._other(key)

    def click(self, target: str) -> None:
        """A click on what is called so."""
        kind, _, rest = target.partition(" ")
        if self._watched.over is not None:
            super().click(target)
        elif kind == "key":
            self.press(rest)
        elif kind == "seat":
            self._watched.look(int(rest))

    def drop(self, source: str, target: str) -> None:
        """Nothing can be carried."""

    def _number(self, key: str) -> bool:
        """What becomes of a number that was typed; whether there was one."""
        desk = self._watched
        if not desk.number:
            return False
        if key == "enter":
            desk.go()
        elif key == "backspace":
            desk.number = desk.number[:-1]
        else:
            desk.number = ""
        return key in ("enter", "backspace", "escape")

    def _other(self, key: str) -> None:
        desk = self._watched
        match key:
            case "space":
                desk.plays = not desk.plays and not desk.rerun.at_end
            case "enter" | "down":
                desk.move("forward")
            case "up":
                desk.move("back")
            case "e":
                desk.next_eyes()
            case "s":
                desk.faster()
            case "g":
                start = max(0, len(desk.log) - 12)
                desk.over = Menu(say("term.tui.log"), list(desk.log), scroll=start)
            case "comma":
                desk.over = menu.options(desk.prefs)
            case "question_mark":
                lines = [say(f"term.tui.help.rerun.{name}") for name in HELP]
                desk.over = Menu(say("term.tui.key.help"), lines)
            case "q":
                desk.left = True
            case _ if len(key) == 1 and key.isalpha():
                desk.said = [say("term.tui.key.nothing", pressed=key.upper())]

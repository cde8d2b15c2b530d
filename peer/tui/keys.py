"""What keys and clicks do to a desk. Sans-I/O; every click has a key that does it."""

from peer.requests import Next
from peer.tui import banner, menu, ruling, talk
from peer.tui.desk import Desk
from peer.tui.faces import short, signed
from peer.tui.footer import may_be_ready
from peer.tui.helping import help_lines
from peer.tui.menu import Entry, Menu
from peer.tui.tile_keys import TileKeys
from peer.tui.writing import Writing
from shared.view import TileView
from shared.wire import Pause, Say
from shared.words import say

SAME = {
    "f1": "question_mark",
    "f2": "comma",
    "ctrl+c": "q",
    "ctrl+q": "q",
    "less_than_sign": "shift+left",
    "greater_than_sign": "shift+right",
    "x": "d",
}


class Keys:
    """The hands on a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tiles = TileKeys(desk)

    def press(self, key: str, character: str | None = None) -> None:
        """A key, as Textual calls it, and what it writes."""
        desk = self._desk
        if desk.writing is not None:
            self._written(desk.writing, key, character)
            return
        if desk.over is not None:
            self._in_menu(desk.over, key)
            return
        key = SAME.get(key, key)
        tiles = isinstance(desk.view, TileView) and desk.draft is not None
        if tiles and self._tiles.press(key):
            self._tiles.tell()
            return
        if not (self._with_cards(key) or self._choice(key)):
            self._anyway(key)

    def paste(self, text: str) -> None:
        """Text from elsewhere, which is never taken for keys."""
        if self._desk.writing is not None:
            self._desk.writing.insert(text)

    def click(self, target: str) -> None:
        """A click on what is called so."""
        desk = self._desk
        kind, _, rest = target.partition(" ")
        if desk.writing is not None and kind != "box":
            self._leave_writing()
            return
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
                self._tiles.click(number, place)
                self._tiles.tell()
            case "room":
                self._tiles.put(None)
                self._tiles.tell()
            case "seat":
                desk.over = talk.person(desk, int(rest))

    def drop(self, source: str, target: str) -> None:
        """What was at ``source`` has been carried to ``target``."""
        desk = self._desk
        kind, _, place = source.partition(" ")
        to, _, rest = target.partition(" ")
        if kind in ("stock", "pile") and to == "hand":
            self._choice("s" if kind == "stock" else "t")
        elif kind == "hand" and to == "hand":
            desk.holding.put(int(place), int(rest))
        elif kind == "hand" and to in ("pile", "meld"):
            desk.holding.drop_picks()
            desk.holding.cursor = int(place)
            self._carried(to, rest)
        elif to in ("tile", "room"):
            self._tiles.carried(kind, place, None if to == "room" else rest.split()[0])
            self._tiles.tell()

    def _carried(self, to: str, rest: str) -> None:
        """The card under the cursor goes to the pile or to a meld."""
        held = self._desk.holding
        if to == "meld":
            held.picked = [held.cursor]
            self._on_meld(int(rest))
            held.picked = []
        elif not self._choice("d"):
            self._desk.said = [self._desk.headline]

    # A text is written

    def _written(self, writing: Writing, key: str, character: str | None) -> None:
        desk = self._desk
        if key in ("escape", "ctrl+c", "ctrl+q"):
            self._leave_writing()
        elif key != "enter":
            writing.press(key, character)
        elif writing.spoken:
            self._leave_writing()
            form = writing.form
            take = form.take(writing.spoken) if form else Say(text=writing.spoken)
            desk.ask(take)

    def _leave_writing(self) -> None:
        """What is written is there again the next time."""
        writing, self._desk.writing = self._desk.writing, None
        if writing is not None and writing.form is not None:
            self._desk.over = writing.form.back()
        elif writing is not None:
            self._desk.draft_text = writing.text

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
        if entry.asks or entry.opens:
            if over.asked:
                self._desk.plain.drop_question()
            self._desk.over = entry.opens() if entry.opens else None
            if entry.asks is not None:
                self._desk.ask(entry.asks)
            return
        if entry.change:
            menu.change(self._desk.prefs, entry.change)
            self._desk.changed()
            if over.refresh is not None:
                self._desk.renew()
            elif entry.change == "warnings":
                on = self._desk.prefs.warnings
                label = say("term.tui.never") if on else say("term.tui.never.on")
                over.entries[over.at] = entry._replace(label=label)
            return
        if not entry.typed:
            self._close()
            return
        self._desk.over = None
        self._say(entry.typed)

    def _close(self) -> None:
        over, self._desk.over = self._desk.over, None
        if over is not None and over.back is not None:
            self._desk.over = over.back()
            return
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
            case "h" if not desk.watches:
                self._say("hint")
            case "o" if not desk.watches:
                desk.holding.sort()
            case "u" if not desk.watches:
                ruling.undo(desk)
            case "w":
                desk.over = talk.phrases(desk)
            case "e":
                desk.over = talk.people(desk)
            case "f":
                desk.over = ruling.table_menu(desk)
            case "i":
                self._pause()
            case "y":
                desk.over = banner.ballot(desk) or ruling.why(desk)
            case "n" if may_be_ready(desk):
                desk.ask(Next())
            case "v" if desk.opened is not None:
                desk.over = desk.opened_hands()
            case "g":
                start = max(0, len(desk.log) - 12)
                desk.over = Menu(say("term.tui.log"), list(desk.log), scroll=start)
            case "comma":
                desk.over = menu.options(desk.prefs)
            case "question_mark":
                desk.over = Menu(say("term.tui.key.help"), help_lines(desk))
            case "q":
                self._say("quit")
            case _ if len(key) == 1 and key.isalpha():
                nothing = say("term.tui.key.nothing", pressed=key.upper())
                desk.said = [f"{nothing} {desk.headline}"]

    def _pause(self) -> None:
        """I need a minute; the host says it when that cannot be."""
        if self._desk.guest.seat is not None:
            self._desk.ask(Pause())

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
            self._desk.said = [say("term.tui.fits.no", cards=cards, number=number + 1)]

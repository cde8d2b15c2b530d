"""
A match that is watched again, as a desk: what is shown of it, and how one moves in it.

Nobody is asked for anything here: there is no host, and nothing that could go wrong.
"""

from collections.abc import Callable
from typing import Literal

from peer.again import Again, Scene
from peer.fair_news import Counted
from peer.fair_words import tell
from peer.guest import Guest
from peer.plain import Plain
from peer.tui.desk import Desk, changed_places
from peer.tui.faces import signed
from peer.tui.prefs import Prefs
from peer.values import SPEEDS
from shared.events import Seat
from shared.words import say

AT_ONCE = 0.05
"Seconds for a step where no pause is wanted."

DIGITS = 5
"Of a hand's number, at most."

Move = Literal["back", "forward", "first", "last", "hand_before", "next_hand"]


class Rewatch(Desk):
    """A place in a match, and the table there."""

    def __init__(
        self,
        rerun: Again,
        prefs: Prefs,
        *,
        speed: str = "normal",
        plays: bool = False,
        keep: Callable[[Prefs], None] = lambda prefs: None,
    ) -> None:
        """``speed``: a word of SPEEDS; ``plays``: it goes on by itself."""
        guest = Guest("", watch=True)
        plain = Plain(guest, warnings=prefs.warnings)
        super().__init__(guest, plain, prefs, now=lambda: 0.0, keep=keep)
        self.rerun = rerun
        self.speed = speed
        self.plays = plays
        self.number = ""
        "Of the hand to go to, as far as it is typed."

        self.left = False
        self._scene = rerun.scene()
        self.move("first")

    @property
    def scene(self) -> Scene:
        """What is to be drawn."""
        return self._scene

    @property
    def pause(self) -> float:
        """Seconds from step to step."""
        return max(AT_ONCE, SPEEDS[self.speed])

    @property
    def headline(self) -> str:
        """Where this is, and whether it goes on by itself."""
        if self.number:
            return say("term.tui.rerun.number", number=self.number)
        place = say("rerun.place", **self.rerun.place._asdict())
        speed = say(f"term.tui.rerun.speed.{self.speed}")
        if self.plays:
            return say("term.tui.rerun.plays", place=place, speed=speed)
        return say("term.tui.rerun.stands", place=place)

    @property
    def badge(self) -> str:
        """Whose hand is open."""
        seat = self.rerun.seat
        if seat is None:
            return say("rerun.open")
        return say("term.tui.rerun.eyes", name=self.people.name(seat))

    @property
    def title(self) -> str:
        """For the title of the window."""
        return say("rerun.title")

    def move(self, to: Move) -> None:
        """To another place of the match."""
        if to in ("back", "forward"):
            self._step(to == "forward")
            return
        moves = {
            "first": self.rerun.first,
            "last": self.rerun.last,
            "hand_before": self.rerun.hand_before,
            "next_hand": self.rerun.next_hand,
        }
        moves[to]()
        self._show(self.rerun.step_told())

    def go(self) -> None:
        """To the hand whose number was typed, if there is one."""
        number, self.number = self.number, ""
        before = self.rerun.place
        told = self.rerun.jump(int(number))
        if self.rerun.place == before and before.hand != int(number):
            self.said = told
        else:
            self._show(self.rerun.step_told())

    def look(self, seat: Seat | None) -> None:
        """With the eyes of that seat; with all hands open if those are its already."""
        self.rerun.look(None if seat == self.rerun.seat else seat)
        self._show(self.rerun.step_told())

    def next_eyes(self) -> None:
        """All hands open, then seat by seat."""
        seat = self.rerun.seat
        after = 0 if seat is None else seat + 1
        self.look(after if after < self.rerun.seats else None)

    def faster(self) -> None:
        """The next of the speeds."""
        speeds = ["slow", "normal", "fast", "off"]
        self.speed = speeds[(speeds.index(self.speed) + 1) % len(speeds)]

    def _step(self, on: bool) -> None:
        at_edge = self.rerun.at_end if on else self.rerun.at_start
        told = self.rerun.forward() if on else self.rerun.back()
        if at_edge:
            self.said = told
        else:
            self._show(self.rerun.step_told())
        self.plays &= not self.rerun.at_end

    def _show(self, lines: list[str]) -> None:
        self._scene = scene = self.rerun.scene()
        self.guest.table, self.guest.view = scene.table, scene.view
        over = scene.table.phase != "hand"
        self.said = [] if over else [signed(line) for line in lines]
        self.log = [signed(line) for line in self.rerun.story()]
        self.lit = changed_places(self.rerun.events)
        found = [Counted(scene.checked)] if scene.checked is not None else []
        lines = [say("fair.mark", mark=scene.mark), *tell(found, self.people)]
        self.verdict = [(line, False) for line in lines if over and scene.mark]

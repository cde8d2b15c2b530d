"""What was typed about the match: to begin it, go on, seat computer players, leave."""

from collections.abc import Callable
from typing import TypeAlias

from peer.guest import Guest
from peer.leaving import quitting
from peer.narrator import Narrator
from peer.orders import Question
from peer.requests import Next, Request, Reset, Start
from peer.seating import company
from shared.words import say

Reply: TypeAlias = Request | Question[Request] | list[str]


class MatchOrders:
    """One player's way through hands and matches."""

    def __init__(self, guest: Guest, narrator: Narrator, host: bool) -> None:
        """``host``: this seat may start the match."""
        self._guest = guest
        self._narrator = narrator
        self._host = host
        self.commands: dict[str, Callable[[list[str]], Reply]] = {
            "start": self._start,
            "seat": lambda words: company(narrator.table, host, words, more=True),
            "unseat": lambda words: company(narrator.table, host, words, more=False),
            "next": self._next,
            "reset": self._reset,
            "quit": self._quit,
        }

    def _start(self, words: list[str]) -> Reply:
        table = self._narrator.table
        if table is not None and table.phase != "lobby":
            return [say("term.seat.begun")]
        return Start() if self._host else [say("term.plain.start.host")]

    def _next(self, words: list[str]) -> Reply:
        table, me = self._narrator.table, self._guest.seat
        if table is None or me is None:
            return [say("term.plain.next.lobby")]
        if table.phase == "hand":
            return [say("term.plain.next.hand")]
        if not table.seats[me].ready:
            return Next()
        if table.phase == "lobby":
            return [say("term.plain.next.lobby")]
        return self._narrator.standing()

    def _reset(self, words: list[str]) -> Reply:
        table = self._narrator.table
        if [word.lower() for word in words] not in ([], ["scores"]):
            return [say("term.plain.reset.how")]
        if not self._host:
            return [say("term.plain.reset.host")]
        if table is None or table.phase not in ("between", "ended"):
            return [say("term.plain.reset.between")]
        return Reset() if table.hand else [say("term.plain.reset.already")]

    def _quit(self, words: list[str]) -> Reply:
        return quitting(self._narrator.table, self._guest.seat, self._host)

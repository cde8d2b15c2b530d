"""What the host typed about the table: how it is run, what is played, who sits."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from peer import changes, orders
from peer.meant import seat_meant
from peer.narrator import Narrator
from peer.orders import Question, is_number
from peer.requests import (
    End,
    HandBack,
    HandOver,
    Kick,
    Patience,
    Play,
    Request,
    SendAway,
    Settle,
)
from peer.scene import GAMES
from shared.errors import OptionError
from shared.events import Seat
from shared.tableview import TableView
from shared.terms import FORMS, NAMES, settled, written_terms
from shared.words import say

_FACTOR = re.compile(r"([0-9])(?:[.,]([0-9]{1,2}))?")

Reply: TypeAlias = Request | Question[Request] | list[str]


class HostOrders:
    """What only the one who runs the host can change."""

    def __init__(self, narrator: Narrator, host: bool) -> None:
        """``host``: this player is the one."""
        self._narrator = narrator
        self._host = host
        self.commands: dict[str, Callable[[list[str]], Reply]] = {
            "settle": self._settle,
            "change": lambda words: self._allowed(self._change, words),
            "lock": lambda words: self._allowed(_lock("yes"), words),
            "unlock": lambda words: self._allowed(_lock("no"), words),
            "kick": lambda words: self._allowed(self._kick, words),
            "patience": lambda words: self._allowed(self._patience, words),
            "send": lambda words: self._allowed(_send, words),
        }

    def handed(self, words: list[str]) -> Reply | None:
        """``hand over 2``, ``hand back 2``; None if it is about the cards."""
        if not words or words[0].lower() not in ("over", "back"):
            return None
        return self._allowed(self._hand, words)

    def end(self) -> Question[Request]:
        """``end``: after a question, as nothing brings the table back."""
        asked = orders.yes_or_no(
            [say("term.end.host"), say("term.end.how")],
            _request(End()),
            say("term.plain.quit.stay"),
        )
        return replace(
            asked,
            prompt=say("term.prompt.ends"),
            answers={**asked.answers, "end": End()},
            stands=True,
        )

    def _allowed(self, order: Callable[[list[str]], Reply], words: list[str]) -> Reply:
        if not self._host:
            return [say("term.seat.host")]
        if self._narrator.table is None:
            return self._narrator.standing()
        return order(words)

    @property
    def _table(self) -> TableView:
        assert self._narrator.table is not None
        return self._narrator.table

    def _settle(self, words: list[str]) -> Reply:
        """``settle talk off``; alone: what is settled."""
        if self._narrator.table is None:
            return self._narrator.standing()
        if not words:
            how = say("term.settle.how" if self._host else "term.settle.host")
            return [*settled_lines(self._table), how]
        if not self._host:
            return [say("term.settle.host")]
        if len(words) < 2:
            return [say("term.settle.how")]
        name = words[0].lower()
        value = " ".join(words[1:])
        if (term := name.replace("_", "-")) not in NAMES:
            return Settle(name, value)  # an option of the game, if there is one
        try:
            settled(self._table.terms, term, value)
        except OptionError:
            return [say("term.settle.values", name=term, values=FORMS[term])]
        return Settle(term, value)

    def _change(self, words: list[str]) -> Reply:
        """``change gin``, ``change gin pagat target=250 hands=3 seats=2``."""
        if not words:
            return [say("term.change.how")]
        game, *more = [word.lower() for word in words]
        if game not in GAMES:
            return [say("term.change.none", game=game[:20])]
        presets = [word for word in more if "=" not in word]
        if len(presets) > 1:
            return [say("term.change.how")]
        options = dict(word.split("=", 1) for word in more if "=" in word)
        numbers: dict[str, int | None] = {}
        for name in ("hands", "seats"):
            text = options.pop(name, None)
            if text is not None and not (is_number([text]) and int(text)):
                return [say("term.change.number", name=name)]
            numbers[name] = None if text is None else int(text)
        preset = presets[0] if presets else None
        return Play(game, preset, options, numbers["hands"], numbers["seats"])

    def _kick(self, words: list[str]) -> Reply:
        seat = self._seat(words, "kick")
        if isinstance(seat, list):
            return seat
        name = self._narrator.people.others(seat)
        lines = [say("term.kick.sure", name=name), say("term.kick.how")]
        asked = orders.yes_or_no(lines, _request(Kick(seat)), say("term.kick.not"))
        return replace(asked, stands=True)

    def _hand(self, words: list[str]) -> Reply:
        which, *rest = words
        if not rest:
            return [say("term.hand.how")]
        seat = self._seat(rest, f"hand {which}")
        if isinstance(seat, list):
            return seat
        return HandOver(seat) if which.lower() == "over" else HandBack(seat)

    def _patience(self, words: list[str]) -> Reply:
        """``patience Ann 2``: twice the time."""
        factor = re.fullmatch(
            r"([0-9])(?:[.,]([0-9]{1,2}))?", words[-1] if words else ""
        )
        if len(words) < 2 or factor is None:
            return [say("term.patience.how")]
        seat = self._seat(words[:-1], "patience")
        if isinstance(seat, list):
            return seat
        hundredths = (factor[2] or "").ljust(2, "0")
        return Patience(seat, int(factor[1] + hundredths))

    def _seat(self, words: list[str], typed: str) -> Seat | list[str]:
        if not words:
            return [say("term.who.how", typed=typed)]
        if is_number(words) and int(words[0]):
            return int(words[0]) - 1  # the host says whether there is one
        return seat_meant(self._table, self._narrator.people, words)


def settled_lines(table: TableView) -> list[str]:
    """How the table is run: every term, its value, and what that means."""
    return [
        say(
            "term.settle.term",
            name=name,
            value=value,
            what=changes.settled_as(name, value),
        )
        for name, value in written_terms(table.terms).items()
    ]


def _lock(value: str) -> Callable[[list[str]], Reply]:
    return lambda words: Settle("locked", value)


def _send(words: list[str]) -> Reply:
    """``send away Zoe``."""
    if len(words) < 2 or words[0].lower() != "away":
        return [say("term.send.how")]
    return SendAway(" ".join(words[1:]))


def _request(request: Request) -> Request:
    return request

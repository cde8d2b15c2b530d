"""
The screen for programs: one JSON object a line, both ways.

Out go the host's messages (:mod:`shared.wire`), with a sentence where they have a code,
and our own records; in come actions as on the wire, and what is asked about the table.
JSON.md shows each of them.
"""

import hashlib
from typing import assert_never

import msgspec

from peer import fair_news
from peer.bots import Bot, advice
from peer.fair_news import Broken, Counted, Fair, Judged, LeftOut, Opened
from peer.guest import Guest
from peer.news import News
from peer.own_records import record
from peer.requests import Request
from peer.typed_json import read
from shared.errors import IllegalAction, OptionError, ProtocolError
from shared.events import Event, HandDealt
from shared.wire import (
    Bye,
    Changed,
    Refused,
    Rejected,
    ToGuest,
    Update,
    Welcome,
    encode,
)

MAX_LINE = 4096
"Characters; the longest request is far shorter."


class Ndjson:
    """A seat's screen as JSON lines."""

    def __init__(
        self,
        fair: Fair | None = None,
        guest: Guest | None = None,
        adviser: Bot | None = None,
    ) -> None:
        """``adviser`` gives the hints for the seat of ``guest``."""
        self._fair = fair
        self._guest = guest
        self._adviser = adviser
        self._story: list[Event] = []
        "Of this hand."

    def told(self, message: ToGuest) -> list[str]:
        """See :class:`peer.seat.Screen`."""
        if isinstance(message, Update):
            for event in message.events:
                self._story = [] if isinstance(event, HandDealt) else self._story
                self._story.append(event)
        news = [] if self._fair is None else self._fair.news()
        return [_line(message), *map(_found, news)]

    def notice(self, text: str) -> list[str]:
        """See :class:`peer.seat.Screen`."""
        return [record("notice", text=text, code="", values={})]

    def refused(self, why: OptionError | IllegalAction) -> list[str]:
        """See :meth:`peer.seat.Screen.refused`."""
        code = f"option.{why.code}" if isinstance(why, OptionError) else why.code
        return [record("notice", text=str(why), code=code, values=why.values)]

    def news(self, news: News) -> list[str]:
        """See :class:`peer.seat.Screen`."""
        return [record("connection", state=news.state, text=news.text)]

    def prompt(self) -> str:
        """See :class:`peer.seat.Screen`."""
        return ""

    def wait(self) -> float | None:
        """See :class:`peer.seat.Screen`; a program has a clock of its own."""
        return None

    def passed(self) -> list[str]:
        """See :class:`peer.seat.Screen`."""
        return []

    @property
    def has_moved_tiles(self) -> bool:
        """See :class:`peer.seat.Screen`; a program says ``touched`` itself."""
        return False

    def typed(self, line: str) -> Request | list[str]:
        """See :class:`peer.seat.Screen`."""
        if len(line) > MAX_LINE:
            return self.notice("not a request: the line is too long")
        try:
            request = read(line)
        except ValueError as error:
            return self.notice(f"not a request: {error}")
        return self._hint() if request is None else request

    def _hint(self) -> list[str]:
        guest, adviser = self._guest, self._adviser
        if guest is None or adviser is None:
            return self.notice("nobody gives hints at this table")
        view, table, seat = guest.view, guest.table, guest.seat
        if view is None or table is None or seat is None or not view.can:
            return self.notice("a hint is for your own turn")
        try:
            adviser.meet(table, seat)
        except ProtocolError as error:
            return self.notice(str(error))
        return [record("hint", action=advice(adviser, view, self._story))]


def _line(message: ToGuest) -> str:
    """A message of the host, with what its codes say in the player's language."""
    if not isinstance(message, Welcome | Changed | Rejected | Refused | Bye):
        return encode(message)
    fields = msgspec.to_builtins(message)
    if isinstance(message, Welcome | Changed):
        for field, rule in zip(fields.get("rules", ()), message.rules, strict=True):
            field["message"] = str(rule)
    else:
        fields["message"] = str(message)
    return msgspec.json.encode(fields).decode()


def _found(news: fair_news.News) -> str:
    """What came up about the fairness of a deal."""
    match news:
        case Judged(hand, verdict, mark):
            finding, why = verdict.finding, verdict.why
            return record("verdict", hand=hand, finding=finding, why=why, mark=mark)
        case Counted(checked):
            return record("verified", deal=checked.deal, seats=checked.seats)
        case LeftOut(seat, why, again):
            return record("left_out", seat=seat, why=why, again=again)
        case Broken(why):
            return record("verdict", hand=None, finding="failed", why=why, mark="")
        case Opened(hand, dealt, events):
            return record("opened", hand=hand, dealt=dealt, events=events)
        case _:
            assert_never(news)


def ending(guest: Guest, how: str) -> str:
    """The last record: how it ended, the scores, and a digest of the open table.

    Two seats that saw the same table end with the same digest.
    """
    table = guest.table
    return record(
        "ending",
        how=how,
        hands=table.hand if table else 0,
        scores=table.scores if table else (),
        table=_digest(guest),
    )


def _digest(guest: Guest) -> str | None:
    if guest.view is None:
        return None
    public = msgspec.json.encode(guest.view.public())
    return hashlib.sha256(public).hexdigest()

"""What is asked of all and why a clock stands, in rows above the keys. Pure.

No box: whatever is asked, the keys of the game stay those of the game.
"""

import textwrap
from typing import NamedTuple

from msgspec.structs import replace

from peer import asked
from peer.story import listed
from peer.timing import stamp, standing
from peer.tui.canvas import Canvas
from peer.tui.desk import Desk
from peer.tui.menu import Entry, Menu, not_now
from shared.clock import held
from shared.tableview import VoteView
from shared.wire import Answer
from shared.words import say

MOST = 2
"Rows for each of them."


class Note(NamedTuple):
    """A sentence or two, with the key that does something about it."""

    text: str
    key: str = ""


def notes(desk: Desk) -> list[Note]:
    """What has to be said as long as it is so."""
    found = [_standing(desk), _vote(desk)]
    return [note for note in found if note is not None]


def paint(canvas: Canvas, desk: Desk, bottom: int) -> int:
    """The notes above row ``bottom``; how many rows they take."""
    rows = [row for note in notes(desk) for row in _rows(note, canvas.width - 4)]
    top = bottom - len(rows)
    canvas.fill(0, top, canvas.width, len(rows), "box")
    for y, (key, text) in enumerate(rows, top):
        x = canvas.put(1, y, f"{key.upper()} ", "box-key") if key else 1
        canvas.put(x, y, text, "box")
        if key:
            canvas.spot(0, y, canvas.width, 1, f"key {key}")
    return len(rows)


def _rows(note: Note, width: int) -> list[tuple[str, str]]:
    lines = textwrap.wrap(note.text, width - 2 * bool(note.key))[:MOST]
    return [(note.key if row == 0 else "", line) for row, line in enumerate(lines)]


def _standing(desk: Desk) -> Note | None:
    """Why the clock stands, and for how long."""
    clock = None if desk.table is None else desk.table.clock
    more = 0 if clock is None else held(clock, desk.since)
    if clock is None or not more:
        return None
    if clock.why == "pause" and clock.asked is not None:
        values = {"time": stamp(more)}
        return Note(desk.people.says("term.tui.clock.paused", clock.asked, **values))
    why = standing(clock, desk.since, desk.people)
    return Note(why) if why else None


def _vote(desk: Desk) -> Note | None:
    vote = _open_vote(desk)
    if vote is None:
        return None
    lines = asked.standing(vote, desk.people)
    if not asked.may_answer(vote, desk.guest.seat):
        return Note(" ".join(lines))
    answer = say("term.tui.vote.answer", seconds=vote.left)
    return Note(f"{answer} {lines[0]}", "y")


def _open_vote(desk: Desk) -> VoteView | None:
    """What is being asked, with the seconds that are left of it now."""
    vote = None if desk.table is None else desk.table.vote
    if vote is None or vote.outcome != "open":
        return None
    return replace(vote, left=max(0, vote.left - desk.since // 1000))


def ballot(desk: Desk) -> Menu | None:
    """The answers to choose from; nothing is chosen by a slip."""
    vote = _open_vote(desk)
    if vote is None or not asked.may_answer(vote, desk.guest.seat):
        return None
    entries = [
        Entry(say("do.agree"), key="y", asks=Answer(vote.number, True)),
        Entry(say("do.decline"), key="n", asks=Answer(vote.number, False)),
        not_now(),
    ]
    return Menu(
        say("term.tui.vote"),
        [asked.question(vote, desk.people), *_answered(desk, vote)],
        entries,
        at=2,
        refresh=lambda: ballot(desk),
    )


def _answered(desk: Desk, vote: VoteView) -> list[str]:
    """Who has agreed, and who has not answered."""
    people = desk.people
    said = [
        people.says("vote.agrees" if one else "vote.declines", seat)
        for seat, one in enumerate(vote.said)
        if one is not None and seat in vote.voters
    ]
    missing = listed(people.name(seat) for seat in asked.awaited(vote))
    return [*said, say("vote.waits", names=missing)]

"""
What all are asked, as one reader sees it: a vote in, sentences and choices out. Pure.

Who has asked, what, who has answered how, and what has become of it; what the reader
can answer, and what the reader could ask.
"""

from typing import Literal, TypeAlias

from peer.story import People, listed
from shared.events import Seat
from shared.tableview import Motion, SeatView, TableView, VoteView
from shared.words import say

TakeBack: TypeAlias = Literal["no", "asking", "freely"]
"Whether the reader may take back what was done last, as the last update has it."


def question(vote: VoteView, people: People) -> str:
    """What is asked, and by whom."""
    return people.says(f"vote.{vote.what}", vote.asker)


def awaited(vote: VoteView) -> list[Seat]:
    """The seats whose answers are missing."""
    return [seat for seat in vote.voters if vote.said[seat] is None]


def outcome(vote: VoteView) -> str:
    """What has become of it; empty while it is open."""
    match vote.outcome:
        case "open":
            return ""
        case "yes":
            return say(f"vote.yes.{vote.what}")
        case "no" | "late" | "off":
            return say(f"vote.{vote.outcome}")


def standing(vote: VoteView | None, people: People) -> list[str]:
    """What is being asked now, for who looks around; nothing when nothing is."""
    if vote is None or vote.outcome != "open":
        return []
    missing = [people.name(seat) for seat in awaited(vote)]
    return [
        question(vote, people),
        *([say("vote.waits", names=listed(missing))] if missing else []),
        say("vote.left", count=vote.left),
    ]


def news(old: VoteView | None, new: VoteView | None, people: People) -> list[str]:
    """What has been asked, answered and decided since ``old``."""
    if new is None or new == old:
        return []
    is_new = old is None or old.number != new.number
    lines = [question(new, people)] if is_new else []
    said = (None,) * len(new.said) if old is None or is_new else old.said
    lines += [
        people.says("vote.agrees" if now else "vote.declines", seat)
        for seat, (was, now) in enumerate(zip(said, new.said, strict=False))
        if was is None and now is not None and seat != new.asker
    ]
    decided = is_new or old is None or old.outcome != new.outcome
    return [*lines, *([outcome(new)] if decided and outcome(new) else [])]


def may_answer(vote: VoteView | None, me: Seat | None) -> bool:
    """Whether the reader is asked and has not answered."""
    return vote is not None and vote.outcome == "open" and me in awaited(vote)


def may_ask(table: TableView, take_back: TakeBack, me: Seat | None) -> list[Motion]:
    """What the reader can ask all now."""
    is_open = table.vote is not None and table.vote.outcome == "open"
    if me is None or is_open:
        return []
    playing = table.phase == "hand"
    can: dict[Motion, bool] = {
        "undo": take_back == "asking",
        "go_on": playing and any(map(is_waited_for, table.seats)),
        "void": playing,
        "end": playing or table.phase == "between",
    }
    return [motion for motion, it_can in can.items() if it_can]


def is_waited_for(seat: SeatView) -> bool:
    """Whether its player is missed, with nobody acting for it."""
    return seat.kind == "person" and not seat.here and not seat.substitute

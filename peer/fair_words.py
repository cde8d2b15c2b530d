"""What a guest found out about the fairness of a deal, as sentences. Pure."""

from collections.abc import Iterable
from typing import assert_never

from peer.fair_news import Broken, Counted, Judged, LeftOut, News, Opened
from peer.story import People, printable
from shared.transcript import Checked, Missing


def tell(news: Iterable[News], people: People) -> list[str]:
    """The sentences for ``news``."""
    return [line for one in news for line in _tell(one, people)]


def _tell(news: News, people: People) -> list[str]:
    match news:
        case Judged():
            return _judged(news)
        case Counted(checked):
            return _counted(checked, people)
        case LeftOut():
            return [_left_out(news, people)]
        case Broken(why):
            return [f"The deal is NOT verified: {printable(why)[:300]}."]
        case Opened():
            return []
        case _:
            assert_never(news)


def _judged(judged: Judged) -> list[str]:
    why = printable(judged.verdict.why)[:300]
    match judged.verdict.finding:
        case "ok":
            found = f"Your program has verified the deal of hand {judged.hand}."
        case "partly":
            found = f"The deal of hand {judged.hand} is verified in part: {why}."
        case "failed":
            found = f"The deal of hand {judged.hand} is NOT verified: {why}."
        case _:
            assert_never(judged.verdict.finding)
    return [found, f"Table mark: {judged.mark}."]


def _counted(checked: Checked, people: People) -> list[str]:
    found = checked.seats
    verified = found.count("ok")
    if verified == len(found):
        return [f"Deal verified by all {len(found)} players."]
    lines = [f"Deal verified by {verified} of {len(found)} players."]
    for seat, finding in enumerate(found):
        if finding == "failed":
            name = "Your" if seat == people.me else people.owner(seat)
            lines.append(f"{name} program found that the deal was NOT fair.")
    return lines


_REASONS: dict[Missing, str] = {
    "declined": "takes no part in the shuffle",
    "absent": "is away",
    "silent": "did not answer in time",
    "wrong": "showed another seed than promised",
    "twice": "promised two seeds",
}


def _left_out(left_out: LeftOut, people: People) -> str:
    seat = left_out.seat
    reason = _REASONS[left_out.why]
    if seat == people.me:
        return f"The host says that your program {reason}: the deal is without it."
    made = "is made again" if left_out.again else "is made"
    return f"{people.name(seat)} {reason}: the deal {made} without that seed."

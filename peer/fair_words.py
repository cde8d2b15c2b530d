"""What a guest found out about the fairness of a deal, as sentences. Pure."""

from collections.abc import Iterable
from typing import assert_never

from peer.fair_news import Broken, Counted, Judged, LeftOut, News, Opened
from peer.story import People, printable
from shared.transcript import Checked
from shared.words import say

MOST = 300
"Characters of what the host made us say."


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
            return [say("fair.broken", why=printable(why)[:MOST])]
        case Opened():
            return []
        case _:
            assert_never(news)


def _judged(judged: Judged) -> list[str]:
    why = printable(judged.verdict.why)[:MOST]
    found = say(f"fair.{judged.verdict.finding}", hand=judged.hand, why=why)
    return [found, *[say("fair.mark", mark=judged.mark)] * bool(judged.mark)]


def _counted(checked: Checked, people: People) -> list[str]:
    found = checked.seats
    verified, players = found.count("ok"), len(found)
    if verified == players:
        return [say("fair.all", players=players)]
    return [
        say("fair.some", verified=verified, players=players),
        *(
            people.says("fair.foul", seat)
            for seat, finding in enumerate(found)
            if finding == "failed"
        ),
    ]


def _left_out(left_out: LeftOut, people: People) -> str:
    why = say(f"fair.why.{left_out.why}")
    key = "fair.again" if left_out.again else "fair.out"
    return people.says(key, left_out.seat, why=why)

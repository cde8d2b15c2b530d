"""What a guest found out about the fairness of a deal, as sentences. Pure."""

from collections.abc import Iterable
from typing import assert_never

from peer.fair_news import Broken, Counted, Judged, LeftOut, News, Opened
from peer.story import People, printable, spaced
from shared.events import Drew
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
            return _opened(news, people)
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


def _opened(opened: Opened, people: People) -> list[str]:
    """What was secret in a hand: what each was dealt, and drew from the stock."""
    lines = []
    for seat, cards in enumerate(opened.dealt):
        values = {"hand": str(opened.hand), "name": people.others(seat)}
        lines.append(say("opened", cards=spaced(cards), **values))
        drawn = [
            one.card
            for one in opened.events
            if isinstance(one, Drew) and one.seat == seat and one.source == "stock"
        ]
        if known := [card for card in drawn if card is not None]:
            lines.append(say("opened.drew", cards=spaced(known), **values))
    return lines

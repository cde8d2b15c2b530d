"""What can be said of a transcript: whether it holds, who won, where two differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path

from peer.scene import game_name
from peer.story import listed, printable, told_apart
from shared.errors import RummyError
from shared.folded import MAX_LINK, folded, unfolded
from shared.replay import Replay, replay
from shared.replayed import Hand
from shared.transcript import TranscriptError
from shared.wire import MAX_NAME
from shared.words import say

_LINK = "/replay#"
"Behind it stands the transcript."

MAX_FILE = 64 * 1024 * 1024
"Bytes of a file that is looked at at all."


@dataclass(frozen=True)
class Account:
    """What verifying came to."""

    ok: bool
    line: int
    "The first that does not hold; 0: all do."

    why: str
    hands: int
    actions: int
    marks: tuple[str, ...]


def load(path: Path) -> bytes:
    """What a file holds, or a link that was made of one.

    Raises:
        RummyError: If it cannot be read, or is far too big.
    """
    if _LINK in str(path):
        return unfolded(str(path).partition(_LINK)[2])
    try:
        if path.stat().st_size > MAX_FILE:
            raise RummyError(f"{path} is too big for a transcript")
        return path.read_bytes()
    except OSError as error:
        raise RummyError(f"{path} cannot be read: {error.strerror}") from None


def link(data: bytes, server: str) -> str:
    """The address at which a browser shows the match, with all of it inside.

    Raises:
        RummyError: If the match does not hold, or is too long for that.
    """
    replay(data)
    text = folded(data.decode().splitlines())
    if len(text) > MAX_LINK:
        raise RummyError(
            "this match is too long for a link: send the file, which can be opened at "
            f"{server}/replay"
        )
    return f"{server}{_LINK}{text}"


def verified(data: bytes) -> Account:
    """Whether a file holds from its first line to its last."""
    try:
        told = replay(data)
        if told.hand is not None:
            number = told.hand.dealt.hand
            why = say("term.verify.unfinished", hand=number)
            raise TranscriptError(told.hand.line, why)
    except TranscriptError as error:
        return Account(False, error.line, error.why, 0, 0, ())
    actions = sum(len(hand.moves) for hand in told.hands)
    marks = tuple(hand.mark for hand in told.hands)
    return Account(True, 0, "", len(told.hands), actions, marks)


def difference(mine: bytes, yours: bytes) -> str:
    """Where two players' files of one match differ first; empty if they agree.

    One that was saved earlier agrees as far as it goes.
    """
    one, two = (data.splitlines()[:-1] for data in (mine, yours))
    if one[:1] != two[:1]:
        return say("term.verify.matches")
    for number, (left, right) in enumerate(zip_longest(one, two), 1):
        if left != right and left is not None and right is not None:
            return say("term.verify.differs", line=number)
    return ""


def verdict(account: Account) -> list[str]:
    """An account in sentences."""
    if not account.ok:
        return [say("term.verify.line", line=account.line, why=account.why)]
    hands = say("term.hands", count=account.hands)
    actions = say("term.actions", count=account.actions)
    marks = listed(account.marks) if account.marks else say("term.verify.none")
    return [
        say("term.verify.holds", hands=hands, actions=actions),
        say("term.verify.marks", marks=marks),
    ]


def shown(told: Replay) -> list[str]:
    """The match in short: the rules, the people, each hand, the end."""
    opening = told.opening
    assert opening is not None
    date = datetime.fromtimestamp(opening.date, UTC).strftime("%Y-%m-%d %H:%M UTC")
    lines = [
        say(
            "term.show.match",
            match=opening.match,
            table=printable(opening.table)[:40],
            date=date,
        ),
        say(
            "term.show.game",
            game=game_name(opening.game),
            preset=opening.preset,
            count=opening.seats,
        ),
    ]
    for hand in told.hands:
        lines.append(_hand(hand))
    if told.over is not None and told.over.winners and told.hands:
        names = _names(told.hands[-1])
        winners = listed(names[seat] for seat in told.over.winners)
        scores = _scored(names, told.over.scores)
        lines.append(say("term.show.over", names=winners, scores=scores))
    else:
        lines.append(say("term.show.unfinished"))
    return lines


def _hand(hand: Hand) -> str:
    names, number = _names(hand), hand.dealt.hand
    if hand.closed is None:
        void = hand.cut is not None
        return say(
            "term.show.hand.void" if void else "term.show.hand.open", hand=number
        )
    winner = hand.closed.result.winner
    seconds = (hand.steps[-1].at - hand.steps[0].at) // 1000
    return say(
        "term.show.hand",
        hand=number,
        name=say("term.show.nobody") if winner is None else names[winner],
        reason=say(f"term.reason.{hand.closed.result.reason}"),
        count=len(hand.moves),
        time=f"{seconds // 60}:{seconds % 60:02}",
        scores=_scored(names, hand.closed.scores),
        mark=hand.mark,
    )


def _names(hand: Hand) -> tuple[str, ...]:
    return told_apart(
        [
            printable(one.name)[:MAX_NAME] or say("seat.player", number=seat + 1)
            for seat, one in enumerate(hand.dealt.people)
        ]
    )


def _scored(names: Sequence[str], scores: Sequence[int]) -> str:
    return ", ".join(
        f"{name} {score}" for name, score in zip(names, scores, strict=True)
    )

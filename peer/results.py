"""Own results, kept on this machine from the transcripts of matches, and counted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from peer.config import state_folder, write_private
from peer.scene import game_name
from peer.story import printable
from shared.events import Seat
from shared.replay import Replay
from shared.replayed import Hand
from shared.transcript import Closed
from shared.wire import MAX_NAME
from shared.words import say


class HandResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What one hand came to for its player."""

    won: bool
    reason: str
    going_rummy: bool = False
    opponents: tuple[str, ...] = ()
    "Who else sat there; empty: those of the match."


class MatchResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What one match has come to for who played it, or a part of it."""

    table: str
    match: int
    date: int
    game: str
    opponents: tuple[str, ...]
    "Of the last hand."

    hands: tuple[HandResult, ...]
    "Those that its player had the seat in."

    won: bool | None
    "None: it was not played to its end."


def result_of(told: Replay, seat: Seat) -> MatchResult:
    """What the match is for ``seat`` so far, which has at least one hand.

    Hands that somebody else played in that seat do not count.
    """
    opening, over = told.opening, told.over
    assert opening is not None and told.hands
    own = _own_hands(told.hands, seat)
    return MatchResult(
        opening.table,
        opening.match,
        opening.date,
        opening.game,
        _others(own[-1], seat),
        tuple(_result(hand, one, seat) for hand in own if (one := hand.closed)),
        None if over is None or not over.winners else seat in over.winners,
    )


def _own_hands(hands: Sequence[Hand], seat: Seat) -> list[Hand]:
    """The last ones in which the same person had the seat."""
    who = hands[-1].dealt.people[seat]
    others = (hand.dealt.people[seat] != who for hand in reversed(hands))
    count = next((n for n, other in enumerate(others) if other), len(hands))
    return list(hands[-count:])


def _others(hand: Hand, seat: Seat) -> tuple[str, ...]:
    people = enumerate(hand.dealt.people)
    return tuple(one.name for other, one in people if other != seat)


def _result(hand: Hand, closed: Closed, seat: Seat) -> HandResult:
    result, won = closed.result, closed.result.winner == seat
    rummy = result.going_rummy and won
    return HandResult(won, result.reason, rummy, _others(hand, seat))


class Results:
    """The file they are in: a JSON line for each match."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or state_folder() / "results.jsonl"

    def all(self) -> list[MatchResult]:
        """Every match, in the order they were played; lines that are none are skipped.

        Raises:
            OSError: If the file is there and cannot be read.
        """
        try:
            lines = self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        found = []
        for line in lines:
            try:
                found.append(msgspec.json.decode(line, type=MatchResult))
            except msgspec.MsgspecError:
                continue
        return found

    def add(self, result: MatchResult) -> None:
        """Keep a match, in place of what was known of it before.

        Raises:
            OSError: If the file cannot be written.
        """
        key = result.table, result.match
        others = [one for one in self.all() if (one.table, one.match) != key]
        lines = [msgspec.json.encode(one).decode() for one in (*others, result)]
        write_private(self._path, "".join(f"{line}\n" for line in lines))

    def reset(self) -> None:
        """Forget them all.

        Raises:
            OSError: If the file cannot be removed.
        """
        self._path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Statistics:
    """What it all comes to."""

    matches: int
    finished: int
    matches_won: int
    hands: int
    won: int
    stalemates: int
    "Nobody has won them, so they are lost."

    going_rummy: int
    gins: int
    streak: int
    "The most hands won one after another."

    games: dict[str, tuple[int, int]]
    "Hands won, and played, by game."

    opponents: dict[str, tuple[int, int]]
    "The same by the names of who else sat at the table."


def counted(results: Sequence[MatchResult]) -> Statistics:
    """The statistics of these matches."""
    hands = [hand for one in results for hand in one.hands]
    return Statistics(
        matches=len(results),
        finished=sum(one.won is not None for one in results),
        matches_won=sum(bool(one.won) for one in results),
        hands=len(hands),
        won=sum(hand.won for hand in hands),
        stalemates=sum(hand.reason == "stalemate" for hand in hands),
        going_rummy=sum(hand.going_rummy for hand in hands),
        gins=sum(hand.won and hand.reason in ("gin", "big_gin") for hand in hands),
        streak=_longest(hand.won for hand in hands),
        games=_tally((one.game, hand) for one in results for hand in one.hands),
        opponents=_tally(
            (name, hand)
            for one in results
            for hand in one.hands
            for name in hand.opponents or one.opponents
        ),
    )


def told(results: Sequence[MatchResult]) -> list[str]:
    """The statistics in sentences."""
    if not results:
        return [say("term.stats.none")]
    all_ = counted(results)
    return [
        say(
            "term.stats.matches",
            count=all_.matches,
            finished=all_.finished,
            won=all_.matches_won,
        ),
        say(
            "term.stats.hands",
            count=all_.hands,
            won=all_.won,
            lost=all_.hands - all_.won,
            stalemates=all_.stalemates,
        ),
        say(
            "term.stats.gins",
            rummies=all_.going_rummy,
            gins=all_.gins,
            streak=all_.streak,
        ),
        *(
            say("term.stats.game", game=game_name(game), won=won, count=hands)
            for game, (won, hands) in all_.games.items()
        ),
        *(
            say("term.stats.against", name=_known(name), won=won, count=hands)
            for name, (won, hands) in all_.opponents.items()
        ),
    ]


def _known(name: str) -> str:
    return printable(name)[:MAX_NAME] or say("term.stats.somebody")


def _tally(
    played: Iterable[tuple[str, HandResult]],
) -> dict[str, tuple[int, int]]:
    """Hands won, and played, by a name; those with most hands first."""
    won, hands = Counter[str](), Counter[str]()
    for name, hand in played:
        won[name] += hand.won
        hands[name] += 1
    return {name: (won[name], number) for name, number in hands.most_common()}


def _longest(won: Iterable[bool]) -> int:
    longest = row = 0
    for one in won:
        row = row + 1 if one else 0
        longest = max(longest, row)
    return longest

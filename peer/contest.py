"""
Matches of two computer players in this process, from every seat of the same deals.

That takes most of the luck out: what a deal gives to one it gives to the other when the
seats are swapped. With more players one sits among copies of the other.
"""

import math
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from peer.bots.levels import Rules, computer_player
from peer.own_records import record
from shared.events import Event, HandEnded, Seat
from shared.match import Match
from shared.reasons import Level
from shared.ruleset import Ruleset, find_ruleset, not_for, round_of
from shared.shuffle import shuffle


def run(options: Namespace, show: Callable[[str], None]) -> None:
    """Play what was typed, and show how it came out.

    Raises:
        OptionError: If there is no such game, or not for so many.
    """
    ruleset = find_ruleset(options.game, options.preset)
    one, two, seats = options.one, options.two, options.players
    result = contest(ruleset, one, two, seats, options.hands, options.seed)
    if options.json:
        show(record("contest", one=one, two=two, players=seats, **summary(result)))
        return
    for line in sentences(result, ruleset, one, two, seats):
        show(line)


@dataclass
class Result:
    """How one fared against the other."""

    seed: int
    differences: list[float] = field(default_factory=list)
    "For each deal, the mean of what one scored more than the others, of all seats."

    matches: int = 0
    won: float = 0.0
    "A match with several winners is won in part."

    reasons: Counter[str] = field(default_factory=Counter)
    "How the hands ended."

    seconds: dict[Level, list[float]] = field(default_factory=dict)
    "CPU time of each choice, by level."

    @property
    def points(self) -> float:
        """What one scored more than another, a hand."""
        return sum(self.differences) / len(self.differences)

    @property
    def points_error(self) -> float:
        """The standard error of that."""
        deals, mean = len(self.differences), self.points
        if deals < 2:
            return math.inf
        squares = sum((one - mean) ** 2 for one in self.differences)
        return math.sqrt(squares / (deals - 1) / deals)

    @property
    def share(self) -> float:
        """Of the matches, as a percentage; they are made of hands in their order."""
        return 100 * self.won / self.matches if self.matches else math.nan

    @property
    def share_error(self) -> float:
        """The standard error of that."""
        if not self.matches:
            return math.nan
        share = self.won / self.matches
        return 100 * math.sqrt(max(share * (1 - share), 0.0) / self.matches)

    def slowest(self, level: Level, part: float) -> float:
        """The milliseconds that so great a part of a level's choices do not exceed."""
        ordered = sorted(self.seconds[level])
        return 1000 * ordered[min(int(len(ordered) * part), len(ordered) - 1)]

    @property
    def hands_per_second(self) -> float:
        """Of CPU time of the players alone."""
        total = sum(map(sum, self.seconds.values()))
        return sum(self.reasons.values()) / total if total else math.inf


def contest(
    ruleset: Ruleset[Any], one: Level, two: Level, seats: int, deals: int, seed: int
) -> Result:
    """Play so many deals, each once from every seat.

    Raises:
        OptionError: If so many cannot play.
    """
    if seats not in ruleset.seats:
        raise not_for(ruleset, seats)
    result = Result(seed)
    standing = [_Standing(ruleset, seats) for _ in range(seats)]
    for deal in range(deals):
        root = (
            b"rummyroom-contest\0" + seed.to_bytes(8, "big") + deal.to_bytes(8, "big")
        )
        deck = shuffle(ruleset.deck, root)
        gained = 0.0
        for seat in range(seats):
            levels = [two] * seats
            levels[seat] = one
            ended = played(ruleset, levels, deck, deal % seats, seed, result.seconds)
            result.reasons[ended.reason] += 1
            gained += standing[seat].gained(ended, seat)
            won = standing[seat].won(ended, seat)
            if won is not None:
                result.matches += 1
                result.won += won
        result.differences.append(gained / seats)
    return result


@dataclass
class _Standing:
    """The match that goes on while one has a certain seat."""

    ruleset: Ruleset[Any]
    seats: int

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._scores = [0] * self.seats
        self._wins = [0] * self.seats
        self._hands = 0

    def gained(self, ended: HandEnded, seat: Seat) -> float:
        """What ``seat`` scored more in a hand than the others did on average."""
        sign = -1 if self.ruleset.lowest_wins else 1
        others = sum(ended.points) - ended.points[seat]
        return sign * (ended.points[seat] - others / (self.seats - 1))

    def won(self, ended: HandEnded, seat: Seat) -> float | None:
        """The part of a match that ``seat`` wins with this hand; None: it goes on."""
        self._hands += 1
        for one in range(self.seats):
            self._scores[one] += ended.points[one]
            self._wins[one] += one == ended.winner
        hands = round_of(self.ruleset, self.seats)
        target = self.ruleset.target(self.seats)
        if self._hands < hands or not hands and max(self._scores) < target:
            return None
        winners = self._winners(hands)
        self._begin()
        return (seat in winners) / len(winners)

    def _winners(self, hands: int) -> list[Seat]:
        sign = -1 if self.ruleset.lowest_wins else 1
        ranks = [
            (won if hands else 0, sign * score)
            for won, score in zip(self._wins, self._scores, strict=True)
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def played(
    ruleset: Ruleset[Any],
    levels: Sequence[Level],
    deck: Sequence[int],
    dealer: Seat,
    seed: int,
    seconds: dict[Level, list[float]] | None = None,
) -> HandEnded:
    """How a hand of these players ends."""
    rules: Rules = ruleset  # type: ignore[assignment]
    bots = [
        computer_player(level, rules, seed + seat) for seat, level in enumerate(levels)
    ]
    times = {} if seconds is None else seconds
    match, events = Match.new(ruleset, len(levels), dealer).deal(deck)
    state = match.state
    told: list[list[Event]] = [[*events] for _ in levels]
    while (ended := ruleset.result(state)) is None:
        seat = ruleset.view(state, None).turn
        assert seat is not None, "a hand that goes on is somebody's turn"
        story, told[seat] = told[seat], []
        view = ruleset.view(state, seat)
        start = time.process_time()
        action = bots[seat].choose(view, story)
        times.setdefault(levels[seat], []).append(time.process_time() - start)
        state, happened = ruleset.apply(state, seat, action)
        for other, heard in enumerate(told):
            heard += [ruleset.redact(event, other) for event in happened]
    return ended


def sentences(
    result: Result, ruleset: Ruleset[Any], one: Level, two: Level, seats: int
) -> list[str]:
    """The result as a person reads it."""
    others = f"{two}" if seats == 2 else f"{seats - 1} of {two}"
    fair = 100 / seats
    ends = ", ".join(f"{reason} {n}" for reason, n in result.reasons.most_common())
    return [
        f"{one} against {others}, {ruleset.preset}, seed {result.seed}: "
        f"{len(result.differences)} deals, each from {seats} seats",
        f"points a hand: {result.points:+.2f} (standard error "
        f"{result.points_error:.2f})",
        f"matches won: {result.share:.1f}% of {result.matches} (standard error "
        f"{result.share_error:.1f}, fair is {fair:.1f})",
        f"hands ended: {ends}",
        *(
            f"{level}: {result.slowest(level, 0.5):.2f} ms a choice, "
            f"99% below {result.slowest(level, 0.99):.2f}, all below "
            f"{result.slowest(level, 1):.2f}"
            for level in result.seconds
        ),
        f"{result.hands_per_second:.0f} hands a second of the players' CPU time",
    ]


def summary(result: Result) -> dict[str, object]:
    """The result as a program reads it."""

    def number(value: float) -> float | None:
        return round(value, 4) if math.isfinite(value) else None

    return {
        "seed": result.seed,
        "deals": len(result.differences),
        "points": number(result.points),
        "points_error": number(result.points_error),
        "matches": result.matches,
        "share": number(result.share),
        "share_error": number(result.share_error),
        "ended": dict(result.reasons),
        "p99_ms": {
            level: number(result.slowest(level, 0.99)) for level in result.seconds
        },
    }

"""Matches of computer players and their transcripts, without a host or a network."""

from hashlib import sha256
from typing import Any

from peer.bots import advice
from peer.bots.medium import Medium
from peer.chronicle import Chronicle
from shared import shuffle
from shared.events import Event, Seat
from shared.match import Match
from shared.ruleset import Ruleset, find_ruleset
from shared.transcript import Sitting

TABLE = "5f1ce2a90b7d4436"


def seed_of(who: str, deal: int) -> bytes:
    return sha256(f"{who} {deal}".encode()).digest()


class Recording:
    """A table of computer players; every seat and the host have a seed in each deal."""

    def __init__(
        self, game: str = "basic", seats: int = 4, hands: int = 3, **options: str
    ) -> None:
        preset = options.pop("preset", None)
        self.ruleset: Ruleset[Any] = find_ruleset(game, preset, options)
        self.seats = seats
        self.chronicle = Chronicle(TABLE)
        self.chronicle.begin(self.ruleset, seats, hands, None, 1_760_000_000)
        self.match: Match[Any] | None = None
        self.hands = hands
        self.deal = self.seq = self.at = 0
        self.events: tuple[Event, ...] = ()
        self.bots = [Medium() for _ in range(seats)]
        self.stories: list[list[Event]] = [[] for _ in range(seats)]

    def promise(self) -> None:
        table, deal = TABLE, self.deal
        commits = [
            shuffle.promise(table, deal, seat, self.seed(seat))
            for seat in range(self.seats)
        ]
        host = shuffle.promise(table, deal, shuffle.HOST, self.seed(shuffle.HOST))
        self.chronicle.promised(deal, host, commits)

    def seed(self, seat: Seat) -> bytes:
        return seed_of(f"seat {seat}", self.deal)

    def deck(self) -> tuple[int, ...]:
        return shuffle.shuffle(self.ruleset.deck, self.root())

    def root(self) -> bytes:
        seeds = [self.seed(seat) for seat in (*range(self.seats), shuffle.HOST)]
        return shuffle.root(TABLE, self.deal, seeds)

    def begin_hand(self) -> None:
        self.promise()
        if self.match is None:
            dealer = shuffle.first_dealer(self.root(), self.seats)
            self.match = Match.new(self.ruleset, self.seats, dealer, self.hands)
        self.match, self.events = self.match.deal(self.deck())
        self.seq += 1
        self.tell()
        seeds = [self.seed(seat) for seat in range(self.seats)]
        people = [Sitting(f"Bot {seat + 1}", "bot") for seat in range(self.seats)]
        self.chronicle.dealt(self.deal, seeds, people, self.match, self.seq)

    def move(self) -> None:
        """What the seat whose turn it is does."""
        match = self.match
        assert match is not None
        seat = self.ruleset.view(match.state, None).turn
        assert seat is not None
        view = self.ruleset.view(match.state, seat)
        action = advice(self.bots[seat], view, self.stories[seat])
        self.stories[seat] = []
        self.match, self.events = match.apply(seat, action)
        self.seq += 1
        self.at += 700
        self.tell()
        self.chronicle.did(seat, self.at, action)
        seed = self.seed(shuffle.HOST)
        self.chronicle.ended(self.deal, seed, match, self.events)

    def tell(self) -> None:
        for seat, story in enumerate(self.stories):
            story += [self.ruleset.redact(event, seat) for event in self.events]

    def play_hand(self) -> None:
        self.begin_hand()
        while self.match is not None and self.match.result is None:
            self.move()
        self.deal += 1

    def play(self) -> "Recording":
        while self.match is None or not self.match.winners:
            self.play_hand()
        return self

    @property
    def file(self) -> bytes:
        return self.chronicle.chain.sealed().encode()


def recording(game: str, seats: int, hands: int, **options: str) -> bytes:
    """A whole file."""
    return Recording(game, seats, hands, **options).play().file

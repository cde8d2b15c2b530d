"""A table of computer players with a fair deal, without a host or a network."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from peer.bots import advice
from peer.bots.medium import Medium
from peer.chronicle import Chronicle
from peer.dealing import Dealing, Failed, Published, Shuffled
from peer.fair_news import Judged, News
from peer.fairness import Fairness
from peer.overtime import rest_of_turn
from shared import shuffle
from shared.actions import Action
from shared.events import Event, Seat
from shared.match import Match
from shared.ruleset import Ruleset, find_ruleset
from shared.tableview import SeatView, TableView
from shared.transcript import Sitting, sealed, unpacked
from shared.wire import Audited, Commit, Mix, Recorded, Reveal, Update

TABLE = "5f1ce2a90b7d4436"


def secret(who: str) -> bytes:
    return sha256(who.encode()).digest()


class Recording:
    """A host that keeps to the rules, unless a test makes it cheat."""

    def __init__(
        self,
        game: str = "basic",
        seats: int = 4,
        hands: int = 3,
        *,
        salt: str = "",
        audits: bool = True,
        **options: str,
    ) -> None:
        preset = options.pop("preset", None)
        self.ruleset: Ruleset[Any] = find_ruleset(game, preset, options)
        self.seats = seats
        self.salt = salt
        self.names = [f"Bot {seat + 1}" for seat in range(seats)]
        self.audits = audits
        self.guests = [Fairness(secret(f"seat {s} {salt}")) for s in range(seats)]
        self.news: list[list[News]] = [[] for _ in range(seats)]
        self.found: dict[Seat, str] = {}
        empty = Chronicle(TABLE)
        self.chronicle = empty.begun(self.ruleset, seats, hands, None, 1_760_000_000)
        self.sent = 0
        self.match: Match[Any] | None = None
        self.hands = hands
        self.deal = self.seq = self.at = 0
        self.dealing = Dealing(TABLE, 0, seats, self.host_seed())
        self.shuffled: Shuffled | None = None
        self.events: tuple[Event, ...] = ()
        self.bots = [Medium() for _ in range(seats)]
        self.stories: list[list[Event]] = [[] for _ in range(seats)]

        self.late: Callable[[], bool] = lambda: False
        "Whether the time of whose turn it is is up."

        # What a cheat may change.
        self.deck_as_dealt: Callable[[tuple[int, ...]], tuple[int, ...]] = tuple
        self.update_as_told: Callable[[Seat, Update], Update] = lambda _, one: one
        self.line_as_told: Callable[[Seat, str], str] = lambda _, one: one
        self.seed_as_opened: Callable[[bytes], bytes] = bytes
        self.apply: Callable[[Match[Any], Seat, Any], Any] = Match.apply

    def host_seed(self) -> bytes:
        return secret(f"host {self.deal} {self.salt}")

    def says(self, seat: Seat, message: Mix | Recorded | Update) -> None:
        for answer in self.guests[seat].told(message, seat):
            match answer:
                case Commit(deal, commitment):
                    self.dealing.commit(seat, deal, unpacked(commitment))
                case Reveal(deal, seed):
                    self.dealing.reveal(seat, deal, unpacked(seed))
                case Audited(_, finding):
                    self.found[seat] = finding
        self.news[seat] += self.guests[seat].news()

    def record(self) -> None:
        """Send everybody the lines that are new."""
        lines = self.chronicle.lines[self.sent :]
        for seat in range(self.seats):
            told = tuple(self.line_as_told(seat, line) for line in lines)
            self.says(seat, Recorded(self.sent, told))
        self.sent += len(lines)

    def shuffle(self) -> tuple[int, ...]:
        self.dealing = Dealing(TABLE, self.deal, self.seats, self.host_seed())
        for seat in range(self.seats):
            self.says(seat, Mix(TABLE, self.deal))
        self.dealing.begin({})
        self.shuffled = None
        while self.shuffled is None:
            match self.dealing.next(0.0):
                case Published(host, seats):
                    chronicle = self.chronicle
                    self.chronicle = chronicle.promised(self.deal, host, seats)
                    self.record()
                case Shuffled() as shuffled:
                    self.shuffled = shuffled
                case Failed() | None:
                    raise AssertionError("a guest does not play along")
        return shuffle.shuffle(self.ruleset.deck, self.root())

    def root(self) -> bytes:
        assert self.shuffled is not None
        return shuffle.root(TABLE, self.deal, self.shuffled.seeds)

    def begin_hand(self) -> None:
        deck = self.deck_as_dealt(self.shuffle())
        if self.match is None:
            dealer = shuffle.first_dealer(self.root(), self.seats)
            self.match = Match.new(self.ruleset, self.seats, dealer, self.hands)
        self.match, self.events = self.match.deal(deck)
        self.seq += 1
        self.tell()
        people = [Sitting(name, "bot") for name in self.names]
        assert self.shuffled is not None
        seats = self.shuffled.seats
        self.chronicle = self.chronicle.dealt(
            self.deal, seats, people, self.match, self.seq
        )
        self.record()

    def move(self) -> None:
        """What the seat whose turn it is does."""
        match = self.match
        assert match is not None
        seat = self.turn
        if self.late():
            actions = rest_of_turn(self.ruleset, match.state, self.seq % 2 == 0)
            self.match, self.events = match.timed_out(actions)
            self._went(match, self.chronicle.timed_out(seat, self.at + 700, actions))
            return
        view = self.ruleset.view(match.state, seat)
        action = advice(self.bots[seat], view, self.stories[seat])
        self.stories[seat] = []
        self.do(seat, action)

    def do(self, seat: Seat, action: Action) -> None:
        """A seat does that, and everybody is told."""
        match = self.match
        assert match is not None
        self.match, self.events = self.apply(match, seat, action)
        self._went(match, self.chronicle.did(seat, self.at + 700, action))

    def _went(self, before: Match[Any], chronicle: Chronicle) -> None:
        self.seq += 1
        self.at += 700
        self.tell()
        seed = self.seed_as_opened(self.host_seed())
        self.chronicle = chronicle.ended(self.deal, seed, before, self.events)
        self.record()

    @property
    def turn(self) -> Seat:
        assert self.match is not None
        seat = self.ruleset.view(self.match.state, None).turn
        assert seat is not None
        return seat

    def tell(self) -> None:
        for seat, story in enumerate(self.stories):
            told = tuple(self.ruleset.redact(event, seat) for event in self.events)
            story += told
            if self.audits:
                self.says(seat, self.update_as_told(seat, self.update(seat, told)))

    def update(self, seat: Seat, events: tuple[Event, ...]) -> Update:
        match = self.match
        assert match is not None
        bot = SeatView("Bot", "bot", here=True, substitute=False, ready=True)
        table = TableView(
            game=self.ruleset.name,
            preset=self.ruleset.preset,
            phase="hand" if match.result is None else "between",
            seats=(bot,) * self.seats,
            hand=match.hands,
            scores=match.scores,
            target=0,
        )
        view = self.ruleset.view(match.state, seat)
        return Update(self.seq, 0, events, table, view)

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
        return sealed(self.chronicle.lines).encode()

    def findings(self, seat: Seat) -> list[str]:
        """What the guest in ``seat`` found, hand by hand."""
        news = self.news[seat]
        return [one.verdict.finding for one in news if isinstance(one, Judged)]


def recording(game: str, seats: int, hands: int, **options: str) -> bytes:
    """A whole file."""
    return Recording(game, seats, hands, audits=False, **options).play().file

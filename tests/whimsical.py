"""A host who changes anything about the table, whenever it comes to mind."""

from random import Random

from upright import UprightTable

from peer.records import RoomOpened
from peer.requests import (
    HandBack,
    HandOver,
    Kick,
    Managed,
    Patience,
    Play,
    SendAway,
    Settle,
)
from shared.errors import IllegalAction, OptionError
from shared.ruleset import rulesets

TERMS = {
    "absent": ("bot", "void", "wait", "nonsense"),
    "absent-after": ("0", "5", "30", "x"),
    "talk": ("off", "phrases", "text"),
    "watch": ("yes", "yes", "no"),
    "locked": ("yes", "no", "no", "no"),
    "clock": ("off", "10", "1m+5s", "game", "30s+0s", "20"),
    "max_hands": ("3", "0"),
    "target": ("50",),
}


class Whimsical:
    """What that host does."""

    chance: Random
    table: UprightTable

    def manages(self, wanted: Managed) -> None:
        """The host wants that; it may be refused, but in words only."""
        try:
            self.table.manage(wanted)
        except (IllegalAction, OptionError) as refused:
            assert str(refused)

    def seat(self) -> int:
        """Any seat, or none that there is."""
        return self.chance.randint(-1, len(self.table.host.table.places))

    def settles(self) -> None:
        name = self.chance.choice(sorted(TERMS))
        self.manages(Settle(name, self.chance.choice(TERMS[name])))

    def plays_something_else(self) -> None:
        rules = self.chance.choice(list(rulesets().values()))
        hands = self.chance.choice((None, 1))
        seats = self.chance.choice((None, None, 2, 3, 4, 9))
        self.manages(Play(rules.name, rules.preset, {}, hands, seats))

    def kicks(self) -> None:
        self.manages(Kick(self.seat()))
        if self.chance.random() < 0.8:
            self.manages(Settle("locked", "no"))

    def hands_over(self) -> None:
        self.manages(HandOver(self.seat()))

    def hands_back(self) -> None:
        for seat in range(len(self.table.host.table.places)):
            self.manages(HandBack(seat))

    def is_patient(self) -> None:
        self.manages(Patience(self.seat(), self.chance.choice((50, 100, 150, 300))))

    def sends_away(self) -> None:
        self.manages(SendAway(self.chance.choice(("Ann", "Bob", "Watcher"))))

    def fills_up(self) -> None:
        table, host = self.table, self.table.host
        table.carry_out(host.free_missed())
        while host.free_seats():
            table.carry_out(host.seat_bot("Ada", "medium"))
        table.carry_out(host.begin())

    def wants_one_less(self) -> None:
        self.table.carry_out(self.table.host.unseat_bot())

    def resets(self) -> None:
        try:
            self.table.carry_out(self.table.host.reset_scores())
        except ValueError as refused:
            assert str(refused)

    def opens_another_room(self) -> None:
        room = self.chance.choice(("7KQM", "7KQN"))
        record = RoomOpened(None, 7867, room, "claim", "3XWC")
        self.table.carry_out(self.table.host.open_room(record))

"""An evening of several games: people come, are sent away and change what is played."""

from contextlib import suppress
from functools import cache
from random import Random

import pytest
from fairly import FairTable

from peer import table as tables
from peer.newcomer import Newcomer
from peer.places import Peer
from peer.records import TableMade, read, written
from peer.requests import HandBack, HandOver, Kick, Managed, Play, Settle
from peer.table import replayed
from shared.errors import IllegalAction
from shared.replay import replay
from shared.transcript import sealed
from shared.wire import ToGuest

GAMES = (
    Play("basic", hands=1),
    Play("basic", "pagat", hands=2, seats=3),
    Play("gin", hands=1),
    Play("rummikub", hands=1),
)


class Evening:
    """People and their host at random, everybody in the joint shuffle."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.table = FairTable(3, seed=bytes([seed]), max_hands=1, absent_after=5)
        self.transcripts: dict[int, tuple[str, ...]] = {}
        for name in ("Ann", "Bob", "Cid"):
            self.table.join(name)

    def step(self) -> None:
        table, chance = self.table, self.chance.random()
        here, on_turn = self.here(), self.on_turn()
        if chance < 0.06:
            self.manage()
        elif chance < 0.07 and len(here) > 1:
            table.say(here[-1], table.guests[here[-1]].bye())
        elif chance < 0.1:
            table.join(self.chance.choice(["Ann", "Dan", "Eve"]))
        elif chance < 0.12:
            table.join(token=self.chance.choice(table.host.tokens() or ("none",)))
        elif on_turn:
            self.play(self.chance.choice([1, 40]))
        else:
            if self.chance.random() < 0.3:
                self.pick()
            table.ready()
            table.wait(2)
        table.seat_substitutes()
        chronicle = table.host.table.chronicle
        self.transcripts[chronicle.matches] = chronicle.lines

    def here(self) -> list[Peer]:
        return sorted(set(self.table.guests) - self.table.hung_up)

    def on_turn(self) -> list[Peer]:
        guests = self.table.guests
        return [p for p in self.here() if (v := guests[p].view) and v.can]

    def play(self, actions: int) -> None:
        for _ in range(actions):
            for peer in self.on_turn()[:1]:
                view, shown = (
                    self.table.guests[peer].view,
                    self.table.guests[peer].table,
                )
                assert view is not None and shown is not None
                bot = Newcomer("easy")
                bot.meet(shown, view.seat or 0)
                self.table.act(peer, bot.choose(view, ()))

    def pick(self) -> None:
        with suppress(IllegalAction):
            self.table.manage(self.chance.choice(GAMES))

    def manage(self) -> None:
        seat = self.chance.randrange(4)
        wanted: list[Managed] = [
            *(Settle("locked", "no"), Settle("locked", "no"), Settle("talk", "off")),
            *(Kick(seat), HandOver(seat), HandBack(seat)),
        ]
        with suppress(IllegalAction):
            self.table.manage(self.chance.choice(wanted))
        if self.chance.random() < 0.5:
            self.table.carry_out(self.table.host.begin())


@cache
def played(seed: int) -> Evening:
    evening = Evening(seed)
    for _ in range(150):
        evening.step()
    return evening


@pytest.mark.parametrize("seed", range(4))
def test_an_evening_can_be_gone_on_with_at_every_line(seed: int) -> None:
    table = played(seed).table
    content, _ = written(table.records())
    records = read(content, "journal").records
    first, *rest = records
    assert isinstance(first, TableMade)
    again = tables.Table.new(first)
    for record, keep in zip(rest, table.kept, strict=True):
        assert again == keep.before
        again, _ = again.after(record)
    assert replayed(records, "journal") == table.host.table


@pytest.mark.parametrize("seed", range(4))
def test_the_transcript_of_each_match_of_an_evening_holds(seed: int) -> None:
    transcripts = played(seed).transcripts
    hands = [
        len(replay(sealed(lines).encode()).hands) for lines in transcripts.values()
    ]
    assert sum(hands) > 1


def test_the_evenings_of_the_tests_have_everything_in_them() -> None:
    kinds, news = set(), set()
    for seed in range(4):
        table = played(seed).table
        kinds |= {type(record).__name__ for record in table.records()}
        said: list[ToGuest] = [one for all_ in table.said.values() for one in all_]
        news |= {type(one).__name__ for one in said}
    assert {"HandedOver", "HandedBack", "TakenOver", "GamePicked", "Settled"} <= kinds
    assert {"Waits", "Changed", "Refused", "Bye"} <= news


def test_nobody_is_shown_to_have_cheated_in_an_evening() -> None:
    for seed in range(4):
        table = played(seed).table
        for peer in table.guests:
            assert "failed" not in table.findings(peer)

"""A journal gives the same table again, whatever has happened and wherever it ends."""

from random import Random

import pytest
from tabled import Table

from peer import table as tables
from peer.bots.medium import Medium
from peer.host import Host
from peer.outputs import Substitute
from peer.places import JUST_LOST
from peer.records import (
    Acted,
    Dealt,
    JournalError,
    RoomOpened,
    SaidReady,
    ScoresReset,
    SeatTaken,
    TableMade,
    Voided,
    read,
    written,
)
from peer.requests import Patience
from peer.table import replayed
from shared.actions import Draw
from shared.ruleset import rulesets
from shared.terms import Absent, Terms
from shared.wire import Opens, Pause, Update, encode

ROOM = RoomOpened(server=None, port=7867, room="7KQM", claim="claim", secret="3XWC")


class Evening:
    """People who come, go, act and forget at random, at one table."""

    def __init__(self, preset: str, seed: int, absent: Absent = "bot") -> None:
        self.chance = Random(seed)
        rules = rulesets()[preset]
        self.table = Table(
            seats=rules.seats[0],
            rules=rules,
            max_hands=self.chance.choice([None, 2]),
            terms=Terms(absent, 20, clock="10"),
            seed=bytes([seed]),
        )
        self.table.carry_out(self.table.host.open_room(ROOM))
        for seat in range(rules.seats[0]):
            self.table.join(f"Player {seat}")

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.step()

    def step(self) -> None:
        table, here = self.table, set(self.table.guests) - self.table.hung_up
        actors = [p for p in here if (v := table.guests[p].view) is not None and v.can]
        chance = self.chance.random()
        if chance < 0.02 and here:
            self.leave(self.chance.choice(sorted(here)))
        elif chance < 0.06:
            self.come_back()
        elif chance < 0.08:
            table.wait(self.chance.choice([1, 25]))
        elif chance < 0.11 and here:
            table.say(self.chance.choice(sorted(here)), encode(Pause()))
        elif chance < 0.12:
            percent = self.chance.choice([100, 150, 300])
            table.manage(Patience(0, percent))
        elif chance < 0.14 and table.host.table.phase in ("between", "ended"):
            table.carry_out(table.host.reset_scores())
        elif chance < 0.17 and here:
            peer = self.chance.choice(sorted(here))
            table.say(peer, encode(Opens(self.chance.random() < 0.7)))
        elif actors:
            peer = actors[0]
            view = table.guests[peer].view
            assert view is not None
            wrong = self.chance.random() < 0.1
            table.act(peer, Draw("stock") if wrong else Medium().choose(view, ()))
        else:
            for peer in sorted(here - table.hung_up):
                if peer not in table.hung_up:
                    table.say(peer, table.guests[peer].ready())
        self.seat_substitutes()

    def leave(self, peer: int) -> None:
        if self.chance.random() < 0.3:
            self.table.say(peer, self.table.guests[peer].bye())
        else:
            self.table.lose(peer)
            self.table.hung_up.add(peer)

    def come_back(self) -> None:
        token = self.chance.choice(self.table.host.tokens() or ("none",))
        self.table.join("Somebody", token=token)

    def seat_substitutes(self) -> None:
        while self.table.substitutes:
            self.table.join(token=self.table.substitutes.pop())


@pytest.mark.parametrize("absent", ["bot", "void", "wait"])
@pytest.mark.parametrize("preset", ["cgio", "gin_cgio", "rk_official", "pagat"])
def test_a_replayed_table_is_the_table_at_every_line(
    preset: str, absent: Absent
) -> None:
    evening = Evening(preset, seed=len(preset), absent=absent)
    evening.play(600)
    content, _ = written(evening.table.records())
    records = read(content, "journal").records
    first, *rest = records
    assert isinstance(first, TableMade)
    again = tables.Table.new(first)
    for record, keep in zip(rest, evening.table.kept, strict=True):
        assert again == keep.before
        again, _ = again.after(record)
    assert replayed(records, "journal") == evening.table.host.table


def test_an_evening_of_the_tests_has_everything_in_it() -> None:
    kinds = set()
    for absent in ("bot", "void"):
        evening = Evening("cgio", seed=4, absent=absent)  # type: ignore[arg-type]
        evening.play(900)
        kinds |= {type(record).__name__ for record in evening.table.records()}
    assert kinds == {
        *("TableMade", "RoomOpened", "SeatTaken", "SubstituteCalled", "CameBack"),
        *("Acted", "SaidReady", "Dealt", "Voided", "ScoresReset", "HandsOpened"),
        *("TurnEnded", "MinuteTaken", "MinuteRan", "PatienceSet"),
    }


def test_refused_requests_and_heartbeats_leave_no_line() -> None:
    evening = Evening("cgio", seed=1)
    table = evening.table
    lines = len(table.kept)
    one = table.on_turn()
    table.act(3 - one, Draw("stock"))
    table.say(one, table.guests[one].ping())
    table.say(one, table.guests[one].ready())
    table.wait(5)
    assert len(table.kept) == lines


def test_a_resumed_host_goes_on_exactly_where_it_was() -> None:
    evening = Evening("cgio", seed=2)
    evening.play(50)
    table = evening.table
    tokens, seen = table.host.tokens(), {}
    for peer, guest in table.guests.items():
        if peer not in table.hung_up and guest.token in tokens:
            seen[guest.token] = guest.view
    resumed = Table(seats=2)
    resumed.host = Host(table.host.table, new_token=lambda: "new")
    resumed.carry_out(resumed.host.resumed(resumed.now))
    for token, view in seen.items():
        peer = resumed.join(token=token)
        assert resumed.guests[peer].view == view
    assert resumed.host.table == table.host.table


def test_an_action_repeated_after_a_resume_has_no_second_effect() -> None:
    table = Table(seats=2)
    table.join("Ann"), table.join("Bob")
    one = table.on_turn()
    guest = table.guests[one]
    request = guest.act(Draw("stock"))
    table.say(one, request)
    resumed = Table(seats=2)
    resumed.host = Host(replayed(table.records(), "journal"), new_token=lambda: "new")
    resumed.carry_out(resumed.host.resumed(resumed.now))
    back = resumed.join(token=guest.token)
    before = resumed.host.table
    (answer,) = resumed.say(back, request)
    assert isinstance(answer, Update) and answer.last_act == 1
    assert resumed.host.table == before == table.host.table


def test_a_resumed_host_misses_everybody_and_calls_its_computer_players() -> None:
    table = Table(seats=3)
    table.carry_out(table.host.seat_bot("Ada"))
    table.join(token=table.substitutes[0])
    ann, bob = table.join("Ann"), table.join("Bob")
    table.say(bob, table.guests[bob].bye())
    host = Host(replayed(table.records(), "journal"), new_token=lambda: "new")
    assert host.resumed(5000.0) == [
        Substitute(table.guests[bob].token and table.host.table.places[1].substitute),
        Substitute(table.host.table.places[2].token),
    ]
    resumed = Table(seats=3)
    resumed.host, resumed.now = host, 5000.0
    back = resumed.join(token=table.guests[ann].token)
    shown = resumed.guests[back].table
    assert shown is not None
    assert [(seat.name, seat.here, seat.away) for seat in shown.seats] == [
        ("Ann", True, None),
        ("Bob", False, 0),
        ("Ada", False, None),
    ]


def test_a_deal_that_was_due_when_the_power_went_is_made() -> None:
    table = Table(seats=2)
    table.join("Ann"), table.join("Bob")
    table.finish_hand()
    for peer in (1, 2):
        table.say(peer, table.guests[peer].ready())
    *records, last = table.records()
    assert isinstance(last, Dealt) and isinstance(records[-1], SaidReady)
    host = Host(replayed(records, "journal"), new_token=lambda: "new")
    host.resumed(0.0)
    assert host.table.phase == "between", "they may be back in time to give a seed"
    host.tick(JUST_LOST)
    assert host.table == table.host.table


def test_the_first_deal_is_made_when_all_are_back() -> None:
    table = Table(seats=2)
    table.join("Ann"), table.join("Bob")
    *records, last = table.records()
    assert isinstance(last, Dealt)
    resumed = Table(seats=2)
    resumed.host = Host(replayed(records, "journal"), new_token=lambda: "new")
    resumed.carry_out(resumed.host.resumed(resumed.now))
    for peer in (1, 2):
        assert resumed.host.table.phase == "lobby"
        resumed.join(token=table.guests[peer].token)
    assert resumed.host.table == table.host.table


# Power cuts


def play_out(table: Table) -> None:
    """Everybody who is there plays as a computer player does, to the end."""
    while table.host.table.phase != "ended":
        peers = sorted(set(table.guests) - table.hung_up)
        views = {peer: table.guests[peer].view for peer in peers}
        on_turn = [p for p, view in views.items() if view is not None and view.can]
        for peer in on_turn[:1]:
            view = views[peer]
            assert view is not None
            table.act(peer, Medium().choose(view, ()))
        if not on_turn:
            for peer in peers:
                table.say(peer, table.guests[peer].ready())


@pytest.mark.parametrize("preset", ["cgio", "gin_cgio", "rk_official"])
def test_after_a_power_cut_at_any_byte_a_match_ends_as_if_nothing_had_been(
    preset: str,
) -> None:
    table = Table(rules=rulesets()[preset], max_hands=2)
    table.join("Ann"), table.join("Bob")
    play_out(table)
    content, _ = written(table.records())
    seated = len(written(table.records()[:3])[0])
    for cut in range(seated, len(content), len(content) // 12):
        again = Table()
        found = replayed(read(content[:cut], "journal").records, "journal")
        again.host = Host(found, new_token=lambda: "new")
        again.carry_out(again.host.resumed(again.now))
        for peer in (1, 2):
            again.join(token=table.guests[peer].token)
        play_out(again)
        assert again.host.table == table.host.table


# What cannot be


def refusal(table: Table, *more: object) -> str:
    with pytest.raises(JournalError) as caught:
        replayed([*table.records(), *more], "x.jsonl")  # type: ignore[list-item]
    return str(caught.value)


def against_the_rules(line: int, why: str) -> str:
    return (
        f"line {line} of the journal x.jsonl is against the rules as this version of "
        f"rummyroom knows them ({why}); go on with the version that wrote it, or host "
        "a new table"
    )


def test_a_line_that_this_version_would_not_have_accepted_is_named() -> None:
    table = Table(seats=2)
    lines = len(table.records()) + 1
    no_hand = "no hand is being played now"
    assert refusal(table, Acted(0, 1, Draw("stock"))) == against_the_rules(
        lines, no_hand
    )
    assert refusal(table, ScoresReset()) == against_the_rules(
        lines, "scores can be reset between two hands"
    )
    assert refusal(table, Voided((1,))) == against_the_rules(
        lines, "no hand is being played"
    )
    assert refusal(table, table.first) == against_the_rules(
        lines, "a table is made once"
    )
    assert refusal(table, SeatTaken(7, "Ann", "person")) == against_the_rules(
        lines, "tuple index out of range"
    )


def test_a_journal_that_does_not_begin_with_a_table() -> None:
    with pytest.raises(
        JournalError, match="^x.jsonl does not begin with the making of a table$"
    ):
        replayed([ROOM], "x.jsonl")


def test_a_game_that_is_not_played_any_more() -> None:
    first = Table(seats=2).first
    other = TableMade(
        version=first.version,
        game="canasta",
        preset="x",
        options={},
        seed="",
        tokens=("a", "b"),
        max_hands=None,
        terms=Terms(),
    )
    with pytest.raises(JournalError) as caught:
        replayed([other], "x.jsonl")
    assert str(caught.value) == (
        "this version of rummyroom does not play that any more: there is no game "
        "'canasta': choose from basic, gin, rummikub"
    )

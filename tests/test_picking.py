"""Another game without leaving: the same people, back in the lobby."""

import pytest
from fairly import FairTable
from tabled import STAND, Table, pair

from peer.host import Host
from peer.outputs import HangUp
from peer.places import Peer
from peer.records import Verified
from peer.requests import HandOver, Play, Settle
from peer.table import replayed
from shared.errors import IllegalAction, OptionError
from shared.replay import replay
from shared.ruleset import describe, find_ruleset
from shared.transcript import sealed
from shared.view import TileView, View
from shared.wire import Changed, Update, Welcome


def people(table: Table, peer: Peer) -> list[str]:
    shown = table.guests[peer].table
    assert shown is not None
    return [seat.name or seat.kind for seat in shown.seats]


def ready(table: Table, *peers: Peer) -> None:
    for peer in peers:
        table.say(peer, table.guests[peer].ready())


def phase(table: Table) -> str:
    return table.host.table.phase


def refusal(table: Table, wanted: Play) -> tuple[str, str]:
    before = table.host.table
    with pytest.raises(IllegalAction) as caught:
        table.manage(wanted)
    assert table.host.table == before
    return caught.value.code, str(caught.value)


def crowd(seats: int, *names: str) -> tuple[Table, list[Peer]]:
    """A lobby with these people."""
    table = Table(seats=seats)
    return table, [table.join(name) for name in names]


# Before a match


def test_everybody_is_told_what_is_played_and_asked_whether_they_are_ready() -> None:
    table, (ann, bob) = crowd(3, "Ann", "Bob")
    table.manage(Play("rummikub"))
    rules = tuple(describe(find_ruleset("rummikub")))
    for peer in (ann, bob):
        *_, news, update = table.said[peer]
        assert news == Changed("game", rules=rules)
        assert isinstance(update, Update)
        assert (update.table.game, update.table.preset) == ("rummikub", "rk_official")
        assert [seat.ready for seat in update.table.seats] == [False, False, False]
    cid = table.join("Cid")
    assert phase(table) == "lobby", "Ann and Bob have not said that they are ready"
    welcome = table.said[cid][0]
    assert isinstance(welcome, Welcome) and welcome.rules == rules
    ready(table, ann, bob)
    assert isinstance(table.guests[cid].view, TileView)


def test_one_rule_is_changed_like_a_term() -> None:
    table, (ann, _) = crowd(3, "Ann", "Bob")
    table.manage(Settle("max_recycles", "2"))
    shown = table.guests[ann].table
    assert shown is not None
    assert (shown.preset, shown.options) == ("cgio", {"max_recycles": "2"})
    assert len(shown.seats) == 3
    with pytest.raises(OptionError) as caught:
        table.manage(Settle("max_recycles", "many"))
    assert str(caught.value) == (
        "max_recycles cannot be 'many': write a number or unlimited"
    )


def test_a_game_that_there_is_not_changes_nothing() -> None:
    table, (ann, _) = crowd(3, "Ann", "Bob")
    before = len(table.said[ann])
    with pytest.raises(OptionError) as caught:
        table.manage(Play("canasta"))
    assert str(caught.value) == (
        "there is no game 'canasta': choose from basic, gin, rummikub"
    )
    assert len(table.said[ann]) == before


def test_the_host_may_begin_without_waiting_for_everybody() -> None:
    table, *_ = pair()
    table.finish_hand()
    table.manage(Play("gin"))
    assert phase(table) == "lobby"
    table.carry_out(table.host.begin())
    assert phase(table) == "hand"


# Between matches


def test_the_same_people_play_another_game_without_leaving() -> None:
    table, ann, bob = pair()
    tokens = table.host.tokens()
    table.finish_hand()
    table.manage(Play("gin", hands=1))
    assert table.guests[ann].view is None
    assert table.host.tokens() == tokens
    ready(table, ann)
    assert phase(table) == "lobby"
    ready(table, bob)
    view = table.guests[bob].view
    assert isinstance(view, View) and view.phase == "upcard"
    shown = table.guests[ann].table
    assert shown is not None
    assert (shown.hand, shown.scores, shown.max_hands) == (1, (0, 0), 1)


def test_not_in_the_middle_of_a_hand() -> None:
    table, *_ = pair()
    assert refusal(table, Play("gin")) == (
        "game_in_hand",
        "a hand is being played: change the game when it is over",
    )


def test_not_while_the_next_hand_is_dealt() -> None:
    table = FairTable(2)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.finish_hand()
    table.slow = True
    ready(table, ann, bob)
    assert refusal(table, Play("gin")) == (
        "game_being_dealt",
        "the next hand is being dealt: change the game after it",
    )
    table.slow = False
    table.deliver()
    assert phase(table) == "hand"


# Seats


def test_free_seats_and_computer_players_make_room() -> None:
    table, (ann, bob) = crowd(4, "Ann", "Bob")
    table.carry_out(table.host.seat_bot("Ada"))
    table.seat_substitutes()
    bot = max(table.guests)
    table.manage(Play("gin"))
    assert people(table, ann) == ["Ann", "Bob"]
    assert bot in table.hung_up
    ready(table, ann, bob)
    assert phase(table) == "hand"


def test_computer_players_stay_where_there_are_seats() -> None:
    table, (ann, _) = crowd(4, "Ann", "Bob")
    table.carry_out(table.host.seat_bot("Ada"))
    table.seat_substitutes()
    table.manage(Play("rummikub"))
    assert people(table, ann) == ["Ann", "Bob", "open", "Ada"]
    assert max(table.guests) not in table.hung_up


def test_who_is_moved_gets_the_seat_of_a_computer_player_and_of_no_person() -> None:
    table, (ann, bob) = crowd(3, "Ann", "Bob")
    cid = table.join("Cid")
    table.carry_out(table.host.free_missed())
    table.finish_hand()
    table.manage(HandOver(0))
    table.manage(Play("gin"))
    assert people(table, cid) == ["Cid", "Bob"]
    assert (table.guests[bob].seat, table.guests[cid].seat) == (1, 0)
    assert ann in table.hung_up


def test_who_sits_beyond_the_last_seat_is_moved_and_told() -> None:
    table, (ann, bob, last) = crowd(4, "Ann", "Bob", "Dan")
    table.say(bob, table.guests[bob].bye())
    before = table.guests[last].token
    assert table.guests[last].seat == 2
    table.manage(Play("gin"))
    assert table.guests[last].seat == 1
    assert table.guests[last].token not in (None, before)
    assert people(table, ann) == ["Ann", "Dan"]
    ready(table, ann, last)
    table.play_turn()
    back = table.come_back(last)
    assert table.guests[back].seat == 1
    assert replayed(table.records(), "journal") == table.host.table


def test_there_may_be_more_seats_than_before() -> None:
    table, ann, _ = pair()
    table.finish_hand()
    table.manage(Play("basic", "pagat", seats=4))
    assert people(table, ann) == ["Ann", "Bob", "open", "open"]
    assert table.guests[table.join("Cid")].seat == 2


@pytest.mark.parametrize(
    ("wanted", "code", "why"),
    [
        (
            Play("gin"),
            "too_many_people",
            "gin as gin_cgio is for 2 at most, and 3 people sit here: nobody loses a "
            "seat by another game",
        ),
        (
            Play("basic", seats=2),
            "too_few_seats",
            "3 people sit here: there must be a seat for each of them",
        ),
        (
            Play("rummikub", seats=6),
            "not_for_these",
            "rummikub as rk_official is for 2 to 4 players, not for 6",
        ),
    ],
)
def test_no_person_loses_a_seat(wanted: Play, code: str, why: str) -> None:
    table, _ = crowd(4, "Ann", "Bob", "Cid")
    assert refusal(table, wanted) == (code, why)


def test_who_is_away_keeps_the_seat_for_a_while() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.say(bob, table.guests[bob].bye())
    table.seat_substitutes()
    table.manage(Play("gin"))
    assert max(table.guests) in table.hung_up
    assert people(table, ann) == ["Ann", "Bob"]
    back = table.join(token=table.guests[bob].token)
    ready(table, ann, back)
    assert phase(table) == "hand"


# What stays


def test_each_match_has_a_transcript_that_holds() -> None:
    table = FairTable(3)
    ann, bob, cid = (table.join(name) for name in ("Ann", "Bob", "Cid"))
    table.finish_hand()
    first = table.host.table.chronicle.lines
    table.say(cid, table.guests[cid].bye())
    table.seat_substitutes()
    table.manage(Play("rummikub", hands=2))
    table.wait(61)
    table.manage(Play("gin", hands=1))
    ready(table, ann, bob)
    told = replay(sealed(first).encode())
    assert told.opening is not None and told.opening.game == "basic"
    lines = table.host.table.chronicle.lines
    assert table.lines()[0][2]["match"] == 2
    assert table.lines()[0][2]["game"] == "gin"
    for peer in (ann, bob):
        fair = table.fair(peer)
        assert fair.finished[0].lines == list(first)
        assert fair.chain.lines == list(lines)


def test_what_was_found_of_the_last_deal_is_written_down_before() -> None:
    table = FairTable(3)
    *_, cid = (table.join(name) for name in ("Ann", "Bob", "Cid"))
    table.answers = lambda peer, texts: [
        text for text in texts if peer != cid or '"audited"' not in text
    ]
    table.finish_hand()
    assert not any(isinstance(record, Verified) for record in table.records())
    table.manage(Play("rummikub"))
    assert Verified(("ok", "ok", "silent")) in table.records()


def test_a_journal_brings_the_new_game_back() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.manage(Play("gin", hands=1))
    ready(table, ann)
    again = Table()
    found = replayed(table.records(), "journal")
    assert found == table.host.table
    again.host = Host(found, new_token=lambda: "new")
    again.carry_out(again.host.resumed(again.now))
    back = [again.join(token=table.guests[peer].token) for peer in (ann, bob)]
    ready(again, back[1])
    assert again.host.table.phase == "hand"
    assert again.host.table.ruleset.name == "gin"


def test_a_game_that_cannot_be_kept_is_not_played() -> None:
    table, (ann, bob) = crowd(4, "Ann", "Bob")
    table.carry_out(table.host.seat_bot("Ada"))
    table.seat_substitutes()
    bot, before = max(table.guests), table.host.table
    for output in table.host.manage(Play("gin"), STAND, table.now):
        if isinstance(output, HangUp):
            table.hung_up.add(output.peer)
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert table.host.table == before
    assert bot in table.hung_up
    table.seat_substitutes()
    assert people(table, ann) == ["Ann", "Bob", "open", "Ada"]
    assert bob not in table.hung_up
    cid = table.join("Cid")
    assert people(table, cid) == ["Ann", "Bob", "Cid", "Ada"]
    assert phase(table) == "hand"

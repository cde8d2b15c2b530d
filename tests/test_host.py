"""The host's authority: who sits, who may act, who hears what."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import SEED, Table, pair

from peer.attendance import CLOCK_GAP, DEAD
from shared.actions import Discard, Draw, LayDown
from shared.events import Drew, HandDealt, HandEnded, MatchEnded
from shared.wire import (
    MAX_NAME,
    VERSION,
    Bye,
    Hello,
    Pong,
    Refused,
    Rejected,
    Update,
    Welcome,
    encode,
)

# Sitting down


def test_the_first_to_come_sits_first_and_the_match_begins_when_all_sit() -> None:
    table = Table(seats=2)
    ann = table.join("Ann")
    welcome, update = table.said[ann]
    assert isinstance(welcome, Welcome)
    assert welcome.seat == 0
    assert isinstance(update, Update)
    assert update.table.phase == "lobby"
    assert update.view is None
    bob = table.join("Bob")
    for peer, seat in ((ann, 0), (bob, 1)):
        guest = table.guests[peer]
        assert guest.table is not None and guest.view is not None
        assert guest.table.phase == "hand"
        assert [seat.name for seat in guest.table.seats] == ["Ann", "Bob"]
        assert guest.view.seat == seat
        assert len(guest.view.hand) == 10
        assert isinstance(table.events(peer)[0], HandDealt)


def test_nobody_is_told_what_another_seat_holds() -> None:
    table, ann, bob = pair()
    hands = [set(table.guests[peer].view.hand) for peer in (ann, bob)]  # type: ignore[union-attr]
    assert not hands[0] & hands[1]
    one = table.on_turn()
    other = bob if one == ann else ann
    table.act(one, Draw("stock"))
    (mine,) = [e for e in table.events(one) if isinstance(e, Drew)]
    (theirs,) = [e for e in table.events(other) if isinstance(e, Drew)]
    assert mine.card is not None
    assert theirs.card is None


def test_a_full_table_refuses() -> None:
    table, *_ = pair()
    late = table.join("Cleo")
    assert table.said[late] == [Refused("full_watch")]
    assert str(table.said[late][0]) == "all seats are taken; watch with --watch"
    assert late in table.hung_up


@pytest.mark.parametrize(
    ("version", "code", "older"),
    [(VERSION - 1, "too_old", "yours"), (VERSION + 1, "too_new", "the host's")],
)
def test_another_version_is_told_who_has_to_update(
    version: int, code: str, older: str
) -> None:
    table = Table()
    peer = table.connect()
    said = table.say(peer, encode(Hello(version=version, name="Ann")))
    assert said == [Refused(code, {"host": VERSION, "guest": version})]
    assert str(said[0]) == (
        f"the host speaks version {VERSION} of the game and your program version "
        f"{version}; update {older}"
    )
    assert peer in table.hung_up


def test_a_name_is_made_printable() -> None:
    table = Table(seats=3)
    table.join("  An\x1b[31mn\u202e \n  Lee " + "x" * 40)
    table.join("\u200b \t")
    guest = table.guests[1]
    assert guest.table is not None
    names = [seat.name for seat in guest.table.seats]
    assert names == [("An[31mn Lee " + "x" * 40)[:MAX_NAME], "Player 2", ""]


def test_who_leaves_before_the_match_frees_the_seat() -> None:
    table = Table(seats=3)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.say(bob, table.guests[bob].bye())
    assert bob in table.hung_up
    seats = table.guests[ann].table.seats  # type: ignore[union-attr]
    assert [seat.kind for seat in seats] == ["person", "open", "open"]
    cleo = table.join("Cleo")
    assert table.guests[cleo].seat == 1


def test_a_bot_has_a_seat_from_the_moment_it_is_given_one() -> None:
    table = Table(seats=2)
    table.join("Ann")
    table.carry_out(table.host.seat_bot("Ada"))
    (token,) = table.substitutes
    with pytest.raises(ValueError, match="^no seat is free$"):
        table.host.seat_bot("Bert")
    assert table.host.free_seats() == 0
    bot = table.join(token=token)
    seats = table.guests[bot].table.seats  # type: ignore[union-attr]
    assert [(seat.name, seat.kind) for seat in seats] == [
        ("Ann", "person"),
        ("Ada", "bot"),
    ]
    assert table.guests[1].view is not None


# Acting


def test_a_forbidden_action_is_told_to_its_seat_only() -> None:
    table, *_ = pair()
    one = table.on_turn()
    other = 3 - one
    before = len(table.said[other])
    assert table.act(one, Discard("7H")) == [Rejected(1, "draw_first")]
    assert table.act(other, Draw("stock")) == [Rejected(1, "not_your_turn")]
    assert len(table.said[other]) == before + 1
    assert table.on_turn() == one


def test_no_hand_no_action() -> None:
    table = Table()
    ann = table.join("Ann")
    assert table.act(ann, Draw("stock")) == [Rejected(1, "no_hand")]


def test_an_action_on_an_older_table_is_refused() -> None:
    table, *_ = pair()
    one = table.on_turn()
    stale = table.guests[one].seq
    table.act(one, Draw("stock"))
    table.guests[one].seq = stale
    discard = Discard(table.guests[one].view.may_discard[0])  # type: ignore[union-attr]
    said = table.act(one, discard)
    assert said == [Rejected(2, "stale")]
    assert str(said[0]) == "the table has changed meanwhile, look again"


def test_a_repeated_request_has_no_second_effect() -> None:
    table, *_ = pair()
    one = table.on_turn()
    request = table.guests[one].act(Draw("stock"))
    table.say(one, request)
    stock = table.guests[one].view.stock  # type: ignore[union-attr]
    (again,) = table.say(one, request)
    assert isinstance(again, Update)
    assert again.events == ()
    assert again.view is not None and again.view.stock == stock
    assert table.guests[one].pending == {}


def test_a_ping_is_answered_seated_or_not() -> None:
    table, ann, _ = pair()
    assert table.say(ann, table.guests[ann].ping()) == [Pong()]
    stranger = table.connect()
    assert table.say(stranger, table.guests[stranger].ping()) == [Pong()]


# Breaking the protocol


def broken() -> list[str]:
    draw = '{"type":"act","id":1,"seq":1,"action":{"type":"draw","source":"stock"}}'
    return [
        "",
        "nonsense",
        "[]",
        "\ud800",
        '{"type":"welcome","version":1,"seat":0,"token":"t","last_act":0}',
        draw.replace('"stock"', '"hand"'),
        draw[:-1] + ',"more":1}',
        draw.replace('"id":1', '"id":1e999'),
        '{"type":"bye","code":"' + "x" * 17_000 + '"}',
        "[" * 60_000,
        encode(Hello(version=VERSION, name="again")),
    ]


@pytest.mark.parametrize("text", broken(), ids=range(len(broken())))
def test_who_breaks_the_protocol_is_hung_up_on_and_keeps_the_seat(text: str) -> None:
    table, ann, bob = pair()
    table.say(bob, text)
    assert table.hung_up == {bob}
    seat = table.guests[ann].table.seats[1]  # type: ignore[union-attr]
    assert (seat.name, seat.here) == ("Bob", False)
    back = table.join(token=table.guests[bob].token)
    assert table.guests[back].seat == 1
    assert table.guests[ann].table.seats[1].here  # type: ignore[union-attr]


def test_nothing_comes_before_hello() -> None:
    for text in ('{"type":"ready"}', broken()[5].replace('"hand"', '"stock"')):
        table = Table()
        stranger = table.connect()
        assert table.say(stranger, text) == []
        assert stranger in table.hung_up


@given(st.text() | st.sampled_from(broken()), st.booleans())
def test_no_text_harms_the_others(text: str, seated: bool) -> None:
    table, ann, bob = pair()
    view = table.guests[ann].view
    table.say(bob if seated else table.connect(), text)
    assert table.guests[ann].view == view
    assert ann not in table.hung_up
    if view is not None and view.can:
        assert isinstance(table.act(ann, Draw("stock"))[0], Update)


# Going away and coming back


def test_a_lost_seat_is_kept_and_given_back_for_its_token() -> None:
    table, ann, bob = pair()
    hand = table.guests[bob].view
    table.lose(bob)
    assert not table.guests[ann].table.seats[1].here  # type: ignore[union-attr]
    thief = table.join("Bob", token="guess")
    assert isinstance(table.said[thief][0], Refused)
    back = table.join("Robert", token=table.guests[bob].token)
    assert table.guests[back].view == hand
    assert table.guests[ann].table.seats[1].name == "Bob"  # type: ignore[union-attr]


def test_a_second_connection_of_a_seat_replaces_the_first() -> None:
    table, ann, bob = pair()
    again = table.join(token=table.guests[bob].token)
    bye = Bye("replaced", replaced=True)
    assert table.said[bob][-1] == bye
    assert table.hung_up == {bob}
    assert table.guests[again].seat == 1
    assert table.guests[ann].table.seats[1].here  # type: ignore[union-attr]


def test_a_silent_peer_is_gone_after_a_while() -> None:
    table, ann, bob = pair()
    table.mute.add(bob)
    table.wait(DEAD)
    assert bob not in table.hung_up
    table.wait(1)
    assert table.hung_up == {bob}
    assert not table.guests[ann].table.seats[1].here  # type: ignore[union-attr]


def test_who_never_says_hello_is_gone_after_a_while() -> None:
    table, *_ = pair()
    stranger = table.connect()
    table.wait(DEAD + 1)
    assert table.hung_up == {stranger}


def test_nobody_is_blamed_for_the_sleep_of_this_machine() -> None:
    table, *_ = pair()
    table.carry_out(table.host.tick(table.now))
    table.now += CLOCK_GAP + 60
    table.carry_out(table.host.tick(table.now))
    assert not table.hung_up


def test_a_computer_player_plays_for_who_stays_away() -> None:
    table, ann, bob = pair()
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(59)
    assert table.substitutes == []
    table.wait(1)
    (token,) = table.substitutes
    bot = table.join(token=token)
    seat = table.guests[ann].table.seats[1]  # type: ignore[union-attr]
    assert (seat.name, seat.here, seat.substitute) == ("Bob", False, True)
    for _ in range(4):
        table.play_turn()
    assert any(isinstance(e, Drew) and e.seat == 1 for e in table.events(ann))
    back = table.join(token=table.guests[bob].token)
    assert bot in table.hung_up
    seat = table.guests[ann].table.seats[1]  # type: ignore[union-attr]
    assert (seat.here, seat.substitute) == (True, False)
    view = table.guests[back].view
    assert view is not None and view.seat == 1


def test_who_leaves_on_purpose_is_replaced_at_once() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    assert len(table.substitutes) == 1
    table.wait(120)
    assert len(table.substitutes) == 1


def test_a_substitute_that_breaks_down_is_replaced_later() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    bot = table.join(token=table.substitutes[0])
    table.lose(bot)
    table.hung_up.add(bot)
    table.wait(60)
    assert len(table.substitutes) == 2
    table.join(token=table.substitutes[1])
    assert table.guests[ann].table.seats[1].substitute  # type: ignore[union-attr]


def test_the_end_of_a_table_is_said() -> None:
    table, ann, bob = pair()
    table.carry_out(table.host.close())
    for peer in (ann, bob):
        assert table.said[peer][-1] == Bye("closed")
        assert str(table.said[peer][-1]) == "the host has closed the table"
    assert table.hung_up == {ann, bob}
    assert table.say(ann, table.guests[ann].ping()) == []


# Hands and matches


def test_the_next_hand_is_dealt_when_everybody_is_ready() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    ended = [e for e in table.events(ann) if isinstance(e, HandEnded)]
    assert len(ended) == 1
    table.say(ann, table.guests[ann].ready())
    seats = table.guests[bob].table.seats  # type: ignore[union-attr]
    assert [seat.ready for seat in seats] == [True, False]
    table.say(bob, table.guests[bob].ready())
    guest = table.guests[bob]
    assert guest.table is not None and guest.view is not None
    assert (guest.table.phase, guest.table.hand) == ("hand", 2)
    dealers = [e.dealer for e in table.events(bob) if isinstance(e, HandDealt)]
    assert dealers[1] == 1 - dealers[0]


def test_who_is_ready_again_and_again_is_told_of_once() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.say(bob, table.guests[bob].ready())
    before = len(table.said[ann])
    for _ in range(1000):
        assert table.say(bob, table.guests[bob].ready()) == []
    assert len(table.said[ann]) == before


def test_the_last_hands_readiness_is_not_the_next_ones() -> None:
    table, ann, bob = pair()
    for _ in range(2):
        table.finish_hand()
        seats = table.guests[ann].table.seats  # type: ignore[union-attr]
        assert [seat.ready for seat in seats] == [False, False]
        table.say(ann, table.guests[ann].ready())
        table.say(bob, table.guests[bob].ready())


def test_nobody_deals_while_somebody_is_away() -> None:
    table, ann, bob = pair()
    table.finish_hand()
    table.lose(bob)
    table.say(ann, table.guests[ann].ready())
    assert table.guests[ann].table.phase == "between"  # type: ignore[union-attr]
    back = table.join(token=table.guests[bob].token)
    table.say(back, table.guests[back].ready())
    assert table.guests[ann].table.phase == "hand"  # type: ignore[union-attr]


def test_a_freed_seats_token_gives_nothing_back() -> None:
    table = Table(seats=3)
    table.join("Ann")
    bob = table.join("Bob")
    table.say(bob, table.guests[bob].bye())
    again = table.join("Robert", token=table.guests[bob].token)
    seats = table.guests[again].table.seats  # type: ignore[union-attr]
    assert seats[1].name == "Robert"


def test_a_match_waits_for_a_computer_player_that_has_no_channel_yet() -> None:
    table = Table(seats=2)
    table.carry_out(table.host.seat_bot("Ada"))
    ann = table.join("Ann")
    assert table.guests[ann].view is None
    assert table.guests[ann].table.phase == "lobby"  # type: ignore[union-attr]


def test_who_came_back_is_not_replaced_after_all() -> None:
    table, ann, bob = pair()
    table.lose(bob)
    table.hung_up.add(bob)
    table.wait(30)
    back = table.join(token=table.guests[bob].token)
    table.wait(60)
    assert table.substitutes == []
    late = table.say(bob, "")
    assert late == [] and back not in table.hung_up


def test_a_substitutes_token_ends_with_its_task() -> None:
    table, ann, bob = pair()
    table.say(bob, table.guests[bob].bye())
    bot = table.join(token=table.substitutes[0])
    table.join(token=table.guests[bob].token)
    assert bot in table.hung_up
    late = table.join(token=table.substitutes[0])
    assert isinstance(table.said[late][0], Refused)


def test_ready_in_the_middle_of_a_hand_means_nothing() -> None:
    table, ann, _ = pair()
    assert table.say(ann, table.guests[ann].ready()) == []


def test_a_match_ends_after_the_hands_agreed_on_and_another_can_follow() -> None:
    table = Table(max_hands=1)
    ann, bob = table.join("Ann"), table.join("Bob")
    table.finish_hand()
    assert isinstance(table.events(ann)[-1], MatchEnded)
    assert table.guests[ann].table.phase == "ended"  # type: ignore[union-attr]
    for peer in (ann, bob):
        table.say(peer, table.guests[peer].ready())
    after = table.guests[ann].table
    assert after is not None
    assert (after.phase, after.hand, after.scores) == ("hand", 1, (0, 0))


def test_scores_are_reset_between_two_hands() -> None:
    table, ann, bob = pair()
    for refused in (Table(), table):
        with pytest.raises(ValueError, match="^scores can be reset between two hands$"):
            refused.host.reset_scores()
    table.finish_hand()
    shown = table.guests[bob].view
    table.say(ann, table.guests[ann].ready())
    table.carry_out(table.host.reset_scores())
    for peer in (ann, bob):
        after = table.guests[peer].table
        assert isinstance(table.said[peer][-1], Update) and after is not None
        assert (after.phase, after.hand, after.scores) == ("between", 0, (0, 0))
        assert after.seats[0].ready
    assert table.guests[bob].view == shown
    table.say(bob, table.guests[bob].ready())
    assert table.guests[bob].table.hand == 1  # type: ignore[union-attr]
    dealers = [e.dealer for e in table.events(bob) if isinstance(e, HandDealt)]
    assert dealers[1] == 1 - dealers[0]


def test_after_a_match_the_scores_are_reset_too() -> None:
    table = Table(max_hands=1)
    ann, _ = table.join("Ann"), table.join("Bob")
    table.finish_hand()
    table.carry_out(table.host.reset_scores())
    after = table.guests[ann].table
    assert after is not None
    assert (after.phase, after.scores) == ("between", (0, 0))


def test_the_same_seed_deals_the_same_cards_and_another_does_not() -> None:
    def dealt(seed: bytes) -> list[object]:
        table = Table(seed=seed)
        peers = table.join("Ann"), table.join("Bob")
        table.finish_hand()
        for peer in peers:
            table.say(peer, table.guests[peer].ready())
        return [table.guests[peer].view for peer in peers]

    assert dealt(SEED) == dealt(SEED)
    assert dealt(SEED) != dealt(b"another")


def test_a_request_is_valid_json_of_notation() -> None:
    table, *_ = pair()
    one = table.on_turn()
    text = table.guests[one].act(LayDown(("7H", "8H", "9H")))
    assert msgspec.json.decode(text)["action"] == {
        "type": "lay_down",
        "cards": ["7H", "8H", "9H"],
    }

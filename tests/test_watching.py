"""Who watches sees what everybody may know, asks for nothing, and harms nobody."""

import json

import pytest
from tabled import Table, pair

from peer.attendance import DEAD, HEARTBEAT
from peer.guest import Guest
from peer.outputs import Send
from peer.places import Peer, printable_name
from peer.records import Settled
from peer.requests import SendAway
from peer.story import told_apart
from peer.watching import MAX_WATCHERS, REMEMBERED
from shared.actions import Draw
from shared.errors import IllegalAction, ProtocolError
from shared.terms import Terms
from shared.wire import (
    VERSION,
    Answer,
    Ask,
    Audited,
    Bye,
    Commit,
    Hello,
    Hint,
    Opens,
    Ready,
    Refused,
    Rejected,
    Reveal,
    ToHost,
    Update,
    Welcome,
    encode,
)

ANY32 = "A" * 43
WATCHING = "you only watch: wait for a free seat to play"


def watched() -> tuple[Table, Peer, Peer, Peer]:
    """Ann and Bob play, and Zed watches."""
    table, ann, bob = pair()
    return table, ann, bob, table.watch("Zed")


def names(table: Table, peer: Peer) -> tuple[str, ...]:
    """Of those who watch, as ``peer`` was told last."""
    shown = table.guests[peer].table
    assert shown is not None
    return shown.watchers


def test_who_watches_is_welcomed_without_a_seat_and_everybody_is_told() -> None:
    table, ann, bob, zed = watched()
    welcome, update = table.said[zed]
    assert isinstance(welcome, Welcome) and isinstance(update, Update)
    assert (welcome.seat, welcome.back, welcome.last_act) == (None, False, 0)
    assert welcome.rules
    assert table.guests[zed].seat is None
    for peer in (ann, bob, zed):
        assert names(table, peer) == ("Zed",)
    assert update.view is not None
    assert (update.view.seat, update.view.hand, update.view.can) == (None, (), ())


def test_who_watches_is_told_of_every_action_without_its_secret() -> None:
    table, ann, bob, zed = watched()
    table.act(table.on_turn(), Draw("stock"))
    last = table.said[zed][-1]
    assert isinstance(last, Update)
    (drew,) = last.events
    assert drew.card is None  # type: ignore[union-attr]
    assert last.seq == table.host.table.seq
    assert table.said[zed][-1] != table.said[bob][-1]


def test_who_watches_sees_a_lobby_too() -> None:
    table = Table(seats=2)
    zed, ann = table.watch("Zed"), table.join("Ann")
    assert names(table, ann) == ("Zed",)
    assert table.host.table.phase == "lobby"
    assert table.guests[ann].seat == 0
    table.join("Bob")
    assert table.guests[zed].view is not None


@pytest.mark.parametrize(
    "message",
    [
        Ready(),
        Commit(0, ANY32),
        Reveal(0, ANY32),
        Audited(0, "failed"),
        Opens(True),
        Ask("end"),
        Answer(1, True),
        Hint(),
    ],
)
def test_who_watches_is_refused_in_words_whatever_it_asks_for(message: ToHost) -> None:
    table, ann, _, zed = watched()
    before, told = table.host.table, len(table.said[ann])
    assert table.say(zed, encode(message)) == [Rejected(0, "watching")]
    assert str(table.said[zed][-1]) == WATCHING
    assert table.host.table is before
    assert len(table.said[ann]) == told
    assert zed not in table.hung_up


def test_who_watches_cannot_act() -> None:
    table, ann, _, zed = watched()
    before, told = table.host.table, len(table.said[ann])
    for number in range(1, 30):
        answer = table.act(zed, Draw("stock"))
        assert answer == [Rejected(number, "watching")]
    assert table.host.table is before
    assert len(table.said[ann]) == told
    assert not table.guests[zed].pending
    assert zed not in table.hung_up


def test_who_watches_cannot_say_hello_again() -> None:
    table, ann, bob, zed = watched()
    table.say(zed, encode(Hello(VERSION, "Zed", table.guests[ann].token)))
    assert zed in table.hung_up
    assert names(table, bob) == ()
    assert table.guests[ann].seat == 0 and ann not in table.hung_up


def test_a_seat_is_no_way_to_claim_by_watching() -> None:
    table, ann, bob, zed = watched()
    thief = table.watch("Thief", token=table.guests[ann].token)
    assert table.guests[thief].seat is None
    assert table.guests[thief].token != table.guests[ann].token
    assert ann not in table.hung_up
    assert names(table, bob) == ("Zed", "Thief")


def test_the_token_of_who_watches_gives_no_seat() -> None:
    table = Table(seats=3)
    table.join("Ann")
    zed = table.watch("Zed")
    again = table.join("Zed", token=table.guests[zed].token)
    assert table.guests[again].seat == 1
    assert table.guests[again].token != table.guests[zed].token


def test_names_are_told_apart() -> None:
    table, ann, *_ = watched()
    for name in ("Zed", "zed", "Ann", "\u202e", "x" * 60):
        table.watch(name)
    shown = names(table, ann)
    assert shown == ("Zed", "Zed 2", "zed 3", "Ann 2", "Watcher", "x" * 20)
    table.watch("x" * 20)
    assert names(table, ann)[-1] == "x" * 16 + " 2"


@pytest.mark.parametrize(
    "name",
    [
        "\uff21nn",
        "A\u0301nn",
        "\u00c1nn",
        "A nn",
        "Ann ",
        "Ann.",
        "\U0001d400nn",
        "aNN",
    ],
)
def test_names_that_look_alike_are_told_apart_as_those_of_seats_are(name: str) -> None:
    table, ann, *_ = watched()
    table.watch(name)
    table.watch("Ann")
    told = printable_name(name)
    assert names(table, ann) == ("Zed", f"{told} 2", "Ann 3")
    assert told_apart(("Ann", told)) == ("Ann (seat 1)", f"{told} (seat 2)")


@pytest.mark.parametrize("name", ["You", "vous", "\u0906\u092a", "...", "\u2660"])
def test_who_watches_is_not_called_as_the_reader_is(name: str) -> None:
    table, ann, *_ = watched()
    table.watch(name)
    assert names(table, ann) == ("Zed", f"{name} 2")


# Coming and going


def test_who_stops_watching_is_dropped_and_everybody_is_told() -> None:
    table, ann, _, zed = watched()
    table.say(zed, table.guests[zed].bye())
    assert zed in table.hung_up
    assert names(table, ann) == ()
    assert table.substitutes == []


def test_who_is_lost_while_watching_is_missed_by_nobody() -> None:
    table, ann, _, zed = watched()
    table.lose(zed)
    table.hung_up.add(zed)
    assert names(table, ann) == ()
    told = len([said for said in table.said[ann] if isinstance(said, Update)])
    table.wait(60)
    updates = [said for said in table.said[ann] if isinstance(said, Update)]
    assert len(updates) == told


def test_who_watches_is_asked_too_and_dropped_when_silent() -> None:
    table, ann, _, zed = watched()
    table.wait(5 * HEARTBEAT)
    assert table.pinged[zed] == table.pinged[ann] > 3
    table.mute.add(zed)
    table.wait(DEAD + 1)
    assert zed in table.hung_up
    assert names(table, ann) == ()


def test_who_comes_back_to_watch_has_its_name_back() -> None:
    table, ann, _, zed = watched()
    table.lose(zed)
    table.hung_up.add(zed)
    again = table.watch("Anybody", token=table.guests[zed].token)
    welcome = table.said[again][0]
    assert isinstance(welcome, Welcome) and welcome.back
    assert welcome.token == table.guests[zed].token
    assert names(table, ann) == ("Zed",)


def test_who_watches_from_elsewhere_is_one_and_the_same() -> None:
    table, ann, _, zed = watched()
    table.watch("Zed", token=table.guests[zed].token)
    assert table.said[zed][-1] == Bye("watched_elsewhere", replaced=True)
    assert zed in table.hung_up
    assert names(table, ann) == ("Zed",)


def test_who_watched_may_come_back_while_the_code_is_another() -> None:
    table, _, _, zed = watched()
    token = table.guests[zed].token
    assert token in table.host.tokens()
    table.lose(zed)
    assert token in table.host.tokens()


def test_those_who_came_and_went_are_forgotten() -> None:
    table, ann, _, zed = watched()
    for _ in range(3 * REMEMBERED):
        table.say(other := table.watch("Yak"), table.guests[other].bye())
    assert len(table.host.tokens()) == REMEMBERED + 2, "Ann and Bob have seats"
    assert table.guests[zed].token in table.host.tokens()
    assert names(table, ann) == ("Zed",)


# Limits


def test_only_so_many_may_watch() -> None:
    table, ann, _, zed = watched()
    for _ in range(MAX_WATCHERS - 1):
        table.watch()
    late = table.watch("Late")
    (refused,) = table.said[late]
    assert refused == Refused("crowded", {"count": 8})
    assert str(refused) == (
        "8 people watch already, and there is no room for more: try again later"
    )
    assert late in table.hung_up
    table.say(zed, table.guests[zed].bye())
    assert isinstance(table.said[table.watch("Late")][0], Welcome)
    assert len(names(table, ann)) == MAX_WATCHERS


@pytest.mark.parametrize(
    ("terms", "code", "why"),
    [
        (
            Terms(watch=False),
            "no_watching",
            "nobody may watch at this table: ask the host to allow it",
        ),
        (
            Terms(locked=True),
            "locked",
            "the host has locked the room: ask the host to unlock it",
        ),
    ],
)
def test_a_table_may_let_nobody_watch(terms: Terms, code: str, why: str) -> None:
    table = Table(terms=terms)
    zed = table.watch("Zed")
    assert table.said[zed] == [Refused(code)]
    assert str(table.said[zed][0]) == why
    assert zed in table.hung_up


def test_who_watched_before_may_come_back_to_a_locked_table() -> None:
    table, ann, _, zed = watched()
    settle(table, Terms(locked=True))
    table.lose(zed)
    again = table.watch(token=table.guests[zed].token)
    assert isinstance(table.said[again][0], Welcome)
    assert names(table, ann) == ("Zed",)


def test_when_watching_is_not_allowed_any_more_who_watches_is_told_and_goes() -> None:
    table, ann, _, zed = watched()
    settle(table, Terms(watch=False))
    table.wait(1)
    assert table.said[zed][-1] == Bye("no_watching")
    assert zed in table.hung_up
    assert names(table, ann) == ()


def settle(table: Table, terms: Terms) -> None:
    """The host settles it, whichever way that is asked for."""
    table.host._company.change(Settled(terms))
    table.carry_out(table.host._company.flush())


def test_who_finds_all_seats_taken_is_told_of_watching() -> None:
    table, *_ = watched()
    late = table.join("Late")
    assert table.said[late] == [Refused("full_watch")]
    assert str(table.said[late][0]) == "all seats are taken; watch with --watch"
    assert isinstance(table.said[table.watch("Late")][0], Welcome)


def test_who_finds_all_taken_is_not_told_of_what_is_not_allowed() -> None:
    table = Table(terms=Terms(watch=False))
    table.join("Ann"), table.join("Bob")
    late = table.join("Late")
    assert table.said[late] == [Refused("full")]


def test_the_host_may_send_away_who_watches() -> None:
    table, ann, _, zed = watched()
    yak = table.watch("Yak")
    token = table.guests[zed].token
    table.manage(SendAway("Zed"))
    assert table.said[zed][-1] == Bye("sent_away")
    assert zed in table.hung_up and yak not in table.hung_up
    assert token not in table.host.tokens()
    assert names(table, ann) == ("Yak",)
    with pytest.raises(IllegalAction, match="nobody called Zed watches"):
        table.manage(SendAway("Zed"))


# What cannot be kept


def test_a_welcome_that_was_lost_with_the_disk_is_given_again() -> None:
    table, ann, bob, zed = watched()
    before, told = table.host.table, len(table.said[zed])
    table.carry_out(table.host.undo(before, "no room", table.now, [zed]))
    welcome, update = table.said[zed][told:]
    assert isinstance(welcome, Welcome) and isinstance(update, Update)
    assert welcome.token == table.guests[zed].token
    assert names(table, ann) == ("Zed",)


# The guest's side


def test_a_guest_takes_no_seat_when_it_asked_to_watch_nor_the_other_way() -> None:
    for watch, seat in ((True, 0), (False, None)):
        guest = Guest("Zed", watch=watch)
        guest.hello()
        with pytest.raises(ProtocolError, match="what we did not ask for"):
            guest.received(encode(Welcome(VERSION, seat, "token", 0)))


def test_who_watches_gets_nothing_before_its_welcome() -> None:
    table, _, _, zed = watched()
    update = encode(table.said[zed][-1])
    with pytest.raises(ProtocolError, match="an update before a welcome"):
        Guest("Zed", watch=True).received(update)


def test_who_watches_believes_no_hand_of_its_own() -> None:
    table, ann, _, zed = watched()
    update = json.loads(encode(table.said[zed][-1]))
    update["view"]["seat"] = 0
    with pytest.raises(ProtocolError, match="makes no sense"):
        table.guests[zed].received(json.dumps(update))


def test_every_update_reaches_who_watches_once() -> None:
    table, ann, _, zed = watched()
    outputs = table.host.received(
        table.on_turn(), table.guests[table.on_turn()].act(Draw("stock")), table.now
    )
    texts = [one.text for one in outputs if isinstance(one, Send) and one.peer == zed]
    assert len(texts) == 1
    assert ann

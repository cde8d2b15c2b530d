"""Whom a player has muted is not heard, wherever that one goes."""

from tabled import Table

from peer.guest import Guest
from peer.mutes import Mutes
from peer.places import Peer
from shared.tableview import SeatView, TableView
from shared.terms import Terms
from shared.wire import Said


def company() -> tuple[Table, Peer, Peer, Peer]:
    table = Table(seats=2, terms=Terms(talk="text"))
    return table, table.join("Ann"), table.join("Bob"), table.watch("Zed")


def hushed(guest: Guest, who: int | str) -> bool:
    """Whether the guest hears neither phrase nor text of who has that seat or name."""
    seat = who if isinstance(who, int) else None
    watcher = who if isinstance(who, str) else ""
    hushes = [
        guest.mutes.hush(Said(seat=seat, watcher=watcher, phrase=phrase, text=text))
        for phrase, text in (("hello", ""), ("party", ""), ("", "hello"))
    ]
    assert len({*hushes}) == 1
    return hushes[0]


def table_of(*names: str, watchers: tuple[str, ...] = ()) -> TableView:
    """A table where these sit; an empty name is a free seat."""
    seats = [
        SeatView(name, "person" if name else "open", bool(name), False, False)
        for name in names
    ]
    return TableView(
        "basic",
        "cgio",
        "lobby",
        tuple(seats),
        0,
        (0,) * len(names),
        0,
        watchers=watchers,
    )


def muting(table: TableView, who: int | str) -> Mutes:
    mutes = Mutes()
    mutes.seen(table)
    assert mutes.mute(who, True)
    return mutes


def test_a_seat_is_muted_by_one_player_for_this_player() -> None:
    table, ann, bob, zed = company()
    assert table.guests[ann].mutes.mute(1, True)
    assert hushed(table.guests[ann], 1)
    for other in (bob, zed):
        assert not hushed(table.guests[other], 1)
    assert not hushed(table.guests[ann], 0) and not hushed(table.guests[ann], "Zed")
    assert table.guests[ann].mutes.mute(1, False)
    assert not hushed(table.guests[ann], 1)


def test_who_watches_mutes_and_is_muted() -> None:
    table, ann, _, zed = company()
    assert table.guests[ann].mutes.mute("Zed", True)
    assert table.guests[zed].mutes.mute(0, True)
    assert hushed(table.guests[ann], "Zed") and hushed(table.guests[zed], 0)
    assert table.guests[ann].mutes.mute("Zed", False)
    assert not hushed(table.guests[ann], "Zed")


def test_there_must_be_somebody_to_mute() -> None:
    table, ann, _, _ = company()
    mutes = table.guests[ann].mutes
    assert not mutes.mute(2, True)
    assert not mutes.mute(-1, True)
    assert not mutes.mute("Nobody", True)
    assert not Mutes().mute(0, True)


def test_a_mute_holds_when_the_connection_is_another() -> None:
    table, ann, bob, zed = company()
    assert table.guests[ann].mutes.mute(1, True)
    assert table.guests[ann].mutes.mute("Zed", True)
    again = table.come_back(ann)
    table.come_back(bob)
    table.lose(zed)
    table.hung_up.add(zed)
    table.watch(token=table.guests[zed].token)
    assert hushed(table.guests[again], 1) and hushed(table.guests[again], "Zed")


def test_a_mute_holds_in_the_return_match() -> None:
    table = Table(seats=2, max_hands=1)
    ann, bob = table.join("Ann"), table.join("Bob")
    assert table.guests[ann].mutes.mute(1, True)
    table.finish_hand()
    for peer in (ann, bob):
        table.say(peer, table.guests[peer].ready())
    assert table.guests[ann].table.phase == "hand"  # type: ignore[union-attr]
    assert hushed(table.guests[ann], 1)


def test_who_leaves_a_seat_and_comes_back_under_the_name_is_still_muted() -> None:
    mutes = muting(table_of("Ann", "Bob"), 1)
    mutes.seen(table_of("Ann", ""))
    mutes.seen(table_of("Bob", "Cleo"))
    assert mutes.cover(0)


def test_who_has_the_seat_next_is_not_muted() -> None:
    mutes = muting(table_of("Ann", "Bob"), 1)
    mutes.seen(table_of("Ann", ""))
    mutes.seen(table_of("Ann", "Cleo"))
    assert not mutes.cover(1)


def test_who_takes_another_name_is_still_muted() -> None:
    mutes = muting(table_of("Ann", "Bob"), 1)
    mutes.seen(table_of("Ann", "Robert"))
    mutes.seen(table_of("Robert", ""))
    assert mutes.cover(0)


def test_who_watches_and_then_sits_down_is_still_muted() -> None:
    mutes = muting(table_of("Ann", "", watchers=("Zed",)), "Zed")
    mutes.seen(table_of("Ann", "Zed"))
    assert mutes.cover(1)
    assert mutes.mute(1, False)
    assert not mutes.cover(1) and not mutes.cover("Zed")


def test_a_mute_of_who_has_gone_can_be_taken_back() -> None:
    mutes = muting(table_of("Ann", "", watchers=("Zed",)), "Zed")
    mutes.seen(table_of("Ann", ""))
    assert mutes.mute("Zed", False)
    assert not mutes.mute("Zed", False)


def test_a_mute_holds_at_a_table_with_fewer_seats() -> None:
    mutes = muting(table_of("Ann", "Bob", "Cleo", "Dan"), 3)
    assert mutes.mute(2, True)
    mutes.seen(table_of("Ann", "Dan"))
    assert mutes.cover(1) and not mutes.cover(0)

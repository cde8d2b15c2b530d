"""The code of a table is another one: who plays there is told it."""

import pytest
from msgspec.structs import replace
from tabled import Table
from test_waiting import with_bot

from peer.guest import Guest
from peer.records import RoomOpened
from peer.waiting import PATIENCE
from shared.errors import ProtocolError
from shared.wire import Relocated, encode

ROOM = RoomOpened(server=None, port=1, room="7KQM", claim=None, secret="3XWC")


def opened(table: Table, room: str = "7KQM", secret: str = "3XWC") -> None:
    record = replace(ROOM, room=room, secret=secret)
    table.carry_out(table.host.open_room(record))


def told(table: Table, peer: int) -> list[Relocated]:
    return [one for one in table.said[peer] if isinstance(one, Relocated)]


def test_who_plays_is_told_the_code_and_who_watches_only_the_room() -> None:
    table = Table(seats=3)
    ann, zed = table.join("Ann"), table.watch("Zed")
    opened(table)
    opened(table)
    assert told(table, ann) == told(table, zed) == []
    opened(table, secret="WWWW")
    opened(table, room="QQQQ", secret="2222")
    assert told(table, ann) == [Relocated("7KQM", "WWWW"), Relocated("QQQQ", "2222")]
    assert told(table, zed) == [Relocated("7KQM"), Relocated("QQQQ")]


def test_who_comes_back_is_told_the_code_and_who_sits_down_knows_it() -> None:
    table = Table(seats=3)
    opened(table)
    ann = table.join("Ann")
    assert told(table, ann) == []
    table.lose(ann)
    opened(table, secret="WWWW")
    again = table.join("Ann", table.guests[ann].token)
    assert told(table, again) == [Relocated("7KQM", "WWWW")]


def test_who_has_waited_for_a_seat_is_told_the_code_with_it() -> None:
    table = Table(seats=2)
    with_bot(table, "Ann")
    opened(table)
    bob = table.join("Bob")
    opened(table, room="QQQQ", secret="2222")
    assert told(table, bob) == []
    table.finish_hand()
    table.wait(PATIENCE + 1)
    assert table.guests[bob].seat == 1
    assert told(table, bob) == [Relocated("QQQQ", "2222")]


@pytest.mark.parametrize("secret", ["../x", "333", "33333"])
def test_a_secret_that_is_none_breaks_the_protocol(secret: str) -> None:
    with pytest.raises(ProtocolError, match="^the host sent a room that is none$"):
        Guest("Ann").received(encode(Relocated("7KQM", secret)))

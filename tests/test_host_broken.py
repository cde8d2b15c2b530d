"""Who breaks the protocol is hung up on, and nobody else notices."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import Table, pair

from shared.actions import Draw
from shared.wire import VERSION, Hello, Update, encode


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

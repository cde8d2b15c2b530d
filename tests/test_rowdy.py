"""Evenings at which everybody does everything, and what holds all the same."""

from pathlib import Path

import pytest
from rowdy import Rowdy
from soak import TIMES
from verified import second_opinion

from peer.outputs import HangUp, Send
from peer.requests import End
from shared.ruleset import rulesets
from shared.transcript import sealed
from shared.wire import Hello, Hint, encode

EVENINGS = 7
STEPS = 150


@pytest.mark.soak
@pytest.mark.needs("nodejs")
@pytest.mark.parametrize("number", range(EVENINGS * TIMES**2))
def test_whatever_people_do_the_host_keeps_its_word(
    tmp_path: Path, number: int
) -> None:
    """The seed of a failure is the number in the name of the test."""
    presets = sorted(rulesets())
    evening = Rowdy(presets[number % len(presets)], number)
    evening.play(STEPS * (1 + number % TIMES))
    lines = evening.table.host.table.chronicle.lines
    if lines:
        file = tmp_path / "match"
        file.write_text(sealed(lines))
        assert second_opinion(file) == "ok"
    evening.manages(End())
    evening.table.wait(3)
    evening.table.check()
    assert not evening.table.here


def test_nothing_is_remembered_of_those_who_were_hung_up_on() -> None:
    evening = Rowdy("cgio", 1)
    table = evening.table
    while table.host.free_seats():
        table.join("Ann")
    token = table.host.table.places[0].token
    for _ in range(50):
        peer = table.join("Ann", token)
        table.say(peer, encode(Hint()))
        table.say(peer, encode(Hello(1, "twice")))
        table.say(table.watch("Zed"), "{}")
        table.say(table.connect("shy"), "[")
    table.check_memory()
    assert len(table.host._watching._names) <= 33


def test_such_a_table_finds_who_is_spoken_to_after_the_hang_up() -> None:
    table = Rowdy("cgio", 2).table
    (peer, *_) = table.here
    with pytest.raises(AssertionError):
        table.carry_out([HangUp(peer), Send(peer, "{}")])


def test_such_a_table_finds_the_cards_of_others() -> None:
    table = Rowdy("cgio", 3).table
    while table.host.free_seats():
        table.join("Bob")
    table.seat_substitutes()
    one, other = table.here[:2]
    update = encode(table.host.seen_by(table.guests[other].seat or 0))
    with pytest.raises(AssertionError, match="hand"):
        table.carry_out([Send(one, update.replace('"seat":1', '"seat":0', 1))])

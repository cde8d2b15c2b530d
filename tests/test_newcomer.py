"""A computer player that learns at the table what is played there."""

import pytest
from dealt import dealt
from msgspec.structs import replace
from seated import Seated, bot, person

from peer.newcomer import Newcomer
from shared.actions import Discard, LayDown
from shared.errors import ProtocolError
from shared.rulesets.basic import PRESETS

CGIO = PRESETS["cgio"]
SEATED = Seated(person("Mira"), replace(bot("Ada"), level="master"))
HELD = dealt(
    ["2C 4C 6S 8C TC QD KC 3S", "7H 8H 9H KS KD 2H 3C 5S JC QC TS"],
    turn=1,
    phase="play",
)


def test_it_plays_as_well_as_the_host_says() -> None:
    view, table = CGIO.view(HELD, 1), SEATED.table
    newcomer = Newcomer()
    newcomer.meet(table, 1)
    assert isinstance(newcomer.choose(view, ()), Discard)
    assert newcomer.why is not None
    newcomer.meet(replace(table, seats=(person("Mira"), bot("Ada"))), 1)
    assert isinstance(newcomer.choose(view, ()), LayDown)
    asked = Newcomer("master")
    asked.meet(replace(table, seats=(person("Mira"), bot("Ada"))), 1)
    assert isinstance(asked.choose(view, ()), Discard)


def test_it_plays_by_the_options_of_the_table() -> None:
    newcomer = Newcomer("master")
    view, table = (
        CGIO.view(HELD, 1),
        replace(SEATED.table, options={"going_rummy": "off"}),
    )
    newcomer.meet(table, 1)
    newcomer.choose(view, ())
    newcomer.meet(replace(table, preset="pagat", options={}), 1)
    assert newcomer._player._judge.options.preset == "pagat"  # type: ignore[attr-defined]


def test_a_game_that_this_program_does_not_know() -> None:
    table = replace(SEATED.table, preset="whist")
    with pytest.raises(ProtocolError, match="^the host plays an unknown game: basic "):
        Newcomer().meet(table, 1)

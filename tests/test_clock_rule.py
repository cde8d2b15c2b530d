"""What is agreed on about time, and what every screen shows of it."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.clock import (
    LIMITS,
    ClockView,
    Control,
    checked_clock,
    held,
    left,
    read_clock,
    written_clock,
)
from shared.overtime import control_of
from shared.ruleset import find_ruleset, rulesets

VECTORS = json.loads(Path(__file__).with_name("clock_vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: one["what"])
def test_what_is_left_follows_from_what_came_and_since_when(
    vector: dict[str, object],
) -> None:
    clock = msgspec.convert(vector["clock"], ClockView)
    since = vector["since"]
    assert isinstance(since, int)
    seats = range(len(clock.left))
    assert [left(clock, seat, since) for seat in seats] == vector["left"]
    assert held(clock, since) == vector["held"]


@pytest.mark.parametrize(
    ("text", "control", "usual"),
    [
        ("off", None, "off"),
        ("45", Control(turn=45), "45"),
        ("45s", Control(turn=45), "45"),
        ("10m+20s", Control(bank=600, increment=20), "10m+20s"),
        ("600s+20s", Control(bank=600, increment=20), "10m+20s"),
        ("90s+5s", Control(bank=90, increment=5), "90s+5s"),
    ],
)
def test_a_clock_has_a_text_form(
    text: str, control: Control | None, usual: str
) -> None:
    assert read_clock(text) == control
    assert checked_clock(text) == written_clock(control) == usual


@given(st.integers(*LIMITS["bank"]), st.integers(*LIMITS["increment"]))
def test_every_bank_survives_being_written(bank: int, increment: int) -> None:
    control = Control(bank=bank, increment=increment)
    assert read_clock(checked_clock(written_clock(control))) == control


@pytest.mark.parametrize("preset", rulesets())
def test_a_game_has_a_clock_of_its_own_or_none(preset: str) -> None:
    own = {"rk_official": 60, "rk_classic": 60, "rk_tournament": 40}
    own["rk_sabra_strict"] = 120
    control = control_of("game", rulesets()[preset])
    assert control == (Control(turn=own[preset]) if preset in own else None)
    assert control_of("off", rulesets()[preset]) is None


def test_rummikub_without_a_limit_has_no_clock() -> None:
    changed = find_ruleset("rummikub", None, {"turn_seconds": "0"})
    assert control_of("game", changed) is None
    assert control_of("30", changed) == Control(turn=30)

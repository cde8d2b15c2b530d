"""Rummikub: every refusal, its code and what the player is told."""

import ast
from pathlib import Path

import pytest
from tiled import DRAW, OFFICIAL, laid, refused, to

from shared.actions import (
    Action,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Pass,
    TakeJoker,
)
from shared.rulesets.rummikub_state import State

SHARED = Path(__file__).parent.parent / "shared"

SOURCES = (
    "errors.py",
    "tiles.py",
    *(f"rulesets/{path.name}" for path in (SHARED / "rulesets").glob("rummikub*.py")),
)


def drawing() -> State:
    return laid(["4r 9k", "9b"], "1r 2r 3r")


REFUSALS: list[tuple[State, Action, str, str]] = [
    *(
        (drawing(), action, "not_in_this_game", "this game has no such action")
        for action in (
            LayDown(("1r", "2r", "3r")),
            LayOff("4r", 0),
            Discard("4r"),
            Knock("4r", ()),
            TakeJoker("4r", 0),
            Draw("stock", "4r"),
        )
    ),
    (
        drawing(),
        Draw("discard"),
        "no_discard_pile",
        "Rummikub has no discard pile: draw from the pool",
    ),
    (
        drawing(),
        to("1r 2r 3r 4R"),
        "no_such_tile",
        "'4R' is not a tile: write a number and a colour (r, b, k or o), such as 7r or "
        "13k, or J for a joker",
    ),
    (
        drawing(),
        to("1r 2r 3r 4r" + " 9k" * 3),
        "one_in_rack",
        "you hold only one 9k",
    ),
    (drawing(), to(), "left_table", "1r has left the table: put it back in a set"),
    (
        drawing(),
        to("1r 2r 3r 4r", ""),
        "set_empty",
        "set 2 has no tiles; a set has at least three",
    ),
    (
        drawing(),
        to("1r 2r 3r 4r 9k"),
        "mixed",
        "set 1 (1r 2r 3r 4r 9k) is neither of one number nor of one colour",
    ),
]

ELSEWHERE = {
    # test_rummikub_turn.py
    *("not_your_turn", "nothing_played", "not_opened", "too_few_points", "must_play"),
    # test_rummikub_end.py
    *("hand_over", "pool_empty", "pool_not_empty", "nothing_played_or_passed"),
    # test_rummikub_turn.py
    "not_in_rack",
    # test_rummikub_jokers.py
    *("joker_set", "joker_from_rack", "joker_both_colours", "joker_new_set"),
}


@pytest.mark.parametrize(("state", "action", "code", "message"), REFUSALS)
def test_refusals(state: State, action: Action, code: str, message: str) -> None:
    assert refused(state, action) == (code, message)


@pytest.mark.parametrize("action", [DRAW, Pass(), to("1r 2r 3r 4r")])
def test_who_is_not_on_turn_does_nothing(action: Action) -> None:
    for seat in (1, 2, -1):
        refusal = refused(drawing(), action, seat=seat)
        assert refusal == ("not_your_turn", "it is not your turn")


def test_every_code_in_the_rules_is_in_some_test() -> None:
    codes = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse((SHARED / source).read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value.startswith("joker_") and _is_fault(node.value):
                    codes.add(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "IllegalAction":
                    first = node.args[0]
                    codes |= {first.value} if isinstance(first, ast.Constant) else set()
    faults = {code for _, _, code, _ in REFUSALS if code in ("set_empty", "mixed")}
    tested = {code for _, _, code, _ in REFUSALS} - faults | ELSEWHERE
    assert codes == tested
    tests = "".join(
        path.read_text() for path in Path(__file__).parent.glob("test_*.py")
    )
    assert all(f'"{code}"' in tests for code in codes)


def _is_fault(text: str) -> bool:
    return text in (
        "joker_set",
        "joker_from_rack",
        "joker_both_colours",
        "joker_new_set",
    )


def test_a_refused_turn_leaves_the_draw() -> None:
    state = drawing()
    refused(state, to("4r 9k"))
    assert OFFICIAL.apply(state, 0, DRAW)[0].turn == 1

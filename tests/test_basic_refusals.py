"""Basic Rummy: every refusal, its code and what the player is told."""

import ast
from pathlib import Path

import pytest
from dealt import CGIO, STOCK, UPCARD, dealt, down, off, play, refused, throw

from shared.actions import Action, Knock, Pass, Rearrange
from shared.rulesets.basic_state import State

SOURCES = ("errors.py", "cards.py", "rulesets/basic.py", "rulesets/basic_state.py")

HANDS = ["7S 8S KD KC 8H", "2C 3C"]
TABLE = ["5H 6H 7H", "AS 2S 3S"]


def drawing() -> State:
    """Seat 0 has to draw; the upcard is 5C."""
    return dealt(HANDS, melds=TABLE, stock="9D ...", upcard="5C")


def playing() -> State:
    """Seat 0 has drawn 9D from the stock."""
    return play(drawing(), STOCK)[0]


def holding_5c() -> State:
    """Seat 0 has taken 5C from the discard pile."""
    return play(drawing(), UPCARD)[0]


def nearly_out() -> State:
    """Seat 0 holds 8H, which fits, and QC, which it has just taken."""
    state = dealt(["8H", "2C 3C"], melds=TABLE, upcard="QC")
    return play(state, UPCARD)[0]


def no_pile() -> State:
    """Seat 0 has to draw and there is no upcard."""
    return dealt(HANDS, melds=TABLE)


def over() -> State:
    """Seat 0 has won."""
    state = dealt(["8H", "2C 3C"], melds=TABLE, stock="9H ...")
    return play(state, STOCK, off("8H", 0), off("9H", 0))[0]


REFUSALS = [
    (over(), STOCK, "hand_over", "the hand is over"),
    *(
        (state, action, "not_in_this_game", "this game has no such action")
        for state in (drawing(), playing())
        for action in (Pass(), Knock("KD", ()), Rearrange(()))
    ),
    (drawing(), throw("KD"), "draw_first", "draw a card first"),
    (drawing(), down("7S 8S 9S"), "draw_first", "draw a card first"),
    (drawing(), off("8H", 0), "draw_first", "draw a card first"),
    (
        playing(),
        STOCK,
        "already_drawn",
        "you have drawn: lay down, lay off or discard",
    ),
    (
        playing(),
        UPCARD,
        "already_drawn",
        "you have drawn: lay down, lay off or discard",
    ),
    (
        no_pile(),
        UPCARD,
        "pile_empty",
        "the discard pile is empty: draw from the stock",
    ),
    (playing(), throw("2C"), "not_in_hand", "you do not hold 2C"),
    (playing(), off("8D", 0), "not_in_hand", "you do not hold 8D"),
    (playing(), down("7S 8S 9S"), "not_in_hand", "you do not hold 9S"),
    (playing(), down("KH KD KC"), "not_in_hand", "you do not hold KH"),
    (playing(), down(""), "too_few", "a meld has at least three cards"),
    (playing(), down("KD KC"), "too_few", "a meld has at least three cards"),
    (
        playing(),
        down("KD 7S 8S"),
        "not_a_meld",
        "7S 8S KD is neither a set nor a run",
    ),
    (playing(), down("7S 8S 7S"), "card_twice", "7S is listed twice"),
    (
        playing(),
        down("7S 8S 9X"),
        "no_such_card",
        "'9X' is not a card: write a rank and a suit, such as 7H or TS",
    ),
    (
        playing(),
        throw("7s"),
        "no_such_card",
        "'7s' is not a card: write a rank and a suit, such as 7H or TS",
    ),
    (
        playing(),
        off("", 0),
        "no_such_card",
        "'' is not a card: write a rank and a suit, such as 7H or TS",
    ),
    (playing(), off("8H", 2), "no_such_meld", "there is no such meld on the table"),
    (playing(), off("8H", -1), "no_such_meld", "there is no such meld on the table"),
    (
        playing(),
        off("8H", 1 << 70),
        "no_such_meld",
        "there is no such meld on the table",
    ),
    (playing(), off("8H", 1), "does_not_fit", "8H does not fit on AS 2S 3S"),
    (playing(), off("KD", 0), "does_not_fit", "KD does not fit on 5H 6H 7H"),
    (
        holding_5c(),
        throw("5C"),
        "just_taken",
        "5C was taken from the discard pile this turn: discard another card",
    ),
    (
        nearly_out(),
        off("8H", 0),
        "stranded",
        "keep a card to discard: QC was taken from the discard pile this turn",
    ),
]


@pytest.mark.parametrize(("state", "action", "code", "sentence"), REFUSALS)
def test_the_refusal_says_why(
    state: State, action: Action, code: str, sentence: str
) -> None:
    assert refused(state, action) == (code, sentence)


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
@pytest.mark.parametrize("action", [STOCK, UPCARD, throw("2C"), down("2C 3C 4C")])
def test_nobody_acts_out_of_turn(seat: int, action: Action) -> None:
    for state in (drawing(), playing()):
        refusal = ("not_your_turn", "it is not your turn")
        assert refused(state, action, seat=seat) == refusal
        assert list(CGIO.legal(state, seat)) == []


def test_every_code_in_the_rules_is_in_these_tests() -> None:
    shared = Path(__file__).parent.parent / "shared"
    calls = [
        node
        for source in SOURCES
        for node in ast.walk(ast.parse((shared / source).read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "IllegalAction"
    ]
    codes = {
        call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)
    }
    assert len(calls) >= 14
    assert codes == {code for _, _, code, _ in REFUSALS} | {"not_your_turn"}

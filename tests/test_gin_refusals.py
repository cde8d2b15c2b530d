"""Gin Rummy: every refusal, its code and what the player is told."""

import ast
from pathlib import Path

import pytest
from ginhands import (
    CGIO,
    PAGAT,
    PASS,
    STOCK,
    UPCARD,
    ended,
    gin,
    knock,
    off,
    play,
    refused,
    throw,
)
from msgspec.structs import replace

from shared.actions import Action, Draw, LayDown, LayOff, Rearrange, TakeJoker
from shared.rulesets.gin import Gin
from shared.rulesets.gin_state import State

SOURCES = (
    "errors.py",
    "cards.py",
    "melds.py",
    *(f"rulesets/gin{part}.py" for part in ("", "_state")),
)

ELEVEN = "7S 8S 9S JH JD JC 4S 4H 4C 2H KS"
TEN = "7S 8S 9S JH JD JC 4S 4H 4C 2H"
OTHER = "TS JS QS 4D 5H 6H 8C 9D KH AC"
MELDS = "7S 8S 9S", "JH JD JC", "4S 4H 4C"
WALL = Gin(preset="mine", fiftieth_card_rule=True)
RUN = LayDown(("7S", "8S", "9S"))
NOT_A_CARD = "'7s' is not a card: write a rank and a suit, such as 7H or TS"


def opening() -> State:
    """Seat 0 may take KC or pass."""
    return gin((TEN, OTHER), phase="upcard", upcard="KC")


def passed() -> State:
    """Both have passed KC."""
    return play(opening(), PASS, PASS)[0]


def drawing() -> State:
    """Seat 0 has to draw; the upcard is KC."""
    return gin((TEN, OTHER), stock="KS ...", upcard="KC")


def playing() -> State:
    """Seat 0 holds ELEVEN."""
    return play(drawing(), STOCK)[0]


def took() -> State:
    """Seat 0 has taken KC."""
    return play(drawing(), UPCARD)[0]


def at_the_wall(hand: str) -> State:
    """Seat 0 may take TD to knock."""
    state = replace(gin((hand, OTHER), stock="TD AS 9C", upcard="KC"), turn=1)
    return play(state, STOCK, throw("TD"), game=WALL)[0]


def laying_off() -> State:
    """Seat 1 may lay off on fours, jacks and a run of spades."""
    return play(playing(), knock("KS", *MELDS))[0]


def over() -> State:
    """Seat 1 has passed."""
    return play(laying_off(), PASS)[0]


REFUSALS: list[tuple[State, Action, str, str]] = [
    (over(), STOCK, "hand_over", "the hand is over"),
    *(
        (
            opening(),
            action,
            "upcard_first",
            "take the upcard or pass before anything else",
        )
        for action in (STOCK, throw("2H"), knock("2H", *MELDS), off("2H", 0))
    ),
    (
        passed(),
        UPCARD,
        "upcard_passed",
        "both have passed this upcard: draw from the stock",
    ),
    *(
        (drawing(), action, "draw_first", "draw a card first")
        for action in (throw("2H"), knock("2H", *MELDS), PASS, off("2H", 0))
    ),
    *(
        (playing(), action, "discard_or_knock", "you have drawn: discard or knock")
        for action in (STOCK, UPCARD)
    ),
    (playing(), PASS, "no_pass", "you cannot pass now: discard or knock"),
    (
        playing(),
        off("2H", 0),
        "not_before_knock",
        "in gin rummy no card goes to the table before a knock",
    ),
    *(
        (state, action, "not_in_this_game", "this game has no such action")
        for state in (opening(), drawing(), playing(), laying_off())
        for action in (RUN, Rearrange(()), TakeJoker("7H", 0))
    ),
    *(
        (state, action, "not_in_this_game", "this game has no such action")
        for state, action in (
            (drawing(), Draw("discard", "KC")),
            (drawing(), Draw("stock", "KC")),
            (laying_off(), LayOff("TS", 0, "high")),
        )
    ),
    (playing(), throw("TS"), "not_in_hand", "you do not hold TS"),
    (playing(), throw("7s"), "no_such_card", NOT_A_CARD),
    (
        took(),
        throw("KC"),
        "just_taken",
        "KC was taken from the discard pile this turn: discard another card",
    ),
    (
        took(),
        knock("KC", *MELDS),
        "just_taken",
        "KC was taken from the discard pile this turn: discard another card",
    ),
    (playing(), knock("TS", *MELDS), "not_in_hand", "you do not hold TS"),
    (playing(), knock("7s", *MELDS), "no_such_card", NOT_A_CARD),
    (playing(), knock("KS", "7S 8S 9S TS"), "not_in_hand", "you do not hold TS"),
    (playing(), knock("KS", "7s 8S 9S"), "no_such_card", NOT_A_CARD),
    (playing(), knock("KS", *MELDS, "JH JD"), "card_twice", "JH is listed twice"),
    (playing(), knock("9S", *MELDS), "card_twice", "9S is listed twice"),
    (
        playing(),
        knock("KS", *MELDS, "2H"),
        "small_meld",
        "a meld has at least three cards",
    ),
    (
        playing(),
        knock("KS", *MELDS, ""),
        "small_meld",
        "a meld has at least three cards",
    ),
    (
        playing(),
        knock("KS", "7S 8S JH", "9S JD JC"),
        "not_a_meld",
        "7S 8S JH is neither a set nor a run",
    ),
    (
        playing(),
        knock("KS", "7S 8S 9S", "JH JD JC"),
        "too_much_left",
        "the cards left over count 14, and to knock they may count 10 at most",
    ),
    (
        playing(),
        knock("2H", *MELDS[:2]),
        "too_much_left",
        "the cards left over count 22, and to knock they may count 10 at most",
    ),
    (
        playing(),
        knock(None, *MELDS),
        "not_big_gin",
        "for big gin every card must be in a meld",
    ),
    (laying_off(), off("5H", 0), "does_not_fit", "5H does not fit on 4S 4H 4C"),
    (laying_off(), off("KS", 2), "not_in_hand", "you do not hold KS"),
    (laying_off(), off("4d", 0), "no_such_card", NOT_A_CARD.replace("7s", "4d")),
    *(
        (
            laying_off(),
            off("4D", place),
            "no_such_meld",
            "there is no such meld on the table",
        )
        for place in (3, -1, 1 << 70)
    ),
    *(
        (
            laying_off(),
            action,
            "lay_off_or_pass",
            "lay off what fits the knocker's melds, or pass",
        )
        for action in (STOCK, throw("4D"), knock("4D"))
    ),
]

OTHER_GAMES: list[tuple[Gin, State, Action, str, str]] = [
    (
        PAGAT,
        playing(),
        knock(None, *MELDS),
        "no_big_gin",
        "there is no big gin in this game: discard a card",
    ),
    (
        WALL,
        at_the_wall(TEN),
        STOCK,
        "last_discard",
        "the stock is used up: take the upcard to knock, or pass",
    ),
    (
        WALL,
        at_the_wall("2S 3S 5S 6C 7C 8H 9H QD KD KS"),
        UPCARD,
        "no_knock",
        "you could not knock with the upcard: pass",
    ),
    (
        WALL,
        play(at_the_wall(TEN), UPCARD, game=WALL)[0],
        throw("2H"),
        "must_knock",
        "you took the last discard: knock with it",
    ),
]


@pytest.mark.parametrize(("state", "action", "code", "sentence"), REFUSALS)
def test_the_refusal_says_why(
    state: State, action: Action, code: str, sentence: str
) -> None:
    assert refused(state, action) == (code, sentence)


@pytest.mark.parametrize(("game", "state", "action", "code", "sentence"), OTHER_GAMES)
def test_the_refusal_says_why_with_other_options(
    game: Gin, state: State, action: Action, code: str, sentence: str
) -> None:
    assert refused(state, action, game=game) == (code, sentence)


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
@pytest.mark.parametrize("action", [STOCK, UPCARD, PASS, throw("2H"), knock("2H")])
def test_nobody_acts_out_of_turn(seat: int, action: Action) -> None:
    for state in (opening(), drawing(), playing()):
        refusal = ("not_your_turn", "it is not your turn")
        assert refused(state, action, seat=seat) == refusal
        assert list(CGIO.legal(state, seat)) == []


def test_what_was_refused_can_be_done_right() -> None:
    assert ended(playing(), knock("KS", *MELDS), PASS).reason == "knock"
    assert ended(at_the_wall(TEN), UPCARD, knock("2H", *MELDS), PASS, game=WALL)


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
    assert len(calls) >= 20
    tested = {code for *_, code, _ in REFUSALS} | {code for *_, code, _ in OTHER_GAMES}
    assert codes == tested | {"not_your_turn"}

"""Basic Rummy: calling rummy on a discard that fits the table."""

from dealt import STOCK, dealt, down, off, play, refused, table, throw

from shared.actions import Action, Call, Pass
from shared.events import (
    Called,
    Discarded,
    HandEnded,
    Passed,
    Recycled,
)
from shared.rulesets.basic import Basic
from shared.rulesets.basic_state import State
from shared.view import Fit

CALL = Basic(preset="call", call_rummy=True)
OWN = Basic(preset="own", call_rummy=True, layoff_needs_own_meld=True)
WILD = Basic(preset="wild", call_rummy=True, jokers=2)
ONE = Basic(preset="one", call_rummy=True, max_idle_turns=1)
PENALTY = Basic(preset="end", call_rummy=True, exhaust="end_of_turn")

HANDS = ["8H KD 2C", "QC JD 3C", "9C JS 4C", "TC QS 6C"]
PASS = Pass()


def thrown(
    card: str, *melds: str, hands: list[str] = HANDS, game: Basic = CALL, owner: int = 3
) -> State:
    """Seat 0 has thrown a card; the melds are those of one seat."""
    owners = [owner] * len(melds)
    state = dealt(
        hands, melds=melds, owners=owners, phase="play", stock="5D 6D ...", game=game
    )
    return play(state, throw(card), game=game)[0]


def test_who_sits_nearest_to_the_left_is_asked_first() -> None:
    state = thrown("8H", "5H 6H 7H")
    asked = []
    while state.phase == "call":
        asked.append(state.turn)
        state, events = play(state, PASS, game=CALL)
        assert events == (Passed(asked[-1]),)
    assert asked == [1, 2, 3]
    assert (state.turn, state.phase) == (1, "draw")


def test_who_calls_lays_the_card_off_and_discards_one() -> None:
    state = thrown("8H", "5H 6H 7H")
    state, _ = play(state, PASS, game=CALL)
    view = CALL.view(state, 2)
    assert (view.can, view.may_call) == (("call", "pass"), (Fit("8H", 0),))
    state, events = play(state, Call(0), game=CALL)
    assert events == (Called(2, "8H", 0),)
    assert table(state, CALL) == ["5H 6H 7H 8H"]
    assert CALL.view(state, 2).can == ("discard",)
    assert list(CALL.legal(state, 2)) == [throw("JS"), throw("4C"), throw("9C")]
    state, events = play(state, throw("JS"), game=CALL)
    assert events == (Discarded(2, "JS"),)
    assert CALL.view(state, None).counts == (2, 3, 2, 3)
    assert (state.turn, state.phase) == (1, "draw")


def test_rummy_may_be_called_on_the_callers_discard_too() -> None:
    hands = ["8H KD 2C", "QC JD 3C", "9C 9S 4C", "TC QS 6C"]
    state = thrown("8H", "5H 6H 7H", "JS JH JC", hands=hands)
    state, _ = play(state, Call(0), throw("JD"), game=CALL)
    asked = []
    while state.phase == "call":
        asked.append(state.turn)
        state, _ = play(state, Call(1) if state.turn == 0 else PASS, game=CALL)
    assert asked == [2, 3, 0]
    state, _ = play(state, throw("2C"), game=CALL)
    assert (state.turn, state.phase) == (1, "draw")


def test_nobody_is_asked_about_a_card_that_fits_nowhere() -> None:
    state = thrown("KD", "5H 6H 7H")
    assert (state.turn, state.phase) == (1, "draw")
    off_ = Basic(preset="off")
    state = thrown("8H", "5H 6H 7H", game=off_)
    assert (state.turn, state.phase) == (1, "draw")


def test_who_calls_may_go_out() -> None:
    state = thrown("8H", "5H 6H 7H", hands=["8H KD 2C", "QC"])
    assert state.turn == 1
    state, events = play(state, Call(0), throw("QC"), game=CALL)
    result = events[-1]
    assert isinstance(result, HandEnded)
    assert (result.winner, result.reason, result.points) == (1, "went_out", (0, 12))
    assert not result.going_rummy


def test_a_call_is_something_laid() -> None:
    state = thrown("8H", "5H 6H 7H", game=ONE)
    assert state.idle == 1
    after, _ = play(state, Call(0), throw("3C"), game=ONE)
    assert after.result is None and after.laid == 0b10
    state, events = play(state, PASS, PASS, PASS, game=ONE)
    assert isinstance(events[-1], HandEnded) and events[-1].reason == "stalemate"


def test_who_lays_off_on_his_own_only_calls_with_a_meld() -> None:
    state = thrown("8H", "5H 6H 7H", game=OWN)
    assert (state.turn, state.phase) == (3, "call")
    state = thrown("8H", "5H 6H 7H", game=OWN, owner=0)
    assert (state.turn, state.phase) == (1, "draw")


def test_a_joker_may_be_called_to_either_end() -> None:
    state = thrown("J", "5H 6H 7H", "3S 3H 3D", hands=["J KD", "QC JD"], game=WILD)
    ways: list[Action] = [Call(0, "low"), Call(0, "high"), Call(1), PASS]
    assert list(WILD.legal(state, 1)) == ways
    assert refused(state, Call(0), game=WILD)[0] == "which_end"
    assert refused(state, Call(1, "low"), game=WILD)[0] == "no_end"
    state, _ = play(state, Call(0, "low"), game=WILD)
    assert table(state, WILD) == ["J 5H 6H 7H", "3S 3H 3D"]


def test_the_stock_is_renewed_when_nobody_calls_any_more() -> None:
    state = dealt(
        ["8H KD 2C", "QC JD"],
        melds=["5H 6H 7H"],
        phase="play",
        stock="",
        game=PENALTY,
    )
    state, events = play(state, throw("8H"), game=PENALTY)
    assert (state.phase, events) == ("call", (Discarded(0, "8H"),))
    _, events = play(state, PASS, game=PENALTY)
    assert [type(event) for event in events] == [Passed, Recycled]
    _, events = play(state, Call(0), throw("QC"), game=PENALTY)
    assert [type(event) for event in events] == [Called, Discarded, Recycled]


def test_only_a_call_or_a_pass_answers() -> None:
    state = thrown("8H", "5H 6H 7H")
    sentence = "8H fits the table: call rummy, or pass"
    for action in (STOCK, throw("QC"), off("QC", 0), down("QC JD 3C")):
        assert refused(state, action, game=CALL) == ("call_or_pass", sentence)
    assert refused(state, Call(1), game=CALL)[0] == "no_such_meld"
    assert refused(state, Call(-1), game=CALL)[0] == "no_such_meld"
    two = thrown("8H", "5H 6H 7H", "7S 7D 7C")
    assert refused(two, Call(1), game=CALL) == (
        "does_not_fit",
        "8H does not fit on 7S 7D 7C",
    )
    state, _ = play(state, Call(0), game=CALL)
    sentence = "you have called rummy: now discard a card"
    for action in (STOCK, PASS, Call(0), down("QC JD 3C")):
        assert refused(state, action, game=CALL) == ("now_discard", sentence)


def test_rummy_is_called_in_time() -> None:
    state = dealt(HANDS, melds=["5H 6H 7H"], upcard="8D", game=CALL)
    late = (
        "no_call",
        "rummy is called on a discard that fits the table, before the next card is "
        "drawn",
    )
    for action in (Call(0), PASS):
        assert refused(state, action, game=CALL) == late
        assert refused(play(state, STOCK)[0], action, game=CALL) == late
        assert refused(state, action)[0] == "not_in_this_game"

"""Basic Rummy: going out, and what that is worth."""

import pytest
from dealt import CGIO, STOCK, UPCARD, dealt, down, off, play, stacked, throw

from shared.actions import Action
from shared.events import Discarded, Drew, HandEnded, LaidDown, LaidOff
from shared.rulesets.basic import Basic
from shared.rulesets.basic_state import State


def end(state: State, *actions: Action, game: Basic = CGIO) -> HandEnded:
    """How the hand ends with the last of these actions, and not before."""
    before, _ = play(state, *actions[:-1], game=game)
    assert before.result is None
    after, events = play(before, actions[-1], game=game)
    assert after.phase == "over"
    assert isinstance(events[-1], HandEnded)
    assert after.result == events[-1]
    return events[-1]


def test_R24_out_by_a_meld_without_a_discard() -> None:
    state = dealt(["7S 8S", "KH QD"], stock="9S ...", laid=[0])
    after, events = play(state, STOCK, down("7S 8S 9S"))
    assert events == (
        Drew(0, "stock", "9S"),
        LaidDown(0, ("7S", "8S", "9S"), 0),
        HandEnded("went_out", 0, False, (20, 0), ((), ("KH", "QD"))),
    )
    view = CGIO.view(after, 1)
    assert (view.turn, view.phase, view.can) == (None, "over", ())
    assert view.result == events[-1]


def test_out_by_a_lay_off() -> None:
    state = dealt(["8H", "KH QD"], melds=["5H 6H 7H"], stock="9H ...", laid=[0])
    after, events = play(state, STOCK, off("8H", 0), off("9H", 0))
    assert events[-2:] == (
        LaidOff(0, "9H", 0),
        HandEnded("went_out", 0, False, (20, 0), ((), ("KH", "QD"))),
    )


def test_R26_out_by_a_discard_which_lies_face_down() -> None:
    state = dealt(["KD", "AS 2C"], melds=["5H 6H 7H"], stock="8H ...", laid=[0])
    after, events = play(state, STOCK, off("8H", 0), throw("KD"))
    assert events[-2:] == (
        Discarded(0, "KD"),
        HandEnded("went_out", 0, False, (3, 0), ((), ("AS", "2C"))),
    )
    for seat in (0, 1, None):
        view = CGIO.view(after, seat)
        assert (view.upcard, view.discards) == (None, 1)


def test_the_last_discard_lies_face_up_where_that_is_the_custom() -> None:
    game = Basic(preset="mine", last_discard_face_down=False)
    state = dealt(["KD", "AS 2C"], melds=["5H 6H 7H"], stock="8H ...")
    after, _ = play(state, STOCK, off("8H", 0), throw("KD"), game=game)
    assert game.view(after, None).upcard == "KD"


def test_out_by_a_meld_leaves_the_upcard_to_be_seen() -> None:
    state = dealt(["7S 8S", "KH QD"], stock="9S ...", upcard="2D")
    after, _ = play(state, STOCK, down("7S 8S 9S"))
    assert CGIO.view(after, None).upcard == "2D"


def test_R27_one_card_and_no_lay_off_cannot_go_out() -> None:
    state = dealt(["KD", "AS 2C"], melds=["5H 6H 7H"], stock="8D ...")
    state, _ = play(state, STOCK)
    assert list(CGIO.legal(state, 0)) == [throw("8D"), throw("KD")]
    state, _ = play(state, throw("KD"))
    assert state.result is None
    assert CGIO.view(state, None).counts == (1, 2)


def test_R29_melds_still_in_hand_count_too() -> None:
    state = dealt(["7S 8S", "KH KS KD"], stock="9S ...", laid=[0])
    assert end(state, STOCK, down("7S 8S 9S")).points == (30, 0)


def test_R30_the_last_card_of_the_stock_may_win() -> None:
    state = dealt(["7S 8S", "KH QD"], stock="9S", recycles=1, laid=[0])
    result = end(state, STOCK, down("7S 8S 9S"))
    assert (result.reason, result.points) == ("went_out", (20, 0))


def test_R38_all_cards_of_the_others_count_for_the_winner() -> None:
    state = dealt(["7S 8S", "TD JS QH", "KC AD 7C"], stock="9S ...", laid=[0])
    assert end(state, STOCK, down("7S 8S 9S")).points == (48, 0, 0)


def test_the_winner_need_not_be_the_first_seat() -> None:
    state = dealt(["2S", "3D", "8H"], melds=["5H 6H 7H"], turn=2, laid=[0, 2])
    result = end(state, STOCK, off("8H", 0), throw("AS"))
    assert (result.winner, result.points) == (2, (0, 0, 5))


ALL_AT_ONCE = (STOCK, down("7S 8S 9S"), down("4H 4D 4C"), throw("KD"))


def all_at_once(laid: list[int]) -> State:
    hands = ["7S 8S 4H 4D 4C KD", "9C 5D", "TH 9H 4S"]
    return dealt(hands, stock="9S ...", laid=laid)


def test_R42_going_rummy_doubles_what_all_others_hold() -> None:
    result = end(all_at_once(laid=[1, 2]), *ALL_AT_ONCE)
    assert result.going_rummy
    assert result.points == (74, 0, 0)


def test_R39_no_double_for_who_has_laid_a_card_before() -> None:
    result = end(all_at_once(laid=[0]), *ALL_AT_ONCE)
    assert not result.going_rummy
    assert result.points == (37, 0, 0)


def test_R39_one_lay_off_two_turns_ago_is_enough() -> None:
    state = dealt(["8H 7S 8S 3D", "KC QC 2D"], melds=["5H 6H 7H"], stock="9S JC KD ...")
    state, _ = play(state, STOCK, off("8H", 0), throw("3D"), STOCK, throw("JC"))
    result = end(state, STOCK, down("7S 8S 9S"), throw("KD"))
    assert (result.going_rummy, result.points) == (False, (22, 0))


def test_going_rummy_after_turns_without_laying_anything() -> None:
    state = dealt(["7S 8S 3D", "KC QC 2D"], stock="9S JC 9D ...")
    state, _ = play(state, STOCK, throw("3D"), STOCK, throw("JC"))
    result = end(state, STOCK, down("7S 8S 9S"), throw("9D"))
    assert (result.going_rummy, result.points) == (True, (44, 0))


def test_going_rummy_by_lay_offs_alone() -> None:
    state = dealt(["8H 9H", "KC QC"], melds=["5H 6H 7H"], stock="TH ...")
    result = end(state, STOCK, off("8H", 0), off("9H", 0), off("TH", 0))
    assert (result.going_rummy, result.points) == (True, (40, 0))


def test_R41_going_rummy_on_the_very_first_turn() -> None:
    hands = ["AS 2S 3S 9H 9D 9C KD", "TD JD QD KC AC 7C 2C", "AH 2H 3H TS JS QS KS"]
    state = CGIO.deal(3, stacked(hands, upcard="5H", stock="4S"), dealer=2)
    result = end(state, STOCK, down("AS 2S 3S 4S"), down("9H 9D 9C"), throw("KD"))
    assert (result.going_rummy, result.points) == (True, (192, 0, 0))


@pytest.mark.parametrize(("rule", "points"), [("double", 74), ("off", 37)])
def test_going_rummy_may_be_switched_off(rule: str, points: int) -> None:
    game = Basic(preset="mine", going_rummy=rule)  # type: ignore[arg-type]
    result = end(all_at_once(laid=[]), *ALL_AT_ONCE, game=game)
    assert result.going_rummy is (rule == "double")
    assert result.points == (points, 0, 0)


def test_nothing_can_be_done_after_the_end() -> None:
    state = dealt(["7S 8S", "KH KS KD"], stock="9S ...")
    after, _ = play(state, STOCK, down("7S 8S 9S"))
    for seat in (0, 1):
        assert list(CGIO.legal(after, seat)) == []
        view = CGIO.view(after, seat)
        assert (view.may_lay_down, view.may_lay_off, view.may_discard) == ((), (), ())


def test_out_by_taking_the_upcard() -> None:
    state = dealt(["7S 8S", "KH QD"], upcard="9S", laid=[0])
    assert end(state, UPCARD, down("7S 8S 9S")).points == (20, 0)

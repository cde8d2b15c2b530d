"""Basic Rummy: what may lie on the table, and what may be added to it."""

import pytest
from dealt import CGIO, STOCK, dealt, down, off, play, refused, table, throw

from shared.actions import Action, LayDown
from shared.events import LaidDown
from shared.rulesets.basic_state import State


def holding(cards: str, *melds: str) -> State:
    """The first seat has these cards and JD, and has drawn 8D from the stock."""
    state = dealt([f"{cards} JD", "TD"], melds=melds, stock="8D ...")
    return play(state, STOCK)[0]


def laid(state: State, action: Action) -> list[str]:
    """The melds on the table after one more action."""
    return table(play(state, action)[0])


def no_meld(cards: str) -> None:
    """These cards are refused as a meld, and none is offered."""
    state = holding(cards)
    assert refused(state, down(cards))[0] == "not_a_meld"
    assert CGIO.view(state, 0).may_lay_down == ()


def test_R01_the_ace_is_low() -> None:
    assert laid(holding("AS 2S 3S"), down("AS 2S 3S")) == ["AS 2S 3S"]


def test_R02_the_ace_is_not_high() -> None:
    no_meld("QS KS AS")


def test_R03_a_run_does_not_go_round_the_corner() -> None:
    no_meld("KS AS 2S")


def test_R04_a_king_does_not_fit_below_an_ace() -> None:
    state = holding("KS", "AS 2S 3S")
    assert refused(state, off("KS", 0))[0] == "does_not_fit"


def test_R05_a_run_does_not_go_on_in_another_suit() -> None:
    state = holding("JS QS KS AC AH")
    for ace in ("AC", "AH"):
        assert refused(state, down(f"JS QS KS {ace}"))[0] == "not_a_meld"
    state = holding("AH AC", "JS QS KS")
    for ace in ("AC", "AH"):
        assert refused(state, off(ace, 0))[0] == "does_not_fit"


def test_R06_a_meld_may_be_named_in_any_order() -> None:
    _, events = play(holding("5H 3H 4H"), down("5H 3H 4H"))
    assert events == (LaidDown(0, ("3H", "4H", "5H"), 0),)


def test_R07_the_same_card_twice_is_no_meld() -> None:
    state = holding("7H 7C")
    assert refused(state, LayDown(("7H", "7H", "7C")))[0] == "card_twice"


def test_R08_kings_and_an_ace_are_no_set() -> None:
    no_meld("KC KD AD")


def test_R09_a_set_of_four_accepts_nothing() -> None:
    state, _ = play(holding("6C 5H 7S", "6S 6H 6D"), off("6C", 0))
    assert table(state) == ["6S 6H 6D 6C"]
    assert CGIO.view(state, 0).may_lay_off == ()
    for card in ("5H", "7S"):
        assert refused(state, off(card, 0))[0] == "does_not_fit"


def test_R10_four_of_a_rank_make_one_set() -> None:
    state = holding("9S 9H 9D 9C")
    offered = CGIO.view(state, 0).may_lay_down
    assert [" ".join(meld) for meld in offered] == [
        "9S 9H 9D",
        "9S 9H 9C",
        "9S 9D 9C",
        "9H 9D 9C",
        "9S 9H 9D 9C",
    ]
    state, _ = play(state, down("9S 9H 9D"))
    assert CGIO.view(state, 0).may_lay_down == ()
    assert laid(state, off("9C", 0)) == ["9S 9H 9D 9C"]


def test_R11_a_run_of_a_whole_suit_accepts_nothing() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    state = holding("KS AH KH", suit)
    state, _ = play(state, off("KS", 0))
    assert table(state) == [f"{suit} KS"]
    assert CGIO.view(state, 0).may_lay_off == ()
    for ace_or_king in ("AH", "KH"):
        assert refused(state, off(ace_or_king, 0))[0] == "does_not_fit"


def test_R12_a_meld_that_grew_takes_the_next_card() -> None:
    state = holding("4H 8H 9H", "5H 6H 7H")
    assert refused(state, off("9H", 0))[0] == "does_not_fit"
    state, _ = play(state, off("4H", 0), off("8H", 0), off("9H", 0))
    assert table(state) == ["4H 5H 6H 7H 8H 9H"]


@pytest.mark.parametrize(("place", "after"), [(0, "3H 4H 5H 6H"), (1, "6H 7H 8H 9H")])
def test_R14_a_card_between_two_runs_leaves_two_runs(place: int, after: str) -> None:
    state = holding("6H 2H TH", "3H 4H 5H", "7H 8H 9H")
    state, _ = play(state, off("6H", place))
    assert len(table(state)) == 2
    assert table(state)[place] == after
    state, _ = play(state, off("2H", 0), off("TH", 1))
    assert " ".join(table(state)) == "2H 3H 4H 5H 6H 7H 8H 9H TH"


def test_R15_a_card_stays_in_the_meld_it_was_laid_in() -> None:
    state = holding("AS", "2C 2H 2D 2S", "3S 4S 5S")
    assert refused(state, off("AS", 1))[0] == "does_not_fit"
    assert refused(state, off("2S", 1))[0] == "not_in_hand"


def test_melds_stay_when_the_turn_passes() -> None:
    state, _ = play(holding("4H 9S", "5H 6H 7H"), off("4H", 0), throw("9S"))
    assert table(state) == ["4H 5H 6H 7H"]

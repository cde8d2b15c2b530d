"""Basic Rummy: cards of the table that go from meld to meld."""

import pytest
from dealt import STOCK, UPCARD, dealt, down, off, play, refused, table, throw

from shared.actions import Action, Draw, Move
from shared.events import HandEnded, LaidOff, Moved
from shared.rulesets.basic import Basic
from shared.rulesets.basic_end import nobody_can_finish
from shared.rulesets.basic_state import State
from shared.view import Fit

MOVING = Basic(preset="moving", rearrange_melds=True)
WILD = Basic(preset="wild", rearrange_melds=True, jokers=2, decks=2)
CORNER = Basic(preset="corner", rearrange_melds=True, ace="corner")
EITHER = Basic(preset="either", rearrange_melds=True, ace="either")
OWN = Basic(preset="own", rearrange_melds=True, layoff_needs_own_meld=True)
DIVE = Basic(preset="dive", rearrange_melds=True, discard_dive=True)

TWOS = ["2S 2H 2D 2C", "3S 4S 5S"]


def turn(
    hand: str, *melds: str, game: Basic = MOVING, owner: int = 1, taken: str = ""
) -> State:
    """Seat 0 has drawn; the melds are those of seat 1."""
    owners = [owner] * len(melds)
    return dealt(
        [hand, "KC QC"],
        melds=melds,
        owners=owners,
        phase="play",
        taken=taken,
        game=game,
    )


def moves(state: State, game: Basic = MOVING) -> list[Action]:
    return [a for a in game.legal(state, state.turn) if isinstance(a, Move)]


def test_a_card_makes_room_for_another() -> None:
    state = turn("AS KD", *TWOS)
    assert MOVING.view(state, 0).may_move == (Fit("2S", 1),)
    state, events = play(state, Move("2S", 1), off("AS", 1), game=MOVING)
    assert events == (Moved(0, "2S", 0, 1), LaidOff(0, "AS", 1))
    assert table(state, MOVING) == ["2H 2D 2C", "AS 2S 3S 4S 5S"]


def test_R15_without_the_option_melds_stay_as_they_are() -> None:
    state = dealt(["AS KD", "QC"], melds=TWOS, phase="play")
    assert refused(state, Move("2S", 1)) == (
        "melds_stay",
        "in this game cards on the table are not moved",
    )


def test_each_card_is_moved_once_in_a_turn() -> None:
    state = turn("KD 9C", "4H 5H 6H 7H", "7S 7D 7C")
    assert moves(state) == [Move("7H", 1)]
    state, _ = play(state, Move("7H", 1), game=MOVING)
    assert moves(state) == []
    assert refused(state, Move("7H", 0), game=MOVING) == (
        "moved_before",
        "7H has been moved this turn",
    )
    state, _ = play(state, throw("9C"), STOCK, game=MOVING)
    assert moves(state) == [Move("7H", 0)]


def test_what_a_card_leaves_is_a_meld() -> None:
    state = turn("KD", "3S 4S 5S 6S 7S", "5H 5D 5C", "2H 3H 4H")
    for card in ("4S", "5S", "2H"):
        assert refused(state, Move(card, 1), game=MOVING)[0] == "must_stay"
    assert refused(state, Move("5S", 1), game=MOVING) == (
        "must_stay",
        "without 5S, 3S 4S 5S 6S 7S is no meld",
    )
    assert moves(state) == []


def test_a_card_goes_where_it_fits_and_not_where_it_is() -> None:
    state = turn("KD", *TWOS)
    sentence = "2H does not fit on 3S 4S 5S"
    assert refused(state, Move("2H", 1), game=MOVING) == ("does_not_fit", sentence)
    assert refused(state, Move("2H", 0), game=MOVING)[0] == "does_not_fit"
    assert refused(state, Move("2H", 2), game=MOVING)[0] == "no_such_meld"
    assert refused(state, Move("KD", 0), game=MOVING) == (
        "not_to_be_moved",
        "KD cannot be moved: name a card of the table that is no joker",
    )


def test_jokers_stay() -> None:
    state = turn("KD", "5S J 7S 8S", "8H 8D 8C'", game=WILD)
    assert moves(state, WILD) == [Move("8S", 1)]
    assert refused(state, Move("J", 1), game=WILD)[0] == "not_to_be_moved"
    state = turn("KD", "J 7S 8S", "8H 8D 8C'", game=WILD)
    assert moves(state, WILD) == []
    state = turn("KD QD", "7S 8S J J'", "6S 6D 6C 6H", game=WILD)
    state, _ = play(state, Move("6S", 0), game=WILD)
    assert table(state, WILD) == ["6S 7S 8S J J'", "6H 6D 6C"]
    state, _ = play(state, throw("KD"), STOCK, Move("6S", 1), game=WILD)
    assert table(state, WILD) == ["7S 8S J J'", "6S 6H 6D 6C"]


def test_a_whole_suit_round_the_corner_opens_anywhere() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    state = turn("KD", suit, "5H 5D 5C", game=CORNER)
    state, _ = play(state, Move("5S", 1), game=CORNER)
    assert table(state, CORNER)[0] == "6S 7S 8S 9S TS JS QS KS AS 2S 3S 4S"
    state = turn("KD", suit, "5H 5D 5C", "2H 2D 2C", game=EITHER)
    assert moves(state, EITHER) == [Move("2S", 2)]


def test_who_may_not_lay_off_moves_nothing() -> None:
    state = turn("KD 9H TH JH", *TWOS, game=OWN)
    assert moves(state, OWN) == []
    assert refused(state, Move("2S", 1), game=OWN) == (
        "no_own_meld",
        "lay down a meld of your own before you lay off",
    )
    state, _ = play(state, down("9H TH JH"), game=OWN)
    assert moves(state, OWN) == [Move("2S", 1)]


def test_what_was_taken_to_be_laid_comes_first() -> None:
    state = dealt(
        ["6S KD", "QC"], melds=[*TWOS[1:], "2S 2H 2D 2C"], pile="7S 9D", game=DIVE
    )
    assert refused(state, Draw("discard", "7S"), game=DIVE)[0] == "dive_in_vain"
    state = dealt(["KD 9H", "QC"], melds=TWOS, pile="6S 9D", game=DIVE)
    state, _ = play(state, Draw("discard", "6S"), game=DIVE)
    assert moves(state, DIVE) == []
    assert refused(state, Move("2S", 1), game=DIVE)[0] == "lay_first"
    state, _ = play(state, off("6S", 1), game=DIVE)
    assert moves(state, DIVE) == [Move("2S", 1)]


def test_the_card_that_was_taken_keeps_a_place() -> None:
    table = ("4H 5H 6H 7H", "7S 7D 7C")
    assert moves(turn("8H KD", *table, taken="8H")) == [Move("7H", 1)]
    state = turn("8H", *table, taken="8H")
    assert moves(state) == []
    assert refused(state, Move("7H", 1), game=MOVING) == (
        "stranded_by_move",
        "with 7H there, the card you took from the discard pile this turn could not "
        "be laid",
    )


def test_moving_is_not_laying() -> None:
    state = turn("AS", *TWOS)
    state, _ = play(state, Move("2S", 1), off("AS", 1), game=MOVING)
    assert isinstance(state.result, HandEnded) and state.result.going_rummy
    state = turn("KD 9C", *TWOS)
    after, _ = play(state, Move("2S", 1), throw("KD"), game=MOVING)
    assert (after.idle, after.laid) == (1, 0)


@pytest.mark.parametrize("rearrange", [False, True])
def test_a_table_that_may_change_is_no_stalemate(rearrange: bool) -> None:
    rules = Basic(preset="mine", rearrange_melds=rearrange)
    locked = ["7S 7H 7D 7C", "8S 9S TS JS QS KS", "AS 2S 3S 4S 5S 6S"]
    state = dealt(["KD", "QC"], melds=locked, game=rules)
    assert nobody_can_finish(rules, state) is not rearrange


def test_a_move_comes_between_lay_offs_and_discards() -> None:
    state = dealt(["3C KD", "QC"], melds=TWOS, upcard="AC", game=MOVING)
    state, _ = play(state, UPCARD, game=MOVING)
    kinds = [type(action).__name__ for action in MOVING.legal(state, 0)]
    assert kinds == ["Move", "Discard", "Discard"]

"""Basic Rummy: what happens when the stock has run out."""

import pytest
from dealt import (
    CGIO,
    NOTHING_LEFT,
    STOCK,
    UPCARD,
    cards,
    dealt,
    down,
    play,
    refused,
    throw,
)

from shared.cards import NAMES
from shared.events import Discarded, Drew, HandEnded, Recycled
from shared.rulesets.basic import Basic
from shared.shuffle import reshuffle

HANDS = ["2S 9D", "KH QC"]


def ended(reason: str) -> HandEnded:
    """The end of a hand of HANDS that nobody has won."""
    hands = (("2S", "9D"), ("KH", "QC"))
    return HandEnded(reason, None, False, (0, 0), hands)  # type: ignore[arg-type]


def test_R33_the_first_time_the_whole_pile_is_shuffled() -> None:
    state = dealt(HANDS, stock="", upcard="7H")
    assert CGIO.view(state, 0).recycles_left == 1
    after, events = play(state, STOCK)
    order = [NAMES[card] for card in reshuffle(state.pile, state.deck, 1)]
    assert events == (Recycled(cards=48, shuffled=True), Drew(0, "stock", order[0]))
    view = CGIO.view(after, 0)
    assert (view.stock, view.recycles_left) == (47, 0)
    drawn = [NAMES[card] for card in reversed(after.stock)]
    assert [order[0], *drawn] == order
    assert order != [NAMES[card] for card in state.pile]


def test_R36_the_pile_is_empty_and_no_card_is_lost() -> None:
    state = dealt(HANDS, stock="", upcard="7H")
    after, _ = play(state, STOCK)
    view = CGIO.view(after, 1)
    assert (view.upcard, view.discards) == (None, 0)
    assert cards(after) == sorted(NAMES)


def test_the_upcard_goes_into_the_new_stock_too() -> None:
    hands = ["6S 7S 9S TS", "6H 7H 9C"]
    state = dealt(hands, melds=NOTHING_LEFT, stock="", upcard="TC")
    after, events = play(state, STOCK)
    assert events == (Recycled(cards=1, shuffled=True), Drew(0, "stock", "TC"))
    assert throw("TC") in CGIO.legal(after, 0)


def test_R33_the_second_time_the_hand_is_over_and_nobody_scores() -> None:
    state = dealt(HANDS, stock="", upcard="7H", recycles=1)
    view = CGIO.view(state, 0)
    assert view.recycles_left == 0
    assert view.can == ("draw_stock", "draw_discard")
    after, events = play(state, STOCK)
    assert events == (ended("exhausted"),)
    assert after.phase == "over"
    assert cards(after) == sorted(NAMES)


def test_an_empty_stock_is_judged_when_somebody_wants_it() -> None:
    state = dealt(HANDS, stock="7D", upcard="7H", recycles=1)
    state, events = play(state, STOCK, throw("7D"), UPCARD, throw("KH"), UPCARD)
    assert events[-1] == Drew(0, "discard", "KH")
    assert state.result is None
    state, _ = play(state, throw("2S"))
    after, events = play(state, STOCK)
    assert isinstance(events[-1], HandEnded)
    assert events[-1].reason == "exhausted"


def test_R33_from_the_deal_to_the_second_exhaustion() -> None:
    state = CGIO.deal(2, range(52), 1)
    draws = recycled = 0
    while state.result is None:
        state, events = play(state, STOCK)
        draws += isinstance(events[-1], Drew)
        recycled += isinstance(events[0], Recycled)
        assert cards(state) == sorted(NAMES)
        if state.result is None:
            state, _ = play(state, throw(CGIO.view(state, state.turn).may_discard[-1]))
    assert (draws, recycled) == (31 + 32, 1)
    assert state.result.reason == "exhausted"
    assert state.result.points == (0, 0)


@pytest.mark.parametrize(
    ("most", "left", "recycled"), [(0, 0, False), (2, 1, True), (None, None, True)]
)
def test_other_numbers_of_recycles(
    most: int | None, left: int | None, recycled: bool
) -> None:
    game = Basic(preset="mine", max_recycles=most)
    state = dealt(HANDS, stock="", upcard="7H", recycles=0 if most == 0 else 1)
    assert game.view(state, 0).recycles_left == left
    _, events = play(state, STOCK, game=game)
    assert isinstance(events[0], Recycled) is recycled
    assert (events[0] == ended("exhausted")) is not recycled


def test_with_nothing_left_to_make_a_stock_of_the_hand_is_over() -> None:
    state = dealt(["6S 7S 9S TS", "6H 7H 9C TC"], melds=NOTHING_LEFT, stock="")
    assert list(CGIO.legal(state, 0)) == [STOCK]
    assert CGIO.view(state, 0).can == ("draw_stock",)
    assert refused(state, UPCARD)[0] == "pile_empty"
    _, events = play(state, STOCK)
    assert isinstance(events[0], HandEnded)
    assert (events[0].reason, events[0].points) == ("exhausted", (0, 0))


def test_R37_taking_and_throwing_for_ever_is_a_stalemate() -> None:
    state = dealt(HANDS, upcard="7H")
    turns = 0
    while state.result is None:
        state, _ = play(state, UPCARD)
        state, events = play(state, throw(CGIO.view(state, state.turn).may_discard[0]))
        turns += 1
    assert turns == 200
    assert isinstance(events[0], Discarded)
    assert state.result.reason == "stalemate"
    assert state.result.points == (0, 0)


def test_R37_it_holds_too_where_the_pile_is_used_again_and_again() -> None:
    game = Basic(preset="mine", max_recycles=None, max_idle_turns=120)
    state = game.deal(2, range(52), 1)
    turns = recycled = 0
    while state.result is None:
        state, events = play(state, STOCK, game=game)
        recycled += isinstance(events[0], Recycled)
        card = game.view(state, state.turn).may_discard[-1]
        state, _ = play(state, throw(card), game=game)
        turns += 1
    assert turns == 120
    assert recycled > 1
    assert state.result.reason == "stalemate"


def test_R37_laying_something_begins_the_count_anew() -> None:
    state = dealt(["7S 8S 9S 2D KD", *HANDS[1:]], upcard="3H", idle=199)
    dull, _ = play(state, STOCK, throw("2D"))
    assert dull.result is not None
    lively, _ = play(state, STOCK, down("7S 8S 9S"), throw("2D"))
    assert (lively.result, lively.idle) == (None, 0)

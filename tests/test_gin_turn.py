"""Gin Rummy up to the knock: the opening, draws, discards, hands that die."""

import pytest
from ginhands import (
    CGIO,
    OKLAHOMA,
    PASS,
    SPIEL,
    STOCK,
    UPCARD,
    ended,
    gin,
    knock,
    play,
    refused,
    stacked,
    throw,
)
from msgspec.structs import replace

from shared.actions import Knock
from shared.cards import NAMES
from shared.events import Discarded, Drew, HandEnded, Passed
from shared.rulesets.gin import Gin
from shared.rulesets.gin_state import State

FIRST = "AS 3S 5S 7S 9S JS KS 2H 4H 6H"
DEALER = "AD 3D 5D 7D 9D JD KD 2C 4C 6C"
DECK = stacked(FIRST, DEALER, "8C", "TS QH 9C 2D")


def opening(game: Gin = CGIO) -> State:
    """Seat 1 deals: seat 0 holds FIRST and may take 8C; TS is the next card."""
    return game.deal(2, DECK, dealer=1)


def test_the_deal() -> None:
    state = opening()
    assert [CGIO.view(state, seat).hand for seat in (0, 1)] == [
        ("AS", "3S", "5S", "7S", "9S", "JS", "KS", "2H", "4H", "6H"),
        ("AD", "3D", "5D", "7D", "9D", "JD", "KD", "2C", "4C", "6C"),
    ]
    view = CGIO.view(state, None)
    assert (view.turn, view.dealer, view.phase, view.upcard) == (0, 1, "upcard", "8C")
    assert (view.stock, view.discards, view.counts) == (31, 1, (10, 10))
    other = CGIO.deal(2, DECK, dealer=0)
    assert (other.turn, other.hands) == (1, state.hands[::-1])


@pytest.mark.parametrize("seats", [1, 3])
def test_gin_is_for_two(seats: int) -> None:
    with pytest.raises(ValueError, match=f"^no deal for {seats} players by seat 0$"):
        CGIO.deal(seats, DECK, dealer=0)
    with pytest.raises(ValueError, match="^no deal for 2 players by seat 2$"):
        CGIO.deal(2, DECK, dealer=2)


@pytest.mark.parametrize("deck", [DECK[:51], [*DECK[:51], DECK[0]], range(1, 53)])
def test_the_deck_has_every_card_once(deck: list[int]) -> None:
    with pytest.raises(ValueError, match="^the deck must have every card once$"):
        CGIO.deal(2, deck, dealer=1)


def test_the_upcard_is_offered_to_both_in_turn() -> None:
    state = opening()
    assert list(CGIO.legal(state, 0)) == [UPCARD, PASS]
    assert list(CGIO.legal(state, 1)) == []
    state, events = play(state, PASS)
    assert events == (Passed(0),)
    assert list(CGIO.legal(state, 1)) == [UPCARD, PASS]
    state, events = play(state, UPCARD)
    assert events == (Drew(1, "discard", "8C"),)
    assert (state.turn, state.phase) == (1, "play")


def test_whoever_takes_the_first_upcard_discards_another_card() -> None:
    state, _ = play(opening(), UPCARD)
    assert refused(state, throw("8C"))[0] == "just_taken"
    state, events = play(state, throw("KS"))
    assert events == (Discarded(0, "KS"),)
    assert list(CGIO.legal(state, 1)) == [STOCK, UPCARD]


def test_G01_who_passed_cannot_take_the_upcard_after_all() -> None:
    state, _ = play(opening(), PASS, PASS)
    assert (state.turn, state.phase) == (0, "draw")
    assert list(CGIO.legal(state, 0)) == [STOCK]
    assert CGIO.view(state, 0).can == ("draw_stock",)
    assert refused(state, UPCARD)[0] == "upcard_passed"


def test_G02_then_the_dealer_may_take_the_discard() -> None:
    state, _ = play(opening(), PASS, PASS, STOCK, throw("KS"))
    assert list(CGIO.legal(state, 1)) == [STOCK, UPCARD]
    _, events = play(state, UPCARD)
    assert events == (Drew(1, "discard", "KS"),)


def test_G03_nobody_is_dealt_eleven_cards() -> None:
    assert CGIO.view(opening(), None).counts == (10, 10)


def test_what_was_taken_may_be_discarded_a_turn_later() -> None:
    state, _ = play(opening(), UPCARD, throw("KS"), STOCK, throw("KD"), STOCK)
    assert throw("8C") in CGIO.legal(state, 0)


def test_a_card_of_the_stock_may_be_discarded_at_once() -> None:
    _, events = play(opening(), PASS, PASS, STOCK, throw("TS"))
    assert events[-1] == Discarded(0, "TS")


def test_what_was_taken_may_be_discarded_if_the_options_say_so() -> None:
    state, _ = play(opening(SPIEL), UPCARD, game=SPIEL)
    assert throw("8C") in SPIEL.legal(state, 0)
    _, events = play(state, throw("8C"), game=SPIEL)
    assert events == (Discarded(0, "8C"),)


# The end of the stock

LAST = "2S 4S 6S 8S TS QS AH 3H 5H 7H", "2D 4D 6D 8D TD QD AC 3C 5C 7C"
GOOD = "7S 8S 9S 4H 4D 4C AS AH AC KD", "2D 3D 6D 8D TD QD 2C 3C 5C 7C"


def test_G23_a_discard_that_leaves_two_cards_ends_the_hand() -> None:
    state = gin(LAST, stock="KD JD 9D", upcard="KC")
    after, events = play(state, STOCK, throw("KD"))
    assert len(after.stock) == 2
    assert events[-2] == Discarded(0, "KD")
    assert events[-1] == HandEnded(
        reason="dead",
        winner=None,
        going_rummy=False,
        points=(0, 0),
        hands=tuple(CGIO.view(after, seat).hand for seat in (0, 1)),
    )
    assert CGIO.next_dealer(1, events[-1], 2) == 1


def test_with_three_cards_left_it_goes_on() -> None:
    after, _ = play(gin(LAST, stock="KD JD 9D AD", upcard="KC"), STOCK, throw("KD"))
    assert (after.phase, after.turn) == ("draw", 1)


def test_G24_a_knock_on_that_turn_counts() -> None:
    state = gin(GOOD, stock="JC JD 9D", upcard="KC")
    knocking = knock("KD", "7S 8S 9S", "4H 4D 4C", "AS AH AC")
    result = ended(state, STOCK, knocking, PASS)
    assert (result.reason, result.points) == ("knock", (46, 0))


def test_how_many_cards_are_left_is_an_option() -> None:
    game = Gin(preset="mine", stock_dead_at=0)
    state = gin(LAST, stock="KD JD", upcard="KC")
    state, _ = play(state, STOCK, throw("KD"), game=game)
    assert state.phase == "draw"
    result = ended(state, STOCK, throw("JD"), game=game)
    assert (result.reason, result.points) == ("dead", (0, 0))


FIFTIETH = Gin(preset="mine", fiftieth_card_rule=True)


def at_the_wall(hands: tuple[str, str], discard: str) -> State:
    """Seat 1 has drawn the 50th card and discarded; seat 0 has GOOD's hand."""
    state = gin(hands, stock="JC JD 9D", upcard="KC")
    state, _ = play(replace(state, turn=1), STOCK, throw(discard), game=FIFTIETH)
    return state


def test_the_last_discard_may_be_taken_to_knock() -> None:
    state = at_the_wall(GOOD, "TD")
    assert (state.phase, state.turn) == ("wall", 0)
    assert list(FIFTIETH.legal(state, 0)) == [UPCARD, PASS]
    assert FIFTIETH.view(state, 0).can == ("draw_discard", "pass")
    state, _ = play(state, UPCARD, game=FIFTIETH)
    legal = list(FIFTIETH.legal(state, 0))
    assert legal and all(isinstance(action, Knock) for action in legal)
    assert FIFTIETH.view(state, 0).can == ("knock",)
    assert FIFTIETH.view(state, 0).may_discard == ()
    assert refused(state, throw("KD"), game=FIFTIETH)[0] == "must_knock"


def test_who_cannot_knock_with_it_can_only_pass() -> None:
    state = at_the_wall((LAST[0], GOOD[1]), "TD")
    assert list(FIFTIETH.legal(state, 0)) == [PASS]
    assert FIFTIETH.view(state, 0).can == ("pass",)
    assert refused(state, UPCARD, game=FIFTIETH)[0] == "no_knock"


def test_it_is_the_last_discard_that_makes_the_knock() -> None:
    ten = "7S 8S JH JD JC 4S 4H 4C 2H KS"
    other = "2D 3D 6D 8D 5D QD 2C 3C 5C 7C"
    for discard, can in {"9S": True, "9H": False}.items():
        state = gin((ten, other), stock=f"{discard} TD 9D", upcard="KC")
        state, _ = play(replace(state, turn=1), STOCK, throw(discard), game=FIFTIETH)
        assert (UPCARD in FIFTIETH.legal(state, 0)) == can


def test_a_pass_there_ends_the_hand() -> None:
    after, events = play(at_the_wall(GOOD, "TD"), PASS, game=FIFTIETH)
    assert events[0] == Passed(0)
    assert after.result is not None
    assert (after.result.reason, after.result.points) == ("dead", (0, 0))


def test_the_last_discard_may_not_go_to_and_fro() -> None:
    state = at_the_wall(GOOD, "TD")
    assert refused(state, STOCK, game=FIFTIETH)[0] == "last_discard"
    state, _ = play(state, UPCARD, game=FIFTIETH)
    assert refused(state, throw("TD"), game=FIFTIETH)[0] == "just_taken"


# Hands that would go on for ever


def test_G31_taking_the_upcard_to_and_fro_ends_without_score() -> None:
    state, _ = play(opening(), UPCARD, throw("KS"))
    taken = 0
    while state.result is None:
        state, _ = play(state, UPCARD)
        if state.result is None:
            taken += 1
            state, _ = play(state, CGIO.legal(state, state.turn)[-1])
    assert taken == 49
    assert (state.result.reason, state.result.points) == ("looped", (0, 0))
    assert len(state.stock) == 31


def test_the_cap_is_an_option() -> None:
    game = Gin(preset="mine", max_upcard_draws=2)
    state, _ = play(opening(game), UPCARD, throw("KS"), UPCARD, throw("KD"), game=game)
    assert ended(state, UPCARD, game=game).reason == "looped"
    after, _ = play(state, STOCK, throw("TS"), game=game)
    assert ended(after, UPCARD, game=game).reason == "looped"


def test_an_upcard_that_comes_back_twice_ends_the_hand_if_the_options_say_so() -> None:
    state, _ = play(opening(SPIEL), UPCARD, throw("8C"), UPCARD, game=SPIEL)
    after, _ = play(state, throw("AD"), UPCARD, throw("AD"), game=SPIEL)
    assert after.result is None
    _, events = play(state, throw("8C"), game=SPIEL)
    assert events[0] == Discarded(1, "8C")
    assert isinstance(events[1], HandEnded)
    assert (events[1].reason, events[1].points) == ("looped", (0, 0))


# Oklahoma


@pytest.mark.parametrize(
    ("upcard", "limit"), [("QS", 10), ("4H", 4), ("AC", 1), ("7D", 7), ("TD", 10)]
)
def test_G25_the_first_upcard_is_the_limit_of_the_hand(upcard: str, limit: int) -> None:
    deck = sorted(range(52), key=lambda card: NAMES[card] == upcard)
    deck.insert(20, deck.pop())
    state = OKLAHOMA.deal(2, deck, dealer=1)
    assert OKLAHOMA.view(state, 0).knock_limit == limit
    hand = OKLAHOMA.view(state, 0).hand
    state, _ = play(state, UPCARD, throw(hand[0]), game=OKLAHOMA)
    assert OKLAHOMA.view(state, 1).knock_limit == limit


def test_G25_an_ace_may_ask_for_gin() -> None:
    game = replace(OKLAHOMA, oklahoma_ace="gin_only")
    assert [game.limit(card) for card in (0, 13, 26, 39, 1, 12)] == [0, 0, 0, 0, 2, 10]


def test_G26_the_upcard_only_tightens_the_limit() -> None:
    game = replace(OKLAHOMA, knock_limit=3)
    assert [game.limit(card) for card in (6, 1, 12)] == [3, 2, 3]


def test_only_a_spade_doubles() -> None:
    game = replace(OKLAHOMA, spade_doubles=True)
    doubled = [NAMES[card] for card in range(52) if game.doubles(card)]
    assert doubled == [card for card in NAMES if card.endswith("S")]
    assert not any(OKLAHOMA.doubles(card) for card in range(52))


def test_a_draw_names_its_card_to_the_drawer_only() -> None:
    _, events = play(opening(), PASS, PASS, STOCK)
    assert events[-1] == Drew(0, "stock", "TS")
    assert CGIO.redact(events[-1], 0) == events[-1]
    for seat in (1, None):
        assert CGIO.redact(events[-1], seat) == Drew(0, "stock", None)

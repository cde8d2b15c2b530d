"""Basic Rummy: who plays with what."""

import pytest
from dealt import CGIO, cards, hand

from shared.cards import CARDS, NAMES
from shared.match import Match
from shared.ruleset import rulesets
from shared.rulesets.basic import PRESETS, Basic

IN_ORDER = range(52)


@pytest.mark.parametrize(
    ("seats", "size", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23)]
)
def test_R48_hands_and_stock_after_the_deal(seats: int, size: int, stock: int) -> None:
    state = CGIO.deal(seats, IN_ORDER, 0)
    view = CGIO.view(state, None)
    assert view.counts == (size,) * seats
    assert view.stock == stock
    assert view.discards == 1
    assert view.melds == ()
    assert cards(state) == sorted(NAMES)


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = CGIO.deal(3, IN_ORDER, dealer=1)
    assert hand(state, 2) == "AS 4S 7S TS KS 3H 6H"
    assert hand(state, 0) == "2S 5S 8S JS AH 4H 7H"
    assert hand(state, 1) == "3S 6S 9S QS 2H 5H 8H"
    view = CGIO.view(state, None)
    assert view.upcard == "9H"
    assert NAMES[state.stock[-1]] == "TH"
    assert NAMES[state.stock[0]] == "KC"


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_player_to_the_dealers_left_starts(dealer: int, first: int) -> None:
    view = CGIO.view(CGIO.deal(4, IN_ORDER, dealer), None)
    assert (view.dealer, view.turn, view.phase) == (dealer, first, "draw")


def test_two_three_or_four_can_play() -> None:
    assert list(CGIO.seats) == [2, 3, 4]
    for seats in (0, 1, 5):
        with pytest.raises(ValueError) as refusal:
            CGIO.deal(seats, IN_ORDER, 0)
        assert str(refusal.value) == f"no deal for {seats} players by seat 0"
    with pytest.raises(ValueError) as refusal:
        CGIO.deal(2, IN_ORDER, dealer=2)
    assert str(refusal.value) == "no deal for 2 players by seat 2"


@pytest.mark.parametrize("deck", [range(51), range(53), [*range(51), 0], range(1, 53)])
def test_a_deck_has_every_card_once(deck: list[int]) -> None:
    with pytest.raises(ValueError) as refusal:
        CGIO.deal(2, deck, 0)
    assert str(refusal.value) == "the deck must have every card once"


def test_the_preset_is_found_by_its_name() -> None:
    game = rulesets()["cgio"]
    assert (game.name, game.preset, game.deck) == ("basic", "cgio", 52)
    assert game == CGIO
    assert hash(game) == hash(CGIO)


def test_the_targets_are_100_200_and_300() -> None:
    assert [CGIO.target(seats) for seats in CGIO.seats] == [100, 200, 300]


def test_R48_with_up_to_six_players() -> None:
    for name in ("pagat", "bicycle"):
        game = PRESETS[name]
        views = [game.view(game.deal(n, IN_ORDER, 0), None) for n in game.seats]
        assert [view.counts[0] for view in views] == [10, 7, 7, 6, 6]
        assert [view.stock for view in views] == [31, 30, 23, 21, 15]
    assert Match.new(PRESETS["pagat"], 6, 5).scores == (0,) * 6


def test_the_application_is_for_two_with_ten_cards() -> None:
    game = PRESETS["basicapp"]
    assert list(game.seats) == [2]
    assert game.view(game.deal(2, IN_ORDER, 0), None).counts == (10, 10)


def test_two_decks_and_jokers_are_dealt_too() -> None:
    game = Basic(preset="mine", decks=2, jokers=2)
    assert game.deck == 106
    state = game.deal(4, range(106), 3)
    assert cards(state) == sorted((*CARDS[:104], "J", "J'"))
    assert game.view(state, None).stock == 106 - 4 * 7 - 1
    state = game.deal(2, range(105, -1, -1), 1)
    assert game.view(state, 0).hand[-1] == "J'"
    assert game.view(state, 1).hand[-1] == "J"
    for deck in (range(105), range(107), [*range(105), 0]):
        with pytest.raises(ValueError):
            game.deal(2, deck, 0)


def test_one_deck_with_jokers() -> None:
    game = Basic(preset="mine", jokers=4)
    assert game.deck == 56
    held = game.view(game.deal(2, range(55, -1, -1), 1), None)
    assert held.stock == 56 - 21
    assert cards(game.deal(2, range(56), 1)) == sorted((*NAMES, *CARDS[104:]))


def test_the_largest_hands_leave_an_upcard_and_a_stock() -> None:
    game = Basic(preset="big", hand_size=(25, 16, 12))
    for seats, left in zip(game.seats, (1, 3, 3), strict=True):
        view = game.view(game.deal(seats, IN_ORDER, 0), None)
        assert (view.discards, view.stock) == (1, left)

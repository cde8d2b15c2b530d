"""The computer player of the middle level: what it does, and that it always may."""

import random

import pytest
from dealt import CGIO, STOCK, UPCARD, dealt, off, table, throw
from hypothesis import given, settings
from hypothesis import strategies as st
from variety import GAMES, any_game, shuffled, states_of

from peer.bots.medium import Medium
from shared.actions import Action, Draw, LayDown
from shared.rulesets.basic_state import State


def choice(state: State) -> Action:
    """What the player whose turn it is does."""
    return Medium().choose(CGIO.view(state, state.turn), ())


@pytest.mark.parametrize(
    ("hand", "melds", "upcard", "action"),
    [
        ("7H 7D KC 2S", [], "7C", UPCARD),
        ("7H 8H KC 2S", [], "9H", UPCARD),
        ("KC 2S 5D", ["7H 8H 9H"], "TH", UPCARD),
        ("KC 2S 5D", ["7H 7D 7C"], "7S", UPCARD),
        ("7H 7D 7C 2S", [], "7S", UPCARD),
        ("7H 7D KC 2S", [], "KD", STOCK),
        ("7H 8H KC 2S", [], "TH", STOCK),
        ("KC 2S 5D", ["7H 8H 9H"], "TS", STOCK),
        ("KC 2S 5D", [], "", STOCK),
    ],
)
def test_takes_the_upcard_only_to_put_it_on_the_table(
    hand: str, melds: list[str], upcard: str, action: Action
) -> None:
    stock = "" if upcard else "..."
    assert (
        choice(dealt([hand, "AD"], melds=melds, upcard=upcard, stock=stock)) == action
    )


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("7H 8H 9H 2S KC", ["7H 8H 9H"]),
        ("6H 7H 8H 9H KC", ["6H 7H 8H 9H"]),
        ("2S 2H 2D 7H 8H 9H KC", ["2S 2H 2D", "7H 8H 9H"]),
        # The set of sevens would leave 26 points, the runs leave 7.
        ("7H 8H 9H 5S 6S 7S 7D", ["5S 6S 7S", "7H 8H 9H"]),
        # The set would leave 19 points, the run leaves 14.
        ("5H 6H 7H 8H 7S 7D", ["5H 6H 7H 8H"]),
        # A shorter run leaves a seven for the set.
        ("7H 8H 9H TH 7S 7D KC", ["7S 7H 7D", "8H 9H TH"]),
    ],
)
def test_lays_down_what_leaves_least(hand: str, melds: list[str]) -> None:
    state = dealt([hand, "AD"], phase="play")
    while isinstance(action := choice(state), LayDown):
        state, _ = CGIO.apply(state, 0, action)
    assert sorted(table(state)) == melds


def test_lays_off_what_fits() -> None:
    state = dealt(["6H KC 2S", "AD"], melds=["7H 8H 9H"], phase="play")
    assert choice(state) == off("6H", 0)


def test_lays_off_where_more_can_follow() -> None:
    melds = ["7H 7D 7C", "4S 5S 6S"]
    state = dealt(["7S 8S KC", "AD"], melds=melds, phase="play")
    assert choice(state) == off("7S", 1)
    other = dealt(["7S KS KC", "AD"], melds=melds, phase="play")
    assert choice(other) == off("7S", 0)


@pytest.mark.parametrize(
    ("hand", "more", "card"),
    [
        ("2S 5H KC", {}, "KC"),
        ("KC KD 9H 2S", {}, "9H"),
        ("QC KC 9H 2S", {}, "9H"),
        ("TC QC 9H 2S", {}, "9H"),
        # The other kings lie on the table: the pair waits for nothing.
        ("KC KD 2S 3S", {"melds": ["QS KS JS", "QH KH JH"]}, "KD"),
        ("KC KD 9H", {"melds": ["QS KS JS"]}, "9H"),
        ("KC KD 9H", {"melds": ["QS KS JS"], "upcard": "KH"}, "KD"),
        ("KC KD 2S", {"taken": "KC"}, "2S"),
    ],
)
def test_discards_the_costly_card_that_waits_for_least(
    hand: str, more: dict[str, object], card: str
) -> None:
    state = dealt([hand, "AD"], phase="play", **more)  # type: ignore[arg-type]
    assert choice(state) == throw(card)


def test_goes_out_with_the_last_card() -> None:
    assert choice(dealt(["KC", "AD"], phase="play")) == throw("KC")


def test_never_strands_itself_with_the_card_it_took() -> None:
    state = dealt(["6H 2S", "AD"], melds=["7H 8H 9H"], phase="play", taken="2S")
    assert CGIO.view(state, 0).may_lay_off == ()
    assert choice(state) == throw("6H")


def test_equal_views_get_equal_answers() -> None:
    one = dealt(["7H 8H KC 2S", "AD 3D"], stock="4C 4D ...", upcard="5C")
    other = dealt(["7H 8H KC 2S", "QD JD"], stock="9S 9D ...", upcard="5C")
    assert CGIO.view(one, 0) == CGIO.view(other, 0)
    assert choice(one) == choice(other)


@settings(max_examples=60)
@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0), sense=st.floats(0, 1))
def test_the_answer_is_legal_wherever_play_can_lead(
    name: str, seed: int, sense: float
) -> None:
    """Everybody follows the player sometimes and chance at other times."""
    game, chance = GAMES[name], random.Random(seed)
    seats = chance.choice(game.seats)
    state = game.deal(seats, shuffled(game, chance), chance.randrange(seats))
    while state.phase != "over":
        legal = game.legal(state, state.turn)
        chosen = Medium().choose(game.view(state, state.turn), ())
        assert chosen in legal
        action = chosen if chance.random() < sense else chance.choice(list(legal))
        state, _ = game.apply(state, state.turn, action)


@pytest.mark.parametrize("seed", range(8))
def test_the_answer_is_legal_whatever_the_options(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        game = any_game(chance)
        for state in states_of(game, chance, game.seats[0]):
            if state.phase != "over":
                chosen = Medium().choose(game.view(state, state.turn), ())
                assert chosen in game.legal(state, state.turn)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_of_computer_players_comes_to_an_end(seats: int) -> None:
    chance = random.Random(seats)
    won = 0
    for _ in range(40):
        state = CGIO.deal(seats, chance.sample(range(52), 52), 0)
        draws = 0
        while state.phase != "over":
            action = choice(state)
            draws += isinstance(action, Draw)
            state, _ = CGIO.apply(state, state.turn, action)
        assert draws < 150
        assert state.result is not None
        won += state.result.winner is not None
    assert won > 30

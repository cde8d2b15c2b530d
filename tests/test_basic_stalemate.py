"""Basic Rummy: hands that nobody can finish."""

import random
from itertools import combinations

import pytest
from dealt import CGIO, NOTHING_LEFT, STOCK, UPCARD, cards, dealt, off, play, throw
from judge import Judge, Meld, run
from msgspec.structs import replace

from shared.actions import Discard, Draw
from shared.cards import NAMES, bits, names
from shared.events import Discarded, HandEnded
from shared.melds import FULL, accepts, melds_in
from shared.rulesets.basic import Basic
from shared.rulesets.basic_end import nobody_can_finish
from shared.rulesets.basic_state import State

LOCKED = ["3S 3H 3D 3C", "4H 5H 6H", "7S 7H 7D 7C"]
"Three and seven of hearts would fit on the run, but lie in closed sets."


def test_R44_one_card_each_and_no_lay_off_is_a_stalemate_at_once() -> None:
    state = dealt(["KS", "2D", "9C"], melds=LOCKED, stock="QD ...", laid=[0, 1, 2])
    state, events = play(state, STOCK, throw("KS"))
    assert events[1:] == (
        Discarded(0, "KS"),
        HandEnded("stalemate", None, False, (0, 0, 0), (("QD",), ("2D",), ("9C",))),
    )
    view = CGIO.view(state, 2)
    assert (view.phase, view.turn, view.can) == ("over", None, ())
    assert cards(state) == sorted(NAMES)


def test_R44_the_turn_that_locks_the_table_ends_the_hand() -> None:
    table = ["3S 3H 3D", "4H 5H 6H", "7S 7H 7D 7C"]
    state = dealt(["KS 3C", "2D"], melds=table, stock="QD ...")
    state, _ = play(state, STOCK, off("3C", 0))
    assert state.result is None
    state, events = play(state, throw("KS"))
    assert state.result is not None and state.result.reason == "stalemate"


def test_R44_a_card_that_fits_somewhere_keeps_the_hand_going() -> None:
    table = ["3S 3H 3D", "4H 5H 6H", "7S 7H 7D 7C"]
    state = dealt(["KS", "2D"], melds=table, stock="QD ...")
    state, _ = play(state, STOCK, throw("KS"))
    assert state.result is None


def test_R44_two_cards_in_a_hand_and_a_meld_outside_keep_it_going() -> None:
    state = dealt(["KS", "2D 9C"], melds=LOCKED, stock="QD ...")
    state, _ = play(state, STOCK, throw("KS"))
    assert state.result is None


def test_full_hands_are_a_stalemate_when_no_meld_is_left_outside() -> None:
    state = dealt(["6S 7S 9S", "TS 6H 7H"], melds=NOTHING_LEFT, stock="TC", pile="9C")
    state, _ = play(state, STOCK, throw("9S"))
    assert state.result is not None and state.result.reason == "stalemate"
    assert state.result.points == (0, 0)


def test_a_stalemate_is_looked_for_at_the_end_of_a_turn_only() -> None:
    state = dealt(["KS", "2D"], melds=LOCKED, stock="QD ...", upcard="TC")
    for draw in (STOCK, UPCARD):
        after, _ = play(state, draw)
        assert after.result is None


def test_detection_may_be_switched_off() -> None:
    game = Basic(preset="mine", stalemate_detection=False)
    state = dealt(["KS", "2D"], melds=LOCKED, stock="QD ...")
    state, _ = play(state, STOCK, throw("KS"), game=game)
    assert state.result is None


def test_R47_after_a_stalemate_the_deal_moves_on() -> None:
    state = dealt(["KS", "2D"], melds=LOCKED, stock="QD ...")
    state, _ = play(state, STOCK, throw("KS"))
    assert state.result is not None
    assert CGIO.next_dealer(1, state.result, 2) == 0


def crowded_table(rng: random.Random) -> list[int]:
    """Melds that nearly use up the deck, grown as far as they go."""
    table: list[int] = []
    while melds := melds_in(FULL ^ sum(table)):
        table.append(rng.choice(melds))
    for _ in range(20):
        place = rng.randrange(len(table))
        fitting = accepts(table[place]) & (FULL ^ sum(table))
        table[place] |= fitting & -fitting
    if rng.random() < 0.3:
        table.pop()
    return table


def late_state(rng: random.Random, most: int, game: Basic = CGIO) -> State:
    """Two players between turns, with at most so many cards outside the table."""
    while True:
        table = crowded_table(rng)
        outside = [NAMES[index] for index in bits(FULL ^ sum(table))]
        if 4 <= len(outside) <= most:
            break
    rng.shuffle(outside)
    one = rng.choice((1, 1, 2, 3)) if len(outside) > 5 else 1
    hands = [outside[:one], outside[one : one + 1]]
    pile = rng.randint(one + 2, len(outside))
    return dealt(
        [" ".join(hand) for hand in hands],
        melds=[" ".join(names(meld)) for meld in table],
        stock=" ".join(outside[pile:]),
        pile=" ".join(outside[one + 1 : pile]),
        game=game,
    )


def as_judged(cards: tuple[str, ...]) -> Meld:
    """A meld of one deck as the judge has it."""
    return Meld(cards) if cards[0][0] == cards[1][0] else run(cards, cards)


def may_lay(state: State, game: Basic) -> bool:
    """Whether some seat could lay something, wherever the cards outside lie."""
    judge = Judge(game)
    table = [as_judged(meld.cards) for meld in game.view(state, None).melds]
    outside = names(FULL ^ sum(state.melds))
    if game.layoffs_per_turn != 0:
        if any(any(judge.grown(meld, card)) for meld in table for card in outside):
            return True
    return any(
        len(held) - len(meld.cards) >= game.final_discard_required
        for hand in state.hands
        for held in combinations(outside, hand.bit_count() + 1)
        for meld in judge.melds_of(set(held))
    )


RULES = {
    "cgio": CGIO,
    "last discard": Basic(preset="mine", final_discard_required=True),
    "no lay-offs": Basic(preset="mine", layoffs_per_turn=0),
    "round the corner": Basic(preset="mine", ace="corner"),
}


@pytest.mark.parametrize("name", RULES)
def test_it_is_a_stalemate_exactly_when_no_seat_could_hold_what_it_can_lay(
    name: str,
) -> None:
    game, rng = RULES[name], random.Random(44)
    seen = {True: 0, False: 0}
    for _ in range(120):
        state = late_state(rng, 8, game)
        assert nobody_can_finish(game, state) is not may_lay(state, game)
        seen[nobody_can_finish(game, state)] += 1
    assert min(seen.values()) > 1


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_from_a_stalemate_no_play_whatever_lays_a_card(seed: int, name: str) -> None:
    rules = RULES[name]
    game = replace(rules, stalemate_detection=False, max_idle_turns=1000)
    rng = random.Random(seed)
    start = late_state(rng, 6, game)
    while not nobody_can_finish(game, start):
        start = late_state(rng, 6, game)
    waiting, seen = [start], set()
    while waiting:
        state = waiting.pop()
        key = (state.hands, state.stock, state.pile, state.turn, state.taken)
        if key in seen or state.result is not None:
            continue
        seen.add(key)
        for action in game.legal(state, state.turn):
            assert isinstance(action, Draw | Discard)
            waiting.append(game.apply(state, state.turn, action)[0])
        assert state.result is None or state.result.reason == "exhausted"
    assert len(seen) > 20

"""Gin Rummy played through: nothing is lost, nothing is missed, every hand ends."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec
import pytest
from ginhands import CGIO, UPCARD, cards, encoded, gin, lively
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shared.actions import Action, Discard, Draw, Knock, LayDown, LayOff, Pass
from shared.cards import DECK, NAMES, bits, mask_of, names
from shared.errors import IllegalAction
from shared.melds import (
    MELDS,
    arrangements,
    best_melds,
    deadwood,
    in_order,
    is_meld,
    value,
)
from shared.rulesets.gin import PRESETS, Gin
from shared.rulesets.gin_state import State

GAMES = {
    **PRESETS,
    "spades": replace(PRESETS["gin_oklahoma"], spade_doubles=True),
    "gin only": Gin(preset="mine", knock_limit=0, stock_dead_at=0),
    "open": Gin(
        preset="mine",
        layoff_against_gin=True,
        fiftieth_card_rule=True,
        redraw_discard_forbidden=False,
        stock_dead_at=20,
        max_upcard_draws=5,
    ),
}

games = st.sampled_from(list(GAMES.values()))
decks = st.permutations(range(DECK))


def states_of(game: Gin, rng: random.Random) -> Iterator[State]:
    """Every state of a hand, the last one too."""
    state = game.deal(2, rng.sample(range(DECK), DECK), rng.randrange(2))
    while state.result is None:
        yield state
        state, _ = game.apply(state, state.turn, lively(rng, state, game))
    yield state


def candidates(state: State) -> Iterator[Action]:
    """Everything somebody might ask for, but for ways to knock."""
    yield from (Draw("stock"), Draw("discard"), Pass(), Knock(None, ()))
    for card in NAMES:
        yield Discard(card)
        yield Knock(card, ())
        yield from (LayOff(card, place) for place in range(-1, 5))
    yield from (LayDown(in_order(meld)) for meld in MELDS[:20])


def spreads(hand: int) -> Iterator[tuple[int, ...]]:
    """Every choice of melds in ``hand``, the slow way."""
    found = [meld for meld in MELDS if meld & hand == meld]
    for number in range(4):
        for melds in combinations(found, number):
            if sum(melds).bit_count() == sum(meld.bit_count() for meld in melds):
                if not any(a & b for a, b in combinations(melds, 2)):
                    yield melds


def accepted(game: Gin, state: State, action: Action) -> bool:
    try:
        game.apply(state, state.turn, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_what_is_legal_is_what_is_accepted(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    for _ in range(4):
        for state in states_of(game, rng):
            legal = list(game.legal(state, state.turn))
            others = [action for action in legal if not isinstance(action, Knock)]
            knocks = [action for action in legal if isinstance(action, Knock)]
            assert len(set(legal)) == len(legal)
            assert list(game.legal(state, 1 - state.turn)) == []
            asked = [a for a in candidates(state) if accepted(game, state, a)]
            assert {a for a in asked if not isinstance(a, Knock)} == set(others)
            assert all(accepted(game, state, action) for action in legal)
            if state.phase == "play":
                assert set(knocks) == ways(game, state)
            else:
                assert not knocks


def ways(game: Gin, state: State) -> set[Action]:
    """Every knock that is accepted, of all there could be."""
    found: set[Action] = set()
    for melds in spreads(state.hand):
        shown = tuple(map(in_order, melds))
        for discard in (None, *names(state.hand)):
            action = Knock(discard, shown)
            if accepted(game, state, action):
                found.add(action)
    return found


RICH = [
    "AS 2S 3S AH 2H 3H AD 2D 3D AC 4C",
    "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D",
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
    "8S 9S TS JS JC TC TD TH JH QH KH",
    "4S 4C 4D 4H 5S 5C 5D 6S 2C 3S 3C",
]


@pytest.mark.parametrize("eleven", RICH)
def test_every_way_to_knock_with_a_rich_hand_is_legal(eleven: str) -> None:
    other = [card for card in NAMES if card not in eleven][:10]
    state = gin((eleven, " ".join(other)), phase="play")
    legal = list(CGIO.legal(state, 0))
    knocks = {action for action in legal if isinstance(action, Knock)}
    assert knocks == ways(CGIO, state)
    assert len(legal) == len(set(legal))


def test_a_knock_is_the_same_in_any_order() -> None:
    rng = random.Random(5)
    state = gin((RICH[0], "KS QS JS 9S 7S KD QD 8C 6C 2C"), phase="play")
    for action in CGIO.legal(state, 0):
        if isinstance(action, Knock):
            melds = [tuple(rng.sample(meld, len(meld))) for meld in action.melds]
            mixed = Knock(action.discard, tuple(rng.sample(melds, len(melds))))
            assert CGIO.apply(state, 0, mixed) == CGIO.apply(state, 0, action)


@given(deck=decks, size=st.integers(0, 11), limit=st.integers(0, 30))
@settings(max_examples=150)
def test_arrangements_are_all_there_are(deck: list[int], size: int, limit: int) -> None:
    hand = sum(1 << card for card in sorted(deck, key=lambda c: c % 13)[:size])
    for cards_held in (hand, sum(1 << card for card in deck[:size])):
        slow = {m for m in spreads(cards_held) if value(cards_held ^ sum(m)) <= limit}
        found = arrangements(cards_held, limit)
        assert set(found) == slow
        assert len(found) == len(slow)
        place = {meld: number for number, meld in enumerate(MELDS)}
        order = [[place[meld] for meld in melds] for melds in found]
        assert order == sorted(order)


def longest(game: Gin) -> int:
    """More actions no hand has.

    A turn begins with a card of the stock, or with an upcard, which is counted but for
    the opening and the one to knock with, and ends with a discard or a knock. Besides
    there are two passes before the first turn, or one after the last, and ten lay-offs
    and a pass after a knock.
    """
    return 2 * (31 + game.max_upcard_draws + 2) + 3 + 11


def by_chance(rng: random.Random, state: State, game: Gin) -> Action:
    return rng.choice(list(game.legal(state, state.turn)))


def to_and_fro(rng: random.Random, state: State, game: Gin) -> Action:
    """Takes every upcard there is, throws a card by chance, never knocks."""
    legal = list(game.legal(state, state.turn))
    if UPCARD in legal:
        return UPCARD
    discards = [action for action in legal if isinstance(action, Discard)]
    return rng.choice(discards) if discards else legal[-1]


def straight_back(rng: random.Random, state: State, game: Gin) -> Action:
    """Takes every upcard and throws it again, where that may be."""
    legal = list(game.legal(state, state.turn))
    (back,) = names(state.taken) or ("",)
    return Discard(back) if Discard(back) in legal else to_and_fro(rng, state, game)


def stock_only(rng: random.Random, state: State, game: Gin) -> Action:
    """Draws from the stock as long as there is one, and never knocks."""
    legal = list(game.legal(state, state.turn))
    discards = [action for action in legal if isinstance(action, Discard)]
    return discards[0] if discards else Pass() if Pass() in legal else legal[0]


STYLES = {
    "lively": (lively, 60),
    "by chance": (by_chance, 40),
    "to and fro": (to_and_fro, 10),
    "straight back": (straight_back, 10),
    "stock only": (stock_only, 5),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", GAMES)
def test_every_hand_ends_in_time(name: str, style: str) -> None:
    game, rng = GAMES[name], random.Random(f"{name} {style}")
    choose, hands = STYLES[style]
    for number in range(hands):
        state = game.deal(2, rng.sample(range(DECK), DECK), number % 2)
        actions = 0
        while state.result is None:
            action = choose(rng, state, game)
            state, _ = game.apply(state, state.turn, action)
            actions += 1
            assert actions <= longest(game)
        assert cards(state) == sorted(NAMES)
        if style == "to and fro" and game.max_upcard_draws < 50:
            assert state.result.reason == "looped"


@given(game=games, seed=st.integers(0, 1 << 32))
@settings(max_examples=80)
def test_no_card_is_lost_and_every_hand_ends(game: Gin, seed: int) -> None:
    turns = 0
    for state in states_of(game, random.Random(seed)):
        assert cards(state) == sorted(NAMES)
        turns += 1
    assert turns <= longest(game) + 1
    result = state.result
    assert result is not None and state.phase == "over"
    assert (max(result.points) > 0) <= (result.winner is not None)
    assert min(result.points) == 0


@given(game=games, seed=st.integers(0, 1 << 32))
@settings(max_examples=40)
def test_every_state_survives_the_wire(game: Gin, seed: int) -> None:
    for state in states_of(game, random.Random(seed)):
        assert msgspec.json.decode(encoded(state), type=State) == state


@given(game=games, deck=decks, dealer=st.integers(0, 1), seed=st.integers(0, 1 << 32))
@settings(max_examples=40)
def test_the_same_actions_come_to_the_same(
    game: Gin, deck: list[int], dealer: int, seed: int
) -> None:
    rng = random.Random(seed)
    first = state = game.deal(2, deck, dealer)
    story = []
    while state.result is None:
        action = lively(rng, state, game)
        state, events = game.apply(state, state.turn, action)
        story.append((action, events))
    state, again = first, game.deal(2, tuple(deck), dealer)
    assert encoded(again) == encoded(first)
    for action, events in story:
        again, told = game.apply(again, again.turn, action)
        assert told == events


@given(game=games, seed=st.integers(0, 1 << 32))
@settings(max_examples=60)
def test_a_knock_is_scored_as_a_second_count_has_it(game: Gin, seed: int) -> None:
    *_, state = states_of(game, random.Random(seed))
    result = state.result
    assert result is not None
    if state.knocker is None:
        assert (result.points, result.winner) == ((0, 0), None)
        return
    knocker, other = state.knocker, 1 - state.knocker
    left, others = points(state.hands[knocker]), slow_deadwood(state.hands[other])
    assert result.deadwood[knocker] == left and result.deadwood[other] == others
    score = others - left
    if state.big_gin:
        assert game.big_gin_bonus != "off"
        score += game.big_gin_bonus
    elif left == 0:
        score += game.gin_bonus
    elif score < 0 or (score == 0 and game.undercut_on_tie):
        score -= game.undercut_bonus
    score *= 2 if state.doubled else 1
    assert result.points[knocker] - result.points[other] == score


def points(hand: int) -> int:
    return sum(min("A23456789TJQK".index(name[0]) + 1, 10) for name in names(hand))


def slow_deadwood(hand: int) -> int:
    return min(points(hand ^ sum(melds)) for melds in spreads(hand))


def test_every_way_to_end_is_met() -> None:
    rng, met = random.Random(7), Counter[str]()
    for game in GAMES.values():
        for _ in range(60):
            *_, last = states_of(game, rng)
            assert last.result is not None
            met[last.result.reason] += 1
    assert {"gin", "knock", "undercut", "dead", "looped"} <= met.keys()


def test_the_best_melds_leave_the_least() -> None:
    rng = random.Random(11)
    for _ in range(2000):
        hand = 0
        while hand.bit_count() < 10:
            hand |= rng.choice(MELDS) if rng.random() < 0.7 else 1 << rng.randrange(52)
        melds = best_melds(hand)
        assert all(map(is_meld, melds))
        assert value(hand ^ sum(melds)) == deadwood(hand)
        assert sum(bits_of.bit_count() for bits_of in melds) == sum(melds).bit_count()
    assert mask_of(names(hand)) == sum(1 << card for card in bits(hand))

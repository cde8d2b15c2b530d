"""Melds of two decks or with jokers, against a judge who finds out by trying."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from judge import Judge, Meld, lifted
from test_basic_play import meld_of
from variety import any_game

from shared.cards import CARDS, INDEX, JOKERS, bits, mask_of
from shared.rulesets.basic import Basic


def rich(game: Basic, rng: random.Random, size: int) -> int:
    """Some cards of few ranks and suits."""
    cards = [*bits(game.rules.full)]
    some = rng.sample(range(13), 4)
    near = [card for card in cards if card >= JOKERS or card % 13 in some]
    return sum(1 << card for card in rng.sample(near, min(size, len(near))))


@given(seed=st.integers(0, 1 << 32), size=st.integers(0, 11))
@settings(max_examples=150)
def test_what_a_hand_has_is_what_can_be_found_by_trying(seed: int, size: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    hand = rich(game, rng, size)
    found = game.rules.melds_in(hand)
    tried = list(Judge(game).melds_of({CARDS[card] for card in bits(hand)}))
    assert len(found) == len(set(found))
    assert {key(meld_of(game, meld)) for meld in found} == set(map(key, tried))
    assert game.rules.has_meld(hand) == bool(found)
    for card in bits(hand):
        has = any(meld >> card & 1 for meld in found)
        assert game.rules.has_meld_with(hand, card) == has


@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=150)
def test_what_is_left_of_a_meld_without_a_card(seed: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    judge, rules = Judge(game), game.rules
    for meld in rng.choices(rules.melds_in(rich(game, rng, 12)) or [0], k=10):
        for card in bits(meld & rules.full & (1 << JOKERS) - 1):
            left = rules.without(meld, card)
            told = lifted(judge, meld_of(game, meld), CARDS[card])
            assert (meld_of(game, left) if left else None) == told


def test_a_whole_suit_may_be_opened_where_its_ends_allow_it() -> None:
    suit = [*range(13)]
    for ace, some in (("low", [0, 12]), ("either", [0, 1, 12]), ("corner", suit)):
        for jokers in (0, 1):
            game = Basic(preset="mine", ace=ace, jokers=jokers)  # type: ignore[arg-type]
            run = game.rules.read(suit)
            opened = [card for card in suit if game.rules.without(run, card)]
            assert opened == some


def test_jokers_do_not_come_closer_when_a_card_leaves() -> None:
    game = Basic(preset="mine", jokers=2)
    run = game.rules.read([INDEX[card] for card in ("J", "4S", "5S", "J'", "7S")])
    assert [c for c in ("4S", "5S", "7S") if game.rules.without(run, INDEX[c])] == [
        "7S"
    ]


def test_some_cards_have_no_meld_with_them() -> None:
    rules = Basic(preset="mine", decks=2, jokers=2).rules
    for held, card in (("JS QS KS AS", "AS"), ("7S J J'", "7S"), ("7S 7S' J", "J")):
        assert not rules.has_meld_with(mask_of(held.split()), INDEX[card])
    for held, card in (("JS QS KS AS", "JS"), ("7S 7H J", "J"), ("7S J 9S'", "9S'")):
        assert rules.has_meld_with(mask_of(held.split()), INDEX[card])
    assert not rules.has_meld(mask_of(["7S", "J", "J'"]))


def key(meld: Meld) -> tuple[object, ...]:
    """A meld, whichever of its jokers stands where."""
    return (frozenset(meld.cards), meld.faces and meld.faces[0], len(meld.faces))

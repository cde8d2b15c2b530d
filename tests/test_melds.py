"""Sets, runs and what hands are worth, against counting and brute force."""

import random
from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards import DECK, NAMES, RANKS, SUITS, bits, mask_of, names
from shared.melds import (
    FULL,
    MELDS,
    accepts,
    best_melds,
    deadwood,
    has_meld,
    in_order,
    is_meld,
    melds_in,
    value,
)


def mask(cards: str) -> int:
    return mask_of(cards.split())


def obvious_meld(cards: tuple[int, ...]) -> bool:
    """A set or a run, read off ranks and suits."""
    ranks = sorted(RANKS.index(NAMES[card][0]) for card in cards)
    suits = {NAMES[card][1] for card in cards}
    if len(cards) < 3:
        return False
    if len(suits) == 1:
        return ranks == list(range(ranks[0], ranks[0] + len(cards)))
    return len(set(ranks)) == 1 and len(suits) == len(cards)


def random_hands(rng: random.Random, size: int) -> Iterator[int]:
    while True:
        yield sum(1 << card for card in rng.sample(range(DECK), size))


def rich_hands(rng: random.Random, size: int) -> Iterator[int]:
    """Hands put together from melds that share cards."""
    while True:
        hand = 0
        while hand.bit_count() < size:
            more = hand | rng.choice(MELDS)
            hand = more if more.bit_count() <= size else hand | 1 << rng.randrange(DECK)
        yield hand


def left_over(hand: int, melds: list[int]) -> int:
    """The least value left over, by trying every choice of melds."""
    least = value(hand)
    for place, meld in enumerate(melds):
        if meld & hand == meld:
            least = min(least, left_over(hand ^ meld, melds[place + 1 :]))
    return least


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        pytest.param("AS 2S 3S", True, id="ace low"),
        pytest.param("QS KS AS", False, id="ace high"),
        pytest.param("KS AS 2S", False, id="round the corner"),
        pytest.param("AS 2S 3S KS", False, id="king on ace"),
        pytest.param("JS QS KS AC", False, id="next suit"),
        pytest.param("QS KS AH", False, id="adjacent indices"),
        pytest.param("KS AH 2H", False, id="adjacent indices, ace first"),
        pytest.param("5H 3H 4H", True, id="unsorted"),
        pytest.param("KC KD AD", False, id="not a set"),
        pytest.param("8S 8H 8D", True, id="set of three"),
        pytest.param("8S 8H 8D 8C", True, id="set of four"),
        pytest.param("8S 8H", False, id="two of a rank"),
        pytest.param("8S 9S", False, id="two in a row"),
        pytest.param("8S 9S JS", False, id="gap"),
        pytest.param("8S 9H TS", False, id="two suits"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_what_is_a_meld(cards: str, legal: bool) -> None:
    assert is_meld(mask(cards)) is legal


@pytest.mark.parametrize(("size", "count"), [(3, 96), (4, 53), (5, 36)])
def test_the_number_of_melds_of_a_size(size: int, count: int) -> None:
    assert sum(meld.bit_count() == size for meld in MELDS) == count


def test_the_number_of_melds() -> None:
    sizes = [meld.bit_count() for meld in MELDS]
    assert len(MELDS) == len(set(MELDS)) == 329
    assert sum(size <= 10 for size in sizes) == 305
    assert sum(size <= 11 for size in sizes) == 317
    assert sum(len({card[1] for card in names(meld)}) > 1 for meld in MELDS) == 65
    assert all(obvious_meld(tuple(bits(meld))) for meld in MELDS)


def test_small_melds_are_those_that_look_like_one() -> None:
    for size in (1, 2, 3, 4):
        for cards in combinations(range(DECK), size):
            assert is_meld(sum(1 << card for card in cards)) is obvious_meld(cards)


def test_the_order_of_melds_is_sets_by_rank_then_runs_by_first_card() -> None:
    listed = [" ".join(in_order(meld)) for meld in MELDS]
    assert listed[:5] == [
        "AS AH AD",
        "AS AH AC",
        "AS AD AC",
        "AH AD AC",
        "AS AH AD AC",
    ]
    assert listed[65:67] == ["AS 2S 3S", "AS 2S 3S 4S"]
    assert listed[-2:] == ["TC JC QC KC", "JC QC KC"]


def test_two_sets_of_one_rank_cannot_be_made_of_one_deck() -> None:
    for rank in range(13):
        four = mask_of(RANKS[rank] + suit for suit in SUITS)
        sets = [meld for meld in melds_in(four)]
        assert len(sets) == 5
        assert all(one & other for one, other in combinations(sets, 2))


def test_a_run_from_ace_to_king_is_a_meld_and_accepts_nothing() -> None:
    run = mask("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert is_meld(run)
    assert accepts(run) == 0


@pytest.mark.parametrize(
    ("meld", "fitting"),
    [
        ("8S 8H 8D", "8C"),
        ("8S 8H 8D 8C", ""),
        ("5H 6H 7H", "4H 8H"),
        ("AS 2S 3S", "4S"),
        ("JS QS KS", "TS"),
        ("JC QC KC", "TC"),
        ("AC 2C 3C", "4C"),
    ],
)
def test_what_fits_on_a_meld(meld: str, fitting: str) -> None:
    assert names(accepts(mask(meld))) == tuple(fitting.split())


def test_a_card_fits_exactly_when_the_meld_is_one_with_it() -> None:
    for meld in MELDS:
        fitting = [card for card in bits(FULL ^ meld) if is_meld(meld | 1 << card)]
        assert list(bits(accepts(meld))) == fitting


def test_all_melds_in_a_hand_are_found_in_order() -> None:
    rng = random.Random(1)
    rich, random_ones = rich_hands(rng, 11), random_hands(rng, 20)
    for hand in chain(islice(rich, 300), islice(random_ones, 300)):
        expected = [meld for meld in MELDS if meld & hand == meld]
        assert melds_in(hand) == expected
        assert has_meld(hand) is bool(expected)


@given(st.integers(0, FULL))
def test_all_melds_in_any_cards_are_found(cards: int) -> None:
    assert melds_in(cards) == [meld for meld in MELDS if meld & cards == meld]
    assert has_meld(cards) is bool(melds_in(cards))


def test_what_cards_count() -> None:
    assert value(mask("TD JS QH KC AD 7C")) == 48
    assert [value(mask(rank + "S")) for rank in RANKS] == [*range(1, 11), 10, 10, 10]
    assert value(FULL) == 340


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("8S 9S TS JS TC TD TH JH QH KH", 0),
        ("4S 4C 4D 4H 5S 5C 5D 6S 2C 3C", 6),
        ("TC QC 4D 9D 4H 9H JH 4S 5S 6S", 56),
        ("JC KC 5D JD KD 3H 4H 5H 2S 5S", 49),
        ("KS KH QS QH JS JH TS TH 9S 9H", 0),
        ("KS KH QD QC JS JH TD TC 9S 9H", 98),
        ("4S 5S 6S 4H 4D KC", 18),
    ],
)
def test_deadwood_of_known_hands(hand: str, left: int) -> None:
    assert deadwood(mask(hand)) == left


Hands = Callable[[random.Random, int], Iterator[int]]


@pytest.mark.parametrize("size", [10, 11])
@pytest.mark.parametrize("hands", [random_hands, rich_hands])
def test_deadwood_and_best_melds_agree_with_brute_force(
    hands: Hands, size: int
) -> None:
    for hand in islice(hands(random.Random(size), size), 5_000):
        least = left_over(hand, [meld for meld in MELDS if meld & hand == meld])
        assert deadwood(hand) == least
        melds = best_melds(hand)
        assert all(is_meld(meld) and meld & hand == meld for meld in melds)
        assert all(not one & other for one, other in combinations(melds, 2))
        assert value(hand ^ sum(melds)) == least


def test_the_least_deadwood_of_eleven_cards_after_a_discard() -> None:
    eleven = mask("4S 4C 4D 4H 5S 5C 5D 6S 2C 3S 3C")
    assert min(deadwood(eleven ^ 1 << card) for card in bits(eleven)) == 3


def test_long_melds_are_preferred() -> None:
    six = mask("AS 2S 3S 4S 5S 6S")
    assert best_melds(six) == (six,)


def test_the_number_of_hands_of_a_few_cards_that_are_all_melds() -> None:
    made = {0}
    for meld in MELDS:
        more = {cards | meld for cards in made if not cards & meld}
        made |= {cards for cards in more if cards.bit_count() <= 8}
    counts = {size: 0 for size in range(3, 9)}
    for cards in made - {0}:
        counts[cards.bit_count()] += 1
        assert deadwood(cards) == 0
    assert counts == {3: 96, 4: 53, 5: 36, 6: 4010, 7: 4100, 8: 3690}

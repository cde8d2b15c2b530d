"""How often what is dealt is good for what, counted or sampled with our own search."""

from collections import Counter
from math import comb, sqrt

from shared import tiles
from shared.cards import DECK, bits
from shared.melds import deadwood, has_meld
from shared.opening import opening
from shared.rulesets.gin import PRESETS
from shared.shuffle import Stream

PAIRS = tuple(
    sum(1 << 13 * suit for suit in bits(suits))
    for suits in range(16)
    if suits.bit_count() <= 2
)
"""What a hand without a set may have of one rank, as aces."""


def without_meld(most: int) -> list[int]:
    """How many hands of 0 to ``most`` cards have no meld.

    Rank by rank: whether a rank makes a meld depends on the two before it alone.
    """
    hands = Counter({(0, 0, 0): 1})
    for rank in range(13):
        longer: Counter[tuple[int, int, int]] = Counter()
        for (size, second, last), count in hands.items():
            for aces in PAIRS:
                new, total = aces << rank, size + aces.bit_count()
                if total <= most and not has_meld(second | last | new):
                    longer[total, last, new] += count
        hands = longer
    sizes: Counter[int] = Counter()
    for (size, _, _), count in hands.items():
        sizes[size] += count
    return [sizes[size] for size in range(most + 1)]


def dealt(stream: Stream, things: int, count: int) -> list[int]:
    """``count`` of the numbers below ``things``."""
    rest = list(range(things))
    return [rest.pop(stream.below(len(rest))) for _ in range(count)]


def share_that_opens(jokers: int, needed: int, racks: int) -> float:
    """Of racks of 14 with so many jokers, how many have sets that count ``needed``."""
    stream = Stream(b"openings with %d jokers for %d" % (jokers, needed))
    plain = [number % tiles.KINDS for number in range(tiles.DECK)]
    plain = [kind for kind in plain if kind != tiles.JOKER]
    opened = 0
    for _ in range(racks):
        rest = dealt(stream, len(plain), 14 - jokers)
        rack = [plain[number] for number in rest] + [tiles.JOKER] * jokers
        opened += opening(bytes(rack), needed) is not None
    return opened / racks


def chance_of_jokers(jokers: int) -> float:
    """That so many of the 14 tiles dealt are jokers."""
    ways = comb(2, jokers) * comb(tiles.DECK - 2, 14 - jokers)
    return ways / comb(tiles.DECK, 14)


def errors_of(chance: float, samples: int) -> float:
    """Five standard errors of a share."""
    return 5 * sqrt(chance * (1 - chance) / samples)


def test_how_many_hands_the_other_player_may_have_in_gin() -> None:
    ruleset = PRESETS["gin_cgio"]
    view = ruleset.view(ruleset.deal(2, range(DECK), 0), 0)
    unseen = DECK - len(view.hand) - view.discards
    assert comb(unseen, view.counts[1]) == 1_121_099_408


def test_how_many_hands_have_no_meld() -> None:
    counts = without_meld(11)
    assert [counts[size] for size in (6, 7, 10, 11)] == [
        18_700_642,
        115_373_508,
        9_525_123_396,
        29_994_988_656,
    ]
    met = [round(1 - counts[size] / comb(DECK, size), 5) for size in (6, 7, 10, 11)]
    assert met == [0.08143, 0.13762, 0.39791, 0.50342]


def test_how_good_ten_cards_are_as_dealt() -> None:
    stream, hands = Stream(b"ten cards"), 60_000
    left = []
    for _ in range(hands):
        left.append(deadwood(sum(1 << card for card in dealt(stream, DECK, 10))))
    mean = sum(left) / hands
    spread = sqrt(sum((one - mean) ** 2 for one in left) / hands)
    assert abs(mean - 56.6) < 0.05 + 5 * spread / sqrt(hands)
    low = sum(one <= 10 for one in left) / hands
    assert low > 0
    assert abs(low - 0.00056) < errors_of(0.00056, hands)


def test_how_many_jokers_are_dealt() -> None:
    chances = [round(chance_of_jokers(jokers), 5) for jokers in range(3)]
    assert chances == [0.75220, 0.23145, 0.01635]


def test_how_often_fourteen_tiles_can_open() -> None:
    for jokers, chance in enumerate((0.343, 0.949)):
        share = share_that_opens(jokers, 30, 800)
        assert abs(share - chance) < errors_of(chance, 800)
    assert share_that_opens(2, 30, 100) == 1.0


def test_how_often_fourteen_tiles_have_a_set() -> None:
    share = sum(
        chance_of_jokers(jokers) * share_that_opens(jokers, 1, 800)
        for jokers in range(3)
    )
    assert abs(share - 0.788) < errors_of(0.788, 800)

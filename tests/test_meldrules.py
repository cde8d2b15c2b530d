"""What is a meld by other options: ace, length, two decks, jokers."""

import random
from itertools import combinations, permutations

import pytest
from judge import Judge, is_joker, points, run_faces, whole_deck
from variety import WILD, any_game

from shared.cards import CARDS, INDEX, JOKERS, NAMES, RANKS, bits, mask_of, names
from shared.meldrules import Ace, Melding, OneDeck, longest_run, meld_rules
from shared.melds import MELDS, accepts, has_meld, in_order, melds_in, value
from shared.rulesets.basic import Basic


def game(**options: object) -> Basic:
    return Basic(preset="mine", hand_size=(7,), targets=(100,), **options)  # type: ignore[arg-type]


def read(game: Basic, cards: str) -> str:
    """The meld that cards are, as it is shown; empty: none."""
    meld = game.rules.read([INDEX[card] for card in cards.split()])
    return " ".join(game.rules.in_order(meld)) if meld else ""


def fitting(game: Basic, meld: str) -> str:
    """The natural cards of one deck that fit on a meld."""
    mask = game.rules.read([INDEX[card] for card in meld.split()])
    cards = game.rules.accepts(mask) & (1 << 52) - 1
    return " ".join(names(cards))


@pytest.mark.parametrize(
    ("ace", "count"), [("low", 329), ("either", 369), ("corner", 589)]
)
def test_the_number_of_melds(ace: Ace, count: int) -> None:
    rules = OneDeck(Melding(ace=ace))
    melds = rules._melds_in(rules.full)
    assert len(melds) == len(set(melds)) == count
    runs = {frozenset(faces) for faces in run_faces(game(ace=ace))}
    assert len(runs) == count - 65


def test_the_usual_rules_are_those_of_the_fast_tables() -> None:
    rules, rng = OneDeck(Melding()), random.Random(1)
    assert rules.melds_in is melds_in
    for meld in MELDS:
        assert rules.accepts(meld) == accepts(meld)
        assert rules.in_order(meld) == in_order(meld)
    for size in (3, 7, 11, 20):
        for _ in range(200):
            hand = mask_of(rng.sample(NAMES, size))
            assert rules._melds_in(hand) == melds_in(hand)
            assert rules._has_meld(hand) == has_meld(hand)
            assert rules.value(hand) == value(hand)


@pytest.mark.parametrize(
    ("ace", "legal"),
    [
        ("low", "A23"),
        ("either", "A23 QKA TJQKA"),
        ("corner", "A23 QKA TJQKA KA2 QKA2 JQKA23"),
    ],
)
def test_R02_R03_where_the_ace_may_stand(ace: Ace, legal: str) -> None:
    for ranks in ("A23", "QKA", "TJQKA", "KA2", "QKA2", "JQKA23"):
        cards = " ".join(f"{rank}S" for rank in ranks)
        shown = cards if ranks in legal.split() else ""
        for jokers in (0, 2):
            rules = game(ace=ace, jokers=jokers)
            assert read(rules, cards) == shown
            assert read(rules, " ".join(reversed(cards.split()))) == shown


def test_R08_kings_and_an_ace_are_no_set_wherever_the_ace_stands() -> None:
    for ace in ("low", "either", "corner"):
        assert read(game(ace=ace), "KC KD AD") == ""
        assert read(game(ace=ace, jokers=1), "KC KD AD") == ""


@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize(
    ("ace", "meld", "fits"),
    [
        ("either", "JS QS KS", "AS TS"),
        ("either", "QS KS AS", "JS"),
        ("either", "AS 2S 3S", "4S"),
        ("either", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS"),
        ("either", "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "2S"),
        ("corner", "QS KS AS", "2S JS"),
        ("corner", "AS 2S 3S", "4S KS"),
        ("corner", "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "2S"),
        ("low", "QS JS TS", "9S KS"),
        ("low", "JS QS KS", "TS"),
    ],
)
def test_what_fits_on_a_run(ace: Ace, meld: str, fits: str, jokers: int) -> None:
    assert fitting(game(ace=ace, jokers=jokers), meld) == fits


@pytest.mark.parametrize("ace", ["low", "either", "corner"])
def test_a_whole_suit_is_one_run_and_takes_no_more(ace: Ace) -> None:
    suit = [f"{rank}S" for rank in "A23456789TJQK"]
    for options in ({}, {"jokers": 2}, {"decks": 2}):
        rules = game(ace=ace, **options)
        assert read(rules, " ".join(suit)) == " ".join(suit)
        turned = read(rules, " ".join([*suit[1:], "AS"]))
        assert turned == " ".join(suit)
        assert rules.rules.accepts(rules.rules.read([INDEX[c] for c in suit])) == 0


@pytest.mark.parametrize(("ace", "turns"), [("low", 1), ("either", 2), ("corner", 13)])
def test_a_whole_suit_with_a_joker_for_the_ace(ace: Ace, turns: int) -> None:
    rules, suit = game(ace=ace, jokers=1), ["J", *(f"{rank}S" for rank in RANKS[1:])]
    ways = [read(rules, " ".join([*suit[n:], *suit[:n]])) for n in range(13)]
    assert [way for way in ways if way] == [" ".join(suit)] * turns
    assert [place for place, way in enumerate(ways) if way] == list(range(turns))


@pytest.mark.parametrize(("ace", "first"), [("either", 2), ("corner", 7), ("low", 1)])
@pytest.mark.parametrize("jokers", [0, 1])
def test_a_run_that_grows_to_a_whole_suit_begins_with_the_ace(
    ace: Ace, first: int, jokers: int
) -> None:
    rules, suit = game(ace=ace, jokers=jokers).rules, [f"{rank}S" for rank in RANKS]
    cards = [INDEX[card] for card in [*suit[first:], *suit[:first]]]
    meld = rules.read(cards[:12])
    assert rules.accepts(meld) & 1 << cards[12]
    grown = rules.grown(meld, cards[12], None)
    assert list(rules.in_order(grown)) == suit
    assert grown == rules.read(cards)


@pytest.mark.parametrize("options", [{"min_run": 4}, {"max_set": 3}])
def test_longer_runs_and_smaller_sets(options: dict[str, int]) -> None:
    for more in ({}, {"jokers": 1}):
        rules = game(**options, **more)
        long = "min_run" in options
        assert read(rules, "5H 6H 7H") == ("" if long else "5H 6H 7H")
        assert read(rules, "5H 6H 7H 8H") == "5H 6H 7H 8H"
        assert read(rules, "5H 5S 5D 5C") == ("5S 5H 5D 5C" if long else "")
        assert fitting(rules, "5H 5S 5D") == ("5C" if long else "")


@pytest.mark.parametrize("ace_value", [1, 11, 15])
def test_what_an_ace_and_a_joker_count(ace_value: int) -> None:
    rules = game(ace="either", ace_value=ace_value, jokers=1).rules
    assert rules.value(mask_of(["AS", "KD", "7C"])) == ace_value + 17
    assert rules.value(mask_of(["J", "2H"])) == 17


@pytest.mark.parametrize("same", [False, True])
def test_R10_two_decks_and_a_rank_twice(same: bool) -> None:
    rules = game(decks=2, same_suit_in_set=same)
    assert read(rules, "7H 7D 7C") == read(rules, "7C 7D 7H") == "7H 7D 7C"
    assert read(rules, "7H 7D' 7C") == "7H 7D' 7C"
    twice = read(rules, "7H 7H' 7C")
    assert twice == ("7H 7H' 7C" if same else "")
    held = [INDEX[card] for card in "7S 7H 7D 7S' 7H' 7D'".split()]
    melds = rules.rules.melds_in(sum(1 << card for card in held))
    pairs = [1 for one, other in combinations(melds, 2) if not one & other]
    assert pairs, "two sets of one rank can lie side by side"
    assert fitting(rules, "7S 7H 7D'") == ("7D 7C" if same else "7C")


def test_a_run_takes_a_card_of_either_deck() -> None:
    rules = game(decks=2)
    assert read(rules, "5H' 6H 7H'") == "5H' 6H 7H'"
    assert read(rules, "5H 5H' 6H 7H") == ""
    meld = rules.rules.read([INDEX[card] for card in ("5H", "6H'", "7H")])
    assert names(rules.rules.accepts(meld)) == ("4H", "4H'", "8H", "8H'")


JOKED = game(jokers=4, joker_steal="natural")


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("J 5H 6H", "J 5H 6H"),
        ("5H J 7H", "5H J 7H"),
        ("5H 6H J", "5H 6H J"),
        ("J' J 5H 6H", "J J' 5H 6H"),
        ("5H 6H J J'", "5H 6H J J'"),
        ("5H J J' J'' J''' TH", "5H J J' J'' J''' TH"),
        ("QS KS J", ""),
        ("J AS 2S", ""),
        ("5H J 6H", ""),
        ("6H J 5H", ""),
        ("5H J 8H", ""),
        ("5H J J'", ""),
        ("J J' J''", ""),
        ("5H 5S J", "5S 5H J"),
        ("J 5H 5S J'", "5S 5H J J'"),
        ("5H 5S 5D 5C J", ""),
        ("5H 5S J J' J''", ""),
        ("5H J 7S", ""),
    ],
)
def test_a_joker_stands_where_it_is_written(cards: str, shown: str) -> None:
    assert read(JOKED, cards) == shown


def test_a_joker_may_be_a_high_ace() -> None:
    assert read(game(jokers=1, ace="either"), "QS KS J") == "QS KS J"
    assert read(game(jokers=1, ace="corner"), "J AS 2S") == "J AS 2S"


@pytest.mark.parametrize(
    ("meld", "worth"),
    [
        ("J 5H 6H", "4H"),
        ("5H J 7H", "6H"),
        ("5H 6H J J'", "7H 8H"),
        ("5H 5S J", "5D 5C"),
        ("5H 5S J J'", "5D 5C"),
        ("5H 6H 7H", ""),
        ("5H 5S 5D", ""),
    ],
)
def test_what_a_joker_can_be_had_for(meld: str, worth: str) -> None:
    mask = JOKED.rules.read([INDEX[card] for card in meld.split()])
    assert " ".join(names(JOKED.rules.replaces(mask))) == worth


@pytest.mark.parametrize(
    ("meld", "card", "after", "taken"),
    [
        ("5H 6H J J'", "8H", "5H 6H J 8H", "J'"),
        ("5H 6H J J'", "7H", "5H 6H 7H J'", "J"),
        ("5H 5S J J'", "5C", "5S 5H 5C J'", "J"),
    ],
)
def test_the_joker_that_stands_for_the_card_is_taken(
    meld: str, card: str, after: str, taken: str
) -> None:
    before = JOKED.rules.read([INDEX[name] for name in meld.split()])
    now, joker = JOKED.rules.swapped(before, INDEX[card])
    assert (" ".join(JOKED.rules.in_order(now)), CARDS[joker]) == (after, taken)


@pytest.mark.parametrize("seed", range(6))
def test_melds_of_any_hand_are_those_found_by_trying(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(6):
        game = any_game(rng)
        rules, judge, deck = game.rules, Judge(game), whole_deck(game)
        for _ in range(10):
            hand = {*rng.sample(deck, 7), *deck[len(deck) - min(game.jokers, 2) :]}
            found = [rules.in_order(meld) for meld in rules.melds_in(mask_of(hand))]
            expected = {meld.shown() for meld in judge.melds_of(hand)}
            assert len(found) == len(set(found))
            assert set(found) == expected
            assert rules.has_meld(mask_of(hand)) is bool(expected)
            assert judge.has_meld(hand) is bool(expected)
            assert rules.value(mask_of(hand)) == points(game, hand)


def face(card: str) -> str:
    return "J" if is_joker(card) else card[:2]


@pytest.mark.parametrize("seed", range(4))
def test_of_melds_that_look_alike_one_is_shown(seed: int) -> None:
    rng = random.Random(seed)
    rules, deck, jokers = WILD.rules, whole_deck(WILD), 15 << JOKERS
    for _ in range(25):
        hand = {*rng.sample(deck, 8), *(f"{r}H" for r in "567"), "6H'", "J", "J''"}
        first = rng.choice(sorted(hand))
        mask = mask_of(hand)
        every = set(rules.melds_in(mask))
        some = rules.shown_in(mask, mask_of([first]))
        assert set(some) <= every
        looks = [looks_of(meld) for meld in some]
        assert len(looks) == len(set(looks))
        assert {looks_of(meld) for meld in every if not meld & jokers} <= set(looks)
        for meld in some:
            if face(first) in map(face, names(meld & WILD.rules.full)):
                assert meld & mask_of([first])


def looks_of(meld: int) -> tuple[str, ...]:
    """A meld as somebody sees it who does not tell two decks apart."""
    return tuple(map(face, WILD.rules.in_order(meld)))


def test_any_order_will_do_without_jokers() -> None:
    rules = game(decks=2, ace="corner")
    for cards in permutations(["KS", "AS'", "2S", "3S'"]):
        assert read(rules, " ".join(cards)) == "KS AS' 2S 3S'"


def test_rules_are_made_once() -> None:
    assert meld_rules(Melding(jokers=1)) is meld_rules(Melding(jokers=1))
    assert [longest_run(rank, "either") for rank in (0, 1, 2, 11)] == [13, 12, 12, 3]
    assert list(bits(meld_rules(Melding(jokers=2)).full))[-2:] == [JOKERS, JOKERS + 1]

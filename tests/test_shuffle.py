"""The verifiable shuffle, against vectors that other implementations read too."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.shuffle import (
    Stream,
    commit,
    first_dealer,
    reshuffle,
    root,
    shuffle,
)

VECTORS = json.loads(Path(__file__).with_name("shuffle_vectors.json").read_text())

roots = st.binary(min_size=32, max_size=32)

each_vector = pytest.mark.parametrize("vector", VECTORS)


def seeds(vector: dict[str, Any]) -> list[bytes]:
    return [bytes.fromhex(seed) for seed in vector["seeds"]]


@each_vector
def test_commitments(vector: dict[str, Any]) -> None:
    commits = [
        commit(vector["match"], seat, seed).hex()
        for seat, seed in enumerate(seeds(vector))
    ]
    assert commits == vector["commits"]


@each_vector
def test_roots_and_decks(vector: dict[str, Any]) -> None:
    made = root(vector["match"], vector["hand"], seeds(vector))
    assert made.hex() == vector["root"]
    assert list(shuffle(vector["cards"], made)) == vector["deck"]


def test_every_part_of_a_hand_changes_its_root() -> None:
    one, two = sha256(b"one").digest(), sha256(b"two").digest()
    made = {
        root("match", 0, [one, two]),
        root("match", 0, [two, one]),
        root("match", 0, [one]),
        root("match", 1, [one, two]),
        root("other", 0, [one, two]),
    }
    assert len(made) == 5
    assert commit("match", 0, one) != commit("match", 1, one)


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError) as refusal:
        commit("match", 0, b"short")
    assert str(refusal.value) == "a seed has 32 bytes, not 5"
    with pytest.raises(ValueError) as refusal:
        root("match", 0, [bytes(32), bytes(33)])
    assert str(refusal.value) == "a seed has 32 bytes, not 33"


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    words = [1840668629, 2681427702, 1922121815, 459001195, 3015193746, 2708347888]
    words += [2743616578, 4231825934, 559458448, 1834888235, 3758209737, 1135320235]
    stream = Stream(bytes(32))
    assert [stream.below(1 << 32) for _ in words] == words
    stream, end = Stream(bytes(32)), 3 << 30
    fair = [word for word in words if word < end]
    assert len(fair) == 10
    assert [stream.below(end) for _ in fair] == fair


@given(st.integers(0, 200), roots)
def test_a_shuffle_keeps_every_card(n: int, root: bytes) -> None:
    assert sorted(shuffle(n, root)) == list(range(n))


def test_every_card_comes_to_every_place_alike() -> None:
    rounds = 2600
    counts = [[0] * 52 for _ in range(52)]
    for number in range(rounds):
        for place, card in enumerate(shuffle(52, sha256(b"%d" % number).digest())):
            counts[place][card] += 1
    expected = rounds / 52
    chi_square = sum((n - expected) ** 2 / expected for row in counts for n in row)
    assert 51 * 51 - 5 * 72 < chi_square < 51 * 51 + 5 * 72


def test_a_reshuffle_follows_from_the_deck_and_its_number() -> None:
    deck = bytes(VECTORS[0]["deck"])
    pile = bytes(range(30, 50))
    first = [1, 19, 9, 11, 5, 2, 15, 12, 8, 6, 0, 16, 7, 10, 4, 3, 17, 18, 13, 14]
    second = [1, 12, 8, 19, 16, 13, 4, 7, 9, 14, 2, 0, 3, 17, 18, 15, 6, 10, 5, 11]
    assert reshuffle(pile, deck, 1) == bytes(30 + place for place in first)
    assert reshuffle(pile, deck, 2) == bytes(30 + place for place in second)
    assert reshuffle(pile, deck[::-1], 1) != reshuffle(pile, deck, 1)
    assert reshuffle(b"\x07", deck, 1) == b"\x07"


def test_the_first_dealer_follows_from_the_root() -> None:
    dealers = [
        [first_dealer(bytes.fromhex(vector["root"]), seats) for seats in (2, 3, 4)]
        for vector in VECTORS[:3]
    ]
    assert dealers == [[0, 1, 2], [1, 2, 1], [1, 1, 1]]


def test_everybody_may_be_the_first_dealer() -> None:
    dealers = [first_dealer(sha256(b"%d" % n).digest(), 4) for n in range(200)]
    assert all(30 < dealers.count(seat) < 70 for seat in range(4))

"""What may become of a joker on the table, under every preset."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from tiled import CLASSIC, OFFICIAL, STRICT, TOURNAMENT, laid, play, refused, table, to

from shared.rulesets.rummikub import Rummikub

FROM_RACK = replace(STRICT, preset="mine", joker_retrieve_from="rack")

FREE = [OFFICIAL, CLASSIC]
BOUND = [TOURNAMENT, STRICT, FROM_RACK]
EVERY = FREE + BOUND


def by_preset(games: Sequence[Rummikub]) -> object:
    return pytest.mark.parametrize(
        "game", games, ids=lambda game: f"{game.preset}-{game.joker_retrieve_from}"
    )


@by_preset(EVERY)
def test_a_joker_is_freed_by_the_tile_it_stands_for(game: Rummikub) -> None:
    state = laid(["5r 1k 2k 9k", "9o"], "4r J 6r")
    state, _ = play(state, to("4r 5r 6r", "1k 2k J"), game=game)
    assert table(state) == ["4r 5r 6r", "1k 2k J"]


@by_preset(EVERY)
def test_K14_a_joker_cannot_be_kept(game: Rummikub) -> None:
    state = laid(["5r 1k 2k 9k", "9o"], "4r J 6r")
    assert refused(state, to("4r 5r 6r"), game=game) == (
        "left_table",
        "J has left the table: put it back in a set",
    )


@by_preset(EVERY)
def test_K15_a_tile_of_the_rack_is_played_too(game: Rummikub) -> None:
    state = laid(["9k", "9o"], "4r J 6r", "5r 5b 5k 5o", "1k 2k 3k")
    action = to("4r 5r 6r", "5b 5k 5o", "1k 2k 3k J")
    assert refused(state, action, game=game) == (
        "nothing_played",
        "play at least one tile of your rack, or draw",
    )


@by_preset([OFFICIAL, CLASSIC, TOURNAMENT, STRICT])
def test_K16_a_tile_of_the_table_frees_it(game: Rummikub) -> None:
    state = laid(["8o 8k 9k", "9o"], "4r J 6r", "5r 5b 5k 5o")
    state, _ = play(state, to("4r 5r 6r", "5b 5k 5o", "8k 8o J"), game=game)
    assert state.turn == 1


def test_K16_where_it_must_come_from_the_rack_it_does_not() -> None:
    state = laid(["8o 8k 9k", "9o"], "4r J 6r", "5r 5b 5k 5o")
    action = to("4r 5r 6r", "5b 5k 5o", "8k 8o J")
    assert refused(state, action, game=FROM_RACK) == (
        "joker_from_rack",
        "the tile that takes the place of a joker has to come from your rack",
    )
    play(laid(["5r 8o 8k", "9o"], "4r J 6r"), to("4r 5r 6r", "8k 8o J"), game=FROM_RACK)


# Sets with a joker that may not be taken apart

APART = (
    "joker_set",
    "set 1 (4r J 6r 7r) has a joker: you may add to it or free the joker, but not take "
    "it apart",
)


@by_preset(BOUND)
def test_nothing_is_taken_from_a_set_with_a_joker(game: Rummikub) -> None:
    state = laid(["7b 7k 9k", "9o"], "4r J 6r 7r")
    assert refused(state, to("4r J 6r", "7r 7b 7k"), game=game) == APART


@by_preset(BOUND)
def test_it_is_not_split_and_its_joker_stays_in_its_place(game: Rummikub) -> None:
    state = laid(["6r 5r 9k", "9o"], "4r J 6r 7r", "8r 9r 10r 11r")
    split = to("4r J 6r", "6r 7r 8r", "9r 10r 11r")
    assert refused(state, split, game=game) == APART
    state = laid(["4k 9k", "9o"], "J 5r 6r", "1k 2k 3k")
    turned = to("5r 6r J", "1k 2k 3k 4k")
    assert refused(state, turned, game=game)[0] == "joker_set"


@by_preset(FREE)
def test_where_it_may_be_taken_apart_it_is(game: Rummikub) -> None:
    state = laid(["7b 7k 9k", "9o"], "4r J 6r 7r")
    assert play(state, to("4r J 6r", "7r 7b 7k"), game=game)[0].turn == 1


@by_preset(EVERY)
def test_tiles_may_be_added(game: Rummikub) -> None:
    state = laid(["3r 7r 8k 9k", "9o"], "4r J 6r", "8r 8b J")
    play(state, to("3r 4r J 6r 7r", "8r 8b 8k J"), game=game)
    state = laid(["J 9k", "9o"], "4r J 6r")
    play(state, to("4r J 6r J"), game=game)
    play(state, to("J 4r J 6r"), game=game)


@by_preset(BOUND)
def test_a_joker_does_not_jump_to_the_other_end(game: Rummikub) -> None:
    state = laid(["8r 9k", "9o"], "J 5r 6r 7r")
    assert refused(state, to("5r 6r 7r 8r J"), game=game)[0] == "joker_set"


def test_K20_a_freed_joker_in_the_same_run() -> None:
    state = laid(["4r 9k", "9o"], "J 5r 6r")
    action = to("4r 5r 6r J")
    assert refused(state, action, game=STRICT) == (
        "joker_new_set",
        "the joker that you free has to go to another set",
    )
    for game in (OFFICIAL, CLASSIC, TOURNAMENT):
        assert play(state, action, game=game)[0].turn == 1


def test_in_another_set_it_may_go_on_and_another_joker_may_come() -> None:
    state = laid(["4r 9b 9k", "9o"], "J 5r 6r", "9r 9o J")
    play(state, to("4r 5r 6r", "9r 9o J J"), game=STRICT)
    state = laid(["4r J 1k", "9o"], "J 5r 6r", "1o 2o 3o")
    play(state, to("4r 5r 6r J", "1o 2o 3o J"), game=STRICT)


# Groups of three


def test_either_missing_colour_frees_the_joker_of_a_group_of_three() -> None:
    for tile in ("7k", "7o"):
        state = laid([f"{tile} 1k 2k 9k", "9o"], "7r 7b J")
        action = to(f"7r 7b {tile}", "1k 2k J")
        for game in (OFFICIAL, CLASSIC, STRICT, FROM_RACK):
            assert play(state, action, game=game)[0].turn == 1
        assert refused(state, action, game=TOURNAMENT) == (
            "joker_both_colours",
            "the joker of set 1 (7r 7b J) is free only when both missing colours are "
            "there",
        )


def test_in_a_tournament_both_do() -> None:
    state = laid(["7k 7o 1k 2k 9k", "9o"], "7r 7b J")
    play(state, to("7r 7b 7k 7o", "1k 2k J"), game=TOURNAMENT)
    state = laid(["7o 1k 2k 9k", "9o"], "7r 7b 7k J")
    play(state, to("7r 7b 7k 7o", "1k 2k J"), game=TOURNAMENT)


@by_preset(BOUND)
def test_a_joker_of_a_group_is_not_just_taken(game: Rummikub) -> None:
    state = laid(["1k 2k 9k", "9o"], "7r 7b 7k J")
    assert refused(state, to("7r 7b 7k", "1k 2k J"), game=game) == (
        "joker_set",
        "set 1 (7r 7b 7k J) has a joker: you may add to it or free the joker, but not "
        "take it apart",
    )


# A joker at the end of a run that other tiles make unnecessary


def test_tiles_added_to_a_run_can_free_the_joker_at_its_end() -> None:
    state = laid(["7r 1k 2k 9k", "9o"], "J 5r 6r")
    action = to("5r 6r 7r", "1k 2k J")
    for game in (OFFICIAL, CLASSIC, TOURNAMENT):
        assert play(state, action, game=game)[0].turn == 1
    for game in (STRICT, FROM_RACK):
        assert refused(state, action, game=game)[0] == "joker_set"


def test_without_a_tile_added_it_is_not_free() -> None:
    state = laid(["1k 2k 9k", "9o"], "J 5r 6r 7r")
    action = to("5r 6r 7r", "1k 2k J")
    assert refused(state, action, game=TOURNAMENT)[0] == "joker_set"


# Two jokers


@by_preset(EVERY)
def test_two_jokers_are_freed_in_one_turn(game: Rummikub) -> None:
    state = laid(["5r 8k 1k 2k 9o", "9o"], "4r J 6r", "8r 8b 8o J")
    play(state, to("4r 5r 6r", "8r 8b 8k 8o", "1k 2k J J"), game=game)


def test_the_same_tile_does_not_free_two() -> None:
    state = laid(["5r 1k 2k 9k", "9o"], "4r J 6r", "3r 4r J", "5r 5b 5k 5o")
    action = to("4r 5r 6r", "3r 4r 5r", "5b 5k 5o", "1k 2k J J")
    assert refused(state, action, game=FROM_RACK)[0] == "joker_from_rack"
    play(state, action, game=STRICT)


def test_at_most_one_joker_in_a_set_is_an_option() -> None:
    game = replace(OFFICIAL, preset="mine", max_jokers_per_set=1)
    state = laid(["4r J J 9k", "9o"])
    assert refused(state, to("4r J J"), game=game) == (
        "too_many_jokers",
        "set 1 (4r J J) has 2 jokers; a set has at most 1",
    )


# Jokers are alike: what the tables show may come of one leaving and another coming

ENDS = replace(STRICT, preset="mine", joker_retrieve_from="rack_or_table")


def test_two_freed_jokers_may_change_places() -> None:
    state = laid(["13o 10b 9k", "9o"], "10k 10o J", "11o 12o J")
    play(state, to("10b 10k 10o J", "J 11o 12o 13o"), game=STRICT)


def test_one_that_nothing_frees_cannot() -> None:
    game = replace(FROM_RACK, joker_group3="both")
    state = laid(["4k 13k 9k", "9o"], "2k 3k J 5k 6k", "13b 13o J")
    action = to("2k 3k 4k 5k 6k J", "13b 13k 13o J")
    assert refused(state, action, game=game)[0] == "joker_new_set"


def test_a_joker_in_the_middle_is_still_needed() -> None:
    state = laid(["13k 6k 9k", "9o"], "11k 12k J", "J 8k 9k 10k 11k")
    action = to("J 11k 12k 13k", "6k J 8k 9k 10k 11k")
    assert refused(state, action, game=ENDS)[0] == "joker_new_set"
    state = laid(["13k 12k 9k", "9o"], "11k 12k J", "J 8k 9k 10k 11k")
    play(state, to("J 11k 12k 13k", "J 8k 9k 10k 11k 12k"), game=ENDS)


def test_a_group_of_one_tile_lies_in_one_order() -> None:
    state = laid(["13r 13k 13o 9k", "9o"], "J 13b J", opened=[1])
    play(state, to("13r 13k 13o", "13b J J"), game=TOURNAMENT)

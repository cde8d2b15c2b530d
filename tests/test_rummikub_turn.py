"""A turn of Rummikub: tiles played, the table rearranged, first sets, draws."""

import pytest
from msgspec.structs import replace
from tiled import DRAW, OFFICIAL, laid, play, rack, refused, shuffled, table, to

from shared.actions import Draw
from shared.errors import ProtocolError
from shared.events import Drew, Rearranged
from shared.wire import decode_to_host

OPENING = replace(OFFICIAL, preset="mine", open_then_manipulate=True)
FROM_TABLE = replace(OFFICIAL, preset="mine", initial_from_rack_only=False)


# The deal


@pytest.mark.parametrize(("seats", "pool"), [(2, 78), (3, 64), (4, 50)])
def test_everybody_has_14_tiles_and_the_rest_is_the_pool(seats: int, pool: int) -> None:
    state = OFFICIAL.deal(seats, range(106), dealer=seats - 1)
    assert [len(tiles) for tiles in state.racks] == [14] * seats
    assert (len(state.pool), state.turn) == (pool, 0)
    assert rack(state, 0).split()[0] == "1r"
    assert OFFICIAL.apply(state, 0, DRAW)[1] == (Drew(0, "stock", pool_top(seats)),)


def pool_top(seats: int) -> str:
    """In a deck in order: the tile after those of the deal."""
    number = 14 * seats % 53
    return f"{number % 13 + 1}{'rbko'[number // 13]}"


def test_a_deal_of_something_else_is_an_error() -> None:
    with pytest.raises(ValueError, match="the deck must have every tile once"):
        OFFICIAL.deal(2, [0] * 106, 0)
    with pytest.raises(ValueError, match="no deal for 5 players by seat 0"):
        OFFICIAL.deal(5, range(106), 0)
    with pytest.raises(ValueError, match="no deal for 2 players by seat 2"):
        OFFICIAL.deal(2, range(106), 2)


# Drawing


def test_a_draw_ends_the_turn() -> None:
    state = laid(["4r 9k", "5r 9o"], "1r 2r 3r", pool="8k 7k")
    state, events = play(state, DRAW)
    assert events == (Drew(0, "stock", "8k"),)
    assert (state.turn, rack(state, 0)) == (1, "4r 8k 9k")
    assert play(state, DRAW)[1] == (Drew(1, "stock", "7k"),)


def test_K28_a_tile_just_drawn_cannot_be_played_this_turn() -> None:
    state, _ = play(laid(["9k", "5r 9o"], "1r 2r 3r", pool="4r"), DRAW)
    action = to("1r 2r 3r 4r")
    assert refused(state, action, seat=0) == ("not_your_turn", "it is not your turn")


def test_one_who_could_play_may_draw() -> None:
    state, _ = play(laid(["4r 5r 6r", "9o"]), DRAW)
    assert len(state.racks[0]) == 4


def test_without_voluntary_draw_he_may_not() -> None:
    game = replace(OFFICIAL, preset="mine", voluntary_draw=False)
    must = (
        "must_play",
        "you may not draw now: you can play a set of your rack, or add a tile to a set",
    )
    assert refused(laid(["4r 5r 6r", "9o"]), DRAW, game=game) == must
    assert refused(laid(["4r 9k", "9o"], "1r 2r 3r"), DRAW, game=game) == must
    play(laid(["5r 9k", "9o"], "1r 2r 3r"), DRAW, game=game)
    play(laid(["4r 5r 6r", "9o"], opened=[1]), DRAW, game=game)
    assert refused(laid(["9r 10r 11r", "9o"], opened=[]), DRAW, game=game) == must


# Playing


def test_a_set_of_the_rack() -> None:
    state = laid(["4r 5r 6r 9k", "9o"], "1k 1b 1o")
    state, events = play(state, to("1b 1k 1o", "6r 4r 5r"))
    assert events == (Rearranged(0, ("4r", "5r", "6r"), (("4r", "5r", "6r"),)),)
    assert table(state) == ["1b 1k 1o", "4r 5r 6r"]
    assert (state.turn, rack(state, 0)) == (1, "9k")


def test_twins_are_alike() -> None:
    state = laid(["7r 7r 7b 9k", "9o"], "7b 7k 7o")
    state, _ = play(state, to("7r 7b 7k 7o"))
    assert rack(state, 0) == "7r 7b 9k"


def test_K21_a_run_is_split_around_a_twin() -> None:
    state = laid(["6r 9k", "9o"], "4r 5r 6r 7r 8r")
    state, events = play(state, to("4r 5r 6r", "6r 7r 8r"))
    assert events == (Rearranged(0, ("6r",), (("4r", "5r", "6r"), ("6r", "7r", "8r"))),)


def test_the_whole_table_may_be_rearranged() -> None:
    state = laid(["5o 9k", "9o"], "4r 5r 6r 7r", "4b 5b 6b 7b", "4k 5k 6k 7k")
    groups = to(*(f"{n}r {n}b {n}k" for n in (4, 6, 7)), "5r 5b 5k 5o")
    state, events = play(state, groups)
    assert events[0].tiles == ("5o",)  # type: ignore[union-attr]
    assert table(state) == ["4r 4b 4k", "6r 6b 6k", "7r 7b 7k", "5r 5b 5k 5o"]


def test_K22_an_end_tile_of_a_run_of_three_cannot_be_taken() -> None:
    state = laid(["6b 6k 9k", "9o"], "4r 5r 6r")
    assert refused(state, to("4r 5r", "6r 6b 6k")) == (
        "small_set",
        "set 1 (4r 5r) has 2 tiles; a set has at least three",
    )


def test_the_set_that_is_not_valid_is_named() -> None:
    sets = ["1r 2r 3r", "1b 2b 3b", "1k 2k 3k", "1o 2o 3o", "9r 9b 9k", "8r 8b 8k"]
    state = laid(["4r 5r 9o", "9o"], *sets)
    assert refused(state, to(*sets, "4r 5r")) == (
        "small_set",
        "set 7 (4r 5r) has 2 tiles; a set has at least three",
    )


@pytest.mark.parametrize(
    ("proposed", "refusal"),
    [
        ("13r 13b 13k 13k", "set 2 (13r 13b 13k 13k) has 13k twice; the colours of a "
         "group are all different"),
        ("12r 13r 1r", "set 2 (12r 13r 1r) has 1 and 13; 1 is the lowest number and "
         "does not follow 13"),
        ("8r 8b 8k 8o J", "set 2 (8r 8b 8k 8o J) has 5 tiles; a group has at most "
         "four"),
        ("8r 8r J", "set 2 (8r 8r J) has 8r twice; the colours of a group are all "
         "different"),
    ],
)  # fmt: skip
def test_a_set_must_be_one(proposed: str, refusal: str) -> None:
    state = laid([f"{proposed} 9k", "9o"], "4o 5o 6o")
    assert refused(state, to("4o 5o 6o", proposed))[1] == refusal


def test_K24_to_rearrange_and_play_nothing_is_no_turn() -> None:
    state = laid(["9k", "9o"], "4r 5r 6r 7r 8r 9r")
    assert refused(state, to("4r 5r 6r", "7r 8r 9r")) == (
        "nothing_played",
        "play at least one tile of your rack, or draw",
    )
    assert play(state, DRAW)[0].turn == 1


def test_K25_no_tile_may_leave_the_table() -> None:
    state = laid(["7r 9k", "9o"], "4r 5r 6r", "1k 2k 3k 4k")
    assert refused(state, to("5r 6r 7r", "1k 2k 3k 4k")) == (
        "left_table",
        "4r has left the table: put it back in a set",
    )


def test_what_one_does_not_hold_one_cannot_play() -> None:
    state = laid(["7r 9k", "9o"], "4r 5r 6r")
    assert refused(state, to("4r 5r 6r 7r 8r")) == (
        "not_in_rack",
        "you do not hold 8r",
    )
    assert refused(state, to("4r 5r 6r 7r", "7r 7b 7k")) == (
        "one_in_rack",
        "you hold only one 7r",
    )


# First sets


def test_K10_first_sets_count_30_together() -> None:
    state = laid(["8r 8b 8k 1o 2o 3o 9k", "9o"], "4r 5r 6r", opened=[1])
    state, _ = play(state, to("4r 5r 6r", "8r 8b 8k", "1o 2o 3o"))
    assert state.opened == 0b11


def test_K11_29_points_are_too_few() -> None:
    state = laid(["5r 5b 5k 5o 1o 1b 1k 2r 2b 2o 9k", "9o"], "4r 5r 6r", opened=[1])
    action = to("4r 5r 6r", "5r 5b 5k 5o", "1b 1k 1o", "2r 2b 2o")
    assert refused(state, action) == (
        "too_few_points",
        "your first sets count 29: they need at least 30",
    )
    assert play(state, DRAW)[0].turn == 1


def test_a_joker_in_the_first_sets_counts_what_it_stands_for() -> None:
    state = laid(["9r 10r J 9k", "9o"], opened=[])
    assert play(state, to("9r 10r J"))[0].opened == 1
    assert refused(state, to("J 9r 10r"))[1] == (
        "your first sets count 27: they need at least 30"
    )


def test_K12_before_the_first_sets_the_table_is_not_touched() -> None:
    state = laid(["7r 10b 11b 12b 9k", "9o"], "4r 5r 6r", opened=[1])
    alone = (
        "not_opened",
        "your first sets are made of your rack alone: leave the sets on the table "
        "as they are",
    )
    assert refused(state, to("4r 5r 6r 7r")) == alone
    both = to("4r 5r 6r 7r", "10b 11b 12b")
    assert refused(state, both) == alone
    assert play(state, both, game=OPENING)[0].opened == 0b11


def test_K13_before_the_first_sets_no_joker_is_swapped() -> None:
    state = laid(["5r 10b 11b 12b 9k", "9o"], "4r J 6r", opened=[1])
    action = to("4r 5r 6r", "10b 11b 12b J")
    assert refused(state, action)[0] == "not_opened"


def test_who_opens_and_manipulates_needs_30_points_of_his_own() -> None:
    state = laid(["7r 8r 10b 11b 9k", "9o"], "4r 5r 6r", "12b 12k 12r 12o", opened=[1])
    action = to("4r 5r 6r 7r", "10b 11b 12b", "12k 12r 12o")
    assert refused(state, action, game=OPENING) == (
        "too_few_points",
        "your first sets count 0: they need at least 30",
    )
    state = laid(["7r 10b 11b 12b 13b 9k", "9o"], "4r 5r 6r", opened=[1])
    play(state, to("4r 5r 6r 7r", "10b 11b 12b 13b"), game=OPENING)


def test_first_sets_that_may_use_the_table_count_the_tiles_of_the_rack() -> None:
    state = laid(["12r 13r 5k 9k", "9o"], "9r 10r 11r", "5b 5o J", opened=[1])
    action = to("9r 10r 11r 12r 13r", "5b 5k 5o J")
    assert play(state, action, game=FROM_TABLE)[0].opened == 0b11
    assert refused(state, to("9r 10r 11r 12r 13r", "5b 5o J"), game=FROM_TABLE) == (
        "too_few_points",
        "your first sets count 25: they need at least 30",
    )
    state = laid(["12r J 5k 9k", "9o"], "9r 10r 11r", "5b 5o J", opened=[1])
    play(state, to("9r 10r 11r 12r J", "5b 5k 5o J"), game=FROM_TABLE)


def test_from_the_next_turn_on_the_table_is_open() -> None:
    state = laid(["7r 10b 11b 12b 9k", "1o 9o"], "4r 5r 6r", opened=[1])
    state, _ = play(state, to("4r 5r 6r", "10b 11b 12b"), DRAW)
    assert play(state, to("4r 5r 6r 7r", "10b 11b 12b"))[0].turn == 1


def test_sets_that_count_30_are_offered_one_by_one() -> None:
    state = laid(["9r 10r 11r 11b 12b 13b 1o", "9o"], opened=[1])
    assert list(OFFICIAL.legal(state, 0)) == [DRAW, to("9r 10r 11r"), to("11b 12b 13b")]


def test_smaller_ones_are_offered_together() -> None:
    state = laid(["8r 8b 8k 1o 2o 3o", "9o"], "4r 5r 6r", opened=[1])
    several = to("4r 5r 6r", "8r 8b 8k", "1o 2o 3o")
    assert list(OFFICIAL.legal(state, 0)) == [DRAW, several]


# Who else cannot act


def test_K27_the_clock_is_no_action_of_a_player() -> None:
    with pytest.raises(ProtocolError):
        decode_to_host('{"type":"act","id":1,"seq":1,"action":{"type":"timed_out"}}')


def test_the_states_are_values() -> None:
    import random

    state = shuffled(random.Random(1))
    again, _ = OFFICIAL.apply(state, state.turn, Draw("stock"))
    assert again != state
    assert OFFICIAL.apply(state, state.turn, Draw("stock"))[0] == again

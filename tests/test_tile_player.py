"""Computer players of Rummikub on all levels: legal, the same again, and of use."""

import random
from collections.abc import Sequence
from itertools import cycle, islice

import pytest
from msgspec.structs import replace
from test_rummikub_random import VARIED
from tiled import (
    CLASSIC,
    DRAW,
    OFFICIAL,
    STRICT,
    laid,
    lively,
    play,
    rack,
    shuffled,
    table,
    to,
)

from peer.bots.levels import LEVELS, computer_player
from peer.bots.tile_search import WORK, Turn, best_turn
from peer.bots.tile_turns import WHOLE
from shared.actions import Action, Pass, Rearrange
from shared.reasons import Level, Reason
from shared.rulesets.rummikub import Rummikub
from shared.rulesets.rummikub_state import State

every_game = pytest.mark.parametrize("game", VARIED, ids=lambda game: game.preset)
every_level = pytest.mark.parametrize("level", LEVELS)


def chosen(
    level: Level, state: State, game: Rummikub = OFFICIAL, seed: int = 0
) -> Action:
    return computer_player(level, game, seed).choose(game.view(state, state.turn), ())


def why(level: Level, state: State) -> Reason | None:
    """The reason of a choice."""
    player = computer_player(level, OFFICIAL)
    player.choose(OFFICIAL.view(state, state.turn), ())
    return player.why


def after(level: Level, state: State, game: Rummikub = OFFICIAL) -> list[str]:
    """The table after what a level does."""
    return table(play(state, chosen(level, state, game), game=game)[0])


# Every rule


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_levels_play_legal_turns_to_the_end(game: Rummikub, seats: int) -> None:
    levels = list(islice(cycle(LEVELS[::-1]), seats))
    state = shuffled(random.Random(seats), game, seats)
    bots = [computer_player(level, game, seat) for seat, level in enumerate(levels)]
    for _ in range(1000):
        if state.result is not None:
            break
        action = bots[state.turn].choose(game.view(state, state.turn), ())
        state, _ = game.apply(state, state.turn, action)
    assert state.result is not None


@every_game
def test_whatever_the_table_the_turn_is_legal(game: Rummikub) -> None:
    """Tables that people make, who lay jokers anywhere."""
    for seed in range(2):
        rng = random.Random(seed)
        state = shuffled(rng, game, 2 + 2 * seed)
        while state.result is None:
            for level in LEVELS if rng.random() < 0.12 else ():
                game.apply(state, state.turn, chosen(level, state, game, seed))
            state, _ = game.apply(state, state.turn, lively(rng, state, game))


@every_level
def test_the_choice_is_made_by_what_is_seen(level: Level) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        state = shuffled(rng, OFFICIAL, 3)
        while state.result is None:
            if rng.random() < 0.2:
                other = hidden_changed(state, rng)
                assert OFFICIAL.view(other, state.turn) == OFFICIAL.view(
                    state, state.turn
                )
                assert chosen(level, other) == chosen(level, state)
            state, _ = OFFICIAL.apply(state, state.turn, lively(rng, state, OFFICIAL))


def hidden_changed(state: State, rng: random.Random) -> State:
    """Another state that looks the same to whose turn it is."""
    others = [seat for seat in range(len(state.racks)) if seat != state.turn]
    hidden = list(state.pool + b"".join(state.racks[seat] for seat in others))
    rng.shuffle(hidden)
    racks = list(state.racks)
    for seat in others:
        size = len(racks[seat])
        racks[seat], hidden = bytes(sorted(hidden[:size])), hidden[size:]
    return replace(state, racks=tuple(racks), pool=bytes(hidden))


@every_level
def test_a_hand_is_played_again_from_its_seed(level: Level) -> None:
    assert hand(level, 1) == hand(level, 1)


def test_only_the_easy_level_draws_lots() -> None:
    assert hand("easy", 1) != hand("easy", 2)
    assert hand("master", 1) == hand("master", 2)


def hand(level: Level, seed: int) -> list[Action]:
    state, actions = shuffled(random.Random(5), OFFICIAL, 2), []
    players = [computer_player(level, OFFICIAL, seed + seat) for seat in (0, 1)]
    while state.result is None:
        action = players[state.turn].choose(OFFICIAL.view(state, state.turn), ())
        actions.append(action)
        state, _ = OFFICIAL.apply(state, state.turn, action)
    return actions


@every_level
def test_it_plays_on_when_its_search_is_cut_short(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The budget is counted, not timed."""
    assert WORK < 1_000_000
    monkeypatch.setattr("peer.bots.tile_search._Search._next", spent)
    state = laid(["4r 5r 6r 9k", "9o"], "1b 2b 3b", pool=0)
    assert after(level, state) == ["1b 2b 3b", "4r 5r 6r"]


def spent(*_: object) -> None:
    from peer.bots.tile_search import Spent

    raise Spent


def test_master_asks_once_whether_all_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a count, as well: one in the table's time, however big the rack."""
    asked = []

    def noted(must: bytes, may: bytes, worth: Sequence[int], **how: int) -> Turn | None:
        asked.append(how)
        return best_turn(must, may, worth, leave=how["leave"], work=how["work"])

    monkeypatch.setattr("peer.bots.tile_turns.best_turn", noted)
    assert chosen("master", laid(["4r 5r 6r 4b 9k", "9o"], "1b 2b 3b")) == DRAW
    assert asked == [{"leave": 0, "work": WHOLE}]
    assert WHOLE <= WORK


# Easy


def test_easy_plays_sets_of_its_rack_only() -> None:
    assert after("easy", laid(["4r 5r 6r 4b 9k", "9o"], "1b 2b 3b")) == [
        "1b 2b 3b",
        "4r 5r 6r",
    ]
    assert chosen("easy", laid(["4b 9k", "9o"], "1b 2b 3b")) == DRAW
    assert chosen("easy", laid(["4b 9k", "9o"], "1b 2b 3b", pool=0)) == Pass()


def test_easy_overlooks_sets_now_and_then() -> None:
    state = laid(["4r 5r 6r 9k", "9o"], "1b 2b 3b")
    drew = sum(chosen("easy", state, seed=seed) == DRAW for seed in range(200))
    assert 30 < drew < 70


def test_easy_plays_what_it_must() -> None:
    must = replace(OFFICIAL, preset="mine", voluntary_draw=False)
    state = laid(["4b 9k", "9o"], "1b 2b 3b")
    assert chosen("easy", state, must) == to("1b 2b 3b 4b")


# Hard and master


def test_hard_rearranges_for_as_many_tiles_as_can_be_played() -> None:
    state = laid(["7b 7k 1o", "9o"], "4r 5r 6r 7r")
    assert after("hard", state) == ["4r 5r 6r", "7r 7b 7k"]
    assert why("hard", state) == "most_tiles"


def test_sets_that_need_not_change_lie_as_they_lay() -> None:
    state = laid(["7b 7k 1o", "9o"], "1k 2k 3k", "4r 5r 6r 7r", "4k 5k 6k", "7o 8o 9o")
    assert after("hard", state) == [
        "1k 2k 3k",
        "4k 5k 6k",
        "7o 8o 9o",
        "4r 5r 6r",
        "7r 7b 7k",
    ]


def test_hard_opens_with_enough_and_with_all_it_can() -> None:
    state = laid(["8r 8b 8k 1o 2o 3o 9k", "9o"], "4r 5r 6r", opened=[])
    assert rack(play(state, chosen("hard", state))[0], 0) == "9k"
    assert why("hard", state) == "opening"
    assert chosen("hard", laid(["9r 8b 8k 7r", "9o"], "4r 5r 6r", opened=[])) == DRAW


def test_hard_opens_by_points_where_most_tiles_count_too_few() -> None:
    state = laid(["1r 1b 1k 1o 11r 12r 13r", "9o"], opened=[])
    assert sorted(after("hard", state)) == ["11r 12r 13r", "1r 1b 1k 1o"]


def test_the_last_tiles_are_played_by_both() -> None:
    state = laid(["7b 7k", "1o 2o"], "4r 5r 6r 7r")
    for level in ("hard", "master"):
        assert rack(play(state, chosen(level, state))[0], 0) == ""
        assert why(level, state) == "out"


def test_a_set_with_a_joker_is_left_alone_where_it_has_to_be() -> None:
    state = laid(["9k 9o 1b", "9o"], "4r 5r 6r J")
    assert after("hard", state) == ["4r 5r 6r", "9k 9o J"]
    assert chosen("hard", state, STRICT) == DRAW
    assert after("hard", laid(["3r 1b", "9o"], "4r 5r 6r J"), STRICT) == [
        "3r 4r 5r 6r J"
    ]


def test_a_joker_is_freed_by_its_tile_where_that_is_the_rule() -> None:
    state = laid(["6r 9k 9o 1b", "9o"], "4r 5r J")
    assert sorted(after("hard", state, STRICT)) == ["4r 5r 6r", "9k 9o J"]


def test_a_joker_is_freed_by_a_tile_of_the_table() -> None:
    state = laid(["2b 9k 9o", "1k"], "4r 5r J", "6r 6b 6k 6o")
    assert sorted(after("hard", state, STRICT)) == ["4r 5r 6r", "6b 6k 6o", "9k 9o J"]


def test_master_draws_whatever_it_could_play() -> None:
    """Sets of its rack, tiles that fit; it makes no difference who is close."""
    for other in ("9o", "9o 1r 2r 3r 1o 2o 3o 4o 5o 7o 8o 10o 12o"):
        state = laid(["4r 5r 6r 4b J 9k 11o", other], "1b 2b 3b")
        assert chosen("hard", state) != DRAW
        assert chosen("master", state) == DRAW
        assert why("master", state) is None


def test_master_goes_out_with_all_that_it_held_back() -> None:
    state = laid(["4r 5r 6r 6k 7k 8k 4b J", "9o"], "1b 2b 3b")
    assert rack(play(state, chosen("master", state))[0], 0) == ""
    assert why("master", state) == "held_back"


def test_master_opens_with_few_tiles() -> None:
    state = laid(["8r 8b 8k 9o 10o 11o 1o 2o 3o 5k", "9o"], "4r 5r 6r", opened=[])
    assert after("master", state) == ["4r 5r 6r", "9o 10o 11o"]
    assert why("master", state) == "opening"
    two = laid(["8r 8b 8k 3o 4o 5o 1o 2o 12k", "9o"], opened=[])
    assert sorted(after("master", two)) == ["1o 2o 3o", "8r 8b 8k"]
    assert chosen("master", laid(["9r 8b 8k 7r", "9o"], opened=[])) == DRAW


def test_master_opens_without_a_joker_if_it_can() -> None:
    state = laid(["12r 12b J 3o 4o 5o 7k 8k 9k 1b", "9o"], opened=[])
    assert sorted(after("master", state)) == ["3o 4o 5o", "7k 8k 9k"]
    assert why("master", state) == "keeps_joker"
    bare = laid(["12r 12b J 3o 9k", "9o"], "4r 5r 6r", opened=[])
    assert after("master", bare) == ["4r 5r 6r", "12r 12b J"]
    assert why("master", bare) == "opening"


def test_master_opens_with_the_table_where_that_counts() -> None:
    free = replace(OFFICIAL, preset="mine", initial_from_rack_only=False)
    state = laid(["13b 13k 9r 5k", "9o"], "10r 11r 12r 13r", opened=[])
    assert chosen("master", state) == DRAW
    assert rack(play(state, chosen("master", state, free), game=free)[0], 0) == "5k"


def test_master_plays_all_it_can_where_it_may_not_hold_back() -> None:
    must = replace(OFFICIAL, preset="mine", voluntary_draw=False)
    state = laid(["4r 5r 6r 4b 9k", "9o"], "1b 2b 3b")
    assert after("master", state, must) == ["1b 2b 3b 4b", "4r 5r 6r"]


def test_master_gets_rid_of_points_when_the_pool_is_empty() -> None:
    state = laid(["4r 5r 6r 13r 13b 13k 9k", "9o"], "1b 2b 3b", pool=0)
    assert rack(play(state, chosen("master", state))[0], 0) == "9k"
    assert why("master", state) == "least_value"
    most = laid(["4r 5r 6r 6b 6k 13r 13b 9k", "9o"], "13o 12o 11o", pool=0)
    assert "6r" not in rack(play(most, chosen("master", most))[0], 0).split()


def test_master_passes_while_the_others_hold_as_many_tiles() -> None:
    state = laid(["4r 5r 6r 9k", "9o 1r 2r 3r"], "1b 2b 3b", pool=0)
    assert chosen("master", state) == Pass()
    last = laid(["4r 5r 6r 9k", "9o 1r 2r 3r"], "1b 2b 3b", pool=0, turns_left=2)
    assert rack(play(last, chosen("master", last, CLASSIC), game=CLASSIC)[0], 0) == "9k"


def test_who_draws_needs_no_reason() -> None:
    state = laid(["9k", "9o"], "1b 2b 3b")
    assert [why(level, state) for level in LEVELS] == [None] * 4
    assert isinstance(chosen("medium", state), type(DRAW))
    assert not isinstance(chosen("medium", state), Rearrange)

"""The screen in lines with tiles: what a person reads and types in Rummikub."""

import random
import re

import pytest
from msgspec.structs import replace
from seated import bot, person
from tile_seated import TileSeated, over
from tiled import DRAW, OFFICIAL, laid, to

from peer.bots.medium import Medium
from shared.actions import Draw, Pass, Rearrange
from shared.events import HandDealt, HandEnded, MatchEnded, TimedOut
from shared.tiles import DECK
from shared.view import TileView
from shared.wire import Update, Welcome

INTRODUCTION = [
    "The aim is to be the first without tiles.",
    "In your turn you play at least one tile of your rack, or draw one.",
    "A set is a group of three or four tiles of one number in different colours, or a "
    "run of at least three tiles in a row in one colour.",
    "Your first sets must be made of your rack alone and count enough together. After "
    "that you may rearrange the whole table, as long as only sets lie there when your "
    "turn ends.",
    "Tiles are written as number and colour, r for red, b for blue, k for black and o "
    "for orange: 7r is the red 7, 13k the black 13, J a joker.",
    "Type help to hear what you can do, or hint for advice.",
]

WAYS = (
    "Type play and tiles for a new set, or draw to end your turn with a tile from the "
    "pool. Type help for more."
)


# A turn


def test_the_lobby_says_how_long_a_match_is() -> None:
    assert TileSeated().updated()[0] == (
        "The game is Rummikub for 2 players, a round of 2 hands."
    )


def test_the_first_hand_begins_with_what_a_newcomer_must_know() -> None:
    player = TileSeated()
    player.updated()
    state = laid(["8r 9r 10r 4k J", "3r 5b"], opened=[], pool=9)
    assert player.lies(state, HandDealt(dealer=1, first=0)) == [
        *INTRODUCTION,
        "Hand 1 is dealt.",
        "You start.",
        "It is your turn.",
        "Tiles held: you 5, Bob 2.",
        "The pool has 9 tiles.",
        "Your rack, 5 tiles: 8r 9r 10r, 4k, J.",
        "Your first sets have to count at least 30.",
        "You can lay 8r 9r 10r J: type play 8r 9r 10r J.",
        WAYS,
    ]
    assert player.screen.prompt() == "your turn> "


def test_a_turn_is_tried_out_and_played() -> None:
    player = over(laid(["4r 7r 8b 8k 9o", "3r 5b"], "5r 6r 7r 8r", pool=9))
    assert player.types("take 8r 1") == [
        "Set 1: 5r 6r 7r.",
        "Your rack, 5 tiles: 4r 7r, 8b, 8k, 9o.",
        "Table valid: no, because 8r, which you took, must go back into a set.",
        "Type undo, or go on.",
    ]
    assert player.types("play 8r 8b 8k") == [
        "Set 2: 8r 8b 8k.",
        "Your rack, 3 tiles: 4r 7r, 9o.",
        "Table valid: yes.",
        "Type done to end your turn, or undo.",
    ]
    assert player.types("add 4r 1")[0] == "Set 1: 4r 5r 6r 7r."
    assert player.types("table") == [
        "Set 1: 4r 5r 6r 7r.",
        "Set 2: 8r 8b 8k.",
        "Your rack, 2 tiles: 7r, 9o.",
        "Table valid: yes.",
        "Type done to end your turn, or undo.",
    ]
    assert player.does("done") == [
        "You played 4r 8b 8k.",
        "New on the table: 4r 5r 6r 7r.",
        "New on the table: 8r 8b 8k.",
        "It is Bob's turn.",
    ]


def test_the_status_says_which_set_is_not_valid_and_why() -> None:
    player = over(laid(["4r 5r 6b", "3r 5b"], "5k 6k 7k"))
    assert player.types("play 4r 5r") == [
        "Set 2: 4r 5r.",
        "Your rack, 1 tile: 6b.",
        "Table valid: no, because set 2 (4r 5r) has 2 tiles; a set has at least three.",
        "Type undo, or go on.",
    ]
    assert player.types("add 6b 2")[2] == (
        "Table valid: no, because set 2 (4r 5r 6b) is neither of one number nor of one "
        "colour."
    )
    refusal = player.types("done")
    assert refusal == player.types("commit")
    assert refusal[1:] == ["Type undo, or go on."]


def test_tiles_move_from_set_to_set() -> None:
    player = over(laid(["9k 8k", "3r 5b"], "5r 6r 7r 8r", "8b 8o 8k", "7b 7k 7o"))
    assert player.types("move 8r 1 2")[:2] == [
        "Set 1: 5r 6r 7r.",
        "Set 2: 8r 8b 8k 8o.",
    ]
    assert player.types("undo") == ["The table is as it was."]
    assert player.types("m 7r 1 3")[0] == "Set 1: 5r 6r 8r."


def test_a_set_that_is_used_up_keeps_its_number_to_itself() -> None:
    player = over(laid(["8r", "3r 5b"], "5r 6r 7r", "7b 7k 7o", "1k 2k 3k"))
    player.types("take 5r 6r 7r 1")
    assert player.types("table")[0] == "Set 2: 7b 7k 7o."
    player.types("add 7r 2")
    player.types("play 5r 6r 8r")
    player.types("move 7r 2 4")
    assert player.types("done") == to("7b 7k 7o", "1k 2k 3k", "5r 6r 7r 8r")


def test_of_twins_the_one_from_the_table_is_used_first() -> None:
    player = over(laid(["8r 8b 8k", "3r 5b"], "5r 6r 7r 8r"))
    player.types("take 8r 1")
    assert player.types("play 8r 8b 8k")[1:3] == [
        "Your rack, 1 tile: 8r.",
        "Table valid: yes.",
    ]


def test_undo_and_reset() -> None:
    player = over(laid(["4r 5r 6r 9k 9o 9b", "3r 5b"]))
    assert player.types("undo") == ["There is nothing to undo."]
    player.types("4r 5r 6r")
    player.types("play 9k 9o 9b")
    assert player.types("u") == [
        "Set 1: 4r 5r 6r.",
        "Your rack, 3 tiles: 9b, 9k, 9o.",
        "Table valid: yes.",
        "Type done to end your turn, or undo.",
    ]
    assert player.types("reset") == ["The table is as it was.", WAYS]
    assert player.types("hand") == ["Your rack, 6 tiles: 4r 5r 6r, 9b, 9k, 9o."]


def test_reset_is_about_the_scores_when_it_says_so_or_no_tiles_can_move() -> None:
    player = over(laid(["4r 5r 6r 9k 9o 9b", "3r 5b"]))
    only_the_host = ["Only the host can reset the scores."]
    player.types("4r 5r 6r")
    assert player.types("reset scores") == only_the_host
    assert player.types("done") == Rearrange((("4r", "5r", "6r"),))
    player.updated(phase="between")
    assert player.types("reset") == only_the_host


def test_who_has_moved_tiles_does_not_draw_by_mistake() -> None:
    player = over(laid(["4r 5r 6r 9k", "3r 5b"]))
    player.types("play 4r 5r 6r")
    moved = ["You have moved tiles: type done to play them, or reset first."]
    assert player.types("draw") == moved
    player.types("reset")
    assert player.types("draw") == Draw("stock")


def test_first_sets_are_counted_while_they_are_laid() -> None:
    player = over(laid(["8r 9r 10r 4k 4b 4o", "3r 5b"], "1r 2r 3r", opened=[1]))
    assert player.types("play 8r 9r 10r")[2:] == [
        "Table valid: yes.",
        "Your first sets count 27 of 30.",
        "Lay more sets, or type undo.",
    ]
    assert player.types("hint")[0].startswith("Hint: reset, then play ")
    assert player.types("play 4k 4b 4o")[3:] == [
        "Your first sets count 39 of 30.",
        "Type done to end your turn, or undo.",
    ]


def test_what_the_host_refuses_can_be_changed() -> None:
    player = over(laid(["8r 9r 10r 4k", "3r 5b"], opened=[1]))
    player.types("play 8r 9r 10r")
    request = player.types("done")
    assert request == to("8r 9r 10r")
    assert "Set 1: 8r 9r 10r." in player.types("table")


def test_an_empty_pool_is_said_and_passed() -> None:
    player = over(laid(["9k 4k", "3r 5b"], pool=0))
    assert player.types("table") == [
        "Tiles held: you 2, Bob 2.",
        "The pool is empty: when everybody has passed, the hand ends.",
        "There is no set on the table yet.",
        "Type play and tiles for a new set, or pass to end your turn. Type help for "
        "more.",
    ]
    assert player.types("pass") == Pass()
    assert player.does("pass")[0] == "You passed."
    last = over(laid(["9k 4k", "3r 5b"], pool=0, turns_left=1))
    assert "The pool is empty: the hand ends after 1 more turn." in last.types("table")


# What the others do


def test_what_the_others_do_is_told() -> None:
    state = laid(["9k 4k", "4r 5b", "1k"], "1r 2r 3r", turn=1)
    player = over(state)
    assert player.happens(to("1r 2r 3r 4r")) == [
        "Bob played 4r.",
        "New on the table: 1r 2r 3r 4r.",
        "It is Ann's turn.",
    ]
    lines = player.happens(DRAW)
    assert lines[:2] == ["Ann drew a tile from the pool.", "It is your turn."]
    assert "Set 1: 1r 2r 3r 4r." in lines
    assert player.does("draw")[0].startswith("You drew ")


def test_who_comes_back_hears_where_the_hand_stands() -> None:
    player = over(laid(["9k 4k", "3r 5b"], "1r 2r 3r", turn=1))
    player.hears(Welcome(version=1, seat=0, token="token", last_act=3, back=True))
    said = player.updated()
    assert said[said.index("A hand is being played.") + 1 :] == [
        "Tiles held: you 2, Bob 2.",
        "The pool has 20 tiles.",
        "Set 1: 1r 2r 3r.",
        "Your rack, 2 tiles: 4k 9k.",
        "It is Bob's turn.",
    ]


def test_a_clock_that_ran_out_is_told() -> None:
    player = over(laid(["9k 4k", "4r 5b"], turn=1))
    assert player.updated(TimedOut(1))[0] == "Bob's time is up."
    assert player.updated(TimedOut(0))[0] == "Your time is up."


def test_the_end_of_a_hand_and_of_a_round() -> None:
    player = over(laid(["4r", "7b 9b"], "1r 2r 3r"))
    player.types("add 4r 1")
    assert player.does("done") == [
        "You played 4r.",
        "New on the table: 1r 2r 3r 4r.",
        "You are out and win the hand.",
        "Bob is left with 7b 9b.",
        "You score 16 points.",
        "Bob loses 16 points.",
        "Scores: you 16, Bob -16.",
        "Hands won: you 0, Bob 0.",
        "After 2 hands the most hands won win the match.",
        "Type next for another hand, or quit to leave.",
    ]
    ended = MatchEnded(winners=(1,), scores=(1, -1))
    assert player.updated(ended, phase="ended")[0] == (
        "The match is over: Bob wins with -1 points."
    )


@pytest.mark.parametrize(
    ("winner", "points", "told"),
    [
        (0, (8, -8), "The pool is used up: you win the hand."),
        (
            None,
            (4, -8),
            "The pool is used up and nobody is out. The lowest racks share the win.",
        ),
        (None, (0, 0), "The pool is used up and nobody is out. Nobody scores."),
    ],
)
def test_a_pool_that_is_used_up(
    winner: int | None, points: tuple[int, int], told: str
) -> None:
    player = over(laid(["9k 4k", "4r 5b"]))
    ended = HandEnded("pool_out", winner, False, points, (("9k",), ("4r",)))
    assert told in player.updated(ended)


SUGGESTED = (
    r"type (play [\w ]+|add \w+ \d+)\.",
    r"Type (done) to",
    r"or (draw|pass) to end",
)


def suggested(lines: list[str]) -> str:
    """The first thing that ``lines`` say can be typed."""
    found = (re.search(how, line) for how in SUGGESTED for line in lines)
    return next(match[1] for match in found if match)


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_can_be_finished_by_the_prompts_alone(seed: int) -> None:
    deck = random.Random(seed).sample(range(DECK), DECK)
    player, others = TileSeated(person("Mira"), bot("Ada"), bot("Bert")), Medium()
    lines = player.lies(OFFICIAL.deal(3, deck, 2), HandDealt(dealer=2, first=0))
    played = False
    while (state := player.hand) is not None and state.result is None:
        view = OFFICIAL.view(state, state.turn)
        if state.turn:
            lines = player.happens(others.choose(view, ()))
            continue
        reply = player.types(suggested(lines))
        if isinstance(reply, list):
            lines = [line for line in lines if suggestion(line)][1:] + reply
        else:
            played |= isinstance(reply, Rearrange)
            lines = player.happens(reply)  # type: ignore[arg-type]
    assert played
    assert lines[-1] == "Type next for another hand, or quit to leave."


def suggestion(line: str) -> bool:
    return re.search(SUGGESTED[0], line) is not None


# What a host may send


@pytest.mark.parametrize(
    "changes",
    [
        {"rack": "7x"},
        {"rack": "14r"},
        {"rack": "7r 8r"},
        {"table": ("4r5rzz",)},
        {"opened": (5,)},
        {"turn": 9},
        {"counts": (1, 2, 3)},
        {"max_jokers": 7},
    ],
)
def test_views_that_make_no_sense_end_it(changes: dict[str, object]) -> None:
    player = TileSeated()
    view = OFFICIAL.view(laid(["9k 4k", "4r 5b"]), 0)
    assert isinstance(view, TileView)
    update = Update(1, 0, (), player.table, replace(view, **changes))
    with pytest.raises(Exception, match="an update that makes no sense"):
        player.hears(update)


def test_what_was_taken_is_not_lost_behind_another_fault() -> None:
    player = over(laid(["4r 7r", "3r 5b"], "5r 6r 7r", "1k 1b 1o", pool=9))
    player.types("take 5r 1")
    assert player.types("take 1k 2")[2:] == [
        "Taken from the table: 5r 1k.",
        "Table valid: no, because set 1 (6r 7r) has 2 tiles; a set has at least three.",
        "Type undo, or go on.",
    ]


def test_sort_names_what_tiles_can_be_sorted_by() -> None:
    player = over(laid(["4r 7r", "3r 5b"]))
    assert player.types("sort") == ["Type sort number, sort colour or sort own."]

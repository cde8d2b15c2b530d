"""Games of Basic Rummy by all kinds of options, and hands of them."""

import random
from collections.abc import Iterator

from dealt import lively

from shared.errors import OptionError
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.basic_state import State

CROWDED = Basic(preset="crowded", hand_size=(21, 14, 11))
"So many cards that stocks run out and hands are full of melds."

TINY = Basic(preset="tiny", hand_size=(4, 4, 3))
"So few that many go out in one turn, and some hands get stuck."

WILD = Basic(
    preset="wild",
    hand_size=(8, 7, 6),
    decks=2,
    jokers=4,
    joker_steal="natural",
    ace="corner",
    same_suit_in_set=True,
    max_set=6,
    discard_dive=True,
)
"Two decks, jokers that may be taken, and a discard pile to dive in."

SOCIAL = Basic(
    preset="social",
    hand_size=(12, 11, 10),
    ace="either",
    rearrange_melds=True,
    call_rummy=True,
    max_recycles=2,
)
"Much goes on at the table: melds are rearranged, and discards are called."

STRICT = Basic(
    preset="strict",
    hand_size=(7, 5, 5),
    jokers=2,
    joker_steal="natural",
    ace="either",
    ace_value=15,
    min_run=4,
    melds_per_turn=1,
    layoffs_per_turn=2,
    layoff_needs_own_meld=True,
    final_discard_required=True,
    max_recycles=2,
    recycle_order="turn_over",
    recycle_top="keep",
    exhaust="end_of_turn",
    exhaust_result="lowest_wins",
    scoring="penalty",
    going_rummy="flat10",
)
"Everything that may be forbidden is."

GAMES = {**PRESETS, **{g.preset: g for g in (CROWDED, TINY, WILD, SOCIAL, STRICT)}}

CHOICES: dict[str, tuple[object, ...]] = {
    "hand_size": ((8, 7, 6), (5,), (4, 4, 3), (10, 8, 7)),
    "decks": (1, 1, 2),
    "jokers": (0, 0, 0, 1, 2, 4),
    "joker_steal": ("none", "natural"),
    "ace": ("low", "either", "corner"),
    "ace_value": (1, 11, 15),
    "min_run": (3, 3, 4, 5),
    "max_set": (3, 4, 4, 5, 8),
    "same_suit_in_set": (False, True),
    "melds_per_turn": (None, 1, 2),
    "layoff_needs_own_meld": (False, True),
    "layoffs_per_turn": (None, None, 0, 1, 2),
    "rearrange_melds": (False, False, True),
    "call_rummy": (False, False, True),
    "discard_dive": (False, False, True),
    "redraw_discard_forbidden": (True, True, False),
    "final_discard_required": (False, False, True),
    "last_discard_face_down": (False, True),
    "max_recycles": (0, 1, 2, None),
    "recycle_order": ("shuffle", "turn_over"),
    "recycle_top": ("include", "keep", "turn_up"),
    "exhaust": ("at_draw", "end_of_turn"),
    "exhaust_result": ("stalemate", "lowest_wins"),
    "stalemate_detection": (False, True, True),
    "max_idle_turns": (40, 200),
    "scoring": ("winner_takes", "penalty"),
    "going_rummy": ("off", "double", "flat10"),
}


def any_game(rng: random.Random) -> Basic:
    """A game by chance for two to four."""
    while True:
        chosen = {name: rng.choice(values) for name, values in CHOICES.items()}
        try:
            return Basic(preset="any", **chosen)  # type: ignore[arg-type]
        except OptionError:
            continue


def shuffled(game: Basic, rng: random.Random) -> list[int]:
    """A deck of the game."""
    return rng.sample(range(game.deck), game.deck)


def states_of(game: Basic, rng: random.Random, players: int) -> Iterator[State]:
    """Every state of a hand, the last one too."""
    state = game.deal(players, shuffled(game, rng), rng.randrange(players))
    while state.result is None:
        yield state
        state, _ = game.apply(state, state.turn, lively(rng, state, game))
    yield state


def tables(games: dict[str, Basic] = GAMES) -> list[tuple[str, int]]:
    """Every game with every number of players it allows."""
    return [(name, seats) for name, game in games.items() for seats in game.seats]

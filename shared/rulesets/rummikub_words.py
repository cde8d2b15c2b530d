"""The rules of Rummikub that are in force, in sentences."""

from shared.rulesets.rummikub_options import Options
from shared.sets import COUNTS

_TILES = (
    "There are 106 tiles: the numbers 1 to 13 in red, blue, black and orange, each "
    "twice, and two jokers. Everybody begins with 14; the rest is the pool.",
    "A group is three or four tiles of one number in different colours. A run is three "
    "or more consecutive numbers of one colour; 1 is the lowest and never follows 13.",
    "In a turn you play at least one tile of your rack, or you draw one, which ends "
    "the turn. You may rearrange the table as long as only sets lie there in the end.",
)


def describe(game: Options) -> list[str]:
    """The rules of a game, so that players can agree on them."""
    return [
        *_TILES,
        *_first_sets(game),
        "You may draw even if you could play."
        if game.voluntary_draw
        else "You may draw only if you can neither play a set of your rack nor add a "
        "tile to a set.",
        *_jokers(game),
        *_clock(game),
        *_end(game),
        "A match is as many hands as there are players; who wins most hands wins it, "
        "and of those who has most points.",
    ]


def _first_sets(game: Options) -> list[str]:
    points = game.initial_meld
    if not game.initial_from_rack_only:
        return [
            f"In your first play the tiles of your rack must count at least {points}; "
            "it may use the table."
        ]
    first = (
        f"Your first sets must count at least {points} and be made of your rack alone."
    )
    after = (
        "With other tiles you may use the table in the same turn."
        if game.open_then_manipulate
        else "From your next turn on you may use the table."
    )
    return [first, after]


def _jokers(game: Options) -> list[str]:
    return [
        "A joker stands for any tile, and counts as that in your first sets. "
        f"A set has at most {COUNTS[game.max_jokers_per_set]}.",
        *(_free_jokers() if game.joker_set_manipulable else _bound_jokers(game)),
    ]


def _free_jokers() -> list[str]:
    return [
        "A set with a joker may be rearranged like any other; a joker that you free "
        "has to be in a set again when your turn ends.",
    ]


def _bound_jokers(game: Options) -> list[str]:
    freed = {
        "matching": "The tile that it stands for, from your rack or the table, frees "
        "a joker.",
        "rack": "Only the tile that it stands for, and only from your rack, frees a "
        "joker.",
        "rack_or_table": "The tile that it stands for, from your rack or the table, "
        "frees a joker; so do tiles added to a run that does not need the joker at its "
        "end any more.",
    }
    group = {
        "either": "In a group of three either missing colour will do.",
        "both": "In a group of three it takes both missing colours.",
    }
    again = {
        "same_turn": "You have to play it in the same turn, in any set.",
        "new_set": "You have to play it in the same turn, in another set.",
    }
    return [
        "A set with a joker may be added to, but not be taken apart.",
        freed[game.joker_retrieve_from],
        group[game.joker_group3],
        again[game.joker_reuse],
    ]


def _clock(game: Options) -> list[str]:
    if not game.turn_seconds:
        limit = (
            "A turn may take as long as it likes, unless the table has a clock; at its "
            "end you draw"
        )
    else:
        limit = (
            f"A turn may take {game.turn_seconds} seconds, unless the table has "
            "another clock; at its end you draw"
        )
    return [
        f"{limit} {_tiles(game.timeout_untouched)}, or "
        f"{_tiles(game.timeout_mid_manipulation)} if you had begun to move tiles, "
        "which all go back."
    ]


def _end(game: Options) -> list[str]:
    unable, able = game.never_opened_penalty
    penalty = (
        [
            f"Who has laid no set counts {unable} more, or {able} more if his rack had "
            "enough for it."
        ]
        if able
        else []
    )
    return [
        "The first empty rack wins; everybody else pays the winner what his tiles "
        f"count, a joker {game.joker_rack_value}.",
        *penalty,
        *_pool_out(game),
    ]


def _pool_out(game: Options) -> list[str]:
    end = {
        "until_all_pass": "When the pool is empty, play goes on until everybody has "
        "passed in a row.",
        "one_more_turn": "When the pool is empty, everybody has one more turn.",
    }[game.pool_end]
    if game.pool_out_scoring == "no_score":
        return [end, "If nobody is out then, nobody scores."]
    tie = {
        "fewer_tiles": "If several are the lowest, the one with fewer tiles wins, then "
        "the one who was earlier in turn.",
        "share": "If several are the lowest, they share what the others pay.",
    }[game.pool_out_tie]
    return [
        end,
        "If nobody is out then, the lowest rack wins; everybody else pays the winner "
        "the difference.",
        tie,
    ]


def _tiles(number: int) -> str:
    return "one tile" if number == 1 else f"{number} tiles"

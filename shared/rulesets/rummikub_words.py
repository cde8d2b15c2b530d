"""The rules of Rummikub that are in force, in sentences."""

from collections.abc import Iterator

from shared.rulesets.rummikub_options import Options
from shared.words import Saying


def describe(game: Options) -> list[Saying]:
    """The rules of a game, so that players can agree on them."""
    drawn = game.voluntary_draw
    return [
        Saying("rules.rummikub.tiles"),
        Saying("rules.rummikub.sets"),
        Saying("rules.rummikub.turn"),
        *_first_sets(game),
        Saying("rules.rummikub.draw" if drawn else "rules.rummikub.draw.must"),
        *_jokers(game),
        *_clock(game),
        *_end(game),
        Saying("rules.rummikub.match"),
    ]


def _first_sets(game: Options) -> Iterator[Saying]:
    points: dict[str, str | int] = {"points": game.initial_meld}
    if not game.initial_from_rack_only:
        yield Saying("rules.rummikub.first.table", points)
        return
    yield Saying("rules.rummikub.first", points)
    at_once = game.open_then_manipulate
    yield Saying("rules.rummikub.then.now" if at_once else "rules.rummikub.then.later")


def _jokers(game: Options) -> Iterator[Saying]:
    yield Saying("rules.rummikub.joker")
    yield Saying("rules.rummikub.jokers", {"count": game.max_jokers_per_set})
    if game.joker_set_manipulable:
        yield Saying("rules.rummikub.joker.free")
        return
    yield Saying("rules.rummikub.joker.bound")
    yield Saying(f"rules.rummikub.freed.{game.joker_retrieve_from}")
    yield Saying(f"rules.rummikub.group.{game.joker_group3}")
    yield Saying(f"rules.rummikub.again.{game.joker_reuse}")


def _clock(game: Options) -> Iterator[Saying]:
    if game.turn_seconds:
        yield Saying("rules.rummikub.time", {"count": game.turn_seconds})
    else:
        yield Saying("rules.rummikub.time.none")
    yield Saying("rules.rummikub.late", {"count": game.timeout_untouched})
    moved = {"count": game.timeout_mid_manipulation}
    yield Saying("rules.rummikub.late.moved", {**moved})


def _end(game: Options) -> Iterator[Saying]:
    yield Saying("rules.rummikub.end", {"joker": game.joker_rack_value})
    unable, able = game.never_opened_penalty
    if able:
        yield Saying("rules.rummikub.penalty", {"unable": unable, "able": able})
    yield Saying(f"rules.rummikub.pool.{game.pool_end}")
    yield Saying(f"rules.rummikub.out.{game.pool_out_scoring}")
    if game.pool_out_scoring != "no_score":
        yield Saying(f"rules.rummikub.tie.{game.pool_out_tie}")

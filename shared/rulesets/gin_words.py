"""The rules of Gin Rummy in force, as short sentences made from the options."""

from collections.abc import Iterator

from shared.rulesets.gin_options import Options
from shared.words import Saying


def describe(rules: Options) -> list[Saying]:
    """What players have agreed on, a sentence each, in the order of a hand."""
    return [
        Saying("rules.gin.start"),
        Saying("rules.gin.values"),
        *_deal(rules),
        *_turn(rules),
        *_knock(rules),
        _end_of_stock(rules),
        *_points(rules),
        *_match(rules),
    ]


def _deal(rules: Options) -> Iterator[Saying]:
    yield Saying("rules.gin.upcard")
    if rules.oklahoma and rules.oklahoma_ace == "gin_only":
        yield Saying("rules.gin.ace_gin")
    if rules.spade_doubles:
        yield Saying("rules.gin.spade")


def _turn(rules: Options) -> Iterator[Saying]:
    yield Saying("rules.gin.turn")
    kept = rules.redraw_discard_forbidden
    yield Saying("rules.gin.taken.kept" if kept else "rules.gin.taken.discarded")
    yield Saying("rules.gin.upcards", {"count": rules.max_upcard_draws})
    if rules.max_returned is not None:
        yield Saying("rules.gin.returned", {"count": rules.max_returned})


def _knock(rules: Options) -> Iterator[Saying]:
    if rules.knock_limit == 0 and rules.oklahoma:
        yield Saying("rules.gin.knock.gin.oklahoma")
    elif rules.knock_limit == 0:
        yield Saying("rules.gin.knock.gin")
    elif rules.oklahoma:
        yield Saying("rules.gin.knock.oklahoma", {"limit": rules.knock_limit})
    else:
        yield Saying("rules.gin.knock", {"limit": rules.knock_limit})
    yield Saying("rules.gin.gin")
    yield Saying("rules.gin.layoff")
    on_gin = rules.layoff_against_gin
    yield Saying("rules.gin.layoff.gin" if on_gin else "rules.gin.layoff.none")


def _end_of_stock(rules: Options) -> Saying:
    wall = rules.fiftieth_card_rule
    if not rules.stock_dead_at:
        return Saying("rules.gin.wall.empty" if wall else "rules.gin.dead.empty")
    key = "rules.gin.wall" if wall else "rules.gin.dead"
    return Saying(key, {"count": rules.stock_dead_at})


def _points(rules: Options) -> Iterator[Saying]:
    yield Saying("rules.gin.score")
    yield Saying("rules.gin.bonus", {"bonus": rules.gin_bonus})
    if rules.big_gin_bonus == "off":
        yield Saying("rules.gin.big.none")
    else:
        yield Saying("rules.gin.big", {"bonus": rules.big_gin_bonus})
    yield Saying("rules.gin.undercut", {"bonus": rules.undercut_bonus})
    tie = rules.undercut_on_tie
    yield Saying("rules.gin.tie.undercut" if tie else "rules.gin.tie.nobody")


def _match(rules: Options) -> Iterator[Saying]:
    yield Saying("rules.gin.target", {"count": rules.targets[0]})
    extra = {
        "rules.gin.game": rules.game_bonus,
        "rules.gin.box": rules.box_bonus,
        "rules.gin.shutout": rules.shutout_bonus,
    }
    for key, bonus in extra.items():
        if bonus:
            yield Saying(key, {"bonus": bonus})
    if rules.shutout_doubles:
        yield Saying("rules.gin.shutout.doubles")
    yield Saying(f"rules.gin.deal.{rules.next_deal}")
    yield Saying(f"rules.gin.dead_deal.{rules.dead_hand_dealer}")

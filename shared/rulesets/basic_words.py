"""The rules of Basic Rummy in force, as sentences: what players have to agree on."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from shared.rulesets.basic_options import Options
from shared.words import Saying


def describe(options: Options) -> list[Saying]:
    """Short plain sentences in the order of a game; each option changes one."""
    return [
        *_cards(options),
        *_melds(options),
        *_turn(options),
        *_lay_offs(options),
        *_discards(options),
        *_stock(options),
        *_end(options),
        *_score(options),
    ]


def _cards(options: Options) -> Iterator[Saying]:
    fewest, most = options.players
    if fewest == most:
        yield Saying("rules.basic.players", {"players": most})
    else:
        yield Saying("rules.basic.players.from", {"fewest": fewest, "most": most})
    one, jokers = options.decks == 1, options.jokers
    if jokers:
        packs = "rules.basic.deck.jokers" if one else "rules.basic.decks.jokers"
        yield Saying(packs, {"count": jokers})
    else:
        yield Saying("rules.basic.deck" if one else "rules.basic.decks")
    yield from _by_players(
        options,
        options.hand_size,
        "rules.basic.dealt",
        "rules.basic.dealt.for",
    )
    yield Saying("rules.basic.upcard")
    yield Saying("rules.basic.starts")


def _melds(options: Options) -> Iterator[Saying]:
    any_suits = options.same_suit_in_set
    match options.max_set:
        case 3 if any_suits:
            yield Saying("rules.basic.set.three")
        case 3:
            yield Saying("rules.basic.set.three.suits")
        case 4 if any_suits:
            yield Saying("rules.basic.set.four")
        case 4:
            yield Saying("rules.basic.set.four.suits")
        case most:
            yield Saying("rules.basic.set.more", {"most": most})
    yield Saying("rules.basic.run", {"length": options.min_run})
    yield Saying(f"rules.basic.ace.{options.ace}")
    if options.jokers:
        yield Saying("rules.basic.joker")
        yield Saying(f"rules.basic.joker.{options.joker_steal}")


def _turn(options: Options) -> Iterator[Saying]:
    yield Saying("rules.basic.turn")
    dive = options.discard_dive
    yield Saying("rules.basic.draw.dive" if dive else "rules.basic.draw")
    most = options.melds_per_turn
    if most is None:
        yield Saying("rules.basic.melds.any")
    else:
        yield Saying("rules.basic.melds", {"count": most})


def _lay_offs(options: Options) -> Iterator[Saying]:
    most = options.layoffs_per_turn
    if most == 0:
        yield Saying("rules.basic.layoff.none")
    else:
        if most is None:
            yield Saying("rules.basic.layoff.any")
        else:
            yield Saying("rules.basic.layoff", {"count": most})
        own = options.layoff_needs_own_meld
        yield Saying("rules.basic.layoff.own" if own else "rules.basic.layoff.all")
    moved = options.rearrange_melds
    yield Saying("rules.basic.move" if moved else "rules.basic.move.none")


def _discards(options: Options) -> Iterator[Saying]:
    kept = options.redraw_discard_forbidden
    yield Saying("rules.basic.taken.kept" if kept else "rules.basic.taken.discarded")
    called = options.call_rummy
    yield Saying("rules.basic.call" if called else "rules.basic.call.none")
    discard = options.final_discard_required
    yield Saying("rules.basic.out.discard" if discard else "rules.basic.out.any")
    down = options.last_discard_face_down
    yield Saying("rules.basic.last.down" if down else "rules.basic.last.up")


def _stock(options: Options) -> Iterator[Saying]:
    most, order = options.max_recycles, options.recycle_order
    if most == 0:
        yield Saying("rules.basic.recycle.never")
    else:
        if most is None:
            yield Saying(f"rules.basic.recycle.{order}.always")
        else:
            yield Saying(f"rules.basic.recycle.{order}", {"count": most})
        yield Saying(f"rules.basic.recycle.top.{options.recycle_top}")
    yield Saying(f"rules.basic.exhaust.{options.exhaust}")
    yield Saying(f"rules.basic.exhaust.{options.exhaust_result}")


def _end(options: Options) -> Iterator[Saying]:
    cut = options.stalemate_detection
    yield Saying("rules.basic.stalemate" if cut else "rules.basic.stalemate.none")
    yield Saying("rules.basic.idle", {"count": options.max_idle_turns})


def _score(options: Options) -> Iterator[Saying]:
    counts = "rules.basic.count.jokers" if options.jokers else "rules.basic.count"
    yield Saying(counts, {"ace": options.ace_value})
    yield Saying(f"rules.basic.score.{options.scoring}")
    yield Saying(f"rules.basic.rummy.{options.going_rummy}")
    yield from _by_players(
        options,
        options.targets,
        "rules.basic.target",
        "rules.basic.target.for",
    )
    low = options.lowest_wins
    yield Saying("rules.basic.lowest" if low else "rules.basic.highest")
    if options.target_choices:
        choices = ", ".join(map(str, options.target_choices))
        yield Saying("rules.basic.target.choices", {"choices": choices})
    yield Saying(f"rules.basic.deal.{options.next_deal}")


def _by_players(
    options: Options, numbers: Sequence[int], for_all: str, for_some: str
) -> Iterator[Saying]:
    """One sentence, or one for so many players and another for more."""
    if len(set(numbers)) == 1:
        yield Saying(for_all, {"count": numbers[0]})
        return
    pairs = zip(options.seats, numbers, strict=True)
    for number, some in groupby(pairs, key=lambda pair: pair[1]):
        seats = [seats for seats, _ in some]
        players = f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else str(seats[0])
        yield Saying(for_some, {"players": players, "count": number})

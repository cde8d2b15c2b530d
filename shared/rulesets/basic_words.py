"""The rules of Basic Rummy in force, as sentences: what players have to agree on."""

from collections.abc import Iterator, Sequence

from shared.cards import DECK
from shared.rulesets.basic_options import Options


def describe(options: Options) -> list[str]:
    """Short plain sentences in the order of a game; each option changes one."""
    return [
        *_cards(options),
        *_melds(options),
        *_turn(options),
        *_lay_offs(options),
        *_moves(options),
        *_discards(options),
        *_stock(options),
        *_end(options),
        *_score(options),
    ]


def _cards(options: Options) -> Iterator[str]:
    fewest, most = options.players
    yield (
        f"{fewest} people play."
        if fewest == most
        else f"From {fewest} to {most} people play."
    )
    packs = "one deck" if options.decks == 1 else "two decks"
    yield f"The cards are {packs} of {DECK}{_jokers(options.jokers)}."
    yield f"Each is dealt {_by_players(options, options.hand_size)} cards."
    yield "The next card begins the discard pile; the rest is the stock."
    yield "Whoever sits to the left of the dealer starts, and play goes clockwise."


def _jokers(number: int) -> str:
    if not number:
        return " without jokers"
    return f" and {_count(number, 'joker')}"


def _melds(options: Options) -> Iterator[str]:
    suits = "" if options.same_suit_in_set else ", each of another suit"
    most = options.max_set
    sizes = {3: "3", 4: "3 or 4"}.get(most, f"3 to {most}")
    yield f"A set is {sizes} cards of one rank{suits}."
    yield f"A run is {options.min_run} or more cards in a row in one suit."
    yield {
        "low": "The ace is below the two only.",
        "either": "The ace is below the two or above the king, not both: not K A 2.",
        "corner": "The ace joins king and two, so a run may go on as K A 2.",
    }[options.ace]
    if not options.jokers:
        return
    yield "A joker stands for any card; a meld has two or more other cards."
    yield (
        "A joker on the table stays there."
        if options.joker_steal == "none"
        else "A joker on the table may be taken by whoever puts in the card it stands "
        "for."
    )


def _turn(options: Options) -> Iterator[str]:
    yield "In your turn you draw one card, lay what you like, and discard one card."
    yield (
        "You may also take a card from the middle of the discard pile with all above "
        "it, if you lay that card at once."
        if options.discard_dive
        else "You draw the top card of the stock or of the discard pile."
    )
    most = options.melds_per_turn
    yield (
        "You may lay down any number of melds in a turn."
        if most is None
        else f"You may lay down {_count(most, 'meld')} in a turn."
    )


def _lay_offs(options: Options) -> Iterator[str]:
    most = options.layoffs_per_turn
    if most == 0:
        yield "Nothing is laid off."
        return
    yield (
        "You may lay off any number of cards in a turn."
        if most is None
        else f"You may lay off {_count(most, 'card')} in a turn."
    )
    yield (
        "You lay off on the melds of others only when you have one of your own."
        if options.layoff_needs_own_meld
        else "You may lay off on any meld, even with none of your own."
    )


def _moves(options: Options) -> Iterator[str]:
    yield (
        "In your turn you may move a card from one meld to another that it fits, each "
        "card once, if what it leaves is still a meld; jokers stay."
        if options.rearrange_melds
        else "Melds on the table are not rearranged."
    )


def _discards(options: Options) -> Iterator[str]:
    yield (
        "The card you took from the discard pile may not be discarded the same turn."
        if options.redraw_discard_forbidden
        else "The card you took from the discard pile may be discarded at once."
    )
    yield (
        "A discard that fits the table may be laid off by another player at once, who "
        "then discards a card; the nearest to the left of the discard comes first."
        if options.call_rummy
        else "Nobody calls rummy on a discard that fits the table."
    )
    yield (
        "You go out with a discard only."
        if options.final_discard_required
        else "You may go out without a discard."
    )
    yield (
        "The last discard is laid face down."
        if options.last_discard_face_down
        else "The last discard is laid face up."
    )


def _stock(options: Options) -> Iterator[str]:
    most = options.max_recycles
    if most == 0:
        yield "The discard pile is never used again."
    else:
        how = "shuffled" if options.recycle_order == "shuffle" else "turned over"
        often = "as often as needed" if most is None else f"at most {_times(most)}"
        yield f"When the stock is empty the discard pile is {how}, {often}."
        yield {
            "include": "All of the discard pile becomes the stock.",
            "keep": "The top card of the discard pile stays where it is.",
            "turn_up": "The first card of the new stock begins a new discard pile.",
        }[options.recycle_top]
    yield (
        "The stock counts as empty when somebody wants a card of it."
        if options.exhaust == "at_draw"
        else "The stock counts as empty as soon as a turn ends without a card in it."
    )
    yield (
        "When no stock is left for good, the hand ends and nobody scores."
        if options.exhaust_result == "stalemate"
        else "When no stock is left for good, the lowest hand wins, if it is one alone."
    )


def _end(options: Options) -> Iterator[str]:
    yield (
        "A hand that nobody can finish ends at once, without a score."
        if options.stalemate_detection
        else "A hand that nobody can finish is not cut short."
    )
    turns = options.max_idle_turns
    yield f"After {turns} turns without a card laid the hand ends without a score."


def _score(options: Options) -> Iterator[str]:
    joker = ", a joker 15" if options.jokers else ""
    yield (
        f"Kings, queens and jacks count 10, an ace {options.ace_value}{joker}, "
        "other cards what they show."
    )
    yield (
        "The winner of a hand scores what all others hold."
        if options.scoring == "winner_takes"
        else "Each loser of a hand is charged with what he holds."
    )
    yield {
        "off": "Going out in one turn earns nothing extra.",
        "double": "Going out in one turn, with nothing laid before, counts double.",
        "flat10": "Going out in one turn, with nothing laid before, counts 10 more.",
    }[options.going_rummy]
    yield (
        f"Somebody with {_by_players(options, options.targets)} points ends the match; "
        f"the {'lowest' if options.lowest_wins else 'highest'} score wins."
    )
    if options.target_choices:
        yield f"It may be played to {_or(options.target_choices)} points."
    yield {
        "clockwise": "The deal moves clockwise.",
        "alternate": "The two players deal in turn.",
        "winner": "Of two players the winner deals next; with more it moves clockwise.",
    }[options.next_deal]


def _by_players(options: Options, numbers: Sequence[int]) -> str:
    """``10``, or ``10 (2 players) or 7 (3 players)``."""
    if len(set(numbers)) == 1:
        return str(numbers[0])
    return _or(
        f"{number} ({seats} players)"
        for seats, number in zip(options.seats, numbers, strict=True)
    )


def _or(items: Iterator[object] | Sequence[object]) -> str:
    *most, last = map(str, items)
    return f"{', '.join(most)} or {last}" if most else last


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")

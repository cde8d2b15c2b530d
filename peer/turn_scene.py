"""What a seat needs to know to act, as sentences: a view in, lines out. Pure."""

from peer.scene import (
    Sorting,
    best_knocks,
    fits,
    hand,
    held,
    longest,
    melds,
    numbered,
    piles,
    to_do,
)
from peer.story import People, spaced
from shared.cards import Card
from shared.view import Spread, View
from shared.words import say


def turn(view: View, people: People, sorting: Sorting, new: Card | None) -> list[str]:
    """What somebody needs to know to act; only for a seat that has to act."""
    if view.phase == "call":
        return [*_callable(view, people), hand(view, sorting, new), *to_do(view)]
    if view.phase in ("play", "called"):
        return [hand(view, sorting, new), *_left(view), *_offers(view), *to_do(view)]
    return [
        say("term.turn.yours"),
        held(view, people),
        *([] if view.phase == "layoff" else piles(view)),
        *melds(view, people),
        *_spread(view),
        hand(view, sorting, new),
        *_useful(view),
        *_left(view),
        *to_do(view),
    ]


def _callable(view: View, people: People) -> list[str]:
    """The discard that rummy may be called on, and where it fits."""
    numbers = list(dict.fromkeys(fit.meld + 1 for fit in view.may_call))
    lying = melds(view, people)
    return [
        say("term.call.fits", card=view.upcard or "", melds=numbered(numbers)),
        *(lying[number - 1] for number in numbers),
    ]


def _useful(view: View) -> list[str]:
    held = longest(view) or view.matched
    return [say("term.melded", cards=spaced(meld)) for meld in held] + [
        say("term.fits", card=card, melds=numbered(numbers))
        for card, numbers in fits(view).items()
    ]


def _spread(view: View) -> list[str]:
    """What the knocker has left over."""
    if not view.unmatched:
        return []
    return [say("term.unmatched", cards=spaced(view.unmatched))]


def _left(view: View) -> list[str]:
    """How far it is to a knock, in games that have one."""
    if not view.deadwood:
        return []
    lines = [say("term.deadwood", deadwood=view.deadwood)]
    if view.phase != "upcard" or view.knock_limit is None:
        return lines
    if view.knock_limit == 0:
        return [*lines, say("term.knock.gin")]
    return [*lines, say("term.knock.limit", limit=view.knock_limit)]


def _offers(view: View) -> list[str]:
    knocks = {spread.discard: _knock_offer(spread) for spread in best_knocks(view)}
    return [*_lay_offers(view), *knocks.values()]


def _knock_offer(spread: Spread) -> str:
    card = spread.discard
    if card is None:
        return say("term.offer.biggin")
    if not spread.deadwood:
        return say("term.offer.gin", card=card)
    return say("term.offer.knock", card=card, deadwood=spread.deadwood)


def _lay_offers(view: View) -> list[str]:
    found = longest(view) if "lay_down" in view.can else []
    moving = [
        say("term.offer.move", card=fit.card, number=fit.meld + 1)
        for fit in view.may_move
    ]
    many = len(found) > 1
    lines = [
        say(
            "term.offer.meld",
            cards=spaced(meld),
            typed=f"meld {number}" if many else "meld",
        )
        for number, meld in enumerate(found, 1)
    ]
    if "lay_off" not in view.can:
        return lines + moving
    lines += [
        say(
            "term.offer.lay",
            card=card,
            melds=numbered(numbers),
            typed=f"lay {card} {numbers[0]}" if len(numbers) > 1 else f"lay {card}",
        )
        for card, numbers in fits(view).items()
    ]
    return lines + moving

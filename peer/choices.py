"""
What a seat can do now, each with the words that do it: a view in, choices out. Pure.

The words are those of the screen in lines, so that whatever draws the choices does
nothing that cannot be typed.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from peer import scene
from peer.seating import LEVELS
from peer.story import spaced
from shared.cards import Card
from shared.tableview import TableView
from shared.view import Fit, Spread, TileView, View
from shared.words import say


class Way(NamedTuple):
    """One way to do it."""

    label: str
    typed: str


class Choice(NamedTuple):
    """Something that can be done, in one way or in several."""

    key: str
    label: str
    ways: tuple[Way, ...]


def of_cards(view: View, chosen: Sequence[Card], at: Card | None) -> list[Choice]:
    """What can be done with the ``chosen`` cards, or with the one that is looked at."""
    one = chosen[0] if len(chosen) == 1 else None if chosen else at
    found = [
        Choice("s", say("do.draw"), _draw(view)),
        Choice("t", _take_label(view), _take(view)),
        Choice("m", say("term.choice.meld"), _meld(view, chosen)),
        Choice("l", say("term.choice.layoff"), _lay(view, chosen)),
        Choice("j", say("term.choice.joker"), _swap(view)),
        Choice("v", say("term.choice.move"), _move(view)),
        Choice("c", say("term.choice.call"), _call(view)),
        Choice("p", _pass_label(view), _pass(view)),
        Choice("d", _discard_label(one), _discard(view, one)),
        Choice("k", _knock_label(view), _knock(view, chosen)),
    ]
    return [choice for choice in found if choice.ways]


def of_tiles(view: TileView, started: bool) -> list[Choice]:
    """What ends a turn with tiles; ``started``: something has been moved."""
    if not view.can:
        return []
    if started:
        play = Way(say("term.do.commit"), "done")
        return [Choice("c", say("term.choice.commit"), (play,))]
    draw = Way(say("term.do.tile"), "draw")
    ends = {
        "draw": Choice("s", say("term.choice.tile"), (draw,)),
        "pass": Choice("p", say("do.pass"), (Way(say("term.do.pass"), "pass"),)),
    }
    return [choice for kind, choice in ends.items() if kind in view.can]


def of_lobby(table: TableView, host: bool) -> list[Choice]:
    """What the host can do before the match."""
    kinds = [seat.kind for seat in table.seats]
    found = [
        Choice("b", say("term.choice.begin"), (Way(say("term.do.begin"), "start"),))
    ]
    if "open" in kinds:
        ways = [Way(say(f"term.do.seat.{one}"), f"seat {one}") for one in LEVELS]
        found.append(Choice("a", say("term.choice.add"), tuple(ways)))
    if "bot" in kinds:
        remove = Way(say("term.do.unseat"), "unseat")
        found.append(Choice("r", say("term.choice.remove"), (remove,)))
    return found if host else []


def of_table(table: TableView, host: bool, ready: bool) -> list[Choice]:
    """What can be done outside a hand."""
    if table.phase == "lobby":
        return of_lobby(table, host)
    label = say("term.choice.match")
    if table.phase == "between":
        label = say("term.choice.hand")
    found = [] if ready else [Choice("n", label, (onwards(table),))]
    zero = Way(say("term.do.reset"), "reset scores")
    reset = Choice("z", say("term.choice.reset"), (zero,))
    return [*found, *([reset] if host else [])]


def onwards(table: TableView) -> Way:
    """To play again, after a hand or a match."""
    again = table.phase == "between"
    return Way(say("term.do.hand") if again else say("term.do.match"), "next")


def _draw(view: View) -> tuple[Way, ...]:
    return (Way(say("term.do.draw"), "draw"),) if "draw_stock" in view.can else ()


def _take_label(view: View) -> str:
    if view.upcard and "draw_discard" in view.can:
        return say("do.take", card=view.upcard)
    return say("term.choice.pile")


def _take(view: View) -> tuple[Way, ...]:
    top = view.upcard if "draw_discard" in view.can else None
    dives = [
        Way(say("term.do.dive", card=card), f"take {card}") for card in view.may_dive
    ]
    return (
        *([Way(say("term.do.take", card=top), f"take {top}")] if top else []),
        *dives,
    )


def _meld(view: View, chosen: Sequence[Card]) -> tuple[Way, ...]:
    if "lay_down" not in view.can:
        return ()
    melds: Iterable[tuple[Card, ...]] = scene.longest(view)
    if chosen:
        melds = [m for m in view.may_lay_down if sorted(m) == sorted(chosen)]
    return tuple(
        Way(say("term.do.meld", cards=spaced(m)), f"meld {spaced(m)}") for m in melds
    )


def _on(fit: Fit) -> str:
    """The card on the meld, at the end of it that matters."""
    end = fit.end or "any"
    return say(f"term.do.lay.{end}", card=fit.card, number=fit.meld + 1)


def _number(fit: Fit) -> str:
    return f"{fit.meld + 1} {fit.end}" if fit.end else f"{fit.meld + 1}"


def _lay(view: View, chosen: Sequence[Card]) -> tuple[Way, ...]:
    if "lay_off" not in view.can:
        return ()
    return tuple(
        Way(_on(fit), f"lay {fit.card} {_number(fit)}")
        for fit in view.may_lay_off
        if not chosen or fit.card in chosen
    )


def _swap(view: View) -> tuple[Way, ...]:
    if "take_joker" not in view.can:
        return ()
    return tuple(
        Way(
            say("term.do.swap", card=fit.card, number=fit.meld + 1),
            f"swap {fit.card} {fit.meld + 1}",
        )
        for fit in view.may_take_joker
    )


def _move(view: View) -> tuple[Way, ...]:
    if "move" not in view.can:
        return ()
    return tuple(
        Way(
            say(f"term.do.move.{fit.end or 'any'}", card=fit.card, number=fit.meld + 1),
            f"move {fit.card} {fit.meld + 1}",
        )
        for fit in view.may_move
    )


def _call(view: View) -> tuple[Way, ...]:
    if "call" not in view.can:
        return ()
    return tuple(Way(_on(fit), f"call {_number(fit)}") for fit in view.may_call)


def _pass_label(view: View) -> str:
    return say("term.choice.nomore") if view.phase == "layoff" else say("do.pass")


def _pass(view: View) -> tuple[Way, ...]:
    return (Way(say("term.do.pass"), "pass"),) if "pass" in view.can else ()


def _discard_label(card: Card | None) -> str:
    return say("do.discard", card=card) if card else say("term.choice.discard")


def _discard(view: View, card: Card | None) -> tuple[Way, ...]:
    if card is None or card not in view.may_discard:
        return ()
    return (Way(say("term.do.discard", card=card), f"discard {card}"),)


def _knock_label(view: View) -> str:
    if "big_gin" in view.can:
        return say("term.choice.biggin")
    return say("term.choice.knock")


def _knock(view: View, chosen: Sequence[Card]) -> tuple[Way, ...]:
    if not {"knock", "big_gin"} & set(view.can):
        return ()
    least: dict[Card | None, Spread] = {}
    for spread in view.may_knock:
        least.setdefault(spread.discard, spread)
    ways = [
        Way(_knock_words(spread), f"knock {card}" if card else "knock")
        for card, spread in sorted(least.items(), key=lambda item: item[1].deadwood)
        if not chosen or card is None or [card] == list(chosen)
    ]
    return tuple(ways)


def _knock_words(spread: Spread) -> str:
    if spread.discard is None:
        return say("term.do.biggin")
    if not spread.deadwood:
        return say("term.do.knock.gin", card=spread.discard)
    return say("term.do.knock", card=spread.discard, count=spread.deadwood)

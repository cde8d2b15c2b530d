"""
What a seat can do now, each with the words that do it: a view in, choices out. Pure.

The words are those of the screen in lines, so that whatever draws the choices does
nothing that cannot be typed.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from peer import scene
from peer.story import spaced
from shared.cards import Card
from shared.view import Fit, Spread, TileView, View
from shared.wire import TableView


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
        Choice("s", "Draw", _draw(view)),
        Choice("t", _take_label(view), _take(view)),
        Choice("m", "Meld", _meld(view, chosen)),
        Choice("l", "Lay off", _lay(view, chosen)),
        Choice("j", "Take joker", _swap(view)),
        Choice("v", "Move a card", _move(view)),
        Choice("c", "Call rummy", _call(view)),
        Choice("p", _pass_label(view), _pass(view)),
        Choice("d", f"Discard {one}" if one else "Discard", _discard(view, one)),
        Choice("k", _knock_label(view), _knock(view, chosen)),
    ]
    return [choice for choice in found if choice.ways]


def of_tiles(view: TileView, started: bool) -> list[Choice]:
    """What ends a turn with tiles; ``started``: something has been moved."""
    if not view.can:
        return []
    if started:
        return [Choice("c", "Commit", (Way("play it", "done"),))]
    ends = {
        "draw": Choice("s", "Draw a tile", (Way("draw a tile", "draw"),)),
        "pass": Choice("p", "Pass", (Way("pass", "pass"),)),
    }
    return [choice for kind, choice in ends.items() if kind in view.can]


def of_lobby(table: TableView, host: bool) -> list[Choice]:
    """What the host can do before the match."""
    kinds = [seat.kind for seat in table.seats]
    found = [Choice("b", "Begin", (Way("begin", "start"),))]
    if "open" in kinds:
        add = Way("seat a computer player", "seat")
        found.append(Choice("a", "Add computer", (add,)))
    if "bot" in kinds:
        remove = Way("have a computer player leave", "unseat")
        found.append(Choice("r", "Remove computer", (remove,)))
    return found if host else []


def of_table(table: TableView, host: bool, ready: bool) -> list[Choice]:
    """What can be done outside a hand."""
    if table.phase == "lobby":
        return of_lobby(table, host)
    what = "another hand" if table.phase == "between" else "another match"
    found = [Choice("n", f"Play {what}", (Way(what, "next"),))] if not ready else []
    reset = Choice("z", "Reset scores", (Way("reset the scores", "reset scores"),))
    return [*found, *([reset] if host else [])]


def _draw(view: View) -> tuple[Way, ...]:
    return (Way("draw", "draw"),) if "draw_stock" in view.can else ()


def _take_label(view: View) -> str:
    return f"Take {view.upcard}" if "draw_discard" in view.can else "Take from pile"


def _take(view: View) -> tuple[Way, ...]:
    top = [Way(f"take {view.upcard}", f"take {view.upcard}")]
    dives = [
        Way(f"take {card} and all above it", f"take {card}") for card in view.may_dive
    ]
    return (*(top if "draw_discard" in view.can else []), *dives)


def _meld(view: View, chosen: Sequence[Card]) -> tuple[Way, ...]:
    if "lay_down" not in view.can:
        return ()
    melds: Iterable[tuple[Card, ...]] = scene.longest(view)
    if chosen:
        melds = [m for m in view.may_lay_down if sorted(m) == sorted(chosen)]
    return tuple(Way(f"lay down {spaced(m)}", f"meld {spaced(m)}") for m in melds)


def _on(fit: Fit) -> str:
    end = f" at the {fit.end} end" if fit.end else ""
    return f"meld {fit.meld + 1}{end}"


def _number(fit: Fit) -> str:
    return f"{fit.meld + 1} {fit.end}" if fit.end else f"{fit.meld + 1}"


def _lay(view: View, chosen: Sequence[Card]) -> tuple[Way, ...]:
    if "lay_off" not in view.can:
        return ()
    return tuple(
        Way(f"{fit.card} on {_on(fit)}", f"lay {fit.card} {_number(fit)}")
        for fit in view.may_lay_off
        if not chosen or fit.card in chosen
    )


def _swap(view: View) -> tuple[Way, ...]:
    if "take_joker" not in view.can:
        return ()
    return tuple(
        Way(
            f"{fit.card} for the joker of {_on(fit)}", f"swap {fit.card} {fit.meld + 1}"
        )
        for fit in view.may_take_joker
    )


def _move(view: View) -> tuple[Way, ...]:
    if "move" not in view.can:
        return ()
    return tuple(
        Way(f"{fit.card} to {_on(fit)}", f"move {fit.card} {fit.meld + 1}")
        for fit in view.may_move
    )


def _call(view: View) -> tuple[Way, ...]:
    if "call" not in view.can:
        return ()
    return tuple(
        Way(f"{fit.card} on {_on(fit)}", f"call {_number(fit)}")
        for fit in view.may_call
    )


def _pass_label(view: View) -> str:
    return "No more to lay off" if view.phase == "layoff" else "Pass"


def _pass(view: View) -> tuple[Way, ...]:
    return (Way("pass", "pass"),) if "pass" in view.can else ()


def _discard(view: View, card: Card | None) -> tuple[Way, ...]:
    if card is None or card not in view.may_discard:
        return ()
    return (Way(f"discard {card}", f"discard {card}"),)


def _knock_label(view: View) -> str:
    return "Big gin" if "big_gin" in view.can else "Knock"


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
        return "big gin, with all eleven cards"
    left = f"{spread.deadwood} left over" if spread.deadwood else "gin"
    return f"knock with {spread.discard}: {left}"

"""
What one seat sees, as sentences: a view and a table in, lines out. Pure.

Short and complete sentences, one fact each, so that they can be followed by ear.
"""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from peer.comings import away_for
from peer.own_order import arranged
from peer.story import People, count, listed, own_name, spaced
from shared.cards import DECK, INDEX, JOKERS, Card
from shared.events import Seat
from shared.view import AnyView, Spread, View
from shared.wire import SeatView, TableView

Sorting: TypeAlias = Literal["suit", "rank"] | tuple[Card, ...]
"How the hand is grouped; or the order that its player wants, which is none of these."

GAMES = {"basic": "Basic Rummy", "gin": "Gin Rummy", "rummikub": "Rummikub"}


def hand(view: View, sorting: Sorting, new: Card | None) -> str:
    """The reader's own cards, grouped."""
    if not view.hand:
        return "You hold no cards."
    match sorting:
        case "suit":
            groups = _groups(view.hand, lambda index: index % DECK // 13)
        case "rank":
            groups = _groups(view.hand, lambda index: index % 13)
        case _:
            groups = [arranged(view.hand, sorting)]
    shown = ", ".join(
        " ".join(f"{card} (new)" if card == new else card for card in group)
        for group in groups
    )
    return f"Your hand, {count(len(view.hand), 'card')}: {shown}."


def _groups(cards: Iterable[Card], by: Callable[[int], int]) -> list[list[Card]]:
    """``cards`` by what ``by`` makes of their indices; jokers are the last group."""
    found: dict[int, list[Card]] = {}
    for card in cards:
        index = INDEX.get(card, JOKERS)
        found.setdefault(DECK if index >= JOKERS else by(index), []).append(card)
    return [found[key] for key in sorted(found)]


def piles(view: View) -> list[str]:
    """The stock and the discard pile."""
    lines = [f"The stock has {count(view.stock, 'card')}."]
    if view.stock == 0:
        lines = [
            "The stock is empty for good: to draw from it ends the hand."
            if view.recycles_left == 0
            else "The stock is empty: to draw from it turns the discard pile into "
            "a new stock."
        ]
    if view.pile:
        return [*lines, f"The discard pile, top first: {spaced(view.pile[::-1])}."]
    if view.upcard is not None:
        return [*lines, f"The discard pile shows {view.upcard}."]
    how = "lies face down" if view.discards else "is empty"
    return [*lines, f"The discard pile {how}."]


def melds(view: View, people: People) -> list[str]:
    """What lies on the table, numbered from 1."""
    return [
        f"Meld {number}, {people.owner(meld.seat)}: {spaced(meld.cards)}."
        for number, meld in enumerate(view.melds, 1)
    ]


def held(view: View, people: People) -> str:
    """How many cards everybody has."""
    return "Cards held: {}.".format(
        ", ".join(
            f"{people.name(seat)} {number}" for seat, number in enumerate(view.counts)
        )
    )


def table(view: View, people: People) -> list[str]:
    """All that lies open, and who has how many cards."""
    nothing = ["There is no meld on the table yet."]
    return [held(view, people), *piles(view), *(melds(view, people) or nothing)]


def longest(view: View) -> list[tuple[Card, ...]]:
    """The melds in the hand that are not part of a longer one."""
    found = view.may_lay_down
    return [
        meld for meld in found if not any(set(meld) < set(other) for other in found)
    ]


def fits(view: View) -> dict[Card, list[int]]:
    """The cards of the hand that fit a meld, with the melds' numbers from 1."""
    found: dict[Card, list[int]] = {}
    for fit in view.may_lay_off:
        numbers = found.setdefault(fit.card, [])
        if fit.meld + 1 not in numbers:
            numbers.append(fit.meld + 1)
    return found


def numbered(numbers: Iterable[int]) -> str:
    """``meld 2``, ``meld 2 and meld 5``."""
    return listed(f"meld {number}" for number in numbers)


def turn(view: View, people: People, sorting: Sorting, new: Card | None) -> list[str]:
    """What somebody needs to know to act; only for a seat that has to act."""
    if view.phase == "call":
        return [*_callable(view, people), hand(view, sorting, new), *to_do(view)]
    if view.phase in ("play", "called"):
        return [hand(view, sorting, new), *_left(view), *_offers(view), *to_do(view)]
    return [
        "It is your turn.",
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
        f"{view.upcard} fits {numbered(numbers)}: you may call rummy.",
        *(lying[number - 1] for number in numbers),
    ]


def calling(view: AnyView) -> bool:
    """Whether somebody is asked to call rummy."""
    return isinstance(view, View) and view.phase == "call"


def to_do(view: View) -> list[str]:
    """How to go on, for a seat that has to act."""
    if not view.can:
        return []
    return [how_to_draw(view) if is_draw(view) else how_to_end(view)]


def is_draw(view: View) -> bool:
    """Whether the turn begins, and a card has to be drawn or declined."""
    return view.phase in ("upcard", "draw", "wall")


def _useful(view: View) -> list[str]:
    held = longest(view) or view.matched
    return [f"You hold a meld: {spaced(meld)}." for meld in held] + [
        f"{card} fits {numbered(numbers)}." for card, numbers in fits(view).items()
    ]


def _spread(view: View) -> list[str]:
    """What the knocker has left over."""
    if not view.unmatched:
        return []
    return [f"Left over from the knock: {spaced(view.unmatched)}."]


def _left(view: View) -> list[str]:
    """How far it is to a knock, in games that have one."""
    if not view.deadwood:
        return []
    lines = [f"Your unmatched cards count {view.deadwood}."]
    if view.phase == "upcard" and view.knock_limit == 0:
        return [*lines, "In this hand only gin ends the play."]
    if view.phase == "upcard":
        return [*lines, f"To knock they may count {view.knock_limit} at most."]
    return lines


def best_knocks(view: View) -> list[Spread]:
    """Big gin, or else the ways to knock that leave least."""
    big = [spread for spread in view.may_knock if spread.discard is None]
    least = min((spread.deadwood for spread in view.may_knock), default=0)
    return big or [spread for spread in view.may_knock if spread.deadwood == least]


def knock_offer(spread: Spread) -> str:
    """What a knock would show."""
    melds = ", ".join(spaced(meld) for meld in spread.melds)
    if spread.discard is None:
        return f"big gin with {melds}"
    over = f"{spread.deadwood} left over" if spread.deadwood else "gin"
    return f"discard {spread.discard} and show {melds}: {over}"


def _offers(view: View) -> list[str]:
    knocks = {
        spread.discard: f"You can {_knock_with(spread)}" for spread in best_knocks(view)
    }
    return [*_lay_offers(view), *knocks.values()]


def _knock_with(spread: Spread) -> str:
    if spread.discard is None:
        return "go big gin: type knock."
    left = f"with {spread.deadwood} left over" if spread.deadwood else "with gin"
    return f"knock {left}: type knock {spread.discard}."


def _lay_offers(view: View) -> list[str]:
    found = longest(view) if "lay_down" in view.can else []
    moving = [
        f"{fit.card} can be moved to meld {fit.meld + 1}: "
        f"type move {fit.card} {fit.meld + 1}."
        for fit in view.may_move
    ]
    many = len(found) > 1
    lines = [
        f"You can lay down {spaced(meld)}: type meld{f' {number}' if many else ''}."
        for number, meld in enumerate(found, 1)
    ]
    if "lay_off" not in view.can:
        return lines + moving
    lines += [
        f"{card} fits {numbered(numbers)}: type lay {card}"
        f"{f' {numbers[0]}' if len(numbers) > 1 else ''}."
        for card, numbers in fits(view).items()
    ]
    return lines + moving


def how_to_draw(view: View) -> str:
    """What to type at the start of a turn."""
    ways = []
    if "draw_stock" in view.can:
        ways.append("draw for a card from the stock")
    if "draw_discard" in view.can:
        to_knock = " to knock" if view.phase == "wall" else ""
        ways.append(f"take for {view.upcard} from the discard pile{to_knock}")
    for card in view.may_dive:
        ways.append(f"take {card} for it and all above it, to lay {card} at once")
    if "pass" in view.can:
        ways.append("pass")
    return f"Type {', or '.join(ways)}."


def how_to_end(view: View) -> str:
    """What to type at the end of a turn."""
    if view.phase == "layoff":
        fit = next(iter(fits(view)), None)
        lay = f"lay and a card that fits, such as lay {fit}, or " if fit else ""
        return f"Type {lay}pass when you have nothing to lay off."
    if view.phase == "call":
        numbers = list(dict.fromkeys(fit.meld + 1 for fit in view.may_call))
        ways = ["call"] if len(numbers) == 1 else [f"call {n}" for n in numbers]
        if any(fit.end for fit in view.may_call):
            ways = [f"{way}, and low or high for a run" for way in ways]
        return f"Type {', or '.join([*ways, 'pass'])}."
    if view.may_knock and not view.may_discard:
        return "Type knock and a card, or just knock."
    if not view.may_discard:
        return "You cannot discard now: lay down a meld or lay off a card."
    return (
        f"To end your turn, type discard and a card, such as discard {example(view)}."
    )


def example(view: View) -> Card:
    """A card of the hand to name in a discard: a costly one that has no other use."""
    melds = (*view.may_lay_down, *view.matched)
    used = {card for meld in melds for card in meld} | set(fits(view))
    spare = [card for card in view.may_discard if card not in used]
    return max(spare or view.may_discard, key=lambda card: INDEX.get(card, 0) % 13)


def whose_turn(view: AnyView, table: TableView, people: People) -> list[str]:
    """Who is waited for; nothing when it is nobody or the reader."""
    seat = view.turn
    if seat is None or seat == people.me:
        return []
    line = f"It is {people.name(seat)}'s turn."
    if calling(view):
        line = f"{people.subject(seat)} may call rummy."
    away = seat < len(table.seats) and not table.seats[seat].here
    if away and not table.seats[seat].substitute:
        is_not = "has not been" if (time := away_for(table.seats[seat])) else "is not"
        who = people.subject(seat)
        return [line, f"{who} {is_not} connected{time}; we wait."]
    return [line]


def game(table: TableView) -> str:
    """What is played."""
    name = GAMES.get(table.game, table.game)
    players = count(len(table.seats), "player")
    if table.max_hands:
        hands = count(table.max_hands, "hand")
        return f"The game is {name} for {players}, a match of {hands}."
    if table.round:
        hands = count(table.round, "hand")
        return f"The game is {name} for {players}, a round of {hands}."
    return f"The game is {name} for {players}, up to {count(table.target, 'point')}."


def seats(table: TableView, me: Seat | None) -> list[str]:
    """Who sits where."""
    return [
        f"Seat {seat + 1}: {_occupant(seat, view)}{' (you)' * (seat == me)}."
        for seat, view in enumerate(table.seats)
    ]


def _occupant(seat: Seat, view: SeatView) -> str:
    name = own_name(seat, view)
    match view.kind:
        case "open":
            return "free"
        case "bot":
            level = f" ({view.level})" if view.level else ""
            return f"{name}, a computer player{level}"
        case "person" if view.here:
            return f"{name}, who does not answer" if view.silent else name
        case _ if view.substitute:
            return f"{name}, not connected{away_for(view)}; a computer player plays on"
        case _:
            return f"{name}, not connected{away_for(view)}"


def lobby(table: TableView, host: bool) -> str:
    """What is missing before the first hand."""
    free = sum(view.kind == "open" for view in table.seats)
    if free == 0:
        return "All seats are taken."
    start = f"{count(free, 'seat')} {'is' if free == 1 else 'are'} free."
    if not host:
        return f"{start} We wait until all are taken, or until the host starts."
    to = "a computer player" if free == 1 else "computer players"
    return f"{start} Wait for more people, or type start to play with {to} instead."


def ready(table: TableView, people: People) -> str:
    """What is missing before the next hand or match."""
    what = "another hand" if table.phase == "between" else "another match"
    me = people.me
    if me is None or not table.seats[me].ready:
        return f"Type next for {what}, or quit to leave."
    missing = [
        people.name(seat) + (", who is not connected" if not view.here else "")
        for seat, view in enumerate(table.seats)
        if seat != me and not view.ready
    ]
    return f"You are ready. We wait for {listed(missing)}." if missing else ""

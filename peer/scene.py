"""
What one seat sees, as sentences: a view and a table in, lines out. Pure.

Short and complete sentences, one fact each, so that they can be followed by ear.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

from peer.comings import missed_for
from peer.own_order import arranged
from peer.story import People, closed, listed, own_name, printable, spaced
from shared.cards import DECK, INDEX, JOKERS, Card
from shared.events import Seat
from shared.tableview import SeatView, TableView
from shared.view import AnyView, Spread, View
from shared.words import has_text, say

Sorting: TypeAlias = Literal["suit", "rank"] | tuple[Card, ...]
"How the hand is grouped; or the order that its player wants, which is none of these."

GAMES = {"basic": "Basic Rummy", "gin": "Gin Rummy", "rummikub": "Rummikub"}


def hand(view: View, sorting: Sorting, new: Card | None) -> str:
    """The reader's own cards, grouped."""
    if not view.hand:
        return say("term.hand.none")
    match sorting:
        case "suit":
            groups = _groups(view.hand, lambda index: index % DECK // 13)
        case "rank":
            groups = _groups(view.hand, lambda index: index % 13)
        case _:
            groups = [arranged(view.hand, sorting)]
    shown = ", ".join(
        " ".join(say("term.new", card=card) if card == new else card for card in group)
        for group in groups
    )
    return say("term.hand", count=len(view.hand), cards=shown)


def _groups(cards: Iterable[Card], by: Callable[[int], int]) -> list[list[Card]]:
    """``cards`` by what ``by`` makes of their indices; jokers are the last group."""
    found: dict[int, list[Card]] = {}
    for card in cards:
        index = INDEX.get(card, JOKERS)
        found.setdefault(DECK if index >= JOKERS else by(index), []).append(card)
    return [found[key] for key in sorted(found)]


def piles(view: View) -> list[str]:
    """The stock and the discard pile."""
    return [_stock(view), _discards(view)]


def _stock(view: View) -> str:
    if view.stock:
        return say("term.stock", count=view.stock)
    final = view.recycles_left == 0
    return say("term.stock.final" if final else "term.stock.empty")


def _discards(view: View) -> str:
    if view.pile:
        return say("term.pile", cards=spaced(view.pile[::-1]))
    if view.upcard is not None:
        return shows(view.upcard)
    down = "pile.discard.down" if view.discards else "pile.discard.empty"
    return closed(say(down))


def shows(upcard: Card) -> str:
    """What lies on top of the discard pile."""
    return closed(say("pile.discard.shows", card=upcard))


def melds(view: View, people: People) -> list[str]:
    """What lies on the table, numbered from 1."""
    return [
        people.says("term.meld", meld.seat, number=number, cards=spaced(meld.cards))
        for number, meld in enumerate(view.melds, 1)
    ]


def held(view: View, people: People) -> str:
    """How many cards everybody has."""
    return say("term.held", counts=people.tally(view.counts))


def table(view: View, people: People) -> list[str]:
    """All that lies open, and who has how many cards."""
    nothing = [say("term.table.none")]
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
    return listed(say("term.one.meld", number=number) for number in numbers)


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


def best_knocks(view: View) -> list[Spread]:
    """Big gin, or else the ways to knock that leave least."""
    big = [spread for spread in view.may_knock if spread.discard is None]
    least = min((spread.deadwood for spread in view.may_knock), default=0)
    return big or [spread for spread in view.may_knock if spread.deadwood == least]


def knock_offer(spread: Spread) -> str:
    """What a knock would show."""
    card, melds = spread.discard, ", ".join(spaced(meld) for meld in spread.melds)
    if card is None:
        return say("term.knock.biggin", melds=melds)
    if not spread.deadwood:
        return say("term.knock.shows.gin", card=card, melds=melds)
    left = spread.deadwood
    return say("term.knock.shows", card=card, melds=melds, deadwood=left)


def how_to_draw(view: View) -> str:
    """What to type at the start of a turn."""
    ways = []
    if "draw_stock" in view.can:
        ways.append(say("term.way.draw"))
    if "draw_discard" in view.can:
        knocks = view.phase == "wall"
        key = "term.way.take.knock" if knocks else "term.way.take"
        ways.append(say(key, card=view.upcard or ""))
    for card in view.may_dive:
        ways.append(say("term.way.dive", card=card))
    if "pass" in view.can:
        ways.append("pass")
    return to_type(ways)


def to_type(ways: Sequence[str]) -> str:
    """What may be typed, one of several."""
    first, *others = ways
    for way in others:
        first = say("term.or", most=first, last=way)
    return say("term.type", ways=first)


def how_to_end(view: View) -> str:
    """What to type at the end of a turn."""
    if view.phase == "layoff":
        fit = next(iter(fits(view)), None)
        if fit is None:
            return say("term.layoff.none")
        return say("term.layoff.fits", card=fit)
    if view.phase == "call":
        return to_type([*_calls(view), "pass"])
    if view.may_knock and not view.may_discard:
        return say("term.end.knock")
    if not view.may_discard:
        return say("term.end.stuck")
    return say("term.end.discard", card=example(view))


def _calls(view: View) -> list[str]:
    """How to call rummy."""
    numbers = list(dict.fromkeys(fit.meld + 1 for fit in view.may_call))
    ways = ["call"] if len(numbers) == 1 else [f"call {n}" for n in numbers]
    if any(fit.end for fit in view.may_call):
        return [say("term.way.ends", typed=way) for way in ways]
    return ways


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
    name = people.name(seat)
    line = say("term.turn.call" if calling(view) else "term.turn.theirs", name=name)
    if not is_missed(table, seat):
        return [line]
    if time := missed_for(table.seats[seat]):
        return [line, say("term.turn.away", name=name, time=time)]
    return [line, closed(say("turn.waits", name=name))]


def is_missed(table: TableView, seat: Seat) -> bool:
    """Whether a seat is waited for that is not connected."""
    if seat >= len(table.seats):
        return False
    return not table.seats[seat].here and not table.seats[seat].substitute


def game(table: TableView) -> str:
    """What is played, as a sentence."""
    return say("term.game", game=played(table))


def played(table: TableView) -> str:
    """What is played: the game, for how many, and up to what."""
    name, players = game_name(table.game), len(table.seats)
    if table.max_hands:
        hands = table.max_hands
        return say("term.game.hands", game=name, players=players, count=hands)
    if table.round:
        hands = table.round
        return say("term.game.round", game=name, players=players, count=hands)
    return say("term.game.target", game=name, players=players, count=table.target)


def game_name(game: str) -> str:
    """The name of a game, as far as this program knows it."""
    return say(f"game.{game}") if has_text(f"game.{game}") else printable(game)


def seats(table: TableView, me: Seat | None) -> list[str]:
    """Who sits where."""
    return [
        say(
            "term.seat_you" if seat == me else "term.seat",
            number=seat + 1,
            who=_occupant(seat, view),
        )
        for seat, view in enumerate(table.seats)
    ]


def _occupant(seat: Seat, view: SeatView) -> str:
    name, time = own_name(seat, view), missed_for(view)
    match view.kind:
        case "open":
            return say("term.sits.free")
        case "bot" if view.level:
            level = say(f"level.{view.level}")
            return say("term.sits.level", name=name, level=level)
        case "bot":
            return say("term.sits.bot", name=name)
        case "person" if view.here:
            return say("term.sits.silent", name=name) if view.silent else name
        case _ if view.substitute and time:
            return say("term.sits.replaced.for", name=name, time=time)
        case _ if view.substitute:
            return say("term.sits.replaced", name=name)
        case _ if time:
            return say("term.sits.away.for", name=name, time=time)
        case _:
            return say("term.sits.away", name=name)


def lobby(table: TableView, host: bool) -> str:
    """What is missing before the first hand."""
    free = sum(view.kind == "open" for view in table.seats)
    if free == 0:
        return say("lobby.full")
    return say("term.lobby.host" if host else "lobby.wait", count=free)


def gathering(table: TableView, people: People, host: bool) -> str:
    """The same; and when no seat is free, who has not said to be ready."""
    me, full = people.me, all(view.kind != "open" for view in table.seats)
    if not full or all(view.ready for view in table.seats):
        return lobby(table, host)
    if me is not None and not table.seats[me].ready:
        return say("term.next.lobby")
    return ready(table, people)


def ready(table: TableView, people: People) -> str:
    """What is missing before the next hand or match."""
    me = people.me
    if me is not None and not table.seats[me].ready:
        hand = table.phase == "between"
        return say("term.next.hand" if hand else "term.next.match")
    missing = [
        people.name(seat)
        if view.here
        else say("term.ready.away", name=people.name(seat))
        for seat, view in enumerate(table.seats)
        if seat != me and not view.ready
    ]
    if not missing:
        return ""
    key = "term.watching.waits" if me is None else "term.ready.waits"
    return say(key, names=listed(missing))

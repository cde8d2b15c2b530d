"""Hosts that cheat, each in one way, at a table of honest guests."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace as with_changes
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace
from recorded import Recording, secret

from shared import shuffle
from shared.cards import CARDS
from shared.events import Drew, Seat
from shared.match import Match
from shared.view import View
from shared.wire import Update


class Cheat:
    """One game in which the host cheats in its first hand."""

    def __init__(self, salt: str, game: str = "basic", seats: int = 3) -> None:
        self.chance = random.Random(salt)
        self.table = Recording(game, seats, hands=1, salt=salt)
        self.touched: set[Seat] = set()
        "Who was shown, or given, what does not follow from the seeds."

    def everybody(self) -> None:
        self.touched.update(range(self.table.seats))

    def play(self) -> "Cheat":
        self.table.play_hand()
        return self

    def caught_by(self) -> set[Seat]:
        return {
            seat for seat, finding in self.table.found.items() if finding == "failed"
        }


def deals_itself_another_card(salt: str) -> Cheat:
    """A card of the host's seat is exchanged for one of a guest's, or of the stock."""
    cheat = Cheat(salt)
    table, bottom = cheat.table, 51

    def dealt(deck: tuple[int, ...]) -> tuple[int, ...]:
        dealer = shuffle.first_dealer(table.root(), table.seats)
        owner = [(dealer + 1 + place) % table.seats for place in range(7 * table.seats)]
        mine = cheat.chance.choice([place for place, s in enumerate(owner) if s == 0])
        theirs = [place for place, s in enumerate(owner) if s]
        other = cheat.chance.choice([*theirs, bottom])
        cards = list(deck)
        cards[mine], cards[other] = cards[other], cards[mine]
        cheat.touched = {owner[other]} if other != bottom else {0, 1, 2}
        return tuple(cards)

    table.deck_as_dealt = dealt
    cheat.play()
    assert table.match is not None
    if cheat.touched == {0, 1, 2} and table.match.state.recycles:
        cheat.touched.clear()  # the card was drawn, perhaps by the host itself
    return cheat


def swaps_two_stock_cards(salt: str) -> Cheat:
    """The next card of the stock is exchanged for another, just before it is drawn."""
    return _swaps(Cheat(salt), "stock")


def swaps_two_stock_cards_of_gin(salt: str) -> Cheat:
    """The same where two play."""
    return _swaps(Cheat(salt, "gin", 2), "stock")


def swaps_two_tiles(salt: str) -> Cheat:
    """The same in a pool of tiles."""
    return _swaps(Cheat(salt, "rummikub", 3), "pool")


def _swaps(cheat: Cheat, pile: str) -> Cheat:
    after = cheat.chance.randrange(1, 6)
    draws = 0

    def apply(match: Match[Any], seat: Seat, action: Any) -> Any:
        nonlocal draws
        cards = bytearray(getattr(match.state, pile))
        if getattr(action, "source", "") == "stock" and len(cards) > 1:
            draws += 1
            other = cheat.chance.randrange(len(cards) - 1)
            if draws == after and cards[-1] != cards[other]:
                cards[-1], cards[other] = cards[other], cards[-1]
                match = _with(match, **{pile: bytes(cards)})
                cheat.touched.add(seat)
        return match.apply(seat, action)

    cheat.table.apply = apply
    return cheat.play()


def reshuffles_unfairly(salt: str) -> Cheat:
    """The pile that becomes the stock is put into an order of the host's own."""
    cheat = Cheat(salt)
    table = cheat.table = Recording(
        "basic", 6, 1, salt=salt, preset="pagat", recycle_order="shuffle"
    )

    def apply(match: Match[Any], seat: Seat, action: Any) -> Any:
        def unfair(pile: bytes, deck: bytes, recycle: int) -> bytes:
            fair = shuffle.reshuffle(pile, deck, recycle)
            if len(pile) > 1:
                cheat.touched.add(seat)  # who draws the first of them
            return fair[1:] + fair[:1]

        with patch("shared.piles.reshuffle", unfair):
            return match.apply(seat, action)

    table.apply = apply
    return cheat.play()


def changes_its_seed(salt: str) -> Cheat:
    """The seed that the host opens is not the one it committed to."""
    cheat = Cheat(salt)
    cheat.table.seed_as_opened = lambda seed: secret(f"{seed.hex()} changed")
    cheat.everybody()
    return cheat.play()


def lies_about_a_draw(salt: str) -> Cheat:
    """One guest is told that it drew another card than it did."""
    cheat = Cheat(salt)
    victim = cheat.chance.randrange(cheat.table.seats)

    def told(seat: Seat, update: Update) -> Update:
        drew = [
            event
            for event in update.events
            if isinstance(event, Drew) and event.seat == seat and event.card
        ]
        view = update.view
        if seat != victim or cheat.touched or not drew or not isinstance(view, View):
            return update
        cheat.touched.add(seat)
        true = drew[0].card
        assert true is not None
        false = cheat.chance.choice([c for c in CARDS[:52] if c not in view.hand])
        held = "".join(false if card == true else card for card in view.hand)
        return replace(
            update,
            events=tuple(_lied(event, true, false) for event in update.events),
            view=replace(view, held=held),
        )

    cheat.table.update_as_told = told
    return cheat.play()


def lies_in_the_view_only(salt: str) -> Cheat:
    """The story is true, and the table that one guest sees is not."""
    cheat = Cheat(salt)
    victim = cheat.chance.randrange(cheat.table.seats)
    at = cheat.chance.randrange(1, 8)

    def told(seat: Seat, update: Update) -> Update:
        view = update.view
        if seat != victim or update.seq != at or not isinstance(view, View):
            return update
        cheat.touched.add(seat)
        return replace(update, view=replace(view, upcard="KS", stock=view.stock + 1))

    cheat.table.update_as_told = told
    return cheat.play()


CHEATS: tuple[Callable[[str], Cheat], ...] = (
    deals_itself_another_card,
    swaps_two_stock_cards,
    swaps_two_stock_cards_of_gin,
    swaps_two_tiles,
    reshuffles_unfairly,
    changes_its_seed,
    lies_about_a_draw,
    lies_in_the_view_only,
)


def _with(match: Match[Any], **changes: object) -> Match[Any]:
    return with_changes(match, state=replace(match.state, **changes))


def _lied(event: Any, true: str, false: str) -> Any:
    if isinstance(event, Drew) and event.card == true:
        return replace(event, card=false)
    return event


def escaped(
    kind: Callable[[str], Cheat], salts: Iterable[str]
) -> tuple[int, list[str]]:
    """How many tries touched somebody, and those that somebody touched missed."""
    tries, missed = 0, []
    for salt in salts:
        cheat = kind(salt)
        if cheat.touched:
            tries += 1
            if not cheat.touched <= cheat.caught_by():
                missed.append(salt)
    return tries, missed

"""What was typed to discard, and what is asked first when a card had a better use."""

from dataclasses import replace

from peer.orders import (
    Question,
    Understood,
    as_listed,
    lay,
    not_held,
    not_now,
    read_cards,
    yes_or_no,
)
from peer.scene import fits, how_to_end, longest, numbered
from peer.story import People, spaced
from shared.actions import Action, Discard, LayDown
from shared.cards import Card
from shared.view import View

SURE = (
    "Type 1 or yes for: Yes, discard it.",
    "Type 2 or no for: No, don't discard it.",
)
NOT_AGAIN = (
    "Type 3 or never for: Yes, discard it, and don't show me these warnings again."
)
SILENCED_BY = ("never", "3")


def discard(
    view: View, people: People, words: list[str], warnings: bool = True
) -> Understood:
    """``discard KC``; asks first when the card had a better use."""
    if wrong := not_now(view, people, "play"):
        return wrong
    cards = read_cards(words)
    if len(cards) != 1 or view.phase == "layoff":
        return [how_to_end(view)]
    if wrong := not_held(view, cards):
        return wrong
    card = cards[0]
    use = _better_use(view, card)
    if use and warnings and card in view.may_discard:
        return _warned(card, f"{use} Discard it anyway?")
    return Discard(card=card)


def bare(view: View, people: People, words: list[str]) -> Understood:
    """Cards and no command: asks what was probably meant."""
    cards = read_cards(words)
    if wrong := not_now(view, people, "play") or not_held(view, cards):
        return wrong
    if view.phase == "layoff":
        return lay(view, people, words)
    if len(cards) > 1 and view.has_knock:
        return [how_to_end(view)]
    if len(cards) > 1:
        request = LayDown(cards=as_listed(view, cards))
        ask = f"Lay down {spaced(cards)} as a new meld? Type yes or no."
        return yes_or_no([ask], request, "Nothing is laid down.")
    if use := _better_use(view, cards[0]):
        return _warned(cards[0], f"{use} Discard it anyway?")
    return _sure(cards[0], f"Discard {cards[0]}?")


def _sure(card: Card, question: str) -> Question[Action]:
    lines = [question, *SURE]
    return yes_or_no(lines, Discard(card=card), f"{card} stays in your hand.")


def _warned(card: Card, question: str) -> Question[Action]:
    asked = _sure(card, question)
    silenced = dict.fromkeys(SILENCED_BY, Discard(card=card))
    return replace(
        asked,
        lines=(*asked.lines, NOT_AGAIN),
        prompt="yes, no or never> ",
        answers={**asked.answers, **silenced},
        silenced_by=frozenset(SILENCED_BY),
    )


def _better_use(view: View, card: Card) -> str:
    if numbers := fits(view).get(card):
        return f"{card} could be laid off on {numbered(numbers)}."
    for cards in longest(view) or view.matched:
        if card in cards:
            return f"{card} is part of a meld in your hand, {spaced(cards)}."
    return ""

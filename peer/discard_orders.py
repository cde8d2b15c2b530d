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
from shared.words import say


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
        return _warned(card, use)
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
        ask = say("term.sure.laydown", cards=spaced(cards))
        return yes_or_no([ask], request, say("term.sure.notlaid"))
    if use := _better_use(view, cards[0]):
        return _warned(cards[0], use)
    return _sure(cards[0], say("term.sure.discard", card=cards[0]))


def _sure(card: Card, question: str) -> Question[Action]:
    lines = [question, say("term.sure.yes"), say("term.sure.no")]
    kept = say("term.sure.kept", card=card)
    return yes_or_no(lines, Discard(card=card), kept)


def _warned(card: Card, question: str) -> Question[Action]:
    asked = _sure(card, question)
    never = ("never", *say("term.answer.never").split(), "3")
    silenced = dict.fromkeys(never, Discard(card=card))
    return replace(
        asked,
        lines=(*asked.lines, say("term.sure.never")),
        prompt=say("term.prompt.never"),
        answers={**asked.answers, **silenced},
        silenced_by=frozenset(never),
    )


def _better_use(view: View, card: Card) -> str:
    """What to ask about a card that should not be discarded; else nothing."""
    if numbers := fits(view).get(card):
        return say("term.sure.fits", card=card, melds=numbered(numbers))
    for cards in longest(view) or view.matched:
        if card in cards:
            return say("term.sure.meld", card=card, cards=spaced(cards))
    return ""

"""
What a player typed about the cards, as an action, a question back, or a sentence.

Judged by the view alone: the rules stay with the host, whose refusal says more than we
could. Only what the view shows to be impossible is answered here, at once.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, assert_never

from peer.scene import (
    best_knocks,
    fits,
    how_to_draw,
    how_to_end,
    is_draw,
    knock_offer,
    longest,
    melds,
    numbered,
    to_do,
)
from peer.story import People, listed, spaced
from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    End,
    Knock,
    LayDown,
    LayOff,
    Move,
    Pass,
    Rearrange,
    TakeBack,
    TakeJoker,
)
from shared.cards import Card, read_card
from shared.errors import IllegalAction
from shared.view import Spread, View
from shared.words import say

T = TypeVar("T")
R = TypeVar("R", covariant=True)
"What the answers of a question ask for."


@dataclass(frozen=True)
class Question(Generic[R]):
    """Something to ask before anything is done."""

    lines: tuple[str, ...]

    prompt: str

    answers: Mapping[str, R | None]
    "Typed words and what each asks for; None asks for nothing after all."

    declined: str
    "What to say to a None."

    stands: bool = False
    "It still makes sense when the table has changed."

    silenced_by: frozenset[str] = frozenset()
    "The answers after which such a question is not asked any more."


YES, NO = ("yes", "y"), ("no", "n")
"Understood in every language, besides the words of the reader's own."


Understood: TypeAlias = Action | Question[Action] | list[str]


def yes_or_no(lines: Iterable[str], request: T, declined: str) -> Question[T]:
    """``request``, if the player means it."""
    yes = dict.fromkeys((*YES, *say("term.answer.yes").split(), "1"), request)
    no = dict.fromkeys((*NO, *say("term.answer.no").split(), "2"))
    return Question(tuple(lines), say("term.prompt.yesno"), {**yes, **no}, declined)


def draw(view: View, people: People, words: list[str]) -> Understood:
    """``draw``: a card from the stock."""
    if wrong := not_now(view, people, "draw"):
        return wrong
    if words or "draw_stock" not in view.can:
        return [how_to_draw(view)]
    return Draw(source="stock")


def take(view: View, people: People, words: list[str]) -> Understood:
    """``take``: the card on the discard pile, which may be named."""
    if wrong := not_now(view, people, "draw"):
        return wrong
    if view.upcard is None:
        return [_and(say("term.plain.take.empty"), how_to_draw(view))]
    others = [word for word in words if is_card(word)]
    if len(others) == 1 and read_cards(others)[0] in view.may_dive:
        return Draw(source="discard", card=read_cards(others)[0])
    if "draw_discard" not in view.can or read_cards(others) not in ([], [view.upcard]):
        return [_and(say("term.plain.take.shows", card=view.upcard), how_to_draw(view))]
    return Draw(source="discard")


def _and(fact: str, how: str) -> str:
    """Two sentences in one line."""
    return f"{fact} {how}"


def meld(view: View, people: People, words: list[str]) -> Understood:
    """``meld``, ``meld 2`` (of several in the hand), ``meld 7H 8H 9H``."""
    if wrong := not_now(view, people, "play"):
        return wrong
    if not words or is_number(words):
        return _meld_choice(view, words)
    cards = read_cards(words)
    if wrong := not_held(view, cards):
        return wrong
    return LayDown(cards=as_listed(view, cards))


def _meld_choice(view: View, words: list[str]) -> Understood:
    choices: Mapping[str, Action] = {
        str(number): LayDown(cards=cards)
        for number, cards in enumerate(longest(view), 1)
    }
    if view.has_knock:
        return [say("term.plain.meld.gin"), *to_do(view)]
    if not choices:
        return [say("term.plain.meld.none")]
    chosen = words or (["1"] if len(choices) == 1 else [])
    if chosen and chosen[0] in choices:
        return choices[chosen[0]]
    lines = tuple(
        say("term.plain.choice", number=number, what=spaced(cards))
        for number, cards in enumerate(longest(view), 1)
    )
    ask = say("term.plain.meld.which")
    return Question((*lines, ask), say("term.prompt.choice"), choices, "")


def lay(view: View, people: People, words: list[str]) -> Understood:
    """``lay``, ``lay 8C``, ``lay 8C 2`` (on meld 2), ``lay J 2 high`` (a joker)."""
    if wrong := not_now(view, people, "play"):
        return wrong
    if words and words[0].lower() == "down":
        return meld(view, people, words[1:])
    if not view.melds:
        return [say("term.table.none")]
    words = [word for word in words if word.lower() not in ("off", "on", "to", "meld")]
    end = named_end(words)
    words = [word for word in words if word.lower() != end]
    found = fits(view)
    if not words and len(found) == 1:
        words = list(found)
    if not words:
        return _lay_choice(found)
    if is_number(words[1:]):
        return _lay_on(view, read_card(words[0]), int(words[1]), end)
    cards = read_cards(words)
    if len(cards) > 1:
        return [say("term.plain.lay.one", card=cards[0], cards=spaced(cards))]
    return not_held(view, cards) or _lay_card(view, people, cards[0], end)


def named_end(words: list[str]) -> End | None:
    """The end of a run that is named, if one is."""
    for word in words:
        match word.lower():
            case "low" | "high" as end:
                return end
    return None


def _lay_choice(found: Mapping[Card, list[int]]) -> list[str]:
    if not found:
        return [say("term.plain.lay.nofit")]
    return [
        *(
            say("term.plain.lay.fits", card=card, melds=numbered(numbers))
            for card, numbers in found.items()
        ),
        say("term.plain.lay.which", card=next(iter(found))),
    ]


def _lay_card(view: View, people: People, card: Card, end: End | None) -> Understood:
    numbers = fits(view).get(card, [])
    if not numbers:
        return [say("term.plain.lay.fitsnone", card=card)]
    if len(numbers) == 1:
        return LayOff(card, numbers[0] - 1, end)
    lying = melds(view, people)
    lines = (
        say("term.plain.lay.many", card=card),
        *(lying[number - 1] for number in numbers),
        say("term.plain.lay.number"),
    )
    answers = {str(number): LayOff(card, number - 1, end) for number in numbers}
    return Question(lines, say("term.prompt.meld"), answers, "")


def _lay_on(view: View, card: Card, number: int, end: End | None) -> Understood:
    if wrong := not_held(view, [card]):
        return wrong
    if not 1 <= number <= len(view.melds):
        return [say("term.plain.lay.nomeld", number=number)]
    return LayOff(card, number - 1, end)


def decline(view: View, people: People, words: list[str]) -> Understood:
    """``pass``: the upcard is not wanted, or nothing more is laid off."""
    if view.turn is None or view.turn != view.seat:
        return not_now(view, people, "draw")
    if "pass" in view.can:
        return Pass()
    return [say("term.plain.pass.cannot"), *to_do(view)]


def knock(view: View, people: People, words: list[str]) -> Understood:
    """``knock``, ``knock KC``: with the melds that leave least over.

    ``knock KC with 7H 8H 9H and 4S 4H 4D``: with these, whatever they leave over.
    """
    if wrong := not_now(view, people, "play"):
        return wrong
    if "with" in [word.lower() for word in words]:
        return _chosen_knock(view, words)
    cards = read_cards(words[:1])
    if wrong := not_held(view, cards):
        return wrong
    if "knock" not in view.can and "big_gin" not in view.can:
        return _no_knock(view)
    ways = [spread for spread in view.may_knock if spread.discard in cards]
    if not cards:
        ways = best_knocks(view)
    if not ways:
        return [say("term.plain.knock.card", card=cards[0]), *to_do(view)]
    return _which_knock(ways)


def _chosen_knock(view: View, words: list[str]) -> Understood:
    """A knock whose melds are named; the host says whether they do."""
    before, _, behind = " ".join(words).lower().partition("with")
    discard = read_cards(before.split())
    melds = [read_cards(meld.split()) for meld in behind.split(" and ") if meld.strip()]
    if wrong := not_held(view, [*discard, *(card for meld in melds for card in meld)]):
        return wrong
    if len(discard) > 1 or ("knock" not in view.can and "big_gin" not in view.can):
        return _no_knock(view)
    return Knock(discard[0] if discard else None, tuple(map(tuple, melds)))


def _no_knock(view: View) -> list[str]:
    if view.phase == "layoff":
        return to_do(view)
    if not view.deadwood:
        return [say("term.plain.knock.cannot"), *to_do(view)]
    held = view.deadwood
    if not view.knock_limit:
        return [say("term.plain.knock.ginonly", deadwood=held)]
    return [say("term.plain.knock.limit", limit=view.knock_limit, deadwood=held)]


def _which_knock(ways: list[Spread]) -> Understood:
    knocks = [Knock(spread.discard, spread.melds) for spread in ways]
    if len(knocks) == 1:
        return knocks[0]
    lines = [
        say("term.plain.choice", number=number, what=knock_offer(spread))
        for number, spread in enumerate(ways, 1)
    ]
    answers = {str(number): knock for number, knock in enumerate(knocks, 1)}
    ask = say("term.plain.knock.which")
    return Question((*lines, ask), say("term.prompt.choice"), answers, "")


def not_now(view: View, people: People, phase: str) -> list[str]:
    """Why an order of that phase, draw or play, has to wait; empty: it has not."""
    if view.turn is None:
        return [say("term.plain.over")]
    if view.turn != view.seat:
        return [say("term.turn.theirs", name=people.name(view.turn))]
    if view.phase == "call":
        return to_do(view)
    if (phase == "draw") == is_draw(view):
        return []
    if phase == "play" and view.phase != "draw":
        return to_do(view)
    if phase == "play":
        return [say("term.plain.drawfirst", how=how_to_draw(view))]
    if view.phase in ("layoff", "called"):
        return to_do(view)
    return [say("term.plain.drawn", how=how_to_end(view))]


def not_held(view: View, cards: list[Card]) -> list[str]:
    missing = [card for card in cards if card not in view.hand]
    if not missing:
        return []
    return [say("term.plain.notheld", count=len(missing), cards=listed(missing))]


def as_listed(view: View, cards: list[Card]) -> tuple[Card, ...]:
    """``cards`` in the order of the view, if it knows them as one meld only."""
    same = [meld for meld in view.may_lay_down if sorted(meld) == sorted(cards)]
    return same[0] if len(same) == 1 else tuple(cards)


def is_number(words: list[str]) -> bool:
    """Whether ``words`` are one small number."""
    return len(words) == 1 and re.fullmatch("[0-9]{1,3}", words[0]) is not None


def is_card(word: str) -> bool:
    """Whether ``word`` names a card."""
    try:
        return bool(read_card(word))
    except IllegalAction:
        return False


def worded(action: Action, view: View) -> str:
    """``action`` as advice."""
    match action:
        case Draw(source="stock"):
            return say("term.plain.advice.draw")
        case Draw(card=card):
            return say("term.plain.advice.take", card=card or str(view.upcard))
        case LayDown(cards=cards):
            return say("term.plain.advice.meld", cards=spaced(cards))
        case LayOff(card=card, meld=number):
            return say("term.plain.advice.lay", card=card, number=number + 1)
        case TakeJoker(card=card, meld=number):
            return say("term.plain.advice.joker", card=card, number=number + 1)
        case Move(card=card, meld=number):
            return say("term.plain.advice.move", card=card, number=number + 1)
        case Call(meld=number):
            card = str(view.upcard)
            return say("term.plain.advice.call", card=card, number=number + 1)
        case Discard(card=card):
            return say("term.plain.advice.discard", card=card)
        case Pass():
            return say("term.plain.advice.pass")
        case Knock(discard=None):
            return say("term.plain.advice.biggin")
        case Knock(discard=card):
            return say("term.plain.advice.knock", card=card or "")
        case TakeBack():
            return say("term.plain.advice.takeback")
        case Rearrange():
            raise ValueError("cards are not rearranged")
        case _:
            assert_never(action)


def read_cards(words: list[str]) -> list[Card]:
    """``words`` as cards.

    Raises:
        IllegalAction: If one of them is none.
    """
    return [read_card(word) for word in words]

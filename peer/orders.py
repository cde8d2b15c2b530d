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


Understood: TypeAlias = Action | Question[Action] | list[str]


def yes_or_no(lines: Iterable[str], request: T, declined: str) -> Question[T]:
    """``request``, if the player means it."""
    yes = dict.fromkeys(("yes", "y", "1"), request)
    answers = {**yes, "no": None, "n": None, "2": None}
    return Question(tuple(lines), "yes or no> ", answers, declined)


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
        return [f"The discard pile is empty. {how_to_draw(view)}"]
    others = [word for word in words if is_card(word)]
    if len(others) == 1 and read_cards(others)[0] in view.may_dive:
        return Draw(source="discard", card=read_cards(others)[0])
    if "draw_discard" not in view.can or read_cards(others) not in ([], [view.upcard]):
        return [f"The discard pile shows {view.upcard}. {how_to_draw(view)}"]
    return Draw(source="discard")


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
        return ["Melds stay in your hand until somebody knocks.", *to_do(view)]
    if not choices:
        return ["There is no meld in your hand."]
    chosen = words or (["1"] if len(choices) == 1 else [])
    if chosen and chosen[0] in choices:
        return choices[chosen[0]]
    lines = tuple(
        f"Choice {number}: {spaced(cards)}."
        for number, cards in enumerate(longest(view), 1)
    )
    ask = "Which meld? Type the number of a choice, or meld and the cards."
    return Question((*lines, ask), "which choice> ", choices, "")


def lay(view: View, people: People, words: list[str]) -> Understood:
    """``lay``, ``lay 8C``, ``lay 8C 2`` (on meld 2), ``lay J 2 high`` (a joker)."""
    if wrong := not_now(view, people, "play"):
        return wrong
    if words and words[0].lower() == "down":
        return meld(view, people, words[1:])
    if not view.melds:
        return ["There is no meld on the table yet."]
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
        return [
            f"Lay off one card at a time, such as lay {cards[0]}. "
            f"For a new meld, type meld {spaced(cards)}."
        ]
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
        return ["No card of your hand fits a meld on the table."]
    return [
        *(f"{card} fits {numbered(numbers)}." for card, numbers in found.items()),
        f"Which card? Type lay and the card, such as lay {next(iter(found))}.",
    ]


def _lay_card(view: View, people: People, card: Card, end: End | None) -> Understood:
    numbers = fits(view).get(card, [])
    if not numbers:
        return [f"{card} fits no meld on the table."]
    if len(numbers) == 1:
        return LayOff(card, numbers[0] - 1, end)
    lying = melds(view, people)
    lines = (
        f"{card} fits more than one meld.",
        *(lying[number - 1] for number in numbers),
        "Which meld? Type its number.",
    )
    answers = {str(number): LayOff(card, number - 1, end) for number in numbers}
    return Question(lines, "which meld> ", answers, "")


def _lay_on(view: View, card: Card, number: int, end: End | None) -> Understood:
    if wrong := not_held(view, [card]):
        return wrong
    if not 1 <= number <= len(view.melds):
        return [f"There is no meld {number} on the table."]
    return LayOff(card, number - 1, end)


def decline(view: View, people: People, words: list[str]) -> Understood:
    """``pass``: the upcard is not wanted, or nothing more is laid off."""
    if view.turn is None or view.turn != view.seat:
        return not_now(view, people, "draw")
    if "pass" in view.can:
        return Pass()
    return ["You cannot pass now.", *to_do(view)]


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
        return [f"You cannot knock with {cards[0]}.", *to_do(view)]
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
        return ["You cannot knock now.", *to_do(view)]
    most = f"{view.knock_limit} at most" if view.knock_limit else "nothing"
    return [
        "You cannot knock now. What is left over after a discard may count "
        f"{most}; you have {view.deadwood} before it."
    ]


def _which_knock(ways: list[Spread]) -> Understood:
    knocks = [Knock(spread.discard, spread.melds) for spread in ways]
    if len(knocks) == 1:
        return knocks[0]
    lines = [
        f"Choice {number}: {knock_offer(spread)}."
        for number, spread in enumerate(ways, 1)
    ]
    answers = {str(number): knock for number, knock in enumerate(knocks, 1)}
    ask = "How do you knock? Type the number of a choice."
    return Question((*lines, ask), "which choice> ", answers, "")


def not_now(view: View, people: People, phase: str) -> list[str]:
    """Why an order of that phase, draw or play, has to wait; empty: it has not."""
    if view.turn is None:
        return ["This hand is over."]
    if view.turn != view.seat:
        return [f"It is {people.name(view.turn)}'s turn."]
    if view.phase == "call":
        return to_do(view)
    if (phase == "draw") == is_draw(view):
        return []
    if phase == "play" and view.phase != "draw":
        return to_do(view)
    if phase == "play":
        return [f"Draw a card first. {how_to_draw(view)}"]
    if view.phase in ("layoff", "called"):
        return to_do(view)
    return [f"You have drawn already. {how_to_end(view)}"]


def not_held(view: View, cards: list[Card]) -> list[str]:
    missing = [card for card in cards if card not in view.hand]
    are = "is" if len(missing) == 1 else "are"
    return [f"{listed(missing)} {are} not in your hand."] if missing else []


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
            return "draw from the stock"
        case Draw(card=card):
            return f"take {card or view.upcard} from the discard pile"
        case LayDown(cards=cards):
            return f"lay down {spaced(cards)}"
        case LayOff(card=card, meld=number):
            return f"lay off {card} on meld {number + 1}"
        case TakeJoker(card=card, meld=number):
            return f"put {card} on meld {number + 1} and take the joker"
        case Move(card=card, meld=number):
            return f"move {card} to meld {number + 1}"
        case Call(meld=number):
            return f"call rummy and lay {view.upcard} on meld {number + 1}"
        case Discard(card=card):
            return f"discard {card}"
        case Pass():
            return "pass"
        case Knock(discard=None):
            return "knock with big gin"
        case Knock(discard=card):
            return f"knock with {card}"
        case TakeBack():
            return "take back what was done last"
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

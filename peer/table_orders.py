"""What was typed about the melds on the table: jokers, moved cards, calling rummy."""

from peer.orders import Understood, is_number, named_end, not_now, read_cards
from peer.scene import numbered, to_do
from peer.story import People
from shared.actions import Call, Move, TakeJoker
from shared.view import View
from shared.words import say


def swap(view: View, people: People, words: list[str]) -> Understood:
    """``swap 8C``, ``swap 8C 2``: for a joker, that of meld 2 if it has to be said."""
    if wrong := not_now(view, people, "play"):
        return wrong
    numbers = [int(word) for word in words if is_number([word])]
    named = read_cards([word for word in words if not is_number([word])])
    for fit in view.may_take_joker:
        if [fit.card] == named and numbers in ([], [fit.meld + 1]):
            return TakeJoker(fit.card, fit.meld)
    ways = [
        say("term.swap.way", card=fit.card, number=fit.meld + 1)
        for fit in view.may_take_joker
    ]
    return ways or [say("term.swap.none")]


def move(view: View, people: People, words: list[str]) -> Understood:
    """``move 2S``, ``move 2S 2``: to meld 2, if it has to be said."""
    if wrong := not_now(view, people, "play"):
        return wrong
    words = [word for word in words if word.lower() not in ("to", "meld")]
    numbers = [int(word) for word in words if is_number([word])]
    named = read_cards([word for word in words if not is_number([word])])
    found = [fit for fit in view.may_move if [fit.card] == named]
    if numbers:
        found = [fit for fit in found if [fit.meld + 1] == numbers]
    if len(found) == 1:
        return Move(found[0].card, found[0].meld)
    if found:
        where = numbered(fit.meld + 1 for fit in found)
        return [say("term.move.where", card=named[0], melds=where)]
    ways = [
        say("term.move.way", card=fit.card, number=fit.meld + 1)
        for fit in view.may_move
    ]
    return ways or [say("term.move.none")]


def call(view: View, people: People, words: list[str]) -> Understood:
    """``call``, ``call 2``, ``call 2 high``: rummy, with the discard on meld 2."""
    if view.turn is not None and view.turn == view.seat and "call" not in view.can:
        return [say("term.call.none"), *to_do(view)]
    if view.turn is None or view.turn != view.seat:
        return not_now(view, people, "play")
    end = named_end(words)
    words = [word for word in words if word.lower() not in ("rummy", "meld", end)]
    if not words:
        melds = {fit.meld for fit in view.may_call}
        words = [str(meld + 1) for meld in melds] if len(melds) == 1 else []
    if is_number(words):
        return Call(int(words[0]) - 1, end)
    return to_do(view)

"""
Actions as short text, as a transcript has them: ``discard KC``, ``meld 7H 8H 9H``.

::

    draw                     Draw from the stock
    take                     the upcard; "take 7H": this card and all above it
    meld C C C               LayDown
    lay C MELD               LayOff; for a joker on a run "lay J MELD low" or "high"
    joker C MELD             TakeJoker
    move C MELD              Move
    call MELD                Call; for a joker on a run "call MELD low" or "high"
    discard C                Discard
    pass                     Pass
    knock C C+C+C C+C+C      Knock, the melds behind the discard; big gin: "-" for it
    table 4r5r6r 7b7k7o      Rearrange: every set
    back                     TakeBack; "back agreed" if all had to be asked

Melds count from 0. An action has one text, and a text at most one action.
"""

from typing import assert_never

from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Move,
    Pass,
    Rearrange,
    TakeBack,
    TakeJoker,
)
from shared.tiles import apart


def written(action: Action) -> str:
    """``action`` as text."""
    match action:
        case Draw("stock"):
            return "draw"
        case Draw(card=None):
            return "take"
        case Draw(card=card):
            return f"take {card}"
        case LayDown(cards):
            return " ".join(("meld", *cards))
        case LayOff(card, meld, end):
            return f"lay {card} {meld}" + (f" {end}" if end else "")
        case TakeJoker(card, meld):
            return f"joker {card} {meld}"
        case Move(card, meld):
            return f"move {card} {meld}"
        case Call(meld, end):
            return f"call {meld}" + (f" {end}" if end else "")
        case Discard(card):
            return f"discard {card}"
        case Pass():
            return "pass"
        case Knock(discard, melds):
            return " ".join(("knock", discard or "-", *map("+".join, melds)))
        case Rearrange(table):
            return " ".join(("table", *map("".join, table)))
        case TakeBack(agreed):
            return "back agreed" if agreed else "back"
        case _:
            assert_never(action)


def read(text: str) -> Action:
    """The action that is written as ``text``.

    Raises:
        ValueError: If there is none.
    """
    action = _read(text.split(" "))
    if action is None or written(action) != text:
        raise ValueError(f"{text[:60]!r} is not an action")
    return action


def _read(words: list[str]) -> Action | None:
    match words:
        case ["draw"]:
            return Draw("stock")
        case ["take"]:
            return Draw("discard")
        case ["take", card]:
            return Draw("discard", card)
        case ["meld", *cards]:
            return LayDown(tuple(cards))
        case ["lay", card, meld]:
            return LayOff(card, int(meld))
        case ["lay", card, meld, "low" | "high" as end]:
            return LayOff(card, int(meld), end)
        case ["joker", card, meld]:
            return TakeJoker(card, int(meld))
        case ["move", card, meld]:
            return Move(card, int(meld))
        case ["call", meld]:
            return Call(int(meld))
        case ["call", meld, "low" | "high" as end]:
            return Call(int(meld), end)
        case ["discard", card]:
            return Discard(card)
        case ["pass"]:
            return Pass()
        case ["knock", discard, *melds]:
            thrown = None if discard == "-" else discard
            return Knock(thrown, tuple(tuple(meld.split("+")) for meld in melds))
        case ["table", *sets]:
            return Rearrange(tuple(apart(tiles) for tiles in sets))
        case ["back"]:
            return TakeBack()
        case ["back", "agreed"]:
            return TakeBack(agreed=True)
        case _:
            return None

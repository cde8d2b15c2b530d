"""How a discard pile becomes the new stock."""

from typing import Literal, TypeAlias

from shared.shuffle import reshuffle

Order: TypeAlias = Literal["shuffle", "turn_over"]

Top: TypeAlias = Literal["include", "keep", "turn_up"]
"The upcard joins the stock; or stays; or joins, and a card of the stock is turned up."


def can_recycle(pile: bytes, top: Top) -> bool:
    """Whether ``pile`` has enough cards for a stock, and for an upcard if need be.

    (cardgames.io, Rummy: the stock; what becomes of the upcard: house rules.)
    """
    return len(pile) > (top != "include")


def recycled(
    pile: bytes, order: Order, top: Top, deck: bytes, times: int
) -> tuple[bytes, bytes]:
    """The new stock, its next card last, and the new pile.

    A pile that is turned over is drawn from the bottom up (pagat.com, Rummy: the
    stock); one is shuffled on cardgames.io (Rummy: the stock). How that is done the
    ``times``-th time follows from ``deck``: see :mod:`shared.shuffle`.
    """
    kept = pile[-1:] if top == "keep" else b""
    drawn = pile[: len(pile) - len(kept)]
    if order == "shuffle":
        drawn = reshuffle(drawn, deck, times)
    if top == "turn_up":
        kept, drawn = drawn[:1], drawn[1:]
    return drawn[::-1], kept

"""Why a computer player did what it did, as codes: each screen has its own words."""

from typing import Literal, TypeAlias

from msgspec import Struct

from shared.cards import Card
from shared.events import Seat

Level: TypeAlias = Literal["easy", "medium", "hard", "master"]
"How well a computer player plays."

Reason: TypeAlias = Literal[
    "out",
    "only",
    "costly",
    "random",
    "least",
    "chances",
    "loose",
    "safe",
    "held_back",
    "knock",
    "gin",
    "most_tiles",
    "least_value",
    "keeps_joker",
    "simple_sets",
    "opening",
]
"""``out``: it ended the hand; ``only``: nothing else could go; ``costly``: of the cards
in no meld it counted most; ``random``: one of the costliest, by lot; ``least``: it left
the least over; ``chances``: it left the most ways to a meld; ``loose``: it went with
nothing; ``safe``: of little use to the next player; ``held_back``: the melds, or the
tiles, are kept to be laid at once; ``knock`` and ``gin``: so little was left over. With
tiles: ``most_tiles`` and ``least_value``: the best turn by that; ``keeps_joker``: the
first sets, without a joker that was there; ``simple_sets``: of the rack alone or added
to sets; ``opening``: the first sets."""


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason of one turn of a computer player, published when the hand is over."""

    seat: Seat
    cards: tuple[Card, ...]
    "What it discarded, or the tiles that it played."

    reason: Reason

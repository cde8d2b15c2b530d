"""
With what weights the higher levels play Basic Rummy.

Found by playing some million hands, between themselves and against the level below,
with two, three and four players.
"""

from dataclasses import dataclass

from shared.reasons import Level
from shared.rulesets.basic_options import Options


@dataclass(frozen=True)
class Weights:
    """What counts how much; points of what is left over are the unit."""

    extra: int
    "What a card counts beyond its value, for being one more to get rid of."

    chances: float
    "What a draw may save by making a meld."

    pairs: float
    "Two cards that lack but one unseen card to be a meld, for each of the two."

    danger: float
    "A pair of unseen cards with which the discard is a meld for the next player."

    known: float
    "How much more that counts if the next player is known to hold one of the pair."

    few: float
    "How much more danger counts for each card that the next player has below five."

    fits: float
    "A discard that anybody may lay off."

    take: float
    "How much less has to be left over to take the upcard."

    rising: float
    "How much more what is left over counts with each turn."

    hold: float
    "For so many turns the melds are held back when all others have laid down."

    hold_long: float
    "The same while another holds its melds back too."

    full: float
    "Melds are held back while every other has this share of the cards it was dealt."


HARD = Weights(
    extra=7,
    chances=3.3,
    pairs=0.0,
    danger=0.25,
    known=1.0,
    few=0.1,
    fits=5.0,
    take=0.0,
    rising=0.0,
    hold=6,
    hold_long=4,
    full=0.5,
)

MASTER = Weights(
    extra=10,
    chances=3.6,
    pairs=0.0,
    danger=0.3,
    known=4.0,
    few=0.1,
    fits=13.0,
    take=0.0,
    rising=0.0,
    hold=12,
    hold_long=8,
    full=0.36,
)

LAYING = Weights(
    extra=3,
    chances=2.7,
    pairs=0.6,
    danger=0.22,
    known=3.8,
    few=0.03,
    fits=11.0,
    take=-0.7,
    rising=0.08,
    hold=0,
    hold_long=3,
    full=0.25,
)
"Where one meld a turn may be laid down, so that everything at once rarely can be."


def of(level: Level, options: Options) -> Weights:
    """The weights of a level under these options."""
    if options.melds_per_turn == 1:
        return LAYING
    return MASTER if level == "master" else HARD

"""
With what weights the higher levels play Basic Rummy.

Found by playing some million hands, between themselves and against the level below,
with two, three and four players.
"""

from dataclasses import dataclass

from shared.reasons import Level
from shared.rulesets.basic_options import Options

NEVER = 99.0


@dataclass(frozen=True)
class Weights:
    """What counts how much; points of what is left over are the unit."""

    extra: int
    "What a card counts beyond its value, for being one more to get rid of."

    chances: float
    "What a draw may save by making a meld."

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

    hold_lay_offs: float
    "For so many turns nothing is laid off before the first meld is laid down."

    full: float
    "Melds are held back while every other has this share of the cards it was dealt."


HARD = Weights(
    extra=7,
    chances=3.3,
    danger=0.25,
    known=1.0,
    few=0.1,
    fits=5.0,
    take=0.0,
    rising=0.0,
    hold=6,
    hold_long=4,
    hold_lay_offs=6,
    full=0.5,
)

MASTER = Weights(
    extra=10,
    chances=3.6,
    danger=0.3,
    known=4.0,
    few=0.1,
    fits=13.0,
    take=0.0,
    rising=0.0,
    hold=12,
    hold_long=8,
    hold_lay_offs=12,
    full=0.36,
)

LAYING = Weights(
    extra=3,
    chances=2.7,
    danger=0.22,
    known=3.9,
    few=0.03,
    fits=11.0,
    take=0.0,
    rising=0.06,
    hold=0,
    hold_long=3,
    hold_lay_offs=12,
    full=0.29,
)
"Where one meld a turn may be laid down, so that everything at once rarely can be."


def of(level: Level, options: Options) -> Weights:
    """The weights of a level under these options."""
    if options.melds_per_turn == 1:
        return LAYING
    return MASTER if level == "master" else HARD

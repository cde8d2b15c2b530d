"""Computer players by level: easy, medium, hard, master, in every game."""

from typing import TypeAlias, get_args

from peer.bots import Bot
from peer.bots.card_player import CardPlayer
from peer.bots.tile_player import TilePlayer
from shared.reasons import Level
from shared.rulesets.basic_options import Options as Basic
from shared.rulesets.gin_options import Options as Gin
from shared.rulesets.rummikub_options import Options as Rummikub

LEVELS: tuple[Level, ...] = get_args(Level)
"From a child's first game up."

USUAL: Level = "medium"

Rules: TypeAlias = Basic | Gin | Rummikub


def computer_player(level: Level, rules: Rules, seed: int = 0) -> Bot:
    """A computer player for one seat; where it draws lots, ``seed`` decides."""
    if isinstance(rules, Rummikub):
        return TilePlayer(level, rules, seed)
    return CardPlayer(level, rules, seed)

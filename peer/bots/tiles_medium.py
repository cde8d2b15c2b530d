"""Rummikub on the middle level: sets of the rack and tiles added; no rearranging."""

from peer.tile_plan import plan
from shared.actions import Action, Draw, Pass, Rearrange
from shared.view import TileView


def choose(view: TileView) -> Action:
    """What to do now; ``view.can`` is not empty."""
    simple = plan(view)
    if simple.steps:
        return Rearrange(simple.table)
    return Draw("stock") if "draw" in view.can else Pass()

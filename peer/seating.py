"""What a host types about computer players before the match. Pure."""

from typing import get_args

from peer.requests import Company
from shared.reasons import Level
from shared.tableview import TableView
from shared.words import say

LEVELS: tuple[Level, ...] = get_args(Level)


def company(
    table: TableView | None, host: bool, words: list[str], *, more: bool
) -> Company | list[str]:
    """``seat``, ``seat hard``, ``unseat``: one computer player more, or one less."""
    if not host:
        return [say("term.seat.host")]
    if table is None or table.phase != "lobby":
        return [say("term.seat.begun")]
    kinds = [seat.kind for seat in table.seats]
    if more and "open" not in kinds:
        return [say("term.seat.full")]
    if not more and "bot" not in kinds:
        return [say("term.seat.nobot")]
    named = [level for level in LEVELS if [level] == [word.lower() for word in words]]
    if more and words and not named:
        return [say("term.seat.level", levels=", ".join(LEVELS))]
    return Company(more, named[0] if named else None)

"""What a host types about computer players before the match. Pure."""

from typing import get_args

from peer.requests import Company
from shared.reasons import Level
from shared.wire import TableView

LEVELS: tuple[Level, ...] = get_args(Level)


def company(
    table: TableView | None, host: bool, words: list[str], *, more: bool
) -> Company | list[str]:
    """``seat``, ``seat hard``, ``unseat``: one computer player more, or one less."""
    if not host:
        return ["Only the host can do that."]
    if table is None or table.phase != "lobby":
        return ["The match has begun already."]
    kinds = [seat.kind for seat in table.seats]
    if more and "open" not in kinds:
        return ["No seat is free."]
    if not more and "bot" not in kinds:
        return ["There is no computer player at the table."]
    named = [level for level in LEVELS if [level] == [word.lower() for word in words]]
    if more and words and not named:
        return [f"Type seat, or seat and one of {', '.join(LEVELS)}."]
    return Company(more, named[0] if named else None)

"""What a host types about computer players before the match. Pure."""

from peer.requests import Company
from shared.wire import TableView


def company(table: TableView | None, host: bool, more: bool) -> Company | list[str]:
    """``seat``, ``unseat``: one computer player more, or one less."""
    if not host:
        return ["Only the host can do that."]
    if table is None or table.phase != "lobby":
        return ["The match has begun already."]
    kinds = [seat.kind for seat in table.seats]
    if more and "open" not in kinds:
        return ["No seat is free."]
    if not more and "bot" not in kinds:
        return ["There is no computer player at the table."]
    return Company(more)

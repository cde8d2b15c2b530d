"""Records of our own for programs: one JSON object a line."""

import msgspec


def record(kind: str, **fields: object) -> str:
    """One line of our own."""
    return msgspec.json.encode({"type": kind, **fields}).decode()

"""
The room code ``7KQ-M3X-WC7``: four symbols of room, four of secret, one to check.

The server knows the room and never learns the secret. The symbols are those that
nobody mistakes for another, without vowels, and 23 is prime: with nine different
weights modulo 23, as in ISBN-10, every wrong symbol and every exchange of two
different symbols, neighbours or not, fails the check.

Imports nothing heavy: a mistyped code is told at once.
"""

from collections.abc import Callable
from typing import NamedTuple

from shared.errors import CodeError
from shared.words import say

ALPHABET = "23456789CFGHJKMNPQRTVWX"
ROOM_SYMBOLS = 4
SECRET_SYMBOLS = 4

_SYMBOLS = ROOM_SYMBOLS + SECRET_SYMBOLS + 1
_VALUES = {symbol: value for value, symbol in enumerate(ALPHABET)}
_NEVER = " ".join(c for c in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in _VALUES)
# Hyphens and dashes as phones and chat programs write them, and marks without width.
_IGNORED = frozenset(
    "-_\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u200b\u200e\u2060\ufeff"
)


class Code(NamedTuple):
    """What one player tells another to meet. Made of symbols of ALPHABET only."""

    room: str
    "Known to the server."

    secret: str
    "Known to the players only."

    def __str__(self) -> str:
        symbols = self.room + self.secret
        symbols += _check_symbol(symbols)
        return "-".join(symbols[i : i + 3] for i in range(0, _SYMBOLS, 3))

    def __repr__(self) -> str:
        return f"Code({self.room!r}, ...)"


def is_room(text: str) -> bool:
    """Whether ``text`` is the room part of a code, exactly as servers write it."""
    return len(text) == ROOM_SYMBOLS and all(symbol in _VALUES for symbol in text)


def is_secret(text: str) -> bool:
    """Whether ``text`` is the secret part of a code."""
    return len(text) == SECRET_SYMBOLS and all(symbol in _VALUES for symbol in text)


def make_secret(randbelow: Callable[[int], int]) -> str:
    """A new secret; ``randbelow`` is :func:`secrets.randbelow` but in tests."""
    return "".join(ALPHABET[randbelow(len(ALPHABET))] for _ in range(SECRET_SYMBOLS))


def read_code(text: str) -> Code:
    """The code somebody typed; case, spaces and dashes do not matter.

    Raises:
        CodeError: If it has a slip, with what is wrong about it.
    """
    symbols = [c.upper() for c in text if c not in _IGNORED and not c.isspace()]
    if len(symbols) != _SYMBOLS:
        raise CodeError(say("code.length", size=_SYMBOLS, length=len(symbols)))
    for position, symbol in enumerate(symbols, 1):
        if symbol not in _VALUES:
            shown = _shown(symbol)
            raise CodeError(
                say("code.symbol", number=position, symbol=shown, never=_NEVER)
            )
    if _check_symbol("".join(symbols[:-1])) != symbols[-1]:
        raise CodeError(say("code.slip"))
    room, secret = symbols[:ROOM_SYMBOLS], symbols[ROOM_SYMBOLS:-1]
    return Code("".join(room), "".join(secret))


def read_invitation(text: str) -> tuple[str | None, Code]:
    """The server, if ``text`` is a link, and the code.

    Raises:
        CodeError: If it is neither a code nor a link to a room.
    """
    if "/" not in text and "#" not in text:
        return None, read_code(text)
    # A mistyped code need not pay for this import.
    from urllib.parse import unquote

    address, _, fragment = text.strip().partition("#")
    server = read_server(address)
    if not fragment:
        raise CodeError(say("term.code.nolink"))
    return server, read_code(unquote(fragment))


def read_server(address: str) -> str:
    """The address of a server in one spelling, without a slash at its end.

    Raises:
        CodeError: If it is none.
    """
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise CodeError(say("term.code.address")) from None
    if parts.scheme not in ("http", "https"):
        raise CodeError(say("term.code.scheme"))
    if "@" in parts.netloc or not host or port == 0 or not _is_plain(host + parts.path):
        raise CodeError(say("term.code.address"))
    host = f"[{host}]" if ":" in host else host
    netloc = host if port is None else f"{host}:{port}"
    return f"{parts.scheme}://{netloc}{parts.path.rstrip('/')}"


def link(server: str, code: Code) -> str:
    """The link to the room; browsers keep what follows the ``#`` to themselves."""
    return f"{server.rstrip('/')}/#{code}"


def _check_symbol(symbols: str) -> str:
    weighted = sum(
        weight * _VALUES[symbol]
        for weight, symbol in zip(range(_SYMBOLS, 1, -1), symbols, strict=True)
    )
    return ALPHABET[-weighted % len(ALPHABET)]


def _shown(symbol: str) -> str:
    return symbol if symbol.isprintable() else f"U+{ord(symbol):04X}"


def _is_plain(text: str) -> bool:
    return text.isprintable() and not set(text) & set(' "<>\\^`{|}')

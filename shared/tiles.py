"""
Tile notation outside, small ints inside.

A tile is written as number and colour: ``7r`` is the red 7, ``13k`` the black 13; the
colours are red, blue, black (k) and orange. A joker is ``J``. There are two of each:
twins are alike in every respect, so they have one notation and one *kind*, and tiles
are counted, not named. A kind is ``13 * colour + number - 1``, the joker's is 52.
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

from shared.errors import IllegalAction

Tile: TypeAlias = str
"Notation, as ``7r``."

Tiles: TypeAlias = str
"Tiles written together, as ``4r5r6r`` or ``13k13oJ``."

COLOURS = "rbko"
JOKER = 52
KINDS = 53
DECK = 2 * KINDS
"Tiles in the game; number ``n`` of a deck is of the kind ``n % KINDS``."

NAMES: tuple[Tile, ...] = tuple(
    f"{number}{colour}" for colour in COLOURS for number in range(1, 14)
) + ("J",)
"Kind to notation."

INDEX: dict[Tile, int] = {name: kind for kind, name in enumerate(NAMES)}
"Notation to kind."

_TILE = re.compile("[0-9]+[a-z]|J")
_TYPED = {"joker": "J", "j": "J", "*": "J"}


def kinds_of(tiles: Iterable[Tile]) -> bytes:
    """The kinds of ``tiles``, in their order.

    Raises:
        IllegalAction: If there is no such tile.
    """
    try:
        return bytes([INDEX[tile] for tile in tiles])
    except KeyError as error:
        raise no_such_tile(error.args[0]) from None


def names(kinds: Iterable[int]) -> tuple[Tile, ...]:
    """Kinds as notation, in their order."""
    return tuple([NAMES[kind] for kind in kinds])


def together(kinds: Iterable[int]) -> Tiles:
    """Kinds written together, in their order."""
    return "".join([NAMES[kind] for kind in kinds])


def apart(tiles: Tiles) -> tuple[Tile, ...]:
    """What was written together, one by one."""
    return tuple(_TILE.findall(tiles))


def value(kinds: Iterable[int], joker: int) -> int:
    """What tiles count on a rack, where a joker counts ``joker``."""
    return sum([joker if kind == JOKER else kind % 13 + 1 for kind in kinds])


def read_tile(text: str) -> Tile:
    """What a person typed, as notation: ``7R``, ``r7`` and ``joker`` are understood.

    Raises:
        IllegalAction: If that is not a tile.
    """
    word = text.strip().lower()
    tile = _TYPED.get(word, word if word[-1:] in COLOURS else word[1:] + word[:1])
    if tile not in INDEX:
        raise no_such_tile(text.strip())
    return tile


def no_such_tile(text: str) -> IllegalAction:
    """The refusal of a word that names no tile."""
    return IllegalAction("no_such_tile", word=repr(text[:12])[1:-1])

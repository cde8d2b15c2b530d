"""Random edits of a transcript, each of which has to be noticed."""

import random

from shared.replay import replay
from shared.transcript import TranscriptError


def edited(data: bytes, chance: random.Random) -> bytes:
    """A file with one thing changed about it."""
    lines = data.split(b"\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    at = chance.randrange(len(data))
    match chance.randrange(8):
        case 0 | 1 | 2:
            flipped = data[at] ^ 1 << chance.randrange(8)
            return data[:at] + bytes([flipped]) + data[at + 1 :]
        case 3:
            return data[:at] + data[at + 1 :]
        case 4:
            return data[:at] + bytes([chance.randrange(256)]) + data[at:]
        case 5:
            return b"\n".join(lines[:one] + lines[one + 1 :])
        case 6:
            lines[one], lines[two] = lines[two], lines[one]
            return b"\n".join(lines)
        case _:
            return data[:at] if chance.random() < 0.5 else b"\n".join(lines[: one + 1])


def unnoticed(data: bytes, tries: int) -> list[bytes]:
    """The edits that were not noticed, and are not what was there before."""
    chance, missed = random.Random(tries), []
    for _ in range(tries):
        other = edited(data, chance)
        try:
            replay(other)
        except TranscriptError:
            continue
        if other != data:
            missed.append(other)
    return missed

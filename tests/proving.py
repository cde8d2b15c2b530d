"""Both sides of a proof with chance that is always the same."""

import json

from peer.sides import Fingerprints, GuestSide, HostSide, Random

SECRET, ROOM = "3XWC", "7KQM"
HOST_CERT, GUEST_CERT, OTHER_CERT = b"h" * 32, b"g" * 32, b"x" * 32
TRUE = Fingerprints(host=HOST_CERT, guest=GUEST_CERT)
SERVER_AT_THE_GUEST = Fingerprints(host=OTHER_CERT, guest=GUEST_CERT)
SERVER_AT_THE_HOST = Fingerprints(host=HOST_CERT, guest=OTHER_CERT)
CROSSED = Fingerprints(host=GUEST_CERT, guest=HOST_CERT)


def chance(seed: str) -> Random:
    """Random bytes that are always the same."""
    state = seed.encode()

    def draw(size: int) -> bytes:
        nonlocal state
        state += b"."
        return (state * size)[:size]

    return draw


def host_side(
    secret: str = SECRET, room: str = ROOM, seen: Fingerprints = TRUE, seed: str = "h"
) -> HostSide:
    return HostSide(secret, room, seen, chance(seed))


def guest_side(
    secret: str = SECRET, room: str = ROOM, seen: Fingerprints = TRUE, seed: str = "g"
) -> GuestSide:
    return GuestSide(secret, room, seen, chance(seed))


def changed(text: str, **fields: object) -> str:
    return json.dumps({**json.loads(text), **fields})

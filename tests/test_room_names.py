"""What the server makes up: names of rooms, and claims to them."""

from shared.code import ALPHABET, ROOM_SYMBOLS, is_room
from signaling.rooms import random_claim, random_room


def test_a_rooms_name_is_the_room_part_of_a_code() -> None:
    assert all(is_room(random_room()) for _ in range(1000))


def test_every_symbol_comes_at_every_place() -> None:
    # The chance that a fair draw misses any of the 92 is 92 * (22/23)**2000 < 1e-36.
    names = [random_room() for _ in range(2000)]
    for place in range(ROOM_SYMBOLS):
        assert {name[place] for name in names} == set(ALPHABET)


def test_claims_are_not_guessed() -> None:
    claims = {random_claim() for _ in range(1000)}
    assert len(claims) == 1000
    # 22 symbols of base64 hold 128 bits.
    assert {len(claim) for claim in claims} == {22}

"""Guests, the host and the server of a running match are killed, and nobody notices."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from killing import Match
from soak import TIMES

MATCHES = 5
ROUNDS = 10
"In each match; after each everybody has to be back."

HANDS = 24
GOES_ON = 8
"Hands that are left when the server is killed: they are played without it."


def kinds(chance: Random, number: int) -> list[str]:
    """Who is killed, of each kind as often in all matches together."""
    first = number * ROUNDS
    order = ("guest", "host", "server")
    chosen = [order[n % len(order)] for n in range(first, first + ROUNDS)]
    chance.shuffle(chosen)
    return chosen


async def lose(match: Match, kind: str, chance: Random) -> float:
    """Kill one of them, and how many seconds it takes until everybody is back."""
    if kind == "guest":
        return await match.lose_guest(chance.choice(match.guests))
    if kind == "server" and match.hand <= HANDS - GOES_ON:
        return await match.lose_server()
    return await match.lose_host()


@pytest.mark.soak
@pytest.mark.parametrize("number", range(MATCHES * TIMES))
async def test_a_match_ends_as_if_nobody_had_been_killed(
    tmp_path: Path, number: int
) -> None:
    """The seed of a failure is the number in the name of the test."""
    chance = Random(number)
    async with Match(tmp_path, f"{number:04x}", HANDS) as match:
        for kind in kinds(chance, number):
            who = chance.choice(match.players)
            heard = who.heard["update"] + chance.randrange(1, 25)
            await match.until(lambda: who.heard["update"] >= heard)
            await asyncio.sleep(chance.random() / 50)  # any moment, not a message's
            seconds = await lose(match, kind, chance)
            print(f"hand {match.hand}: {kind} back after {seconds:.2f} s")
        await match.finish()

"""Guests, the host and the server of a running match are killed, and nobody notices."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from killing import Match
from soak import TIMES

MATCHES = 5
TOGETHER = 2
"Matches at the same time: most of it is waiting."

ROUNDS = 10
"In each match; after each everybody has to be back."

HANDS = 30
GOES_ON = 14
"Hands that are left when the server is killed: they are played without it."


def kinds(chance: Random, number: int, beside: bool) -> list[str]:
    """Who is killed, each kind as often as the others."""
    first = number * ROUNDS
    order = ("guest", "host") if beside else ("guest", "host", "server")
    chosen = [order[n % len(order)] for n in range(first, first + ROUNDS)]
    chance.shuffle(chosen)
    return chosen


async def lose(match: Match, kind: str, chance: Random) -> str:
    """Kill one of them, and how long it takes until everybody is back."""
    if kind == "guest":
        seconds = await match.lose_guest(chance.choice(match.guests))
    elif kind == "server" and match.hand <= HANDS - GOES_ON:
        seconds = await match.lose_server()
    else:
        kind, seconds = "host", await match.lose_host()
    return f"{kind} {seconds:.1f} s"


async def played(home: Path, number: int) -> None:
    """One match; ``number`` is its seed."""
    chance, figures = Random(number), []
    beside = number % MATCHES == MATCHES - 1
    async with Match(home, f"{number:04x}", HANDS, beside) as match:
        for kind in kinds(chance, number, beside):
            await match.go_on(chance.choice(match.players), chance.randrange(1, 25))
            await asyncio.sleep(chance.random() / 50)  # any moment, not a message's
            figures.append(await lose(match, kind, chance))
        await match.finish()
    print(f"everybody is back in match {number}:", *figures, sep="\n  ")


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, MATCHES * TIMES, TOGETHER))
async def test_a_match_ends_as_if_nobody_had_been_killed(
    tmp_path: Path, first: int
) -> None:
    """The seed of a failure is the number of its match."""
    async with asyncio.TaskGroup() as matches:
        for number in range(first, min(first + TOGETHER, MATCHES * TIMES)):
            home = tmp_path / str(number)
            matches.create_task(played(home, number), name=f"match {number}")

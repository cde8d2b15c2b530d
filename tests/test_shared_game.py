"""The commands: two servers, a Redis with a password, a whole game between them."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from aiohttp import ClientSession
from commands import command, host
from nodes import store

pytestmark = pytest.mark.needs("redis-server")


async def test_a_game_is_played_over_two_servers(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("hush\n")
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(
            store(tmp_path, "--requirepass", "hush")
        )
        urls = []
        for symbols in "2", "3":
            running = await stack.enter_async_context(
                command(
                    tmp_path,
                    *("serve", "--listen", "127.0.0.1:0", "--json"),
                    *("--backend", redis.url, "--room-symbols", symbols),
                    *("--backend-password-file", str(password)),
                )
            )
            urls.append((await running.hear("serving"))["url"])
        _, code = await stack.enter_async_context(
            host(tmp_path, urls[0], "--players", "2", "--auto", "--hands", "1")
        )
        assert code.startswith("2")
        join = ("join", code, "--server", urls[1], "--name", "Bob", "--auto", "--json")
        bob = await stack.enter_async_context(command(tmp_path, *join))
        await bob.hear("ending", hands=1)
        assert await bob.ended() == 0


async def test_a_backend_that_is_away_is_told_at_the_start(tmp_path: Path) -> None:
    serve = ("serve", "--listen", "127.0.0.1:0", "--backend", "redis://127.0.0.1:1")
    async with command(tmp_path, *serve) as running, ClientSession() as session:
        url = (await running.line()).split()[5].rstrip(";")
        said = [await running.line() for _ in range(3)]
        assert said[-1] == (
            "Warning: redis://127.0.0.1:1 cannot be reached, so nobody can open or "
            "join a table here until it can\n"
        )
        async with session.get(f"{url}/readyz") as response:
            assert response.status == 503

"""The commands: two servers, a Redis with a password, a whole game between them."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from aiohttp import ClientSession
from commands import command, host
from nodes import Store, store

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


@pytest.mark.parametrize("answers", [False, True])
async def test_a_backend_that_cannot_be_used_is_told_at_the_start(
    tmp_path: Path, answers: bool
) -> None:
    redis = Store(tmp_path, "--requirepass", "hush")
    if answers:
        await redis.start()
    serve = ("serve", "--listen", "127.0.0.1:0", "--backend", redis.url)
    try:
        async with command(tmp_path, *serve) as running, ClientSession() as session:
            url = (await running.line()).split()[5].rstrip(";")
            said = [await running.line() for _ in range(3)]
            why = "take the password" if answers else "answer"
            assert said[-1] == (
                f"Warning: {redis.url} cannot be used, as it does not {why}; until it "
                "can, nobody can open or join a table here\n"
            )
            async with session.get(f"{url}/readyz") as response:
                assert response.status == 503
    finally:
        await redis.kill()

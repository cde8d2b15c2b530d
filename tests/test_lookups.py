"""A look-up of a name that takes long does not hold up the end of the program."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest

from peer.cli import _run
from peer.lookups import Lookups


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Set when a resolver that never answers is asked."""
    asked, answer = threading.Event(), threading.Event()

    def getaddrinfo(*_: object, **__: object) -> list[object]:
        asked.set()
        answer.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    given_up = threading.Timer(10, answer.set)
    given_up.start()
    yield asked
    assert not answer.is_set(), "somebody waited for the look-up"
    given_up.cancel()
    answer.set()


def test_who_interrupts_a_look_up_need_not_wait_for_it(stuck: threading.Event) -> None:
    async def interrupted() -> None:
        loop = asyncio.get_running_loop()
        looking = asyncio.ensure_future(loop.getaddrinfo("rummy.example", 443))
        await asyncio.sleep(0)
        assert stuck.wait(10)
        looking.cancel()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _run(interrupted())


async def test_what_a_look_up_finds_is_returned() -> None:
    asyncio.get_running_loop().set_default_executor(Lookups())
    assert await asyncio.to_thread(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(lambda: 1 // 0)

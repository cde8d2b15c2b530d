"""Two servers behind nginx: a table's players are together, and need not be."""

import ssl
from pathlib import Path

import pytest
from aiohttp import ClientSession
from nodes import node, store
from place import Peer, Place
from test_deploy import DEPLOY, OURS, nginx

from shared.code import ALPHABET

ONE, TWO = ALPHABET[:11], ALPHABET[11:]


def two(one: Place, other: Place) -> str:
    """Our files, with these servers."""
    text = (DEPLOY / "nginx-two.conf").read_text()
    for address, place in (("192.0.2.1", one), ("192.0.2.2", other)):
        assert f"{address}:7867" in text
        text = text.replace(f"{address}:7867", f"127.0.0.1:{place.server.port}")
    return text + OURS.replace(
        "proxy_pass http://127.0.0.1:7867;",
        "proxy_pass http://$rummyroom; # http://127.0.0.1:7867",
    )


def test_the_symbols_are_those_of_the_file() -> None:
    text = (DEPLOY / "nginx-two.conf").read_text()
    assert f"--room-symbols {ONE}\n" in text
    assert f"--room-symbols {TWO}\n" in text


@pytest.mark.needs("nginx", "redis-server")
async def test_whoever_joins_is_sent_to_the_server_of_the_room(tmp_path: Path) -> None:
    async with (
        store(tmp_path) as redis,
        node(redis, symbols=ONE) as one,
        node(redis, symbols=TWO) as other,
    ):
        with nginx(tmp_path, "http://unused", two(one, other)) as (public, authority):
            tls = ssl.create_default_context(cafile=str(authority))
            async with ClientSession() as session:
                for place in one, other:
                    host = await place.host()
                    url = f"{public}/signal?room={host.room}"
                    async with session.ws_connect(url, ssl=tls) as ws:
                        guest = Peer(ws)
                        await guest.come(type="join", room=host.room)
                        assert guest.me in place.server._relay.links
                        assert (await host.hear())["member"] == guest.me
                    # Whoever does not say so comes in as well.
                    async with session.ws_connect(f"{public}/signal", ssl=tls) as ws:
                        await Peer(ws).come(type="join", room=host.room)

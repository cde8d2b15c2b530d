"""Whether players reach a server at its public address, and what is in their way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from certificates import Authority
from place import free_ports, place

from signaling import selftest
from signaling.certificate import Certificate
from signaling.selftest import Finding, find_out
from signaling.server import start_server

CHECK = "; check the address of its name, the proxy and the firewall"


@asynccontextmanager
async def proxy(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncIterator[str]:
    """A proxy on loopback that answers like that; its address."""
    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_it_works() -> None:
    async with place() as here:
        url = here.server.url
        assert await find_out(url) == Finding(
            True, f"{url} reaches this server, WebSocket included"
        )


async def test_a_proxy_that_does_not_forward_websocket() -> None:
    async with place() as here:

        async def pages_only(request: web.Request) -> web.Response:
            """Forward as HTTP/1.0 proxies do: without what is between two hops."""
            url = f"{here.server.url}{request.path}"
            async with here.session.get(url) as answer:
                return web.Response(status=answer.status, body=await answer.read())

        async with proxy(pages_only) as url:
            assert await find_out(url) == Finding(
                False,
                f"the proxy at {url} does not forward WebSocket, so nobody can play; "
                "have it pass on the headers Upgrade and Connection, as "
                "signaling/deploy shows",
            )


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_a_proxy_that_does_not_reach_the_server(status: int) -> None:
    async def alone(_: web.Request) -> web.Response:
        return web.Response(status=status)

    async with proxy(alone) as url:
        assert await find_out(url) == Finding(
            False,
            f"the proxy at {url} answers {status}: it does not reach this server; have "
            "it pass requests on to where --listen says",
        )


@pytest.mark.parametrize("status", [200, 404])
async def test_something_else_at_the_address(status: int) -> None:
    async def other(_: web.Request) -> web.Response:
        return web.Response(status=status, text="It works!")

    async with proxy(other) as url:
        assert await find_out(url) == Finding(
            False,
            f"{url} leads to something else, which answers {status}; check the address "
            "of its name and the proxy",
        )


@pytest.mark.parametrize("status", [403, 429])
async def test_a_refusal(status: int) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return web.Response(status=status)

    async with proxy(refuse) as url:
        assert await find_out(url) == Finding(
            False, f"{url} was reached, but refused this test ({status})"
        )


async def test_nobody_there() -> None:
    url = f"http://127.0.0.1:{free_ports(1)[0]}"
    assert await find_out(url) == Finding(
        False, f"{url} cannot be reached from here: Connection refused{CHECK}"
    )


async def test_no_such_name() -> None:
    finding = await find_out("http://nobody.invalid")
    assert not finding.ok
    assert finding.sentence.startswith("http://nobody.invalid cannot be reached from")
    assert finding.sentence.endswith(CHECK)


async def test_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(_: web.Request) -> web.Response:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(selftest, "PATIENCE", 0.2)
    async with proxy(silent) as url:
        assert await find_out(url) == Finding(
            False, f"{url} does not answer within 0.2 seconds{CHECK}"
        )


async def test_a_connection_that_breaks_off() -> None:
    async def hang_up(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert await find_out(url) == Finding(
            False, f"{url} cannot be reached from here: the connection broke off{CHECK}"
        )


async def test_a_certificate_that_nobody_trusts(tmp_path: Path) -> None:
    certificate = Certificate(*Authority(tmp_path).vouch())
    server = await start_server("127.0.0.1", 0, tls=certificate.context)
    try:
        assert await find_out(server.url) == Finding(
            False,
            f"{server.url} has no good certificate: unable to get local issuer "
            "certificate",
        )
    finally:
        await server.close()


async def test_no_tls_where_it_is_said_to_be() -> None:
    async with place() as here:
        url = here.server.url.replace("http:", "https:")
        assert await find_out(url) == Finding(
            False, f"{url} has no good certificate: the TLS handshake failed"
        )

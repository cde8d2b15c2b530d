"""
A server that is left running: its certificate, metrics, signals and systemd.

What the operator should know comes out as :class:`Notice`; how it is shown is for the
command to decide.
"""

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from shared.code import ALPHABET
from shared.errors import RummyError, SettingError
from signaling import systemd
from signaling.certificate import Certificate
from signaling.config import Settings, warnings
from signaling.ice import ice_servers
from signaling.limits import Limits
from signaling.rooms import IceServers, random_room
from signaling.selftest import Finding, find_out
from signaling.server import SignalingServer, start_server
from signaling.watch import Watch

if TYPE_CHECKING:
    from signaling.shared_rooms import SharedRooms

logger = logging.getLogger(__name__)

AGAIN = (5.0, 20.0, 60.0, 300.0)
"Seconds between tests of the public address until it works: a proxy may start later."


class Notice(NamedTuple):
    """Something for the operator."""

    kind: Literal["serving", "relay", "warning", "reached", "checked"]
    text: str
    facts: dict[str, object]
    "For programs."


Tell: TypeAlias = Callable[[Notice], None]


def check(settings: Settings) -> list[Notice]:
    """What can be said about ``settings`` without running a server.

    Raises:
        SettingError: If the certificate cannot be used.
    """
    _certificate(settings)
    return [*_known(settings), Notice("checked", "The settings make sense.", {})]


async def serve(settings: Settings, tell: Tell, site: Path | None = None) -> None:
    """Run a server until this task is cancelled; ``site`` is the browser client.

    Raises:
        RummyError: If this machine does not let us.
        SettingError: If the certificate cannot be used.
    """
    certificate = _certificate(settings)
    _reload_at_hang_up(certificate)
    take_all_files()
    async with AsyncExitStack() as stack:
        watch = await _metrics(settings.metrics, stack) if settings.metrics else Watch()
        running = _running(settings, certificate, watch, site)
        server = await stack.enter_async_context(running)
        tell(_serving(settings.base_url or server.url))
        for notice in _known(settings):
            tell(notice)
        if server.fault:
            tell(_no_backend(settings, server.fault))
        systemd.notify(systemd.READY)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_stay_alive())
            if settings.base_url:
                tasks.create_task(_faultless(_test(settings.base_url, tell)))
            await asyncio.Event().wait()


@asynccontextmanager
async def _running(
    settings: Settings,
    certificate: Certificate | None,
    watch: Watch,
    site: Path | None,
) -> AsyncIterator[SignalingServer]:
    servers = ice_servers(settings.stun, settings.turn, settings.turn_secret, time.time)
    server = await start_server(
        *settings.listen,
        ice_servers=servers,
        shared=_shared(settings, servers, watch),
        max_rooms=settings.max_rooms,
        limits=Limits(sockets=settings.max_members),
        trusted_proxies=[str(network) for network in settings.trusted_proxy],
        base_url=settings.base_url,
        tls=certificate.context if certificate else None,
        watch=watch,
        site=site,
    )
    try:
        yield server
    finally:
        systemd.notify(systemd.STOPPING)
        await server.close()


def _shared(
    settings: Settings, servers: IceServers, watch: Watch
) -> "SharedRooms | None":
    if settings.backend is None:
        return None
    # Most servers are alone, and need no package for it.
    try:
        from signaling.backend import Backend
    except ModuleNotFoundError:
        raise SettingError(
            "--backend needs a package that is not there; pip install rummyroom[redis]"
        ) from None
    from signaling.shared_rooms import SharedRooms

    backend = Backend(settings.backend, settings.backend_password)
    return SharedRooms(
        backend,
        watch,
        ice_servers=servers,
        max_rooms=settings.max_rooms,
        new_room=partial(random_room, settings.room_symbols or ALPHABET),
    )


async def _metrics(address: tuple[str, int], stack: AsyncExitStack) -> Watch:
    # Most servers have nobody who asks.
    from signaling.metrics import Metrics, MetricsListener

    metrics = Metrics()
    listener = MetricsListener(metrics)
    await listener.start(*address)
    stack.push_async_callback(listener.close)
    return metrics


def take_all_files() -> None:
    """Have as many sockets as this process may have at all, not as few as is usual."""
    try:
        import resource
    except ModuleNotFoundError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems have no such many, whatever they say.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _certificate(settings: Settings) -> Certificate | None:
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    return Certificate(settings.tls_cert, settings.tls_key)


def _reload_at_hang_up(certificate: Certificate | None) -> None:
    """From now on SIGHUP has the certificate read again, and ends nothing."""
    # Not on Windows.
    with contextlib.suppress(AttributeError, NotImplementedError):
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGHUP, _reload, certificate)


def _reload(certificate: Certificate | None) -> None:
    systemd.notify(systemd.reloading())
    try:
        if certificate is not None:
            certificate.reload()
            logger.info("= the certificate was read again")
    except RummyError as error:
        logger.warning("x the old certificate stays: %s", error)
    finally:
        systemd.notify(systemd.READY)


async def _stay_alive() -> None:
    """Tell systemd so as often as it wants to hear it."""
    every = systemd.watchdog_interval()
    while every is not None:
        systemd.notify(systemd.ALIVE)
        await asyncio.sleep(every)


async def _test(url: str, tell: Tell) -> None:
    """Test the public address until it works; what did not work is told once."""
    told = ""
    for wait in (*AGAIN, None):
        finding = await find_out(url)
        if finding.sentence != told:
            tell(_finding(finding))
            told = finding.sentence
        if finding.ok or wait is None:
            return
        await asyncio.sleep(wait)


async def _faultless(work: Coroutine[Any, Any, None]) -> None:
    """A fault in what is only for information must not end the server."""
    try:
        await work
    except Exception:
        logger.exception("x the test of the public address was given up")


def _known(settings: Settings) -> list[Notice]:
    """What can be said before anything was tried."""
    return [_relay(settings), *(_warning(text) for text in warnings(settings))]


def _serving(url: str) -> Notice:
    text = (
        f"The signaling server is at {url}; Ctrl-C ends it.\n"
        f"Friends host with: rummyroom host --server {url}"
    )
    return Notice("serving", text, {"url": url})


def _finding(finding: Finding) -> Notice:
    if finding.ok:
        return Notice("reached", f"{finding.sentence}.", {})
    return _warning(finding.sentence)


def _relay(settings: Settings) -> Notice:
    if settings.turn:
        text = f"Players whose networks need it are relayed by {settings.turn[0]}."
    else:
        text = (
            "There is no relay, so some pairs of players cannot reach each other, such "
            "as two on mobile networks; --turn adds one."
        )
    return Notice("relay", text, {"relay": bool(settings.turn)})


def _no_backend(settings: Settings, fault: str) -> Notice:
    return _warning(
        f"{settings.backend} cannot be used, as {fault}; until it can, nobody can open "
        "or join a table here"
    )


def _warning(text: str) -> Notice:
    return Notice("warning", f"Warning: {text}", {"text": text})

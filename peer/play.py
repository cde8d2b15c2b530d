"""
The ways to a table: alone, as its host, as a guest.

An action goes from the screen through the session's guest and its channel to the host,
whose match asks the ruleset; the events and views come back the same way.
"""

import asyncio
import logging
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from peer import lan, meet
from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.channel import Channel
from peer.connection import RtcConnection
from peer.console import Console
from peer.gate import Gate
from peer.guest import Guest
from peer.host import Host
from peer.hosting import Hosting
from peer.keyboard import Keyboard
from peer.lasting import LastingSession
from peer.ndjson import Ndjson, ending, record
from peer.plain import Plain
from peer.printer import Printer
from peer.qr import qr_code
from peer.rulebook import rules_of
from peer.seat import Ending, PlayedSeat
from peer.seats import remember_seat, seat_token
from peer.session import Session
from peer.tasks import log_failure
from peer.way import Find, Way
from shared.code import Code, link
from shared.ruleset import Ruleset
from shared.signals import IceServer

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Manner:
    """How somebody plays from this command line."""

    name: str

    auto: bool
    "A computer player plays the seat."

    as_json: bool
    "For a program: JSON lines in and out."

    pace: float
    "Seconds a computer player takes for an action."

    prompts: bool
    "A person sits at a terminal."

    by_key: bool
    "The terminal hands over each key and shows none."


@dataclass(frozen=True)
class TableOptions:
    """What the host decides about the table."""

    ruleset: Ruleset[Any]
    players: int
    bots: int
    seed: bytes
    max_hands: int | None


class Ended(NamedTuple):
    """How it was left."""

    how: Ending

    in_mid_hand: bool
    "A hand was being played."


async def alone(options: TableOptions, manner: Manner) -> Ended:
    """Play against computer players in this process."""
    async with Hosting(_host(options), Medium, manner.pace) as table:
        table.add_bots(options.players - 1)
        seat = _Seat(manner, table.own_channel(), table)
        await seat.sit_down()
        return await seat.play()


async def host(
    server: str,
    public: str,
    announced: int | str | None,
    options: TableOptions,
    manner: Manner,
    ice_servers: Sequence[IceServer],
) -> Ended:
    """Open a table at the signaling ``server``, that guests reach as ``public``.

    ``announced`` is the port or address of the server to tell the local network.

    Raises:
        SignalingError: If the server does not open a room.
    """
    async with AsyncExitStack() as stack:
        meeting = await meet.create_room(server)
        stack.push_async_callback(meeting.close)
        table = Hosting(_host(options), Medium, manner.pace)
        await stack.enter_async_context(table)
        table.add_bots(options.bots)
        seat = _Seat(manner, table.own_channel(), table)
        gate = Gate(
            meeting,
            table,
            seat.played.notice,
            partial(seat.show_room, public, announced is not None),
            ice_servers,
        )
        await seat.sit_down()
        if announced is not None:
            await stack.enter_async_context(lan.announce(meeting.room, announced))
        keeping = asyncio.create_task(gate.keep())
        keeping.add_done_callback(log_failure)
        stack.push_async_callback(_cancelled, keeping)
        return await seat.play()


async def join(
    server: str, code: Code, manner: Manner, find: Find | None = None
) -> Ended:
    """Sit down at a table whose host waits at the signaling ``server``.

    ``find`` looks for the server again when it is lost.

    Raises:
        SignalingError: If there is no such room or no free seat.
        ConnectionFailed: If there is no way to the host, or it is not the one we mean.
        RummyError: If the host went away or broke the protocol before we sat.
    """
    async with AsyncExitStack() as stack:
        way = Way(server, code, find=find)
        stack.push_async_callback(way.close)
        token = seat_token(code.room)
        connection, channel = await way.first(token)
        stack.push_async_callback(channel.close)
        converse = partial(
            LastingSession, dial=way.again, seated=partial(remember_seat, code.room)
        )
        seat = _Seat(manner, channel, token=token, converse=converse)
        seat.show_connection(connection)
        await seat.sit_down()
        return await seat.play()


class _Seat:
    """What a command line needs of one seat: its guest, its screen, its end."""

    def __init__(
        self,
        manner: Manner,
        channel: Channel,
        table: Hosting | None = None,
        token: str | None = None,
        converse: Callable[[Guest, Channel], Session | LastingSession] = Session,
    ) -> None:
        self.guest = Guest(manner.name, token)
        self._json = manner.as_json
        blocks = manner.by_key and sys.stdout.encoding.lower() == "utf-8"
        self._draws = blocks and not os.environ.get("ACCESSIBLE")
        sys.stdout.flush()
        self._printer = Printer(sys.stdout.fileno(), sys.stdout.encoding)
        self._console = Console(
            self._printer, prompts=manner.prompts, by_key=manner.by_key
        )
        session = converse(self.guest, channel)
        self.played = PlayedSeat(
            session,
            Ndjson()
            if manner.as_json
            else Plain(
                self.guest, host=table is not None, adviser=Medium(), rules=rules_of
            ),
            self._console,
            keyboard=None
            if manner.auto
            else Keyboard(sys.stdin.fileno(), self._console, by_key=manner.by_key),
            autoplay=Autoplay(session, Medium(), manner.pace) if manner.auto else None,
            start=None if table is None else table.fill_up,
            reset=None if table is None else table.reset_scores,
            end=None if table is None else table.close,
        )

    def show_room(self, server: str, on_lan: bool, code: Code) -> None:
        """Say how to join, to a person or a program."""
        url = link(server, code)
        if self._json:
            self._console.show([record("room", code=str(code), link=url)])
            return
        at = "" if on_lan else f" --server {server}"
        self._console.show(
            [
                *(qr_code(url) if self._draws else []),
                f"The room code is {code}.",
                f"Friends join with: rummyroom join {code}{at}",
                f"The link is {url}",
            ]
        )

    def show_connection(self, connection: RtcConnection) -> None:
        """Say that the way to the host stands."""
        logger.info("= the data channel is open after %s ms", connection.open_ms)
        if self._json:
            opened = record("connected", transport="webrtc", open_ms=connection.open_ms)
            self._console.show([opened])

    async def sit_down(self) -> None:
        """See :meth:`peer.seat.PlayedSeat.sit_down`."""
        await self.played.sit_down()

    async def play(self) -> Ended:
        """Play to the end, and say it."""
        how = await self.played.play()
        if self._json:
            self._console.show([ending(self.guest, how)])
        self._printer.close()
        table = self.guest.table
        return Ended(how, table is not None and table.phase == "hand")


def _host(options: TableOptions) -> Host:
    return Host(
        options.ruleset,
        options.players,
        options.seed,
        new_token=partial(secrets.token_urlsafe, 16),
        max_hands=options.max_hands,
    )


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

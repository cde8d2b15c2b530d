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
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from peer import clock, lan, meet
from peer.autoplay import Autoplay
from peer.channel import Channel
from peer.config import ConfigError
from peer.config_commands import keep
from peer.connection import RtcConnection, check_relays
from peer.console import Console
from peer.gate import Gate
from peer.guest import Guest
from peer.host import Host
from peer.hosting import Hosting
from peer.journal import Journal
from peer.keeping import Kept
from peer.keyboard import Keyboard
from peer.lasting import LastingSession
from peer.manner import Manner
from peer.ndjson import Ndjson, ending
from peer.newcomer import Adviser, Newcomer
from peer.opening import Opening, TableOptions, host_of
from peer.own_records import record
from peer.plain import Plain
from peer.policy import OPEN, Policy
from peer.printer import Printer
from peer.qr import qr_code
from peer.records import RoomOpened
from peer.results import Results
from peer.rulebook import Rulebook, rules_of
from peer.seat import Ending, PlayedSeat
from peer.seats import remember_seat, seat_token
from peer.session import Session
from peer.table import Table
from peer.tasks import log_failure
from peer.way import Find, Way
from shared.code import Code, link
from shared.errors import SignalingError
from shared.signals import IceServer
from shared.words import say

if TYPE_CHECKING:
    from peer.tui.front import Front

logger = logging.getLogger(__name__)


class Ended(NamedTuple):
    """How it was left."""

    how: Ending

    in_mid_hand: bool
    "A hand was being played."


async def alone(options: TableOptions, manner: Manner) -> Ended:
    """Play against computer players in this process; of this there is no journal."""
    host = host_of(Table.new(options.made()))
    async with _hosting(host, manner) as table:
        table.add_bots(options.players - 1)
        seat = _Seat(manner, table.own_channel(), table)
        await seat.sit_down()
        return await seat.play()


@dataclass(frozen=True)
class Venue:
    """Where a table is opened."""

    server: str
    "As this machine reaches it."

    public: str
    "As the guests do."

    port: int | None
    "Of the server, if this process runs it."

    announced: int | str | None
    "The port or address of the server to tell the local network."

    ice_servers: Sequence[IceServer] = ()
    policy: Policy = OPEN


async def host(venue: Venue, opening: Opening, manner: Manner) -> Ended:
    """Open a table, or let one go on, and play at it.

    Raises:
        SignalingError: If the server does not open the room.
        ConnectionFailed: If the venue's policy leaves no way for anybody.
    """
    async with AsyncExitStack() as stack:
        meeting, code = await _open_room(venue.server, opening.host.table.room)
        stack.push_async_callback(meeting.close)
        check_relays(venue.policy, (*meeting.ice_servers, *venue.ice_servers))
        table = _hosting(
            opening.host, manner, opening.journal, lambda text: seat.notice(text)
        )
        await stack.enter_async_context(table)
        seat = _own_seat(table, opening, manner)
        rooms = asyncio.Queue[str]()
        show = partial(_show_room, venue, table, seat, rooms)
        ways = venue.ice_servers, venue.policy
        gate = Gate(meeting, table, seat.notice, show, *ways, code=code)
        table.kicked = gate.renew
        await seat.sit_down()
        if venue.announced is not None:
            _run_beside(stack, lan.keep_announcing(rooms, venue.announced))
        _run_beside(stack, gate.keep())
        return await seat.play()


def _hosting(
    host: Host,
    manner: Manner,
    journal: Journal | None = None,
    warn: Callable[[str], None] = logger.warning,
) -> Hosting:
    """A table with computer players of the levels that were asked for."""
    newcomer = partial(Newcomer, seed=host.table.decks.lots)
    return Hosting(host, newcomer, manner.pace, journal, warn, manner.levels)


def _run_beside(stack: AsyncExitStack, work: Coroutine[None, None, None]) -> None:
    """Let ``work`` go on until ``stack`` is closed."""
    task = asyncio.create_task(work)
    task.add_done_callback(log_failure)
    stack.push_async_callback(_cancelled, task)


def _own_seat(table: Hosting, opening: Opening, manner: Manner) -> "_Seat":
    """Seat the computer players; the seat of the host's own player."""
    if opening.resumed:
        table.resume()
    table.add_bots(opening.bots)
    seat = _Seat(manner, table.own_channel(), table, table.own_token())
    if opening.resumed:
        seat.notice(opening.story())
    return seat


def _show_room(
    venue: Venue,
    table: Hosting,
    seat: "_Seat",
    rooms: "asyncio.Queue[str]",
    code: Code,
    claim: str | None,
) -> None:
    """Keep the code of the room, then say it, and to the local network its room."""
    rooms.put_nowait(code.room)
    room = RoomOpened(
        server=venue.server if venue.port is None else None,
        port=venue.port,
        room=code.room,
        claim=claim,
        secret=code.secret,
    )
    on_lan = venue.announced is not None
    table.open_room(room, partial(seat.show_room, venue.public, on_lan, code))


async def _open_room(
    server: str, room: RoomOpened | None
) -> tuple[meet.Meeting, Code | None]:
    """A room, and its code if it is the one that was open before.

    Raises:
        SignalingError: If the server does not open any.
    """
    if room is not None:
        try:
            meeting = await meet.create_room(server, claim=room.claim, room=room.room)
            return meeting, Code(room.room, room.secret)
        except SignalingError as error:
            if error.code != "claim":
                raise
            logger.info("x the room is somebody else's now, a new one is opened")
    return await meet.create_room(server), None


async def join(
    server: str,
    code: Code,
    manner: Manner,
    ice_servers: Sequence[IceServer] = (),
    policy: Policy = OPEN,
    find: Find | None = None,
) -> Ended:
    """Sit down or watch at a table whose host waits at the signaling ``server``.

    ``ice_servers`` are asked besides those that the signaling server tells. ``find``
    looks for the server again when it is lost.

    Raises:
        SignalingError: If there is no such room or no free seat.
        ConnectionFailed: If there is no way to the host, or it is not the one we mean.
        RummyError: If the host went away or broke the protocol before we sat.
    """
    async with AsyncExitStack() as stack:
        reach = partial(meet.connect, ice_servers=ice_servers, policy=policy)
        way = Way(server, code, reach=reach, find=find)
        stack.push_async_callback(way.close)
        token = None if manner.watch else seat_token(code.room)
        connection, channel = await way.first(token)
        stack.push_async_callback(channel.close)
        converse = partial(
            LastingSession,
            dial=way.again,
            seated=partial(_remember, way, manner),
            relocated=way.follow,
            hint=way.hint,
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
        fair = Kept(
            _secret(manner, table),
            manner.save,
            None if manner.auto or manner.as_json else Results(),
            lambda text: self.notice(text),
        )
        self._fair = fair
        self.guest = Guest(manner.name, token, manner.watch, fair=fair)
        self._json = manner.as_json
        blocks = manner.by_key and sys.stdout.encoding.lower() == "utf-8"
        self._draws = blocks and not os.environ.get("ACCESSIBLE")
        sys.stdout.flush()
        self._printer = Printer(sys.stdout.fileno(), sys.stdout.encoding)
        self._console = Console(
            self._printer, prompts=manner.prompts, by_key=manner.by_key
        )
        self._could_draw = manner.could_draw
        session = converse(self.guest, channel)
        host = table is not None
        plain = Plain(
            self.guest,
            host=host,
            adviser=Adviser(),
            rules=rules_of,
            warnings=manner.warnings,
            keep_warnings=self._keep_warnings,
            now=clock.now,
        )
        self._front = self._drawn(plain, host) if manner.drawn else None
        program = Ndjson(fair, self.guest, Adviser())
        screen = program if manner.as_json else plain
        self.played = PlayedSeat(
            session,
            self._front or screen,
            self._front or self._console,
            keyboard=None if manner.auto else self._front or self._keyboard(manner),
            autoplay=Autoplay(session, Newcomer(manner.levels[0]), manner.pace)
            if manner.auto
            else None,
            start=None if table is None else table.fill_up,
            company=None if table is None else table.company,
            reset=None if table is None else table.reset_scores,
            manage=None if table is None else table.manage,
            end=None if table is None else table.close,
        )

    def _keyboard(self, manner: Manner) -> Keyboard:
        return Keyboard(sys.stdin.fileno(), self._console, by_key=manner.by_key)

    def _drawn(self, plain: Plain, host: bool) -> "Front":
        """The table drawn; only who wants it waits for Textual."""
        from peer.tui.front import Front, Lines

        def in_lines() -> Lines:
            keyboard = Keyboard(sys.stdin.fileno(), self._console, by_key=False)
            return Lines(self._console, keyboard)

        return Front(self.guest, plain, Rulebook(), host=host, in_lines=in_lines)

    def show_room(self, server: str, on_lan: bool, code: Code) -> None:
        """Say how to join, to a person or a program."""
        url = link(server, code)
        at = "" if on_lan else f" --server {server}"
        if self._front is not None:
            self._front.show_room(str(code), url, f"rummyroom join {code}{at}")
            return
        if self._json:
            self._console.show([record("room", code=str(code), link=url)])
            return
        self._console.show(
            [
                *(qr_code(url) if self._draws else []),
                say("term.room.code", code=str(code)),
                say("term.room.join", command=f"rummyroom join {code}{at}"),
                say("term.room.link", link=url),
            ]
        )

    def notice(self, text: str) -> None:
        """See :meth:`peer.seat.PlayedSeat.notice`."""
        self.played.notice(text)

    def _keep_warnings(self, on: bool) -> None:
        try:
            keep("warnings", on)
        except (ConfigError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            self.notice(say("term.kept.not", why=why or ""))

    def show_connection(self, connection: RtcConnection) -> None:
        """Say that the way to the host stands."""
        logger.info("= the data channel is open after %s ms", connection.open_ms)
        if self._json:
            relayed = connection.path is not None and connection.path.relayed
            opened = record(
                "connected",
                transport="webrtc",
                path="relayed" if relayed else "direct",
                open_ms=connection.open_ms,
            )
            self._console.show([opened])

    async def sit_down(self) -> None:
        """See :meth:`peer.seat.PlayedSeat.sit_down`."""
        if self._could_draw:
            self.notice(say("term.lines"))
        await self.played.sit_down()

    async def play(self) -> Ended:
        """Play to the end, and say it."""
        shown = nullcontext() if self._front is None else self._front.shown()
        try:
            async with shown:
                how = await self.played.play()
        except asyncio.CancelledError:
            self._end("left")
            raise
        except BaseException:
            self._fair.keep()
            raise
        self._end(how)
        table = self.guest.table
        return Ended(how, table is not None and table.phase == "hand")

    def _end(self, how: Ending) -> None:
        self._fair.keep()
        if self._json:
            self._console.show([ending(self.guest, how)])
        self._printer.close()


def _secret(manner: Manner, table: Hosting | None) -> bytes:
    """What the seeds follow from that the player of this process adds to each deck."""
    if table is not None:
        return table.host.table.decks.secret("the host's own player")
    return manner.seed or secrets.token_bytes(32)


def _remember(way: Way, manner: Manner, token: str) -> None:
    """Who watches comes back by the code; there is no seat to be remembered."""
    if not manner.watch:
        remember_seat(way.room, token)


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

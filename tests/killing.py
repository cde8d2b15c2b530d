"""A match of processes that are killed, beside the same one that nothing befalls."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
from commands import Command, command

from peer.bots.medium import Medium
from peer.records import Acted, Dealt, Record, TableMade, read
from peer.table import Table
from shared.events import Seat

PATIENCE = 60.0
"Seconds after which something that should happen has not."

NAMES = ("Ann", "Bob", "Cid")


class Undisturbed:
    """The same decks and computer players, with nobody and nothing in their way."""

    def __init__(self, records: Sequence[Record]) -> None:
        first, *rest = records
        assert isinstance(first, TableMade)
        self.table = Table.new(first)
        self.game: list[object] = []
        self.shown: dict[tuple[Seat, int], Any] = {}
        "The view of each seat after so many changes."

        for record in rest:
            if not isinstance(record, Acted):
                self.table, _ = self.table.after(record)
            if isinstance(record, Dealt):
                self.game.append(record)
                self._play()

    def _play(self) -> None:
        while on_turn := [(seat, view) for seat, view in self._views() if view.can]:
            ((seat, view),) = on_turn
            action = Medium().choose(view, ())
            self.game.append((seat, action))
            self.table, _ = self.table.after(Acted(seat, 0, action))

    def _views(self) -> list[tuple[Seat, Any]]:
        """What each seat is shown now."""
        assert self.table.match is not None
        views = []
        for seat in range(len(NAMES)):
            view = self.table.ruleset.view(self.table.match.state, seat)
            self.shown[seat, self.table.seq] = as_json(view)
            views.append((seat, view))
        return views


def game(records: Sequence[Record]) -> list[object]:
    """The deals and the actions in their order; each seat's requests are counted."""
    told: list[object] = []
    last = dict.fromkeys(range(len(NAMES)), 0)
    for record in records:
        if isinstance(record, Dealt):
            told.append(record)
        elif isinstance(record, Acted):
            assert record.id > last[record.seat], "a request was carried out twice"
            last[record.seat] = record.id
            told.append((record.seat, record.action))
    return told


def as_json(value: object) -> Any:
    """``value`` as a program reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Part:
    """The server or a player: one process after another, and what the newest says."""

    def __init__(self, home: Path, *args: str) -> None:
        self.home = home
        self.args = args
        self.heard: dict[str, int] = {}
        "How many records of each type, in all its lives."

        self.last: dict[str, dict[str, Any]] = {}
        "The latest of each type in this life."

        self.notices: list[str] = []
        self.running: Command
        self._stack = AsyncExitStack()
        self._following: asyncio.Task[None] | None = None

    async def live(self, follow: Callable[["Part", dict[str, Any]], None]) -> None:
        """Start it; ``follow`` is called with each record."""
        self.last, self.notices = {}, []
        running = command(self.home, *self.args, "--json")
        self.running = await self._stack.enter_async_context(running)
        self._following = asyncio.create_task(self._listen(follow))

    async def _listen(self, follow: Callable[["Part", dict[str, Any]], None]) -> None:
        assert self.running.process.stdout is not None
        async for line in self.running.process.stdout:
            if not line.endswith(b"\n"):
                return  # it was killed while it wrote this
            record = msgspec.json.decode(line)
            kind = record["type"]
            self.heard[kind] = self.heard.get(kind, 0) + 1
            self.last[kind] = record
            if kind == "notice":
                self.notices.append(record["text"])
            follow(self, record)

    def check(self) -> None:
        """Fail if something it said was wrong."""
        if self._following is not None and self._following.done():
            self._following.result()

    async def die(self) -> None:
        """Be killed."""
        os.kill(self.running.process.pid, signal.SIGKILL)
        await self.end()

    async def end(self) -> int:
        """Its exit code, once it has ended; it must have said no word of its own."""
        assert self._following is not None
        await asyncio.wait_for(self._following, PATIENCE)
        said = await self.running.errors()
        code = await self.running.process.wait()
        await self._stack.aclose()
        assert said == "", f"{self.args[0]} says {said}"
        return code

    async def stop(self) -> None:
        """End it whatever it does."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait([self._following])
        await self._stack.aclose()


class Match:
    """A server, a host and two guests, each a process that plays by itself."""

    def __init__(self, home: Path, seed: str, hands: int, beside: bool = False) -> None:
        """``beside``: the server is a part of the host's process."""
        self._home = home
        self._beside = beside
        self._told = 0
        "The newest change that anybody was told of before the host was killed."

        self._shown: dict[tuple[Seat, int], Any] = {}
        self.server = Part(home, "serve", "--listen", "127.0.0.1:0")
        self._played = ("--players", str(len(NAMES)), "--hands", str(hands))
        self._played += ("--seed", seed, "--absent", "wait")
        self.host = Part(home)
        self.guests = [Part(home), Part(home)]
        self._news = asyncio.Event()

    async def __aenter__(self) -> "Match":
        manner = ("--auto", "--speed", "off", "--name")
        where = ("--port", "0") if self._beside else await self._serve()
        self.host.args = ("host", *where, *manner, NAMES[0], *self._played)
        await self.host.live(self._follow)
        await self.until(lambda: "room" in self.host.last)
        self.host.args = ("host", "--resume", *manner, NAMES[0])
        for guest, name in zip(self.guests, NAMES[1:], strict=True):
            guest.args = ("join", self.host.last["room"]["link"], *manner, name)
            await guest.live(self._follow)
            await self.until(lambda guest=guest: "welcome" in guest.last)
        return self

    async def _serve(self) -> tuple[str, ...]:
        """Start the server; what others need to find it."""
        await self.server.live(self._follow)
        await self.until(lambda: "serving" in self.server.last)
        url = self.server.last["serving"]["url"]
        self.server.args = ("serve", "--listen", url.removeprefix("http://"))
        return ("--server", url)

    async def __aexit__(self, *_: object) -> None:
        for part in (*self.guests, self.host, self.server):
            await part.stop()

    @property
    def players(self) -> list[Part]:
        return [self.host, *self.guests]

    @property
    def hand(self) -> int:
        """Which hand is being played."""
        return int(self.host.last["update"]["table"]["hand"])

    def all_here(self) -> bool:
        """Whether the host has everybody at the table."""
        if "update" not in self.host.last:
            return False
        seats = self.host.last["update"]["table"]["seats"]
        return all(seat.get("here") and not seat.get("silent") for seat in seats)

    async def go_on(self, part: Part, updates: int) -> None:
        """Let ``part`` hear of so many more changes."""
        wanted = part.heard.get("update", 0) + updates
        await self.until(lambda: part.heard.get("update", 0) >= wanted)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Hear everybody until it has."""
        async with asyncio.timeout(PATIENCE):
            while not happened():
                self._news.clear()
                await self._news.wait()
                for part in (*self.players, self.server):
                    part.check()

    def _follow(self, part: Part, record: dict[str, Any]) -> None:
        """Nobody is shown the same moment twice and differently."""
        self._news.set()
        if record["type"] == "update" and record["view"] is not None:
            moment = self.players.index(part), record["seq"]
            assert self._shown.setdefault(moment, record["view"]) == record["view"]
        if record["type"] == "update" and part is self.host:
            assert record["seq"] >= self._told, "the host forgot what it told"

    # What may befall it

    async def lose_guest(self, guest: Part) -> float:
        """Kill and start it again; seconds until it has its seat back."""
        await guest.die()
        begun = time.monotonic()
        await guest.live(self._follow)
        await self.until(lambda: "update" in guest.last and self.all_here())
        welcome = guest.last["welcome"]
        assert (welcome["back"], welcome["seat"]) == (True, self.players.index(guest))
        return time.monotonic() - begun

    async def lose_host(self) -> float:
        """The same with the host; the guests come back by themselves."""
        code = self.host.last["room"]["code"]
        before = [guest.heard["welcome"] for guest in self.guests]
        await self.host.die()
        self._told = max(one.last["update"]["seq"] for one in self.players)
        begun = time.monotonic()
        await self.host.live(self._follow)
        await self.until(
            lambda: (
                self.all_here()
                and all(
                    guest.heard["welcome"] > welcomes
                    for guest, welcomes in zip(self.guests, before, strict=True)
                )
            )
        )
        assert self.host.last["room"]["code"] == code
        return time.monotonic() - begun

    async def lose_server(self) -> float:
        """The same with the server; the game goes on without it."""
        seq = self.host.last["update"]["seq"]
        await self.server.die()
        await self.until(lambda: self.host.last["update"]["seq"] > seq)
        notices = len(self.host.notices)
        begun = time.monotonic()
        await self.server.live(self._follow)
        back = "the signaling server is back, and friends can join again"
        await self.until(lambda: back in self.host.notices[notices:])
        return time.monotonic() - begun

    async def finish(self) -> None:
        """Play to the end and compare it with how it should be."""
        for player in self.players:
            assert await player.end() == 0
            assert player.last["ending"] == self.host.last["ending"]
        (path,) = (self._home / "state" / "rummyroom" / "journals").iterdir()
        kept = read(path.read_bytes(), path.name).records
        quiet = Undisturbed(kept)
        assert game(kept) == quiet.game
        match = quiet.table.match
        assert match is not None and match.winners
        assert self.host.last["ending"]["scores"] == list(match.scores)
        for moment, view in self._shown.items():
            assert view == quiet.shown[moment], moment

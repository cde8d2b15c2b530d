"""
A server, a host and guests as processes of this machine, playing by themselves.

They meet by the room code and play over real data channels, as friends on different
machines would; this module only starts them, listens, and compares how they ended.
"""

import asyncio
import sys
from argparse import Namespace
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from peer.comings import changes
from peer.story import People, tell, totals
from shared.errors import RummyError
from shared.events import HandEnded
from shared.tableview import TableView
from shared.wire import Update

Record: TypeAlias = dict[str, Any]
"One line of the JSON mode of another process of ours."

Show: TypeAlias = Callable[[str], None]

LINE_LIMIT = 1 << 20
SECONDS_TO_MEET = 60.0
SECONDS_PER_HAND = 60.0


@dataclass
class _Part:
    """One process and what it said last."""

    name: str
    process: Process
    last: dict[str, Record] = field(default_factory=dict)
    "The latest record of each type."

    async def records(self) -> AsyncIterator[Record]:
        """What it says, until it ends."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            record = msgspec.json.decode(line)
            self.last[record["type"]] = record
            yield record

    async def wait_for(self, kind: str) -> Record:
        """The first record of that type.

        Raises:
            RummyError: If the process ends before.
        """
        async for record in self.records():
            if record["type"] == kind:
                return record
        raise RummyError(f"the {self.name} of the demo ended early")

    async def listen(self) -> None:
        """Hear it out."""
        async for _ in self.records():
            pass


async def run_demo(options: Namespace, show: Show) -> bool:
    """Play as many hands as are asked for, say what happens; True if all end alike.

    Raises:
        RummyError: If a process ends early or takes far too long.
    """
    seconds = SECONDS_TO_MEET + options.hands * SECONDS_PER_HAND
    try:
        async with asyncio.timeout(seconds), AsyncExitStack() as stack:
            return await _play(stack, options, show)
    except TimeoutError:
        raise RummyError(f"the demo was not over after {seconds:.0f} s") from None


async def _play(stack: AsyncExitStack, options: Namespace, show: Show) -> bool:
    server = await _start(stack, "server", "serve", "--listen", "127.0.0.1:0")
    url = (await server.wait_for("serving"))["url"]
    seats, played = str(options.guests + 1), str(options.hands)
    seed = ("--seed", options.seed.hex()) if options.seed else ()
    host = await _start(
        stack,
        "host",
        *("host", "--server", url, "--players", seats, "--hands", played, "--no-lan"),
        *("--name", "Host", "--auto", "--speed", "off", "--no-journal"),
        *(*seed, *(("--save", str(options.save)) if options.save else ())),
    )
    code = (await host.wait_for("room"))["code"]
    say = _Narrator(show, options.json)
    say.notice(f"The host opened a table: {code}.")
    join = ("join", code, "--server", url, "--auto", "--speed", "off", *seed, "--name")
    joined = [
        await _start(stack, f"guest {n}", *join, f"Guest {n}")
        for n in range(1, options.guests + 1)
    ]
    await asyncio.gather(say.follow(host), *map(say.meet, joined))
    codes = [await part.process.wait() for part in (host, *joined)]
    return _conclude(host, joined, codes, say)


class _Narrator:
    """Says what the processes report, as sentences or as JSON lines."""

    def __init__(self, show: Show, as_json: bool) -> None:
        self._show = show
        self._as_json = as_json
        self._table: TableView | None = None

    def notice(self, text: str) -> None:
        """A sentence of our own."""
        notice = {"type": "notice", "text": text, "code": "", "values": {}}
        self.record(notice, [text])

    def record(self, record: Record, lines: Sequence[str]) -> None:
        """One thing that happened, in the form that is wanted."""
        if self._as_json:
            self._show(msgspec.json.encode(record).decode())
        else:
            for line in lines:
                self._show(line)

    async def meet(self, guest: _Part) -> None:
        """Hear a guest out; only how it connected is worth telling."""
        async for record in guest.records():
            if record["type"] == "connected":
                self.record(
                    record | {"who": guest.name},
                    [
                        f"{guest.name.capitalize()} has a {record['transport']} "
                        f"channel to the host, {record['open_ms']:.0f} ms "
                        "after its offer."
                    ],
                )

    async def follow(self, host: _Part) -> None:
        """Tell the story as the host hears it."""
        async for record in host.records():
            if record["type"] == "update":
                self._told(msgspec.convert(record, Update))

    def _told(self, update: Update) -> None:
        table, self._table = self._table, update.table
        people = People.at(update.table, None)
        if table is not None:
            for line in changes(table, update.table, people):
                self.notice(line)
        for event in update.events:
            self.record(msgspec.to_builtins(event), tell(event, people))
            if isinstance(event, HandEnded):
                self._scores(update.table, people)

    def _scores(self, table: TableView, people: People) -> None:
        scores = {"type": "scores", "hand": table.hand, "scores": table.scores}
        self.record(scores, totals(table, people)[:1])


def _conclude(
    host: _Part, guests: Sequence[_Part], codes: Sequence[int], say: _Narrator
) -> bool:
    """Compare how everybody ended, and say it."""
    ends = [part.last.get("ending", {}) for part in (host, *guests)]
    meetings = [guest.last.get("connected", {}) for guest in guests]
    transports = {meeting.get("transport") for meeting in meetings}
    agreed = all(
        end and (end["scores"], end["table"]) == (ends[0]["scores"], ends[0]["table"])
        for end in ends
    )
    ok = agreed and not any(codes) and len(transports) == 1
    summary = {
        "type": "demo",
        "hands": ends[0].get("hands", 0),
        "scores": ends[0].get("scores", []),
        "guests": len(guests),
        "transport": " ".join(sorted(map(str, transports))),
        "open_ms": [meeting.get("open_ms") for meeting in meetings],
        "ok": ok,
    }
    verdict = (
        "Everybody ended with the same scores and the same table."
        if ok
        else "The players did not end alike: something is wrong."
    )
    say.record(summary, [verdict])
    return ok


async def _start(stack: AsyncExitStack, name: str, *command: str) -> _Part:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "peer.tied", *command, "--json"),
        stdin=PIPE,
        stdout=PIPE,
        limit=LINE_LIMIT,
    )
    stack.push_async_callback(_stop, process)
    return _Part(name, process)


async def _stop(process: Process) -> None:
    """End a process of ours, politely at first, if it still runs."""
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(5):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()

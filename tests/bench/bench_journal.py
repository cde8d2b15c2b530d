"""What the journal costs for each action: CPU time beside the fsync; 0.2 ms at most."""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tabled import pair

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.guest import Guest
from peer.host import Host
from peer.hosting import Hosting
from peer.journal import Journal
from peer.records import Record
from peer.session import Session
from peer.table import Table, made, replayed
from shared.rulesets.basic import PRESETS
from shared.wire import Update

FOLDER = Path(os.environ.get("RUMMYROOM_BENCH_FOLDER", tempfile.gettempdir()))
RECORDS = 2000
HANDS = 20


def some_records() -> list[Record]:
    table, *_ = pair()
    while len(table.kept) < RECORDS:
        table.finish_hand()
        for peer, guest in table.guests.items():
            table.say(peer, guest.ready())
    return table.records()


def appended(records: Sequence[Record], folder: Path) -> tuple[float, list[float]]:
    """CPU ms for each line without the fsync, and how long each fsync took."""
    waits: list[float] = []
    fsync, spent = os.fsync, 0.0

    def timed(descriptor: int) -> None:
        nonlocal spent
        cpu, start = time.process_time(), time.perf_counter()
        fsync(descriptor)
        waits.append((time.perf_counter() - start) * 1000)
        spent += time.process_time() - cpu

    journal = Journal.create(records[0], folder)  # type: ignore[arg-type]
    os.fsync = timed
    start = time.process_time()
    for record in records[1:]:
        journal.append([record])
    cpu = time.process_time() - start - spent
    os.fsync = fsync
    journal.close(forget=True)
    return cpu * 1000 / (len(records) - 1), waits


async def played(folder: Path | None) -> tuple[float, int]:
    """CPU ms of a whole match between computer players, and its actions."""
    new_token = partial(next, map(str, count()))
    first = made(PRESETS["cgio"], 2, b"s", new_token=new_token, max_hands=HANDS)
    journal = None if folder is None else Journal.create(first, folder)
    host = Host(Table.new(first), new_token=new_token)
    start = time.process_time()
    async with Hosting(host, Medium, 0, journal) as table:
        session = Session(Guest("Ann"), table.own_channel())
        await session.sit_down()
        table.fill_up()
        player, phase = Autoplay(session, Medium(), 0), ""
        while phase != "ended":
            message = await session.receive()
            if isinstance(message, Update):
                phase = message.table.phase
                await player.told(message)
        await session.leave()
    spent = (time.process_time() - start) * 1000
    if journal is not None:
        journal.close(forget=True)
    return spent, host.table.seq


def main() -> None:
    records = some_records()
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder, fsync = Path(name), os.fsync
        cpu, waits = appended(records, folder)
        ordered = sorted(waits)
        middle, late = statistics.median(waits), ordered[len(ordered) * 99 // 100]
        print(f"a line, CPU beside the fsync   {cpu:7.4f} ms")
        print(f"the fsync, in {FOLDER}: median {middle:.2f} ms  p99 {late:.2f} ms")
        os.fsync = lambda descriptor: None  # CPU beside the fsync
        without, actions = min(asyncio.run(played(None)) for _ in range(5))
        with_it, _ = min(asyncio.run(played(folder)) for _ in range(5))
        os.fsync = fsync
    each = (with_it - without) / actions
    print(f"an action at a table, CPU added {each:6.4f} ms ({actions} actions)")
    start = time.process_time()
    replayed(records, "journal")
    again = (time.process_time() - start) * 1000
    print(f"replay of {len(records)} records      {again:7.1f} ms")


if __name__ == "__main__":
    main()

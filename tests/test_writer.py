"""Nothing is told before the journal has it, and nothing that it could not take."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from tabled import new_host

from peer.autoplay import Autoplay
from peer.bots.medium import Medium
from peer.guest import Guest
from peer.hosting import Hosting
from peer.journal import Journal
from peer.outputs import Keep, Output, Send
from peer.records import Acted, Dealt, Record, RoomOpened
from peer.session import Session
from peer.writer import Writer
from shared.actions import Draw
from shared.errors import ChannelClosed
from shared.rulesets.basic import PRESETS
from shared.wire import Bye, Rejected, ToGuest, Update

ROOM = RoomOpened(server=None, port=7867, room="7KQM", claim="claim", secret="3XWC")
NOT_KEPT = Rejected(1, "not_kept", {"why": "No space left on device"})
WHY = (
    "the host's computer cannot save that (No space left on device), so it has not "
    "happened; ask the host to make room on the disk, then try again"
)


class Disk(Journal):
    """A journal in memory whose disk a test can stop, or fill."""

    def __init__(self) -> None:
        self.path = Path("memory")
        self.lines: list[Record] = []
        self.turning = threading.Event()
        self.turning.set()
        self.asked = threading.Event()
        self.full = False

    def append(self, records: Sequence[Record]) -> None:
        self.asked.set()
        assert self.turning.wait(30)
        if self.full:
            raise OSError(28, "No space left on device")
        self.lines += records


def hosting(disk: Disk, seats: int = 2, warn: list[str] | None = None) -> Hosting:
    host = new_host(PRESETS["cgio"], seats, b"a seed of the tests", max_hands=1)
    warnings = [] if warn is None else warn
    return Hosting(host, Medium, 0, disk, warn=warnings.append)


async def sit(table: Hosting, *names: str) -> list[Session]:
    sessions = [Session(Guest(name), table.own_channel()) for name in names]
    for session in sessions:
        await session.sit_down()
    return sessions


def is_welcome(output: Output) -> bool:
    return isinstance(output, Send) and output.is_welcome


async def hear(session: Session, kind: type[ToGuest]) -> ToGuest:
    while True:
        message = await session.receive()
        if isinstance(message, kind):
            return message


async def dealt(sessions: Sequence[Session]) -> Session:
    """Who is on turn, once all have cards."""
    for session in sessions:
        while session.guest.view is None:
            await session.receive()
    (one,) = (s for s in sessions if s.guest.view and s.guest.view.can)
    return one


async def test_a_whole_match_is_in_the_journal() -> None:
    disk = Disk()
    async with hosting(disk) as table:
        (ann,) = await sit(table, "Ann")
        table.fill_up()
        player, last = Autoplay(ann, Medium(), 0), None
        while last is None or last.table.phase != "ended":
            message = await ann.receive()
            if isinstance(message, Update):
                last = message
                await player.told(message)
        acted = [record for record in disk.lines if isinstance(record, Acted)]
        assert len(acted) + 1 == last.seq == table.host.table.seq
        await ann.leave()


async def test_nobody_is_told_what_is_not_on_the_disk() -> None:
    disk = Disk()
    async with hosting(disk) as table:
        sessions = await sit(table, "Ann", "Bob")
        one = await dealt(sessions)
        (other,) = set(sessions) - {one}
        disk.turning.clear()
        disk.asked.clear()
        one.act(Draw("stock"))
        heard = [asyncio.ensure_future(hear(s, Update)) for s in (one, other)]
        await asyncio.to_thread(disk.asked.wait, 30)
        one.act(Draw("stock"))  # the loop runs on: this is taken in meanwhile
        for _ in range(100):
            await asyncio.sleep(0)
        assert not any(isinstance(line, Acted) for line in disk.lines)
        assert not any(task.done() for task in heard)
        disk.turning.set()
        for update in await asyncio.gather(*heard):
            assert isinstance(update, Update) and update.events
        rejected = await hear(one, Rejected)
        assert isinstance(rejected, Rejected) and rejected.code == "stale"
        for session in sessions:
            await session.leave()


async def test_what_the_disk_does_not_take_has_not_happened() -> None:
    disk, warnings = Disk(), list[str]()
    async with hosting(disk, warn=warnings) as table:
        sessions = await sit(table, "Ann", "Bob")
        one = await dealt(sessions)
        (other,) = set(sessions) - {one}
        before, view = table.host.table, one.guest.view
        disk.full = True
        one.act(Draw("stock"))
        assert await hear(one, Rejected) == NOT_KEPT
        assert table.host.table == before
        assert (one.guest.view, one.guest.pending) == (view, {})
        assert warnings == [
            "the game cannot be saved (No space left on device), so nothing can "
            "happen; make room on the disk and go on"
        ]
        one.act(Draw("stock"))
        await hear(one, Rejected)
        assert len(warnings) == 1, "not again at once"
        disk.full = False
        one.act(Draw("stock"))
        for session in (one, other):
            update = await hear(session, Update)
            assert isinstance(update, Update) and update.events
        for session in sessions:
            await session.leave()


async def test_who_comes_back_while_the_disk_is_full_is_not_kept_waiting() -> None:
    disk = Disk()
    async with hosting(disk) as table:
        sessions = await sit(table, "Ann", "Bob")
        one = await dealt(sessions)
        (other,) = set(sessions) - {one}
        view = other.guest.view
        disk.turning.clear()
        disk.asked.clear()
        one.act(Draw("stock"))
        await asyncio.to_thread(disk.asked.wait, 30)
        again = Session(Guest("", other.guest.token), table.own_channel())
        coming = asyncio.create_task(again.sit_down())
        for _ in range(100):
            await asyncio.sleep(0)
        assert any(is_welcome(output) for output in table._writer._waiting)
        disk.full = True
        disk.turning.set()
        assert (await coming).back
        await hear(again, Update)
        assert again.guest.view == view
        disk.full = False
        for session in (one, again, other):
            await session.leave()


async def test_who_came_while_the_disk_was_full_may_come_again() -> None:
    disk = Disk()
    async with hosting(disk) as table:
        (ann,) = await sit(table, "Ann")
        disk.full = True
        bob = Session(Guest("Bob"), table.own_channel())
        with pytest.raises(ChannelClosed) as caught:
            await bob.sit_down()
        assert str(caught.value) == WHY
        await bob.leave()
        assert table.host.free_seats() == 1
        disk.full = False
        (bob,) = await sit(table, "Bob")
        await dealt([ann, bob])
        assert [type(line) for line in disk.lines][-1] == Dealt
        await ann.leave()
        await bob.leave()


async def test_a_room_is_shown_when_it_is_kept() -> None:
    disk = Disk()
    async with hosting(disk) as table:
        shown = asyncio.Event()
        disk.turning.clear()
        table.open_room(ROOM, shown.set)
        await asyncio.to_thread(disk.asked.wait, 30)
        assert not shown.is_set()
        disk.turning.set()
        await shown.wait()
        assert disk.lines == [ROOM]


async def test_the_goodbye_waits_for_what_came_before() -> None:
    disk = Disk()
    table = hosting(disk)
    async with table:
        sessions = await sit(table, "Ann", "Bob")
        one = await dealt(sessions)
        disk.turning.clear()
        disk.asked.clear()
        one.act(Draw("stock"))
        await asyncio.to_thread(disk.asked.wait, 30)
        closing = asyncio.ensure_future(table.close())
        await asyncio.sleep(0)
        disk.turning.set()
        await closing
        update = await hear(one, Update)
        assert isinstance(update, Update) and update.events
        await hear(one, Bye)
    for session in sessions:
        await session.close()


async def test_nobody_waits_for_ever_for_a_write_that_was_called_off() -> None:
    disk, told = Disk(), list[Output]()
    writer = Writer(disk, told.append, lambda *_: None)
    before = new_host(PRESETS["cgio"], 2, b"a seed").table
    kept = Keep(ROOM, before)
    writer.put([kept])
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()  # before it begins, as by a loop that is closed
    async with asyncio.timeout(10):
        await writer.done()
    assert told == []
    writer.put([kept])
    await writer.done()
    assert told == [kept, kept] and disk.lines == [ROOM, ROOM]

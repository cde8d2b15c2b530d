"""A pause outlives the host that has granted it, and lasts no longer for it."""

from tabled import Table
from timed import clock_of, left, look, on_clock, pause, timed

from peer.host import Host
from peer.records import Voided
from peer.table import replayed
from peer.timekeeper import NOTED
from shared.actions import Draw
from shared.clock import PAUSE, PAUSES
from shared.events import Drew
from shared.rulesets.rummikub import PRESETS as TILES
from shared.wire import Answer, Ask, Pause, Touched, encode


def resumed(table: Table) -> Table:
    """The host is killed, and somebody takes its journal up later; all are back."""
    again = Table(seats=2)
    journal = replayed(table.records(), "journal")
    assert journal == table.host.table
    again.host, again.now = Host(journal, new_token=lambda: "new"), table.now + 5000
    again.carry_out(again.host.resumed(again.now))
    for peer in (1, 2):
        again.join(token=table.guests[peer].token)
    return again


def test_a_journal_brings_back_a_pause_and_what_is_left_of_it() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    table.wait(7)
    pause(table, peer)
    table.wait(2 * NOTED + 3)
    again = resumed(table)
    back = sorted(again.guests)
    clock = clock_of(again, back[0])
    assert (clock.asked, clock.why) == (seat, "pause")
    assert clock.holds == (PAUSE - 2 * NOTED) * 1000
    assert clock.pauses[seat] == PAUSES - 1
    again.wait(PAUSE - 2 * NOTED - 1)
    assert look(again).why == "pause" and left(again, seat) == 30
    again.wait(11)
    assert look(again).asked is None and left(again, seat) == 20


def test_a_journal_brings_back_no_pause_that_is_over() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, peer)
    table.wait(NOTED + 1)
    table.play_turn()
    clock = look(resumed(table))
    assert (clock.asked, clock.runs) == (None, 1 - seat)


def test_a_pause_ends_with_its_hand_in_the_journal_too() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    pause(table, peer)
    for one in (peer, 3 - peer):
        table.say(one, encode(Ask("void") if one == peer else Answer(1, True)))
    kept = iter(table.kept)
    assert any(isinstance(one.record, Voided) for one in kept)
    assert next(kept).before.banks.minute is None


def test_the_pause_of_another_goes_on_in_the_journal() -> None:
    table = timed("30")
    peer, _ = on_clock(table)
    pause(table, 3 - peer)
    table.wait(NOTED + 1)
    table.act(peer, Draw("stock"))
    again = resumed(table)
    assert look(again).asked == table.guests[3 - peer].seat
    assert look(again).holds == (PAUSE - NOTED) * 1000


def test_a_pause_that_cannot_be_kept_was_not_had() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    before = table.host.table
    table.host.received(peer, encode(Pause()), table.now)  # the disk takes nothing
    table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert look(table).asked is None and look(table).pauses[seat] == PAUSES
    pause(table, peer)
    assert look(table).asked == seat


def test_a_full_disk_makes_no_pause_longer() -> None:
    table = timed("30")
    peer, seat = on_clock(table)
    pause(table, peer)
    for _ in range(PAUSE):
        before, table.now = table.host.table, table.now + 1
        table.host.received(peer, table.guests[peer].ping(), table.now)
        table.host.tick(table.now)
        table.carry_out(table.host.undo(before, "the disk is full", table.now))
    assert look(table).asked is None and left(table, seat) == 30


def test_who_had_begun_to_move_tiles_says_so_again_to_a_host_that_is_new() -> None:
    table = timed("game", rules=TILES["rk_official"])
    peer, seat = on_clock(table)
    guest = table.guests[peer]
    table.say(peer, guest.wish(Touched(guest.seq)))
    again = resumed(table)
    again.guests[peer] = guest
    for text in guest.repeats():
        again.say(peer, text)
    again.wait(60)
    drawn = [one.seat for one in again.events(3 - peer) if isinstance(one, Drew)]
    assert drawn == [seat] * 3
    table.wait(60)
    assert guest.repeats() == []

"""
What who watches is sent never depends on a hidden card: compared byte by byte.

Two tables that differ only in what nobody but one player, or nobody at all, may know
send the same bytes to who watches, whatever is done at both.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import test_gin_views
import test_rummikub_random
import test_views
from hypothesis import given, settings
from hypothesis import strategies as st
from tabled import Table

from peer import table as tables
from peer.bots.medium import Medium
from peer.host import Host
from peer.outputs import Send
from shared.actions import Action
from shared.errors import IllegalAction
from shared.events import HandEnded, Seat
from shared.ruleset import rulesets
from shared.wire import Act, Hello, Update, decode_to_guest, encode

PRESETS = sorted(rulesets())

WATCHER, ACTOR = 1, 2

SCRAMBLED = {
    "basic": test_views.scrambled,
    "gin": test_gin_views.scrambled,
    "rummikub": test_rummikub_random.scrambled,
}
"Another state that a seat, or who watches, cannot tell from one."


def hands(preset: str, seed: int) -> Iterator[tuple[tables.Table, Seat, Action]]:
    """A whole hand: each table with what is done at it next."""
    rules = rulesets()[preset]
    table = Table(seats=rules.seats[-1], rules=rules, seed=seed.to_bytes(8))
    for seat in range(rules.seats[-1]):
        table.join(f"Player {seat}")
    while table.host.table.phase == "hand":
        peer = table.on_turn()
        guest = table.guests[peer]
        assert guest.view is not None and guest.seat is not None
        action = Medium().choose(guest.view, ())
        yield table.host.table, guest.seat, action
        table.act(peer, action)


def other(table: tables.Table, seat: Seat | None, rng: random.Random) -> tables.Table:
    """A table that differs in what ``seat`` may not know."""
    match = table.match
    assert match is not None
    state = SCRAMBLED[table.ruleset.name](match.state, seat, rng)  # type: ignore[operator]
    assert state != match.state
    return replace(table, match=replace(match, state=state))


def heard(table: tables.Table, seat: Seat, action: Action) -> list[str]:
    """All that is sent to who comes to watch and sees ``seat`` act."""
    host = Host(table, new_token=lambda: "a token")
    sent: list[str] = []

    def say(peer: int, message: Any) -> None:
        for output in host.received(peer, encode(message), 0.0):
            if isinstance(output, Send) and output.peer == WATCHER:
                sent.append(output.text)

    for peer in (WATCHER, ACTOR):
        host.connected(peer, 0.0)
    say(WATCHER, Hello(1, "Zed", watch=True, mixes=True))
    say(ACTOR, Hello(1, "", table.places[seat].token))
    say(ACTOR, Act(table.places[seat].last_act + 1, table.seq, action))
    return sent


def ends(text: str) -> bool:
    """Whether it tells of the end of a hand, when all hands are laid open."""
    message = decode_to_guest(text)
    assert isinstance(message, Update)
    return any(isinstance(event, HandEnded) for event in message.events)


@given(preset=st.sampled_from(PRESETS), seed=st.integers(0, 1 << 32))
@settings(max_examples=12)
def test_what_others_hold_and_what_lies_in_the_stock_is_not_told(
    preset: str, seed: int
) -> None:
    check_actions(preset, seed)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_not_told_in_any_game(preset: str) -> None:
    assert check_actions(preset, len(preset)) > 8


def check_actions(preset: str, seed: int) -> int:
    """Compare what is sent about each action of a hand; how many were compared."""
    rng, compared = random.Random(seed), 0
    for table, seat, action in hands(preset, seed):
        told = heard(table, seat, action)
        if not possible(other_table := other(table, seat, rng), seat, action):
            continue
        if not ends(told[-1]):
            assert heard(other_table, seat, action) == told
            compared += 1
    return compared


def possible(table: tables.Table, seat: Seat, action: Action) -> bool:
    """Whether the rules allow it with other cards in the stock, too."""
    assert table.match is not None
    try:
        state, _ = table.ruleset.apply(table.match.state, seat, action)
    except IllegalAction:
        return False
    return table.ruleset.result(state) is None


@given(preset=st.sampled_from(PRESETS), seed=st.integers(0, 1 << 32))
@settings(max_examples=12)
def test_no_hand_at_all_is_told_to_who_comes_to_watch(preset: str, seed: int) -> None:
    rng = random.Random(seed)
    for table, *_ in hands(preset, seed):
        assert welcomed(other(table, None, rng)) == welcomed(table)


def welcomed(table: tables.Table) -> list[str]:
    """All that is sent to who comes to watch."""
    host = Host(table, new_token=lambda: "a token")
    host.connected(WATCHER, 0.0)
    hello = encode(Hello(1, "Zed", watch=True, mixes=True))
    return [
        one.text for one in host.received(WATCHER, hello, 0.0) if isinstance(one, Send)
    ]

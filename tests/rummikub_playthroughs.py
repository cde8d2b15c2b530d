"""Hands of Rummikub as they are kept, and how they are chosen.

Several hands a preset, so that together they go otherwise when one option changes.
"""

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from repartition import jokers_moved, rearranged
from tiled import late, lively

from shared.actions import Action, Draw, Pass, Rearrange
from shared.errors import IllegalAction, OptionError
from shared.events import Event
from shared.rulesets.rummikub import PRESETS, Rummikub
from shared.rulesets.rummikub_state import State
from shared.tiles import DECK, KINDS, kinds_of

FOLDER = Path(__file__).with_name("playthroughs")


class Start(msgspec.Struct, frozen=True, tag="start"):
    """The first line of a hand: from what it follows."""

    preset: str
    seats: int
    dealer: int
    deck: list[int]


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """What was done, or that the time was up, and what came of it."""

    seat: int
    action: Action | Literal["late", "late_and_touched"]
    events: list[Event]
    state: str
    "A digest of it and of what everybody sees."


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What the rules forbade."""

    action: Action
    code: str


Line: TypeAlias = Start | Turn | Refused
Hand: TypeAlias = list[Line]


def read(preset: str) -> list[Hand]:
    """The hands of a preset."""
    hands: list[Hand] = []
    for text in (FOLDER / f"{preset}.jsonl").read_text().splitlines():
        line = msgspec.json.decode(text, type=Line)
        if isinstance(line, Start):
            hands.append([])
        hands[-1].append(line)
    return hands


def same(game: Rummikub, hand: Hand) -> bool:
    """Whether ``game`` plays the hand as it is written."""
    start = hand[0]
    assert isinstance(start, Start)
    state = game.deal(start.seats, start.deck, start.dealer)
    for line in hand[1:]:
        try:
            if isinstance(line, Turn):
                state, now = played(game, state, line.action)
            elif isinstance(line, Refused):
                game.apply(state, state.turn, line.action)
                return False
        except IllegalAction as refusal:
            if not isinstance(line, Refused) or refusal.code != line.code:
                return False
        else:
            if now != line:
                return False
    return state.result is not None


def played(game: Rummikub, state: State, action: Any) -> tuple[State, Turn]:
    """A turn and its line."""
    if isinstance(action, str):
        after, events = late(game, state, action == "late_and_touched")
    else:
        after, events = game.apply(state, state.turn, action)
    return after, Turn(state.turn, action, [*events], digest(game, after))


def digest(game: Rummikub, state: State) -> str:
    seats = (*range(len(state.racks)), None)
    seen = [state, *(game.view(state, seat) for seat in seats)]
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:16]


def neighbours(game: Rummikub) -> dict[str, Rummikub]:
    """The games that differ in one option which the rules look at."""
    unable, able = game.never_opened_penalty
    changes: list[tuple[str, Any]] = [
        *(("initial_meld", game.initial_meld + by) for by in (-1, 1)),
        ("timeout_untouched", game.timeout_untouched + 1),
        ("timeout_mid_manipulation", game.timeout_mid_manipulation + 1),
        ("joker_rack_value", game.joker_rack_value + 1),
        ("joker_rack_value", 30 if game.joker_rack_value > 30 else 100),
        *(("joker_retrieve_from", how) for how in ("rack_or_table", "rack")),
        ("joker_retrieve_from", "matching"),
        *(("joker_group3", how) for how in ("either", "both")),
        *(("joker_reuse", how) for how in ("same_turn", "new_set")),
        *(("pool_end", how) for how in ("until_all_pass", "one_more_turn")),
        ("pool_out_scoring", "no_score"),
        ("pool_out_tie", "share"),
        ("max_jokers_per_set", 1),
        ("never_opened_penalty", (unable, able + 1)),
        ("never_opened_penalty", (unable + 1, max(able, unable + 1))),
        *(("never_opened_penalty", pair) for pair in ((0, 0), (100, 200))),
        *(("voluntary_draw", False), ("initial_from_rack_only", False)),
        ("open_then_manipulate", True),
        ("joker_set_manipulable", not game.joker_set_manipulable),
    ]
    found = {}
    for name, value in changes:
        try:
            other = replace(game, **{name: value})
        except OptionError:
            continue
        if other != game:
            found[f"{name} {value}"] = other
    return found


def record(game: Rummikub, seed: int) -> Iterator[Line]:
    """A hand with odd turns in it, and what was refused: each reason a few times."""
    rng = random.Random(seed)
    deck, seats = rng.sample(range(DECK), DECK), 2 + seed % 3
    yield Start(game.preset, seats, 0, deck)
    state, reasons = game.deal(seats, deck, 0), dict[str, int]()
    lazy = seats - 1 if seed % 2 else None
    while state.result is None:
        for action in wished(state, rng, game, state.turn == lazy):
            try:
                after, turn = played(game, state, action)
            except IllegalAction as refusal:
                reasons[refusal.code] = reasons.get(refusal.code, 0) + 1
                if reasons[refusal.code] <= 6:
                    yield Refused(action, refusal.code)
                continue
            yield turn
            state = after
            break


def wished(state: State, rng: random.Random, game: Rummikub, lazy: bool) -> Any:
    """What whose turn it is would like best, and then what he can do."""
    if rng.random() < 0.08:
        yield rng.choice(["late", "late_and_touched"])
    if lazy:
        yield Draw("stock") if state.pool else Pass()
    for _ in range(3):
        if state.table:
            yield Rearrange(tuple(jokers_moved(state, rng)))
        table = rearranged(state, rng)
        if table is not None:
            yield Rearrange(tuple(table))
    if state.pool and rng.random() < 0.2:
        yield Draw("stock")
    yield lively(rng, state, game)


def idle(game: Rummikub, seed: int) -> Iterator[Line]:
    """A hand in which everybody only draws: who has the lowest rack wins."""
    deck = random.Random(seed).sample(range(DECK), DECK)
    yield Start(game.preset, 4, 0, deck)
    state = game.deal(4, deck, 0)
    while state.result is None:
        state, turn = played(game, state, Draw("stock") if state.pool else Pass())
        yield turn


def tied(game: Rummikub) -> Hand:
    """An idle hand with two lowest racks."""
    for seed in range(2000):
        deck = random.Random(seed).sample(range(DECK), DECK)
        ends = []
        for one in (game, replace(game, pool_out_tie="share")):
            state = one.deal(4, deck, 0)
            while state.result is None:
                action = Draw("stock") if state.pool else Pass()
                state, _ = one.apply(state, state.turn, action)
            ends.append(state.result)
        if ends[0] != ends[1]:
            return list(idle(game, seed))
    raise AssertionError("no tie")


def won(game: Rummikub) -> Iterator[Hand]:
    """A long hand in which somebody went out, where the preset lets these players."""
    for seed in range(1, 120, 2):
        hand = list(record(game, seed))
        last = hand[-1]
        assert isinstance(last, Turn)
        if '"went_out"' in msgspec.json.encode(last).decode():
            yield hand
            return


def at_once(game: Rummikub) -> Hand:
    """A hand that the first of three wins in his first turn.

    The second has laid nothing and could not have; the third could.
    """
    racks = [
        "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 13b 13k 13o",
        "1b 1b 3b 3b 5b 5b 7k 7k 9k 9k 11k 11k 13r 13r",
        "8b 9b 10b 11b 12b 1o 1o 3o 3o 5o 5o 7o 7o 9o",
    ]
    rest = list(range(DECK))
    numbers = [[taken(rest, kind) for kind in kinds_of(r.split())] for r in racks]
    dealt = [number for round_ in zip(*numbers, strict=True) for number in round_]
    state = game.deal(3, deck := [*dealt, *rest], 2)
    table = ("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r", "13b 13k 13o")
    _, turn = played(game, state, Rearrange(tuple(tuple(t.split()) for t in table)))
    return [Start(game.preset, 3, 2, deck), turn]


def taken(rest: list[int], kind: int) -> int:
    """A number of a deck for a tile, which is in ``rest`` no longer."""
    number = kind if kind in rest else kind + KINDS
    rest.remove(number)
    return number


def chosen(game: Rummikub, tries: int) -> Iterator[Hand]:
    """Few hands that notice what can be noticed, the best first."""
    others = neighbours(game)
    hands = [tied(game), at_once(game), *won(game)]
    always = len(hands)
    hands += [list(record(game, seed)) for seed in range(tries)]
    seen = [{c for c, o in others.items() if not same(o, hand)} for hand in hands]
    left = set.union(*seen)
    for at in range(always):
        yield hands[at]
        left -= seen[at]
    while left:
        best = max(range(len(hands)), key=lambda at: len(seen[at] & left))
        yield hands[best]
        left -= seen[best]


def main() -> None:
    for preset in sys.argv[1:] or PRESETS:
        lines = [
            msgspec.json.encode(line).decode()
            for hand in chosen(PRESETS[preset], 6)
            for line in hand
        ]
        (FOLDER / f"{preset}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

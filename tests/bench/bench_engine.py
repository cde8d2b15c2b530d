"""How fast the rules of Basic Rummy are on one core, through their public functions.

Rates are per second of CPU time, so that a busy machine does not count.

Run it with ``python tests/bench/bench_engine.py``.
"""

import copy
import random
import sys
from collections.abc import Callable, Iterable
from time import process_time

START = process_time()

import msgspec  # noqa: E402

from shared.melds import MELDS, best_melds, deadwood  # noqa: E402
from shared.rulesets.basic import PRESETS, Basic  # noqa: E402
from shared.rulesets.basic_state import State  # noqa: E402
from shared.shuffle import shuffle  # noqa: E402

IMPORT = process_time() - START
GAME = PRESETS["cgio"]
WILD = Basic(
    preset="two decks, 4 jokers",
    hand_size=(8, 7, 6),
    decks=2,
    jokers=4,
    joker_steal="natural",
    discard_dive=True,
)
SOCIAL = Basic(preset="moves and calls", rearrange_melds=True, call_rummy=True)


def main() -> None:
    """Print every figure, one a line."""
    rng = random.Random(1)
    show("import of the engine, CPU", IMPORT * 1e3, "ms")
    for seats in GAME.seats:
        actions, hands, seconds = random_play(GAME, seats, 2.0, rng)
        show(f"random play, {seats} players", actions / seconds, "actions/s")
        show(f"random play, {seats} players", hands / seconds, "hands/s")
    for game in (*PRESETS.values(), WILD, SOCIAL):
        actions, _, seconds = random_play(game, 2, 1.0, rng)
        show(f"random play, {game.preset}", actions / seconds, "actions/s")
    any_hands = [dealt_hand(rng) for _ in range(50_000)]
    rich_hands = [rich_hand(rng) for _ in range(50_000)]
    show("deadwood, any 10 cards", 1e6 / each(deadwood, any_hands), "hands/s")
    show("deadwood, rich 10 cards", 1e6 / each(deadwood, rich_hands), "hands/s")
    show("best melds, rich 10 cards", each(best_melds, rich_hands[:10_000]), "us")
    states = sample_states(rng)
    show("view of a seat", each(lambda state: GAME.view(state, 0), states), "us")
    views = [msgspec.json.encode(GAME.view(state, 0)) for state in states]
    show("view of a seat", sum(map(len, views)) / len(views), "bytes of JSON")
    show("copy of a state", each(copy.copy, states), "us")
    show("size of a state", sum(map(deep_size, states)) / len(states), "bytes")
    roots = [bytes([i % 256]) * 32 for i in range(2_000)]
    show("shuffle of 52 cards", each(lambda root: shuffle(52, root), roots), "us")


def show(what: str, figure: float, unit: str) -> None:
    """One line of the report."""
    print(f"{what:32} {figure:12,.1f} {unit}")  # noqa: T201


def each(function: Callable[..., object], things: Iterable[object]) -> float:
    """Microseconds of one call, the best of three rounds over ``things``."""
    things = list(things)
    rounds = []
    for _ in range(3):
        start = process_time()
        for thing in things:
            function(thing)
        rounds.append((process_time() - start) / len(things) * 1e6)
    return min(rounds)


def random_play(
    game: Basic, seats: int, seconds: float, rng: random.Random
) -> tuple[int, int, float]:
    """Whole hands of random legal actions: how many actions, hands and seconds."""
    pick = rng.random
    actions = hands = 0
    start = process_time()
    while process_time() - start < seconds:
        deck = rng.sample(range(game.deck), game.deck)
        state = game.deal(seats, deck, hands % seats)
        while state.phase != "over":
            choice = game.legal(state, state.turn)
            action = choice[int(pick() * len(choice))]
            state, _ = game.apply(state, state.turn, action)
            actions += 1
        hands += 1
    return actions, hands, process_time() - start


def sample_states(rng: random.Random) -> list[State]:
    """States from the whole length of random hands of four."""
    states = []
    for _ in range(40):
        state = GAME.deal(4, rng.sample(range(52), 52), 3)
        while state.phase != "over":
            states.append(state)
            action = rng.choice(GAME.legal(state, state.turn))
            state, _ = GAME.apply(state, state.turn, action)
    return states


def dealt_hand(rng: random.Random) -> int:
    """Ten cards."""
    return sum(1 << card for card in rng.sample(range(52), 10))


def rich_hand(rng: random.Random) -> int:
    """Ten cards thrown together from melds."""
    hand = 0
    while hand.bit_count() < 10:
        more = hand | rng.choice(MELDS)
        hand = more if more.bit_count() <= 10 else hand | 1 << rng.randrange(52)
    return hand


def deep_size(state: State) -> int:
    """Bytes of a state and of all it alone refers to."""
    parts = [state, state.hands, *state.hands, state.stock, state.pile]
    parts += [state.melds, *state.melds, state.owners]
    return sum(map(sys.getsizeof, parts))


if __name__ == "__main__":
    main()

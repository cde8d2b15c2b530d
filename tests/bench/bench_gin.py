"""How fast Gin Rummy is on one core, next to OpenSpiel and RLCard.

Both come with the extra named oracle; what is not installed is left out. A view is
measured for both seats of every state of random play and of two computer players.
Rates are per second of CPU time, so that a busy machine does not count.

Run it with ``python tests/bench/bench_gin.py``.
"""

import copy
import random
import sys
from collections.abc import Callable, Sequence
from time import process_time

import msgspec
from bench_engine import show

from peer.bots.medium import Medium
from shared.rulesets.gin import PRESETS
from shared.rulesets.gin_state import State

GAME = PRESETS["gin_cgio"]
SECONDS = 4.0


def main() -> None:
    """Print every figure, one a line."""
    rng = random.Random(1)
    for name in ("gin_cgio", "gin_openspiel"):
        play(name, lambda name=name: random_hand(name, rng))
    openspiel(rng)
    rlcard()
    play("gin_cgio, medium", lambda: bot_hand(rng))
    for how, states in {"random play": sample(rng), "medium": bot_sample(rng)}.items():
        seen = [(state, seat) for state in states for seat in (0, 1)]
        views = [msgspec.json.encode(GAME.view(*one)) for one in seen]
        mean = sum(map(len, views)) / len(views)
        show(f"view, {how}", each(lambda one: GAME.view(*one), seen), "us")
        show(f"view, {how}", mean, "bytes of JSON")
    states = sample(rng)
    show("copy of a state", each(copy.copy, states), "us")
    show("size of a state", sum(map(deep_size, states)) / len(states), "bytes")


def each(function: Callable[..., object], things: Sequence[object]) -> float:
    """Microseconds of one call, the best of three rounds over ``things``."""
    rounds = []
    for _ in range(3):
        start = process_time()
        for thing in things:
            function(thing)
        rounds.append((process_time() - start) / len(things) * 1e6)
    return min(rounds)


def play(what: str, hand: Callable[[], int]) -> None:
    """How many actions and hands a second, of whole hands."""
    actions = hands = 0
    start = process_time()
    while process_time() - start < SECONDS:
        actions += hand()
        hands += 1
    seconds = process_time() - start
    show(what, actions / seconds, "actions/s")
    show(what, hands / seconds, "hands/s")


def random_hand(name: str, rng: random.Random) -> int:
    """Random legal actions to the end; how many."""
    game, pick, actions = PRESETS[name], rng.random, 0
    state = game.deal(2, rng.sample(range(52), 52), 0)
    while state.phase != "over":
        choice = game.legal(state, state.turn)
        state, _ = game.apply(state, state.turn, choice[int(pick() * len(choice))])
        actions += 1
    return actions


def bot_hand(rng: random.Random) -> int:
    """Two computer players, each with its view."""
    bot, actions = Medium(), 0
    state = GAME.deal(2, rng.sample(range(52), 52), 0)
    while state.phase != "over":
        action = bot.choose(GAME.view(state, state.turn), ())
        state, _ = GAME.apply(state, state.turn, action)
        actions += 1
    return actions


def openspiel(rng: random.Random) -> None:
    """The same random play there, without counting its chance moves."""
    try:
        import pyspiel
    except ImportError:
        return
    game = pyspiel.load_game("gin_rummy")

    def hand() -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return actions

    play("OpenSpiel", hand)


def rlcard() -> None:
    """The same random play there."""
    try:
        from rlcard import make
        from rlcard.agents import RandomAgent
    except ImportError:
        return
    env = make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(2)])

    def hand() -> int:
        trajectories, _ = env.run()
        return sum(len(one) // 2 for one in trajectories)

    play("RLCard", hand)


def sample(rng: random.Random) -> list[State]:
    """States from the whole length of random hands."""
    states = []
    for _ in range(40):
        state = GAME.deal(2, rng.sample(range(52), 52), 1)
        while state.phase != "over":
            states.append(state)
            action = rng.choice(GAME.legal(state, state.turn))
            state, _ = GAME.apply(state, state.turn, action)
    return states


def bot_sample(rng: random.Random) -> list[State]:
    """States from hands of two computer players."""
    states = []
    for _ in range(150):
        state = GAME.deal(2, rng.sample(range(52), 52), 1)
        while state.phase != "over":
            states.append(state)
            action = Medium().choose(GAME.view(state, state.turn), ())
            state, _ = GAME.apply(state, state.turn, action)
    return states


def deep_size(state: State) -> int:
    """Bytes of a state and of all it alone refers to."""
    parts = [state, state.hands, *state.hands, state.stock, state.pile]
    parts += [state.melds, *state.melds]
    return sum(map(sys.getsizeof, parts))


if __name__ == "__main__":
    main()

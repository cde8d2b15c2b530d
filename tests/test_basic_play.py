"""Basic Rummy played through: against a second judge, and against every action."""

import hashlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from dealt import CGIO, STOCK, UPCARD, cards, encoded, lively
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from referee import Referee

from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.cards import DECK, INDEX, NAMES, bits, mask_of, names
from shared.errors import IllegalAction
from shared.melds import MELDS, in_order
from shared.rulesets.basic import Basic
from shared.rulesets.basic_state import State, put

CROWDED = Basic(preset="crowded", hand_size=(21, 14, 11))
"So many cards that stocks run out and hands are full of melds."

TINY = Basic(preset="tiny", hand_size=(4, 4, 3))
"So few that many go out in one turn, and some hands get stuck."

GAMES = {"cgio": CGIO, "crowded": CROWDED, "tiny": TINY}

seats = st.sampled_from(list(CGIO.seats))
decks = st.permutations(range(DECK))


def deck_of(rng: random.Random) -> list[int]:
    return rng.sample(range(DECK), DECK)


def states_of(game: Basic, rng: random.Random, players: int) -> Iterator[State]:
    """Every state of a hand, the last one too."""
    state = game.deal(players, deck_of(rng), rng.randrange(players))
    while state.result is None:
        yield state
        state, _ = game.apply(state, state.turn, lively(rng, state, game))
    yield state


def key(action: Action) -> tuple[object, ...]:
    """An action as the referee writes it."""
    match action:
        case Draw(source):
            return ("draw", source)
        case LayDown(cards):
            return ("lay_down", frozenset(cards))
        case LayOff(card, place):
            return ("lay_off", card, place)
        case Discard(card):
            return ("discard", card)


@pytest.mark.parametrize(
    ("name", "hands"), [("cgio", 80), ("crowded", 40), ("tiny", 200)]
)
@pytest.mark.parametrize("players", CGIO.seats)
def test_a_second_judge_agrees_on_every_step(
    players: int, name: str, hands: int
) -> None:
    game, rng = GAMES[name], random.Random(players)
    endings: Counter[str] = Counter()
    for dealer in range(hands):
        deck = deck_of(rng)
        size = game.hand_size[players - 2]
        state = game.deal(players, deck, dealer % players)
        judge = Referee([NAMES[card] for card in deck], players, dealer % players, size)
        while state.result is None:
            keys = [key(action) for action in game.legal(state, state.turn)]
            assert set(keys) == judge.legal()
            assert len(keys) == len(set(keys))
            action = lively(rng, state, game)
            state, events = game.apply(state, state.turn, action)
            assert list(events) == judge.play(action)
        assert judge.over
        endings[state.result.reason] += 1
    assert endings["went_out"] > 0


def every_action(state: State) -> Iterator[Action]:
    """All draws, discards, lay-offs and melds, and whatever the hand might be tried."""
    yield from (STOCK, UPCARD)
    yield from (Discard(card) for card in NAMES)
    for place in range(-1, len(state.melds) + 1):
        yield from (LayOff(card, place) for card in NAMES)
    likely = {mask_of(some) for some in some_of(state.hand)}
    yield from (LayDown(in_order(cards)) for cards in sorted({*MELDS, *likely}))


def some_of(hand: int) -> Iterator[tuple[str, ...]]:
    """Up to four cards of a hand, however they go together."""
    held = [NAMES[index] for index in bits(hand)]
    for size in range(5):
        yield from combinations(held, size)


def accepted(state: State) -> list[tuple[object, ...]]:
    """Every action that is not refused."""
    keys = []
    for action in every_action(state):
        try:
            CGIO.apply(state, state.turn, action)
        except IllegalAction:
            continue
        keys.append(key(action))
    return keys


def legal(state: State) -> list[tuple[object, ...]]:
    return [key(action) for action in CGIO.legal(state, state.turn)]


@pytest.mark.parametrize("players", CGIO.seats)
def test_what_is_legal_is_exactly_what_is_accepted(players: int) -> None:
    rng = random.Random(players)
    states = [
        state
        for game in GAMES.values()
        for _ in range(10)
        for state in states_of(game, rng, players)
    ]
    for state in rng.sample(states, 150):
        assert sorted(accepted(state), key=str) == sorted(legal(state), key=str)


def cornered_states(players: int, rng: random.Random) -> Iterator[State]:
    """Turns in which the upcard was taken and nearly all else can be laid."""
    for state in states_of(CROWDED, rng, players):
        if state.phase == "play":
            taken = 1 << rng.choice(list(bits(state.hand)))
            view = CGIO.view(state, state.turn)
            lays = [*view.may_lay_down, *((fit.card,) for fit in view.may_lay_off)]
            some = rng.sample(lays, min(len(lays), rng.choice((1, 1, 2))))
            hand = taken | mask_of({card for lay in some for card in lay})
            if hand != taken:
                hands = put(state.hands, state.turn, hand)
                stock = state.stock + bytes(bits(state.hand ^ hand))
                yield replace(state, hands=hands, stock=stock, taken=taken)


def judge_of(state: State) -> Referee:
    """The second judge, in the middle of a turn."""
    judge = Referee(list(NAMES), len(state.hands), 0, 1)
    judge.hands = [set(names(hand)) for hand in state.hands]
    judge.melds = [set(names(meld)) for meld in state.melds]
    judge.turn, judge.drawn = state.turn, True
    (judge.taken,) = names(state.taken)
    return judge


@pytest.mark.parametrize("players", CGIO.seats)
def test_nobody_is_left_with_a_card_that_may_not_be_discarded(players: int) -> None:
    rng = random.Random(players)
    stranded = 0
    for _ in range(12):
        for state in cornered_states(players, rng):
            assert legal(state) != []
            assert set(legal(state)) == judge_of(state).legal()
            if rng.random() < 0.1:
                assert sorted(accepted(state), key=str) == sorted(legal(state), key=str)
            stranded += len(legal(state)) + 1 < len(legal(replace(state, taken=0)))
    assert stranded > 20


def place_in_order(action: Action) -> tuple[int, ...]:
    match action:
        case Draw(source):
            return (0, source == "discard")
        case LayDown(cards):
            return (1, MELDS.index(mask_of(cards)))
        case LayOff(card, place):
            return (2, place, INDEX[card])
        case Discard(card):
            return (3, INDEX[card])


def test_legal_actions_come_in_one_order() -> None:
    rng = random.Random(5)
    for state in states_of(CROWDED, rng, 3):
        places = [place_in_order(action) for action in CROWDED.legal(state, state.turn)]
        assert places == sorted(set(places))
        for action in CROWDED.legal(state, state.turn):
            if isinstance(action, LayDown):
                assert action.cards == in_order(mask_of(action.cards))


@given(deck=decks, players=seats, choices=st.lists(st.integers(0, 255), max_size=200))
@settings(max_examples=60)
def test_whatever_is_played_no_card_is_lost(
    deck: list[int], players: int, choices: list[int]
) -> None:
    state = CGIO.deal(players, deck, 0)
    for choice in choices:
        if state.result is not None:
            break
        actions = list(CGIO.legal(state, state.turn))
        old, before = state, encoded(state)
        state, events = CGIO.apply(state, state.turn, actions[choice % len(actions)])
        assert encoded(old) == before
        assert events
        assert msgspec.json.decode(encoded(state), type=State) == state
        assert cards(state) == sorted(NAMES)
        assert all(state.hands) or state.result is not None


@pytest.mark.parametrize("players", CGIO.seats)
def test_every_hand_ends(players: int) -> None:
    rng = random.Random(players)
    for round_ in range(30):
        state = CGIO.deal(players, deck_of(rng), 0)
        actions = 0
        while state.result is None:
            choices = list(CGIO.legal(state, state.turn))
            upcards = round_ % 3 == 0 and state.phase == "draw"
            action = choices[-1] if upcards else rng.choice(choices)
            state, _ = CGIO.apply(state, state.turn, action)
            actions += 1
        assert actions < 53 * 200 * 2


def digest() -> str:
    """Of all states of some hands."""
    rng = random.Random(7)
    total = hashlib.sha256()
    for players in CGIO.seats:
        for game in GAMES.values():
            for state in states_of(game, rng, players):
                total.update(encoded(state))
    return total.hexdigest()


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_deck_and_actions_give_the_same_states_anywhere(seed: str) -> None:
    script = "import test_basic_play; print(test_basic_play.digest())"
    here = Path(__file__).parent
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{here}:{here.parent}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == digest()

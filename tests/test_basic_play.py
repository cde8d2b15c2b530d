"""Basic Rummy played through by all kinds of options, against a second referee."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, permutations

import pytest
from dealt import STOCK, UPCARD, lively
from judge import RANKS, Key, Meld, is_joker, key_of, whole_deck
from msgspec.structs import replace
from referee import Referee
from variety import CROWDED, GAMES, STRICT, WILD, any_game, shuffled, states_of

from shared.actions import Action, Discard, Draw, LayDown, LayOff, TakeJoker
from shared.cards import CARDS, INDEX, JOKERS, bits, mask_of, names
from shared.errors import IllegalAction
from shared.melds import MELDS, in_order
from shared.rulesets.basic import Basic
from shared.rulesets.basic_state import State, put


def legal(game: Basic, state: State) -> list[Key]:
    return [key_of(action) for action in game.legal(state, state.turn)]


def judged(game: Basic, players: int, dealer: int, rng: random.Random) -> State:
    """The end of a hand on every step of which the second referee has agreed."""
    deck = shuffled(game, rng)
    state = game.deal(players, deck, dealer)
    cards = [whole_deck(game)[number] for number in deck]
    referee = Referee(game, cards, players, dealer, game.size(players))
    while state.result is None:
        keys = legal(game, state)
        assert set(keys) == referee.legal()
        assert len(keys) == len(set(keys))
        action = lively(rng, state, game)
        state, events = game.apply(state, state.turn, action)
        assert list(events) == referee.play(action)
    assert referee.over
    return state


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("cgio", 12),
        ("pagat", 5),
        ("bicycle", 5),
        ("basicapp", 12),
        ("crowded", 8),
        ("tiny", 16),
        ("wild", 2),
        ("strict", 6),
    ],
)
def test_a_second_referee_agrees_on_every_step(name: str, hands: int) -> None:
    game = GAMES[name]
    endings: Counter[str] = Counter()
    for players in game.seats:
        rng = random.Random(players)
        for dealer in range(hands):
            state = judged(game, players, dealer % players, rng)
            assert state.result is not None
            endings[state.result.reason] += 1
    assert endings["went_out"] > 0


@pytest.mark.parametrize("seed", range(10))
def test_a_second_referee_agrees_whatever_the_options(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        game = any_game(rng)
        players = rng.choice(game.seats)
        judged(game, players, rng.randrange(players), rng)


def every_action(game: Basic, state: State) -> Iterator[Action]:
    """All draws, discards, lay-offs and melds, and whatever the hand might be tried."""
    deck = whole_deck(game)
    pile = [CARDS[index] for index in state.pile[:-1]]
    yield from (STOCK, UPCARD)
    yield from (Draw("discard", card) for card in pile)
    yield from (Draw("stock", card) for card in deck[::9])
    yield from (Discard(card) for card in deck)
    for place in range(-1, len(state.melds) + 1):
        for card in deck:
            yield LayOff(card, place)
            yield TakeJoker(card, place)
            if INDEX[card] >= JOKERS or card.startswith("A"):
                yield LayOff(card, place, "low")
                yield LayOff(card, place, "high")
    listed = (a for a in game.legal(state, state.turn) if isinstance(a, LayDown))
    yield from dict.fromkeys(chain(listed, some_lay_downs(game, state)))


def some_lay_downs(game: Basic, state: State) -> Iterator[LayDown]:
    """Every usual meld, and up to four cards of a hand, however they go together."""
    yield from (LayDown(in_order(meld)) for meld in MELDS)
    held = names(state.hand)
    for size in range(5):
        for cards in combinations(held, size):
            orders = permutations(cards) if game.jokers else [cards]
            yield from map(LayDown, orders)


def accepted(game: Basic, state: State) -> set[Key]:
    """Every action that is not refused."""
    keys = set()
    for action in every_action(game, state):
        try:
            game.apply(state, state.turn, action)
        except IllegalAction:
            continue
        keys.add(key_of(action))
    return keys


@pytest.mark.parametrize("name", GAMES)
def test_what_is_legal_is_exactly_what_is_accepted(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    players = [rng.choice(game.seats) for _ in range(6)]
    states = [s for seats in players for s in states_of(game, rng, seats)]
    for state in rng.sample(states, 40 if game.jokers else 100):
        assert accepted(game, state) == set(legal(game, state))


@pytest.mark.parametrize("seed", range(4))
def test_it_is_so_whatever_the_options(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        game = any_game(rng)
        states = list(states_of(game, rng, rng.choice(game.seats)))
        for state in rng.sample(states, min(len(states), 4)):
            assert accepted(game, state) == set(legal(game, state))


def cornered_states(game: Basic, players: int, rng: random.Random) -> Iterator[State]:
    """Turns in which the upcard was taken and nearly all else can be laid."""
    for state in states_of(game, rng, players):
        if state.phase == "play" and not state.owed:
            taken = 1 << rng.choice(list(bits(state.hand)))
            view = game.view(state, state.turn)
            lays = [*view.may_lay_down, *((fit.card,) for fit in view.may_lay_off)]
            some = rng.sample(lays, min(len(lays), rng.choice((1, 1, 2))))
            hand = taken | mask_of({card for lay in some for card in lay})
            if hand != taken:
                hands = put(state.hands, state.turn, hand)
                stock = state.stock + bytes(bits(state.hand ^ hand))
                yield replace(state, hands=hands, stock=stock, taken=taken)


def referee_at(game: Basic, state: State) -> Referee:
    """The second referee, in the middle of a turn."""
    referee = Referee(game, whole_deck(game), len(state.hands), 0, 1)
    referee.hands = [set(names(hand)) for hand in state.hands]
    referee.melds = [meld_of(game, meld) for meld in state.melds]
    referee.owners = list(state.owners)
    referee.now = {"melded": state.melded, "laid_off": state.laid_off}
    referee.turn, referee.drawn = state.turn, True
    (referee.taken,) = names(state.taken)
    return referee


def meld_of(game: Basic, meld: int) -> Meld:
    """A meld as the referee has it; a run is known by what is natural in it."""
    cards = game.rules.in_order(meld)
    natural = [(place, card) for place, card in enumerate(cards) if not is_joker(card)]
    if len({card[0] for _, card in natural}) == 1:
        return Meld(cards)
    place, card = natural[0]
    ring = RANKS * 3
    start = ring.index(card[0]) + 13 - place
    faces = (rank + card[1] for rank in ring[start : start + len(cards)])
    return Meld(cards, tuple(faces))


@pytest.mark.parametrize("game", [CROWDED, WILD, STRICT], ids=lambda game: game.preset)
def test_nobody_is_left_without_a_way_to_end_the_turn(game: Basic) -> None:
    stranded = 0
    for players in game.seats:
        rng = random.Random(players)
        for _ in range(4):
            for state in cornered_states(game, players, rng):
                assert set(legal(game, state)) == referee_at(game, state).legal()
                if rng.random() < 0.05:
                    assert accepted(game, state) == set(legal(game, state))
                free = replace(state, taken=0)
                stranded += len(legal(game, state)) + 1 < len(legal(game, free))
    assert stranded > 5


def place_in_order(action: Action) -> tuple[int, ...]:
    match action:
        case Draw(source):
            return (0, source == "discard")
        case LayDown(cards):
            return (1, MELDS.index(mask_of(cards)))
        case LayOff(card, place):
            return (2, place, INDEX[card])
        case TakeJoker(card, place):
            return (3, place, INDEX[card])
        case Discard(card):
            return (4, INDEX[card])


def test_legal_actions_come_in_one_order() -> None:
    rng = random.Random(5)
    for state in states_of(CROWDED, rng, 3):
        places = [place_in_order(action) for action in CROWDED.legal(state, state.turn)]
        assert places == sorted(set(places))
        for action in CROWDED.legal(state, state.turn):
            if isinstance(action, LayDown):
                assert action.cards == in_order(mask_of(action.cards))


def test_legal_actions_come_in_one_order_with_jokers_too() -> None:
    rng = random.Random(6)
    for state in states_of(WILD, rng, 3):
        actions = list(WILD.legal(state, state.turn))
        kinds = [Draw, LayDown, LayOff, TakeJoker, Discard]
        places = [kinds.index(type(action)) for action in actions]
        assert places == sorted(places)
        assert len(actions) == len(set(actions))

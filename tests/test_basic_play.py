"""Basic Rummy played through by all kinds of options, against a second referee."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, permutations

import pytest
from dealt import STOCK, UPCARD, lively
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import RANKS, Key, Meld, is_joker, key_of, whole_deck
from msgspec.structs import replace
from referee import Referee
from variety import CROWDED, GAMES, STRICT, WILD, any_game, shuffled, states_of

from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Move,
    Pass,
    TakeJoker,
)
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
        ("cgio", 6),
        ("pagat", 3),
        ("bicycle", 3),
        ("basicapp", 6),
        ("crowded", 4),
        ("tiny", 12),
        ("wild", 1),
        ("social", 1),
        ("strict", 4),
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


def judged_by_chance(rng: random.Random) -> None:
    """Two hands by options that nobody chose."""
    for _ in range(2):
        game = any_game(rng)
        players = rng.choice(game.seats)
        judged(game, players, rng.randrange(players), rng)


@pytest.mark.parametrize("seed", range(10))
def test_a_second_referee_agrees_whatever_the_options(seed: int) -> None:
    """``make oracle`` tries more of them."""
    judged_by_chance(random.Random(seed))


def every_action(game: Basic, state: State) -> Iterator[Action]:
    """All draws, discards, lay-offs and melds, and whatever the hand might be tried."""
    deck = whole_deck(game)
    pile = [CARDS[index] for index in state.pile[:-1]]
    yield from (STOCK, UPCARD)
    yield from (Draw("discard", card) for card in pile)
    yield from (Draw("stock", card) for card in deck[::9])
    yield from (Discard(card) for card in deck)
    yield Pass()
    for place in range(-1, len(state.melds) + 1):
        yield from (Call(place, end) for end in (None, "low", "high"))
        for card in deck:
            yield LayOff(card, place)
            yield TakeJoker(card, place)
            yield Move(card, place)
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
    referee.moved = set(names(state.moved))
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


KINDS = [Draw, Call, Pass, LayDown, LayOff, TakeJoker, Move, Discard]
ENDS = [None, "low", "high"]


def place_in_order(game: Basic, state: State, action: Action) -> tuple[object, ...]:
    """Where an action belongs in the list of what is legal."""
    kind = KINDS.index(type(action))
    match action:
        case Draw(source, card):
            below = state.pile[::-1].index(INDEX[card]) if card else 0
            return (kind, source == "discard", below)
        case Call(place, end):
            return (kind, place, ENDS.index(end))
        case Pass():
            return (kind,)
        case LayDown(cards):
            return (kind, *meld_in_order(game, cards))
        case LayOff(card, place, end):
            return (kind, place, INDEX[card], ENDS.index(end))
        case TakeJoker(card, place) | Move(card, place):
            return (kind, place, INDEX[card])
        case Discard(card):
            return (kind, INDEX[card])


def meld_in_order(game: Basic, cards: tuple[str, ...]) -> tuple[object, ...]:
    """Sets by rank, then runs by suit, first card and length."""
    meld = meld_of(game, game.rules.read([INDEX[card] for card in cards]))
    if not meld.faces:
        natural = [card for card in cards if not is_joker(card)]
        alike = game.decks > 1 or game.jokers > 0
        mask = 0 if alike else mask_of(cards)
        return (0, RANKS.index(natural[0][0]), mask)
    return (
        1,
        "SHDC".index(meld.faces[0][1]),
        RANKS.index(meld.faces[0][0]),
        len(cards),
    )


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions_come_in_one_order_each_once(name: str) -> None:
    """Two decks have melds that look alike; everything else has a place of its own."""
    game, rng = GAMES[name], random.Random(5)
    seen = set()
    for state in chain(*(states_of(game, rng, game.seats[-1]) for _ in range(3))):
        actions = list(game.legal(state, state.turn))
        places = [place_in_order(game, state, action) for action in actions]
        assert places == sorted(places)
        assert len(actions) == len(set(actions))
        alone = [one for one in places if one[0] != KINDS.index(LayDown)]
        assert len(alone) == len(set(alone))
        if game.decks == 1 and not game.jokers:
            assert len(places) == len(set(places))
        seen |= {type(action) for action in actions}
        for action in actions:
            if isinstance(action, LayDown):
                read = game.rules.read([INDEX[card] for card in action.cards])
                assert game.rules.in_order(read) == action.cards
    assert {Draw, LayDown, Discard} <= seen
    assert not game.rearrange_melds or Move in seen
    assert not game.call_rummy or Call in seen


@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=20)
def test_that_order_holds_whatever_the_options(seed: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    for state in states_of(game, rng, rng.choice(game.seats)):
        actions = game.legal(state, state.turn)
        places = [place_in_order(game, state, action) for action in actions]
        assert places == sorted(places)

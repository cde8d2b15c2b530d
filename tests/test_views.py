"""What each seat may know of a hand of Basic Rummy."""

import random
import re
from collections.abc import Iterator

import msgspec
import pytest
from dealt import CGIO, STOCK, UPCARD, dealt, down, hand, play
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from variety import GAMES, states_of

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
from shared.cards import CARDS, bits
from shared.events import (
    Called,
    Discarded,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    JokerTaken,
    LaidDown,
    LaidOff,
    MatchEnded,
    Moved,
    Passed,
    Recycled,
)
from shared.rulesets.basic import Basic
from shared.rulesets.basic_state import State
from shared.view import Fit, MeldView, View
from shared.wire import MAX_SIZE

seeds = st.integers(0, 1 << 32)
games = st.sampled_from([*GAMES.values()])

named = pytest.mark.parametrize("name", GAMES)


def some_states(game: Basic, seed: int) -> Iterator[State]:
    """The states of one hand."""
    rng = random.Random(seed)
    return states_of(game, rng, rng.choice(game.seats))


def scrambled(state: State, seat: int | None, rng: random.Random) -> State:
    """Another state that ``seat`` cannot tell from this one.

    Cards it cannot see change places: those of the other hands and of the stock, but
    not one that was taken from the discard pile for all to see.
    """
    open_ = state.taken | state.owed
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = {other: state.hands[other] & ~open_ for other in others}
    unseen = [index for mask in hidden.values() for index in bits(mask)]
    unseen += state.stock
    rng.shuffle(unseen)
    hands = list(state.hands)
    for other, mask in hidden.items():
        taken = [unseen.pop() for _ in range(mask.bit_count())]
        hands[other] = hands[other] ^ mask | sum(1 << index for index in taken)
    return replace(
        state,
        hands=tuple(hands),
        stock=bytes(unseen),
        deck=bytes(rng.sample(state.deck, len(state.deck))),
    )


@given(game=games, seed=seeds)
@settings(max_examples=25)
def test_views_do_not_tell_hidden_cards(game: Basic, seed: int) -> None:
    rng = random.Random(seed)
    for state in some_states(game, seed):
        if state.result is not None:
            break
        for seat in (*range(len(state.hands)), None):
            other = scrambled(state, seat, rng)
            assert game.view(other, seat) == game.view(state, seat)


@given(game=games, seed=seeds)
@settings(max_examples=25)
def test_events_do_not_tell_hidden_cards(game: Basic, seed: int) -> None:
    rng = random.Random(seed)
    for state in some_states(game, seed):
        for action in game.legal(state, state.turn):
            for seat in (*range(len(state.hands)), None):
                if seat == state.turn and action == STOCK:
                    continue
                if seat != state.turn and action not in (STOCK, UPCARD):
                    continue
                told = heard(game, state, action, seat)
                other = heard(game, scrambled(state, seat, rng), action, seat)
                if not isinstance(told[-1], HandEnded):
                    assert told == other


def heard(game: Basic, state: State, action: Action, seat: int | None) -> list[Event]:
    """What ``seat`` is told when the action is done."""
    _, events = game.apply(state, state.turn, action)
    return [game.redact(event, seat) for event in events]


@named
def test_a_view_names_no_card_but_ones_own_and_the_public_ones(name: str) -> None:
    game = GAMES[name]
    for state in some_states(game, 1):
        if state.result is not None:
            break
        pile = state.pile if game.discard_dive else state.pile[-1:]
        table = {card for meld in game.view(state, None).melds for card in meld.cards}
        for seat in (*range(len(state.hands)), None):
            held = 0 if seat is None else state.hands[seat]
            known = table | {CARDS[index] for index in (*bits(held), *pile)}
            text = msgspec.json.encode(game.view(state, seat)).decode()
            assert cards_named(text) <= known


def cards_named(text: str) -> set[str]:
    """Every card in JSON, those that are written together too."""
    card = r"[A2-9TJQK][SHDC]'?|J'*"
    words = re.findall(f'"((?:{card})+)"', text)
    return {one for word in words for one in re.findall(card, word)}


@named
def test_a_spectator_sees_the_public_part_of_every_view(name: str) -> None:
    game = GAMES[name]
    for state in some_states(game, 2):
        public = game.view(state, None)
        for seat in range(len(state.hands)):
            view = game.view(state, seat)
            assert (
                public
                == view.public()
                == replace(
                    view,
                    seat=None,
                    held="",
                    can=(),
                    may_lay_down=(),
                    may_lay_off=(),
                    must_keep=(),
                    may_dive=(),
                    must_lay=None,
                    may_take_joker=(),
                    may_move=(),
                    may_call=(),
                )
            )


@named
def test_a_view_offers_exactly_what_is_legal(name: str) -> None:
    game = GAMES[name]
    for state in some_states(game, 3):
        for seat in range(len(state.hands)):
            offered = offers(game.view(state, seat))
            legal = list(game.legal(state, seat))
            if game.decks == 1 and not game.jokers:
                assert offered == legal
                continue
            assert set(offered) <= set(legal)
            left = [action for action in legal if action not in offered]
            assert all(isinstance(action, LayDown) for action in left)
            assert any(isinstance(action, LayDown) for action in offered) or not left


def offers(view: View) -> list[object]:
    """The actions that a view offers."""
    sources = {"draw_stock": STOCK, "draw_discard": UPCARD}
    actions: list[object] = [sources[kind] for kind in view.can if kind in sources]
    if "dive" in view.can:
        actions += [Draw("discard", card) for card in view.may_dive]
    if "lay_down" in view.can:
        actions += [LayDown(meld) for meld in view.may_lay_down]
    if "lay_off" in view.can:
        actions += [LayOff(fit.card, fit.meld, fit.end) for fit in view.may_lay_off]
    if "take_joker" in view.can:
        actions += [TakeJoker(fit.card, fit.meld) for fit in view.may_take_joker]
    if "move" in view.can:
        actions += [Move(fit.card, fit.meld) for fit in view.may_move]
    if "call" in view.can:
        actions += [*(Call(fit.meld, fit.end) for fit in view.may_call), Pass()]
    if "discard" in view.can:
        actions += [Discard(card) for card in view.may_discard]
    return actions


@named
def test_a_view_fits_into_a_message(name: str) -> None:
    game = GAMES[name]
    for state in some_states(game, 4):
        for seat in range(len(state.hands)):
            size = len(msgspec.json.encode(game.view(state, seat)))
            assert size < MAX_SIZE / 2


def test_a_whole_view() -> None:
    state = dealt(
        ["7S 8S 9S KD 8H", "2C 3C"],
        melds=["5H 6H 7H", "QS QH QD"],
        owners=[1, 0],
        stock="JD ...",
        pile="6S",
        upcard="5C",
    )
    state, _ = play(state, UPCARD)
    view = View(
        seat=0,
        turn=0,
        phase="play",
        dealer=1,
        held="7S8S9S8HKD5C",
        counts=(6, 2),
        stock=len(state.stock),
        upcard="6S",
        discards=1,
        recycles_left=1,
        melds=(MeldView(1, ("5H", "6H", "7H")), MeldView(0, ("QS", "QH", "QD"))),
        can=("lay_down", "lay_off", "discard"),
        may_lay_down=(("7S", "8S", "9S"),),
        may_lay_off=(Fit("8H", 0),),
        must_keep=("5C",),
        result=None,
    )
    assert CGIO.view(state, 0) == view
    waiting = CGIO.view(state, 1)
    assert waiting == replace(
        view,
        seat=1,
        held="2C3C",
        can=(),
        may_lay_down=(),
        may_lay_off=(),
        must_keep=(),
    )


OLD_ACTIONS = [
    ('{"type":"draw","source":"stock"}', STOCK),
    ('{"type":"draw","source":"discard"}', UPCARD),
    ('{"type":"lay_down","cards":["7S","8S","9S"]}', down("7S 8S 9S")),
    ('{"type":"lay_off","card":"TS","meld":0}', LayOff("TS", 0)),
    ('{"type":"discard","card":"KD"}', Discard("KD")),
]


@pytest.mark.parametrize(("text", "action"), OLD_ACTIONS)
def test_actions_are_written_as_they_always_were(text: str, action: Action) -> None:
    assert msgspec.json.encode(action).decode() == text
    assert msgspec.json.decode(text, type=Action) == action


def test_a_view_without_the_fields_that_say_nothing_is_understood() -> None:
    view = CGIO.view(dealt(["7S 8S 9S", "KD"], melds=["5H 6H 7H"]), 0)
    fields = msgspec.to_builtins(view)
    unused = {"pile", "may_dive", "must_lay", "may_take_joker", "may_move", "may_call"}
    assert not unused & set(fields)
    assert msgspec.convert(fields, View) == view


def test_who_waits_sees_what_could_be_laid() -> None:
    drawing = dealt(["2C 3C", "7S 8S 9S 8H"], melds=["5H 6H 7H"], upcard="KD")
    playing, _ = play(drawing, UPCARD)
    for state in (drawing, playing):
        view = CGIO.view(state, 1)
        assert (view.can, view.may_discard) == ((), ())
        assert view.may_lay_down == (("7S", "8S", "9S"),)
        assert view.may_lay_off == (Fit("8H", 0),)


def test_melds_are_shown_in_order() -> None:
    state = dealt(["TC 8C 9C AD AS AH 5D", "2C 3C"])
    state, _ = play(state, STOCK, down("TC 8C 9C"), down("AD AS AH"))
    shown = [meld.cards for meld in CGIO.view(state, None).melds]
    assert shown == [("8C", "9C", "TC"), ("AS", "AH", "AD")]


def test_only_the_drawer_sees_a_card_of_the_stock() -> None:
    drew = Drew(1, "stock", "7H")
    assert CGIO.redact(drew, 1) == drew
    for seat in (0, 2, None):
        assert CGIO.redact(drew, seat) == Drew(1, "stock", None)


EVENTS: list[Event] = [
    HandDealt(0, 1),
    Drew(1, "discard", "7H"),
    Recycled(12, True),
    LaidDown(1, ("7S", "8S", "9S"), 0),
    LaidOff(1, "TS", 0),
    JokerTaken(1, "6H", 0, "J"),
    Moved(1, "6H", 0, 1),
    Called(1, "6H", 0),
    Passed(1),
    Drew(1, "discard", "7H", ("5D", "JD")),
    Discarded(1, "KD"),
    HandEnded("went_out", 1, False, (0, 10), (("KC",), ())),
    MatchEnded((1,), (0, 100)),
]


@pytest.mark.parametrize("event", EVENTS)
def test_everybody_is_told_the_rest(event: Event) -> None:
    for seat in (0, 1, None):
        assert CGIO.redact(event, seat) == event


def test_at_the_end_everybody_sees_what_was_left() -> None:
    state = dealt(["7S 8S", "KH QD"], stock="9S ...")
    state, _ = play(state, STOCK, down("7S 8S 9S"))
    for seat in (0, 1, None):
        result = CGIO.view(state, seat).result
        assert result is not None
        assert result.hands == ((), ("KH", "QD"))
    assert hand(state, 1) == "KH QD"
    assert CGIO.view(state, None).hand == ()

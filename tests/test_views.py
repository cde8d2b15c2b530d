"""What each seat may know of a hand of Basic Rummy."""

import random
import re
from collections.abc import Iterator

import msgspec
import pytest
from dealt import CGIO, STOCK, UPCARD, dealt, down, hand, lively, play
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shared.actions import Discard, Draw, LayDown, LayOff
from shared.cards import NAMES, bits
from shared.events import (
    Discarded,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    LaidDown,
    LaidOff,
    MatchEnded,
    Recycled,
)
from shared.rulesets.basic_state import State
from shared.view import Fit, MeldView, View

seeds = st.integers(0, 1 << 32)


def some_states(seed: int, players: int) -> Iterator[State]:
    """The states of one hand."""
    rng = random.Random(seed)
    state = CGIO.deal(players, rng.sample(range(52), 52), rng.randrange(players))
    while state.result is None:
        yield state
        state, _ = CGIO.apply(state, state.turn, lively(rng, state))
    yield state


def scrambled(state: State, seat: int | None, rng: random.Random) -> State:
    """Another state that ``seat`` cannot tell from this one.

    Cards it cannot see change places: those of the other hands and of the stock, but
    not one that was taken from the discard pile for all to see.
    """
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = {other: state.hands[other] & ~state.taken for other in others}
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
        deck=bytes(rng.sample(range(52), 52)),
    )


@given(seed=seeds, players=st.sampled_from([2, 3, 4]))
@settings(max_examples=25)
def test_views_do_not_tell_hidden_cards(seed: int, players: int) -> None:
    rng = random.Random(seed)
    for state in some_states(seed, players):
        if state.result is not None:
            break
        for seat in (*range(players), None):
            other = scrambled(state, seat, rng)
            assert CGIO.view(other, seat) == CGIO.view(state, seat)


@given(seed=seeds, players=st.sampled_from([2, 3, 4]))
@settings(max_examples=25)
def test_events_do_not_tell_hidden_cards(seed: int, players: int) -> None:
    rng = random.Random(seed)
    for state in some_states(seed, players):
        for action in CGIO.legal(state, state.turn):
            for seat in (*range(players), None):
                if seat == state.turn and action == STOCK:
                    continue
                if seat != state.turn and not isinstance(action, Draw):
                    continue
                told = heard(state, action, seat)
                other = heard(scrambled(state, seat, rng), action, seat)
                if not isinstance(told[-1], HandEnded):
                    assert told == other


def heard(state: State, action: object, seat: int | None) -> list[Event]:
    """What ``seat`` is told when the action is done."""
    _, events = CGIO.apply(state, state.turn, action)  # type: ignore[arg-type]
    return [CGIO.redact(event, seat) for event in events]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_names_no_card_but_ones_own_and_the_public_ones(players: int) -> None:
    for state in some_states(1, players):
        if state.result is not None:
            break
        public = state.pile[-1:]
        table = sum(state.melds)
        for seat in (*range(players), None):
            held = 0 if seat is None else state.hands[seat]
            known = {NAMES[index] for index in (*bits(held | table), *public)}
            text = msgspec.json.encode(CGIO.view(state, seat)).decode()
            assert set(re.findall(r'"([A2-9TJQK][SHDC])"', text)) <= known


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_spectator_sees_the_public_part_of_every_view(players: int) -> None:
    for state in some_states(2, players):
        public = CGIO.view(state, None)
        for seat in range(players):
            view = CGIO.view(state, seat)
            assert (
                public
                == view.public()
                == replace(
                    view,
                    seat=None,
                    hand=(),
                    can=(),
                    may_lay_down=(),
                    may_lay_off=(),
                    must_keep=(),
                )
            )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_offers_exactly_what_is_legal(players: int) -> None:
    for state in some_states(3, players):
        for seat in range(players):
            view = CGIO.view(state, seat)
            assert offers(view) == list(CGIO.legal(state, seat))


def offers(view: View) -> list[object]:
    """The actions that a view offers."""
    sources = {"draw_stock": STOCK, "draw_discard": UPCARD}
    actions: list[object] = [sources[kind] for kind in view.can if kind in sources]
    if "lay_down" in view.can:
        actions += [LayDown(meld) for meld in view.may_lay_down]
    if "lay_off" in view.can:
        actions += [LayOff(fit.card, fit.meld) for fit in view.may_lay_off]
    if "discard" in view.can:
        actions += [Discard(card) for card in view.may_discard]
    return actions


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
        hand=("7S", "8S", "9S", "8H", "KD", "5C"),
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
        hand=("2C", "3C"),
        can=(),
        may_lay_down=(),
        may_lay_off=(),
        must_keep=(),
    )


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

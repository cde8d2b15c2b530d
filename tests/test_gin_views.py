"""What each seat may know of a hand of Gin Rummy."""

import random
import re

import msgspec
import pytest
from ginhands import CGIO, PASS, STOCK, UPCARD, gin, knock, off, play
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from test_gin_play import GAMES, states_of

from peer.bots.medium import Medium
from shared.actions import Discard, Draw, Knock, LayOff
from shared.cards import NAMES, apart, bits
from shared.events import Event, HandEnded
from shared.melds import deadwood
from shared.rulesets.gin import Gin
from shared.rulesets.gin_state import State
from shared.view import Fit, MeldView, Spread, View

seeds = st.integers(0, 1 << 32)
games = st.sampled_from(list(GAMES.values()))


def scrambled(state: State, seat: int | None, rng: random.Random) -> State:
    """Another state that ``seat`` cannot tell from this one.

    Cards it cannot see change places: those of hands that are not its own nor shown, of
    the stock and under the upcard, but not one that was taken for all to see.
    """
    hidden = {
        other: state.hands[other] & ~state.taken
        for other in (0, 1)
        if other not in (seat, state.knocker)
    }
    unseen = [index for mask in hidden.values() for index in bits(mask)]
    unseen += state.stock
    rng.shuffle(unseen)
    hands = list(state.hands)
    for other, mask in hidden.items():
        dealt = [unseen.pop() for _ in range(mask.bit_count())]
        hands[other] = hands[other] ^ mask | sum(1 << index for index in dealt)
    return replace(state, hands=(hands[0], hands[1]), stock=bytes(unseen))


@given(game=games, seed=seeds)
@settings(max_examples=40)
def test_views_do_not_tell_hidden_cards(game: Gin, seed: int) -> None:
    rng = random.Random(seed)
    for state in states_of(game, rng):
        if state.result is None:
            for seat in (0, 1, None):
                other = scrambled(state, seat, rng)
                assert game.view(other, seat) == game.view(state, seat)


@given(game=games, seed=seeds)
@settings(max_examples=40)
def test_events_do_not_tell_hidden_cards(game: Gin, seed: int) -> None:
    rng = random.Random(seed)
    for state in states_of(game, rng):
        for action in game.legal(state, state.turn):
            waiting = [1 - state.turn, None] if isinstance(action, Draw) else []
            for seat in [state.turn, *waiting]:
                if seat == state.turn and action == STOCK:
                    continue
                told = heard(game, state, action, seat)
                if not isinstance(told[-1], HandEnded):
                    other = scrambled(state, seat, rng)
                    # With other cards a knock there might not be possible.
                    if seat == state.turn or state.phase != "wall":
                        assert heard(game, other, action, seat) == told


def heard(game: Gin, state: State, action: object, seat: int | None) -> list[Event]:
    """What ``seat`` is told when the action is done."""
    _, events = game.apply(state, state.turn, action)  # type: ignore[arg-type]
    return [game.redact(event, seat) for event in events]


@pytest.mark.parametrize("name", GAMES)
def test_a_view_names_no_card_but_ones_own_and_the_public_ones(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    for _ in range(5):
        for state in states_of(game, rng):
            if state.result is not None:
                break
            public = sum(state.melds)
            if state.knocker is not None:
                public |= state.hands[state.knocker]
            upcard = state.pile[-1:] if state.knocker is None or state.big_gin else b""
            for seat in (0, 1, None):
                held = 0 if seat is None else state.hands[seat]
                known = {NAMES[index] for index in (*bits(held | public), *upcard)}
                text = msgspec.json.encode(game.view(state, seat)).decode()
                words = re.findall(r'"((?:[A2-9TJQK][SHDC])+)"', text)
                assert {card for word in words for card in apart(word)} <= known


@pytest.mark.parametrize("name", GAMES)
def test_a_view_offers_what_is_legal(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    for _ in range(5):
        for state in states_of(game, rng):
            for seat in (0, 1):
                legal = list(game.legal(state, seat))
                view = game.view(state, seat)
                knocks = [action for action in legal if isinstance(action, Knock)]
                assert offers(view) == [a for a in legal if not isinstance(a, Knock)]
                offered = [Knock(s.discard, s.melds) for s in view.may_knock]
                assert set(offered) <= set(knocks)
                assert {s.discard for s in view.may_knock} == {
                    k.discard for k in knocks
                }
                assert ("knock" in view.can) == any(k.discard for k in knocks)
                assert ("big_gin" in view.can) == any(not k.discard for k in knocks)


def offers(view: View) -> list[object]:
    """The actions that a view offers, knocks aside."""
    sources = {"draw_stock": STOCK, "draw_discard": UPCARD}
    actions: list[object] = [sources[kind] for kind in view.can if kind in sources]
    if "lay_off" in view.can:
        actions += [LayOff(fit.card, fit.meld) for fit in view.may_lay_off]
    if "pass" in view.can:
        actions.append(PASS)
    return actions + [Discard(card) for card in view.may_discard]


@pytest.mark.parametrize("name", GAMES)
def test_the_best_knock_is_offered_for_each_discard(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    for _ in range(20):
        for state in states_of(game, rng):
            for spread in game.view(state, state.turn).may_knock:
                card = 0 if spread.discard is None else 1 << NAMES.index(spread.discard)
                assert spread.deadwood == deadwood(state.hand ^ card)


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_sees_the_public_part_of_every_view(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    for state in states_of(game, rng):
        for seat in (0, 1):
            assert game.view(state, seat).public() == game.view(state, None)


def test_a_view_survives_the_wire() -> None:
    rng = random.Random(1)
    for game in GAMES.values():
        for state in states_of(game, rng):
            for seat in (0, 1, None):
                view = game.view(state, seat)
                text = msgspec.json.encode(view)
                assert msgspec.json.decode(text, type=View) == view


def test_a_run_is_not_offered_in_pieces() -> None:
    state = gin(
        ("3S 4S 5S 6S 7S 8S JH JD JC 2H KS", "TS JS QS 4D 5H 6H 8C 9D KH AC"),
        phase="play",
    )
    best = [s for s in CGIO.view(state, 0).may_knock if s.discard == "KS"]
    run = ("3S", "4S", "5S", "6S", "7S", "8S")
    assert best == [Spread("KS", (("JH", "JD", "JC"), run), 2)]
    pieces = knock("KS", "JH JD JC", "3S 4S 5S", "6S 7S 8S")
    assert pieces in CGIO.legal(state, 0)


def test_a_whole_view() -> None:
    state = gin(
        ("7S 8S 9S JH JD JC 4S 4H 4C 2H", "TS JS QS 4D 5H 6H 8C 9D KH AC"),
        stock="KS ...",
        upcard="KC",
    )
    state, _ = play(state, STOCK)
    melds = (("4S", "4H", "4C"), ("JH", "JD", "JC"), ("7S", "8S", "9S"))
    view = View(
        seat=0,
        turn=0,
        phase="play",
        dealer=1,
        held="4S7S8S9SKS2H4HJHJD4CJC",
        counts=(11, 10),
        stock=30,
        upcard="KC",
        discards=1,
        recycles_left=0,
        melds=(),
        can=("discard", "knock"),
        knock_limit=10,
        deadwood=12,
        matched=(("4S", "4H", "4C"), ("JH", "JD", "JC"), ("7S", "8S", "9S")),
        may_knock=(Spread("KS", melds, 2), Spread("2H", melds, 10)),
    )
    assert CGIO.view(state, 0) == view
    assert view.may_discard == view.hand
    waiting = CGIO.view(state, 1)
    assert waiting == View(
        seat=1,
        turn=0,
        phase="play",
        dealer=1,
        held="TSJSQS5H6HKH4D9DAC8C",
        counts=(11, 10),
        stock=30,
        upcard="KC",
        discards=1,
    )
    state, _ = play(state, knock("KS", *(" ".join(meld) for meld in melds)))
    state, _ = play(state, off("4D", 0))
    view = CGIO.view(state, 1)
    assert view.melds[0] == MeldView(0, ("4S", "4H", "4D", "4C"))
    assert view.may_lay_off == (Fit("JS", 1), Fit("TS", 2))
    assert (view.upcard, view.unmatched, view.deadwood) == (None, ("2H",), 39)


def test_a_view_leaves_out_what_has_its_default() -> None:
    state = CGIO.deal(2, range(52), dealer=1)
    state, _ = play(state, PASS, PASS)
    text = msgspec.json.encode(CGIO.view(state, 1)).decode()
    assert text == (
        '{"type":"cards","seat":1,"turn":0,"dealer":1,"hand":'
        '"2S4S6S8STSQSAH3H5H7H","counts":[10,10],"stock":31,"upcard":"8H",'
        '"discards":1}'
    )


def test_views_are_short() -> None:
    rng, bot, sizes = random.Random(2), Medium(), []
    for number in range(40):
        state = CGIO.deal(2, rng.sample(range(52), 52), number % 2)
        while state.result is None:
            views = [CGIO.view(state, seat) for seat in (0, 1)]
            sizes += [len(msgspec.json.encode(view)) for view in views]
            state, _ = CGIO.apply(state, state.turn, bot.choose(views[state.turn], ()))
    assert sum(sizes) / len(sizes) <= 200

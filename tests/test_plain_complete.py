"""What the rules allow can be done by typing, and what is offered is allowed."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, assert_never, get_args

import dealt
import ginhands
import pytest
import tiled
from msgspec.structs import replace
from seated import Seated, bot, person
from variety import GAMES

from peer.bots.medium import Medium
from peer.requests import (
    Company,
    End,
    HandBack,
    HandOver,
    Kick,
    Mute,
    Next,
    Patience,
    Play,
    Quit,
    Request,
    Reset,
    SendAway,
    Settle,
    Start,
)
from shared.actions import (
    Action,
    Call,
    Discard,
    Draw,
    Knock,
    LayDown,
    LayOff,
    Move,
    Pass,
    Rearrange,
    TakeBack,
    TakeJoker,
)
from shared.cards import DECK
from shared.clock import ClockView, Control
from shared.rulesets.gin import PRESETS as GINS
from shared.rulesets.rummikub import PRESETS as RUMMIKUBS
from shared.rulesets.rummikub import Rummikub
from shared.tableview import VoteView
from shared.terms import Terms
from shared.wire import Answer, Ask, Hint, Opens, Pause, Say, Touched

TEN, OTHER = "7S 8S 9S TS JH JD JC 4S 4H 4C", "QS KS 4D 5H 6H 8C 9D KH AC 3D"
BIG_GIN, _ = ginhands.play(
    ginhands.gin((TEN, OTHER), stock="JS ..."), ginhands.STOCK, game=ginhands.CGIO
)
Lively = Callable[[random.Random, Any, Any], Action]


def words(action: Action) -> str:
    """What to type for an action with cards."""
    match action:
        case Draw(source="stock"):
            return "draw"
        case Draw(card=card):
            return f"take {card or ''}"
        case LayDown(cards=cards):
            return f"meld {' '.join(cards)}"
        case LayOff(card=card, meld=meld, end=end):
            return f"lay {card} {meld + 1} {end or ''}"
        case TakeJoker(card=card, meld=meld):
            return f"swap {card} {meld + 1}"
        case Move(card=card, meld=meld):
            return f"move {card} {meld + 1}"
        case Call(meld=meld, end=end):
            return f"call {meld + 1} {end or ''}"
        case Discard(card=card):
            return f"discard {card}"
        case Pass():
            return "pass"
        case Knock(discard=card, melds=melds):
            return f"knock {card or ''} with {' and '.join(map(' '.join, melds))}"
        case Rearrange():
            raise ValueError("tiles")
        case _:
            assert_never(action)


def meant(player: Seated, line: str) -> list[Request]:
    """All that ``line`` may come to, with every answer to what is asked back."""
    reply = player.types(line)
    if not isinstance(reply, list):
        return [reply]
    question = player.screen._question
    return list(filter(None, question.answers.values())) if question else []


def numbered(player: Seated) -> Iterator[list[Request]]:
    """What each number comes to that ``what`` offers."""
    offers = player.types("what")
    assert isinstance(offers, list)
    for number in range(1, len(offers)):
        player.types("what")
        yield meant(player, str(number))


def positions(
    game: Any, state: Any, rng: random.Random, lively: Lively
) -> Iterator[Any]:
    """The states of a hand that is played by chance."""
    for _ in range(400):
        if state.turn is None or game.view(state, None).result is not None:
            return
        yield state
        state, _ = game.apply(state, state.turn, lively(rng, state, game))


def seen(game: Any, state: Any) -> Seated:
    """The screen of whose turn it is."""
    seats = [person(name) for name in ("Mira", "Bob", "Ann", "Eve", "Ida", "Joe")]
    number = len(game.view(state, None).counts)
    player = Seated(*seats[:number], me=state.turn, rules=game)
    player.dealt(state)
    return player


def check(game: Any, state: Any) -> set[str]:
    """Type every legal action; the kinds there were."""
    player = seen(game, state)
    legal = list(game.legal(state, state.turn))
    for action in legal:
        assert action in meant(player, words(action)), words(action)
    offered = list(numbered(player))
    assert offered and all(offered)
    for request in chain(*offered):
        game.apply(state, state.turn, request)
    return {kind(action) for action in legal}


def kind(action: Action) -> str:
    """A name that tells apart what is typed differently."""
    match action:
        case Draw(source="discard", card=str()):
            return "Dive"
        case Draw(source=source):
            return f"Draw {source}"
        case LayOff(end=str()):
            return "LayOff at an end"
        case Knock(discard=None):
            return "Knock with big gin"
        case _:
            return type(action).__name__


def test_every_action_of_basic_rummy() -> None:
    done: set[str] = set()
    for game in GAMES.values():
        rng = random.Random(game.preset)
        for seats in (game.seats[0], game.seats[-1]):
            deck = rng.sample(range(game.deck), game.deck)
            state = game.deal(seats, deck, 0)
            for one in positions(game, state, rng, dealt.lively):
                done |= check(game, one)
    hands, run = ["J KC 2S", "3D 5D"], ["7H 8H 9H"]
    game = GAMES["wild"]
    done |= check(game, dealt.dealt(hands, melds=run, phase="play", game=game))
    assert done == {
        *("Draw stock", "Draw discard", "Dive", "LayDown", "LayOff"),
        *("LayOff at an end", "TakeJoker", "Move", "Call", "Discard", "Pass"),
    }


def test_every_action_of_gin() -> None:
    done: set[str] = set()
    for game in GINS.values():
        rng = random.Random(game.preset)
        for dealer in (0, 1, 0, 1, 0):
            state = game.deal(2, rng.sample(range(DECK), DECK), dealer)
            for one in positions(game, state, rng, ginhands.lively):
                done |= check(game, one)
    done |= check(ginhands.CGIO, BIG_GIN)
    assert done == {
        *("Draw stock", "Draw discard", "Discard", "Pass", "LayOff"),
        *("Knock", "Knock with big gin"),
    }


def typed_out(player: Seated, old: Any, new: Any) -> Request | list[str]:
    """Rearrange the table tile by tile: what changes is taken apart, then laid anew."""
    before = Counter(tuple(sorted(one)) for one in old.sets)
    after = Counter(tuple(sorted(one)) for one in new)
    gone = before - after
    for number, one in enumerate(old.sets, 1):
        if gone[tuple(sorted(one))]:
            gone[tuple(sorted(one))] -= 1
            player.types(f"take {' '.join(one)} {number}")
    fresh = after - before
    for one in new:
        if fresh[tuple(sorted(one))]:
            fresh[tuple(sorted(one))] -= 1
            player.types(f"play {' '.join(one)}")
    return player.types("done")


@pytest.mark.parametrize("game", RUMMIKUBS.values(), ids=RUMMIKUBS)
def test_every_action_of_rummikub(game: Rummikub) -> None:
    rng = random.Random(game.preset)
    done: set[str] = set()
    state = tiled.shuffled(rng, game)
    for one in positions(game, state, rng, tiled.lively):
        view = game.view(one, one.turn)
        for action in [*game.legal(one, one.turn), Medium().choose(view, ())]:
            player = seen(game, one)
            if isinstance(action, Rearrange):
                reply = typed_out(player, view, action.table)
                assert isinstance(reply, Rearrange), reply
                assert _sets(reply) == _sets(action)
            else:
                assert player.types(words(action)) == action
            done.add(type(action).__name__)
    assert {"Rearrange", "Draw"} <= done


def _sets(action: Rearrange) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(one)) for one in action.table)


def test_rummikub_is_passed_when_the_pool_is_empty() -> None:
    state = tiled.laid(["1r 5b", "3k"], "4r 5r 6r", pool="")
    assert seen(tiled.OFFICIAL, state).types("pass") == Pass()


def test_a_draft_is_played_by_number() -> None:
    player = seen(tiled.OFFICIAL, tiled.laid(["4b 5b 6b 9k", "3k"], "4r 5r 6r"))
    assert player.types("what") == [
        "1, play 4b 5b 6b: lay 4b 5b 6b.",
        "2, draw: draw a tile.",
        "Type the number of a choice, or help for all you can type.",
    ]
    assert isinstance(player.types("1"), list)
    assert player.types("w") == [
        "1, done: play it.",
        "2, undo: take the last step back.",
        "3, reset: begin again.",
        "Type the number of a choice, or help for all you can type.",
    ]
    assert player.types("1") == Rearrange((("4r", "5r", "6r"), ("4b", "5b", "6b")))


def asking() -> Seated:
    """A host in a hand in which everything can be asked for."""
    clock = ClockView(Control(turn=45), (45_000,) * 4, runs=1, pauses=(3,) * 4)
    vote = VoteView(3, "void", 1, (None, True, None, None), (0, 1), 30, "open")
    former = replace(bot("Ada"), former="Cid")
    away = person("Kim", here=False)
    host = Seated(person("Mira"), person("Bob"), former, away, host=True)
    host.dealt(dealt.dealt(["2S KC", "3D 5D", "4D", "6D"], turn=1))
    host.take_back = "asking"
    host.updated(clock=clock, watchers=("Zed",), terms=Terms(talk="text"))
    asked = meant(host, "undo") + meant(host, "go on") + meant(host, "void")
    assert asked == [Ask("undo"), Ask("go_on"), Ask("void")]
    host.updated(vote=vote)
    return host


TYPED: dict[str, Request] = {
    "settle talk off": Settle("talk", "off"),
    "change gin pagat": Play("gin", "pagat"),
    "kick 2": Kick(1),
    "hand over 2": HandOver(1),
    "hand back 3": HandBack(2),
    "patience Bob 2": Patience(1, 200),
    "send away Zed": SendAway("Zed"),
    "end": End(),
    "minute": Pause(),
    "open hands yes": Opens(True),
    "say hello": Say(phrase="hello"),
    "say well, well": Say(text="well, well"),
    "yes": Answer(3, True),
    "no": Answer(3, False),
}


@pytest.mark.parametrize("line", TYPED)
def test_everything_about_the_people_can_be_typed(line: str) -> None:
    assert TYPED[line] in meant(asking(), line)


def test_no_request_is_left_out() -> None:
    """What is done without a request: a mute; what needs no words: Touched, Hint."""
    kinds = {type(request) for request in TYPED.values()}
    others = {Ask, Start, Company, Next, Reset, Quit, Mute, Touched, Hint, TakeBack}
    actions = set(get_args(Action))
    assert kinds | others | actions == set(get_args(Request))


def test_taking_back_freely() -> None:
    host = asking()
    host.take_back = "freely"
    host.updated(hand=2)
    assert meant(host, "undo") == [TakeBack()]


def test_what_concerns_the_table_can_be_done_by_number() -> None:
    host = asking()
    offers = host.types("what table")
    assert isinstance(offers, list)
    done = []
    for number in range(1, len(offers)):
        host.types("what table")
        done += meant(host, str(number))
    assert {type(request) for request in done} == {
        *(Opens, Settle, HandOver, Kick, HandBack, SendAway, End)
    }


def test_a_table_that_is_touched_is_known() -> None:
    player = seen(tiled.OFFICIAL, tiled.laid(["4b 5b 6b 9k", "3k"], "4r 5r 6r"))
    assert not player.screen.has_moved_tiles
    player.types("play 4b 5b 6b")
    assert player.screen.has_moved_tiles
    player.types("undo")
    assert not player.screen.has_moved_tiles


def test_everything_about_the_table() -> None:
    host = Seated(person("Mira"), bot("Ada"), host=True)
    host.updated()
    assert meant(host, "start") == [Start()]
    assert list(numbered(host)) == [[Start()], [Company(more=False)], [Next()]]
    host.updated(phase="between")
    assert meant(host, "next") == [Next()]
    assert meant(host, "reset scores") == [Reset()]
    assert list(numbered(host)) == [[Next()], [Reset()]]
    assert meant(host, "quit") == [Quit()]

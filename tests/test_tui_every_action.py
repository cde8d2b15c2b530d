"""Every action of every game can be done at the drawn table by keys alone."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from dealt import dealt
from drawn import Drawn, seen
from ginhands import gin
from tiled import OFFICIAL, laid
from tiled import lively as lively_tiles
from tiled import shuffled as shuffled_tiles
from variety import GAMES, shuffled

from peer.choices import Choice
from shared.actions import Action, Discard, Knock, LayDown, Rearrange
from shared.rulesets.basic import Basic
from shared.rulesets.gin import PRESETS as GINS
from shared.view import View

TURNS = 60


def goes_to(place: int, drawn: Drawn) -> None:
    """The cursor is moved along the hand."""
    drawn.press("home", *["right"] * place)


def picks(cards: Sequence[str], drawn: Drawn) -> None:
    """These cards, and no others, are picked."""
    drawn.press("escape")
    for card in cards:
        goes_to(drawn.desk.holding.row.index(card), drawn)
        drawn.press("space")


def chooses(choice: Choice, typed: str, drawn: Drawn) -> None:
    """One way of a choice is taken, from a menu if there are several."""
    drawn.press(choice.key)
    typeds = [way.typed for way in choice.ways]
    if len(typeds) > 1:
        drawn.press(*["down"] * typeds.index(typed), "enter")


def ask_for(action: Action, drawn: Drawn) -> None:
    """The keys with which a person asks for ``action``."""
    match action:
        case LayDown(cards):
            picks(cards, drawn)
        case Discard(card):
            picks([card], drawn)
        case _:
            picks([], drawn)
    for choice in drawn.desk.choices:
        for way in choice.ways:
            if leads_to(action, way.typed, drawn):
                chooses(choice, way.typed, drawn)
                answer(action, drawn)
                return
    raise AssertionError(f"no key does {action}")


def leads_to(action: Action, typed: str, drawn: Drawn) -> bool:
    """Whether these words ask for ``action``, perhaps after a question."""
    reply = drawn.screen.typed(typed)
    question = drawn.screen.question
    drawn.screen.drop_question()
    if question is not None:
        return action in question.answers.values()
    return not isinstance(reply, list) and same(reply, action)


def same(one: object, other: Action) -> bool:
    if isinstance(one, LayDown) and isinstance(other, LayDown):
        return sorted(one.cards) == sorted(other.cards)
    if isinstance(one, Knock) and isinstance(other, Knock):
        return one.discard == other.discard
    return one == other


def answer(action: Action, drawn: Drawn) -> None:
    """A question that may have come up is answered."""
    over, question = drawn.desk.over, drawn.screen.question
    if over is None:
        return
    assert question is not None
    (word, *_) = [
        word for word, one in question.answers.items() if one and same(one, action)
    ]
    (place,) = [n for n, entry in enumerate(over.entries) if entry.typed == word]
    drawn.press(*["up"] * over.at, *["down"] * place, "enter")


def play(drawn: Drawn, rng: random.Random, kinds: Counter[str]) -> None:
    """Turns in which seat 0 asks by keys for each action that is legal, and does one.

    The other seats do anything.
    """
    rules = drawn.rules
    for _ in range(TURNS):
        view = drawn.guest.view
        if view is None or view.turn is None:
            return
        legal = list(rules.legal(drawn.state, view.turn))
        action = rng.choice(legal)
        if view.turn == 0:
            few = rng.sample(legal, min(4, len(legal)))
            for one in [*few, action]:
                ask_for(one, drawn)
                asked = drawn.asked.pop()
                assert same(asked, one), (asked, one)
                kinds[type(one).__name__] += 1
        drawn.happens(action)


def test_with_cards() -> None:
    kinds: Counter[str] = Counter()
    for number, game in enumerate(GAMES.values()):
        rng = random.Random(number)
        seats = max(2, min(game.seats))
        state, events = started(game, rng, seats)
        play(seen(state, *events, rules=game), rng, kinds)
    assert set(kinds) >= {"Draw", "LayDown", "LayOff", "Discard"}, kinds


def started(game: Basic, rng: random.Random, seats: int) -> tuple[object, tuple[()]]:
    return game.deal(seats, shuffled(game, rng), 0), ()


@pytest.mark.parametrize("preset", sorted(GINS))
def test_with_gin(preset: str) -> None:
    rng, game = random.Random(preset), GINS[preset]
    deck = list(range(52))
    rng.shuffle(deck)
    state = game.deal(2, deck, 1)
    play(seen(state, rules=game), rng, Counter())


WILD = Basic(
    preset="all",
    jokers=2,
    joker_steal="natural",
    discard_dive=True,
    rearrange_melds=True,
    call_rummy=True,
)


def test_rare_things_with_cards() -> None:
    hand = "J 6H KC 2S"
    state = dealt([hand, "3D 5D"], melds=["7H 8H 9H"], phase="play", game=WILD)
    drawn = seen(state, rules=WILD)
    view = drawn.guest.view
    assert isinstance(view, View)
    for action in WILD.legal(state, 0):
        ask_for(action, drawn)
        assert same(drawn.asked.pop(), action)


def test_a_knock_with_a_chosen_arrangement() -> None:
    hand = "4S 5S 6S 4H 5H 6H 4D 5D 6D 2C KD"
    state = gin([hand, "2S 3S TS JD QD 3H 9H TH JH QC"], upcard="JC", phase="play")
    drawn = seen(state, rules=GINS["gin_cgio"])
    view = drawn.guest.view
    assert isinstance(view, View)
    assert len({spread.discard for spread in view.may_knock}) < len(view.may_knock)
    for spread in view.may_knock:
        drawn.press("escape")
        (knock,) = [choice for choice in drawn.desk.choices if choice.key == "k"]
        typed = f"knock {spread.discard}"
        chooses(knock, typed, drawn)
        action = Knock(spread.discard, spread.melds)
        if drawn.desk.over is not None:
            question = drawn.screen.question
            assert question is not None
            (word,) = [w for w, one in question.answers.items() if one == action]
            drawn.press(word)
        assert drawn.asked.pop() == action


# Tiles


def lays(target: Rearrange, drawn: Drawn) -> None:
    """The table is made the wanted one, set by set, out of single tiles."""
    desk = drawn.desk
    draft = desk.draft
    assert draft is not None
    left = Counter(tuple(one) for one in draft.sets)
    for tiles in target.table:
        if left[tiles]:
            left[tiles] -= 1
            continue
        keep = Counter(target.table)
        drawn.press("escape")
        for tile in tiles:
            pick_tile(tile, keep, drawn)
        drawn.press("n")
    drawn.press("c")


def pick_tile(tile: str, keep: Counter[tuple[str, ...]], drawn: Drawn) -> None:
    """Of a set that is not to stay if it is there, else of the rack."""
    desk = drawn.desk
    draft = desk.draft
    assert draft is not None
    lying = [
        (number, place)
        for number, one in enumerate(draft.sets, 1)
        if not keep[tuple(one)]
        for place, other in enumerate(one)
        if other == tile and (number, place) not in desk.picks.picked
    ]
    if bool(lying) != desk.picks.active:
        drawn.press("tab")
    if lying:
        while desk.picks.at != lying[0]:
            drawn.press("right")
    else:
        row, picked = desk.holding.row, desk.holding.picked
        places = (n for n in range(len(row)) if row[n] == tile and n not in picked)
        goes_to(next(places), drawn)
    drawn.press("space")


def test_with_tiles() -> None:
    kinds: Counter[str] = Counter()
    for number in range(6):
        rng = random.Random(number)
        drawn = seen(shuffled_tiles(rng, seats=2), rules=OFFICIAL)
        for _ in range(TURNS):
            view = drawn.guest.view
            if view is None or view.turn is None:
                break
            action = lively_tiles(rng, drawn.state, OFFICIAL)
            if view.turn == 0:
                asks_with_tiles(action, drawn)
                kinds[type(action).__name__] += 1
            drawn.happens(action)
    assert kinds["Rearrange"] > 10 and kinds["Draw"] > 10, kinds


def asks_with_tiles(action: Action, drawn: Drawn) -> None:
    if isinstance(action, Rearrange):
        lays(action, drawn)
        assert drawn.asked, drawn.text()
        asked = drawn.asked.pop()
        assert isinstance(asked, Rearrange)
        assert Counter(map(by_tile, asked.table)) == Counter(map(by_tile, action.table))
    else:
        ask_for(action, drawn)
        assert drawn.asked.pop() == action


def by_tile(tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles))


def test_a_rearrangement_of_the_whole_table() -> None:
    state = laid(["6r 6b", "1r"], "6k 6o 6r", "3b 4b 5b 6b")
    target = Rearrange((("3b", "4b", "5b"), ("6r", "6b", "6k", "6o"), ("6r", "6b")))
    drawn = seen(state, rules=OFFICIAL)
    lays(target, drawn)
    assert not drawn.asked  # two tiles are no set
    assert "because set" in drawn.text()

"""Computer players with cards: legal, alike for alike views, the same again by seed."""

import random
from typing import Any

import pytest
from botplay import Asked, choices, with_secrets_moved
from dealt import dealt
from ginhands import gin
from variety import GAMES

from peer.bots import Bot
from peer.bots.levels import LEVELS, computer_player
from peer.bots.memory import Memory
from peer.contest import contest
from shared.actions import Discard, Draw, Knock, LayDown
from shared.events import Discarded, Drew, HandDealt, LaidDown, Recycled
from shared.reasons import Level
from shared.ruleset import Ruleset, find_ruleset, rulesets
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.gin import PRESETS as GINS
from shared.rulesets.gin import Gin

CGIO, GIN = PRESETS["cgio"], GINS["gin_cgio"]

KINDS: list[Ruleset[Any]] = [
    *GAMES.values(),
    *(one for one in rulesets().values() if one.name == "gin"),
    Gin(preset="only gin", knock_limit=0, big_gin_bonus="off"),
    Gin(preset="late", fiftieth_card_rule=True, oklahoma=True, oklahoma_ace="gin_only"),
]


def player(level: Level, rules: Ruleset[Any], seed: int = 0) -> Bot:
    return computer_player(level, rules, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", KINDS, ids=lambda rules: rules.preset)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game_to_its_end(
    rules: Ruleset[Any], level: Level
) -> None:
    for seed, seats in enumerate({rules.seats[0], rules.seats[-1]}):
        for asked in choices(rules, [level] * seats, seed):
            legal = [*rules.legal(asked.state, asked.seat)]
            assert asked.action in legal or isinstance(asked.action, Knock | LayDown)


@pytest.mark.parametrize(
    "rules", [CGIO, GIN, PRESETS["pagat"]], ids=lambda one: getattr(one, "preset", "")
)
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_player_cannot_see_changes_nothing(
    rules: Ruleset[Any], level: Level
) -> None:
    rng = random.Random(7)
    asked: list[Asked] = [*choices(rules, [level] * 2, 3)]
    compared = 0
    for one in asked[::3]:
        other = with_secrets_moved(one.state, one.seat, rng)
        view = rules.view(other, one.seat)
        if other == one.state or view != one.view:  # it sees all, as after a knock
            continue
        again = player(level, rules, 3)
        *before, last = one.stories
        seen = [each.view for each in asked if each.seat == one.seat]
        for story, earlier in zip(before, seen, strict=False):
            again.choose(earlier, story)
        assert again.choose(view, last) == one.action
        compared += 1
    assert compared > 3


@pytest.mark.parametrize(
    ("rules", "seats"),
    [(CGIO, 3), (GIN, 2)],
    ids=lambda one: getattr(one, "preset", ""),
)
def test_equal_seeds_play_the_same_contest(rules: Ruleset[Any], seats: int) -> None:
    first, again, other = (
        contest(rules, "easy", "master", seats, 3, seed) for seed in (5, 5, 6)
    )
    assert (first.differences, first.reasons) == (again.differences, again.reasons)
    assert first.differences != other.differences


def test_players_that_are_equal_gain_nothing_on_swapped_deals() -> None:
    for rules in (CGIO, GIN):
        assert contest(rules, "hard", "hard", 2, 4, 1).differences == [0] * 4


def test_the_lots_of_the_lowest_level_come_from_its_seed() -> None:
    state = dealt(["KS QH JD TC 2S 3H 5C 7D", "3D 5D"], phase="play")
    view = CGIO.view(state, 0)
    thrown = {seed: player("easy", CGIO, seed).choose(view, ()) for seed in range(20)}
    assert len(set(thrown.values())) > 1
    for seed, action in thrown.items():
        assert player("easy", CGIO, seed).choose(view, ()) == action
        assert isinstance(action, Discard) and action.card in {"KS", "QH", "JD"}


# Going rummy

MELD = "7H 8H 9H"


def basic(
    hand: str,
    other: str = "2C 4C 6S 8C TC QD KC 3S",
    *,
    game: Basic = CGIO,
    level: Level = "master",
) -> object:
    state = dealt([hand, other], phase="play", game=game)
    return player(level, game).choose(game.view(state, 0), ())


def test_melds_are_held_back_while_everybody_has_many_cards() -> None:
    hand = f"{MELD} KS KD 2H 3C 5S JC QC TS"
    for level in ("hard", "master"):
        assert isinstance(basic(hand, level=level), Discard)
    assert isinstance(basic(hand, level="medium"), LayDown)


def test_melds_are_laid_down_when_another_has_few_cards() -> None:
    assert isinstance(basic(f"{MELD} KS KD 2H 3C 5S JC QC TS", "2C 4C"), LayDown)


def test_melds_are_laid_down_when_that_is_all_of_them() -> None:
    assert isinstance(basic(f"{MELD} 4S 4H 4D QS"), LayDown)


def test_nothing_is_held_back_where_one_meld_a_turn_is_allowed() -> None:
    pagat = PRESETS["pagat"]
    story = [HandDealt(1, 0), *[Discarded(0, "AS"), Discarded(1, "AH")] * 4]
    state = dealt([f"{MELD} KS 2H 3C 5S", "2C 4D 6S"], phase="play", game=pagat)
    chosen = player("hard", pagat).choose(pagat.view(state, 0), story)
    assert isinstance(chosen, LayDown)


def test_nothing_is_held_back_when_the_least_hand_wins_soon() -> None:
    app = PRESETS["basicapp"]
    hands = [f"{MELD} KS KD 2H 3C 5S JC QC TS", "2C 4C 6S 8C TC QD KH 3S"]
    late = dealt(hands, phase="play", game=app, stock="AS AH", recycles=2)
    view = app.view(late, 0)
    assert isinstance(player("master", app).choose(view, ()), LayDown)


def test_a_card_that_fits_the_table_is_not_thrown_for_others_to_lay_off() -> None:
    state = dealt(
        ["TH KS 2C 5D 9S 4C", "2D 4D 6S 8C TC"],
        melds=[MELD],
        owners=[1],
        phase="play",
    )
    for level in ("hard", "master"):
        chosen = player(level, CGIO).choose(CGIO.view(state, 0), ())
        assert isinstance(chosen, Discard) and chosen.card == "KS"


# What a player remembers


def test_a_card_of_a_meld_the_next_player_collects_is_kept() -> None:
    ten = "7S 8S 9S 4H 4D KH QH 2C 5C 6D"
    hand = f"{ten} 9C"
    state = gin((hand, "TS JS QS 4S 5H 6H 8C 9D KD AC"), phase="play")
    master = player("master", GIN)
    story = [
        HandDealt(1, 0),
        Drew(1, "discard", "KC"),
        Discarded(1, "2D"),
        Drew(1, "discard", "KS"),
        Discarded(1, "3D"),
    ]
    thrown = master.choose(GIN.view(state, 0), story)
    assert isinstance(thrown, Discard) and thrown.card != "KH"
    unaware = player("master", GIN).choose(GIN.view(state, 0), story[:1])
    assert isinstance(unaware, Discard) and unaware.card in {"KH", "QH"}


def test_a_new_stock_brings_back_what_was_thrown() -> None:
    memory = Memory()
    view = CGIO.view(dealt(["2S 3S", "4S 5S"], upcard="KC"), 0)
    memory.told(view, [HandDealt(1, 0), Discarded(1, "QD"), LaidDown(1, ("AS",), 0)])
    queen, ace = 1 << 13 * 2 + 11, 1
    assert memory.gone & queen and memory.laid == {1}
    assert not memory.unseen(view) & queen
    memory.told(view, [Recycled(20, True)])
    assert memory.unseen(view) & queen and memory.unseen(view) & ace
    memory.told(view, [HandDealt(0, 1)])
    assert not memory.laid and not memory.turns


# The reasons


def test_a_choice_comes_with_its_reason() -> None:
    told = {
        level: {
            one
            for rules, seats in ((CGIO, 3), (GIN, 2))
            for seed in range(6)
            for one in reasons(rules, level, seats, seed)
        }
        for level in LEVELS
    }
    assert {"random", "out"} <= told["easy"]
    assert {"least", "chances", "knock"} <= told["medium"]
    for level in ("hard", "master"):
        assert {"least", "chances", "safe", "held_back", "out"} <= told[level]


def reasons(rules: Ruleset[Any], level: Level, seats: int, seed: int) -> set[object]:
    """The reasons of one hand; every discard and every knock has one."""
    bots = [player(level, rules, seed) for _ in range(seats)]
    found: set[object] = set()
    for asked in choices(rules, [level] * seats, seed):
        bot = bots[asked.seat]
        assert bot.choose(asked.view, asked.stories[-1]) == asked.action
        if isinstance(asked.action, Discard | Knock):
            assert bot.why is not None
            found.add(bot.why)
        elif isinstance(asked.action, Draw):
            assert bot.why is None
    return found


def test_another_game_than_agreed_on_is_refused() -> None:
    tiles = find_ruleset("rummikub")
    state = tiles.deal(2, range(tiles.deck), 0)
    with pytest.raises(Exception, match="^the host plays with tiles where cards were "):
        player("hard", CGIO).choose(tiles.view(state, 0), ())


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_upcard_is_taken_to_knock_however_late_it_is(level: Level) -> None:
    rules = Gin(preset="mine", fiftieth_card_rule=True)
    hand = "7S 8S 9S JH JD 4H 4C 4D 2H QC", "TS JS QS 3D 5H 6H 8C 9D KH AC"
    state = gin(hand, upcard="JC", phase="wall")
    state, _ = rules.apply(state, 0, Draw("discard"))
    view = rules.view(state, 0)
    assert view.may_knock and not view.may_discard
    late = [Discarded(turn % 2, card) for turn, card in enumerate(view.hand * 2)]
    player = computer_player(level, rules, seed=1)
    assert isinstance(player.choose(view, late), Knock)

"""What can be chosen in Basic Rummy, as a person writes it, and what it comes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spoken import described

from shared.errors import OptionError, RummyError
from shared.ruleset import options, rulesets, with_options, written
from shared.rulesets.basic import PRESETS, Basic
from shared.rulesets.basic_options import Options

CGIO = PRESETS["cgio"]
SIX = Basic(preset="six", players=(2, 6), hand_size=(7,), targets=(100,))

CHANGES: dict[str, tuple[Basic, dict[str, str]]] = {
    "players": (SIX, {"players": "2-5"}),
    "hand_size": (CGIO, {"hand_size": "9,7,7"}),
    "targets": (CGIO, {"targets": "500"}),
    "target_choices": (SIX, {"target_choices": "100,300"}),
    "decks": (CGIO, {"decks": "2"}),
    "jokers": (CGIO, {"jokers": "2"}),
    "joker_steal": (Basic(preset="j", jokers=2), {"joker_steal": "natural"}),
    "ace": (CGIO, {"ace": "either"}),
    "ace_value": (Basic(preset="a", ace="either"), {"ace_value": "11"}),
    "min_run": (CGIO, {"min_run": "4"}),
    "max_set": (CGIO, {"max_set": "3"}),
    "same_suit_in_set": (Basic(preset="d", decks=2), {"same_suit_in_set": "on"}),
    "melds_per_turn": (CGIO, {"melds_per_turn": "1"}),
    "layoff_needs_own_meld": (CGIO, {"layoff_needs_own_meld": "on"}),
    "layoffs_per_turn": (CGIO, {"layoffs_per_turn": "1"}),
    "rearrange_melds": (CGIO, {"rearrange_melds": "on"}),
    "call_rummy": (CGIO, {"call_rummy": "on"}),
    "discard_dive": (CGIO, {"discard_dive": "on"}),
    "redraw_discard_forbidden": (CGIO, {"redraw_discard_forbidden": "off"}),
    "final_discard_required": (CGIO, {"final_discard_required": "on"}),
    "last_discard_face_down": (CGIO, {"last_discard_face_down": "off"}),
    "max_recycles": (CGIO, {"max_recycles": "unlimited"}),
    "recycle_order": (CGIO, {"recycle_order": "turn_over"}),
    "recycle_top": (CGIO, {"recycle_top": "keep"}),
    "exhaust": (CGIO, {"exhaust": "end_of_turn"}),
    "exhaust_result": (CGIO, {"exhaust_result": "lowest_wins"}),
    "stalemate_detection": (CGIO, {"stalemate_detection": "off"}),
    "max_idle_turns": (CGIO, {"max_idle_turns": "50"}),
    "scoring": (CGIO, {"scoring": "penalty"}),
    "going_rummy": (CGIO, {"going_rummy": "flat10"}),
    "next_deal": (CGIO, {"next_deal": "winner"}),
}
"For every option a game and a change of it alone."


def test_every_option_has_a_change() -> None:
    assert list(CHANGES) == list(options(CGIO))


@pytest.mark.parametrize("name", CHANGES)
def test_every_option_is_read_and_changes_a_sentence(name: str) -> None:
    game, change = CHANGES[name]
    changed = with_options(game, change)
    assert changed != game
    assert options(changed) == {**options(game), **change_as_written(change)}
    old, new = described(game), described(changed)
    assert [line for line in new if line not in old]


def change_as_written(change: dict[str, str]) -> dict[str, str]:
    return {name: text.replace("-", ",") for name, text in change.items()}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ace", ["low", "either", "corner"]),
        ("going_rummy", ["off", "double", "flat10"]),
        ("recycle_top", ["include", "keep", "turn_up"]),
        ("max_recycles", ["0", "1", "2", "3", "unlimited"]),
        ("layoffs_per_turn", ["0", "1", "2", "unlimited"]),
        ("next_deal", ["clockwise", "alternate", "winner"]),
    ],
)
def test_every_value_has_a_sentence_of_its_own(name: str, values: list[str]) -> None:
    two = Basic(preset="two", players=(2, 2), hand_size=(10,), targets=(100,))
    told = [tuple(described(with_options(two, {name: value}))) for value in values]
    assert len(set(told)) == len(values)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_are_short_plain_sentences(preset: str) -> None:
    lines = described(rulesets()[preset])
    assert len(lines) == len(set(lines)) > 20
    for line in lines:
        assert line.endswith(".") and line[0].isupper() or line[0].isdigit()
        assert len(line) < 130 and line.isascii() and "_" not in line


def test_what_is_in_force_is_said_word_for_word() -> None:
    app = described(PRESETS["basicapp"])
    assert app[0] == "2 people play."
    assert (
        "You lay off on the melds of others only when you have one of your own." in app
    )
    assert "The points to play to may be chosen from these: 100, 300, 500." in app
    assert (
        "When the stock is empty the discard pile is turned over, at most 2 times."
        in app
    )
    cgio = described(CGIO)
    assert "With 2 players each is dealt 10 cards." in cgio
    assert "With 3-4 players each is dealt 7 cards." in cgio
    assert "With 4 players somebody with 300 points ends the match." in cgio


@pytest.mark.parametrize("preset", PRESETS)
def test_written_options_give_the_same_game(preset: str) -> None:
    game = PRESETS[preset]
    assert with_options(game, options(game)) == game
    assert with_options(game, {}) == game


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("melds_per_turn", "1", 1),
        ("melds_per_turn", "unlimited", None),
        ("layoffs_per_turn", "off", None),
        ("discard_dive", "on", True),
        ("discard_dive", "Yes", True),
        ("discard_dive", "TRUE", True),
        ("stalemate_detection", "no", False),
        ("ace", " Corner ", "corner"),
        ("decks", "2", 2),
        ("hand_size", "9/8/7", (9, 8, 7)),
        ("hand_size", "9,8,7", (9, 8, 7)),
        ("hand_size", "7", (7,)),
        ("target_choices", "none", ()),
    ],
)
def test_people_may_write_values_in_several_ways(
    name: str, text: str, value: object
) -> None:
    assert getattr(with_options(CGIO, {name: text}), name) == value


def test_the_choice_of_targets() -> None:
    app = PRESETS["basicapp"]
    for target in (100, 300, 500):
        assert with_options(app, {"targets": str(target)}).target(2) == target


ALL = ", ".join(options(CGIO))

UNREADABLE = [
    (
        "meldsperturn",
        "1",
        "there is no option 'meldsperturn': did you mean melds_per_turn?",
    ),
    (
        "Max-Recycles",
        "1",
        "there is no option 'Max-Recycles': did you mean max_recycles?",
    ),
    ("zzz", "1", f"there is no option 'zzz': choose from {ALL}"),
    ("preset", "x", f"there is no option 'preset': choose from {ALL}"),
    ("ace", "high", "ace cannot be 'high': choose low, either or corner"),
    ("ace_value", "12", "ace_value cannot be '12': choose 1, 11 or 15"),
    ("decks", "3", "decks cannot be '3': choose 1 or 2"),
    ("max_recycles", "-1", "max_recycles cannot be '-1': write a number or unlimited"),
    ("jokers", "few", "jokers cannot be 'few': write a number"),
    ("jokers", "unlimited", "jokers cannot be 'unlimited': write a number"),
    ("jokers", "\u0663", "jokers cannot be '\u0663': write a number"),
    ("jokers", "9" * 7, "jokers cannot be '9999999': write a number"),
    ("discard_dive", "maybe", "discard_dive cannot be 'maybe': write on or off"),
    ("players", "2", "players cannot be '2': write two numbers, such as 2-4"),
    ("players", "2-3-4", "players cannot be '2-3-4': write two numbers, such as 2-4"),
    (
        "hand_size",
        "ten",
        "hand_size cannot be 'ten': write numbers with commas, such as 10,7,7",
    ),
]


@pytest.mark.parametrize(("name", "text", "sentence"), UNREADABLE)
def test_what_cannot_be_read_is_refused_with_what_can(
    name: str, text: str, sentence: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        with_options(CGIO, {name: text})
    assert str(refusal.value) == sentence


THREE = "must be one number, or 3 numbers, for 2 to 4 players: set it too"
SIXES = (
    "hand_size and targets must be one number, or 5 numbers, for 2 to 6 players: "
    "set them too"
)

CONTRADICTIONS: list[tuple[dict[str, object], str]] = [
    ({"players": (1, 4)}, "the players must be two or more, the fewest first"),
    ({"players": (4, 2)}, "the players must be two or more, the fewest first"),
    ({"hand_size": (10, 7)}, f"hand_size {THREE}"),
    ({"targets": (100, 200)}, f"targets {THREE}"),
    ({"hand_size": ()}, f"hand_size {THREE}"),
    ({"targets": ()}, f"targets {THREE}"),
    ({"players": (2, 6)}, SIXES),
    (
        {"players": (3, 3), "targets": (100,)},
        "hand_size must be one number for 3 players: set it too",
    ),
    (
        {"hand_size": (10, 7, 13)},
        "4 players cannot have 13 cards each: set hand_size to 1 to 12 for them",
    ),
    (
        {"hand_size": (26, 7, 7)},
        "2 players cannot have 26 cards each: set hand_size to 1 to 25 for them",
    ),
    (
        {"hand_size": (10, 0, 7)},
        "3 players cannot have 0 cards each: set hand_size to 1 to 16 for them",
    ),
    (
        {"hand_size": (14,)},
        "4 players cannot have 14 cards each: set hand_size to 1 to 12 for them",
    ),
    ({"targets": (100, 0, 300)}, "targets must be 1 or more"),
    ({"max_recycles": -1}, "max_recycles must be 0 or more"),
    ({"max_idle_turns": 0}, "max_idle_turns must be 1 or more"),
    ({"melds_per_turn": 0}, "melds_per_turn must be 1 or more"),
    ({"layoffs_per_turn": -1}, "layoffs_per_turn must be 0 or more"),
    ({"jokers": 5}, "jokers must be 0 to 4"),
    ({"joker_steal": "natural"}, "joker_steal=natural needs jokers: set jokers too"),
    (
        {"same_suit_in_set": True},
        "same_suit_in_set needs a second deck: set decks=2 too",
    ),
    ({"min_run": 2}, "min_run must be 3 to 13"),
    ({"min_run": 14}, "min_run must be 3 to 13"),
    ({"max_set": 2}, "max_set must be 3 to 4"),
    ({"max_set": 5}, "max_set must be 3 to 4"),
    ({"max_set": 5, "decks": 2}, "max_set must be 3 to 4"),
    (
        {"max_set": 9, "decks": 2, "same_suit_in_set": True},
        "max_set must be 3 to 8",
    ),
    ({"ace_value": 11}, "an ace that counts 11 needs ace=either or ace=corner"),
    (
        {"layoffs_per_turn": 0, "layoff_needs_own_meld": True},
        "with layoffs_per_turn=0 nobody lays off: leave layoff_needs_own_meld off",
    ),
    (
        {"layoffs_per_turn": 0, "jokers": 2, "joker_steal": "natural"},
        "a joker is taken by a lay-off, and layoffs_per_turn=0 allows none",
    ),
    (
        {"layoffs_per_turn": 0, "rearrange_melds": True},
        "cards are moved to lay off, and layoffs_per_turn=0 allows no lay-off",
    ),
    (
        {"layoffs_per_turn": 0, "call_rummy": True},
        "to call rummy is to lay off, and layoffs_per_turn=0 allows none",
    ),
    (
        {"next_deal": "alternate"},
        "next_deal=alternate is for two players: choose clockwise",
    ),
    (
        {"target_choices": (100, 300, 500)},
        "the target must be 100, 300 or 500 in this game",
    ),
    ({"target_choices": (7,)}, "the target must be 7 in this game"),
]


@pytest.mark.parametrize(("options", "sentence"), CONTRADICTIONS)
def test_options_that_make_no_game_are_refused(
    options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        Basic(preset="mine", **options)  # type: ignore[arg-type]
    assert str(refusal.value) == sentence
    assert isinstance(refusal.value, RummyError) and isinstance(
        refusal.value, ValueError
    )


def test_a_change_that_makes_no_game_is_refused_too() -> None:
    with pytest.raises(OptionError) as refusal:
        with_options(PRESETS["basicapp"], {"targets": "200"})
    assert str(refusal.value) == "the target must be 100, 300 or 500 in this game"
    with pytest.raises(OptionError) as refusal:
        with_options(CGIO, {"players": "2-6"})
    assert str(refusal.value) == SIXES
    app = PRESETS["basicapp"]
    with pytest.raises(OptionError) as refusal:
        with_options(app, {"hand_size": "10,7"})
    assert str(refusal.value) == (
        "hand_size must be one number for 2 players: set it too"
    )


@given(
    st.dictionaries(
        st.sampled_from(list(options(CGIO))),
        st.one_of(st.text(max_size=8), st.integers(-2, 9).map(str)),
        max_size=3,
    )
)
def test_whatever_is_written_is_a_game_or_refused(changes: dict[str, str]) -> None:
    try:
        game = with_options(CGIO, changes)
    except OptionError as refusal:
        assert str(refusal)
    else:
        assert all(written(getattr(game, name)) for name in changes)
        assert described(game)


def test_the_named_games_differ_as_the_books_do() -> None:
    assert list(PRESETS) == ["cgio", "pagat", "bicycle", "basicapp"]
    assert all(game.preset == name for name, game in PRESETS.items())
    pagat, bicycle, app = (PRESETS[name] for name in list(PRESETS)[1:])
    assert (pagat.melds_per_turn, bicycle.melds_per_turn) == (1, None)
    assert (pagat.going_rummy, bicycle.going_rummy) == ("off", "double")
    assert (pagat.max_recycles, app.max_recycles) == (None, 2)
    assert (app.layoff_needs_own_meld, app.exhaust_result) == (True, "lowest_wins")
    assert bicycle.next_deal == "winner"
    assert isinstance(CGIO, Options)

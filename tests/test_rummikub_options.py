"""What can be chosen about Rummikub, and how it is told."""

import msgspec
import pytest
from msgspec.structs import replace
from spoken import described
from tiled import OFFICIAL, STRICT, TOURNAMENT

from shared.errors import OptionError, RummyError
from shared.ruleset import rulesets
from shared.rulesets.rummikub import PRESETS, Rummikub

BOUND = replace(OFFICIAL, preset="mine", joker_set_manipulable=False)

NO_EFFECT = (
    "has no effect while joker_set_manipulable is on: turn that off, or leave this as "
    "it is"
)


def test_the_presets_are_known_by_name() -> None:
    assert list(PRESETS) == [
        "rk_official",
        "rk_classic",
        "rk_tournament",
        "rk_sabra_strict",
    ]
    for name, game in PRESETS.items():
        assert rulesets()[name] is game
        assert (game.preset, game.name) == (name, "rummikub")


def test_the_presets_differ_as_they_should() -> None:
    def changed(name: str) -> dict[str, object]:
        game = msgspec.structs.asdict(PRESETS[name])
        base = msgspec.structs.asdict(OFFICIAL)
        return {k: v for k, v in game.items() if v != base[k] and k != "preset"}

    assert changed("rk_classic") == {"pool_end": "one_more_turn"}
    assert changed("rk_tournament") == {
        "turn_seconds": 40,
        "timeout_untouched": 3,
        "joker_group3": "both",
        "joker_set_manipulable": False,
        "joker_rack_value": 100,
        "pool_end": "one_more_turn",
        "never_opened_penalty": (100, 200),
    }
    assert changed("rk_sabra_strict") == {
        "turn_seconds": 120,
        "joker_retrieve_from": "matching",
        "joker_set_manipulable": False,
        "joker_reuse": "new_set",
    }


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        (OFFICIAL, {"initial_meld": 0}, "initial_meld must be 1 to 100"),
        (OFFICIAL, {"initial_meld": 101}, "initial_meld must be 1 to 100"),
        (OFFICIAL, {"turn_seconds": -1}, "turn_seconds must be 0 or more"),
        (OFFICIAL, {"timeout_untouched": -1}, "timeout_untouched must be 0 or more"),
        (
            OFFICIAL,
            {"timeout_mid_manipulation": -1},
            "timeout_mid_manipulation must be 0 or more",
        ),
        (OFFICIAL, {"joker_rack_value": -1}, "joker_rack_value must be 0 or more"),
        (OFFICIAL, {"max_jokers_per_set": 3}, "max_jokers_per_set must be 1 to 2"),
        (OFFICIAL, {"max_jokers_per_set": 0}, "max_jokers_per_set must be 1 to 2"),
        (
            OFFICIAL,
            {"never_opened_penalty": (-1, 5)},
            "never_opened_penalty must be 0 or more",
        ),
        (
            OFFICIAL,
            {"never_opened_penalty": (200, 100)},
            "never_opened_penalty must not be less for one who was able to open",
        ),
        (
            OFFICIAL,
            {"open_then_manipulate": True, "initial_from_rack_only": False},
            "open_then_manipulate is for initial_from_rack_only: without that the "
            "first sets may use the table anyway",
        ),
        (
            OFFICIAL,
            {"joker_retrieve_from": "matching"},
            f"joker_retrieve_from {NO_EFFECT}",
        ),
        (OFFICIAL, {"joker_group3": "both"}, f"joker_group3 {NO_EFFECT}"),
        (OFFICIAL, {"joker_reuse": "new_set"}, f"joker_reuse {NO_EFFECT}"),
        (
            TOURNAMENT,
            {"joker_set_manipulable": True},
            f"joker_group3 {NO_EFFECT}",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: Rummikub, options: dict[str, object], why: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        replace(game, **options)
    assert str(refusal.value) == why
    assert isinstance(refusal.value, RummyError) and isinstance(
        refusal.value, ValueError
    )


OTHERS: dict[str, object] = {
    "initial_meld": 50,
    "initial_from_rack_only": False,
    "open_then_manipulate": True,
    "turn_seconds": 0,
    "timeout_untouched": 2,
    "timeout_mid_manipulation": 5,
    "voluntary_draw": False,
    "joker_retrieve_from": "rack",
    "joker_group3": "both",
    "joker_set_manipulable": False,
    "joker_reuse": "new_set",
    "joker_rack_value": 50,
    "pool_end": "one_more_turn",
    "pool_out_scoring": "no_score",
    "pool_out_tie": "share",
    "max_jokers_per_set": 1,
    "never_opened_penalty": (100, 200),
}


def test_every_option_changes_a_sentence() -> None:
    fields = set(Rummikub.__struct_fields__) - {"preset"}
    assert fields == set(OTHERS)
    for name, other in OTHERS.items():
        bound = name in ("joker_retrieve_from", "joker_group3", "joker_reuse")
        game = BOUND if bound else OFFICIAL
        changed = replace(game, **{name: other})
        assert described(changed) != described(game), name


def test_every_way_to_free_a_joker_has_a_sentence() -> None:
    ways = ("rack_or_table", "rack", "matching")
    told = {tuple(described(replace(BOUND, joker_retrieve_from=way))) for way in ways}
    assert len(told) == 3


def test_the_rules_of_the_strict_game() -> None:
    assert described(STRICT)[3:] == [
        "Your first sets must count at least 30 and be made of your rack alone.",
        "From your next turn on you may use the table.",
        "You may draw even if you could play.",
        "A joker stands for any tile, and counts as that in your first sets.",
        "A set has at most 2 jokers.",
        "A set with a joker may be added to, but not be taken apart.",
        "The tile that it stands for, from your rack or the table, frees a joker.",
        "In a group of three either missing colour will do.",
        "You have to play it in the same turn, in another set.",
        "A turn may take 120 seconds, unless the table has another clock.",
        "When the time is up you draw 1 tile.",
        "If you had begun to move tiles by then, they all go back and you draw 3 "
        "tiles.",
        "The first empty rack wins; everybody else pays the winner what his tiles "
        "count, a joker 30.",
        "When the pool is empty, play goes on until everybody has passed in a row.",
        "If nobody is out then, the lowest rack wins; everybody else pays the winner "
        "the difference.",
        "If several are the lowest, the one with fewer tiles wins, then the one who "
        "was earlier in turn.",
        "A match is as many hands as there are players; who wins most hands wins it, "
        "and of those who has most points.",
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_sentences(preset: str) -> None:
    for line in described(PRESETS[preset]):
        assert line[0].isupper() and line.endswith(".") and line.isascii()

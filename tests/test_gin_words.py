"""The rules of gin in force, in sentences: every option makes a difference."""

import pytest
from ginhands import CGIO, OKLAHOMA
from msgspec.structs import replace
from spoken import described

from shared.rulesets.gin import PRESETS, Gin

OPEN = Gin(preset="open", redraw_discard_forbidden=False)

CHANGES: list[tuple[Gin, dict[str, object]]] = [
    (CGIO, {"knock_limit": 5}),
    (CGIO, {"knock_limit": 0}),
    (CGIO, {"oklahoma": True}),
    (OKLAHOMA, {"oklahoma_ace": "gin_only"}),
    (OKLAHOMA, {"spade_doubles": True}),
    (CGIO, {"gin_bonus": 20}),
    (CGIO, {"undercut_bonus": 10}),
    (CGIO, {"big_gin_bonus": 50}),
    (CGIO, {"big_gin_bonus": "off"}),
    (CGIO, {"undercut_on_tie": False}),
    (CGIO, {"layoff_against_gin": True}),
    (CGIO, {"redraw_discard_forbidden": False}),
    (CGIO, {"stock_dead_at": 1}),
    (CGIO, {"stock_dead_at": 0}),
    (CGIO, {"fiftieth_card_rule": True}),
    (CGIO, {"max_upcard_draws": 21}),
    (OPEN, {"max_returned": 1}),
    (OPEN, {"max_returned": 2}),
    (CGIO, {"targets": (250,)}),
    (CGIO, {"game_bonus": 100}),
    (CGIO, {"box_bonus": 20}),
    (CGIO, {"shutout_bonus": 100}),
    (CGIO, {"shutout_doubles": True}),
    (CGIO, {"next_deal": "winner"}),
    (CGIO, {"next_deal": "alternate"}),
    (CGIO, {"dead_hand_dealer": "alternate"}),
]


@pytest.mark.parametrize(("game", "change"), CHANGES)
def test_every_option_changes_a_sentence(game: Gin, change: dict[str, object]) -> None:
    assert described(replace(game, **change)) != described(game)


def test_no_option_is_left_out() -> None:
    changed = {name for _, change in CHANGES for name in change}
    assert changed | {"preset"} == set(Gin.__struct_fields__)


@pytest.mark.parametrize("game", PRESETS.values(), ids=PRESETS)
def test_they_are_short_plain_sentences(game: Gin) -> None:
    for line in described(game):
        assert line.isascii() and line[0].isupper() and line.endswith(".")
        assert len(line) <= 170
    assert len(set(described(game))) == len(described(game))


def test_the_game_of_cardgames_io() -> None:
    assert described(CGIO) == [
        "Two players have ten cards each, and one card is turned up.",
        "The ace is low and counts 1; king, queen and jack count 10.",
        "First the dealer's opponent and then the dealer may take the upcard. "
        "If both pass, the dealer's opponent draws from the stock.",
        "In a turn you draw a card, then discard one or knock.",
        "The upcard you took may not be discarded in the same turn.",
        "When the upcard is taken 50 times after the opening, "
        "the hand is over and nobody scores.",
        "You may knock if your unmatched cards count 10 or less.",
        "Gin is a knock without unmatched cards.",
        "After a knock the opponent may lay off cards on the knocker's melds.",
        "Nothing is laid off on gin.",
        "When a turn leaves 2 cards in the stock and nobody has knocked, "
        "the hand is over and nobody scores.",
        "A knock scores the difference between the unmatched cards of both.",
        "Gin scores what the opponent has left and 25.",
        "Big gin, all eleven cards melded, scores what the opponent has left and 31.",
        "An opponent with less than the knocker undercuts, which scores the "
        "difference and 25.",
        "With the same it is an undercut too.",
        "The first to reach 100 points wins the match.",
        "The loser of a hand deals the next one.",
        "After a hand nobody has won, the same player deals again.",
    ]


def test_numbers_are_said_right() -> None:
    lines = described(replace(CGIO, max_upcard_draws=1))
    assert any(line.startswith("When the upcard is taken after") for line in lines)
    lines = described(replace(CGIO, stock_dead_at=1))
    assert any(line.startswith("When a turn leaves 1 card in") for line in lines)

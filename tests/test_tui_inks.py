"""Colours can be read on their ground, and told apart."""

from itertools import combinations

import pytest

from peer.tui.inks import Deck, Theme, pairs, style

THEMES: list[Theme] = ["dark", "light"]
DECKS: list[Deck] = ["four", "two", "safe", "ascii"]


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_every_pair_has_contrast(theme: Theme, deck: Deck) -> None:
    poor = {
        look: contrast(look.ink, look.ground)
        for look in pairs(theme, deck)
        if contrast(look.ink, look.ground) < 4.5
    }
    assert poor == {}


def test_suits_have_the_colours_of_the_deck() -> None:
    suits = {
        deck: {style(f"paper:{suit}", "dark", deck).ink for suit in "SHDC"}
        for deck in DECKS
    }
    assert {deck: len(inks) for deck, inks in suits.items()} == {
        "four": 4,
        "two": 2,
        "safe": 4,
        "ascii": 4,
    }


def test_what_is_under_the_cursor_is_underlined_too() -> None:
    assert style("picked+:7r"[:8] + "r", "dark", "four").underline
    assert not style("picked:r", "dark", "four").underline


@pytest.mark.parametrize("theme", THEMES)
def test_papers_differ(theme: Theme) -> None:
    papers = [
        style(f"{paper}:S", theme, "four").ground for paper in ("paper", "picked")
    ]
    assert all(one != other for one, other in combinations(papers, 2))

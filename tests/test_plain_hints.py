"""What the adviser would do, said in a line."""

from collections.abc import Sequence

import pytest
from dealt import dealt
from seated import at

from peer.bots import Bot
from peer.bots.medium import Medium
from shared.actions import Action, Discard, Draw, LayDown, LayOff
from shared.events import Event
from shared.view import AnyView


class Says(Bot):
    """An adviser of one opinion."""

    def __init__(self, action: Action) -> None:
        self.action = action

    def choose(self, view: AnyView, events: Sequence[Event]) -> Action:
        return self.action


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Draw("stock"), "Hint: draw from the stock."),
        (Draw("discard"), "Hint: take KD from the discard pile."),
        (LayDown(("7H", "8H", "9H")), "Hint: lay down 7H 8H 9H."),
        (LayOff("4C", 1), "Hint: lay off 4C on meld 2."),
        (Discard("KC"), "Hint: discard KC."),
    ],
)
def test_a_hint_is_what_the_adviser_would_do(action: Action, told: str) -> None:
    player = at(dealt(["2S KC", "3D 5D"], upcard="KD"), adviser=Says(action))
    assert player.types("hint") == [told]


def test_a_hint_of_a_real_player() -> None:
    state = dealt(["7H 8H 9H 2S KC", "3D 5D"], phase="play")
    assert at(state, adviser=Medium()).types("hint") == ["Hint: lay down 7H 8H 9H."]


def test_hints_are_for_ones_own_turn() -> None:
    waiting = at(dealt(["2S KC", "3D 5D"], turn=1), adviser=Medium())
    assert waiting.types("hint") == ["A hint is for your own turn."]
    assert at(dealt(["2S KC", "3D 5D"])).types("hint") == [
        "Nobody gives hints at this table."
    ]

"""The options of Gin Rummy, and what they make of a match."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shared.cards import DECK
from shared.errors import OptionError
from shared.events import Bonus, HandEnded, Seat
from shared.melds import VALUES

HAND = 10
"Cards dealt to each."

_MOST_DEAD = DECK - 2 * HAND - 2
"More would leave no card to draw."


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people agree on before they play.

    Raises:
        OptionError: If the options contradict each other.
    """

    preset: str

    knock_limit: int = 10
    "What unmatched cards may count at most to knock; 0: only gin ends the play."

    oklahoma: bool = False
    "The value of the first upcard is the limit, where it is lower."

    oklahoma_ace: Literal["one", "gin_only"] = "one"
    "What an ace makes of the limit: 1, or nothing but gin."

    spade_doubles: bool = False
    "Oklahoma: a spade as the first upcard doubles what the hand is worth."

    gin_bonus: int = 25
    undercut_bonus: int = 25

    big_gin_bonus: int | Literal["off"] = 31
    "For eleven melded cards; off: there is no big gin."

    undercut_on_tie: bool = True
    "Equal deadwood is an undercut; otherwise nobody scores."

    layoff_against_gin: bool = False
    "The opponent may lay off on gin and big gin too."

    redraw_discard_forbidden: bool = True
    "The upcard that was taken may not be discarded the same turn, nor to knock."

    stock_dead_at: int = 2
    "The hand is over when a turn leaves so many cards in the stock and no knock."

    fiftieth_card_rule: bool = False
    "At that point the last discard may still be taken, but only to knock with it."

    max_upcard_draws: int = 50
    "To take the upcard so often in a hand, after the opening, ends it without score."

    max_returned: int | None = None
    "To take the upcard and discard it, so many turns in a row, does that too."

    targets: tuple[int, ...] = (100,)
    "The score that ends a match; one number, as two play."

    game_bonus: int = 0
    "For whoever reaches the target, added when the match is over."

    box_bonus: int = 0
    "For each hand won, to both players, added when the match is over."

    shutout_bonus: int = 0
    "For whoever reaches the target while the other has no point."

    shutout_doubles: bool = False
    "In that case all the winner has, the bonuses too, counts twice."

    next_deal: Literal["loser", "winner", "alternate"] = "loser"
    "Who deals the hand after one that somebody won."

    dead_hand_dealer: Literal["same", "alternate"] = "same"
    "Who deals the hand after one that nobody won."

    def __post_init__(self) -> None:
        self._check_numbers()
        if self.oklahoma_ace == "gin_only" and not self.oklahoma:
            raise OptionError("ace_needs_oklahoma")
        if self.spade_doubles and not self.oklahoma:
            raise OptionError("spades_need_oklahoma")
        if self.max_returned is not None and self.redraw_discard_forbidden:
            raise OptionError("returned_is_forbidden")
        if self.shutout_bonus and self.shutout_doubles:
            raise OptionError("one_shutout")

    def _check_numbers(self) -> None:
        for name in ("knock_limit", "stock_dead_at", *_BONUSES):
            if getattr(self, name) != "off" and getattr(self, name) < 0:
                raise OptionError("least", name=name, least=0)
        for name in ("max_upcard_draws", "max_returned"):
            if getattr(self, name) is not None and getattr(self, name) < 1:
                raise OptionError("least", name=name, least=1)
        if len(self.targets) != 1 or self.targets[0] < 1:
            raise OptionError("one_target")
        if self.knock_limit > 10:
            raise OptionError("most", name="knock_limit", most=10)
        if self.stock_dead_at > _MOST_DEAD:
            raise OptionError("most", name="stock_dead_at", most=_MOST_DEAD)

    @property
    def name(self) -> str:
        """See :class:`~shared.ruleset.Ruleset`."""
        return "gin"

    @property
    def seats(self) -> range:
        """Two."""
        return range(2, 3)

    @property
    def lowest_wins(self) -> bool:
        """Whether few points are good."""
        return False

    @property
    def deck(self) -> int:
        """How many cards a deal takes."""
        return DECK

    def limit(self, upcard: int) -> int:
        """What may be left over to knock, in a hand that begins with ``upcard``.

        (pagat.com, Gin Rummy: knocking; Oklahoma, pagat.com; gin only: OpenSpiel.)
        """
        if not self.oklahoma:
            return self.knock_limit
        value = VALUES[upcard]
        if value == 1 and self.oklahoma_ace == "gin_only":
            return 0
        return min(value, self.knock_limit)

    def doubles(self, upcard: int) -> bool:
        """Whether a hand that begins with ``upcard`` counts twice.

        (Oklahoma: jdh8/gin-rummy.)
        """
        return self.spade_doubles and upcard < 13

    def target(self, seats: int) -> int:
        """The score that ends a match (pagat.com, Gin Rummy: the game)."""
        return self.targets[0]

    def next_dealer(self, dealer: Seat, result: HandEnded, seats: int) -> Seat:
        """The one whom the options name; seats are 0 and 1.

        (pagat.com, Gin Rummy: the deal, dead hand; alternate: own.)
        """
        if result.winner is None:
            return dealer if self.dead_hand_dealer == "same" else 1 - dealer
        if self.next_deal == "alternate":
            return 1 - dealer
        return result.winner if self.next_deal == "winner" else 1 - result.winner

    def bonuses(self, scores: Sequence[int], wins: Sequence[int]) -> tuple[Bonus, ...]:
        """Boxes for both; the game, and a shutout, for whoever reached the target.

        (pagat.com, Gin Rummy: game, box and shutout bonuses; doubled: jdh8/gin-rummy.)
        """
        found = [
            Bonus(seat, "boxes", self.box_bonus * won) for seat, won in enumerate(wins)
        ]
        most = max(scores)
        winner = scores.index(most)
        if most >= self.targets[0]:
            found.append(Bonus(winner, "game", self.game_bonus))
            if scores[1 - winner] == 0:
                extra = self.shutout_bonus
                if self.shutout_doubles:
                    extra = most + sum(b.points for b in found if b.seat == winner)
                found.append(Bonus(winner, "shutout", extra))
        return tuple(bonus for bonus in found if bonus.points)


_BONUSES = (
    "gin_bonus",
    "undercut_bonus",
    "big_gin_bonus",
    "game_bonus",
    "box_bonus",
    "shutout_bonus",
)

_PAGAT = Options(
    preset="gin_pagat",
    gin_bonus=20,
    undercut_bonus=10,
    big_gin_bonus="off",
    game_bonus=100,
    box_bonus=20,
    shutout_bonus=100,
)

PRESETS: dict[str, Options] = {
    "gin_cgio": Options(preset="gin_cgio"),
    "gin_pagat": _PAGAT,
    "gin_modern": Options(
        preset="gin_modern",
        game_bonus=100,
        box_bonus=25,
        shutout_doubles=True,
        next_deal="winner",
    ),
    "gin_oklahoma": replace(_PAGAT, preset="gin_oklahoma", oklahoma=True),
    "gin_openspiel": Options(
        preset="gin_openspiel",
        big_gin_bonus="off",
        undercut_on_tie=False,
        redraw_discard_forbidden=False,
        fiftieth_card_rule=True,
        max_returned=2,
    ),
}
"""``gin_cgio`` is the game of cardgames.io, ``gin_pagat`` that of pagat.com and most
books, ``gin_modern`` has the higher bonuses of today, ``gin_oklahoma`` is pagat's with
Oklahoma's limit. ``gin_openspiel`` plays as OpenSpiel's gin_rummy does."""

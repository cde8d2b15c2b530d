"""What can be chosen about Rummikub, and what goes together."""

from typing import Literal

from msgspec import Struct

from shared.errors import OptionError


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game.

    Raises:
        OptionError: If they contradict each other or make no sense.
    """

    preset: str

    initial_meld: int = 30
    "What the first sets of a player have to count."

    initial_from_rack_only: bool = True
    "The first sets are made of the rack alone; else its tiles among them count."

    open_then_manipulate: bool = False
    "Who lays down the first sets may use the table for other tiles the same turn."

    turn_seconds: int = 60
    "How long a turn may take; 0: as long as it likes."

    timeout_untouched: int = 1
    "Tiles drawn by a player whose time is up and who has moved nothing."

    timeout_mid_manipulation: int = 3
    "Tiles drawn by one who has: the table is what it was before the turn."

    voluntary_draw: bool = True
    "A tile may be drawn by one who could play a set or add a tile to one."

    joker_retrieve_from: Literal["rack_or_table", "rack", "matching"] = "rack_or_table"
    """What frees a joker. ``matching``: only the tile that it stands for, from rack or
    table. ``rack``: only that, from the rack. ``rack_or_table``: that, and also tiles
    added to a run without which the joker at its end is not needed any more."""

    joker_group3: Literal["either", "both"] = "either"
    "Which of the missing colours free a joker of a group of three."

    joker_set_manipulable: bool = True
    "A set with a joker may be taken apart like any other."

    joker_reuse: Literal["same_turn", "new_set"] = "same_turn"
    "Where a freed joker is played, the same turn: anywhere, or not where it was."

    joker_rack_value: int = 30
    "What a joker counts on a rack at the end."

    pool_end: Literal["until_all_pass", "one_more_turn"] = "until_all_pass"
    "How the hand goes on when the pool is empty."

    pool_out_scoring: Literal["difference", "no_score"] = "difference"
    "What everybody scores when nobody went out: what he holds more than the lowest."

    pool_out_tie: Literal["fewer_tiles", "share"] = "fewer_tiles"
    "Who of several with the lowest racks then wins; the earlier seat, if still equal."

    max_jokers_per_set: int = 2

    never_opened_penalty: tuple[int, int] = (0, 0)
    "Counted with the rack of one who has laid no set: unable to, and able to."

    def __post_init__(self) -> None:
        numbers = {
            "turn_seconds": self.turn_seconds,
            "timeout_untouched": self.timeout_untouched,
            "timeout_mid_manipulation": self.timeout_mid_manipulation,
            "joker_rack_value": self.joker_rack_value,
            "never_opened_penalty": min(self.never_opened_penalty),
        }
        for name, number in numbers.items():
            if number < 0:
                raise OptionError("least", name=name, least=0)
        if not 1 <= self.initial_meld <= 100:
            raise OptionError("between", name="initial_meld", least=1, most=100)
        if self.max_jokers_per_set not in (1, 2):
            raise OptionError("between", name="max_jokers_per_set", least=1, most=2)
        unable, able = self.never_opened_penalty
        if able < unable:
            raise OptionError("penalty_order")
        if self.open_then_manipulate and not self.initial_from_rack_only:
            raise OptionError("manipulate_from_rack")
        if self.joker_set_manipulable:
            self._check_free_jokers()

    def _check_free_jokers(self) -> None:
        """Whoever may take a set with a joker apart frees the joker by that."""
        bound = {
            "joker_retrieve_from": self.joker_retrieve_from != "rack_or_table",
            "joker_group3": self.joker_group3 != "either",
            "joker_reuse": self.joker_reuse != "same_turn",
        }
        for name, changed in bound.items():
            if changed:
                raise OptionError("joker_is_free", name=name)

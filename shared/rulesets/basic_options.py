"""What can be chosen in Basic Rummy, and what does not go together."""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from msgspec import Struct

from shared.cards import DECK, MAX_JOKERS
from shared.errors import OptionError
from shared.meldrules import Ace, Melding, MeldRules, meld_rules
from shared.piles import Order, Top


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The options of Basic Rummy; as they stand here, the game of cardgames.io.

    Raises:
        OptionError: If they contradict each other.
    """

    preset: str

    players: tuple[int, int] = (2, 4)
    "The fewest and the most who can play."

    hand_size: tuple[int, ...] = (10, 7, 7)
    "Cards dealt to each, from the fewest players to the most; one: for any number."

    targets: tuple[int, ...] = (100, 200, 300)
    "The score that ends a match, from the fewest players to the most; one: for any."

    target_choices: tuple[int, ...] = ()
    "The only scores that targets may name; empty: any."

    decks: Literal[1, 2] = 1

    jokers: int = 0

    joker_steal: Literal["none", "natural"] = "none"
    "Whether a joker on the table may be had for the card it stands for."

    ace: Ace = "low"
    ace_value: Literal[1, 11, 15] = 1

    min_run: int = 3
    max_set: int = 4

    same_suit_in_set: bool = False
    "A set may have two cards of one suit."

    melds_per_turn: int | None = None
    "None: any number."

    layoff_needs_own_meld: bool = False
    "Nobody lays off on another's meld without having laid down one."

    layoffs_per_turn: int | None = None
    "None: any number."

    rearrange_melds: bool = False
    "A card of the table may be moved to another meld that it fits."

    call_rummy: bool = False
    "A discard that fits the table may be laid off by others: the nearest comes first."

    discard_dive: bool = False
    "A card may be taken from the middle of the discard pile, with all above it."

    redraw_discard_forbidden: bool = True
    "A card taken from the discard pile may not be discarded the same turn."

    final_discard_required: bool = False
    "Nobody goes out without a discard."

    last_discard_face_down: bool = True
    "The card that is discarded to go out is shown from its back."

    max_recycles: int | None = 1
    "How often the discard pile becomes the stock; None: always."

    recycle_order: Order = "shuffle"
    recycle_top: Top = "include"

    exhaust: Literal["at_draw", "end_of_turn"] = "at_draw"
    "An empty stock matters when somebody wants a card of it, or at the end of a turn."

    exhaust_result: Literal["stalemate", "lowest_wins"] = "stalemate"
    "What a hand comes to that ends because there is no stock."

    stalemate_detection: bool = True
    "The hand ends as soon as it is certain that nobody can finish."

    max_idle_turns: int = 200
    "The hand is a stalemate after so many turns in a row without anything laid."

    scoring: Literal["winner_takes", "penalty"] = "winner_takes"
    "The winner scores what the others hold, or each other is charged with his own."

    going_rummy: Literal["off", "double", "flat10"] = "double"
    "What going out in one turn is worth, with nothing laid before it."

    next_deal: Literal["clockwise", "alternate", "winner"] = "clockwise"
    "Who deals next. Alternate: the other of two; winner: of two, else clockwise."

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise problem

    @property
    def lowest_wins(self) -> bool:
        """Whether few points are good.

        (penalty scoring: pagat.com, Rummy variations.)
        """
        return self.scoring == "penalty"

    @property
    def seats(self) -> range:
        """How many can play (cardgames.io, Rummy: players; up to six: pagat.com)."""
        return range(self.players[0], self.players[1] + 1)

    @property
    def deck(self) -> int:
        """How many cards are dealt from."""
        return DECK * self.decks + self.jokers

    @cached_property
    def rules(self) -> MeldRules:
        """What is a meld, and what cards count.

        (cardgames.io, Rummy: melds, card values; ace: pagat.com.)
        """
        return meld_rules(
            Melding(
                ace=self.ace,
                ace_value=self.ace_value,
                min_run=self.min_run,
                max_set=self.max_set,
                decks=self.decks,
                jokers=self.jokers,
                same_suit_in_set=self.same_suit_in_set,
            )
        )

    def size(self, seats: int) -> int:
        """How many cards each of so many players is dealt.

        (cardgames.io, Rummy: the deal; pagat.com.)
        """
        return self._for(self.hand_size, seats)

    def target(self, seats: int) -> int:
        """The score that ends a match of so many seats.

        (cardgames.io, Rummy: the end; the default numbers: own.)
        """
        return self._for(self.targets, seats)

    def _for(self, numbers: tuple[int, ...], seats: int) -> int:
        return numbers[0 if len(numbers) == 1 else seats - self.players[0]]

    def _problems(self) -> Iterator[OptionError]:
        """What is wrong with these options."""
        fewest, most = self.players
        if not 2 <= fewest <= most:
            yield OptionError("players")
        yield from self._wrong_sizes(fewest, most)
        yield from self._wrong_numbers()
        yield from self._cards_that_are_not_there()
        yield from self._wrong_melds()
        yield from self._contradictions()

    def _wrong_sizes(self, fewest: int, most: int) -> Iterator[OptionError]:
        needed = most - fewest + 1
        sizes = {"hand_size": self.hand_size, "targets": self.targets}
        match [name for name in sizes if len(sizes[name]) not in (1, needed)]:
            case [one, two] if needed > 1:
                yield OptionError(
                    "sizes", one=one, two=two, needed=needed, least=fewest, most=most
                )
            case [one, two]:
                yield OptionError("sizes_single", one=one, two=two, seats=fewest)
            case [name] if needed > 1:
                yield OptionError(
                    "size", name=name, needed=needed, least=fewest, most=most
                )
            case [name]:
                yield OptionError("size_single", name=name, seats=fewest)

    def _wrong_numbers(self) -> Iterator[OptionError]:
        least = {
            "max_recycles": 0,
            "layoffs_per_turn": 0,
            "melds_per_turn": 1,
            "max_idle_turns": 1,
        }
        for name, number in least.items():
            chosen = getattr(self, name)
            if chosen is not None and chosen < number:
                yield OptionError("least", name=name, least=number)
        if min(self.targets) < 1:
            yield OptionError("least", name="targets", least=1)
        if not 0 <= self.jokers <= MAX_JOKERS:
            yield OptionError("between", name="jokers", least=0, most=MAX_JOKERS)

    def _cards_that_are_not_there(self) -> Iterator[OptionError]:
        for seats in self.seats:
            size = self.size(seats)
            most = (self.deck - 2) // seats
            if not 1 <= size <= most:
                yield OptionError("cards_each", seats=seats, size=size, most=most)
        if self.joker_steal == "natural" and not self.jokers:
            yield OptionError("steal_needs_jokers")
        if self.same_suit_in_set and self.decks == 1:
            yield OptionError("same_suit_needs_decks")

    def _wrong_melds(self) -> Iterator[OptionError]:
        if not 3 <= self.min_run <= 13:
            yield OptionError("between", name="min_run", least=3, most=13)
        most = 4 * self.decks if self.same_suit_in_set else 4
        if not 3 <= self.max_set <= most:
            yield OptionError("between", name="max_set", least=3, most=most)
        if self.ace_value != 1 and self.ace == "low":
            yield OptionError("ace_counts", points=self.ace_value)

    def _contradictions(self) -> Iterator[OptionError]:
        if self.layoffs_per_turn == 0 and self.layoff_needs_own_meld:
            yield OptionError("nobody_lays_off")
        if self.layoffs_per_turn == 0 and self.joker_steal == "natural":
            yield OptionError("joker_by_layoff")
        if self.layoffs_per_turn == 0 and self.rearrange_melds:
            yield OptionError("moved_by_layoff")
        if self.layoffs_per_turn == 0 and self.call_rummy:
            yield OptionError("called_by_layoff")
        if self.next_deal == "alternate" and self.players[1] > 2:
            yield OptionError("alternate_is_for_pairs")
        wrong = [self.target(seats) for seats in self.seats]
        if self.target_choices and not set(wrong) <= set(self.target_choices):
            *most, last = map(str, self.target_choices)
            if most:
                yield OptionError("target_choice", most=", ".join(most), last=last)
            else:
                yield OptionError("target_only", target=last)


PRESETS: dict[str, Options] = {
    preset.preset: preset
    for preset in (
        Options(preset="cgio"),
        Options(
            preset="pagat",
            players=(2, 6),
            hand_size=(10, 7, 7, 6, 6),
            targets=(100,),
            melds_per_turn=1,
            last_discard_face_down=False,
            max_recycles=None,
            recycle_order="turn_over",
            stalemate_detection=False,
            going_rummy="off",
        ),
        Options(
            preset="bicycle",
            players=(2, 6),
            hand_size=(10, 7, 7, 6, 6),
            targets=(100,),
            last_discard_face_down=False,
            max_recycles=None,
            recycle_order="turn_over",
            stalemate_detection=False,
            next_deal="winner",
        ),
        Options(
            preset="basicapp",
            players=(2, 2),
            hand_size=(10,),
            targets=(100,),
            target_choices=(100, 300, 500),
            layoff_needs_own_meld=True,
            last_discard_face_down=False,
            max_recycles=2,
            recycle_order="turn_over",
            exhaust_result="lowest_wins",
            stalemate_detection=False,
            next_deal="alternate",
        ),
    )
}
"The named sets of options."

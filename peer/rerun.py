"""
A finished match watched again: forwards, backwards, to a hand. Pure.

It is watched with all hands open, or with the eyes of one seat.
"""

from collections.abc import Sequence

from peer import scene, tile_scene
from peer.again import Place, Scene
from peer.rerun_scene import scene_of, sitting
from peer.scene import Sorting
from peer.story import People, own_name, spaced, tell, told_apart
from shared.events import Event, Seat
from shared.replay import Replay
from shared.replayed import Hand, Step
from shared.ruleset import find_ruleset
from shared.view import AnyView, TileView
from shared.words import say

SORTING: Sorting = "suit"


class Rerun:
    """A place in a match; it begins before the first deal."""

    def __init__(self, told: Replay, seat: Seat | None) -> None:
        """``seat``: whose eyes; None: everybody's.

        Raises:
            ValueError: If there is no such seat, or no hand.
        """
        opening = told.opening
        self._steps = [(hand, step) for hand in told.hands for step in hand.steps]
        if opening is None or not self._steps:
            raise ValueError(say("term.rerun.unplayed"))
        if seat is not None and seat not in range(opening.seats):
            raise ValueError(say("term.rerun.seats", seats=opening.seats))
        self._opening = opening
        self._ruleset = find_ruleset(opening.game, opening.preset, opening.options)
        self._tiles = opening.game == "rummikub"
        self._seat = seat
        self._place = -1

    @property
    def seats(self) -> int:
        """How many play."""
        return self._opening.seats

    @property
    def seat(self) -> Seat | None:
        """Whose eyes; None: everybody's."""
        return self._seat

    @property
    def place(self) -> Place:
        """Where in the match this is."""
        hand, step = self._here
        number = next(n for n, one in enumerate(hand.steps, 1) if one is step)
        last = self._steps[-1][0].dealt.hand
        return Place(hand.dealt.hand, last, number, len(hand.steps))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step brought."""
        return self._here[1].events

    @property
    def at_start(self) -> bool:
        """Whether nothing lies before."""
        return self._place <= 0

    @property
    def at_end(self) -> bool:
        """Whether nothing more comes."""
        return self._place == len(self._steps) - 1

    @property
    def wait(self) -> float:
        """Seconds that the players took for the next step."""
        if self.at_end or self._place < 0:
            return 0.0
        now, then = self._steps[self._place][1], self._steps[self._place + 1][1]
        return (then.at - now.at) / 1000

    def forward(self) -> list[str]:
        """The next step, told."""
        if self.at_end:
            return [say("term.rerun.end")]
        self._place += 1
        return self._told()

    def back(self) -> list[str]:
        """The step before, told again."""
        if self.at_start:
            return [say("term.rerun.start")]
        self._place -= 1
        return self._told()

    def look(self, seat: Seat | None) -> None:
        """With the eyes of that seat from now on; None: everybody's."""
        self._seat = seat

    def first(self) -> None:
        """To the deal of the first hand."""
        self._place = 0

    def last(self) -> None:
        """To where nothing more comes."""
        self._place = len(self._steps) - 1

    def next_hand(self) -> None:
        """To the next deal, or to the end."""
        deals = [place for place in self._deals if place > self._place]
        self._place = deals[0] if deals else len(self._steps) - 1

    def hand_before(self) -> None:
        """To the deal of this hand, or of the one before it."""
        self._place = max((p for p in self._deals if p < self._place), default=0)

    def scene(self) -> Scene:
        """All there is to see, to be drawn."""
        hand, step = self._here
        return scene_of(self._opening, self._ruleset, hand, step, self._seat)

    def story(self) -> list[str]:
        """This hand up to here."""
        hand, here = self._here
        lines: list[str] = []
        for step in hand.steps:
            lines += self._step(hand, step)
            if step is here:
                break
        return lines

    def step_told(self) -> list[str]:
        """The last step, without the hands."""
        return self._step(*self._here)

    @property
    def _here(self) -> tuple[Hand, Step]:
        return self._steps[max(self._place, 0)]

    @property
    def _deals(self) -> list[int]:
        steps = enumerate(self._steps)
        return [place for place, (_, step) in steps if step.seat is None]

    def jump(self, number: int) -> list[str]:
        """The deal of a hand."""
        for place, (hand, step) in enumerate(self._steps):
            if hand.dealt.hand == number and step.seat is None:
                self._place = place
                return self._told()
        last = self._steps[-1][0].dealt.hand
        return [say("term.rerun.none", hand=number, last=last)]

    def table(self) -> list[str]:
        """All that can be seen now."""
        hand, step = self._here
        people = self._people(hand)
        view = self._ruleset.view(step.match.state, self._seat)
        if isinstance(view, TileView):
            lines = tile_scene.table(view, people)
        else:
            lines = scene.table(view, people)
        return [*lines, *self._hands(hand, step)]

    def _told(self) -> list[str]:
        hand, step = self._here
        first, *others = self._step(hand, step) or [""]
        dealt = self._hands(hand, step) if step.seat is None else []
        return [line for line in (first, *dealt, *others) if line]

    def _step(self, hand: Hand, step: Step) -> list[str]:
        people = self._people(hand)
        lines: list[str] = []
        if step.seat is None:
            lines = [say("term.rerun.hand", hand=hand.dealt.hand)]
        for event in step.events:
            lines += tell(self._ruleset.redact(event, self._eyes(step)), people)
        if hand.mark and step is hand.steps[-1]:
            lines.append(say("fair.mark", mark=hand.mark))
        return lines

    def _eyes(self, step: Step) -> Seat | None:
        """Who sees what was drawn: with open hands, whoever drew it."""
        return step.seat if self._seat is None else self._seat

    def _hands(self, hand: Hand, step: Step) -> list[str]:
        people = self._people(hand)
        view = self._ruleset.view
        seats: Sequence[Seat] = range(len(hand.dealt.people))
        if self._seat is not None:
            seats = [self._seat]
        return [
            say(
                "term.rerun.has",
                name=people.name(seat),
                cards=_held(view(step.match.state, seat)),
            )
            for seat in seats
        ]

    def _people(self, hand: Hand) -> People:
        names = [own_name(seat, one) for seat, one in enumerate(sitting(hand))]
        return People(told_apart(names), None, self._tiles)


def _held(view: AnyView) -> str:
    if isinstance(view, TileView):
        return tile_scene.grouped(view.hand, SORTING) or say("term.rerun.tiles")
    return spaced(view.hand) or say("term.rerun.cards")

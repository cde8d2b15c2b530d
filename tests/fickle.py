"""A table of computer players who change their minds."""

from random import Random

from recorded import Recording

from shared.actions import Action, TakeBack
from shared.events import Drew, HandEnded, Knocked, Recycled, Seat, TakenBack

SHOWING = (Drew, Recycled, Knocked, HandEnded)


class Fickle(Recording):
    """A table where everybody takes back what can be, once, then plays it again."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.lots = Random(7)
        self.freely = self.asking = 0

    def do(self, seat: Seat, action: Action) -> None:
        before = self.match
        assert before is not None
        super().do(seat, action)
        after = self.match
        assert after is not None
        may = after.may_take_back(seat)
        if may != "no" and self.lots.random() < 0.5:
            self.freely += may == "freely"
            self.asking += may == "asking"
            super().do(seat, TakeBack(agreed=may == "asking"))
            assert self.match.state == before.state
            assert self.events == (TakenBack(seat),)
            for one in (None, *range(self.seats)):
                views = [self.ruleset.view(m.state, one) for m in (before, self.match)]
                assert views[0] == views[1]
            super().do(seat, action)
            assert self.match.state == after.state

    def tell(self) -> None:
        super().tell()
        assert self.match is not None
        for event in self.events:
            hidden = not (isinstance(event, Drew) and event.source == "discard")
            if isinstance(event, SHOWING) and hidden:
                assert all(
                    self.match.may_take_back(seat) == "no" for seat in range(self.seats)
                )

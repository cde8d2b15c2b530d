"""Every kind of event, and every way in which it is told; seats 0 and 1 act."""

from shared.events import (
    Bonus,
    Called,
    Discarded,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    HandVoided,
    JokerTaken,
    Knocked,
    LaidDown,
    LaidOff,
    MatchEnded,
    Moved,
    Passed,
    Rearranged,
    Recycled,
    Seat,
    TakenBack,
    TimedOut,
)

MELD = ("7H", "8H", "9H")


def of(seat: Seat) -> list[Event]:
    """What ``seat`` of two does."""
    return [
        HandDealt(seat, 1 - seat),
        HandDealt(1 - seat, seat),
        Drew(seat, "stock", "7H"),
        Drew(seat, "stock", None),
        Drew(seat, "discard", "7H"),
        Drew(seat, "discard", "7H", ("8H", "KC")),
        LaidDown(seat, MELD, 0),
        LaidOff(seat, "TH", 0),
        JokerTaken(seat, "8H", 0, "J"),
        Moved(seat, "9H", 0, 1),
        Called(seat, "TH", 0),
        Discarded(seat, "KC"),
        Passed(seat),
        Knocked(seat, "KC", (MELD,), ("2S",), 2),
        Knocked(seat, "KC", (MELD,), ("2S", "3D"), 5),
        Knocked(seat, "KC", (MELD,), (), 0),
        Knocked(seat, None, (MELD,), (), 0),
        Rearranged(seat, ("4r",), (("4r", "5r", "6r"),)),
        TakenBack(seat),
        TimedOut(seat),
        *(ended(reason, seat) for reason in WON),
        *rare_ends(seat),
        HandVoided((seat,)),
        match_won(seat, 1),
        match_won(seat, 105),
    ]


def of_nobody() -> list[Event]:
    """What happens without anybody doing it."""
    return [
        Recycled(1, shuffled=True),
        Recycled(9, shuffled=True),
        Recycled(1, shuffled=False),
        Recycled(9, shuffled=False, upcard="KD"),
        *(ended(reason, None) for reason in UNWON),
        HandEnded("pool_out", None, False, (4, -8), (("9k",), ("4r",))),
        HandVoided((0, 1)),
        HandVoided(()),
        MatchEnded((0, 1), (1, 1)),
        MatchEnded((0, 1), (40, 40)),
        MatchEnded((), (3, 4)),
    ]


WON = (
    *("went_out", "exhausted", "stalemate", "gin", "big_gin", "knock", "undercut"),
    "pool_out",
)
UNWON = ("exhausted", "stalemate", "tie", "dead", "looped", "pool_out")


def ended(reason: str, winner: Seat | None) -> HandEnded:
    """A hand that ended like this, with points for its winner."""
    points = tuple(21 if seat == winner else 0 for seat in range(2))
    hands = (("KC", "AS"), ("TD",))
    return HandEnded(reason, winner, False, points, hands)  # type: ignore[arg-type]


def rare_ends(seat: Seat) -> list[Event]:
    """Ends with everything that may count besides."""
    points = (1, -1) if seat == 0 else (-1, 1)
    hands = (("KC", "AS"), ("TD",))
    melds, left = ((MELD,), (MELD,)), (11, 10)
    gin = HandEnded("gin", seat, False, (36, 0), hands, melds, left, 25, True)
    return [
        HandEnded("went_out", seat, True, points, hands),
        HandEnded("went_out", seat, True, points, hands, rummy_pays="flat10"),
        gin,
        HandEnded("undercut", seat, False, (0, 36), hands, melds, left, 25),
    ]


def match_won(seat: Seat, points: int) -> MatchEnded:
    """A match won by ``seat``, with every bonus."""
    bonuses = tuple(
        Bonus(who, kind, number)
        for who in (0, 1)
        for kind in ("game", "boxes", "shutout")
        for number in (1, 100)
    )
    scores = tuple(points if who == seat else 0 for who in range(2))
    return MatchEnded((seat,), scores, bonuses)


EVENTS: list[Event] = [*of(0), *of(1), *of_nobody()]

"""How long rooms take to refuse a code, by why; they must not differ.

One after the other in turn, so that whatever else the machine does hits all alike.
"""

import statistics
import time

from shared.signals import Create, Created, Join, Leave, Member
from signaling.rooms import MAX_GUESTS, Rooms, Send

ROUNDS = 20_000
HOST, OTHER = 1, 2


def name_of(rooms: Rooms, host: Member, now: float) -> str:
    """The name of a new room."""
    [created] = rooms.received(host, Create(version=1), now)
    assert isinstance(created, Send) and isinstance(created.message, Created)
    return created.message.room


def main() -> None:
    rooms = Rooms()
    over = name_of(rooms, OTHER, -1e6)
    rooms.lost(OTHER, -1e6)
    full = name_of(rooms, HOST, 0)
    for guest in range(MAX_GUESTS):
        rooms.received(100 + guest, Join(version=1, room=full), 0)
    gone = name_of(rooms, OTHER, 0)
    rooms.received(OTHER, Leave(), 0)
    codes = {"full": full, "over": over, "closed": gone, "never there": "????"}
    took: dict[str, list[int]] = {why: [] for why in codes}
    for _ in range(ROUNDS):
        for why, room in codes.items():
            join = Join(version=1, room=room)
            started = time.perf_counter_ns()
            rooms.received(99, join, 1)
            took[why].append(time.perf_counter_ns() - started)
    for why, times in took.items():
        tenth, *_ = statistics.quantiles(times, n=10)
        median = statistics.median(times)
        print(
            f"{why:12} median {median / 1e3:6.2f} us, fastest tenth {tenth / 1e3:6.2f}"
        )


if __name__ == "__main__":
    main()

"""Coming back to a signaling server: how long to wait, and when to give up."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peer import redial
from peer.pauses import FIRST, LONGEST, Pauses
from peer.redial import enter_again, may_pass
from shared.errors import SignalingCode, SignalingError

AWAY = SignalingError("away", "the server is lost")


def pauses(chance: float = 1.0) -> Pauses:
    return Pauses(random=lambda: chance)


def test_pauses_double_up_to_the_longest() -> None:
    waiting = pauses()
    assert [waiting.next() for _ in range(6)] == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0]
    waiting.reset()
    assert waiting.next() == FIRST


@given(st.floats(min_value=0, max_value=1), st.integers(min_value=0, max_value=20))
def test_chance_takes_up_to_half_of_a_pause(chance: float, before: int) -> None:
    most, some = pauses(), pauses(chance)
    for _ in range(before):
        most.next(), some.next()
    whole = most.next()
    assert whole / 2 <= some.next() <= whole <= LONGEST


def test_two_players_do_not_wait_alike() -> None:
    assert Pauses().next() != Pauses().next()


@pytest.mark.parametrize(
    ("wish", "chance", "waits"), [(8, 0, 8), (8, 1, 10), (0.1, 1, 0.5), (1e9, 0, 60)]
)
def test_what_a_server_wishes_is_granted_within_reason(
    wish: float, chance: float, waits: float
) -> None:
    assert pauses(chance).next(wish) == waits


@pytest.mark.parametrize(
    ("code", "retry_after", "passes"),
    [
        ("away", None, True),
        ("limit", None, True),
        ("full", None, True),
        ("unknown_room", None, True),
        ("refused", 3.0, True),
        ("refused", None, False),
        ("closed", None, False),
        ("claim", None, False),
        ("version", None, False),
        ("malformed", None, False),
    ],
)
def test_what_may_pass(
    code: SignalingCode, retry_after: float | None, passes: bool
) -> None:
    assert may_pass(SignalingError(code, "why", retry_after)) is passes


class Server:
    """Refuses as often as it has reasons to, then lets us in."""

    def __init__(self, *refusals: SignalingError) -> None:
        self.refusals = list(refusals)
        self.waited: list[float] = []

    async def enter(self) -> Any:
        if self.refusals:
            raise self.refusals.pop(0)
        return "a meeting"

    def no_clock(self, monkeypatch: pytest.MonkeyPatch) -> "Server":
        async def sleep(seconds: float) -> None:
            self.waited.append(seconds)

        monkeypatch.setattr(redial.asyncio, "sleep", sleep)
        return self


async def test_it_is_tried_until_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(AWAY, AWAY, SignalingError("limit", "full house", 8.0), AWAY)
    enter: Callable[[], Awaitable[Any]] = server.no_clock(monkeypatch).enter
    restarting = SignalingError("away", "it restarts", 3.0)
    assert await enter_again(enter, restarting, pauses()) == "a meeting"
    assert server.waited == [3.75, 1.0, 2.0, 10.0, 4.0]


async def test_it_is_not_tried_when_it_never_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = Server(AWAY, SignalingError("claim", "somebody else has it"), AWAY)
    with pytest.raises(SignalingError, match="^somebody else has it$"):
        await enter_again(server.no_clock(monkeypatch).enter, AWAY, pauses())
    assert server.refusals == [AWAY]

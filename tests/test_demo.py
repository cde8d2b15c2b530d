"""The demo is well only if everybody ended alike."""

from typing import Any

import msgspec
import pytest

from peer.demo import Record, _conclude, _Narrator, _Part

END = {"type": "ending", "hands": 2, "scores": [3, 0], "table": "a digest"}
MET = {"type": "connected", "transport": "webrtc", "open_ms": 40.0}


def part(**last: Record) -> _Part:
    process: Any = None
    return _Part("guest", process, dict(last))


def concluded(guest: _Part, codes: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """The summary of a host that ended well, and this guest."""
    shown: list[str] = []
    say = _Narrator(shown.append, as_json=True)
    ok = _conclude(part(ending=END), [guest], codes, say)
    summary: dict[str, Any] = msgspec.json.decode(shown[-1])
    assert summary["ok"] is ok
    return summary


def test_all_ended_alike() -> None:
    assert concluded(part(ending=END, connected=MET)) == {
        "type": "demo",
        "hands": 2,
        "scores": [3, 0],
        "guests": 1,
        "transport": "webrtc",
        "open_ms": [40.0],
        "ok": True,
    }


@pytest.mark.parametrize(
    "guest",
    [
        part(connected=MET),
        part(ending=END | {"scores": [0, 3]}, connected=MET),
        part(ending=END | {"table": "another"}, connected=MET),
    ],
)
def test_a_guest_that_ended_otherwise_is_noticed(guest: _Part) -> None:
    assert not concluded(guest)["ok"]


@pytest.mark.parametrize("codes", [(1, 0), (0, 6)])
def test_a_process_that_failed_is_noticed(codes: tuple[int, int]) -> None:
    assert not concluded(part(ending=END, connected=MET), codes)["ok"]

"""Who may do how much, with a clock of our own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import SignalingError
from signaling.limits import Address, Bucket, Guard, Limits, Rate, is_near, network

HOME = "203.0.113.5"
NOW = 1000.0


def refusal(call: object, *arguments: object) -> tuple[str, float | None]:
    """What a method of a guard says to ``arguments``, which is no."""
    with pytest.raises(SignalingError) as refused:
        call(*arguments)  # type: ignore[operator]
    assert refused.value.code == "limit"
    return str(refused.value), refused.value.retry_after


def opened(guard: Guard, address: str = HOME, times: int = 1) -> Address:
    for _ in range(times):
        account = guard.opened(address)
    return account


# Buckets


def test_a_bucket_holds_so_many_and_fills_up_again() -> None:
    bucket = Bucket(Rate(burst=3, per_second=0.5))
    assert [bucket.take(NOW) for _ in range(5)] == [0, 0, 0, 2, 2]
    assert bucket.take(NOW + 1.5) == 0.5
    assert bucket.take(NOW + 2) == 0
    assert bucket.take(NOW + 3) == 1
    assert [bucket.take(NOW + 1000) for _ in range(4)] == [0, 0, 0, 2]


def test_what_is_given_back_can_be_taken() -> None:
    bucket = Bucket(Rate(burst=1, per_second=1))
    assert bucket.take(NOW) == 0
    bucket.give_back()
    assert [bucket.take(NOW) for _ in range(2)] == [0, 1]


def test_a_message_may_take_more_than_one() -> None:
    bucket = Bucket(Rate(burst=10, per_second=2))
    assert bucket.take(NOW, 8) == 0
    assert bucket.take(NOW, 8) == 3
    assert bucket.take(NOW, 2) == 0


@given(
    st.integers(1, 20),
    st.sampled_from([0.1, 1, 3, 50]),
    st.lists(st.floats(0, 5), min_size=1, max_size=60),
)
def test_a_bucket_never_gives_more_than_its_rate(
    burst: int, per_second: float, pauses: list[float]
) -> None:
    bucket, now, got = Bucket(Rate(burst, per_second)), 0.0, 0
    for pause in pauses:
        now += pause
        wait = bucket.take(now)
        if wait:
            now += wait
            assert bucket.take(now) == 0
        got += 1
        assert got <= burst + now * per_second + 1e-3


# Addresses


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("2001:db8:1:3::", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
        ("", ""),
        ("a socket file", "a socket file"),
    ],
)
def test_what_counts_as_one_address(address: str, counts_as: str) -> None:
    assert network(address) == counts_as


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.7", True),
        ("10.9.9.9", True),
        ("172.31.0.1", True),
        ("fe80::1%eth0", True),
        ("fd12::1", True),
        ("::ffff:10.0.0.1", True),
        ("203.0.113.5", False),
        ("100.64.0.1", False),
        ("172.32.0.1", False),
        ("2001:db8::1", False),
        ("", False),
    ],
)
def test_who_is_near(address: str, near: bool) -> None:
    assert is_near(network(address)) == near


# Connecting


def test_an_address_connects_so_often_whatever_becomes_of_its_sockets() -> None:
    guard = Guard(Limits(connects=Rate(3, 0.1)))
    for _ in range(3):
        account = guard.opened(HOME)
        guard.connect(account, NOW)
        guard.closed(account)
    account = guard.opened(HOME)
    assert refusal(guard.connect, account, NOW) == (
        "your network connects too often; try again in 10 seconds",
        10,
    )
    guard.connect(opened(guard, "203.0.113.6"), NOW)
    assert refusal(guard.connect, account, NOW + 9.5) == (
        "your network connects too often; try again in a second",
        1,
    )
    guard.connect(account, NOW + 10)


def test_one_subscriber_of_ipv6_is_one_address() -> None:
    guard = Guard(Limits(connects=Rate(1, 1)))
    guard.connect(opened(guard, "2001:db8::1"), NOW)
    refusal(guard.connect, opened(guard, "2001:db8::2"), NOW)
    guard.connect(opened(guard, "2001:db8:0:1::1"), NOW)


def test_an_address_has_so_many_sockets_open() -> None:
    guard = Guard(Limits(sockets_per_address=2))
    account = opened(guard, times=3)
    assert refusal(guard.connect, account, NOW) == (
        "your network has too many connections open; try again in 30 seconds",
        30,
    )
    guard.closed(account)
    guard.connect(account, NOW)


def test_a_server_has_so_many_sockets_open() -> None:
    guard = Guard(Limits(sockets=2))
    other = opened(guard, "203.0.113.6", times=2)
    account = opened(guard)
    assert refusal(guard.connect, account, NOW) == (
        "this server is full; try again in 30 seconds",
        30,
    )
    guard.closed(other)
    guard.connect(account, NOW)


def test_who_is_near_may_do_ten_times_as_much() -> None:
    guard = Guard(Limits(sockets_per_address=2, connects=Rate(3, 1)))
    account = opened(guard, "192.168.1.7", times=20)
    for _ in range(30):
        guard.connect(account, NOW)
    assert "too often" in refusal(guard.connect, account, NOW)[0]
    opened(guard, "192.168.1.7")
    assert "too many" in refusal(guard.connect, account, NOW + 10)[0]


# Joining


def test_an_address_tries_so_many_codes() -> None:
    guard = Guard(Limits(joins=Rate(2, 1)))
    account = opened(guard)
    for room in ("7KQM", "2222"):
        guard.join(account, room, NOW)
        guard.came_in(account)
    assert refusal(guard.join, account, "CCCC", NOW) == (
        "your network joins tables too often; try again in a second",
        1,
    )
    guard.join(opened(guard, "203.0.113.6"), "CCCC", NOW)


def test_an_address_tries_so_many_wrong_codes() -> None:
    guard = Guard(Limits(failures=Rate(2, 0.1)))
    account = opened(guard)
    guard.join(account, "7KQM", NOW)
    guard.came_in(account)
    guard.join(account, "2222", NOW)
    guard.claim(account, NOW)
    said = "too many codes from your network were wrong; try again in 10 seconds"
    assert refusal(guard.join, account, "7KQM", NOW) == (said, 10)
    assert refusal(guard.claim, account, NOW) == (said, 10)
    guard.join(account, "7KQM", NOW + 10)


def test_a_code_is_tried_so_often_by_all_together() -> None:
    guard = Guard(Limits(room_joins=Rate(2, 0.1), failures=Rate(9, 1)))
    for n in range(2):
        guard.join(opened(guard, f"203.0.113.{n}"), "7KQM", NOW)
    account = opened(guard)
    for _ in range(10):
        assert refusal(guard.join, account, "7KQM", NOW) == (
            "this code is tried too often; try again in 10 seconds",
            10,
        )
    guard.join(account, "2222", NOW)


# Talking


def test_an_address_says_so_much() -> None:
    guard = Guard(Limits(messages=Rate(20, 2)))
    account = opened(guard)
    guard.message(account, None, 16 * 1024, NOW)
    guard.message(account, None, 1023, NOW)
    guard.message(account, None, 1024, NOW)
    assert refusal(guard.message, account, None, 1, NOW) == (
        "your network sends too much; try again in a second",
        1,
    )


def test_the_guests_of_a_room_say_so_much_together() -> None:
    guard = Guard(Limits(room_messages=Rate(2, 0.5)))
    room = guard.room("7KQM")
    assert guard.room("7KQM") is room
    for n in range(2):
        guard.message(opened(guard, f"203.0.113.{n}"), room, 9, NOW)
    account = opened(guard)
    assert refusal(guard.message, account, room, 9, NOW) == (
        "too much is sent at this table; try again in 2 seconds",
        2,
    )
    guard.message(account, None, 9, NOW)
    guard.message(account, guard.room("2222"), 9, NOW)


# Memory


def test_who_was_seen_least_lately_is_forgotten() -> None:
    guard = Guard(Limits(connects=Rate(1, 0.001)), max_keys=3)
    account = guard.opened(HOME)
    guard.connect(account, NOW)
    for n in range(50):
        guard.closed(guard.opened(f"203.0.114.{n}"))
        guard.room(f"{n}")
    assert len(guard._addresses) == len(guard._rooms) == 3
    # A socket is open, so it is remembered.
    refusal(guard.connect, guard.opened(HOME), NOW)
    guard.closed(account)
    guard.closed(account)
    for n in range(3):
        guard.closed(guard.opened(f"203.0.114.{n}"))
    guard.connect(guard.opened(HOME), NOW)


def test_a_book_of_open_sockets_still_takes_a_new_one() -> None:
    guard = Guard(Limits(), max_keys=3)
    for n in range(10):
        guard.connect(guard.opened(f"203.0.113.{n}"), NOW)
    assert guard.opened("203.0.113.9").sockets == 2


def test_the_usual_limits_let_a_household_play() -> None:
    guard = Guard()
    account = opened(guard, times=6)
    for _ in range(6):
        guard.connect(account, NOW)
        guard.join(account, "7KQM", NOW)
        guard.came_in(account)
        for _ in range(130):
            guard.message(account, guard.room("7KQM"), 300, NOW)

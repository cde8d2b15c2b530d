"""Whom a connection is from: behind proxies, and which page it was opened by."""

import pytest

from shared.errors import RummyError
from signaling.caller import Origins, Proxies

PLAYER, PROXY, OTHER = "203.0.113.5", "127.0.0.1", "10.1.2.3"
ALL = ("127.0.0.1", "10.0.0.0/8", "2001:db8::/32")


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        (PROXY, [PLAYER], PLAYER),
        (PROXY, ["198.51.100.1, 203.0.113.5"], PLAYER),
        (PROXY, ["198.51.100.1", PLAYER], PLAYER),
        (PROXY, ["198.51.100.1, 203.0.113.5, 10.1.2.3"], PLAYER),
        (PROXY, [PLAYER, OTHER], PLAYER),
        (PROXY, [f"{PLAYER}:4711"], PLAYER),
        (PROXY, ['"[2001:dead::1]:4711"'], "2001:dead::1"),
        (PROXY, ["2001:dead::1"], "2001:dead::1"),
        ("2001:db8::9", [PLAYER], PLAYER),
        ("::ffff:127.0.0.1", [PLAYER], PLAYER),
        # Nobody behind it is known.
        (PROXY, [], PROXY),
        (PROXY, [""], PROXY),
        (PROXY, ["unknown"], PROXY),
        (PROXY, [f"{PLAYER}, unknown"], PROXY),
        (PROXY, [OTHER], OTHER),
        # Not one of ours, so what it says counts for nothing.
        (PLAYER, ["198.51.100.1"], PLAYER),
        (PLAYER, [PROXY], PLAYER),
        ("", [PLAYER], ""),
    ],
)
def test_the_caller_is_the_last_that_is_no_proxy_of_ours(
    peer: str, forwarded: list[str], caller: str
) -> None:
    assert Proxies(ALL).caller(peer, forwarded) == caller


def test_nobody_is_believed_who_is_not_named() -> None:
    assert Proxies().caller(PROXY, [PLAYER]) == PROXY


@pytest.mark.parametrize("text", ["", "proxy", "10.0.0.0/33", "10.0.0.1:80"])
def test_what_is_no_proxy_is_said(text: str) -> None:
    with pytest.raises(RummyError) as refused:
        Proxies([text])
    assert str(refused.value) == (
        f"{text!r} is no address of a proxy;"
        " write one like 127.0.0.1 or a network like 10.0.0.0/8"
    )


@pytest.mark.parametrize(
    ("base_url", "origin", "allowed"),
    [
        ("https://rummy.example", "https://rummy.example", True),
        ("https://rummy.example/cards/", "https://rummy.example", True),
        ("https://rummy.example:443", "https://RUMMY.example", True),
        ("http://rummy.example:8080", "http://rummy.example:8080", True),
        ("https://rummy.example", None, True),
        ("https://rummy.example", "http://rummy.example", False),
        ("https://rummy.example", "https://rummy.example:8443", False),
        ("https://rummy.example", "https://rummy.example.evil.example", False),
        ("https://rummy.example", "null", False),
        ("https://rummy.example", "", False),
        ("https://rummy.example", "https://rummy.example:x", False),
        (None, "https://evil.example", True),
    ],
)
def test_only_our_own_page_opens_sockets(
    base_url: str | None, origin: str | None, allowed: bool
) -> None:
    assert Origins(base_url).allow(origin) == allowed


@pytest.mark.parametrize("base_url", ["rummy.example", "ftp://rummy.example", "", "//"])
def test_what_is_no_base_url_is_said(base_url: str) -> None:
    with pytest.raises(RummyError) as refused:
        Origins(base_url)
    assert str(refused.value) == (
        f"{base_url!r} is not the address of a server;"
        " one looks like https://rummy.example.org"
    )

"""When this machine has another address."""

import socket

import pytest

from peer import whereabouts
from peer.whereabouts import Moves, own_address


def moves(*addresses: str) -> list[bool]:
    """What is noticed while this machine has one after the other."""
    ahead = list(addresses)
    noticing = Moves(lambda: ahead.pop(0))
    return [noticing.again() for _ in addresses[1:]]


def test_staying_is_not_moving() -> None:
    assert moves("10.0.0.1", "10.0.0.1", "10.0.0.1") == [False, False]


def test_each_move_is_noticed_once() -> None:
    assert moves("a", "b", "b", "a") == [True, False, True]


def test_a_network_that_is_away_is_noticed_when_it_is_back() -> None:
    assert moves("a", "", "", "a") == [False, False, True]
    assert moves("", "a") == [True]


def test_an_address_is_one_of_ours() -> None:
    for address in own_address().split():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))


def test_without_a_network_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    loopback = ((socket.AF_INET, ("255.255.255.255", 9)),)  # not allowed
    monkeypatch.setattr(whereabouts, "_FAR_AWAY", loopback)
    assert own_address() == ""

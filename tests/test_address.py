"""What the server says of the address it listens on, or cannot listen on."""

import socket

import pytest

from shared.errors import RummyError
from signaling.address import reachable, why_not
from signaling.server import start_server


@pytest.mark.parametrize(
    ("address", "shown"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")]
)
def test_one_address_is_shown_as_it_is(address: str, shown: str) -> None:
    assert reachable(address) == shown


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_of_all_addresses_one_is_shown(address: str) -> None:
    shown = reachable(address).strip("[]")
    assert shown != address
    assert socket.getaddrinfo(shown, 80, flags=socket.AI_NUMERICHOST)


@pytest.mark.parametrize(
    ("address", "shown"), [("0.0.0.0", "127.0.0.1"), ("::", "[::1]")]
)
def test_without_a_network_it_is_this_machine(
    address: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_route(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", no_route)
    assert reachable(address) == shown


@pytest.mark.parametrize("port", [70000, -1])
async def test_a_number_that_is_no_port_is_said(port: int) -> None:
    with pytest.raises(RummyError) as refused:
        await start_server("127.0.0.1", port)
    assert str(refused.value) == (
        f"{port} is not a port; ports are numbers from 0 to 65535"
    )


async def test_an_address_of_another_machine_is_said() -> None:
    # An address for documentation (RFC 5737) is nobody's.
    with pytest.raises(RummyError) as refused:
        await start_server("203.0.113.7", 0)
    assert str(refused.value) == (
        "cannot listen on 203.0.113.7, port 0: Cannot assign requested address"
    )


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(13, "error while attempting to bind"), "Permission denied"),
        (OSError("could not bind on any address"), "Cannot assign requested address"),
        (socket.gaierror(-2, "Name or service not known"), "Name or service not known"),
    ],
)
def test_other_reasons_are_said_in_the_systems_words(
    error: OSError, reason: str
) -> None:
    assert why_not("nowhere.example", 80, error) == (
        f"cannot listen on nowhere.example, port 80: {reason}"
    )

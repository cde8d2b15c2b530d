"""What may be typed about the ways to others, and what comes of it."""

from pathlib import Path

import pytest

from peer.ice_options import ice_servers, policy
from peer.options import read_options
from peer.policy import Address, Policy, chosen
from shared.errors import UsageError
from shared.signals import IceServer

HOME = Address("eth0", "192.168.1.2")
HOME6 = Address("eth0", "2001:db8::2")
VPN = Address("tun0", "10.8.0.2")
CONTAINERS = Address("docker0", "172.17.0.1")
ALL = [HOME, HOME6, VPN, CONTAINERS]

CODE = "7KQ-M3X-WC7"


@pytest.fixture
def secret(tmp_path: Path) -> str:
    path = tmp_path / "secret"
    path.write_text("from a file\nand nothing else\n")
    return str(path)


def servers(*args: str, **environ: str) -> tuple[IceServer, ...]:
    return ice_servers(read_options(["join", CODE, *args]), environ)


def refused(*args: str, **environ: str) -> str:
    with pytest.raises(UsageError) as error:
        servers(*args, **environ)
    return str(error.value)


def test_nothing_typed_is_nothing_asked() -> None:
    assert servers() == ()


def test_several_of_each(secret: str) -> None:
    typed = "--stun stun:a.example --stun stun:b.example:19302 --turn turn:a.example"
    typed += " --turn turns:b.example:443?transport=tcp --turn-user ann"
    assert servers(*typed.split(), "--turn-password-file", secret) == (
        IceServer(("stun:a.example",)),
        IceServer(("stun:b.example:19302",)),
        IceServer(("turn:a.example",), "ann", "from a file"),
        IceServer(("turns:b.example:443?transport=tcp",), "ann", "from a file"),
    )


def test_a_name_and_a_password_for_each(tmp_path: Path, secret: str) -> None:
    (tmp_path / "other").write_text("another\n")
    typed = (
        "--turn turn:a.example --turn turn:b.example --turn-user ann --turn-user bob"
    )
    files = ["--turn-password-file", secret]
    files += ["--turn-password-file", str(tmp_path / "other")]
    assert servers(*typed.split(), *files) == (
        IceServer(("turn:a.example",), "ann", "from a file"),
        IceServer(("turn:b.example",), "bob", "another"),
    )


def test_a_password_from_the_environment() -> None:
    typed = "--turn turn:a.example --turn-user ann".split()
    known = servers(*typed, RUMMYROOM_TURN_PASSWORD="secret")
    assert known == (IceServer(("turn:a.example",), "ann", "secret"),)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "--turn needs --turn-user too"),
        (
            "--turn-user ann",
            "--turn needs --turn-password-file too, "
            "or the password in $RUMMYROOM_TURN_PASSWORD",
        ),
        (
            "--turn turn:b.example --turn turn:c.example --turn-user a --turn-user b",
            "3 --turn and 2 --turn-user: give one for all, or as many",
        ),
        (
            "--turn-user ann --turn-password-file /nowhere/secret",
            "/nowhere/secret cannot be read: No such file or directory",
        ),
        (
            "--turn-user ann --turn-password-file /dev/null",
            "/dev/null holds no password in its first line",
        ),
    ],
)
def test_a_relay_needs_a_name_and_a_password(typed: str, sentence: str) -> None:
    assert refused("--turn", "turn:a.example", *typed.split()) == sentence


@pytest.mark.parametrize(
    "url",
    "turn: turn:? stun:a.example http://a turn:a.example:b turn:a?transport=sctp "
    "turns:a?transport=udp turn:ann:secret@a.example".split(),
)
def test_what_is_no_relay(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_options(["join", CODE, "--turn", url])
    assert capsys.readouterr().err.splitlines()[0] == (
        f"rummyroom join: argument --turn: {url!r} is not a TURN server: write "
        "turn:HOST or turns:HOST, with :PORT or ?transport=udp or tcp behind it if "
        "need be"
    )


def test_what_is_no_interface(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_options(["host", "--interface", "!"])
    assert capsys.readouterr().err.splitlines()[0] == (
        "rummyroom host: argument --interface: '!' is no interface: "
        "write a name, or a network as in 192.168.1.0/24"
    )


@pytest.mark.parametrize(
    ("wishes", "left"),
    [
        ([], [HOME, HOME6, VPN]),
        (["eth0"], [HOME, HOME6]),
        (["192.168.1.0/24"], [HOME]),
        (["192.168.1.2"], [HOME]),
        (["2001:db8::/32"], [HOME6]),
        (["!tun0"], [HOME, HOME6]),
        (["!10.0.0.0/8", "!2001:db8::/32"], [HOME]),
        (["e*", "tun?"], [HOME, HOME6, VPN]),
        (["eth0", "!192.168.0.0/16"], [HOME6]),
        (["docker0"], [CONTAINERS]),
        (["wlan0"], []),
        (["!*"], []),
    ],
)
def test_which_addresses_are_used(wishes: list[str], left: list[Address]) -> None:
    assert chosen(wishes, ALL) == [address.host for address in left]


def test_in_a_container_its_own_network_is_used() -> None:
    assert chosen([], [CONTAINERS]) == ["172.17.0.1"]


def test_a_policy_that_leaves_nothing_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("peer.policy.addresses", lambda: iter(ALL))
    typed = read_options(["host", "--interface", "wlan0", "--interface", "!lo"])
    with pytest.raises(UsageError) as error:
        policy(typed)
    assert str(error.value) == (
        "--interface leaves no network to use; this machine has eth0, tun0, docker0"
    )


def test_a_policy_on_a_machine_without_networks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("peer.policy.addresses", lambda: iter([]))
    typed = read_options(["join", CODE, "--interface", "wlan0", "--relay-only"])
    assert policy(typed) == Policy(relay_only=True, interfaces=("wlan0",))
    assert policy(typed).addresses() == ["127.0.0.1"]

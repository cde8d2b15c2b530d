"""What systemd is told, and what its unit allows the server."""

import os
import re
import socket
import subprocess
from pathlib import Path

import pytest

from signaling import systemd

UNIT = Path(__file__).parent.parent / "signaling/deploy/rummyroom.service"


@pytest.mark.parametrize("abstract", [False, True])
def test_facts_go_to_the_socket_of_systemd(tmp_path: Path, abstract: bool) -> None:
    address = f"\0{tmp_path}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as here:
        here.bind(address)
        here.settimeout(10)
        named = address.replace("\0", "@")
        systemd.notify(systemd.READY, "STATUS=x", environ={"NOTIFY_SOCKET": named})
        assert here.recv(100) == b"READY=1\nSTATUS=x"


@pytest.mark.parametrize("address", [None, "", "relative", "/nobody/there"])
def test_nobody_to_tell_is_no_harm(address: str | None) -> None:
    environ = {} if address is None else {"NOTIFY_SOCKET": address}
    systemd.notify(systemd.READY, environ=environ)


def test_a_reload_says_when_it_began() -> None:
    assert re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=\d+", systemd.reloading())


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "60000000"}, 30.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "x"}, None),
    ],
)
def test_the_watchdog_is_fed_twice_as_often_as_it_asks(
    environ: dict[str, str], seconds: float | None
) -> None:
    assert systemd.watchdog_interval(environ) == seconds


@pytest.mark.needs("systemd")
def test_the_unit_is_hardened() -> None:
    # The threshold is in tenths, and 0 is the best there is.
    done = subprocess.run(
        ("systemd-analyze", "security", "--offline=true", "--threshold=15", UNIT),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Overall exposure level" in done.stdout


@pytest.mark.needs("systemd")
def test_the_unit_says_nothing_that_systemd_does_not_know(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text().replace("/usr/local/bin/rummyroom", "/bin/true"))
    done = subprocess.run(
        ("systemd-analyze", "verify", "--man=no", here), capture_output=True, text=True
    )
    ours = [line for line in done.stderr.splitlines() if UNIT.name in line]
    assert (done.returncode, ours) == (0, [])

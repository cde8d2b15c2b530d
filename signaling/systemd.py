"""What systemd wants to know of a service: the protocol of sd_notify(3)."""

import os
import socket
import time
from collections.abc import Mapping

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


def notify(*facts: str, environ: Mapping[str, str] = os.environ) -> None:
    """Tell systemd, if it is what started us. Never raises: nobody else can act."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)
            out.sendto("\n".join(facts).encode(), address)
    except OSError:
        pass


def reloading() -> str:
    """That a reload begins; ``READY`` ends it."""
    return f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}"


def watchdog_interval(environ: Mapping[str, str] = os.environ) -> float | None:
    """Seconds between two ``ALIVE``, half of what systemd allows; None if it does not
    ask for them."""
    allowed = environ.get("WATCHDOG_USEC", "")
    if not allowed.isdigit() or environ.get("WATCHDOG_PID", str(os.getpid())) != str(
        os.getpid()
    ):
        return None
    return int(allowed) / 2e6 or None

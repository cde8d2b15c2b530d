"""Where a server can be reached, and why it cannot listen."""

import os
import socket
from errno import EADDRINUSE, EADDRNOTAVAIL


def reachable(address: str) -> str:
    """``address`` for a URL; for all addresses, the one this machine has outside."""
    v6 = ":" in address
    if address in ("0.0.0.0", "::"):
        # Choosing the way to a documentation address (RFC 5737, 3849) sends nothing.
        family, far, here = (
            (socket.AF_INET6, "2001:db8::1", "::1")
            if v6
            else (socket.AF_INET, "192.0.2.1", "127.0.0.1")
        )
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                address = probe.getsockname()[0]
        except OSError:
            address = here
    return f"[{address}]" if v6 else address


def why_not(host: str, port: int, error: OSError | OverflowError) -> str:
    """The sentence for a port that could not be had."""
    if isinstance(error, OverflowError):
        return f"{port} is not a port; ports are numbers from 0 to 65535"
    if error.errno == EADDRINUSE:
        return f"port {port} is in use; stop what uses it or choose another port"
    if isinstance(error, socket.gaierror):
        reason = error.strerror
    else:
        # asyncio words failed binds anew, and leaves out which one it was if it tried
        # every address the host has.
        reason = os.strerror(error.errno or EADDRNOTAVAIL)
    return f"cannot listen on {host}, port {port}: {reason}"

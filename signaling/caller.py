"""Whom a connection is from: behind proxies, and which page it was opened by."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from shared.errors import RummyError

_PORTS = {"http": 80, "https": 443}


class Proxies:
    """The proxies in front of us, by what they are called in ``X-Forwarded-For``."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        """
        Raises:
            RummyError: If one is neither an address nor a network.
        """
        self._trusted = [_network(network) for network in networks]

    def caller(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who is behind ``peer``: the last in the chain that is no proxy of ours.

        Whatever stands before it in the header was written by that stranger.
        """
        caller = peer
        chain = [name for line in forwarded for name in line.split(",")]
        while chain and self.trust(caller):
            name = _without_port(chain.pop().strip())
            try:
                ip_address(name)
            except ValueError:
                break
            caller = name
        return caller

    def trust(self, address: str) -> bool:
        """Whether ``address`` is a proxy of ours."""
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self._trusted)


class Origins:
    """The pages that may open a socket here."""

    def __init__(self, base_url: str | None = None) -> None:
        """``base_url`` is where our own page is; without it, any page may.

        Raises:
            RummyError: If it is no such address.
        """
        self._ours = None
        if base_url is not None:
            self._ours = _origin(base_url)
            if self._ours is None:
                raise RummyError(
                    f"{base_url!r} is not the address of a server;"
                    " one looks like https://rummy.example.org"
                )

    def allow(self, origin: str | None) -> bool:
        """Whether a page of ``origin`` may; programs that are no browser send none."""
        return self._ours is None or origin is None or _origin(origin) == self._ours


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise RummyError(
            f"{text!r} is no address of a proxy;"
            " write one like 127.0.0.1 or a network like 10.0.0.0/8"
        ) from None


def _without_port(name: str) -> str:
    name = name.strip('"')
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0] if name.count(":") == 1 else name


def _origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port (RFC 6454)."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if port is None or not parts.hostname or parts.scheme not in _PORTS:
        return None
    return parts.scheme, parts.hostname, port

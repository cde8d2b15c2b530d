"""Which addresses of this machine a connection may use, and tell the other player."""

import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import NamedTuple

import ifaddr

from shared.errors import UsageError

CONTAINERS = (
    "docker*",
    "br-*",
    "veth*",
    "virbr*",
    "lxcbr*",
    "lxdbr*",
    "cni*",
    "podman*",
    "vmnet*",
    "vboxnet*",
    "VirtualBox Host-Only*",
    "VMware Virtual Ethernet*",
    "vEthernet (WSL*",
    "vEthernet (Default Switch)*",
)
"Lead to containers on this machine; nobody else can be reached through them."

LOOPBACK = "127.0.0.1"


class Address(NamedTuple):
    """One address of this machine, without its loopback ones."""

    interface: str
    host: str


@dataclass(frozen=True)
class Policy:
    """What a player has decided about the ways to others."""

    relay_only: bool = False
    "Only a relay's address is told, so that no player learns another's."

    interfaces: tuple[str, ...] = ()
    "As in ``--interface``: a name, a pattern or a network; not that with ``!`` before."

    def addresses(self) -> list[str]:
        """The addresses to open a socket on."""
        return chosen(self.interfaces, list(addresses())) or [LOOPBACK]

    def check(self) -> None:
        """See that there is such an interface.

        Raises:
            UsageError: If what was asked for leaves none.
        """
        here = list(addresses())
        if here and not chosen(self.interfaces, here):
            names = ", ".join(dict.fromkeys(address.interface for address in here))
            raise UsageError(
                f"--interface leaves no network to use; this machine has {names}"
            )


OPEN = Policy()
"Everything that helps to reach somebody."


def addresses() -> Iterator[Address]:
    """All there are; one of a link only (fe80::) cannot be told to anybody."""
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            known = ipaddress.ip_address(host)
            if not known.is_loopback and not (
                known.version == 6 and known.is_link_local
            ):
                yield Address(ip.nice_name, host)


def chosen(wishes: Sequence[str], here: Sequence[Address]) -> list[str]:
    """The hosts of ``here`` that ``wishes`` of ``--interface`` allow.

    Without a positive wish all but those of containers, or those too if there are no
    others.
    """
    wanted = [wish for wish in wishes if not wish.startswith("!")]
    left_out = [wish.removeprefix("!") for wish in wishes if wish.startswith("!")]
    allowed = [each for each in here if not any(_suits(each, w) for w in left_out)]
    if wanted:
        allowed = [each for each in allowed if any(_suits(each, w) for w in wanted)]
    else:
        allowed = [each for each in allowed if not is_container(each)] or allowed
    return [each.host for each in allowed]


def is_container(address: Address) -> bool:
    """Whether only this machine's own containers can be reached through it."""
    return any(fnmatchcase(address.interface, pattern) for pattern in CONTAINERS)


def _suits(address: Address, wish: str) -> bool:
    try:
        network = ipaddress.ip_network(wish, strict=False)
    except ValueError:
        return fnmatchcase(address.interface, wish)
    return ipaddress.ip_address(address.host) in network

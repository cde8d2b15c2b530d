"""Which address this machine has, to notice when that changes."""

import socket
from collections.abc import Callable

_FAR_AWAY = (
    (socket.AF_INET, ("192.0.2.1", 9)),  # RFC 5737
    (socket.AF_INET6, ("2001:db8::1", 9)),  # RFC 3849
)


def own_address() -> str:
    """What we would send from to far away; empty without a network. Sends nothing."""
    return " ".join(filter(None, (_towards(*place) for place in _FAR_AWAY)))


def _towards(family: socket.AddressFamily, place: tuple[str, int]) -> str:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(place)
            address: str = probe.getsockname()[0]
            return address
    except OSError:
        return ""


class Moves:
    """Notices each time that we have another address, or one again."""

    def __init__(self, whereabouts: Callable[[], str]) -> None:
        self._whereabouts = whereabouts
        self._last = whereabouts()

    def again(self) -> bool:
        """Whether we have moved; having no address is not having moved yet."""
        last, self._last = self._last, self._whereabouts()
        return bool(self._last) and self._last != last

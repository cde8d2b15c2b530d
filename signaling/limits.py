"""
Who may do how much. Sans-I/O: ``now`` is an argument.

What was used is remembered by network address and by room, not by socket, so that to
connect again is no way around it. A household or a whole carrier shares one address,
and one subscriber has a whole /64 of IPv6: the limits are for those.
"""

import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, NamedTuple, TypeVar

from shared.errors import SignalingError

MAX_KEYS = 4096
"Addresses, and rooms, that are remembered; who was seen least lately is forgotten."

UNIT = 1024
"Bytes of a message that count as one more message."

_NEAR = [
    ip_network(near)
    # All of ::/64 is ::1 here.
    for near in ("127.0.0.0/8", "::/64", "10.0.0.0/8", "172.16.0.0/12")
    + ("192.168.0.0/16", "169.254.0.0/16", "fe80::/10", "fc00::/7")
]

FULL_RETRY = 30.0
"Seconds after which to try again where it depends on others."


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """What one address, one room and the whole server are allowed."""

    connects: Rate = Rate(60, 1)
    joins: Rate = Rate(60, 1)
    failures: Rate = Rate(20, 0.1)
    "Joins of rooms that are not there, and wrong claims."

    messages: Rate = Rate(1000, 100)
    room_joins: Rate = Rate(60, 1)
    room_messages: Rate = Rate(4000, 200)
    "Of its guests; its host is held by its address alone."

    sockets: int = 10_000
    sockets_per_address: int = 256
    near: float = 10
    """Times as much is for loopback and private addresses. Behind one of them is a home
    whose members know each other, or a proxy that nobody has named, for all players."""

    def times(self, factor: float) -> "Limits":
        """The same with ``factor`` times as much for an address."""

        def more(rate: Rate) -> Rate:
            return Rate(rate.burst * factor, rate.per_second * factor)

        return replace(
            self,
            connects=more(self.connects),
            joins=more(self.joins),
            failures=more(self.failures),
            messages=more(self.messages),
            sockets_per_address=int(self.sockets_per_address * factor),
        )


class Bucket:
    """A token bucket in one number, the generic cell rate algorithm of ITU-T I.371."""

    __slots__ = ("_due", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._due = -math.inf
        "When it is full again."

    def take(self, now: float, tokens: float = 1) -> float:
        """Take them, or tell in how many seconds they are there; 0 if they were."""
        burst, per_second = self._rate
        due = (self._due if self._due > now else now) + tokens / per_second
        wait = due - now - burst / per_second
        # Sums of floats may miss the last token by a hair.
        if wait > 1e-6:
            return wait
        self._due = due
        return 0.0

    def give_back(self) -> None:
        """One was not used after all."""
        self._due -= 1 / self._rate.per_second


class Address:
    """What one network address has used."""

    __slots__ = ("connects", "failures", "joins", "messages", "most", "sockets")

    def __init__(self, limits: Limits) -> None:
        self.connects = Bucket(limits.connects)
        self.joins = Bucket(limits.joins)
        self.failures = Bucket(limits.failures)
        self.messages = Bucket(limits.messages)
        self.most = limits.sockets_per_address
        self.sockets = 0
        "Open now."


class Room:
    """What was used of the name of a room, whether there is such a room or not."""

    __slots__ = ("joins", "messages")

    def __init__(self, limits: Limits) -> None:
        self.joins = Bucket(limits.room_joins)
        self.messages = Bucket(limits.room_messages)


K = TypeVar("K")


class _Book(Generic[K]):
    """Accounts by key, so many at most."""

    def __init__(self, open_account: Callable[[str], K], max_keys: int) -> None:
        self._open = open_account
        self._max = max_keys
        self._accounts: OrderedDict[str, K] = OrderedDict()

    def __len__(self) -> int:
        return len(self._accounts)

    def __getitem__(self, key: str) -> K:
        account = self._accounts.get(key)
        if account is None:
            if len(self._accounts) >= self._max:
                self._forget()
            account = self._accounts[key] = self._open(key)
        self._accounts.move_to_end(key)
        return account

    def _forget(self) -> None:
        """Drop who was seen least lately and has no socket open."""
        for _ in range(16):
            key, account = self._accounts.popitem(last=False)
            if not getattr(account, "sockets", 0):
                return
            self._accounts[key] = account


class Guard:
    """Keeps one server's :class:`Limits`; every method that refuses says so.

    Raises:
        SignalingError: ``limit``, with when to try again.
    """

    def __init__(self, limits: Limits | None = None, max_keys: int = MAX_KEYS) -> None:
        self._limits = far = limits or Limits()
        near = far.times(far.near)
        self._addresses = _Book[Address](
            lambda key: Address(near if is_near(key) else far), max_keys
        )
        self._rooms = _Book[Room](lambda _: Room(far), max_keys)
        self._sockets = 0

    def opened(self, address: str) -> Address:
        """A socket is open, whatever :meth:`connect` will say to it."""
        account = self._addresses[network(address)]
        account.sockets += 1
        self._sockets += 1
        return account

    def closed(self, account: Address) -> None:
        """That socket is gone."""
        account.sockets -= 1
        self._sockets -= 1

    def connect(self, account: Address, now: float) -> None:
        """May its newest socket stay?"""
        if wait := account.connects.take(now):
            raise _limit("your network connects too often", wait)
        if account.sockets > account.most:
            raise _limit("your network has too many connections open", FULL_RETRY)
        if self._sockets > self._limits.sockets:
            raise _limit("this server is full", FULL_RETRY)

    def join(self, account: Address, room: str, now: float) -> None:
        """May it try this room? It counts as a failure until :meth:`came_in`."""
        if wait := account.joins.take(now):
            raise _limit("your network joins tables too often", wait)
        if wait := account.failures.take(now):
            raise _limit("too many codes from your network were wrong", wait)
        if wait := self._rooms[room].joins.take(now):
            account.failures.give_back()
            raise _limit("this code is tried too often", wait)

    def claim(self, account: Address, now: float) -> None:
        """May it try to take a room back? It counts as a failure likewise."""
        if wait := account.failures.take(now):
            raise _limit("too many codes from your network were wrong", wait)

    def came_in(self, account: Address) -> None:
        """It was no failure."""
        account.failures.give_back()

    def room(self, name: str) -> Room:
        """The account of a room."""
        return self._rooms[name]

    def message(
        self, account: Address, room: Room | None, size: int, now: float
    ) -> None:
        """May it send a message of ``size`` bytes, and to ``room`` if it is a guest?"""
        tokens = 1 + size // UNIT
        if wait := account.messages.take(now, tokens):
            raise _limit("your network sends too much", wait)
        if room is not None and (wait := room.messages.take(now, tokens)):
            raise _limit("too much is sent at this table", wait)


@lru_cache(MAX_KEYS)
def network(address: str) -> str:
    """What counts as one address: an IPv4 address, or a /64 of IPv6."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None:
            return str(IPv6Address(int(ip) >> 64 << 64))
        ip = ip.ipv4_mapped
    return str(ip)


def is_near(address: str) -> bool:
    """Whether it is this machine or a private network (RFC 1918, RFC 4193)."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip in near for near in _NEAR)


def _limit(why: str, wait: float) -> SignalingError:
    seconds = math.ceil(wait)
    when = "in a second" if seconds == 1 else f"in {seconds} seconds"
    return SignalingError("limit", f"{why}; try again {when}", float(seconds))

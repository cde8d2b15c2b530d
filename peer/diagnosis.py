"""What the doctor's findings mean, in sentences, and who can be reached. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

Status = Literal["ok", "warn", "fail"]
Over = Literal["UDP", "TCP", "TLS"]
Nat = Literal["open", "cone", "symmetric", "blocked", "unknown"]
"How others see this machine; ``cone``: at one address, whomever it talks to."

SKEW = 60.0
"Seconds a clock may be wrong before it is worth a word."

WORST_SKEW = 3600.0
"From here on certificates and passwords of relays stop to be valid."

SMALLEST = (80, 24)
"Columns and lines of a terminal that shows everything."

VPNS = "tun* tap* wg* utun* ppp* ipsec* tailscale* zt* nordlynx*".split()


class Check(NamedTuple):
    """One finding in a sentence."""

    name: str
    status: Status
    sentence: str


class Verdict(NamedTuple):
    """All of them together."""

    well: bool
    "Nothing failed."

    sentence: str


@dataclass(frozen=True)
class Machine:
    """The program and where it runs."""

    version: str
    python: str
    openssl: str
    terminal: tuple[int, int] | None
    "None if the output goes elsewhere."

    utf8: bool
    config_error: str | None
    interfaces: tuple[str, ...]
    "Of the addresses that may be used."

    ipv6: bool
    channel_ms: float | None
    "For a data channel between two peers in this process; None if it did not open."


@dataclass(frozen=True)
class Server:
    """The signaling server, seen from here: each step is None, or why it failed."""

    name: str
    dns: str | None = None
    tcp: str | None = None
    tls: str | None = None
    secure: bool = True
    websocket: str | None = None
    skew: float | None = None
    "How many seconds our clock is ahead of the server's."


class Mapping(NamedTuple):
    """What one STUN server said about one of our sockets."""

    local: str
    seen: str | None
    "Host and port; None if it did not answer."


class Relay(NamedTuple):
    """A TURN server was asked for an address."""

    over: Over
    problem: str | None


@dataclass(frozen=True)
class Facts:
    """All that was found."""

    machine: Machine
    server: Server | None = None
    mappings: tuple[tuple[Mapping, ...], ...] = ()
    "Of each socket by each STUN server."

    relays: tuple[Relay, ...] = field(default=())


def nat_of(facts: Facts) -> Nat:
    """What is between this machine and the others (RFC 4787 section 4.1)."""
    answered = [
        [mapping for mapping in socket if mapping.seen is not None]
        for socket in facts.mappings
    ]
    if not any(answered):
        works_over_udp = any(r.over == "UDP" and not r.problem for r in facts.relays)
        return "blocked" if facts.mappings and not works_over_udp else "unknown"
    seen = [mapping for socket in answered for mapping in socket]
    if any(mapping.seen == mapping.local for mapping in seen):
        return "open"
    if any(len({mapping.seen for mapping in socket}) > 1 for socket in answered):
        return "symmetric"
    return "cone" if max(map(len, answered)) > 1 else "unknown"


def checks(facts: Facts) -> Iterator[Check]:
    """Everything that was looked at, in order."""
    yield from _of_the_machine(facts.machine)
    yield from _of_the_server(facts.server)
    yield _addresses(facts.machine)
    yield _nat(facts)
    if not facts.relays:
        yield Check("relay", "warn", "nobody offers a relay (TURN); see --turn")
    for relay in facts.relays:
        yield _relay(relay)
    yield _channel(facts.machine.channel_ms)


def verdict(facts: Facts) -> Verdict:
    """Who can be reached from here."""
    failed = any(check.status == "fail" for check in checks(facts))
    near = "yes" if facts.machine.channel_ms is not None else "no"
    return Verdict(
        not failed, f"friends on this network: {near}; {_far(nat_of(facts), facts)}"
    )


def _far(nat: Nat, facts: Facts) -> str:
    """The friends elsewhere; those at home are behind cones, mobile data symmetric."""
    if nat == "unknown":
        if _relayed(nat, facts):
            return "friends elsewhere: yes, through the relay if need be"
        return "friends elsewhere: unknown, until two STUN servers answer"
    relay = "only with relay, and nobody offers one"
    if _relayed(nat, facts):
        relay = "yes, through the relay"
    elif facts.relays:
        relay = "only with relay, and none offered works from here"
    home = "yes" if nat in ("open", "cone") else relay
    mobile = "yes" if nat == "open" else relay
    return f"friends at home: {home}; friends on mobile data: {mobile}"


def _relayed(nat: Nat, facts: Facts) -> bool:
    """Whether a relay works; where UDP is blocked, not over UDP."""
    overs = {relay.over for relay in facts.relays if relay.problem is None}
    return bool(overs - {"UDP"} if nat == "blocked" else overs)


def _of_the_machine(machine: Machine) -> Iterator[Check]:
    yield Check(
        "version",
        "ok",
        f"rummyroom {machine.version}, Python {machine.python}, {machine.openssl}",
    )
    yield _terminal(machine)
    if machine.config_error is None:
        yield Check("config", "ok", "the settings make sense")
    else:
        yield Check("config", "fail", machine.config_error)


def _terminal(machine: Machine) -> Check:
    if machine.terminal is None:
        return Check("terminal", "ok", "there is none, which is fine for programs")
    columns, lines = machine.terminal
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        return Check(
            "terminal",
            "warn",
            f"it has {columns} columns and {lines} lines; make it "
            f"{SMALLEST[0]} by {SMALLEST[1]} if you can",
        )
    if not machine.utf8:
        return Check(
            "terminal", "warn", "it does not speak UTF-8; set LANG to one that does"
        )
    return Check("terminal", "ok", f"{columns} columns, {lines} lines, UTF-8")


def _of_the_server(server: Server | None) -> Iterator[Check]:
    if server is None:
        sentence = "none is set; tables on this network are found without one"
        yield Check("server", "ok", sentence)
        return
    steps = (
        ("dns", server.dns, f"the name of {server.name} is known"),
        ("tcp", server.tcp, f"{server.name} can be reached"),
        ("tls", server.tls, "its certificate is valid"),
        ("websocket", server.websocket, "it lets us in and talks our language"),
    )
    for name, problem, well in steps:
        if name == "tls" and not server.secure and not problem:
            sentence = "its address begins with http://, which only a local one may"
            yield Check(name, "warn", sentence)
        else:
            yield Check(name, "fail" if problem else "ok", problem or well)
        if problem:
            return
    yield _clock(server.skew)


def _clock(skew: float | None) -> Check:
    if skew is None:
        return Check("clock", "warn", "the server does not tell the time")
    if abs(skew) < SKEW:
        return Check("clock", "ok", "yours agrees with the server's")
    direction = "ahead of" if skew > 0 else "behind"
    return Check(
        "clock",
        "fail" if abs(skew) >= WORST_SKEW else "warn",
        f"yours is {abs(skew) / 60:.0f} minutes {direction} the server's; set it, or"
        " certificates and relays will refuse you",
    )


def _addresses(machine: Machine) -> Check:
    if not machine.interfaces:
        return Check(
            "addresses",
            "fail",
            "this machine has no network but itself; connect it to one",
        )
    listed = ", ".join(machine.interfaces)
    version = "IPv4 and IPv6" if machine.ipv6 else "IPv4 only"
    vpns = [name for name in machine.interfaces if _is_vpn(name)]
    if vpns:
        hint = f"{vpns[0]} looks like a VPN; if it slows you: --interface '!{vpns[0]}'"
        return Check("addresses", "warn", f"{version} on {listed}; {hint}")
    return Check("addresses", "ok", f"{version} on {listed}")


def _is_vpn(interface: str) -> bool:
    return any(fnmatchcase(interface, pattern) for pattern in VPNS)


def _nat(facts: Facts) -> Check:
    match nat := nat_of(facts):
        case "open":
            return Check("nat", "ok", "there is none: others reach you as you are")
        case "cone":
            return Check("nat", "ok", "others see you at one address and can reach it")
        case "symmetric":
            return Check(
                "nat",
                "warn",
                "everybody sees you at another address (symmetric NAT): most others are"
                " reached through a relay (TURN) only",
            )
        case "blocked":
            return Check(
                "nat",
                "warn" if _relayed(nat, facts) else "fail",
                "no server answers over UDP, which this network seems to block;"
                " use another network, or a relay (TURN) over TCP or TLS",
            )
        case "unknown":
            return Check(
                "nat",
                "warn",
                "it takes two STUN servers that answer to see what others see;"
                " name more with --stun",
            )


def _relay(relay: Relay) -> Check:
    name = f"relay over {relay.over}"
    if relay.problem is not None:
        return Check(name, "warn", relay.problem)
    return Check(name, "ok", "it gives you an address")


def _channel(milliseconds: float | None) -> Check:
    if milliseconds is None:
        return Check(
            "channel",
            "fail",
            "two peers on this machine do not reach each other; look at its firewall",
        )
    return Check("channel", "ok", f"one opened in {milliseconds:.0f} ms here")

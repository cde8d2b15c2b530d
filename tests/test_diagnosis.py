"""What the doctor found, and what it says about it."""

from dataclasses import replace

import pytest

from peer.diagnosis import (
    Check,
    Facts,
    Machine,
    Mapping,
    Relay,
    Server,
    Verdict,
    checks,
    nat_of,
    verdict,
)

MACHINE = Machine(
    version="1.0",
    python="3.13.1",
    openssl="OpenSSL 3.5",
    terminal=(100, 40),
    utf8=True,
    config_error=None,
    interfaces=("eth0",),
    ipv6=True,
    channel_ms=41.2,
)
SERVER = Server("cards.example.org", skew=0.4)

HERE = "192.168.1.2 5000"
OPEN = (Mapping("203.0.113.9 5000", "203.0.113.9 5000"),)
CONE = (Mapping(HERE, "203.0.113.9 5000"), Mapping(HERE, "203.0.113.9 5000"))
SYMMETRIC = (Mapping(HERE, "203.0.113.9 5001"), Mapping(HERE, "203.0.113.9 5002"))
SILENT = (Mapping("", None), Mapping("", None))
ONE = (Mapping(HERE, "203.0.113.9 5000"), Mapping("", None))

UDP, TCP = Relay("UDP", None), Relay("TCP", None)
AWAY = Relay("UDP", "it does not answer; your network may block it")


def said(facts: Facts, name: str) -> tuple[str, str]:
    [(_, status, sentence)] = [check for check in checks(facts) if check.name == name]
    return status, sentence


@pytest.mark.parametrize(
    ("mappings", "relays", "nat"),
    [
        ((OPEN,), (), "open"),
        ((CONE,), (), "cone"),
        ((SYMMETRIC,), (), "symmetric"),
        ((SILENT, CONE), (), "cone"),
        ((CONE, SYMMETRIC), (), "symmetric"),
        ((SILENT,), (), "blocked"),
        ((SILENT,), (AWAY, TCP), "blocked"),
        ((SILENT,), (UDP,), "unknown"),
        ((ONE,), (), "unknown"),
        ((), (), "unknown"),
        ((), (AWAY,), "unknown"),
    ],
)
def test_what_is_between_us_and_the_others(
    mappings: tuple[tuple[Mapping, ...], ...], relays: tuple[Relay, ...], nat: str
) -> None:
    assert nat_of(Facts(MACHINE, mappings=mappings, relays=relays)) == nat


NEAR = "friends on this network: yes; "
NOBODY = "only with relay, and nobody offers one"
NONE_WORKS = "only with relay, and none offered works from here"


@pytest.mark.parametrize(
    ("mapping", "relays", "home", "mobile"),
    [
        (OPEN, (), "yes", "yes"),
        (CONE, (), "yes", NOBODY),
        (CONE, (AWAY,), "yes", NONE_WORKS),
        (CONE, (UDP,), "yes", "yes, through the relay"),
        (SYMMETRIC, (), NOBODY, NOBODY),
        (SYMMETRIC, (AWAY, TCP), "yes, through the relay", "yes, through the relay"),
        (SILENT, (TCP,), "yes, through the relay", "yes, through the relay"),
    ],
)
def test_who_can_be_reached(
    mapping: tuple[Mapping, ...], relays: tuple[Relay, ...], home: str, mobile: str
) -> None:
    facts = Facts(MACHINE, SERVER, (mapping,), relays)
    assert verdict(facts) == Verdict(
        True, f"{NEAR}friends at home: {home}; friends on mobile data: {mobile}"
    )


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (
            Facts(MACHINE, mappings=(SILENT,)),
            Verdict(
                False,
                f"{NEAR}friends at home: {NOBODY}; friends on mobile data: {NOBODY}",
            ),
        ),
        (
            Facts(MACHINE),
            Verdict(
                True, f"{NEAR}friends elsewhere: unknown, until two STUN servers answer"
            ),
        ),
        (
            Facts(MACHINE, mappings=(ONE,), relays=(UDP,)),
            Verdict(
                True, f"{NEAR}friends elsewhere: yes, through the relay if need be"
            ),
        ),
        (
            Facts(replace(MACHINE, channel_ms=None), mappings=(OPEN,)),
            Verdict(
                False,
                "friends on this network: no; friends at home: yes; "
                "friends on mobile data: yes",
            ),
        ),
    ],
)
def test_verdicts_that_are_not_good_or_not_sure(
    facts: Facts, expected: Verdict
) -> None:
    assert verdict(facts) == expected


def test_a_machine_and_a_server_that_are_well() -> None:
    assert list(checks(Facts(MACHINE, SERVER, (CONE,), (UDP,)))) == [
        Check("version", "ok", "rummyroom 1.0, Python 3.13.1, OpenSSL 3.5"),
        Check("terminal", "ok", "100 columns, 40 lines, UTF-8"),
        Check("config", "ok", "the settings make sense"),
        Check("dns", "ok", "the name of cards.example.org is known"),
        Check("tcp", "ok", "cards.example.org can be reached"),
        Check("tls", "ok", "its certificate is valid"),
        Check("websocket", "ok", "it lets us in and talks our language"),
        Check("clock", "ok", "yours agrees with the server's"),
        Check("addresses", "ok", "IPv4 and IPv6 on eth0"),
        Check("nat", "ok", "others see you at one address and can reach it"),
        Check("relay over UDP", "ok", "it gives you an address"),
        Check("channel", "ok", "one opened in 41 ms here"),
    ]


@pytest.mark.parametrize(
    ("changes", "name", "status", "sentence"),
    [
        (
            {"terminal": None},
            "terminal",
            "ok",
            "there is none, which is fine for programs",
        ),
        (
            {"terminal": (60, 24)},
            "terminal",
            "warn",
            "it has 60 columns and 24 lines; make it 80 by 24 if you can",
        ),
        (
            {"utf8": False},
            "terminal",
            "warn",
            "it does not speak UTF-8; set LANG to one that does",
        ),
        (
            {"config_error": "name must be text"},
            "config",
            "fail",
            "name must be text",
        ),
        ({"ipv6": False}, "addresses", "ok", "IPv4 only on eth0"),
        (
            {"interfaces": ("eth0", "tun0")},
            "addresses",
            "warn",
            "IPv4 and IPv6 on eth0, tun0; tun0 looks like a VPN; "
            "if it slows you: --interface '!tun0'",
        ),
        (
            {"interfaces": ()},
            "addresses",
            "fail",
            "this machine has no network but itself; connect it to one",
        ),
        (
            {"channel_ms": None},
            "channel",
            "fail",
            "two peers on this machine do not reach each other; look at its firewall",
        ),
    ],
)
def test_what_a_machine_lacks(
    changes: dict[str, object], name: str, status: str, sentence: str
) -> None:
    facts = Facts(replace(MACHINE, **changes))  # type: ignore[arg-type]
    assert said(facts, name) == (status, sentence)


@pytest.mark.parametrize(
    ("server", "name", "status", "sentence"),
    [
        (Server("x", dns="no name"), "dns", "fail", "no name"),
        (Server("x", tcp="no answer"), "tcp", "fail", "no answer"),
        (Server("x", tls="no certificate"), "tls", "fail", "no certificate"),
        (Server("x", websocket="no way in"), "websocket", "fail", "no way in"),
        (
            Server("x", secure=False, skew=0),
            "tls",
            "warn",
            "its address begins with http://, which only a local one may",
        ),
        (Server("x"), "clock", "warn", "the server does not tell the time"),
        (
            Server("x", skew=-600),
            "clock",
            "warn",
            "yours is 10 minutes behind the server's; set it, or certificates and "
            "relays will refuse you",
        ),
        (
            Server("x", skew=7200),
            "clock",
            "fail",
            "yours is 120 minutes ahead of the server's; set it, or certificates and "
            "relays will refuse you",
        ),
        (
            None,
            "server",
            "ok",
            "none is set; tables on this network are found without one",
        ),
    ],
)
def test_a_server_that_is_not_reached(
    server: Server | None, name: str, status: str, sentence: str
) -> None:
    facts = Facts(MACHINE, server)
    assert said(facts, name) == (status, sentence)
    if status == "fail" and server is not None and server.skew is None:
        names = [check.name for check in checks(facts)]
        assert names[names.index(name) + 1] == "addresses", "no step after it"


@pytest.mark.parametrize(
    ("mapping", "relays", "status", "sentence"),
    [
        (OPEN, (), "ok", "there is none: others reach you as you are"),
        (
            SYMMETRIC,
            (),
            "warn",
            "everybody sees you at another address (symmetric NAT): most others are "
            "reached through a relay (TURN) only",
        ),
        (
            SILENT,
            (),
            "fail",
            "no server answers over UDP, which this network seems to block; use "
            "another network, or a relay (TURN) over TCP or TLS",
        ),
        (
            SILENT,
            (TCP,),
            "warn",
            "no server answers over UDP, which this network seems to block; use "
            "another network, or a relay (TURN) over TCP or TLS",
        ),
        (
            ONE,
            (),
            "warn",
            "it takes two STUN servers that answer to see what others see; "
            "name more with --stun",
        ),
    ],
)
def test_what_is_said_of_a_nat(
    mapping: tuple[Mapping, ...], relays: tuple[Relay, ...], status: str, sentence: str
) -> None:
    facts = Facts(MACHINE, mappings=(mapping,), relays=relays)
    assert said(facts, "nat") == (status, sentence)


def test_what_is_said_of_relays() -> None:
    nobody = ("warn", "nobody offers a relay (TURN); see --turn")
    assert said(Facts(MACHINE), "relay") == nobody
    away = ("warn", "it does not answer; your network may block it")
    assert said(Facts(MACHINE, relays=(AWAY,)), "relay over UDP") == away

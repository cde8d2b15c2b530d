"""
What two peers tell each other in an offer and an answer (RFC 8866, 8839, 8841, 8842).

Only the one shape we use is written and read: a single data channel section. Exactly
one sha-256 fingerprint is allowed (RFC 8122 would allow several): implementations
differ in which of several they believe, and the proof of the room code binds to one.
"""

import ipaddress
import re
import secrets
from dataclasses import dataclass
from typing import Literal, cast

from shared.errors import ProtocolError
from shared.wire import MAX_SIZE

Setup = Literal["actpass", "active", "passive"]
"Who starts the DTLS handshake (RFC 8842 section 5.2)."

_MEDIA = re.compile(r"m=application [0-9]+ (?:UDP|TCP)/DTLS/SCTP webrtc-datachannel")
_UFRAG = re.compile(r"[A-Za-z0-9+/]{4,256}")
_PASSWORD = re.compile(r"[A-Za-z0-9+/]{22,256}")
_FINGERPRINT = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31}")
_MID = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`{|}~-]{1,64}")
_NUMBER = re.compile(r"[0-9]{1,10}")
_CANDIDATE = re.compile(
    r"(?:a=)?(?:candidate:)?"
    r"(?P<usable>[A-Za-z0-9+/]{1,32} 1 (?:udp|UDP) [0-9]{1,10}"
    r" (?P<host>\S+) (?P<port>[0-9]{1,5}) typ (?:host|srflx|relay))(?: .*)?"
)
_MDNS = re.compile(r"[A-Za-z0-9-]{1,63}\.local")


@dataclass(frozen=True)
class Session:
    """One end of a data connection."""

    ufrag: str
    password: str
    "With ``ufrag`` the credentials of the connectivity checks."

    fingerprint: str
    "SHA-256 of the certificate, 64 lower-case hexadecimal digits."

    setup: Setup
    mid: str = "0"
    port: int = 5000
    max_message_size: int = MAX_SIZE
    "0: any."

    candidates: tuple[str, ...] = ()
    complete: bool = False
    "No more candidates will be trickled."


def write(session: Session) -> str:
    """``session`` as SDP."""
    lines = [
        "v=0",
        f"o=- {secrets.randbits(62)} 1 IN IP4 0.0.0.0",
        "s=-",
        "t=0 0",
        f"a=group:BUNDLE {session.mid}",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        f"a=mid:{session.mid}",
        f"a=ice-ufrag:{session.ufrag}",
        f"a=ice-pwd:{session.password}",
        "a=ice-options:trickle",
        f"a=fingerprint:sha-256 {with_colons(session.fingerprint)}",
        f"a=setup:{session.setup}",
        f"a=sctp-port:{session.port}",
        f"a=max-message-size:{session.max_message_size}",
        *(f"a={candidate}" for candidate in session.candidates),
        *(["a=end-of-candidates"] if session.complete else []),
    ]
    return "".join(f"{line}\r\n" for line in lines)


def parse(sdp: str) -> Session:
    """What the other peer described.

    Raises:
        ProtocolError: If it is anything but one data channel section with one
            sha-256 fingerprint.
    """
    lines = sdp.replace("\r\n", "\n").split("\n")
    media = [line for line in lines if line.startswith("m=")]
    if len(media) != 1 or not _MEDIA.fullmatch(media[0]):
        raise ProtocolError("the description is not of one data channel")
    attributes = [
        (name, value)
        for line in lines
        if line.startswith("a=")
        for name, _, value in [line[2:].partition(":")]
    ]
    # What the section says comes later and overrules what holds for the session.
    last = dict(attributes)
    return Session(
        ufrag=_match(_UFRAG, last, "ice-ufrag"),
        password=_match(_PASSWORD, last, "ice-pwd"),
        fingerprint=_one_fingerprint(attributes),
        setup=_setup(last),
        mid=_match(_MID, last, "mid"),
        port=_port(last),
        max_message_size=_max_message_size(last),
        candidates=tuple(
            f"{name}:{value}" for name, value in attributes if name == "candidate"
        ),
        complete="end-of-candidates" in last,
    )


def candidate(line: str) -> str | None:
    """What matters of a candidate if a packet can be sent to it, else None.

    Without the prefixes that some peers write and without extensions (RFC 8839).
    """
    match = _CANDIDATE.fullmatch(line)
    if not match or not 0 < int(match["port"]) < 2**16 or not _is_host(match["host"]):
        return None
    return match["usable"]


def address(line: str) -> str:
    """Host and port of a candidate of ours."""
    return " ".join(line.split()[4:6])


def kind(line: str) -> str:
    """Of a candidate as :func:`candidate` takes it: host, srflx, relay, or unusable."""
    usable = candidate(line)
    return usable.split()[7] if usable else "unusable"


def with_colons(fingerprint: str) -> str:
    """Hexadecimal digits as SDP writes them: ``AB:CD:...``."""
    return ":".join(re.findall("..", fingerprint.upper()))


def _one_fingerprint(attributes: list[tuple[str, str]]) -> str:
    values = [value.split() for name, value in attributes if name == "fingerprint"]
    found = [value for value in values if value and value[0].lower() == "sha-256"]
    if len(found) != 1:
        raise ProtocolError(
            f"the description has {len(found)} sha-256 fingerprints instead of one"
        )
    if len(found[0]) != 2 or not _FINGERPRINT.fullmatch(found[0][1]):
        raise ProtocolError("the description has a malformed fingerprint")
    return found[0][1].replace(":", "").lower()


def _is_host(host: str) -> bool:
    """One machine's address, or the name a browser hides it behind (mDNS)."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return _MDNS.fullmatch(host) is not None
    return not (ip.is_multicast or ip.is_unspecified)


def _match(pattern: re.Pattern[str], attributes: dict[str, str], name: str) -> str:
    value = attributes.get(name, "")
    if not pattern.fullmatch(value):
        raise ProtocolError(f"the description has no valid {name}")
    return value


def _setup(attributes: dict[str, str]) -> Setup:
    value = attributes.get("setup", "")
    if value not in ("actpass", "active", "passive"):
        raise ProtocolError("the description has no valid setup")
    return cast(Setup, value)


def _port(attributes: dict[str, str]) -> int:
    port = int(_match(_NUMBER, attributes, "sctp-port"))
    if not 0 < port < 2**16:
        raise ProtocolError("the description has no valid sctp-port")
    return port


def _max_message_size(attributes: dict[str, str]) -> int:
    if "max-message-size" not in attributes:
        return 64 * 1024  # RFC 8841 section 6.1
    size = int(_match(_NUMBER, attributes, "max-message-size"))
    if 0 < size < MAX_SIZE:
        raise ProtocolError(f"the other side takes no messages of {MAX_SIZE} bytes")
    return size

"""Addresses of servers, as operators write them: read, or refused in a sentence."""

import re


def read_address(text: str) -> tuple[str, int]:
    """A host and a port.

    Raises:
        ValueError: If it is none, with the sentence for whoever wrote it.
    """
    host, _, port = text.rpartition(":")
    host = _bare(host)
    if not is_host(host) or not _is_port(port, least=0):
        raise ValueError(
            f"{text[:60]!r} is not an address: write HOST:PORT, such as 127.0.0.1:7867"
        )
    return host, int(port)


def read_stun(text: str) -> str:
    """The URL of a STUN server (RFC 7064).

    Raises:
        ValueError: If it is none, with the sentence for whoever wrote it.
    """
    scheme, _, rest = text.partition(":")
    host, _ = _host_and_port(rest)
    if scheme != "stun" or not is_host(_bare(host)):
        raise ValueError(
            f"{text[:60]!r} is not a STUN server: "
            "write stun:HOST or stun:HOST:PORT, such as stun:stun.example.org"
        )
    return text


def read_turn(text: str) -> str:
    """The URL of a TURN server (RFC 7065).

    Raises:
        ValueError: If it is none, with the sentence for whoever wrote it.
    """
    url, mark, query = text.partition("?")
    scheme, _, rest = url.partition(":")
    host, port = _host_and_port(rest)
    ways = {"turn": ("udp", "tcp"), "turns": ("tcp",)}.get(scheme, ())
    queries = [f"transport={way}" for way in ways]
    if (
        not is_host(_bare(host))
        or (port and not _is_port(port, least=1))
        or (query not in queries if mark else not ways)
    ):
        raise ValueError(
            f"{text[:60]!r} is not a TURN server: write turn:HOST or turns:HOST, with "
            ":PORT or ?transport=udp or tcp behind it if need be"
        )
    return text


def is_host(text: str) -> bool:
    """Whether ``text`` may be the name or the address of a machine."""
    if text.count(":") > 1:
        return re.fullmatch(r"[0-9A-Fa-f:.]+", text) is not None
    return re.fullmatch(r"[0-9A-Za-z._-]+", text) is not None and all(
        len(label) < 64 for label in text.split(".")
    )


def _host_and_port(text: str) -> tuple[str, str]:
    if not re.search(r":\d+$", text) or text.startswith("[") and text.endswith("]"):
        return text, ""
    host, _, port = text.rpartition(":")
    return host, port


def _bare(host: str) -> str:
    """An address of IPv6 without its brackets."""
    return host.removeprefix("[").removesuffix("]")


def _is_port(text: str, *, least: int) -> bool:
    digits = text.isascii() and text.isdigit() and len(text) <= 5
    return digits and least <= int(text) <= 65535

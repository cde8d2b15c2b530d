"""
Whether players reach this server at its public address, told to the operator.

A proxy that passes pages but not WebSocket looks healthy to all except players.
"""

import os
import ssl
from typing import NamedTuple

import aiohttp

PATIENCE = 10.0
"Seconds for each question."

PROXY_ALONE = (502, 503, 504)
"What proxies answer for a server that they cannot reach (RFC 9110 section 15.6)."


class Finding(NamedTuple):
    """What came of the test."""

    ok: bool
    sentence: str


async def find_out(url: str) -> Finding:
    """Ask for a WebSocket at ``url`` as a browser would."""
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with aiohttp.ClientSession(timeout=timeout) as session:
            return await _knock(session, url)
    except aiohttp.ClientSSLError as error:
        return Finding(False, f"{url} has no good certificate: {_tls_reason(error)}")
    except TimeoutError:
        why = f"does not answer within {PATIENCE:g} seconds"
    except (aiohttp.ClientError, OSError) as error:
        reason = _reason(error)
        why = f"cannot be reached from here: {reason}"
    return Finding(
        False, f"{url} {why}; check the address of its name, the proxy and the firewall"
    )


async def _knock(session: aiohttp.ClientSession, url: str) -> Finding:
    origin = "/".join(url.split("/")[:3])
    try:
        async with session.ws_connect(f"{url}/signal", origin=origin):
            return Finding(True, f"{url} reaches this server, WebSocket included")
    except aiohttp.WSServerHandshakeError as error:
        status = error.status
    if status in PROXY_ALONE:
        return Finding(
            False,
            f"the proxy at {url} answers {status}: it does not reach this server; "
            "have it pass requests on to where --listen says",
        )
    if status in (403, 429):
        return Finding(False, f"{url} was reached, but refused this test ({status})")
    async with session.get(f"{url}/healthz") as answer:
        ours = answer.status == 200 and await answer.text() == "ok\n"
    if ours:
        return Finding(
            False,
            f"the proxy at {url} does not forward WebSocket, so nobody can play; have "
            "it pass on the headers Upgrade and Connection, as signaling/deploy shows",
        )
    return Finding(
        False,
        f"{url} leads to something else, which answers {status}; check the address of "
        "its name and the proxy",
    )


def _tls_reason(error: aiohttp.ClientSSLError) -> str:
    certificate = getattr(error, "certificate_error", None)
    if isinstance(certificate, ssl.SSLCertVerificationError):
        return certificate.verify_message
    return "the TLS handshake failed"


def _reason(error: Exception) -> str:
    if not isinstance(error, OSError) or error.errno is None:
        return "the connection broke off"
    # asyncio words failed connects anew, with the address; names have errors below 0.
    return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)

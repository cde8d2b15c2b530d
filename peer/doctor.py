"""``rummyroom doctor``: looks at everything a table needs, and says what it means."""

import asyncio
from collections.abc import Callable, Sequence

from peer import probe
from peer.config import ConfigError, load_config
from peer.diagnosis import Check, Facts, Verdict, checks, verdict
from peer.own_records import record
from peer.policy import Policy
from shared.signals import IceServer


async def examine(
    server: str | None,
    ice_servers: Sequence[IceServer],
    policy: Policy,
    show: Callable[[str], None],
    *,
    as_json: bool,
) -> bool:
    """Look at everything and ``show`` it line by line; whether all is well.

    Raises:
        RummyError: If ``server`` is no address of one.
    """
    facts = await examined(_configured(server), ice_servers, policy)
    for check in checks(facts):
        show(_line(check, as_json))
    judged = verdict(facts)
    show(_last_line(judged, as_json))
    return judged.well


async def examined(
    url: str | None, ice_servers: Sequence[IceServer], policy: Policy
) -> Facts:
    """Everything there is to know from here."""
    reached, servers = None, tuple(ice_servers)
    if url is not None:
        reached, told = await probe.server(url)
        servers = (*told, *servers)
    machine, mappings, relays = await asyncio.gather(
        probe.machine(policy), probe.mappings(servers, policy), probe.relays(servers)
    )
    return Facts(machine, reached, mappings, relays)


def _configured(server: str | None) -> str | None:
    """The server of the flag or the settings; settings that are wrong are a finding."""
    try:
        return load_config(server=server).server
    except ConfigError:
        if server is None:
            return None
        from shared.code import read_server

        return read_server(server)


def _line(check: Check, as_json: bool) -> str:
    if as_json:
        return record(
            "check", name=check.name, status=check.status, sentence=check.sentence
        )
    return f"{check.status:5}{check.name}: {check.sentence}"


def _last_line(judged: Verdict, as_json: bool) -> str:
    if as_json:
        return record("verdict", well=judged.well, sentence=judged.sentence)
    return f"\n{judged.sentence[0].upper()}{judged.sentence[1:]}."

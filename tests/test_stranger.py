"""The protocol is open: a client with no line of ours, over another WebRTC stack."""

import asyncio
import json
import re
import subprocess
from pathlib import Path

import pytest
from browsing import hosted
from conftest import refuse

WEB = Path(__file__).parent / "web"
PATIENCE = 60.0


def test_the_stranger_has_no_line_of_ours() -> None:
    text = (WEB / "stranger.js").read_text()
    modules = re.findall(r'from "(.*)";', text)
    assert modules == ["node:crypto", "node-datachannel/polyfill", "ws"]


@pytest.mark.needs("nodejs")
async def test_a_guest_over_libdatachannel_plays_to_the_end(tmp_path: Path) -> None:
    if not (WEB / "node_modules" / "node-datachannel").is_dir():
        refuse("node-datachannel is missing; make test installs it with npm")
    async with hosted(tmp_path) as (host, link):
        stranger = await asyncio.create_subprocess_exec(
            *("node", str(WEB / "stranger.js"), link, "Sam"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        async with asyncio.timeout(PATIENCE):
            out, err = await stranger.communicate()
        assert stranger.returncode == 0, err.decode()
        assert json.loads(out) == (await host.hear("ending"))["scores"]

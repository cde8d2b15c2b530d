"""A headless Firefox, spoken to by WebDriver BiDi."""

import asyncio
import contextlib
import json
import os
import re
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

import aiohttp

FIREFOX = "firefox-esr"
PATIENCE = 60.0
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,none",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
"Nothing that would ask the network for something."


class Firefox:
    """One page of it at a time."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.complaints: list[str] = []
        self._socket = socket
        self._numbers = count(1)
        self._context = ""

    async def begin(self) -> None:
        """Introduce ourselves."""
        await self._ask("session.new", capabilities={})
        await self._ask("session.subscribe", events=["log.entryAdded"])

    @asynccontextmanager
    async def tab(self) -> AsyncIterator[Self]:
        """A new page, of which nobody has complained yet."""
        created = await self._ask("browsingContext.create", type="tab")
        self._context, self.complaints = created["context"], []
        yield self
        await self._ask("browsingContext.close", context=self._context)

    async def go(self, url: str) -> None:
        """Open an address and wait until all of it is there."""
        await self._ask(
            "browsingContext.navigate", context=self._context, url=url, wait="complete"
        )

    async def evaluate(self, script: str) -> Any:
        """The value of a script, or of what it promises."""
        answer = await self._ask(
            "script.evaluate",
            expression=script,
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    async def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        question = {"id": number, "method": method, "params": params}
        await self._socket.send_str(json.dumps(question))
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = json.loads(await self._socket.receive_str())
                if answer.get("id") == number:
                    assert answer["type"] == "success", answer
                    return dict(answer["result"])
                self._happened(answer)

    def _happened(self, event: dict[str, Any]) -> None:
        entry = event.get("params", {})
        if event.get("method") == "log.entryAdded" and entry["level"] == "error":
            self.complaints.append(entry["text"])


@asynccontextmanager
async def firefox(home: Path) -> AsyncIterator[Firefox]:
    """A browser with a new profile in ``home``; to start one takes long."""
    profile = home / "profile"
    profile.mkdir()
    lines = [
        f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    process = await asyncio.create_subprocess_exec(
        *(FIREFOX, "--headless", "--no-remote", "--profile", str(profile)),
        *("--remote-debugging-port", "0", "about:blank"),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        start_new_session=True,
    )
    try:
        url = await _address(process)
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{url}/session", max_msg_size=0) as socket:
                page = Firefox(socket)
                await page.begin()
                yield page
    finally:
        # Its processes for pages have the pipe too, and need not end with it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.communicate()


async def _address(process: Process) -> str:
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stderr.readline()).decode():
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
    raise AssertionError("Firefox ended before it listened")

"""The other end of sd_notify: how real services say that they are ready."""

import asyncio
import socket
from pathlib import Path

PATIENCE = 30.0
"Seconds after which a test that waits for a service has failed."


class Notified:
    """Hears what a service tells systemd through ``address``, its NOTIFY_SOCKET."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(self.address)

    async def hear(self, fact: str) -> str:
        """The next message with this fact."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            while fact not in (
                message := (await loop.sock_recv(self._socket, 4096)).decode()
            ):
                pass
        return message

    def close(self) -> None:
        self._socket.close()

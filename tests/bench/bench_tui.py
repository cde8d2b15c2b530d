"""
The drawn table in a terminal of 80 columns and 24 rows.

Budgets: the first painted table 1.2 s after the command; 1.5 kB written for an arrow
key and 8 kB for a played action; 0.5 % of one core while nothing happens; 110 MB for a
guest.
"""

import fcntl
import os
import pty
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("rummyroom"))
PLAY = ("play", "basic", "--players", "2", "--seed", "08")
RUNS = 7
QUIET = 0.4
"Seconds without output after which a screen is complete."

PATIENCE = 6.0
"Seconds that another player may think."

IDLE = 10.0


class Seen:
    """The command on a terminal of its own."""

    def __init__(self, *args: str) -> None:
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        home = tempfile.mkdtemp()
        options = Path(home, "rummyroom", "table.json")
        options.parent.mkdir()
        options.write_text('{"warnings":false}')
        environ = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "XDG_STATE_HOME": home,
            "XDG_CONFIG_HOME": home,
            "RUMMYROOM_LAN": "off",
        }
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [COMMAND, *args],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environ,
            start_new_session=True,
        )
        os.close(inner)

    def until(self, text: str) -> float:
        """Seconds from the start until that has been written."""
        written = b""
        while text.encode() not in written:
            written += os.read(self.terminal, 65536)
        return time.monotonic() - self.began

    def rest(self) -> bytes:
        """What is written until nothing more is."""
        written = b""
        while select.select([self.terminal], [], [], QUIET)[0]:
            written += os.read(self.terminal, 65536)
        self.heard = written
        return written

    def comes(self, text: str) -> bool:
        """Whether that has just been written, or soon is."""
        written = self.heard
        while text.encode() not in written:
            if not select.select([self.terminal], [], [], PATIENCE)[0]:
                return False
            written += os.read(self.terminal, 65536)
        self.rest()
        return True

    def press(self, key: str) -> int:
        """The bytes that a key leads to."""
        os.write(self.terminal, key.encode())
        return len(self.rest())

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MB resident."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def end(self) -> None:
        self.process.kill()  # nobody reads what it would say
        self.process.wait()
        os.close(self.terminal)


def first_paint() -> None:
    walls, cpus = [], []
    for _ in range(RUNS):
        seen = Seen(*PLAY)
        walls.append(seen.until("YOUR TURN"))
        cpus.append(seen.cpu())
        seen.end()
    print(
        f"first painted table: {min(walls):.2f} s at best, "
        f"{statistics.median(walls):.2f} s in the middle; "
        f"{min(cpus):.2f} s of processor time at best"
    )


def written_and_used() -> None:
    seen = Seen(*PLAY, "--speed", "slow")
    seen.until("YOUR TURN")
    time.sleep(2)
    seen.rest()
    arrows = [seen.press("\x1b[C") for _ in range(8)]
    print(f"arrow keys: {' '.join(map(str, arrows))} bytes")
    played = []
    for _ in range(4):
        played += [seen.press("s"), seen.press("d")]
        if not seen.comes("YOUR TURN"):
            break  # the hand is over
    print(f"played actions: {' '.join(map(str, played))} bytes")
    before = seen.cpu()
    time.sleep(IDLE)
    print(f"idle: {(seen.cpu() - before) / IDLE:.2%} of a core")
    print(f"memory alone at a table: {seen.memory():.0f} MB")
    seen.end()


def guest() -> None:
    """Memory of a guest over WebRTC, with its host on the same machine."""
    host = Seen("host", "basic", "--players", "2", "--port", "0", "--speed", "off")
    written = b""
    while not (found := re.search(rb"http://[^ ]+/#[0-9A-Z-]{11}", written)):
        written += os.read(host.terminal, 65536)
    time.sleep(QUIET)
    guest = Seen("join", found[0].decode())
    guest.until("hand 1")
    guest.rest()
    print(f"memory of a guest: {guest.memory():.0f} MB")
    guest.end()
    host.end()


if __name__ == "__main__":
    first_paint()
    written_and_used()
    guest()

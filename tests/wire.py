"""
A wire between two namespaces that delays, loses and reorders; kernels without netem.

    python wire.py NAMESPACE ADDRESS NAMESPACE ADDRESS DELAY LOSS JITTER

Both get an interface ``eth0`` with its address; ``DELAY`` and ``JITTER`` are seconds
one way, ``LOSS`` is a share. A packet with more jitter is overtaken by later ones.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 1, 0x1000


def plug(namespace: str, address: str) -> int:
    """A new interface there; what comes out of it can be read from the descriptor."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{namespace}") as there:
        if libc.setns(there.fileno(), 0):
            raise OSError(ctypes.get_errno(), "setns")
    tun = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", b"eth0", IFF_TUN | IFF_NO_PI))
    for command in (f"addr add {address}/24 dev eth0", "link set eth0 up"):
        subprocess.run(["ip", *command.split()], check=True)
    return tun


def carry(ends: tuple[int, int], delay: float, loss: float, jitter: float) -> None:
    """Until the process is ended."""
    chance = random.Random(1)
    waiting: list[tuple[float, int, int, bytes]] = []
    number = 0
    while True:
        due = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
        for end in select.select(ends, [], [], due)[0]:
            packet = os.read(end, 65536)
            if chance.random() >= loss:
                number += 1
                other = ends[1] if end == ends[0] else ends[0]
                at = time.monotonic() + delay + chance.random() * jitter
                heapq.heappush(waiting, (at, number, other, packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, other, packet = heapq.heappop(waiting)
            os.write(other, packet)


def main() -> None:
    first, address, second, other = sys.argv[1:5]
    ends = (plug(first, address), plug(second, other))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    delay, loss, jitter = map(float, sys.argv[5:])
    carry(ends, delay, loss, jitter)


if __name__ == "__main__":
    main()

"""A small internet of network namespaces: places behind NATs, and a relay (coturn)."""

import asyncio
import base64
import contextlib
import datetime
import hashlib
import hmac
import ipaddress
import os
import subprocess
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Literal

from conftest import refuse
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Kind = Literal["open", "cone", "symmetric", "blocked"]
KINDS: tuple[Kind, ...] = ("open", "cone", "symmetric", "blocked")

SERVER = "203.0.113.10"
SECOND = "203.0.113.11"
"Another address of the same machine, for those who ask two servers."

NOWHERE = "203.0.113.1"
"Where packets for the rest of the world go and vanish."

SECRET = "the relay's secret"

_numbers = count(1)


class Place:
    """A machine somewhere in it."""

    def __init__(self, namespace: str, address: str, gateway: str) -> None:
        self.namespace = namespace
        self.address = address
        "Its own, which nobody outside sees if there is a NAT."

        self._gateway = gateway

    @property
    def inside(self) -> tuple[str, ...]:
        """What runs a command there."""
        return ("ip", "netns", "exec", self.namespace)

    def link_down(self) -> None:
        """Pull the plug."""
        batch(f"-n {self.namespace}", "link set eth0 down")

    def link_up(self) -> None:
        """Plug it in again; the kernel has forgotten the route."""
        batch(
            f"-n {self.namespace}",
            "link set eth0 up",
            f"route replace default via {self._gateway}",
        )

    def move(self) -> None:
        """Get another address in the same network, like a telephone between cells."""
        former = ipaddress.ip_interface(f"{self.address}/24")
        self.address = str(former.ip + 100)
        batch(
            f"-n {self.namespace}",
            f"addr del {former} dev eth0",
            f"addr add {self.address}/24 dev eth0",
            f"route replace default via {self._gateway}",
        )


class Internet:
    """The middle, and the places that were joined to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.namespaces = [name]
        self._places = count(20)
        add(name)
        batch(
            f"-n {name}",
            "link add br0 type bridge",
            "link set br0 up",
            f"addr add {SERVER}/24 dev br0",
            f"addr add {SECOND}/24 dev br0",
            *_rest_of_the_world("br0"),
        )

    @property
    def inside(self) -> tuple[str, ...]:
        """What runs a command in the middle."""
        return ("ip", "netns", "exec", self.name)

    def place(self, kind: Kind) -> Place:
        """A new machine that reaches the middle in that way."""
        number = next(self._places)
        if kind == "open":
            machine = self._namespace(f"m{number}")
            public = f"203.0.113.{number}"
            self._join(machine, "eth0", public)
            return Place(machine, public, NOWHERE)
        router, machine = (self._namespace(f"{part}{number}") for part in "rm")
        self._join(router, "wan", f"203.0.113.{number}")
        home = f"192.168.{number}"
        batch(
            f"-n {router}",
            f"link add lan type veth peer name eth0 netns {machine}",
            "link set lan up",
            f"addr add {home}.1/24 dev lan",
        )
        batch(
            f"-n {machine}",
            "link set eth0 up",
            f"addr add {home}.2/24 dev eth0",
            f"route add default via {home}.1",
        )
        self._translate(router, kind)
        return Place(machine, f"{home}.2", f"{home}.1")

    def _namespace(self, part: str) -> str:
        namespace = f"{self.name}{part}"
        add(namespace)
        self.namespaces.append(namespace)
        return namespace

    def _join(self, namespace: str, interface: str, address: str) -> None:
        port = f"p{address.rpartition('.')[2]}"
        batch(
            f"-n {self.name}",
            f"link add {port} type veth peer name {interface} netns {namespace}",
            f"link set {port} master br0 up",
        )
        batch(
            f"-n {namespace}",
            f"link set {interface} up",
            f"addr add {address}/24 dev {interface}",
            *_rest_of_the_world(interface),
        )

    def _translate(self, router: str, kind: Kind) -> None:
        """Linux keeps ports where it can: a port-restricted cone. Random: symmetric."""
        how = "masquerade random" if kind == "symmetric" else "masquerade"
        block = "meta l4proto udp drop" if kind == "blocked" else ""
        rules = f"""
            table ip nat {{
                counter others {{ }}
                chain out {{
                    type nat hook postrouting priority 100
                    oifname "wan" {how}
                }}
                chain through {{
                    type filter hook forward priority 0; policy drop
                    iifname "lan" ip daddr != {SERVER} counter name others
                    {block}
                    ct state established,related accept
                    iifname "lan" accept
                }}
                chain in {{
                    type filter hook input priority 0; policy drop
                    ct state established,related accept
                    iifname "lan" accept
                }}
            }}
        """
        within = ["ip", "netns", "exec", router]
        forward = "/proc/sys/net/ipv4/ip_forward"
        subprocess.run([*within, "sh", "-c", f"echo 1 >{forward}"], check=True)
        subprocess.run([*within, "nft", "-f", "-"], input=rules, text=True, check=True)


def _rest_of_the_world(interface: str) -> tuple[str, str]:
    return (
        f"neigh add {NOWHERE} lladdr 02:00:00:00:00:01 dev {interface} nud permanent",
        f"route add default via {NOWHERE} dev {interface}",
    )


def add(namespace: str) -> None:
    """A namespace with loopback only."""
    subprocess.run(["ip", "netns", "add", namespace], check=True)
    batch(f"-n {namespace}", "link set lo up")


def delete(namespace: str) -> None:
    """It is gone when its last process is."""
    subprocess.run(["ip", "netns", "del", namespace], check=True)


def batch(where: str, *commands: str) -> None:
    """Several commands of ``ip`` at once."""
    subprocess.run(
        ["ip", *where.split(), "-batch", "-"],
        input="\n".join(commands),
        text=True,
        check=True,
    )


@contextmanager
def internet() -> Iterator[Internet]:
    """One of its own, gone at the end."""
    if os.geteuid() != 0:
        refuse("network namespaces need root")
    made = Internet(f"rr{os.getpid()}x{next(_numbers)}")
    try:
        yield made
    finally:
        for namespace in made.namespaces:
            delete(namespace)


@asynccontextmanager
async def relay(middle: Internet, folder: Path) -> AsyncIterator[Path]:
    """coturn at both addresses over UDP, TCP and TLS; the certificate to trust."""
    certificate = _certificate(folder)
    (folder / "turn.conf").write_text(
        f"""
        listening-ip={SERVER}
        listening-ip={SECOND}
        relay-ip={SERVER}
        cert={certificate}
        pkey={folder / "key.pem"}
        realm=cards.test
        use-auth-secret
        static-auth-secret={SECRET}
        fingerprint
        no-cli
        no-multicast-peers
        pidfile={folder / "turn.pid"}
        userdb={folder / "turndb"}
        log-file=stdout
        simple-log
        """.replace("        ", "")
    )
    running = await asyncio.create_subprocess_exec(
        *(*middle.inside, "turnserver", "-c", str(folder / "turn.conf")),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
    )
    assert running.stdout is not None
    try:
        async with asyncio.timeout(20):
            while b"Total General servers" not in await running.stdout.readline():
                assert running.returncode is None, "coturn has ended"
        draining = asyncio.create_task(running.stdout.read())
        yield certificate
        draining.cancel()
    finally:
        running.kill()
        await running.wait()


def credentials(name: str = "ann") -> tuple[str, str]:
    """A user and a password for the relay, good for an hour."""
    user = f"{int(time.time()) + 3600}:{name}"
    digest = hmac.new(SECRET.encode(), user.encode(), hashlib.sha1).digest()
    return user, base64.b64encode(digest).decode()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SERVER)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(SERVER))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return folder / "cert.pem"


NEAR, FAR = "198.51.100.1", "198.51.100.2"
"The two ends of a wire."


@asynccontextmanager
async def wire(
    *, delay: float = 0.0, loss: float = 0.0, jitter: float = 0.0
) -> AsyncIterator[tuple[Place, Place]]:
    """Two machines at :data:`NEAR` and :data:`FAR`, see wire.py."""
    if os.geteuid() != 0:
        refuse("network namespaces need root")
    name = f"rr{os.getpid()}w{next(_numbers)}"
    ends = (Place(f"{name}a", NEAR, NEAR), Place(f"{name}b", FAR, FAR))
    script = str(Path(__file__).with_name("wire.py"))
    running = None
    made = []
    try:
        for end in ends:
            add(end.namespace)
            made.append(end.namespace)
        where = [word for end in ends for word in (end.namespace, end.address)]
        running = await asyncio.create_subprocess_exec(
            *(sys.executable, script, *where, *map(str, (delay, loss, jitter))),
            stdin=DEVNULL,
            stdout=PIPE,
        )
        assert running.stdout is not None
        assert await running.stdout.readline() == b"ready\n"
        yield ends
    finally:
        if running is not None:
            with contextlib.suppress(ProcessLookupError):
                running.kill()
            await running.wait()
        for namespace in made:
            delete(namespace)

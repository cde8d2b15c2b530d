"""What we ship for operators, tried with the programs that it is for."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from certificates import Authority
from commands import command, host, server
from notified import Notified
from place import free_ports

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "signaling/deploy"


async def play(home: Path, public: str, trusted: Path) -> None:
    """A whole hand between two who meet at ``public``."""
    trust = {"SSL_CERT_FILE": str(trusted)}
    hand = ("--hands", "1", "--auto", "--players", "2")
    async with (
        host(home, public, *hand, **trust) as (ann, code),
        command(
            *(home, "join", code, "--server", public, "--name", "Bob"),
            *("--auto", "--speed", "off", "--json"),
            **trust,
        ) as bob,
    ):
        assert [await ann.ended(), await bob.ended()] == [0, 0]


async def finding(home: Path, public: str, trusted: Path, listen: str) -> str:
    """What a server that listens there tells of its public address."""
    args = ("serve", "--listen", listen, "--base-url", public)
    proxy = ("--trusted-proxy", "127.0.0.1")
    async with command(home, *args, *proxy, SSL_CERT_FILE=str(trusted)) as running:
        lines = [await running.line() for _ in range(4)]
    return lines[-1]


# Caddy


@asynccontextmanager
async def caddy(home: Path, behind: str) -> AsyncIterator[tuple[str, Path]]:
    """Caddy with our file in front of ``behind``: where it is, and whom to trust."""
    port, plain = free_ports(2)
    around = home / "Caddyfile"
    around.write_text(
        "{\n\tadmin off\n\tskip_install_trust\n"
        f"\thttps_port {port}\n\thttp_port {plain}\n"
        f"\tstorage file_system {home / 'caddy'}\n}}\n"
        f"import {DEPLOY / 'Caddyfile'}\n"
    )
    notified = Notified(home)
    process = await asyncio.create_subprocess_exec(
        *("caddy", "run", "--adapter", "caddyfile", "--config", around),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "DOMAIN": "localhost",
            "RUMMYROOM": urlsplit(behind).netloc,
            "NOTIFY_SOCKET": notified.address,
        },
    )
    try:
        await notified.hear("READY=1")
        authority = home / "caddy/pki/authorities/local/root.crt"
        yield f"https://localhost:{port}", authority
    finally:
        # Asked politely it waits, as long as it takes, for connections to end.
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        notified.close()


@pytest.mark.needs("caddy")
def test_caddy_understands_its_file(tmp_path: Path) -> None:
    done = subprocess.run(
        ("caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile"),
        cwd=DEPLOY,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "DOMAIN": "cards.example.org",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Valid configuration" in done.stdout + done.stderr
    assert "not formatted" not in done.stderr


@pytest.mark.needs("caddy")
async def test_a_game_through_caddy(tmp_path: Path) -> None:
    async with server(tmp_path) as near, caddy(tmp_path, near) as (public, authority):
        await play(tmp_path, public, authority)


@pytest.mark.needs("caddy")
async def test_a_server_finds_itself_through_caddy(tmp_path: Path) -> None:
    listen = f"127.0.0.1:{free_ports(1)[0]}"
    async with caddy(tmp_path, f"http://{listen}") as (public, authority):
        assert await finding(tmp_path, public, authority, listen) == (
            f"{public} reaches this server, WebSocket included.\n"
        )


# nginx


def nginx_files(home: Path, behind: str, port: int, ours: str) -> Path:
    """A configuration of nginx around ``ours``, moved to this machine."""
    certificate, key = Authority(home).vouch()
    for shipped, here in (
        ("    listen [::]:443 ssl;\n", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("server_name cards.example.org", "server_name localhost"),
        ("/etc/letsencrypt/live/cards.example.org/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/cards.example.org/privkey.pem", str(key)),
        ("http://127.0.0.1:7867", behind),
    ):
        assert shipped in ours
        ours = ours.replace(shipped, here)
    (home / "rummyroom.conf").write_text(ours)
    temporary = "".join(
        f"{kind}_temp_path {home / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = home / "nginx.conf"
    around.write_text(
        f"pid {home / 'nginx.pid'};\nerror_log {home / 'error.log'};\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}"
        f"include {home / 'rummyroom.conf'};\n}}\n"
    )
    return around


@contextmanager
def nginx(home: Path, behind: str, ours: str) -> Iterator[tuple[str, Path]]:
    """nginx with ``ours`` in front of ``behind``: where it is, and whom to trust."""
    (port,) = free_ports(1)
    around = nginx_files(home, behind, port, ours)
    # It returns once it listens.
    subprocess.run(("nginx", "-e", home / "error.log", "-c", around), check=True)
    try:
        yield f"https://localhost:{port}", home / "authority.pem"
    finally:
        os.kill(int((home / "nginx.pid").read_text()), signal.SIGTERM)


OURS = (DEPLOY / "nginx.conf").read_text()


@pytest.mark.needs("nginx")
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    around = nginx_files(tmp_path, "http://127.0.0.1:7867", 7443, OURS)
    done = subprocess.run(
        ("nginx", "-t", "-e", tmp_path / "error.log", "-c", around),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


@pytest.mark.needs("nginx")
async def test_a_game_through_nginx(tmp_path: Path) -> None:
    async with server(tmp_path) as near:
        with nginx(tmp_path, near, OURS) as (public, authority):
            await play(tmp_path, public, authority)


@pytest.mark.needs("nginx")
async def test_nginx_without_our_lines_is_named(tmp_path: Path) -> None:
    listen = f"127.0.0.1:{free_ports(1)[0]}"
    without = "".join(
        line
        for line in OURS.splitlines(keepends=True)
        if "Upgrade" not in line and "Connection" not in line
    )
    with nginx(tmp_path, f"http://{listen}", without) as (public, authority):
        assert await finding(tmp_path, public, authority, listen) == (
            f"Warning: the proxy at {public} does not forward WebSocket, so nobody can "
            "play; have it pass on the headers Upgrade and Connection, as "
            "signaling/deploy shows\n"
        )


# Docker


def test_the_compose_file_fits_the_rest() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    ours, front = services["rummyroom"], services["caddy"]
    assert (DEPLOY / ours["build"]["context"]).resolve() == ROOT
    assert (ROOT / ours["build"]["dockerfile"]).is_file()
    variables = ours["environment"]
    address = front["networks"]["inside"]["ipv4_address"]
    assert variables["RUMMYROOM_SERVE_TRUSTED_PROXY"] == address
    assert front["environment"]["RUMMYROOM"] == "rummyroom:7867"
    for service in services.values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            named = source in compose["volumes"]
            assert named or (DEPLOY / source).is_file()
        assert set(service.get("secrets", ())) <= compose["secrets"].keys()
        assert set(service.get("networks", ())) <= compose["networks"].keys()


def test_the_server_takes_what_the_compose_file_sets(tmp_path: Path) -> None:
    from signaling.config import load_settings, warnings

    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    secret = tmp_path / "secret"
    secret.write_text("hush\n")
    environ = {
        name: re.sub(r"\$\{DOMAIN[^}]*\}", "cards.example.org", value)
        for name, value in compose["services"]["rummyroom"]["environment"].items()
    }
    assert environ["RUMMYROOM_SERVE_TURN_SECRET_FILE"] == "/run/secrets/turn-secret"
    environ["RUMMYROOM_SERVE_TURN_SECRET_FILE"] = str(secret)
    environ["RUMMYROOM_SERVE_LISTEN"] = dockerfile("ENV RUMMYROOM_SERVE_LISTEN=(.*)")
    settings = load_settings({}, environ)
    assert settings.base_url == "https://cards.example.org"
    assert settings.turn == ("turn:cards.example.org",)
    assert settings.listen == ("0.0.0.0", 7867)
    assert warnings(settings) == []


@pytest.mark.needs("coturn")
async def test_the_relay_of_the_compose_file_starts(tmp_path: Path) -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    (script,) = compose["services"]["coturn"]["command"]
    (tmp_path / "turn-secret").write_text("hush\n")
    for inside, here in (
        ("$$", "$"),
        ("/etc/rummyroom/turnserver.conf", str(DEPLOY / "turnserver.conf")),
        ("/run/secrets", str(tmp_path)),
        ("/tmp/turn", f"{tmp_path}/turn"),
    ):
        script = script.replace(inside, here)
    port, tls_port = free_ports(2)
    script = (
        script.rstrip() + f" -L 127.0.0.1 -p {port} --tls-listening-port {tls_port}"
    )
    notified = Notified(tmp_path)
    process = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-euc", script),
        stdout=asyncio.subprocess.DEVNULL,
        env={
            "PATH": os.environ["PATH"],
            "DOMAIN": "cards.test",
            "NOTIFY_SOCKET": notified.address,
        },
    )
    try:
        await notified.hear("READY=1")
        assert "hush" not in command_line(process.pid)
        assert command_line(process.pid).startswith("turnserver")
    finally:
        process.kill()
        await process.wait()
        notified.close()


def command_line(pid: int) -> str:
    """What everybody on this machine can read."""
    return Path(f"/proc/{pid}/cmdline").read_text()


def dockerfile(line: str) -> str:
    """What stands in that line of the Dockerfile."""
    match = re.search(rf"^\s*{line}$", (DEPLOY / "Dockerfile").read_text(), re.M)
    assert match is not None
    return match[1]


@pytest.mark.parametrize(
    "package", ["aiohttp", "msgspec", "prometheus-client", "redis", "uvloop"]
)
def test_the_image_has_the_versions_we_ask_for(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    lines = project["dependencies"] + extras["server"] + extras["redis"]
    ours = {line.partition(";")[0] for line in lines}
    assert dockerfile(rf'"({package}[^"]*)" \\') in ours


def test_the_secret_stays_out_of_the_image(tmp_path: Path) -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for package in ("shared", "signaling", "peer"):
        shutil.copytree(ROOT / package, tmp_path / package)
    for name in (".env", "turn-secret"):
        assert f"signaling/deploy/{name}" in ignored
        (tmp_path / "signaling/deploy" / name).write_text("hush")
    subprocess.run(
        (sys.executable, "-m", "hatchling", "build", "-t", "wheel"),
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    (wheel,) = (tmp_path / "dist").iterdir()
    shipped = zipfile.ZipFile(wheel).namelist()
    assert "signaling/deploy/compose.yaml" in shipped
    assert not [name for name in shipped if name.endswith((".env", "turn-secret"))]


def test_the_image_is_made_of_files_there_are() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    sources = re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.M)
    for source in " ".join(sources).split():
        assert (ROOT / source).exists()

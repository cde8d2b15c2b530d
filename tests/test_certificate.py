"""The certificate of a server that stays open, and one that cannot be used."""

import asyncio
import ssl
from pathlib import Path

import pytest
from aiohttp import ClientSession, TCPConnector
from certificates import Authority, presented, private_bytes
from cryptography.hazmat.primitives.asymmetric import ec

from shared.errors import SettingError
from signaling.certificate import Certificate
from signaling.server import start_server


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


async def test_a_new_certificate_does_not_drop_who_is_there(
    authority: Authority,
) -> None:
    files = authority.vouch()
    certificate = Certificate(*files)
    server = await start_server("127.0.0.1", 0, tls=certificate.context)
    trust = ssl.create_default_context(cafile=authority.file)
    try:
        async with ClientSession(connector=TCPConnector(ssl=trust)) as session:
            async with session.ws_connect(f"{server.url}/signal") as member:
                assert server.url.startswith("https://")
                assert await presented(trust, server.port) == "server"
                for old, new in zip(files, authority.vouch("renewed"), strict=True):
                    new.replace(old)
                certificate.reload()
                assert await presented(trust, server.port) == "renewed"
                await member.send_str('{"type":"create","version":1}')
                assert (await member.receive_json(timeout=10))["type"] == "created"
    finally:
        await server.close()


def refusal(certificate: Path, key: Path) -> str:
    with pytest.raises(SettingError) as caught:
        Certificate(certificate, key)
    return str(caught.value)


def test_files_that_cannot_be_read_are_told(
    authority: Authority, tmp_path: Path
) -> None:
    certificate, key = authority.vouch()
    none = tmp_path / "none"
    missing = f"{none} cannot be read: No such file or directory"
    assert refusal(none, key) == missing
    assert refusal(certificate, none) == missing


def test_files_that_are_none_are_told(authority: Authority, tmp_path: Path) -> None:
    certificate, key = authority.vouch()
    _, other = authority.vouch("other")
    junk = tmp_path / "junk"
    junk.write_text("junk")
    are_none = "are not a certificate in PEM and its key"
    assert refusal(certificate, other) == (
        f"{certificate} and {other} {are_none}: key values mismatch"
    )
    assert refusal(junk, key).startswith(f"{junk} and {key} {are_none}: ")
    assert refusal(certificate, junk).startswith(f"{certificate} and {junk} {are_none}")


def test_a_key_with_a_passphrase_is_told(authority: Authority) -> None:
    certificate, key = authority.vouch()
    key.write_bytes(private_bytes(ec.generate_private_key(ec.SECP256R1()), b"open"))
    assert refusal(certificate, key) == (
        "the key has a passphrase, which nobody is there to type; store it without one"
    )


async def test_a_reload_that_fails_keeps_the_old_one(authority: Authority) -> None:
    files = authority.vouch()
    certificate = Certificate(*files)
    server = await start_server("127.0.0.1", 0, tls=certificate.context)
    renewed, _ = authority.vouch("renewed")
    renewed.replace(files[0])  # without its key
    try:
        with pytest.raises(SettingError):
            certificate.reload()
        trust = ssl.create_default_context(cafile=authority.file)
        assert await presented(trust, server.port) == "server"
    finally:
        await server.close()


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
async def test_who_does_not_speak_tls_is_hung_up_on(
    authority: Authority,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    said: bytes,
) -> None:
    monkeypatch.setattr("signaling.server.FIRST_REQUEST", 0.1)
    certificate = Certificate(*authority.vouch())
    server = await start_server("127.0.0.1", 0, tls=certificate.context)
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(said)
        answer = await asyncio.wait_for(reader.read(), 10)
        assert not answer.startswith(b"HTTP")
        writer.close()
    finally:
        await server.close()
    assert not caplog.records

"""Settings of the server: where they come from, and what is wrong with them."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from peer.options import read_options
from shared.errors import SettingError
from signaling.config import PREFIX, Settings, load_settings, warnings

NO_ADDRESS = "is not an address: write HOST:PORT, such as 127.0.0.1:7867"
NO_STUN = (
    "is not a STUN server: write stun:HOST or stun:HOST:PORT, such as "
    "stun:stun.example.org"
)
NO_TURN = (
    "is not a TURN server: write turn:HOST or turns:HOST, with :PORT or "
    "?transport=udp or tcp behind it if need be"
)
NO_REDIS = (
    "is not the address of a Redis: one looks like redis://127.0.0.1:6379/0, or "
    "rediss:// with TLS"
)
KNOWN = (
    "listen, base_url, tls_cert, tls_key, stun, turn, turn_secret_file, max_rooms, "
    "max_members, trusted_proxy, log, metrics, backend, backend_password_file, "
    "room_symbols"
)


def settings(*args: str, **variables: str) -> Settings:
    """What is in force where this was typed and these variables are set."""
    typed = vars(read_options(["serve", *args]))
    return load_settings(
        typed, {f"{PREFIX}{name.upper()}": value for name, value in variables.items()}
    )


def refusal(*args: str, **variables: str) -> str:
    with pytest.raises(SettingError) as caught:
        settings(*args, **variables)
    return str(caught.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "serve.toml"


# Precedence


def test_the_defaults() -> None:
    assert settings() == Settings(
        listen=("127.0.0.1", 7867),
        base_url=None,
        tls_cert=None,
        tls_key=None,
        stun=(),
        turn=(),
        turn_secret_file=None,
        turn_secret=None,
        max_rooms=10_000,
        max_members=10_000,
        trusted_proxy=(),
        log="text",
        metrics=None,
        backend=None,
        backend_password_file=None,
        backend_password=None,
        room_symbols=None,
    )


def test_flag_before_environment_before_file(file: Path) -> None:
    file.write_text('max_rooms = 1\nmax_members = 1\nlog = "json"\nstun = "stun:a"\n')
    here = ("--config", str(file))
    assert settings(*here).max_rooms == 1
    assert settings(*here, max_rooms="2", stun="stun:b, stun:c") == Settings(
        max_rooms=2, max_members=1, log="json", stun=("stun:b", "stun:c")
    )
    assert settings(*here, "--max-rooms", "3", "--stun", "stun:d", max_rooms="2") == (
        Settings(max_rooms=3, max_members=1, log="json", stun=("stun:d",))
    )
    assert settings(config=str(file)).max_members == 1


def test_everything_can_be_typed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hush\n")
    assert settings(
        *("--listen", "[::1]:0", "--base-url", "https://Cards.example.org/"),
        *("--tls-cert", "c.pem", "--tls-key", "k.pem", "--log", "json"),
        *("--stun", "stun:a", "--stun", "stun:[2001:db8::1]:3478"),
        *("--turn", "turn:b:3478?transport=tcp", "--turn", "turns:b"),
        *("--turn-secret-file", str(secret), "--max-rooms", "5", "--max-members", "6"),
        *("--trusted-proxy", "127.0.0.1", "--trusted-proxy", "fd00::/8"),
        *("--metrics", "127.0.0.1:9100", "--backend", "rediss://me@[::1]:6380/2"),
        *("--backend-password-file", str(secret), "--room-symbols", "2c"),
    ) == Settings(
        listen=("::1", 0),
        base_url="https://cards.example.org",
        tls_cert=Path("c.pem"),
        tls_key=Path("k.pem"),
        stun=("stun:a", "stun:[2001:db8::1]:3478"),
        turn=("turn:b:3478?transport=tcp", "turns:b"),
        turn_secret_file=secret,
        turn_secret="hush",
        max_rooms=5,
        max_members=6,
        trusted_proxy=(ip_network("127.0.0.1/32"), ip_network("fd00::/8")),
        log="json",
        metrics=("127.0.0.1", 9100),
        backend="rediss://me@[::1]:6380/2",
        backend_password_file=secret,
        backend_password="hush",
        room_symbols="2C",
    )


def test_everything_can_be_in_the_file(file: Path) -> None:
    (file.parent / "secret").write_text("hush")
    file.write_text(
        'listen = "0.0.0.0:1"\nbase_url = "https://a"\ntls_cert = "c"\n'
        'tls_key = "/etc/k"\nstun = ["stun:a", "stun:b"]\nturn = "turn:c"\n'
        'turn_secret_file = "secret"\nmax_rooms = 2\nmax_members = 3\n'
        'trusted_proxy = ["10.0.0.1"]\nlog = "json"\nmetrics = "[::1]:2"\n'
        'backend = "redis://a"\nbackend_password_file = "secret"\n'
        'room_symbols = "34"\n'
    )
    assert settings("--config", str(file)) == Settings(
        listen=("0.0.0.0", 1),
        base_url="https://a",
        tls_cert=file.parent / "c",
        tls_key=Path("/etc/k"),
        stun=("stun:a", "stun:b"),
        turn=("turn:c",),
        turn_secret_file=file.parent / "secret",
        turn_secret="hush",
        max_rooms=2,
        max_members=3,
        trusted_proxy=(ip_network("10.0.0.1/32"),),
        log="json",
        metrics=("::1", 2),
        backend="redis://a",
        backend_password_file=file.parent / "secret",
        backend_password="hush",
        room_symbols="34",
    )


def test_an_empty_variable_is_not_set() -> None:
    assert settings(listen=" ", stun="") == Settings()


def test_the_secret_may_be_a_variable_and_is_not_shown() -> None:
    chosen = settings(turn="turn:a", turn_secret="hush")
    assert chosen.turn_secret == "hush"
    assert "hush" not in repr(chosen)


# Refusals


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("listen", "7867", f"'7867' {NO_ADDRESS}"),
        ("listen", "a:65536", f"'a:65536' {NO_ADDRESS}"),
        ("listen", "\udcff:1", f"'\\udcff:1' {NO_ADDRESS}"),
        ("metrics", "x:y", f"'x:y' {NO_ADDRESS}"),
        (
            "base_url",
            "cards.example.org",
            "links and addresses of servers begin with https:// or http://",
        ),
        ("base_url", "https://", "this address leads to no server"),
        ("stun", "http://x", f"'http://x' {NO_STUN}"),
        ("stun", "stun:", f"'stun:' {NO_STUN}"),
        ("turn", "stun:x", f"'stun:x' {NO_TURN}"),
        ("turn", "turn:x:0", f"'turn:x:0' {NO_TURN}"),
        ("turn", "turn:x:70000", f"'turn:x:70000' {NO_TURN}"),
        ("turn", "turn:x?transport=tls", f"'turn:x?transport=tls' {NO_TURN}"),
        ("turn", "turns:x?transport=udp", f"'turns:x?transport=udp' {NO_TURN}"),
        ("turn", "turn:x?", f"'turn:x?' {NO_TURN}"),
        ("turn", "turn:", f"'turn:' {NO_TURN}"),
        ("max_rooms", "0", "'0' is not a number from 1 to 200000"),
        ("max_rooms", "²", "'²' is not a number from 1 to 200000"),
        ("max_rooms", "9" * 50, f"'{'9' * 20}' is not a number from 1 to 200000"),
        ("max_members", "-1", "'-1' is not a number from 1 to 1000000"),
        ("max_members", "1000001", "'1000001' is not a number from 1 to 1000000"),
        (
            "trusted_proxy",
            "caddy",
            "'caddy' is not an address or a network: write one such as 127.0.0.1 or "
            "10.0.0.0/8",
        ),
        ("log", "xml", "'xml' is neither text nor json"),
        ("backend", "redis", f"'redis://' {NO_REDIS}"),
        ("backend", "redis://", f"'redis://' {NO_REDIS}"),
        ("backend", "http://x", f"'http://x' {NO_REDIS}"),
        ("backend", "redis://x:99999", f"'redis://x:99999' {NO_REDIS}"),
        ("backend", "redis://x/one", f"'redis://x/one' {NO_REDIS}"),
        ("backend", "redis://x?db=1", f"'redis://x?db=1' {NO_REDIS}"),
        (
            "backend",
            "redis://:hush@x",
            "everybody on this machine can read command lines; leave the password out "
            "and name a file with it by --backend-password-file",
        ),
        ("room_symbols", "1", "'1' is not some of 23456789CFGHJKMNPQRTVWX"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(
    file: Path, key: str, value: str, sentence: str
) -> None:
    flag = f"--{key.replace('_', '-')}"
    assert refusal(f"{flag}={value}") == f"{flag}: {sentence}"
    variable = f"RUMMYROOM_SERVE_{key.upper()}"
    assert refusal(**{key: value}) == f"{variable}: {sentence}"
    if value.isprintable() and not key.startswith("max"):
        file.write_text(f'\n{key} = "{value}"\n')
        assert refusal(config=str(file)) == f"{file}, line 2: {sentence}"


def test_a_wrong_value_is_told_even_if_it_is_overruled(file: Path) -> None:
    file.write_text("max_rooms = 0\n")
    assert refusal("--config", str(file), "--max-rooms", "1", max_rooms="2") == (
        f"{file}, line 1: '0' is not a number from 1 to 200000"
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("x = 1", f"{{}}, line 1: there is no setting 'x', only {KNOWN}"),
        ("max_rooms = true", "{}, line 1: max_rooms must be a number"),
        ('max_rooms = "1"', "{}, line 1: max_rooms must be a number"),
        ("listen = 7867", "{}, line 1: listen must be text"),
        ('listen = ["a:1"]', "{}, line 1: listen must be text"),
        ('log = " "', "{}, line 1: log must be text"),
        ("stun = [1]", "{}, line 1: stun must be text, or a list of texts"),
        (
            'turn_secret = "hush"',
            "{}, line 1: a secret belongs into a file of its own; name it by "
            "turn_secret_file",
        ),
        ("listen", "{} is not TOML: Expected '=' after a key in a key/value pair"),
    ],
)
def test_a_wrong_file_is_told(file: Path, content: str, sentence: str) -> None:
    file.write_text(f"{content}\n")
    assert refusal("--config", str(file)).startswith(sentence.format(file))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert refusal(config=str(path)) == (
        f"{path} cannot be read: No such file or directory"
    )
    path.write_bytes(b"\xff")
    assert refusal(config=str(path)) == f"{path} is not UTF-8 text"


def test_a_variable_nobody_knows_is_told() -> None:
    assert refusal(max_romos="1") == (
        f"RUMMYROOM_SERVE_MAX_ROMOS: there is no setting 'max_romos', only {KNOWN}"
    )


def test_secrets_that_cannot_be_had_are_told(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    here = ("--turn", "turn:a", "--turn-secret-file", str(path))
    assert refusal(*here) == (
        f"--turn-secret-file: {path} cannot be read: No such file or directory"
    )
    word = "a secret is one word; openssl rand -hex 32 makes a good one"
    for bad in ("", "two words", "two\nlines\n"):
        path.write_text(bad)
        assert refusal(*here) == f"--turn-secret-file: {path}: {word}"
    assert refusal(turn="turn:a", turn_secret="not set") == (
        f"RUMMYROOM_SERVE_TURN_SECRET: {word}"
    )
    path.write_text("hush")
    assert refusal(*here, turn_secret="hush") == (
        "RUMMYROOM_SERVE_TURN_SECRET: --turn-secret-file gives the secret too; keep "
        "one of them"
    )


def test_settings_that_need_each_other_are_told() -> None:
    assert refusal("--tls-cert", "c") == (
        "--tls-cert: a certificate needs its key; set --tls-key too"
    )
    assert refusal(tls_key="k") == (
        "RUMMYROOM_SERVE_TLS_KEY: a key needs its certificate; set --tls-cert too"
    )
    assert refusal("--turn", "turn:a") == (
        "--turn: a relay needs a secret; set --turn-secret-file too"
    )
    assert refusal(backend_password="hush") == (
        "RUMMYROOM_SERVE_BACKEND_PASSWORD: it is for a backend; set --backend too"
    )
    assert refusal(turn_secret="hush") == (
        "RUMMYROOM_SERVE_TURN_SECRET: a secret needs its relay; set --turn too"
    )


# Warnings

PLAIN = (
    " serves plain http to the world, so anybody on the way can read who meets whom "
    "and take its place; set --tls-cert and --tls-key, or listen on 127.0.0.1 behind "
    "a proxy that does TLS"
)
PLAIN_URL = (
    " is plain http, so anybody on the way can read who meets whom and take its place; "
    "have a proxy do TLS and set --base-url to https"
)
ONE_ADDRESS = (
    "all players come through the proxy in front of this server and count as one "
    "address against its limits; name it, as in --trusted-proxy 127.0.0.1"
)
TLS = ("--tls-cert", "c", "--tls-key", "k")
PROXY = ("--trusted-proxy", "10.0.0.2", "--base-url", "https://a.example")


@pytest.mark.parametrize(
    ("args", "found"),
    [
        ((), []),
        (("--listen", "192.168.1.2:1"), []),
        (("--listen", "localhost:1", "--base-url", "http://192.168.1.2"), []),
        (("--listen", "0.0.0.0:1", *TLS), []),
        (("--listen", "0.0.0.0:1", *TLS, "--base-url", "https://a.example"), []),
        (("--listen", "0.0.0.0:1", *PROXY), []),
        (("--listen", "0.0.0.0:1"), [f"0.0.0.0:1{PLAIN}"]),
        (("--listen", "[::]:1"), [f"[::]:1{PLAIN}"]),
        (("--listen", "8.8.8.8:1"), [f"8.8.8.8:1{PLAIN}"]),
        (("--listen", "a.example:1"), [f"a.example:1{PLAIN}"]),
        (("--base-url", "http://a.example"), [f"http://a.example{PLAIN_URL}"]),
        (("--base-url", "https://a.example"), [ONE_ADDRESS]),
    ],
)
def test_what_is_probably_not_meant_is_told(
    args: tuple[str, ...], found: list[str]
) -> None:
    assert warnings(settings(*args)) == found

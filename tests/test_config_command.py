"""``rummyroom config``: what is settled and by whom, and a line of the file changed."""

import json
import stat
from pathlib import Path

import pytest

from peer.cli import main
from peer.config import ConfigError, load_config
from peer.config_commands import keep


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The config file, in a folder of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for key in ("JOURNAL_DAYS", "LAN", "NAME", "SERVER", "SPEED", "WARNINGS"):
        monkeypatch.delenv(f"RUMMYROOM_{key}", raising=False)
    monkeypatch.setenv("USER", "ada")
    return tmp_path / "rummyroom" / "config.toml"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def config(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, the output, and what is said besides."""
    code = main(["config", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_each_setting_is_listed_with_where_it_comes_from(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(file, '# mine\nspeed = "fast"\nname = "Bea"\n')
    monkeypatch.setenv("RUMMYROOM_NAME", "Cai")
    code, out, err = config(capsys)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "journal_days = 30  # default: for how many days a table can go on",
        "lan = true  # default: whether tables are announced and looked for on the "
        "local network",
        'lang = "en"  # default: the language of tables: English, French or Hindi',
        'level = "medium"  # default: how well computer players play',
        'name = "Cai"  # RUMMYROOM_NAME: what the others call you',
        "# server is not set: the signaling server",
        f'speed = "fast"  # {file}, line 2: pace of the computer players',
        'talk = "phrases"  # default: what people may say to each other at your table',
        "warnings = true  # default: whether to ask before a discard that has a "
        "better use",
        "watch = true  # default: whether people may watch at your table who do not "
        "play",
    ]
    listed = json.loads(config(capsys, "--json")[1])
    assert listed["name"] == {"value": "Cai", "source": "RUMMYROOM_NAME"}
    assert listed["server"] == {"value": None, "source": "default"}


def test_what_is_listed_could_be_the_file(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = load_config()
    write(file, config(capsys)[1])
    assert load_config() == before


def test_a_value_alone_and_the_place_of_the_file(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert config(capsys, "path") == (0, f"{file}\n", "")
    assert config(capsys, "get", "name") == (0, "ada\n", "")
    assert config(capsys, "get", "lan") == (0, "true\n", "")
    assert config(capsys, "get", "server") == (
        2,
        "",
        "rummyroom: server is not set; try rummyroom config set server VALUE\n",
    )


def test_a_setting_is_set_and_all_else_stays(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(file, '# mine\n\nname = "Bea"  # short\nlan = false\n')
    code, out, err = config(capsys, "set", "name", 'D"ag\\ \U0001f0cf')
    assert (code, out) == (0, "")
    assert err == (
        f'name = "D\\"ag\\\\ \U0001f0cf"  # {file}, line 3: what the others call you\n'
    )
    assert file.read_text() == (
        '# mine\n\nname = "D\\"ag\\\\ \U0001f0cf"\nlan = false\n'
    )
    assert load_config().name == 'D"ag\\ \U0001f0cf'
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_every_kind_of_value_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    for key, text in {
        "lan": "off",
        "journal_days": "7",
        "lang": "hi",
        "server": "https://A.example/",
        "speed": "slow",
        "level": "easy,hard",
        "warnings": "no",
        "talk": "text",
        "watch": "off",
    }.items():
        assert config(capsys, "set", key, text)[0] == 0
    settled = ("https://a.example", "ada", False, 7, "slow", "easy,hard", False, "hi")
    assert load_config() == (*settled, "text", False)


def test_a_setting_is_forgotten(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(file, 'lan = false\n"name" = "Bea"\n')
    assert config(capsys, "unset", "name") == (
        0,
        "",
        'name = "ada"  # default: what the others call you\n',
    )
    assert file.read_text() == "lan = false\n"


def test_a_variable_that_overrules_it_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUMMYROOM_SPEED", "off")
    assert config(capsys, "set", "speed", "slow")[2] == (
        "RUMMYROOM_SPEED is set and overrules it: "
        'speed = "off"  # RUMMYROOM_SPEED: pace of the computer players\n'
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("set speed warp", "speed must be off, fast, normal or slow"),
        (
            "set level good",
            "level must be easy, medium, hard or master, or with commas one for each",
        ),
        ("set lan maybe", "lan must be on or off"),
        ("set journal_days 0", "journal_days must be a number from 1 to 3650"),
        (
            "set server cards.example",
            "links and addresses of servers begin with https:// or http://",
        ),
        (
            "set name",
            "write config, config get KEY, config set KEY VALUE, config unset KEY "
            "or config path",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    file: Path, capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    assert config(capsys, *words.split()) == (2, "", f"rummyroom: {sentence}\n")
    assert not file.exists()


def test_a_file_written_in_another_way_is_left_alone(file: Path) -> None:
    text = 'name = """\nBea"""\n'
    write(file, text)
    with pytest.raises(ConfigError) as refused:
        keep("name", "Cai")
    assert str(refused.value) == (
        f"{file} is too special to be edited here; edit it by hand"
    )
    assert file.read_text() == text


def test_a_link_to_the_file_stays_one(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.toml"
    kept.write_text("lan = false\n")
    file.parent.mkdir()
    file.symlink_to(kept)
    keep("speed", "fast")
    assert file.is_symlink()
    assert kept.read_text() == 'lan = false\nspeed = "fast"\n'

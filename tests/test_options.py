"""The command line: help begins with examples, and a slip is told in a sentence."""

import pytest

from peer.opening import read_table, read_terms
from peer.options import COMMANDS, read_options
from peer.table_options import fill_in_settings
from shared.terms import Terms


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """What is said about ``args``, which end with the exit code of a slip."""
    with pytest.raises(SystemExit) as ended:
        read_options(args)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_begins_with_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_options([*command.split(), "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Examples:\n  rummyroom {command}")


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        read_options([])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("Examples:\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("jion", "rummyroom: there is no command 'jion'; did you mean join?"),
        ("xyzzy", "rummyroom: there is no command 'xyzzy'"),
        (
            "--verison",
            "rummyroom: there is no option '--verison'; did you mean --version?",
        ),
        (
            "host --plyers 3",
            "rummyroom host: there is no option '--plyers'; did you mean --players?",
        ),
        ("join --xyzzy=1 x", "rummyroom join: there is no option '--xyzzy'"),
        (
            "host basci",
            "rummyroom host: argument game: there is no 'basci'; did you mean basic?",
        ),
        (
            "play whist",
            "rummyroom play: argument game: there is no 'whist'; "
            "choose from basic, gin, rummikub",
        ),
        (
            "play --speed fats",
            "rummyroom play: argument --speed: there is no 'fats'; did you mean fast?",
        ),
        ("play gin two", "rummyroom play: 'two' is one word too many"),
        (
            "config set nmae Ann",
            "rummyroom config: argument key: there is no 'nmae'; did you mean name?",
        ),
        (
            "host --players 7",
            "rummyroom host: argument --players: '7' is not a number from 2 to 6",
        ),
        (
            "host --players 2 --bots 2",
            "rummyroom: argument --bots: 2 computer players and you need 3 seats, "
            "and --players says 2",
        ),
        (
            "play --seed xyz",
            "rummyroom play: argument --seed: 'xyz' is not a seed: "
            "write pairs of the digits 0-9 and a-f",
        ),
        (
            f"host --players {'9' * 5000}",
            f"rummyroom host: argument --players: '{'9' * 20}' is not a number "
            "from 2 to 6",
        ),
        (
            "serve --turn-secret hunter2",
            "rummyroom serve: argument --turn-secret: everybody on this machine can "
            "read command lines; write the secret into a file and name it with "
            "--turn-secret-file, or set RUMMYROOM_SERVE_TURN_SECRET",
        ),
        (
            "serve --backend-password hunter2",
            "rummyroom serve: argument --backend-password: everybody on this machine "
            "can read command lines; write the secret into a file and name it with "
            "--backend-password-file, or set RUMMYROOM_SERVE_BACKEND_PASSWORD",
        ),
        (
            "host --stun http://x",
            "rummyroom host: argument --stun: 'http://x' is not a STUN server: "
            "write stun:HOST or stun:HOST:PORT, such as stun:stun.example.org",
        ),
        (
            f"host --stun stun:{'a' * 64}.x",
            f"rummyroom host: argument --stun: 'stun:{'a' * 55}' is not a STUN server: "
            "write stun:HOST or stun:HOST:PORT, such as stun:stun.example.org",
        ),
        (
            "demo --guests ²",
            "rummyroom demo: argument --guests: '²' is not a number from 1 to 3",
        ),
    ],
)
def test_a_slip_is_told(
    capsys: pytest.CaptureFixture[str], args: str, sentence: str
) -> None:
    said = refused(capsys, *args.split()).splitlines()
    assert said[0] == sentence
    assert said[1].startswith("Try: rummyroom") and said[1].endswith("--help")
    assert len(said) == 2


def test_addresses_and_seeds_are_read() -> None:
    for stun in ("stun:stun.example.org", "stun:192.0.2.1:3478", "stun:[2001:db8::1]"):
        assert read_options(["host", "--stun", stun]).stun == [stun]
    assert read_options(["demo", "--seed", "0D ff"]).seed == b"\x0d\xff"


def test_an_option_may_be_cut_short_and_a_value_begin_with_dashes() -> None:
    assert read_options(["play", "--play", "2"]).players == 2
    assert read_options(["join", "--name=--x", "--", "--code"]).code == "--code"


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("gin", "a game"),
        ("--preset pagat", "--preset"),
        ("--set ace=high", "--set"),
        ("--players 3", "--players"),
        ("--bots 1", "--bots"),
        ("--hands 2", "--hands"),
        ("--seed 0d", "--seed"),
        ("--no-journal", "--no-journal"),
        ("--absent void", "--absent"),
        ("--absent-after 9", "--absent-after"),
        ("--clock 45", "--clock"),
        ("--talk off", "--talk"),
        ("--watch yes", "--watch"),
        ("--locked no", "--locked"),
    ],
)
def test_a_table_that_goes_on_is_what_it_was(
    capsys: pytest.CaptureFixture[str], more: str, what: str
) -> None:
    said = refused(capsys, "host", *more.split(), "--resume")
    assert said.startswith(
        f"rummyroom: argument --resume: a table goes on as it was; leave out {what}\n"
    )


def test_what_happens_when_somebody_is_missed_can_be_chosen() -> None:
    usual = read_options(["host"])
    assert (usual.absent, usual.absent_after) == ("bot", 60)
    other = read_options(["host", "--absent", "void", "--absent-after", "0"])
    assert (other.absent, other.absent_after) == ("void", 0)


@pytest.mark.parametrize("command", ["host", "play"])
def test_how_much_time_there_is_can_be_chosen(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    levels = ("medium",)
    usual = read_table(read_options([command]), 0, levels)
    assert usual.terms.clock == "game"
    other = read_table(read_options([command, "--clock", "600s+20s"]), 0, levels)
    assert other.terms.clock == "10m+20s"
    assert refused(capsys, command, "--clock", "soon").startswith(
        f"rummyroom {command}: argument --clock: clock is off, game, seconds for each "
        "turn such as 45, or a bank and more such as 10m+20s\n"
    )


def test_how_a_table_is_run_is_typed_as_it_is_settled() -> None:
    assert read_terms(read_options(["host"])) == Terms()
    typed = "host --talk text --watch no --locked yes --absent wait --absent-after 9"
    assert read_terms(read_options(typed.split())) == Terms(
        absent="wait", absent_after=9, talk="text", watch=False, locked=True
    )


def test_a_flag_overrules_what_is_settled_once_and_for_all() -> None:
    options = read_options(["host", "--talk", "text"])
    fill_in_settings(options, "off", False)
    assert read_terms(options) == Terms(talk="text", watch=False)


def test_a_journal_may_be_named_or_not() -> None:
    assert read_options(["host"]).resume is None
    assert read_options(["host", "--resume"]).resume == ""
    assert read_options(["host", "--resume", "x.jsonl"]).resume == "x.jsonl"


def test_basic_rummy_is_played_when_nothing_is_said() -> None:
    assert read_options(["play"]).game == "basic"

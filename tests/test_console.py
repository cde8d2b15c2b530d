"""Lines with a prompt below them, on a terminal and elsewhere."""

import io
import re

import pytest

from peer.console import Console


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "21")


def shown(
    *steps: tuple[list[str], str] | str | None,
    prompts: bool = True,
    by_key: bool = True,
) -> str:
    """What is written for lines and prompts; text is typed, None is the Enter key."""
    out = io.StringIO()
    console = Console(out, prompts=prompts, by_key=by_key)
    for step in steps:
        if step is None:
            console.entered()
        elif isinstance(step, str):
            console.typing(step)
        else:
            console.show(*step)
    console.close()
    return out.getvalue()


def on_screen(written: str, columns: int = 21) -> list[str]:
    """The rows of a terminal after that; knows the sequences we use."""
    rows, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[\d*[AJ]|.", written, re.DOTALL):
        if part == "\n":
            row, column = row + 1, 0
            rows += [""] * (row == len(rows))
        elif part == "\r":
            column = 0
        elif part.endswith("A"):
            row -= int(part[2:-1])
        elif part == "\x1b[J":
            rows[row:] = [rows[row][:column]]
        else:
            if column == columns:
                row, column = row + 1, 0
                rows += [""] * (row == len(rows))
            rows[row] = rows[row][:column].ljust(column) + part
            column += 1
    return rows


def test_the_prompt_stands_below_the_lines() -> None:
    out = io.StringIO()
    Console(out, prompts=True, by_key=True).show(["one", "two"], "> ")
    assert out.getvalue() == "one\ntwo\n> "


def test_news_comes_above_what_is_being_typed() -> None:
    written = shown((["one"], "> "), "disc", (["two"], "turn> "), "discard")
    assert on_screen(written[: written.rindex("discard") + 7]) == [
        "one",
        "two",
        "turn> discard",
    ]


def test_a_long_line_being_typed_is_taken_away_whole() -> None:
    long = "a question of more than one row"
    written = shown((["one"], "> "), long, (["two"], "> "))
    assert on_screen(written) == ["one", "two", ""]
    assert on_screen(shown((["one"], "> "), long, "short")) == ["one", ""]


def test_what_is_entered_stays() -> None:
    written = shown((["one"], "> "), "draw", None, (["two"], "> "))
    assert on_screen(written) == ["one", "> draw", "two", ""]


def test_at_the_end_no_prompt_is_left() -> None:
    assert on_screen(shown((["one"], "> "), "dr")) == ["one", ""]


def test_a_terminal_that_can_nothing_gets_whole_lines() -> None:
    plain = shown((["one"], "> "), (["two"], "> "), None, (["three"], ""), by_key=False)
    assert plain == "one\n> \ntwo\n> three\n"


def test_a_terminal_breaks_lines_between_words_but_never_a_link_or_code() -> None:
    assert shown((["Ann laid down meld 1: 7H 8H 9H."], "")) == (
        "Ann laid down meld\n1: 7H 8H 9H.\n"
    )
    link = "http://192.0.2.7:7867/#7KQ-M3X-WC7"
    assert shown(([f"It is {link}"], "")) == f"It is\n{link}\n"


def test_elsewhere_lines_are_whole_and_nobody_is_prompted() -> None:
    line = "Ann laid down meld 1: 7H 8H 9H."
    said = shown(([line], "> "), None, ([line], "> "), prompts=False, by_key=False)
    assert said == f"{line}\n{line}\n"


def test_letters_with_marks_take_nothing_away_that_was_said() -> None:
    prompt = "आपकी बारी> "
    written = shown((["one", "two"], prompt), "नहीं नहीं नहीं", (["three"], prompt))
    assert on_screen(written)[:2] == ["one", "two"]
    assert "\x1b[1A" not in written

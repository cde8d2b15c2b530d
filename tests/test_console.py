"""Lines with a prompt below them, on a terminal and elsewhere."""

import io

import pytest

from peer.console import Console


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "21")


def shown(*steps: tuple[list[str], str] | None, prompts: bool = True) -> str:
    """What is written for lines and prompts; None is the Enter key."""
    out = io.StringIO()
    console = Console(out, prompts=prompts)
    for step in steps:
        if step is None:
            console.entered()
        else:
            console.show(*step)
    return out.getvalue()


def test_the_prompt_stands_below_the_lines() -> None:
    assert shown((["one", "two"], "> ")) == "one\ntwo\n> "


def test_news_takes_the_place_of_the_prompt_that_stands() -> None:
    assert shown((["one"], "turn> "), (["two"], "> ")) == (
        "one\nturn> \r      \rtwo\n> "
    )


def test_nothing_new_leaves_the_prompt_alone() -> None:
    assert shown((["one"], "> "), ([], "> ")) == "one\n> "


def test_after_the_enter_key_there_is_a_new_prompt() -> None:
    assert shown((["one"], "> "), None, ([], "> ")) == "one\n> > "
    assert shown((["one"], "> "), None, (["two"], "> ")) == "one\n> two\n> "


def test_a_terminal_breaks_lines_between_words_but_never_a_link_or_code() -> None:
    assert shown((["Ann laid down meld 1: 7H 8H 9H."], "")) == (
        "Ann laid down meld\n1: 7H 8H 9H.\n"
    )
    link = "http://192.0.2.7:7867/#7KQ-M3X-WC7"
    assert shown(([f"It is {link}"], "")) == f"It is\n{link}\n"


def test_elsewhere_lines_are_whole_and_nobody_is_prompted() -> None:
    line = "Ann laid down meld 1: 7H 8H 9H."
    assert shown(([line], "> "), None, ([line], "> "), prompts=False) == (
        f"{line}\n{line}\n"
    )


def test_letters_that_the_terminal_lacks_are_replaced() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    Console(out, prompts=False).show(["René"])
    assert raw.getvalue() == b"Ren?\n"
